//! The threads of the scale: one looks for scales every few seconds, one reads the scale in use.
//! Reading blocks until the device sends a report, so neither the window nor a job may do it.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::desk::scale::descriptor::Layout;
use crate::desk::scale::find::{Scale, ScaleSource};
use crate::desk::scale::report;
use crate::desk::scale::report::Report;

/// Messages from the threads to the desk.
pub(super) enum ScaleMessage {
    Found(Vec<Scale>),
    /// Messages of other runs are ignored from now on. The scale that this run reads, or `None`.
    Run(u64, Option<Scale>),
    Report(u64, Report),
    /// The device cannot be read, or can no longer be read.
    Ended(u64, io::Error),
}

pub(super) type Tell = Arc<dyn Fn(ScaleMessage) + Send + Sync>;

/// An unchanged report is sent again after this time, so that its age stays low.
const AGAIN: Duration = Duration::from_millis(500);
/// Pause after an empty read: the device has no report yet, or a plain file is at its end and may
/// grow.
const END_PAUSE: Duration = Duration::from_millis(20);

/// The pause between two searches where the system does not list its devices.
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

struct Run {
    number: u64,
    scale: Scale,
    stop: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
}

impl Run {
    /// Stops the run. Its thread ends after its next read returns.
    fn leave(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Looks for scales until `orders` is dropped. `orders` receives the id of the scale to use; an
/// empty one means the first scale found.
pub(super) fn watch(
    source: &ScaleSource,
    pause: Duration,
    chosen: String,
    orders: &Receiver<String>,
    tell: &Tell,
) {
    let (mut chosen, mut run, mut number) = (chosen, None::<Run>, 0);
    let mut known = None;
    let mut failures = Failures::default();
    loop {
        let found = match source.scales() {
            Ok(found) => {
                failures = Failures::default();
                found
            }
            Err(error) => {
                if failures.is_first_of_row() {
                    tracing::warn!(%error, "the devices of this computer could not be listed");
                }
                Vec::new()
            }
        };
        let wanted = found.iter().find(|scale| chosen.is_empty() || scale.id == chosen).cloned();
        if known.as_ref() != Some(&found) {
            tell(ScaleMessage::Found(found.clone()));
            known = Some(found);
        }
        let same = run.as_ref().map(|run| &run.scale) == wanted.as_ref();
        let ended = |run: &Run| run.ended.load(Ordering::Relaxed);
        if !same || run.as_ref().is_some_and(ended) {
            if let Some(old) = run.take() {
                old.leave();
            }
            if !same {
                number += 1;
                tell(ScaleMessage::Run(number, wanted.clone()));
            }
            run = wanted.and_then(|scale| start(source, scale, number, tell));
        }
        match orders.recv_timeout(failures.pause(pause)) {
            Ok(order) => chosen = order,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                if let Some(run) = run {
                    run.leave();
                }
                return;
            }
        }
    }
}

/// How often in a row the system has not listed its devices. Some never do, such as Wine.
#[derive(Default)]
struct Failures(u32);

impl Failures {
    /// After another failure: whether it is worth a line in the log.
    fn is_first_of_row(&mut self) -> bool {
        self.0 = self.0.saturating_add(1);
        self.0 == 1
    }

    /// Twice as long after each failure.
    fn pause(&self, usual: Duration) -> Duration {
        let longer = usual.saturating_mul(2_u32.saturating_pow(self.0));
        longer.min(LONGEST_PAUSE.max(usual))
    }
}

/// Starts reading a scale. A scale with an unknown layout has a run without a thread.
fn start(source: &ScaleSource, scale: Scale, number: u64, tell: &Tell) -> Option<Run> {
    let run = Run { number, scale, stop: Arc::default(), ended: Arc::default() };
    let Ok(layout) = run.scale.layout.clone() else {
        return Some(run);
    };
    let (source, node) = (source.clone(), run.scale.node.clone());
    let tell = Arc::clone(tell);
    let (stop, ended) = (Arc::clone(&run.stop), Arc::clone(&run.ended));
    let number = run.number;
    let thread = std::thread::Builder::new().name("postroom-scale".to_owned());
    let started = thread.spawn(move || {
        let outcome = source.open(&node).and_then(|device| {
            follow(device, layout, &stop, &mut |report| {
                tell(ScaleMessage::Report(number, report));
            })
        });
        if let Err(error) = outcome
            && !stop.load(Ordering::Relaxed)
        {
            tell(ScaleMessage::Ended(number, error));
        }
        ended.store(true, Ordering::Relaxed);
    });
    started.ok().map(|_| run)
}

/// Reads reports until the device is disconnected or the run is stopped.
fn follow(
    mut device: Box<dyn Read>,
    layout: Layout,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(Report),
) -> io::Result<()> {
    let mut last: Option<(Report, Stopwatch)> = None;
    // The buffer has the size of one report: systems return one report per read and truncate longer
    // ones.
    let mut bytes = vec![0; layout.bytes()];
    while !stop.load(Ordering::Relaxed) {
        let count = match device.read(&mut bytes) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if count == 0 {
            std::thread::sleep(END_PAUSE);
            continue;
        }
        let Some(report) = report::read(layout, bytes.get(..count).unwrap_or_default()) else {
            continue;
        };
        let news =
            last.as_ref().is_none_or(|(old, since)| *old != report || since.elapsed() >= AGAIN);
        if news && !stop.load(Ordering::Relaxed) {
            hear(report.clone());
            last = Some((report, Stopwatch::start()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_that_lists_no_devices_is_named_once_and_asked_ever_less_often() {
        let usual = Duration::from_secs(2);
        let mut failures = Failures::default();
        assert_eq!(failures.pause(usual), usual);
        let mut seen = Vec::new();
        for _ in 0..40 {
            seen.push((failures.is_first_of_row(), failures.pause(usual).as_secs()));
        }
        let first = [(true, 4), (false, 8), (false, 16), (false, 32)];
        assert_eq!(seen[..4], first);
        assert_eq!(seen[39], (false, 300));
    }

    /// The class folder is a file here, so listing it fails.
    #[test]
    fn a_failed_search_is_reported_as_one_and_a_missing_folder_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hidraw");
        let source = ScaleSource::from(crate::desk::scale::find::HidrawFolders {
            class: file.clone(),
            nodes: folder.path().to_owned(),
            open: |path| std::fs::File::open(path),
        });
        assert!(source.scales().unwrap().is_empty());
        std::fs::write(&file, "").unwrap();
        assert!(source.scales().is_err());
    }
}
