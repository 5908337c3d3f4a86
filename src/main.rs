//! The program. For now it is only the process that draws labels.

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("decode-worker") => postroom::label::run_worker(),
        _ => ExitCode::FAILURE,
    }
}
