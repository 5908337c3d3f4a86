//! Seeds of simulator runs that once broke an invariant. Each test run replays them first; a run
//! that finds a new one adds its seed.

use std::io::Write;
use std::path::PathBuf;

use super::sim;
use super::sim::model::Rules;

/// One seed per line; the rest of the line says what went wrong.
pub fn seeds() -> Vec<u64> {
    let text = std::fs::read_to_string(file()).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_whitespace().next())
        .map(|seed| seed.parse().unwrap())
        .collect()
}

pub fn keep(seed: u64) {
    if seeds().contains(&seed) {
        return;
    }
    let mut file = std::fs::OpenOptions::new().append(true).open(file()).unwrap();
    writeln!(file, "{seed}").unwrap();
}

/// The event log of the run with this seed.
pub fn tell(seed: u64, rules: &Rules) -> String {
    format!("seed {seed}\n{}", sim::run_with_log(seed, rules).join("\n"))
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/all/money/seeds.txt")
}
