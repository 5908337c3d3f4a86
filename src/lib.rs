//! Postroom: a desktop application for people who ship parcels.
//!
//! The modules. The first are packages of their own below `crates/`, so the compiler holds what they
//! may name. `docs/ARCHITECTURE.md` lists which of the others may import
//! which, and `tests/all/layering/` checks it.

pub use postroom_api as api;
pub use postroom_base as base;
pub use postroom_drawing as drawing;
pub use postroom_label as label;
pub use postroom_orders as orders;
pub use postroom_parcel as parcel;
pub use postroom_rows as rows;
pub use postroom_service as service;
pub use postroom_tables as tables;
pub use postroom_watched_folder as watched_folder;

pub mod build_facts;
pub mod catalogs;
pub mod client;
pub mod desk;
pub mod shop_database;
pub mod store;
pub mod ui;
