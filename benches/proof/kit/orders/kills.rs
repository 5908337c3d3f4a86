//! Kills a program at random moments and starts it again, until every order is bought and it was
//! killed often enough. What each kill interrupted is read from the files that it left.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use postroom::orders::order::Order;
use postroom::orders::order_label::LabelStatus;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use super::super::{Dice, Failure, PATIENCE};
use super::Trial;

/// Between two looks at the progress.
const LOOK: Duration = Duration::from_millis(10);
/// One kill in so many comes a random time after the start: while files are opened, the clerk signs
/// in, a table is imported, or what was left open is settled. The others come while rates are asked
/// for and labels are bought.
const AT_THE_START: u64 = 5;
const LONGEST_START_MS: u64 = 3_000;
/// After the progress that a kill waits for: longer than the time between two commits.
const LONGEST_REST_MS: u64 = 300;
/// The data folder of the program that is killed.
pub struct Place {
    pub desk: PathBuf,
    pub workspace: PathBuf,
    pub orders: u64,
}

/// What the kills met.
#[derive(Debug, Default)]
pub struct Deaths {
    pub kills: u64,
    pub starts: u64,
    /// Runs that ended by themselves, by exit code.
    pub ends: BTreeMap<i32, u64>,
    /// Kills by what the program was doing.
    pub during: BTreeMap<&'static str, u64>,
    /// Labels that the kills left open, by how far they had come.
    pub open: BTreeMap<String, u64>,
}

/// When the next kill comes.
#[derive(Clone, Copy)]
enum Moment {
    /// There were enough.
    Never,
    AfterStart(Duration),
    /// When the progress is this far, and some time later.
    AtProgress(u64, Duration),
}

impl Place {
    pub fn new(desk: PathBuf, workspace: PathBuf, orders: u64) -> Self {
        Self { desk, workspace, orders }
    }

    /// The number of orders by state; `None` while it cannot be read.
    fn by_state(&self) -> Option<BTreeMap<String, u64>> {
        let workspace = read_only(&self.workspace).ok()?;
        let mut read = workspace.prepare("SELECT state, orders FROM state_counts");
        let read = read.as_mut().ok()?;
        let rows = read.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)));
        let rows = rows.ok()?.collect::<Result<Vec<_>, _>>().ok()?;
        let counts = rows.into_iter();
        Some(counts.map(|(state, orders)| (state, orders.unsigned_abs())).collect())
    }

    /// How far the orders are: one step for the rate and three for the label of each.
    fn progress(&self) -> Option<u64> {
        let states = self.by_state()?;
        let steps = |(state, orders): (&String, &u64)| match state.as_str() {
            "bought" => 4 * orders,
            "in-doubt" => 3 * orders,
            "rated" | "buying" => *orders,
            _ => 0,
        };
        Some(states.iter().map(steps).sum())
    }

    fn draw(&self, dice: &mut Dice, left: u64) -> Moment {
        if left == 0 {
            return Moment::Never;
        }
        let now = self.progress().unwrap_or_default();
        let ahead = (4 * self.orders).saturating_sub(now);
        if ahead == 0 || dice.below(AT_THE_START) == 0 {
            return Moment::AfterStart(Duration::from_millis(dice.below(LONGEST_START_MS)));
        }
        // On average the kills that are left share the way that is left.
        let target = now + 1 + dice.below((2 * ahead / (left + 1)).max(1));
        Moment::AtProgress(target, Duration::from_millis(dice.below(LONGEST_REST_MS)))
    }
}

/// `goes_on` has the exit codes of a run that has left something to the next one.
pub fn kill_and_restart(
    trial: &Trial,
    place: &Place,
    goes_on: &[i32],
    start: impl Fn() -> Result<Child, Failure>,
) -> Result<Deaths, Failure> {
    let mut dice = Dice::new(trial.seed);
    let mut deaths = Deaths::default();
    let mut moment = place.draw(&mut dice, trial.kills);
    // A program that never gets further would be started for ever.
    let most = 5 * trial.kills + 200;
    while deaths.starts < most {
        deaths.starts += 1;
        let mut child = Running(start()?);
        let code = child.run_until(moment, place)?;
        if let Some(code) = code {
            *deaths.ends.entry(code).or_default() += 1;
            if code == 0 && deaths.kills >= trial.kills {
                return Ok(deaths);
            }
            if code != 0 && !goes_on.contains(&code) {
                return Err(format!("exit code {code}: {}", child.said()).into());
            }
            if code == 0 {
                moment = place.draw(&mut dice, trial.kills - deaths.kills);
            }
            continue;
        }
        deaths.kills += 1;
        deaths.read_what_is_left(place)?;
        moment = place.draw(&mut dice, trial.kills.saturating_sub(deaths.kills));
    }
    Err(format!("not finished after {most} starts: {:?}", place.by_state()).into())
}

/// A child, killed if this process gives up on it.
struct Running(Child);

impl Running {
    /// Returns the exit code, or `None` if it was killed.
    fn run_until(&mut self, moment: Moment, place: &Place) -> Result<Option<i32>, Failure> {
        let begun = Instant::now();
        let mut moved = (Instant::now(), 0);
        loop {
            if let Some(status) = self.0.try_wait()? {
                let code = status.code().ok_or("it was ended by another signal")?;
                return Ok(Some(code));
            }
            let progress = place.progress().unwrap_or_default();
            if progress != moved.1 {
                moved = (Instant::now(), progress);
            }
            if moved.0.elapsed() > 3 * PATIENCE {
                return Err(format!("nothing moves any more: {:?}", place.by_state()).into());
            }
            let due = match moment {
                Moment::Never => false,
                Moment::AfterStart(time) => begun.elapsed() >= time,
                Moment::AtProgress(target, rest) => {
                    let due = progress >= target;
                    if due {
                        std::thread::sleep(rest);
                    }
                    due
                }
            };
            if due && self.0.try_wait()?.is_none() {
                // SIGKILL.
                self.0.kill()?;
                self.0.wait()?;
                return Ok(None);
            }
            std::thread::sleep(LOOK);
        }
    }

    /// What it wrote to standard error, if that was kept.
    fn said(&mut self) -> String {
        let mut said = String::new();
        if let Some(mut pipe) = self.0.stderr.take() {
            // What cannot be read is left out of the message.
            let _ = std::io::Read::read_to_string(&mut pipe, &mut said);
        }
        said
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has mostly ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Deaths {
    fn read_what_is_left(&mut self, place: &Place) -> Result<(), Failure> {
        let states = place.by_state().unwrap_or_default();
        let all: u64 = states.values().sum();
        let open = |state: &str| states.get(state).copied().unwrap_or_default();
        let during = match open("buying") {
            _ if all < place.orders => "before all orders were imported",
            0 if open("bought") == place.orders => "after the last label",
            0 if open("in-doubt") == 0 => "with no label open",
            0 => "with labels in doubt",
            _ => "while labels were being bought",
        };
        *self.during.entry(during).or_default() += 1;
        if open("buying") + open("in-doubt") == 0 {
            return Ok(());
        }
        let journal = read_only(&place.desk.join("journal.db"))?;
        let mut find = journal.prepare("SELECT state FROM entries WHERE txn = ?1")?;
        for order in open_orders(&place.workspace)? {
            let labels = order.labels.iter();
            let labels = labels
                .filter(|label| matches!(label.status, LabelStatus::Buying | LabelStatus::InDoubt));
            for label in labels {
                let state = find.query_row([label.transaction.as_str()], |row| row.get(0));
                let state: Option<String> = state.optional()?;
                let state = match state {
                    Some(state) => format!("{state} in the journal"),
                    None => "claimed and not in the journal".to_owned(),
                };
                *self.open.entry(state).or_default() += 1;
            }
        }
        Ok(())
    }
}

fn open_orders(workspace: &Path) -> Result<Vec<Order>, Failure> {
    let workspace = read_only(workspace)?;
    let mut read = workspace.prepare(
        "SELECT json FROM orders JOIN order_details USING (position)
         WHERE state IN ('buying', 'in-doubt')",
    )?;
    let rows = read.query_map([], |row| row.get::<_, String>(0))?;
    let mut orders = Vec::new();
    for json in rows {
        orders.push(serde_json::from_str(&json?)?);
    }
    Ok(orders)
}

pub fn read_only(path: &Path) -> Result<Connection, Failure> {
    let open = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let open = open.map_err(|error| format!("{}: {error}", path.display()))?;
    open.busy_timeout(PATIENCE)?;
    Ok(open)
}
