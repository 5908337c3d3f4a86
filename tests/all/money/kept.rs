//! Seeds of worlds in which a promise was once broken. Each run replays them first; a run
//! that breaks one adds its seed.

use std::io::Write;
use std::path::PathBuf;

use super::sim;
use super::sim::model::Rules;

/// One seed a line; what follows it says what it once showed.
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
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(file())
        .unwrap();
    writeln!(file, "{seed}").unwrap();
}

/// Everything that happened in that world.
pub fn tell(seed: u64, rules: &Rules) -> String {
    format!("seed {seed}\n{}", sim::tell(seed, rules).join("\n"))
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/all/money/seeds.txt")
}
