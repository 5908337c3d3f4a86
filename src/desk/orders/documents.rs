//! The named documents of the workspace: presets, rules, mappings, shop databases, and the shop
//! itself. They are few, so all of them are in memory.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::orders::import::mapping::Mapping;
use crate::desk::orders::order_draft::OrderDefaults;
use crate::desk::orders::practice_orders::{practice_presets, practice_rules};
use crate::desk::orders::rules::{KeyedRule, Rule};
use crate::desk::orders::shop_database::ShopDatabase;
use crate::desk::orders::shop_export::OwnExport;
use crate::desk::orders::{Orders, basis, import_flow, list, restate, watch_flow, write_back_flow};
use crate::desk::parcel::draft::AddressForm;
use crate::desk::parcel::preset::{KeyedPreset, Preset};
use crate::message;
use crate::store::workspace::{
    DocumentKind, DocumentOutcome, DocumentRow, Workspace, WorkspaceError,
};

const READ: Slot<Orders> = Slot::with_account("documents of the workspace");
const CHANGES: Slot<Orders> = Slot::with_account("changes of documents");

/// The key of the one document of [`DocumentKind::Shop`].
const SHOP: &str = "shop";

#[derive(Clone, Debug, Default)]
pub struct Documents {
    /// Shared with Ship.
    pub presets: Arc<Vec<KeyedPreset>>,
    /// The first that fits wins.
    pub rules: Vec<KeyedRule>,
    pub mappings: Vec<Keyed<Mapping>>,
    pub databases: Vec<Keyed<ShopDatabase>>,
    /// Formats of files for shops that the user made.
    pub exports: Vec<Keyed<OwnExport>>,
    pub shop: ShopDocument,
    pub loaded: bool,
    /// Counts writes whose result is in these documents. A form that was opened at a lower count has
    /// been saved.
    pub written: u64,
    /// Counts writes, also those whose result is being read.
    pub writes: u64,
    /// The presets and rules of the sample orders are added once it is known that there are none.
    pub wants_samples: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Keyed<T> {
    pub key: String,
    pub revision: i64,
    pub rank: i64,
    pub document: T,
}

#[derive(Clone, Debug, Default)]
pub struct ShopDocument {
    pub revision: i64,
    pub profile: ShopProfile,
}

/// What holds for every order of the shop.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShopProfile {
    /// The sender of orders whose preset names none; blank for the sender of Ship.
    pub sender: AddressForm,
    /// Printed on packing slips.
    pub name: String,
    pub slip_text: String,
    /// The path of a picture, printed on packing slips.
    pub logo: String,
    /// The stored name of a [`crate::desk::orders::papers::paper::PaperSize`].
    pub paper: String,
    /// Packing slips show the price of each item.
    pub slip_prices: bool,
    /// Packing slips leave out the note of the order.
    pub slip_hides_note: bool,
    pub defaults: OrderDefaults,
    /// The folder whose files are imported; empty for none.
    pub watched_folder: String,
    /// The key of the mapping of its files; empty to recognize the columns.
    pub watched_mapping: String,
    /// The key of the shop database that is asked for scanned numbers; empty for none.
    pub keyed_database: String,
    /// Scanning an order buys and prints its label.
    pub scan_buys: bool,
    /// Items are checked by scanning before the label is bought.
    pub scan_checks_items: bool,
    /// Packing slips are printed with the labels.
    pub slips_with_labels: bool,
}

/// A change of one document.
#[derive(Clone, Debug)]
pub enum DocumentEdit {
    /// Adds the preset under a new key, or changes the one with this key.
    WritePreset {
        key: Option<String>,
        preset: Box<Preset>,
    },
    WriteRule {
        key: Option<String>,
        rule: Box<Rule>,
    },
    WriteMapping {
        key: Option<String>,
        mapping: Box<Mapping>,
    },
    WriteDatabase {
        key: Option<String>,
        database: Box<ShopDatabase>,
    },
    WriteExport {
        key: Option<String>,
        export: Box<OwnExport>,
    },
    WriteShop(Box<ShopProfile>),
    Remove {
        kind: DocumentKind,
        key: String,
    },
    /// Makes the rules `after` of the rules `before`, as they were when they were opened: added,
    /// changed, removed, and in this order. Each write is on the revision that was opened, so a
    /// change of another computer meanwhile is not lost.
    KeepRules {
        before: Vec<KeyedRule>,
        after: Vec<KeyedRule>,
    },
    /// The presets and rules that fit the sample orders of the practice service.
    AddSamples,
}

impl Documents {
    /// Whether nothing was written between the two readings.
    fn has_same_revisions(&self, other: &Self) -> bool {
        self.revisions().eq(other.revisions())
    }

    fn revisions(&self) -> impl Iterator<Item = (&str, i64)> {
        let presets = self.presets.iter().map(|it| (it.key.as_str(), it.revision));
        let rules = self.rules.iter().map(|it| (it.key.as_str(), it.revision));
        let shop = [(SHOP, self.shop.revision)];
        let all = presets.chain(rules).chain(shop);
        all.chain(keys(&self.mappings))
            .chain(keys(&self.databases))
            .chain(keys(&self.exports))
    }
}

fn keys<T>(documents: &[Keyed<T>]) -> impl Iterator<Item = (&str, i64)> {
    documents.iter().map(|it| (it.key.as_str(), it.revision))
}

/// Reads all documents, then the states of the orders that depend on them.
pub(in crate::desk) fn read(ctx: &mut Ctx<'_>) {
    let workspace = ctx.workspace();
    ctx.jobs.start(READ, |outbox| async move {
        let documents = async { read_all(workspace.open().await?.as_ref()).await };
        let documents = documents.await;
        outbox
            .send(move |me, ctx| match documents {
                Ok(documents) => {
                    let writes = me.documents.writes;
                    let before = std::mem::replace(&mut me.documents, documents);
                    // Each write was followed by a new reading, so this one has them all.
                    (me.documents.writes, me.documents.written) = (writes, writes);
                    basis::renew_basis(me, ctx);
                    watch_flow::follow_setting(me, ctx);
                    list::refresh(me, ctx);
                    write_back_flow::settings_changed(me, ctx);
                    if before.wants_samples {
                        add_samples(me, ctx);
                    }
                    if before.loaded && !before.has_same_revisions(&me.documents) {
                        restate::restate_open_orders(me, ctx);
                        import_flow::look_again(me, ctx);
                    }
                }
                Err(error) => ctx.notice_failure(list::unreadable(&error)),
            })
            .await;
    });
}

/// Reads all documents if another station has written one, else only the list. A failure is told by
/// the connection to the workspace.
pub(in crate::desk) fn read_changes(ctx: &mut Ctx<'_>) {
    let workspace = ctx.workspace();
    ctx.jobs.start(CHANGES, |outbox| async move {
        let documents = async { read_all(workspace.open().await?.as_ref()).await };
        let Ok(documents) = documents.await else {
            return;
        };
        outbox
            .send(move |me, ctx| {
                match me.documents.loaded && me.documents.has_same_revisions(&documents) {
                    true => list::refresh(me, ctx),
                    false => read(ctx),
                }
            })
            .await;
    });
}

/// Reads every document of the workspace.
pub(in crate::desk) async fn read_all(
    workspace: &dyn Workspace,
) -> Result<Documents, WorkspaceError> {
    let presets = rows(workspace, DocumentKind::Preset).await?;
    let rules = rows(workspace, DocumentKind::Rule).await?;
    let shops: Vec<Keyed<ShopProfile>> = rows(workspace, DocumentKind::Shop).await?;
    let shop = shops.into_iter().find(|shop| shop.key == SHOP);
    let presets = presets.into_iter().map(|keyed: Keyed<Preset>| KeyedPreset {
        key: keyed.key,
        revision: keyed.revision,
        rank: keyed.rank,
        preset: keyed.document,
    });
    Ok(Documents {
        presets: Arc::new(presets.collect()),
        rules: rules
            .into_iter()
            .map(|keyed: Keyed<Rule>| KeyedRule {
                key: keyed.key,
                revision: keyed.revision,
                rank: keyed.rank,
                rule: keyed.document,
            })
            .collect(),
        mappings: rows(workspace, DocumentKind::Mapping).await?,
        databases: rows(workspace, DocumentKind::ShopDatabase).await?,
        exports: rows(workspace, DocumentKind::OwnExport).await?,
        shop: shop.map_or_else(ShopDocument::default, |shop| ShopDocument {
            revision: shop.revision,
            profile: shop.document,
        }),
        loaded: true,
        writes: 0,
        wants_samples: false,
        written: 0,
    })
}

/// The documents of a kind. One that cannot be decoded is left out and logged; it may be of a newer
/// version of the program, and is not written back.
async fn rows<T: DeserializeOwned>(
    workspace: &dyn Workspace,
    kind: DocumentKind,
) -> Result<Vec<Keyed<T>>, WorkspaceError> {
    let rows = workspace.documents(kind).await?;
    let read = rows.into_iter().filter_map(|row| {
        let read = serde_json::from_str(&row.json);
        let document = read
            .inspect_err(|error| tracing::error!(%error, ?kind, "a document cannot be decoded"))
            .ok()?;
        Some(Keyed {
            key: row.key,
            revision: row.revision,
            rank: row.rank,
            document,
        })
    });
    Ok(read.collect())
}

/// Adds the presets and rules of the sample orders to a shop that has none.
pub(in crate::desk) fn add_samples(me: &mut Orders, ctx: &mut Ctx<'_>) {
    let documents = &mut me.documents;
    if !documents.loaded {
        documents.wants_samples = true;
    } else if documents.presets.is_empty() && documents.rules.is_empty() {
        edit(me, ctx, DocumentEdit::AddSamples);
    }
}

/// Writes a change of a document, then reads all again.
pub(in crate::desk) fn edit(me: &mut Orders, ctx: &mut Ctx<'_>, edit: DocumentEdit) {
    let changes = changes_of(&me.documents, edit);
    let workspace = ctx.workspace();
    ctx.jobs.spawn_writing(|outbox: Outbox<Orders>| async move {
        let written = async {
            let workspace = workspace.open().await?;
            let mut overtaken = false;
            for change in changes {
                let outcome = match change {
                    Change::Write(row) => workspace.write_document(row).await?,
                    Change::Remove(kind, key, revision) => {
                        workspace.remove_document(kind, key, revision).await?
                    }
                };
                overtaken |= matches!(
                    outcome,
                    DocumentOutcome::Conflict(_) | DocumentOutcome::Missing
                );
            }
            Ok::<bool, WorkspaceError>(overtaken)
        };
        let written = written.await;
        outbox
            .send(move |me, ctx| {
                match written {
                    Ok(overtaken) => {
                        me.documents.writes += 1;
                        if overtaken {
                            let text = message!("orders-document-overtaken");
                            ctx.notice(Tone::Warning, text, None);
                        }
                    }
                    Err(error) => {
                        let attempted = message!("orders-attempted-document");
                        ctx.notice_failure(failure::describe_workspace_error(attempted, &error));
                    }
                }
                read(ctx);
            })
            .await;
    });
}

enum Change {
    Write(DocumentRow),
    Remove(DocumentKind, String, i64),
}

fn changes_of(documents: &Documents, edit: DocumentEdit) -> Vec<Change> {
    match edit {
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
            let revision = revision_of(documents, kind, &key);
            vec![Change::Remove(kind, key, revision)]
        }
        DocumentEdit::AddSamples => {
            let presets = (0..)
                .zip(practice_presets())
                .flat_map(|(rank, (key, preset))| {
                    let place = Some((key.to_owned(), 0, rank));
                    write(DocumentKind::Preset, place, 0, preset.name.clone(), &preset)
                });
            let rules = (0..).zip(practice_rules()).flat_map(|(rank, (key, rule))| {
                let place = Some((key.to_owned(), 0, rank));
                write(DocumentKind::Rule, place, 0, rule.name.clone(), &rule)
            });
            presets.chain(rules).collect()
        }
        DocumentEdit::KeepRules { before, after } => keep_rules(&before, &after),
    }
}

fn keep_rules(before: &[KeyedRule], after: &[KeyedRule]) -> Vec<Change> {
    let is_gone = |rule: &&KeyedRule| after.iter().all(|kept| kept.key != rule.key);
    let removed = before.iter().filter(is_gone);
    let mut changes: Vec<Change> = removed
        .map(|rule| Change::Remove(DocumentKind::Rule, rule.key.clone(), rule.revision))
        .collect();
    for (keyed, rank) in after.iter().zip(0..) {
        let ranked = KeyedRule {
            rank,
            ..keyed.clone()
        };
        if before.contains(&ranked) {
            continue;
        }
        let place = Some((ranked.key, ranked.revision, rank));
        let name = ranked.rule.name.clone();
        changes.extend(write(DocumentKind::Rule, place, 0, name, &ranked.rule));
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

fn revision_of(documents: &Documents, kind: DocumentKind, key: &str) -> i64 {
    let found = match kind {
        DocumentKind::Preset => documents
            .presets
            .iter()
            .find(|it| it.key == key)
            .map(|it| it.revision),
        DocumentKind::Rule => documents
            .rules
            .iter()
            .find(|it| it.key == key)
            .map(|it| it.revision),
        DocumentKind::Mapping => place_of(&documents.mappings, Some(key.to_owned())).map(|it| it.1),
        DocumentKind::ShopDatabase => {
            place_of(&documents.databases, Some(key.to_owned())).map(|it| it.1)
        }
        DocumentKind::OwnExport => {
            place_of(&documents.exports, Some(key.to_owned())).map(|it| it.1)
        }
        DocumentKind::Shop => Some(documents.shop.revision),
        // No person edits it; see `print_run`.
        DocumentKind::PrintRun | DocumentKind::OrderKeys => None,
    };
    found.unwrap_or_default()
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
        Ok(json) => vec![Change::Write(DocumentRow {
            kind,
            key,
            name,
            rank,
            json,
            revision,
        })],
        Err(error) => {
            tracing::error!(%error, ?kind, "a document cannot be encoded");
            Vec::new()
        }
    }
}
