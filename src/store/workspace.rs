//! The workspace: what a shop works on together. Orders with their states, and named documents such
//! as presets, rules and column mappings.
//!
//! [`Workspace`] is the boundary: [`LocalWorkspace`] keeps everything in `workspace.db` on this
//! computer, [`SharedWorkspace`] on a PostgreSQL server for several. Keys are UUIDs and every row
//! has a revision. The purchase journal is no part of it and stays on each computer.

mod claim;
mod local;
mod local_claims;
mod local_orders;
mod many_orders;
mod order_page;
mod restore;
mod schema;
pub mod shared;
mod stored_order;

use std::fmt;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

use jiff::Timestamp;
use jiff::civil::Date;

use super::file::FileError;
use super::file_step::shown;
use super::journal::JournalError;
use crate::base::id::{OrderId, TransactionId};
use crate::text;

pub use super::worker::Stopped;
pub use crate::rows::author::{Signature, WorkspaceAuthor};
pub use crate::rows::document::{DocumentKind, DocumentOutcome, DocumentRow};
pub use crate::rows::limits::{LONGEST_TEXT, is_too_long, long_text};
pub use crate::rows::order::{OrderFields, OrderRow, OrderState, OrderWrite, WriteOutcome};
pub use claim::{ClaimTimes, ClaimedPurchase, LapsedClaim, OrderClaim};
pub use local::LocalWorkspace;
pub use restore::restore;
pub use shared::SharedWorkspace;

/// A future that holds a result of the workspace.
pub type WorkspaceFuture<'a, T> =
    Pin<Box<dyn Future<Output = Result<T, WorkspaceError>> + Send + 'a>>;

/// Everything that is shared by the computers of one shop.
///
/// Every write names the revision it was made on. A write on an older revision changes nothing and
/// returns the row as it is now, so that no edit of another computer is lost.
pub trait Workspace: fmt::Debug + Send + Sync {
    /// A window of the orders that match.
    fn orders(&self, query: OrderQuery) -> WorkspaceFuture<'_, OrderPage>;

    /// The keys of all orders that match, in the order of the list.
    fn order_ids(&self, query: OrderQuery) -> WorkspaceFuture<'_, Vec<OrderId>>;

    /// The orders with these keys, in this order; those that do not exist are left out.
    fn orders_by_id(&self, ids: Vec<OrderId>) -> WorkspaceFuture<'_, Vec<OrderRow>>;

    /// The orders with these numbers, of one source or of all.
    fn orders_by_number(
        &self,
        source: Option<String>,
        numbers: Vec<String>,
    ) -> WorkspaceFuture<'_, Vec<OrderRow>>;

    /// Writes the orders in one commit and returns one outcome for each.
    fn write_orders(&self, writes: Vec<OrderWrite>) -> WorkspaceFuture<'_, Vec<WriteOutcome>>;

    /// Removes the orders of these revisions in one commit and returns one outcome for each. An order
    /// that is claimed is a conflict.
    fn remove_orders(&self, orders: Vec<(OrderId, i64)>) -> WorkspaceFuture<'_, Vec<WriteOutcome>>;

    /// Writes the orders as being bought by this computer, each with its claim, in one commit, and
    /// returns one outcome for each. An order that another computer is writing at this moment is not
    /// waited for: it is a conflict.
    fn claim_orders(&self, claims: Vec<OrderClaim>) -> WorkspaceFuture<'_, Vec<WriteOutcome>>;

    /// Whether this computer still has these claims, one answer for each. Renews its lease: asked
    /// before each send, so that a computer whose claim was taken over sends nothing.
    fn hold_claims(&self, transactions: Vec<TransactionId>) -> WorkspaceFuture<'_, Vec<bool>>;

    /// The claims that this computer has: the orders, and the purchases of their labels.
    fn own_claims(&self) -> WorkspaceFuture<'_, Vec<(OrderId, TransactionId)>>;

    /// Ends the claims of these purchases, which are over: those that this computer has, and those of
    /// others that may be taken over. The orders stay as they are.
    fn end_claims(&self, transactions: Vec<TransactionId>) -> WorkspaceFuture<'_, ()>;

    /// The claims of other computers whose lease has ended; their computers are asked whether they
    /// are still there.
    fn lapsed_claims(&self) -> WorkspaceFuture<'_, Vec<LapsedClaim>>;

    /// Takes the claim over from the computer that has it and writes the order, in one commit. A
    /// conflict if that computer has answered meanwhile or the order was changed.
    fn take_over_claim(
        &self,
        claim: LapsedClaim,
        write: OrderWrite,
    ) -> WorkspaceFuture<'_, WriteOutcome>;

    /// All documents of a kind, by name.
    fn documents(&self, kind: DocumentKind) -> WorkspaceFuture<'_, Vec<DocumentRow>>;

    /// Writes a document: a new one with `revision` 0, else on that revision.
    fn write_document(&self, row: DocumentRow) -> WorkspaceFuture<'_, DocumentOutcome>;

    /// Removes the document if it still has this revision.
    fn remove_document(
        &self,
        kind: DocumentKind,
        key: String,
        revision: i64,
    ) -> WorkspaceFuture<'_, DocumentOutcome>;
}

/// Which orders to list. The default is all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderQuery {
    /// Each typed word is the start of a word of the order.
    pub text: String,
    /// Any of these; empty for all.
    pub states: Vec<OrderState>,
    pub source: Option<String>,
    pub preset: Option<String>,
    /// Only orders that must be shipped by this day.
    pub ship_by: Option<Date>,
    /// Only orders that were written at this time or later.
    pub changed_since: Option<Timestamp>,
    pub sort: OrderSort,
    pub offset: u64,
    pub limit: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderSort {
    /// As they came.
    #[default]
    Position,
    Newest,
    Number,
    NumberDown,
    Recipient,
    RecipientDown,
    /// The earliest day first, then those without one.
    ShipBy,
    /// The latest day first, then those without one.
    ShipByDown,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderPage {
    pub rows: Vec<OrderRow>,
    /// The number of all orders that match.
    pub matching: u64,
    /// The number of orders in each state, whatever the query asks for.
    pub by_state: Vec<(OrderState, u64)>,
    /// The sources of all orders, by name.
    pub sources: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    #[error("{}", text!("storage-workspace-damaged", path = shown(path), reason = detail))]
    Damaged { path: PathBuf, detail: String },
    #[error("{}", text!("storage-workspace-failed"))]
    Sql { attempted: &'static str, source: rusqlite::Error },
    #[error("{}", text!("storage-workspace-not-opened"))]
    File(#[from] FileError),
    /// A window is open on the folder, or its lock cannot be taken.
    #[error("{0}")]
    InUse(Box<JournalError>),
    #[error("{}", text!("storage-workspace-closed"))]
    Stopped(#[from] Stopped),
    #[error("{}", text!("workspace-server-failed", reason = fault.in_words()))]
    Server { attempted: &'static str, fault: shared::ServerFault },
}

impl WorkspaceError {
    /// Whether the same call may succeed later without anybody doing anything here: the server of
    /// the workspace is away.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Server { fault, .. } if fault.passes())
    }

    /// Whether the server of the workspace could not do it, and not this computer.
    pub fn is_of_server(&self) -> bool {
        matches!(self, Self::Server { .. })
    }

    /// Whether the server does not take what it was given; it would refuse it again.
    fn is_refusal(&self) -> bool {
        matches!(self, Self::Server { fault: shared::ServerFault::Refused(_), .. })
    }

    /// Whether it may be the orders of the call that cannot be stored, and not any order.
    pub fn may_lie_in_orders(&self) -> bool {
        use rusqlite::ErrorCode::{ConstraintViolation, TooBig, TypeMismatch};
        match self {
            Self::Server { fault, .. } => {
                matches!(fault, shared::ServerFault::Refused(_) | shared::ServerFault::Other(_))
            }
            Self::Sql { source, .. } => {
                let code = source.sqlite_error_code();
                matches!(code, Some(ConstraintViolation | TooBig | TypeMismatch))
            }
            _ => false,
        }
    }

    /// Whether another computer held what was wanted; the same call may succeed at once.
    fn is_busy(&self) -> bool {
        matches!(self, Self::Server { fault: shared::ServerFault::Busy, .. })
    }
}
