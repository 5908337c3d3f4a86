//! What a person can do, without a window. Panels read [`state::State`] and push
//! [`intent::Intent`]s; jobs run on tokio and answer through a channel that
//! [`Desk::tick`] drains. Knows nothing of egui and nothing of the practice service:
//! it is given a base URL.

pub mod check;
pub mod draft;
pub mod intent;
pub mod paste;
pub mod quote;
pub mod remote;
pub mod request;
pub mod state;
pub mod typed;
