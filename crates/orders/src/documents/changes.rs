//! What an edit of documents writes, each on the revision that is known here.

use serde::Serialize;

use super::{DocumentEdit, Documents, Keyed, SHOP};
use crate::overtaken::Change;
use crate::overtaken::OvertakenDocument;
use crate::practice_orders::{practice_presets, practice_rules};
use crate::rules::KeyedRule;
use postroom_rows::document::{DocumentKind, DocumentRow};

/// What an edit writes. A decision is taken out of the documents.
pub fn changes_of(documents: &mut Documents, edit: DocumentEdit) -> Vec<Change> {
    match edit {
        DocumentEdit::Decide { kind, key, keeps_mine } => {
            let mut overtaken = documents.overtaken.iter();
            let place = overtaken.position(|it| it.kind == kind && it.key == key);
            let decided = place.map(|place| documents.overtaken.remove(place));
            let decided = decided.filter(|_| keeps_mine);
            decided.and_then(OvertakenDocument::keep_mine).into_iter().collect()
        }
        edit => writes_of(documents, edit),
    }
}

fn writes_of(documents: &Documents, edit: DocumentEdit) -> Vec<Change> {
    let mut changes = match edit {
        DocumentEdit::WritePreset { key, preset } => {
            let known = key.and_then(|key| documents.presets.iter().find(|it| it.key == key));
            let place = known.map(|it| (it.key.clone(), it.revision, it.rank));
            let rank = documents.presets.len();
            let name = preset.name.clone();
            write(DocumentKind::Preset, place, rank, name, &*preset)
        }
        DocumentEdit::WriteRule { key, rule } => {
            let known = key.and_then(|key| documents.rules.iter().find(|it| it.key == key));
            let place = known.map(|it| (it.key.clone(), it.revision, it.rank));
            let last = documents.rules.iter().map(|it| it.rank).max();
            let rank = usize::try_from(last.unwrap_or_default() + 1).unwrap_or_default();
            let name = rule.name.clone();
            write(DocumentKind::Rule, place, rank, name, &*rule)
        }
        DocumentEdit::WriteMapping { key, mapping } => {
            let place = place_of(&documents.mappings, key);
            let name = mapping.name.clone();
            write(DocumentKind::Mapping, place, 0, name, &*mapping)
        }
        DocumentEdit::WriteDatabase { key, database } => {
            // A new one has its key already, because its password rests under it.
            let known = place_of(&documents.databases, key.clone());
            let place = known.or(key.map(|key| (key, 0, 0)));
            let name = database.name.clone();
            write(DocumentKind::ShopDatabase, place, 0, name, &*database)
        }
        DocumentEdit::WriteExport { key, export } => {
            let place = place_of(&documents.exports, key);
            let name = export.name.clone();
            write(DocumentKind::OwnExport, place, 0, name, &*export)
        }
        DocumentEdit::WriteShop(profile) => {
            let place = Some((SHOP.to_owned(), documents.shop.revision, 0));
            let name = profile.name.clone();
            write(DocumentKind::Shop, place, 0, name, &*profile)
        }
        DocumentEdit::Remove { kind, key } => {
            let known = known(documents, kind, &key);
            let (revision, name, json) = known.unwrap_or_default();
            let row =
                DocumentRow { kind, key, name, rank: 0, json, revision, changed_by: String::new() };
            vec![Change::Remove { row }]
        }
        DocumentEdit::AddSamples => {
            let presets = (0..).zip(practice_presets()).flat_map(|(rank, (key, preset))| {
                let place = Some((key.to_owned(), 0, rank));
                write(DocumentKind::Preset, place, 0, preset.name.clone(), &preset)
            });
            let rules = (0..).zip(practice_rules()).flat_map(|(rank, (key, rule))| {
                let place = Some((key.to_owned(), 0, rank));
                write(DocumentKind::Rule, place, 0, rule.name.clone(), &rule)
            });
            presets.chain(rules).collect()
        }
        DocumentEdit::KeepRules { before, after } => return keep_rules(&before, &after),
        // Decided above.
        DocumentEdit::Decide { .. } => Vec::new(),
    };
    for change in &mut changes {
        if let Change::Write { row, before } = change {
            let known = known(documents, row.kind, &row.key);
            *before = known.map_or(String::new(), |(_, _, json)| json);
        }
    }
    changes
}

fn keep_rules(before: &[KeyedRule], after: &[KeyedRule]) -> Vec<Change> {
    let is_gone = |rule: &&KeyedRule| after.iter().all(|kept| kept.key != rule.key);
    let removed = before.iter().filter(is_gone);
    let mut changes: Vec<Change> = removed
        .flat_map(|rule| {
            let place = Some((rule.key.clone(), rule.revision, rule.rank));
            let rows = write(DocumentKind::Rule, place, 0, rule.rule.name.clone(), &rule.rule);
            rows.into_iter().filter_map(|change| match change {
                Change::Write { row, .. } => Some(Change::Remove { row }),
                Change::Remove { .. } => None,
            })
        })
        .collect();
    for (keyed, rank) in after.iter().zip(0..) {
        let ranked = KeyedRule { rank, ..keyed.clone() };
        if before.contains(&ranked) {
            continue;
        }
        let opened = before.iter().find(|opened| opened.key == ranked.key);
        let opened = opened.map_or(String::new(), |opened| json_of(&opened.rule));
        let place = Some((ranked.key, ranked.revision, rank));
        let name = ranked.rule.name.clone();
        let mut writes = write(DocumentKind::Rule, place, 0, name, &ranked.rule);
        for change in &mut writes {
            if let Change::Write { before, .. } = change {
                before.clone_from(&opened);
            }
        }
        changes.extend(writes);
    }
    changes
}

/// Key, revision and rank of the document with this key.
type Place = Option<(String, i64, i64)>;

fn place_of<T>(documents: &[Keyed<T>], key: Option<String>) -> Place {
    let key = key?;
    let known = documents.iter().find(|it| it.key == key)?;
    Some((key, known.revision, known.rank))
}

/// Revision, name and JSON of the document as it is known here.
fn known(documents: &Documents, kind: DocumentKind, key: &str) -> Option<(i64, String, String)> {
    match kind {
        DocumentKind::Preset => {
            let found = documents.presets.iter().find(|it| it.key == key)?;
            Some((found.revision, found.preset.name.clone(), json_of(&found.preset)))
        }
        DocumentKind::Rule => {
            let found = documents.rules.iter().find(|it| it.key == key)?;
            Some((found.revision, found.rule.name.clone(), json_of(&found.rule)))
        }
        DocumentKind::Mapping => of_keyed(&documents.mappings, key, |it| &it.name),
        DocumentKind::ShopDatabase => of_keyed(&documents.databases, key, |it| &it.name),
        DocumentKind::OwnExport => of_keyed(&documents.exports, key, |it| &it.name),
        DocumentKind::Shop => {
            let shop = &documents.shop;
            let name = shop.profile.name.clone();
            (shop.revision > 0).then(|| (shop.revision, name, json_of(&shop.profile)))
        }
        // No person edits it; see `print_run`.
        DocumentKind::PrintRun | DocumentKind::OrderKeys => None,
    }
}

fn of_keyed<T: Serialize>(
    documents: &[Keyed<T>],
    key: &str,
    name: impl Fn(&T) -> &String,
) -> Option<(i64, String, String)> {
    let found = documents.iter().find(|it| it.key == key)?;
    let document = &found.document;
    Some((found.revision, name(document).clone(), json_of(document)))
}

/// Empty if it cannot be encoded, which is logged where it is written.
fn json_of(document: &impl Serialize) -> String {
    serde_json::to_string(document).unwrap_or_default()
}

fn write(
    kind: DocumentKind,
    place: Place,
    rank: usize,
    name: String,
    document: &impl Serialize,
) -> Vec<Change> {
    let new_rank = i64::try_from(rank).unwrap_or(i64::MAX);
    let (key, revision, rank) =
        place.unwrap_or_else(|| (uuid::Uuid::new_v4().to_string(), 0, new_rank));
    match serde_json::to_string(document) {
        Ok(json) => vec![Change::Write {
            row: DocumentRow { kind, key, name, rank, json, revision, changed_by: String::new() },
            before: String::new(),
        }],
        Err(error) => {
            tracing::error!(%error, ?kind, "a document cannot be encoded");
            Vec::new()
        }
    }
}
