//! Postroom: a desktop application for people who ship parcels.
//!
//! The rooms, in reading order; who may import whom stands in `docs/ARCHITECTURE.md`
//! and is held by `tests/all/layering/`.

pub mod api;
pub mod base;
pub mod desk;
pub mod label;
pub mod service;
pub mod store;
pub mod ui;
