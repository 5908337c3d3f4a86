//! One parcel as a person describes it, without a desk: the draft, what is wrong with it, the
//! requests it becomes, and how its prices compare. Nothing here does anything.

pub mod catalogs;
pub(in crate::desk) mod comparable_parcel;
pub mod draft;
pub mod parse_input;
pub mod paste_address;
pub mod problems;
pub mod rate_ranking;
pub mod requests;
