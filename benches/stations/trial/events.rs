//! Kills of stations and restarts of the database, at random steps of the orders' progress, and the
//! starts that follow, until every order is bought and everything has happened.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::super::kit::crash::Program;
use super::super::kit::{Dice, Failure, PATIENCE};
use super::station::station_name;
use super::{Desk, Place, Trial};

/// Between two looks at the progress.
const LOOK: Duration = Duration::from_millis(200);
/// Between two looks whether a station has claims.
const LOOK_AT_CLAIMS: Duration = Duration::from_millis(10);
/// After the progress that an event waits for.
const LONGEST_REST_MS: u64 = 300;
const LONGEST_DOWN_MS: u64 = 5_000;
/// Longer than a lease and the time for an answer, which are 60 s and 10 s.
const LATE: Duration = Duration::from_secs(80);
/// The same where the lease ended at the kill.
const LATE_WITHOUT_LEASE: Duration = Duration::from_secs(25);
/// Kills that come after the last label come this early after the start of the station.
const LONGEST_START_MS: u64 = 3_000;
/// A lease, the look-ups of a purchase and a database that is away take less than this together.
const NOTHING_MOVES: Duration = PATIENCE.saturating_mul(4);

/// What happens to one station or to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Kill,
    /// Kills a station that has claims, and never starts it again.
    Lose,
    /// The same, and starts it when others have taken over what it had.
    StartLate,
    StopDatabase,
    KillDatabase,
}

impl Event {
    fn is_a_kill(self) -> bool {
        matches!(self, Self::Kill | Self::Lose | Self::StartLate)
    }
}

pub struct Events {
    /// Each with the progress at which it happens, the first one last.
    waiting: Vec<(u64, Event)>,
    dice: Dice,
    pub kills: u64,
    pub starts: u64,
    pub lost: u64,
    pub late: u64,
    pub database_stops: u64,
    pub database_kills: u64,
    pub claims_left: BTreeMap<&'static str, u64>,
}

impl Events {
    pub fn new(trial: &Trial) -> Self {
        let mut dice = Dice::new(trial.seed);
        let steps = 4 * trial.orders;
        let usual = trial.kills.saturating_sub(trial.lost + trial.late);
        let database = |at| match at % 2 {
            0 => Event::StopDatabase,
            _ => Event::KillDatabase,
        };
        let events = (0..usual)
            .map(|_| Event::Kill)
            .chain((0..trial.lost).map(|_| Event::Lose))
            .chain((0..trial.late).map(|_| Event::StartLate))
            .chain((0..trial.restarts).map(database));
        // Stations that are to be lost with claims are not lost at the very end.
        let mut waiting: Vec<(u64, Event)> = events
            .map(|event| match event {
                Event::Lose | Event::StartLate => (dice.below(steps * 3 / 4), event),
                _ => (dice.below(steps), event),
            })
            .collect();
        waiting.sort_by_key(|(progress, _)| std::cmp::Reverse(*progress));
        Self {
            waiting,
            dice,
            kills: 0,
            starts: 0,
            lost: 0,
            late: 0,
            database_stops: 0,
            database_kills: 0,
            claims_left: BTreeMap::new(),
        }
    }

    /// Returns when every order is bought, everything has happened, and every station that was not
    /// lost has ended by itself.
    pub fn carry_out(&mut self, place: &mut Place, child: Program<'_>) -> Result<(), Failure> {
        let mut moved = (Instant::now(), 0);
        loop {
            let running = self.look_after(place, child)?;
            let progress = place.progress().unwrap_or(moved.1);
            if progress != moved.1 {
                moved = (Instant::now(), progress);
            }
            let is_done = progress == 4 * place.trial.orders;
            match self.waiting.last().copied() {
                Some((_, event)) if is_done && running == 0 && event.is_a_kill() => {
                    // Everybody has gone home: one comes back.
                    if place.desks.iter().all(is_over) {
                        self.start_any(place, child)?;
                    }
                    let rest = self.dice.below(LONGEST_START_MS);
                    std::thread::sleep(Duration::from_millis(rest));
                }
                Some((target, event)) if progress >= target || is_done => {
                    let rest = self.dice.below(LONGEST_REST_MS);
                    std::thread::sleep(Duration::from_millis(rest));
                    if self.happen(place, event)? {
                        self.waiting.pop();
                        moved.0 = Instant::now();
                    }
                }
                None if is_done && running == 0 && place.desks.iter().all(is_over) => {
                    return Ok(());
                }
                _ if moved.0.elapsed() > NOTHING_MOVES => {
                    return Err(format!("nothing moves any more:\n{}", place.tell()).into());
                }
                _ => std::thread::sleep(LOOK),
            }
        }
    }

    /// Starts stations that are due. Returns how many are running.
    fn look_after(&mut self, place: &mut Place, child: Program<'_>) -> Result<usize, Failure> {
        let mut running = 0;
        for at in 0..place.desks.len() {
            let desk = place.desks.get_mut(at).ok_or("no such station")?;
            if let Some(process) = &mut desk.child {
                match process.try_wait()? {
                    None => running += 1,
                    Some(status) if status.success() => desk.child = None,
                    Some(status) => {
                        let said = desk.said();
                        return Err(format!("station {at} ended with {status}: {said}").into());
                    }
                }
            }
            if desk.due.is_some_and(|due| due <= Instant::now()) {
                place.start(at, child)?;
                self.starts += 1;
                running += 1;
            }
        }
        Ok(running)
    }

    fn start_any(&mut self, place: &mut Place, child: Program<'_>) -> Result<(), Failure> {
        let mut desks = place.desks.iter();
        let at = desks.position(|desk| !desk.is_lost && desk.due.is_none());
        let Some(at) = at else { return Ok(()) };
        self.starts += 1;
        place.start(at, child)
    }

    /// Returns `false` if no station is running that could be killed.
    fn happen(&mut self, place: &mut Place, event: Event) -> Result<bool, Failure> {
        match event {
            Event::StopDatabase | Event::KillDatabase => {
                let server = &mut place.database.server;
                if event == Event::StopDatabase {
                    server.stop();
                    self.database_stops += 1;
                } else {
                    server.kill();
                    self.database_kills += 1;
                }
                let down = self.dice.below(LONGEST_DOWN_MS);
                std::thread::sleep(Duration::from_millis(down));
                server.start_again();
                Ok(true)
            }
            Event::Kill | Event::Lose | Event::StartLate => self.kill(place, event),
        }
    }

    fn kill(&mut self, place: &mut Place, event: Event) -> Result<bool, Failure> {
        let with_claims = event != Event::Kill;
        let Some(at) = self.choose(place, with_claims)? else {
            return Ok(false);
        };
        let down = self.dice.below(LONGEST_DOWN_MS);
        let desk = place.desks.get_mut(at).ok_or("no such station")?;
        let Some(mut process) = desk.child.take() else {
            return Err("the station was not running".into());
        };
        // SIGKILL.
        process.kill()?;
        process.wait()?;
        self.kills += 1;
        let kind = match event {
            Event::Lose => {
                (desk.is_lost, self.lost) = (true, self.lost + 1);
                "never started again"
            }
            Event::StartLate => {
                let late = match place.trial.ages_leases {
                    true => LATE_WITHOUT_LEASE,
                    false => LATE,
                };
                desk.due = Some(Instant::now() + late);
                self.late += 1;
                "started again when its lease had ended"
            }
            _ => {
                desk.due = Some(Instant::now() + Duration::from_millis(down));
                "started again at once"
            }
        };
        let claims = place.claims_of(at).unwrap_or_default();
        *self.claims_left.entry(kind).or_default() += claims;
        if place.trial.ages_leases && event != Event::Kill {
            place.end_lease_of(at)?;
        }
        Ok(true)
    }

    /// A running station; if it must have claims, the first one that has some.
    fn choose(&mut self, place: &mut Place, with_claims: bool) -> Result<Option<usize>, Failure> {
        let begun = Instant::now();
        loop {
            let mut running = Vec::new();
            for (at, desk) in place.desks.iter_mut().enumerate() {
                let is_running = match &mut desk.child {
                    Some(child) => child.try_wait()?.is_none(),
                    None => false,
                };
                if is_running {
                    running.push(at);
                }
            }
            if running.is_empty() {
                return Ok(None);
            }
            let first = self.dice.place(running.len());
            running.rotate_left(first);
            if !with_claims || begun.elapsed() > PATIENCE {
                return Ok(running.first().copied());
            }
            for at in running {
                if place.claims_of(at).unwrap_or_default() > 0 {
                    return Ok(Some(at));
                }
            }
            std::thread::sleep(LOOK_AT_CLAIMS);
        }
    }
}

fn is_over(desk: &Desk) -> bool {
    desk.child.is_none() && desk.due.is_none()
}

impl Place {
    /// How far the orders are: one step for the rate and three for the label of each. `None` while
    /// the database is away.
    fn progress(&self) -> Option<u64> {
        let sql = "SELECT coalesce(sum(CASE state WHEN 'bought' THEN 4 WHEN 'in-doubt' THEN 3
            WHEN 'rated' THEN 1 WHEN 'buying' THEN 1 ELSE 0 END), 0) FROM postroom.orders";
        self.database.ask(sql).ok()?.trim().parse().ok()
    }

    /// The clock of the server cannot be moved, so the lease of a dead station is.
    fn end_lease_of(&self, at: usize) -> Result<(), Failure> {
        let desk = self.desks.get(at).ok_or("no such station")?;
        let name = station_name(&desk.folder)?;
        let sql = format!(
            "UPDATE postroom.stations SET lease_until = now() - interval '1 s' WHERE name = '{name}'"
        );
        self.database.ask(&sql).map(drop)
    }

    /// The claims of a station; 0 before it has a name.
    fn claims_of(&self, at: usize) -> Option<u64> {
        let desk = self.desks.get(at)?;
        let name = station_name(&desk.folder).ok()?;
        let sql = format!("SELECT count(*) FROM postroom.claims WHERE station = '{name}'");
        self.database.ask(&sql).ok()?.trim().parse().ok()
    }
}
