//! Basic values and utilities that every part of Postroom uses: the language and formats of the
//! locale, money, units, places, the clock, private files, secrets, the log.

pub mod child;
pub mod clock;
pub mod code128;
pub mod code_words;
pub mod crash;
pub mod dos_code_page;
pub mod error_causes;
pub mod folders;
pub mod geography;
pub mod id;
pub mod locale;
pub mod log;
pub mod measure;
pub mod money;
pub mod number_token;
pub mod private;
pub mod read_limited;
pub mod redact;
pub mod restart;
pub mod search_text;
pub mod secret;
pub mod shutdown;
pub mod spreadsheet_cell;
pub mod startup_credentials;
pub mod startup_restart;
pub mod tls;
pub mod workspace_argument;
