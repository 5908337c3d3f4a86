//! Reading and writing the documents of the workspace.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::orders::documents::{Documents, Keyed, SHOP, ShopDocument};
use crate::orders::overtaken::{Change, OvertakenDocument};
use crate::orders::rules::{KeyedRule, Rule};
use crate::orders::shop_profile::ShopProfile;
use crate::parcel::preset::{KeyedPreset, Preset};
use crate::store::workspace::{DocumentKind, Workspace, WorkspaceError};

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

/// Returns the changes that another station was faster with.
pub(in crate::desk) async fn write_all(
    workspace: &dyn Workspace,
    changes: Vec<Change>,
) -> Result<Vec<OvertakenDocument>, WorkspaceError> {
    let mut overtaken = Vec::new();
    for change in changes {
        let outcome = match &change {
            Change::Write { row, .. } => workspace.write_document(row.clone()).await?,
            Change::Remove { row, .. } => {
                workspace.remove_document(row.kind, row.key.clone(), row.revision).await?
            }
        };
        overtaken.extend(OvertakenDocument::of_outcome(change, outcome));
    }
    Ok(overtaken)
}
