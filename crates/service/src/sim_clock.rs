//! Simulated time, which carriers, refunds and manifests use. A simulated day lasts `day_seconds`
//! of machine time; 86,400 is real time.
//!
//! Simulated time never runs backwards, not even after kill -9: the database always has a time a
//! little ahead of any that was returned, and a start continues from it. At a start the simulated
//! time is never behind the machine's.

use std::collections::HashMap;
use std::sync::{Mutex, RwLock};

use axum::http::HeaderValue;
use jiff::fmt::rfc2822;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, params};

use super::auth::Identity;
use super::db::Db;
use super::fail::Fail;
use super::stamp::from_ms;
use postroom_base::clock::Clock;

pub const REAL_DAY_SECONDS: u32 = 86_400;
/// How often the time is stored, and how far ahead it is stored, in machine time.
pub const KEEP_EVERY_SECONDS: u64 = 5;
const AHEAD_MS: i64 = 10_000;

pub struct SimClock {
    machine: Clock,
    state: Mutex<State>,
    /// The clocks of accounts that have one of their own, by the account's id. They last for one run.
    own: RwLock<HashMap<String, State>>,
}

#[derive(Clone, Copy, Debug)]
pub struct State {
    anchor_machine_ms: i64,
    anchor_sim_ms: i64,
    pub day_seconds: u32,
    /// How long a day lasted when the service was started.
    day_at_start: u32,
    pub paused: bool,
}

impl State {
    fn at(&self, machine_ms: i64) -> i64 {
        if self.paused {
            return self.anchor_sim_ms;
        }
        // If the machine clock is set back, simulated time stops instead of running backwards.
        let passed = machine_ms.saturating_sub(self.anchor_machine_ms).max(0);
        self.anchor_sim_ms.saturating_add(self.scaled(passed))
    }

    fn change(
        &mut self,
        machine_ms: i64,
        day_seconds: Option<u32>,
        paused: Option<bool>,
        jump: SignedDuration,
    ) {
        let jump_ms = i64::try_from(jump.as_millis()).unwrap_or(0).max(0);
        self.anchor_sim_ms = self.at(machine_ms).saturating_add(jump_ms);
        self.anchor_machine_ms = machine_ms;
        self.day_seconds = day_seconds.unwrap_or(self.day_seconds).max(1);
        self.paused = paused.unwrap_or(self.paused);
    }

    fn write(&self, conn: &Connection, sim_ms: i64) -> rusqlite::Result<()> {
        set_meta(conn, "sim_ms", sim_ms)?;
        set_meta(conn, "sim_paused", i64::from(self.paused))?;
        set_meta(conn, "sim_day", i64::from(self.day_seconds))?;
        set_meta(conn, "sim_day_at_start", i64::from(self.day_at_start))
    }

    fn scaled(&self, machine_ms: i64) -> i64 {
        let scaled = i128::from(machine_ms) * i128::from(REAL_DAY_SECONDS)
            / i128::from(self.day_seconds.max(1));
        i64::try_from(scaled).unwrap_or(i64::MAX / 4)
    }
}

impl SimClock {
    /// Continues from the time stored in the database. A day lasts as long as it was last set, unless
    /// this start asks for another length than the one before.
    pub fn resume(machine: Clock, day_seconds: u32, conn: &Connection) -> rusqlite::Result<Self> {
        let machine_ms = machine.now().as_millisecond();
        let kept = meta(conn, "sim_ms")?.unwrap_or(i64::MIN);
        let paused = meta(conn, "sim_paused")?.unwrap_or(0) != 0;
        let day_at_start = day_seconds.max(1);
        let asks_the_same = meta(conn, "sim_day_at_start")? == Some(day_at_start.into());
        let kept_day = meta(conn, "sim_day")?.and_then(|seconds| u32::try_from(seconds).ok());
        let day_seconds = kept_day.filter(|_| asks_the_same).unwrap_or(day_at_start);
        let state = State {
            anchor_machine_ms: machine_ms,
            anchor_sim_ms: kept.max(machine_ms),
            day_seconds: day_seconds.max(1),
            day_at_start,
            paused,
        };
        Ok(Self { machine, state: Mutex::new(state), own: RwLock::default() })
    }

    pub fn now(&self) -> Timestamp {
        from_ms(self.state().at(self.machine.now().as_millisecond()))
    }

    /// The time of an account: its own clock's, or everybody's.
    pub fn now_of(&self, who: &Identity) -> Timestamp {
        self.now_of_account(&who.account_id)
    }

    pub fn now_of_account(&self, account_id: &str) -> Timestamp {
        match self.own_of(account_id) {
            Some(state) => from_ms(state.at(self.machine.now().as_millisecond())),
            None => self.now(),
        }
    }

    pub fn own_of(&self, account_id: &str) -> Option<State> {
        let own = self.own.read().unwrap_or_else(|broken| broken.into_inner());
        own.get(account_id).copied()
    }

    /// The clock of an account, or everybody's.
    pub fn state_of(&self, account_id: Option<&str>) -> State {
        account_id.and_then(|id| self.own_of(id)).unwrap_or_else(|| self.state())
    }

    /// Everybody's clock as it was.
    pub fn set(&self, state: State) {
        *self.state.lock().unwrap_or_else(|broken| broken.into_inner()) = state;
    }

    /// Gives an account the clock that it had, or takes its own away.
    pub fn set_own(&self, account_id: &str, state: Option<State>) {
        let mut own = self.own.write().unwrap_or_else(|broken| broken.into_inner());
        match state {
            Some(state) => own.insert(account_id.to_owned(), state),
            None => own.remove(account_id),
        };
    }

    /// How many accounts have a clock of their own.
    pub fn own_count(&self) -> usize {
        self.own.read().unwrap_or_else(|broken| broken.into_inner()).len()
    }

    /// A clock of its own for the account, if it has none, changed as by [`SimClock::change`].
    pub fn change_own(
        &self,
        account_id: &str,
        day_seconds: Option<u32>,
        paused: Option<bool>,
        jump: SignedDuration,
    ) {
        let mut state = self.state_of(Some(account_id));
        state.change(self.machine.now().as_millisecond(), day_seconds, paused, jump);
        self.set_own(account_id, Some(state));
    }

    /// The machine's time: for tokens and error times, which do not depend on simulated time.
    pub fn machine_now(&self) -> Timestamp {
        self.machine.now()
    }

    /// The `Date` of an answer, if the machine's clock is not that of the system, by which the HTTP
    /// layer would write it.
    pub fn date_header(&self) -> Option<HeaderValue> {
        if let Clock::System = self.machine {
            return None;
        }
        let date = rfc2822::DateTimePrinter::new();
        let date = date.timestamp_to_rfc9110_string(&self.machine.now()).ok()?;
        HeaderValue::from_str(&date).ok()
    }

    pub fn state(&self) -> State {
        *self.state.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Changes the speed, pauses or resumes the clock, and moves it ahead by `jump`.
    pub fn change(&self, day_seconds: Option<u32>, paused: Option<bool>, jump: SignedDuration) {
        let machine_ms = self.machine.now().as_millisecond();
        let mut state = self.state.lock().unwrap_or_else(|broken| broken.into_inner());
        state.change(machine_ms, day_seconds, paused, jump);
    }

    /// Stores a time ahead of the current one. With `exactly`, at a clean stop, stores the current
    /// time, so that no simulated time is skipped.
    pub async fn persist(&self, db: &Db, exactly: bool) -> Result<(), Fail> {
        let state = self.state();
        let now = state.at(self.machine.now().as_millisecond());
        let ahead = if exactly || state.paused { 0 } else { state.scaled(AHEAD_MS) };
        let kept = now.saturating_add(ahead);
        db.write(move |tx| Ok(state.write(tx, kept)?)).await
    }
}

fn meta(conn: &Connection, key: &str) -> rusqlite::Result<Option<i64>> {
    conn.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0)).optional()
}

fn set_meta(conn: &Connection, key: &str, value: i64) -> rusqlite::Result<()> {
    conn.prepare_cached("INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)")?
        .execute(params![key, value])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(day_seconds: u32, kept: Option<i64>) -> (Clock, SimClock) {
        let mut conn = Connection::open_in_memory().unwrap();
        super::super::schema::migrate(&mut conn).unwrap();
        if let Some(kept) = kept {
            set_meta(&conn, "sim_ms", kept).unwrap();
        }
        let machine = Clock::manual(Timestamp::from_second(1_000).unwrap());
        let sim = SimClock::resume(machine.clone(), day_seconds, &conn).unwrap();
        (machine, sim)
    }

    #[test]
    fn a_day_lasts_as_long_as_told() {
        for (day_seconds, machine_seconds, sim_seconds) in
            [(86_400, 10, 10), (60, 60, 86_400), (1, 2, 172_800)]
        {
            let (machine, sim) = clock(day_seconds, None);
            machine.advance(SignedDuration::from_secs(machine_seconds));
            assert_eq!(sim.now().as_second(), 1_000 + sim_seconds, "{day_seconds}");
        }
    }

    /// W38: a length that was chosen is kept for the next start, unless that asks for another one.
    #[test]
    fn a_chosen_length_of_the_day_is_kept() {
        let mut conn = Connection::open_in_memory().unwrap();
        super::super::schema::migrate(&mut conn).unwrap();
        let machine = Clock::manual(Timestamp::from_second(1_000).unwrap());
        let start =
            |conn: &Connection, seconds| SimClock::resume(machine.clone(), seconds, conn).unwrap();
        let sim = start(&conn, 86_400);
        sim.change(Some(60), None, SignedDuration::ZERO);
        sim.state().write(&conn, 0).unwrap();
        let sim = start(&conn, 86_400);
        assert_eq!(sim.state().day_seconds, 60);
        sim.state().write(&conn, 0).unwrap();
        assert_eq!(start(&conn, 3_600).state().day_seconds, 3_600);
    }

    #[test]
    fn never_backwards() {
        let (machine, sim) = clock(60, Some(5_000_000));
        assert_eq!(sim.now().as_second(), 5_000);
        machine.advance(SignedDuration::from_secs(-500));
        assert_eq!(sim.now().as_second(), 5_000);
        sim.change(None, Some(true), SignedDuration::from_hours(1));
        machine.advance(SignedDuration::from_secs(9_000));
        assert_eq!(sim.now().as_second(), 8_600);
        sim.change(Some(86_400), Some(false), SignedDuration::ZERO);
        machine.advance(SignedDuration::from_secs(4));
        assert_eq!(sim.now().as_second(), 8_604);
    }
}
