//! Decides from repeated looks at a folder which of its files are whole, as far as their size and
//! their time tell. A state machine without clock and file system: each look brings its time.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::time::{Duration, SystemTime};

use crate::names;

/// What tells one content of a file from another without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub bytes: u64,
    /// `None` if the file system keeps no times.
    pub modified: Option<SystemTime>,
}

/// A regular file of the folder at one look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenFile {
    pub name: OsString,
    pub stamp: Stamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SteadinessRules {
    /// A file is taken when it has not changed for this long. More than the 2 s in which some file
    /// systems count their times.
    pub steady_for: Duration,
    /// A file that has not changed for this long is taken although its content looks unfinished, and
    /// one that cannot be taken is named to the user.
    pub overdue_after: Duration,
    /// The pause before a file that could not be taken is tried again. Doubles up to 32-fold.
    pub retry_after: Duration,
}

impl Default for SteadinessRules {
    fn default() -> Self {
        Self {
            steady_for: Duration::from_secs(3),
            overdue_after: Duration::from_secs(300),
            retry_after: Duration::from_secs(5),
        }
    }
}

/// A file to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SteadyFile {
    pub name: OsString,
    pub stamp: Stamp,
    /// It has not changed for `overdue_after`.
    pub is_overdue: bool,
}

/// Why a file is not taken, however long it has not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    Empty,
    /// This file beside it says that an office program has it open.
    OpenInOffice {
        lock: String,
    },
}

/// What one look brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The oldest first, so that orders come as the shop wrote them.
    pub steady: Vec<SteadyFile>,
    /// Files that have not changed for `overdue_after` and are not taken.
    pub hindered: Vec<(OsString, Hindrance)>,
}

/// The files of the folder as the looks showed them.
#[derive(Debug)]
pub struct Steadiness {
    rules: SteadinessRules,
    files: HashMap<OsString, Tracked>,
}

#[derive(Debug)]
struct Tracked {
    stamp: Stamp,
    /// The first look that showed this stamp.
    since: Duration,
    /// Not taken before this time.
    not_before: Duration,
    /// The number of times that it could not be taken.
    attempts: u32,
    hindered: bool,
}

impl Steadiness {
    pub fn new(rules: SteadinessRules) -> Self {
        Self { rules, files: HashMap::new() }
    }

    /// Adds a look at the time `at`, which counts from any fixed moment and never goes back.
    pub fn add_look(&mut self, at: Duration, seen: &[SeenFile]) -> Look {
        let names: HashSet<&OsStr> = seen.iter().map(|file| file.name.as_os_str()).collect();
        self.files.retain(|name, _| names.contains(name.as_os_str()));
        let mut look = Look::default();
        for file in seen {
            let name = file.name.to_string_lossy();
            if names::is_never_imported(&name) {
                continue;
            }
            let steady_from = at.saturating_add(self.rules.steady_for);
            let fresh = || Tracked {
                stamp: file.stamp,
                since: at,
                not_before: steady_from,
                attempts: 0,
                hindered: false,
            };
            let tracked = self.files.entry(file.name.clone()).or_insert_with(fresh);
            if tracked.stamp != file.stamp {
                *tracked = fresh();
            }
            let is_overdue = at.saturating_sub(tracked.since) >= self.rules.overdue_after;
            let hindrance = hindrance(&name, file.stamp, &names);
            tracked.hindered = hindrance.is_some();
            match hindrance {
                Some(hindrance) if is_overdue => {
                    look.hindered.push((file.name.clone(), hindrance));
                }
                None if at >= tracked.not_before => look.steady.push(SteadyFile {
                    name: file.name.clone(),
                    stamp: file.stamp,
                    is_overdue,
                }),
                _ => {}
            }
        }
        look.steady.sort_by(|one, other| order_of(one).cmp(&order_of(other)));
        look.hindered.sort_by(|one, other| one.0.cmp(&other.0));
        look
    }

    /// Takes the file again later, if it is still there and unchanged.
    pub fn postpone(&mut self, name: &OsStr, at: Duration) {
        if let Some(tracked) = self.files.get_mut(name) {
            let factor = 2_u32.saturating_pow(tracked.attempts.min(5));
            let pause = self.rules.retry_after.saturating_mul(factor);
            tracked.not_before = at.saturating_add(pause);
            tracked.attempts = tracked.attempts.saturating_add(1);
        }
    }

    /// The time after `at` when the next file can be steady, if nothing changes.
    pub fn next_due(&self, at: Duration) -> Option<Duration> {
        let files = self.files.values().filter(|tracked| !tracked.hindered);
        let times = files.map(|tracked| tracked.not_before);
        times.filter(|time| *time > at).min()
    }
}

fn order_of(file: &SteadyFile) -> (Option<SystemTime>, &OsStr) {
    (file.stamp.modified, &file.name)
}

fn hindrance(name: &str, stamp: Stamp, names: &HashSet<&OsStr>) -> Option<Hindrance> {
    if stamp.bytes == 0 {
        return Some(Hindrance::Empty);
    }
    let mut locks = names::office_locks_of(name).into_iter();
    let lock = locks.find(|lock| names.contains(OsStr::new(lock)))?;
    Some(Hindrance::OpenInOffice { lock })
}

#[cfg(test)]
mod tests;
