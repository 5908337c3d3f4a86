//! What features do with orders and documents of the workspace, without a state of its own: reading
//! tables into it, changing orders on their revision, finding them by their labels.

pub(in crate::desk) mod changes;
pub(in crate::desk) mod documents;
pub(in crate::desk) mod find_by_shipment;
pub mod import;
pub(in crate::desk) mod order_keys;
pub(in crate::desk) mod papers;

use crate::desk::kernel::failure::{self, Trouble};
use crate::message;
use crate::store::workspace::WorkspaceError;

/// Orders that are read at once.
pub(in crate::desk) const CHUNK: usize = 500;

pub(in crate::desk) fn unreadable(error: &WorkspaceError) -> Trouble {
    failure::describe_workspace_error(message!("orders-attempted-read"), error)
}
