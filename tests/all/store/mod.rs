//! Tests of the store through its public API, on real files.

// Clippy's exception for tests covers only `#[test]` functions, not the helpers they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod blocking;
mod book;
mod cache;
mod crash;
mod damage;
#[cfg(unix)]
mod full_disk;
mod journal;
#[cfg(target_os = "linux")]
mod keyring;
#[cfg(any(windows, target_os = "macos"))]
mod native;
mod outbox;
mod proof;
mod quotes;
mod salvage;
mod scale_reading;
mod spool;
mod taken_over;
mod vault;
mod workspace;

use std::sync::atomic::{AtomicU32, Ordering};

use crate::prelude::*;

/// A separate folder for each test, removed when it is dropped.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("postroom-store-{name}-{}-{number}", std::process::id());
        Self(std::env::temp_dir().join(folder))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

pub fn clock() -> Clock {
    Clock::manual("2024-03-01T10:00:00.123456789Z".parse().unwrap())
}

pub fn dollars(cents: i64) -> Money {
    Money::new(Amount::from_cents(cents), Currency::USD)
}

pub fn label(order: &str, sequence: u32) -> NewEntry {
    NewEntry {
        kind: EntryKind::Label,
        order: Some(OrderId::new(order)),
        sequence,
        environment: "test".to_owned(),
        account: "account-1".to_owned(),
        base_url: "https://example.test/v3.1".to_owned(),
        call: "POST /Shipment".to_owned(),
        body: format!("{{\"order\":\"{order}\",\"sequence\":{sequence}}}").into_bytes(),
        expected: Some(dollars(790)),
        title: format!("Label {sequence} of {order}"),
    }
}
