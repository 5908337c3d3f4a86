//! The parts of the proof, shared by `cargo bench --bench proof` and the tests: a shop (a real desk
//! and the real service, with faults between them), an audit that compares the two from their own
//! files, orders bought by the hundred, child processes to kill, and damaged files.

pub mod audit;
pub mod crash;
pub mod damage;
pub mod day;
pub mod doubts;
mod gate;
pub mod orders;
pub mod races;
pub mod shop;
pub mod trade;

use std::path::PathBuf;
use std::time::Duration;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Timeout of every wait, longer than any of them takes on the slowest machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// SplitMix64: the same numbers for the same seed.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 up to, but not including, `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next().checked_rem(end).unwrap_or_default()
    }

    pub fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }
}

/// A new folder, removed when dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the folder in `POSTROOM_PROOF_DIR` or in the system's temporary folder.
    pub fn new(name: &str) -> Result<Self, Failure> {
        let base =
            std::env::var_os("POSTROOM_PROOF_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
        let folder = base.join(format!("postroom-{name}-{}", uuid::Uuid::new_v4()));
        std::fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Leftovers in the temporary folder do no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
