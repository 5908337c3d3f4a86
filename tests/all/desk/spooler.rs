//! Queues of the Windows print spooler. On Windows, or under Wine (`tests/windows/run`): against a
//! spooler simulated with files, where POSTROOM_SPOOLER_FOLDER names its folder, and against the
//! real one, where POSTROOM_SPOOLER_SINK is the port behind its queue `zebra`. On other systems:
//! such a job fails with an explanation.

#[cfg(windows)]
mod files;
#[cfg(windows)]
mod real;

use postroom::label::print::{Destination, Printer};

fn queue(name: &str) -> Printer {
    Printer {
        name: name.to_owned(),
        destination: Destination::Windows { queue: name.to_owned() },
        ..Printer::default()
    }
}

#[cfg(not(windows))]
#[test]
fn a_queue_of_another_computer_is_not_printed_on() {
    use super::printing::{buy, newest, printer, set_up};
    use crate::prelude::*;

    let (_world, mut desk) = connected_desk();
    set_up(&mut desk, queue("ZDesigner ZD421"));
    let shipment = buy(&mut desk);
    desk.print(vec![shipment.clone()]);
    desk.run_until("told so", |state| newest(state) == Some(JobState::Failed));
    let job = &desk.state().printing.jobs[0];
    assert!(job.detail.contains("Windows computer"), "{}", job.detail);
    // The same label for a printer of this computer is a separate job.
    let sink = super::printing::FakePrinter::on(super::printing::any_loopback_address());
    set_up(&mut desk, printer(sink.address));
    desk.apply(Intent::Print(PrintRequest {
        shipments: vec![shipment],
        printer: Some("Zebra".to_owned()),
        ..PrintRequest::default()
    }));
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    assert!(sink.taken()[0].starts_with(b"~CC^"));
}
