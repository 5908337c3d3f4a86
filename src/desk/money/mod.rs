//! Purchases, top-ups and refunds on their way: written down first, sent once, and looked up
//! until it is certain what became of them. The rules with their reasons are in `docs/money.md`.

pub(in crate::desk) mod adapters;
pub mod classify_failure;
pub(in crate::desk) mod journal_health;
pub(in crate::desk) mod look_up;
pub mod ports;
pub(in crate::desk) mod purchases;
pub mod reconcile;
pub(in crate::desk) mod refund_request;
pub mod resolver;
pub mod send;
