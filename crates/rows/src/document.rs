//! Named documents of a workspace, such as presets, rules and column mappings.

/// Kinds of named documents. The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    Preset,
    Rule,
    Mapping,
    ShopDatabase,
    /// The shop itself: sender, papers, defaults. There is one, under the key `shop`.
    Shop,
    /// Columns that a shop takes tracking numbers in.
    OwnExport,
    /// The labels that a computer printed together last, under the computer and the account.
    PrintRun,
    /// What the keys of imported orders are made from. There is one; it is in every backup.
    OrderKeys,
}

impl DocumentKind {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Preset => "preset",
            Self::Rule => "rule",
            Self::Mapping => "mapping",
            Self::ShopDatabase => "shop-database",
            Self::Shop => "shop",
            Self::OwnExport => "own-export",
            Self::PrintRun => "print-run",
            Self::OrderKeys => "order-keys",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRow {
    pub kind: DocumentKind,
    pub key: String,
    pub name: String,
    /// Documents of a kind are listed by this number, then by name: the first rule that fits wins.
    pub rank: i64,
    pub json: String,
    pub revision: i64,
    /// The computer and the person that changed it last. A write is signed by the workspace, whatever
    /// this says; the workspace of one computer keeps no names.
    pub changed_by: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentOutcome {
    /// With the new revision.
    Written(i64),
    Removed,
    /// The document as it is now; nothing was written.
    Conflict(Box<DocumentRow>),
    Missing,
}
