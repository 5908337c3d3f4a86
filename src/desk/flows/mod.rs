//! What concerns more than one feature: starting the desk, switching accounts, buying by Enter.

pub mod express;
pub(in crate::desk) mod start;
pub(in crate::desk) mod switch_account;
