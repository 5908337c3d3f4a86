//! What this computer has seen of the purchases of each station, and what a person here has said about
//! missing reports. It is kept in a file of this computer: what is in the workspace goes back with it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use super::reports::{CountRow, Counts, MOST_COUNTED};
use crate::base::private;

/// Stations of one workspace that are remembered: others could write rows without end.
const MOST_STATIONS: usize = 1_000;

/// What is remembered of one workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeenWorkspace {
    /// The highest number of purchases that was seen of each station.
    pub purchases: BTreeMap<String, i64>,
    /// Since when each station is asked that owes a report, as the server writes it. The count of its answer
    /// holds from then on, whatever was seen before: a count that somebody else wrote would be asked about
    /// for ever.
    pub owing: BTreeMap<String, String>,
    pub yes: Option<Yes>,
}

impl SeenWorkspace {
    /// Whether the station has answered the question that was seen. No copy from before the question has
    /// that answer, however high its count is.
    pub(super) fn have_report(&self, row: &CountRow) -> bool {
        !row.owes_report
            && row.answered.is_some()
            && self.owing.get(&row.station) == row.answered.as_ref()
    }

    fn note_row(&mut self, row: &CountRow) {
        if self.have_report(row) {
            self.owing.remove(&row.station);
            self.purchases.remove(&row.station);
        } else if let Some(asked) = &row.asked
            && (self.owing.contains_key(&row.station) || self.owing.len() < MOST_STATIONS)
        {
            self.owing.insert(row.station.clone(), asked.clone());
        }
        self.note_count(&row.station, row.purchases);
    }

    fn note_count(&mut self, station: &str, purchases: i64) {
        let purchases = purchases.clamp(0, MOST_COUNTED);
        if let Some(known) = self.purchases.get_mut(station) {
            *known = purchases.max(*known);
        } else if purchases > 0 && self.purchases.len() < MOST_STATIONS {
            self.purchases.insert(station.to_owned(), purchases);
        }
    }
}

/// A person here has said that orders are bought without the reports that were missing then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Yes {
    /// The oid of the table of claims.
    pub tables: i64,
    /// The time of the server when the person was shown which reports are missing, in microseconds since
    /// 1970. What is asked for later is another question.
    pub until: i64,
}

/// The workspaces that were seen, by their ids.
#[derive(Debug, Default)]
pub(super) struct SeenWorkspaces {
    /// `None` for a workspace that nobody keeps.
    file: Option<PathBuf>,
    known: Mutex<BTreeMap<String, SeenWorkspace>>,
}

/// What was known at one moment.
pub(super) struct Known(BTreeMap<String, SeenWorkspace>);

impl Known {
    pub fn of_workspace(&self, workspace: &str) -> SeenWorkspace {
        self.0.get(workspace).cloned().unwrap_or_default()
    }

    /// The stations of all workspaces, and this one.
    pub fn stations(&self, own: &str) -> Vec<String> {
        let stations = self.0.values().flat_map(|seen| seen.purchases.keys());
        let stations: BTreeSet<&str> = stations.map(String::as_str).chain([own]).collect();
        stations.into_iter().map(str::to_owned).collect()
    }
}

impl SeenWorkspaces {
    /// Reads the file. Without it nothing is known: what other stations know still counts.
    pub async fn kept_in(file: PathBuf) -> Self {
        let path = file.clone();
        let read = tokio::task::spawn_blocking(move || std::fs::read(&path)).await;
        let known = match read {
            Ok(Ok(bytes)) => serde_json::from_slice(&bytes).unwrap_or_else(|error| {
                tracing::error!(%error, "the purchases that were seen cannot be decoded");
                BTreeMap::new()
            }),
            Ok(Err(error)) if error.kind() == ErrorKind::NotFound => BTreeMap::new(),
            Ok(Err(error)) => {
                tracing::error!(%error, "the purchases that were seen cannot be read");
                BTreeMap::new()
            }
            Err(_) => BTreeMap::new(),
        };
        Self { file: Some(file), known: Mutex::new(known) }
    }

    /// What is known now. Taken before the rows are read that are compared with it: what is noted
    /// meanwhile may be newer than these rows.
    pub async fn known(&self) -> Known {
        Known(self.known.lock().await.clone())
    }

    /// Remembers the counts where they are higher or reported, and that of this station after a claim. On
    /// the disk when it returns.
    pub async fn note(&self, counts: &Counts, own: Option<(&str, i64)>) {
        self.change(&counts.workspace, |seen| {
            for row in &counts.rows {
                seen.note_row(row);
            }
            if let Some((station, purchases)) = own {
                seen.note_count(station, purchases);
            }
        })
        .await;
    }

    pub async fn note_yes(&self, workspace: &str, yes: Yes) {
        self.change(workspace, |seen| seen.yes = Some(yes)).await;
    }

    /// The file is written under the lock, so that no older state is written after a newer one.
    async fn change(&self, workspace: &str, change: impl FnOnce(&mut SeenWorkspace)) {
        let mut known = self.known.lock().await;
        let before = known.get(workspace).cloned().unwrap_or_default();
        let mut after = before.clone();
        change(&mut after);
        if after == before {
            return;
        }
        known.insert(workspace.to_owned(), after);
        let Some(file) = self.file.clone() else {
            return;
        };
        let bytes = serde_json::to_vec(&*known).unwrap_or_default();
        let write = tokio::task::spawn_blocking(move || private::write_bytes(&file, &bytes)).await;
        // The purchases themselves are in the journal, without which nothing is sent.
        if let Ok(Err(error)) = write {
            tracing::error!(%error, "the purchases that were seen cannot be kept");
        }
    }
}
