//! What the proof is made of, shared by `cargo bench --bench proof` and the tests: a shop (a
//! real desk and the real service, with faults between them), an audit that compares the two
//! from their own files, children to be killed, and damage.

pub mod audit;
pub mod crash;
pub mod damage;
pub mod day;
pub mod doubts;
mod gate;
pub mod races;
pub mod shop;
pub mod trade;

use std::path::PathBuf;
use std::time::Duration;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Longer than anything here takes on the slowest machine; whoever needs it has failed.
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

    /// From 0 to just under `end`; 0 where that is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next().checked_rem(end).unwrap_or_default()
    }

    pub fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }
}

/// A folder of its own, removed in the end.
pub struct Folder(PathBuf);

impl Folder {
    /// In `POSTROOM_PROOF_DIR`, else in the system's place for temporary files.
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
        // What stays behind in the place for temporary files harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
