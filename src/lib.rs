//! Postroom: a desktop application for people who ship parcels.
//!
//! The modules, in reading order. `docs/ARCHITECTURE.md` lists which module may import which, and
//! `tests/all/layering/` checks it.

pub mod api;
pub mod base;
pub mod desk;
pub mod label;
pub mod service;
pub mod store;
pub mod ui;
