//! Basic values and utilities that every module uses. Imports no other module of the crate.

pub mod cell;
pub mod child;
pub mod clock;
pub mod closing;
pub mod code128;
pub mod crash;
pub mod folders;
pub mod font;
pub mod handed;
pub mod heaps;
pub mod id;
pub mod log;
pub mod map;
pub mod measure;
pub mod money;
pub mod pdf;
pub mod place;
pub mod private;
pub mod redact;
pub mod restart;
pub mod script;
pub mod secret;
pub mod tls;
