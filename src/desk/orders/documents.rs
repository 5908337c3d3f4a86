//! The named documents of the workspace: presets, rules, mappings, shop databases, and the shop
//! itself. They are few, so all of them are in memory.

mod document_changes;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::orders::documents::document_changes::changes_of;
use crate::desk::orders::{
    Orders, allowed_here, basis, import_flow, list, restate, watch_flow, write_back_flow,
};
use crate::message;
use crate::orders::overtaken::Change;
use crate::orders::overtaken::OvertakenDocument;
use crate::orders::rules::{KeyedRule, Rule};
use crate::orders::shop_database::ShopDatabase;
use crate::orders::shop_export::OwnExport;
use crate::orders::shop_profile::ShopProfile;
use crate::parcel::preset::{KeyedPreset, Preset};
use crate::store::workspace::{DocumentKind, Workspace, WorkspaceError};
use crate::tables::mapping::Mapping;

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
    /// Changes that were not written, because another station was faster. Nobody has decided yet
    /// which version stays.
    pub overtaken: Vec<OvertakenDocument>,
    /// The keys of databases that another station changed and nobody has allowed at this computer.
    pub not_allowed: BTreeSet<String>,
    /// Another station chose the file of the logo, and nobody has allowed it at this computer.
    pub refuses_logo: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Keyed<T> {
    pub key: String,
    pub revision: i64,
    pub rank: i64,
    /// The station and the person that changed it last.
    pub changed_by: String,
    pub document: T,
}

#[derive(Clone, Debug, Default)]
pub struct ShopDocument {
    pub revision: i64,
    pub profile: ShopProfile,
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
    /// Decides which version of a document stays that two stations changed. What was changed here
    /// is written over the other version, or given up.
    Decide {
        kind: DocumentKind,
        key: String,
        keeps_mine: bool,
    },
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
        all.chain(keys(&self.mappings)).chain(keys(&self.databases)).chain(keys(&self.exports))
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
                    allowed_here::review(me, ctx);
                    // Each write was followed by a new reading, so this one has them all.
                    (me.documents.writes, me.documents.written) = (writes, writes);
                    me.documents.overtaken.clone_from(&before.overtaken);
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

/// Reads all documents if another station has written one, else only the list. The
/// connection to the workspace shows a failure.
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
                    true => list::follow_news(me, ctx),
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
        changed_by: keyed.changed_by,
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
                changed_by: keyed.changed_by,
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
        overtaken: Vec::new(),
        not_allowed: BTreeSet::new(),
        refuses_logo: false,
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
            changed_by: row.changed_by,
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

/// Writes a change of a document, then reads all again. One that another station changed first stays
/// as it is, and both versions are kept until a person decides.
pub(in crate::desk) fn edit(me: &mut Orders, ctx: &mut Ctx<'_>, edit: DocumentEdit) {
    match &edit {
        DocumentEdit::WriteDatabase { key: Some(key), database } => {
            allowed_here::note_own(ctx, key, database);
        }
        DocumentEdit::WriteShop(shop) if shop.logo != me.documents.shop.profile.logo => {
            allowed_here::note_own_logo(ctx, &shop.logo);
        }
        _ => {}
    }
    let changes = changes_of(&mut me.documents, edit);
    allowed_here::review(me, ctx);
    let workspace = ctx.workspace();
    ctx.jobs.spawn_writing(|outbox: Outbox<Orders>| async move {
        let written = async {
            let workspace = workspace.open().await?;
            write_all(workspace.as_ref(), changes).await
        };
        let written = written.await;
        outbox
            .send(move |me, ctx| {
                match written {
                    Ok(overtaken) => {
                        me.documents.writes += 1;
                        for found in overtaken {
                            ctx.notice(Tone::Warning, found.message(), None);
                            me.documents.overtaken.retain(|it| !it.is_same(&found));
                            me.documents.overtaken.push(found);
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

/// Returns the changes that another station was faster with.
async fn write_all(
    workspace: &dyn Workspace,
    changes: Vec<Change>,
) -> Result<Vec<OvertakenDocument>, WorkspaceError> {
    let mut overtaken = Vec::new();
    for change in changes {
        let outcome = match &change {
            Change::Write { row, .. } => workspace.write_document(row.clone()).await?,
            Change::Remove { row, .. } => {
                let place = (row.kind, row.key.clone());
                workspace.remove_document(place.0, place.1, row.revision).await?
            }
        };
        overtaken.extend(OvertakenDocument::of_outcome(change, outcome));
    }
    Ok(overtaken)
}
