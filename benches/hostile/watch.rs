//! The largest resident set of this process's children, sampled while they run.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

const BETWEEN: Duration = Duration::from_millis(2);

pub struct Watch {
    peak_kb: Arc<AtomicU64>,
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    pub fn start() -> Self {
        let (peak_kb, done) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
        let (peak, ended) = (Arc::clone(&peak_kb), Arc::clone(&done));
        let thread = thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                for child in children() {
                    peak.fetch_max(peak_of(child), Ordering::Relaxed);
                }
                thread::sleep(BETWEEN);
            }
        });
        Self { peak_kb, done, thread: Some(thread) }
    }

    /// The peak since the last call, in megabytes of a million bytes.
    pub fn taken(&self) -> f64 {
        let kb = self.peak_kb.swap(0, Ordering::Relaxed);
        assert!(kb > 0, "no child was seen: is /proc there?");
        kb as f64 * 1.024 / 1_000.0
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The children of all threads, because any thread may have started one.
fn children() -> BTreeSet<u32> {
    let Ok(threads) = fs::read_dir("/proc/self/task") else {
        return BTreeSet::new();
    };
    threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok())
        .flat_map(|text| {
            let words: Vec<u32> =
                text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            words
        })
        .collect()
}

/// The largest resident set of a process so far, in kilobytes of 1,024 bytes.
pub fn peak_of(child: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{child}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
