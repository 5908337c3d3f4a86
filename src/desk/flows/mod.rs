//! What involves several features: starting the desk, switching accounts, buying, reacting to
//! events.

pub(in crate::desk) mod back_online;
pub(in crate::desk) mod bought;
pub(in crate::desk) mod buy;
pub(in crate::desk) mod buy_again;
pub(in crate::desk) mod copy_state;
pub(in crate::desk) mod delete_data;
pub(in crate::desk) mod diagnostics;
pub mod documents;
pub mod express;
pub(in crate::desk) mod leave_account;
pub(in crate::desk) mod printing;
pub(in crate::desk) mod react;
pub(in crate::desk) mod refund;
pub(in crate::desk) mod return_label;
pub(in crate::desk) mod saved_rows;
pub(in crate::desk) mod start;
pub(in crate::desk) mod switch_account;
pub(in crate::desk) mod top_up;
