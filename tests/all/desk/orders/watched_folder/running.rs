//! [`watch`] in real time: the system's events, the poll, the end.

use std::fs::{self, OpenOptions};
use std::io::Write;

use postroom::watched_folder::{FolderEvent, SteadinessRules, WatchedFolderSettings, watch};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::kit::{Fixture, PATIENCE, SETTINGS, TWO_ORDERS, kinds, run};
use crate::prelude::*;

/// The settings of a run in real time.
fn quick(poll: Duration) -> WatchedFolderSettings {
    WatchedFolderSettings {
        steadiness: SteadinessRules {
            steady_for: Duration::from_millis(20),
            retry_after: Duration::from_millis(20),
            ..SETTINGS.steadiness
        },
        poll,
        ..SETTINGS
    }
}

async fn next_event(events: &mut UnboundedReceiver<FolderEvent>) -> String {
    let event = tokio::time::timeout(PATIENCE, events.recv()).await;
    kinds(&[event.expect("an event in time").unwrap()]).remove(0)
}

async fn wait_for_file(path: &Path) {
    let moved = async {
        while !path.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, moved).await.unwrap();
}

#[test]
fn a_running_watch_takes_files_by_events_and_by_polling_and_ends_when_told() {
    // With a poll that never comes in the time of the test, only events bring the second look.
    for (poll, is_prepared) in [(PATIENCE * 10, true), (Duration::from_millis(10), false)] {
        let mut fixture = Fixture::new();
        let (sender, mut events) = unbounded_channel();
        fixture.workspace.sent = Some(sender);
        let (close, closed) = tokio::sync::oneshot::channel::<()>();
        run(async {
            if !is_prepared {
                fs::remove_dir(fixture.folder()).unwrap();
            }
            let closing = async { closed.await.unwrap_or_default() };
            let (folder, sink) = (fixture.folder(), fixture.workspace.clone());
            let running = tokio::spawn(watch(folder, quick(poll), sink, closing));
            if !is_prepared {
                assert_eq!(next_event(&mut events).await, "unavailable");
                fs::create_dir(fixture.folder()).unwrap();
            }
            assert_eq!(next_event(&mut events).await, "available");
            fixture.write("a.csv.part", TWO_ORDERS);
            fs::rename(fixture.path("a.csv.part"), fixture.path("a.csv")).unwrap();
            assert_eq!(next_event(&mut events).await, "imported a.csv");
            wait_for_file(&fixture.path("done/a.csv")).await;
            let mut file = OpenOptions::new()
                .create_new(true)
                .append(true)
                .open(fixture.path("b.csv"))
                .unwrap();
            file.write_all(b"order,item\n7,jug\n").unwrap();
            drop(file);
            assert_eq!(next_event(&mut events).await, "imported b.csv");
            wait_for_file(&fixture.path("done/b.csv")).await;
            close.send(()).unwrap();
            tokio::time::timeout(PATIENCE, running).await.unwrap().unwrap();
        });
        assert_eq!(fixture.workspace.orders().len(), 3);
    }
}
