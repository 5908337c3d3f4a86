//! What all handlers share.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};

use super::{auth, body, db, faults, journal, sim_clock, world_copies};
use postroom_base::secret::Secret;

/// The state shared by all handlers.
pub struct App {
    pub db: db::Db,
    pub clock: sim_clock::SimClock,
    pub keys: auth::Keys,
    pub faults: faults::Faults,
    pub refunds: RefundsDue,
    pub bodies: body::BodyMemoryBudget,
    pub copies: world_copies::Copies,
    pub journal: journal::Journal,
    pub admin_password: Option<Secret>,
    pub listen_ip: IpAddr,
}

/// The database version, and the start time of the earliest open refund at that version, so that
/// most calls need no query. `None` before the first query.
#[derive(Default)]
pub struct RefundsDue(Mutex<Option<(u64, i64)>>);

impl RefundsDue {
    pub fn known(&self) -> MutexGuard<'_, Option<(u64, i64)>> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}
