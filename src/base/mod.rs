//! Basic values and utilities that every module uses. Imports no other module of the crate.

pub mod bidi;
pub mod child;
pub mod clock;
pub mod code128;
pub mod crash;
pub mod dos_code_page;
pub mod folders;
pub mod font;
pub mod geography;
pub mod id;
pub mod locale;
pub mod log;
pub mod map;
pub mod measure;
pub mod money;
pub mod pdf;
pub mod private;
pub mod redact;
pub mod restart;
pub mod secret;
pub mod shutdown;
pub mod spreadsheet_cell;
pub mod startup_credentials;
pub mod startup_restart;
pub mod tls;
pub mod workspace_argument;
