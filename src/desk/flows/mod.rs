//! What involves several features: starting the desk, switching accounts, buying, reacting to
//! events.

pub(in crate::desk) mod back_online;
pub mod batch_run;
pub(in crate::desk) mod bought;
pub(in crate::desk) mod buy;
pub(in crate::desk) mod buy_again;
pub(in crate::desk) mod copy_state;
pub(in crate::desk) mod delete_data;
pub(in crate::desk) mod diagnostics;
pub mod documents;
pub mod express;
pub mod hand_over_orders;
pub(in crate::desk) mod leave_account;
pub(in crate::desk) mod order_papers;
pub(in crate::desk) mod order_workspace;
pub(in crate::desk) mod print_orders;
pub(in crate::desk) mod printing;
pub(in crate::desk) mod react;
pub(in crate::desk) mod refund;
pub(in crate::desk) mod return_label;
pub(in crate::desk) mod saved_rows;
pub(in crate::desk) mod scan_to_ship;
pub(in crate::desk) mod shop_files;
pub(in crate::desk) mod start;
pub(in crate::desk) mod switch_account;
pub(in crate::desk) mod top_up;
pub mod watch_run;
