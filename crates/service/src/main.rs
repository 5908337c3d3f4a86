//! The practice service alone: what `postroom serve` runs, without the window.

#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::process::ExitCode;

use postroom_base::{locale, log};
use postroom_service::{SERVE_HELP, ServeOptions, serve_blocking};

#[path = "../../../assets/language/sources.rs"]
mod sources;

fn main() -> ExitCode {
    locale::install(&sources::SOURCES);
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    if words == ["--version"] {
        println!("postroom-service {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    match ServeOptions::read(words) {
        Ok(Some(options)) => {
            log::write_to(None);
            serve_blocking("postroom-service", &options)
        }
        Ok(None) => {
            print!(
                "postroom-service: the practice service of the shipping interface\n{SERVE_HELP}  --help, --version\n"
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("postroom-service: {error}; --help lists what there is");
            ExitCode::FAILURE
        }
    }
}
