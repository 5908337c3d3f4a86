//! Checks the guarantees of `docs/money.md` with one command:
//!
//! ```text
//! cargo bench --bench proof                     every section but the soak
//! cargo bench --bench proof -- faults damage    some of them
//! cargo bench --bench proof -- soak --minutes 480
//! ```
//!
//! Every figure is printed with its requirement, and the seed is printed first; the exit status is
//! not zero if a figure is missed. `--seed N` changes the random choices, `--divide N` makes every
//! count N times smaller. `--orders N` and `--kills N` are for the sections `orders` and `batch`;
//! `-- orders batch --orders 300 --kills 8` is their short form. Files are in `POSTROOM_PROOF_DIR`
//! or in the system's temporary folder; a folder in memory makes the times look too good.
//! `tests/all/proof` is the short form.

mod arguments;
mod kit;
mod report;

mod crashes;
mod doubts;
mod faults;
mod files;
mod orders;
#[path = "../../tests/all/money/sim/mod.rs"]
mod sim;
mod simulator;
mod soak;

use std::process::ExitCode;

use arguments::ProofArgs;
use kit::Failure;
use report::Report;

type Section = fn(&ProofArgs, &mut Report) -> Result<(), Failure>;

/// Sections by name; the last column is `true` if it runs without being named.
const SECTIONS: &[(&str, Section, bool)] = &[
    ("simulator", simulator::run, true),
    ("faults", faults::run, true),
    ("crashes", crashes::run, true),
    ("orders", orders::run, true),
    ("batch", orders::batch, true),
    ("races", crashes::races, true),
    ("doubts", doubts::run, true),
    ("damage", files::damage, true),
    ("commits", files::commits, true),
    ("soak", soak::run, false),
];

fn main() -> ExitCode {
    postroom::catalogs::install();
    match prove() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("the proof broke off: {error}");
            ExitCode::FAILURE
        }
    }
}

fn prove() -> Result<ExitCode, Failure> {
    if kit::crash::act_as_child()? {
        return Ok(ExitCode::SUCCESS);
    }
    let names: Vec<&str> = SECTIONS.iter().map(|(name, ..)| *name).collect();
    let wish = ProofArgs::read(std::env::args().skip(1), &names)?;
    // Restarts as the program with a window does.
    postroom::base::startup_restart::restart_if_needed(&Default::default());
    let mut report = Report::new(&wish);
    for (name, section, usual) in SECTIONS {
        if wish.wants(name, *usual) {
            report.begin(name);
            section(&wish, &mut report)?;
        }
    }
    Ok(report.end())
}
