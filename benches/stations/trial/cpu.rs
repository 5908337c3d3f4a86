//! Processor time of the parts of a trial, read from `/proc`: it tells what the limit is where
//! stations, database and service share the cores of one computer.

use std::collections::{HashMap, HashSet};
use std::fs;

use super::Place;

/// What Linux counts processor time in.
const TICKS_A_SECOND: f64 = 100.0;

/// Seconds of processor time since the processes began.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuTime {
    pub stations: f64,
    pub database: f64,
    /// The service, which runs in the process of the bench.
    pub service: f64,
}

struct Process {
    parent: u32,
    seconds: f64,
    /// Of children that have ended.
    seconds_of_children: f64,
}

impl CpuTime {
    /// What has been used so far.
    pub fn of(place: &Place) -> Self {
        let all = processes();
        let stations = place.desks.iter().filter_map(|desk| desk.child.as_ref());
        let stations: HashSet<u32> = stations.map(std::process::Child::id).collect();
        let server = place.database.server.pid();
        let mut used = Self::default();
        for (pid, process) in &all {
            if stations.contains(pid) {
                used.stations += process.seconds;
            } else if *pid == std::process::id() {
                used.service += process.seconds;
            } else if descends_from(*pid, server, &all) {
                used.database += process.seconds;
                if *pid == server {
                    used.database += process.seconds_of_children;
                }
            }
        }
        used
    }

    pub fn since(self, before: Self) -> Self {
        Self {
            stations: self.stations - before.stations,
            database: self.database - before.database,
            service: self.service - before.service,
        }
    }
}

fn processes() -> HashMap<u32, Process> {
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = folders.filter_map(|folder| folder.file_name().to_str()?.parse::<u32>().ok());
    pids.filter_map(|pid| Some((pid, read(pid)?))).collect()
}

/// `None` if the process has ended.
fn read(pid: u32) -> Option<Process> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may have blanks.
    let (_, rest) = line.rsplit_once(") ")?;
    let fields: Vec<&str> = rest.split(' ').collect();
    let seconds = |at: usize| -> Option<f64> {
        let ticks: u64 = fields.get(at)?.parse().ok()?;
        Some(ticks as f64 / TICKS_A_SECOND)
    };
    Some(Process {
        parent: fields.get(1)?.parse().ok()?,
        seconds: seconds(11)? + seconds(12)?,
        seconds_of_children: seconds(13)? + seconds(14)?,
    })
}

fn descends_from(pid: u32, ancestor: u32, all: &HashMap<u32, Process>) -> bool {
    let mut at = pid;
    while at != ancestor {
        match all.get(&at) {
            Some(process) if process.parent > 1 => at = process.parent,
            _ => return false,
        }
    }
    true
}
