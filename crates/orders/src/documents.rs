//! The named documents of the workspace: presets, rules, mappings, shop databases, and the shop
//! itself. They are few, so all of them are in memory.

mod changes;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::message;
use crate::overtaken::OvertakenDocument;
use crate::rules::{KeyedRule, Rule};
use crate::shop_database::ShopDatabase;
use crate::shop_export::OwnExport;
use crate::shop_profile::ShopProfile;
use postroom_base::locale::Message;
use postroom_parcel::preset::{KeyedPreset, Preset};
use postroom_rows::document::DocumentKind;
use postroom_tables::mapping::Mapping;

pub use changes::changes_of;

/// The key of the one document of [`DocumentKind::Shop`].
pub const SHOP: &str = "shop";

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
    pub fn has_same_revisions(&self, other: &Self) -> bool {
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

/// Why nothing is asked of a database or written into it.
pub fn refusal(database: &ShopDatabase) -> Message {
    message!("shop-database-unconfirmed", name = &database.name)
}
