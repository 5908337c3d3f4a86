//! Copies of accounts, kept to be brought back.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use rusqlite::types::Value as Cell;

use super::faults::Rule;
use super::sim_clock;

/// The rows of one table.
pub type Rows = Vec<Vec<Cell>>;

/// One account as it was.
#[derive(Clone)]
pub struct AccountCopy {
    pub account_id: String,
    pub tables: Vec<Rows>,
    pub drawn: u64,
    pub clock: Option<sim_clock::State>,
    pub faults: Vec<Rule>,
}

/// What a copy has: one account, or everything.
#[derive(Clone)]
pub enum Copy {
    One(Box<AccountCopy>),
    All { accounts: Vec<AccountCopy>, admin: Rows, clock: sim_clock::State, faults: Vec<Rule> },
}

#[derive(Default)]
pub struct Kept {
    pub made: u64,
    pub copies: BTreeMap<u64, Copy>,
    /// Each account as it was made.
    pub beginnings: BTreeMap<String, AccountCopy>,
    pub clock: Option<sim_clock::State>,
}

#[derive(Default)]
pub struct Copies(Mutex<Kept>);

impl Copies {
    pub fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}
