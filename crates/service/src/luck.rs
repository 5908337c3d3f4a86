//! Where ids, keys and tokens come from: the system's random numbers, or a seed.
//!
//! With a seed each account draws from a row of its own, named by the account, so that what one test
//! does never changes the ids that another gets from the same server.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest;
use ring::rand::{SecureRandom, SystemRandom};
use uuid::Uuid;

use super::fail::Fail;

/// One row of draws.
#[derive(Clone, Debug, Default)]
pub enum Luck {
    #[default]
    System,
    Row {
        seed: u64,
        name: Arc<str>,
        drawn: Arc<AtomicU64>,
    },
}

impl Luck {
    /// The next 256 bits.
    fn draw(&self) -> Result<[u8; 32], Fail> {
        let mut bytes = [0_u8; 32];
        match self {
            Self::System => SystemRandom::new()
                .fill(&mut bytes)
                .map_err(|_| Fail::internal("no random bytes"))?,
            Self::Row { seed, name, drawn } => {
                let at = drawn.fetch_add(1, Ordering::Relaxed);
                let hash = digest::digest(
                    &digest::SHA256,
                    format!("postroom practice/{seed}/{name}/{at}").as_bytes(),
                );
                for (to, from) in bytes.iter_mut().zip(hash.as_ref()) {
                    *to = *from;
                }
            }
        }
        Ok(bytes)
    }

    /// 256 bits as text, for API secrets, passwords and label URLs.
    pub fn text(&self) -> Result<String, Fail> {
        Ok(URL_SAFE_NO_PAD.encode(self.draw()?))
    }

    /// A new id.
    pub fn id(&self) -> String {
        match self {
            Self::System => Uuid::new_v4(),
            Self::Row { .. } => {
                let drawn = self.draw().unwrap_or_default();
                let mut bytes = [0_u8; 16];
                for (to, from) in bytes.iter_mut().zip(drawn) {
                    *to = from;
                }
                uuid::Builder::from_random_bytes(bytes).into_uuid()
            }
        }
        .to_string()
    }

    pub fn is_seeded(&self) -> bool {
        matches!(self, Self::Row { .. })
    }
}

/// The rows of a service.
#[derive(Default)]
pub struct Lucks {
    seed: Option<u64>,
    rows: Mutex<HashMap<Arc<str>, Arc<AtomicU64>>>,
}

impl Lucks {
    pub fn new(seed: Option<u64>) -> Self {
        Self { seed, rows: Mutex::default() }
    }

    pub fn is_seeded(&self) -> bool {
        self.seed.is_some()
    }

    fn rows(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<AtomicU64>>> {
        self.rows.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// The row with this name: an account's id, or a word of the service itself.
    pub fn row(&self, name: &str) -> Luck {
        let Some(seed) = self.seed else {
            return Luck::System;
        };
        let mut rows = self.rows();
        let (name, drawn) = match rows.get_key_value(name) {
            Some((name, drawn)) => (Arc::clone(name), Arc::clone(drawn)),
            None => {
                let (name, drawn) = (Arc::<str>::from(name), Arc::<AtomicU64>::default());
                rows.insert(Arc::clone(&name), Arc::clone(&drawn));
                (name, drawn)
            }
        };
        Luck::Row { seed, name, drawn }
    }

    /// How much of a row is drawn, for a snapshot.
    pub fn drawn(&self, name: &str) -> u64 {
        self.rows().get(name).map_or(0, |drawn| drawn.load(Ordering::Relaxed))
    }

    /// Goes on from there.
    pub fn set_drawn(&self, name: &str, to: u64) {
        if let Luck::Row { drawn, .. } = self.row(name) {
            drawn.store(to, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_depends_on_its_seed_and_its_name_alone() {
        let draws = |seed, name: &str, disturb: bool| {
            let lucks = Lucks::new(Some(seed));
            let luck = lucks.row(name);
            if disturb {
                lucks.row("another").id();
            }
            [luck.id(), lucks.row(name).id(), luck.text().unwrap()]
        };
        let first = draws(7, "a", false);
        assert_eq!(first, draws(7, "a", true));
        assert_ne!(first, draws(8, "a", false));
        assert_ne!(first, draws(7, "b", false));
        assert_ne!(first[0], first[1]);
        let lucks = Lucks::new(Some(7));
        let mark = lucks.drawn("a");
        let drawn = lucks.row("a").id();
        lucks.set_drawn("a", mark);
        assert_eq!(lucks.row("a").id(), drawn);
    }

    #[test]
    fn without_a_seed_nothing_repeats() {
        let lucks = Lucks::new(None);
        assert_ne!(lucks.row("a").id(), lucks.row("a").id());
        assert!(!lucks.row("a").is_seeded());
    }
}
