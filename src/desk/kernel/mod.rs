//! What every feature uses, independent of any feature: jobs and their slots, values that live on
//! the server, the session of an account, failures in plain words, notices.

pub(in crate::desk) mod account_change;
pub mod batch_job;
pub mod connectivity;
pub(in crate::desk) mod ctx;
pub(in crate::desk) mod event;
pub mod failure;
pub mod files;
pub(in crate::desk) mod jobs;
pub(in crate::desk) mod list_pages;
pub mod notices;
pub mod pace;
pub mod remote;
pub(in crate::desk) mod required;
pub(in crate::desk) mod saved_values;
pub mod secret_places;
pub(in crate::desk) mod server_clock;
pub mod service_time;
pub mod session;
pub mod settings;
pub(in crate::desk) mod shared_books;
pub(in crate::desk) mod shared_place;
pub(in crate::desk) mod shop_outbox;
pub mod station_settings;
pub(in crate::desk) mod workspaces;
