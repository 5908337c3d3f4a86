//! The shipment being prepared: its draft and addresses, what it costs, and what a person is
//! told before buying it.

pub mod address_sides;
pub mod compare;
pub(in crate::desk) mod draft_edit;
pub mod duplicate_alert;
pub mod rate_history;
pub(in crate::desk) mod rates;
