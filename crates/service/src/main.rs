//! The practice service alone: what `postroom serve` runs, without the window.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use postroom_base::{locale, log};
use postroom_service::{SERVE_HELP, ServeOptions, serve_blocking};

#[path = "../../../assets/language/sources.rs"]
mod sources;

fn main() -> ExitCode {
    locale::install(&sources::SOURCES);
    match ServeOptions::read(std::env::args_os().skip(1)) {
        Ok(Some(options)) => {
            log::write_to(None);
            serve_blocking(&options)
        }
        Ok(None) => {
            print!(
                "postroom-service: the practice service of the shipping interface\n{SERVE_HELP}"
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("postroom-service: {error}; --help lists what there is");
            ExitCode::FAILURE
        }
    }
}
