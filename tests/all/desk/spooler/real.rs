//! The system's real spooler. Under Wine it passes jobs on to the host's printing system and keeps
//! no list of them, so it can only report that a job left.

use std::io::Read;
use std::net::TcpListener;
use std::time::Duration;

use postroom::desk::intent::Intent;
use postroom::desk::printing::state::PrintRequest;
use postroom::label::print::spooler::Spooler;
use postroom::label::{Limits, Verdict, decode_in_process, self_check};
use postroom::store::spool::JobState;

use super::queue;
use crate::desk::harness::DeskFixture;
use crate::desk::printing::{buy, newest, set_up};

/// The bytes of the next job at the port behind the queue `zebra`.
fn taken(port: &str) -> std::thread::JoinHandle<Vec<u8>> {
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).unwrap();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let (mut stream, _) = listener.accept().unwrap();
        stream.read_to_end(&mut bytes).unwrap();
        bytes
    })
}

#[test]
fn bytes_and_labels_reach_a_queue_whole() {
    let Ok(port) = std::env::var("POSTROOM_SPOOLER_SINK") else {
        return;
    };
    let world = DeskFixture::new();
    let spooler = Spooler::new(world.setup().decoder_program);
    let found = world.runtime.block_on(spooler.queues()).unwrap();
    assert!(found.iter().any(|it| it.uri == "winspool:zebra"), "{found:?}");

    let bytes: Vec<u8> = (0..250_000_u32).map(|at| (at % 253) as u8).collect();
    let arrives = taken(&port);
    let sent = world.runtime.block_on(spooler.print("zebra", "Every byte", bytes.clone()));
    assert!(
        matches!(sent, postroom::label::print::cups::SpoolOutcome::Accepted { .. }),
        "{sent:?}"
    );
    assert!(arrives.join().unwrap() == bytes, "the very bytes");

    // A printer that is off: its label waits in the queue, never counts as printed, and arrives
    // once when the printer is on.
    let mut desk = world.open_connected();
    set_up(&mut desk, queue("zebra"));
    let shipment = buy(&mut desk);
    desk.apply(Intent::Print(PrintRequest {
        shipments: vec![shipment],
        ..PrintRequest::default()
    }));
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    desk.run_for(Duration::from_secs(2));
    assert_eq!(newest(desk.state()), Some(JobState::Sent));
    let arrives = taken(&port).join().unwrap();
    let pages = decode_in_process(&arrives, 203.0, &Limits::default()).unwrap();
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    let row = &desk.state().shipments.rows[0];
    let number = row.tracking_number.clone().unwrap().to_string();
    let check = self_check(&pages, &number, Some((4.0, 6.0)));
    assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
    assert_eq!(desk.state().printing.jobs.len(), 1);
}
