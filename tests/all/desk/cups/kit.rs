//! Helpers shared by the tests with simulated printing systems, and a desk that prints to them.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::prelude::*;

/// A script of `tests/cups`, running in its own folder until it is dropped.
pub struct Script {
    child: Child,
    pub folder: PathBuf,
}

impl Script {
    pub fn start<const N: usize>(name: &str, ports: [u16; N]) -> Self {
        Self::start_with(name, ports, [])
    }

    pub fn start_with<const N: usize, const M: usize>(
        name: &str,
        ports: [u16; N],
        settings: [(&str, &str); M],
    ) -> Self {
        let folder = std::env::temp_dir().join(format!("postroom-cups-{name}-{}", ports[0]));
        let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cups");
        let mut child = Command::new(format!("{scripts}/{name}"))
            .arg(&folder)
            .args(ports.map(|port| port.to_string()))
            .envs(settings)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let ready = lines.any(|line| line.unwrap() == "ready");
        assert!(ready, "{name} did not start");
        Self { child, folder }
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        // On SIGTERM the script ends the processes it started; on SIGKILL it cannot.
        let asked = Command::new("kill").arg(self.child.id().to_string()).status();
        if asked.is_err() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

pub fn newest(state: &State) -> Option<(JobState, String)> {
    let job = state.printing.jobs.first()?;
    Some((job.state, job.detail.clone()))
}

/// A desk with this printer, and the tracking number of a label bought and sent to it.
pub fn printed_on(world: &DeskFixture, printer: Printer) -> (TestDesk, String) {
    let mut desk = world.open_connected();
    desk.apply(PrintingIntent::SavePrinter { replaces: None, printer: Box::new(printer) });
    desk.choose();
    let PurchaseStatus::Bought { shipment, .. } = desk.buy_and_wait().status else {
        unreachable!()
    };
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    let number = desk.state().shipments.rows[0].tracking_number.clone();
    desk.print(vec![shipment]);
    (desk, number.unwrap().to_string())
}

pub fn until_called_printed(desk: &mut TestDesk) {
    desk.run_until("printed", |state| {
        newest(state).is_some_and(|(state, _)| state == JobState::Printed)
    });
}

/// Prints a label on a printer that is out of paper, closes and reopens the desk while the job
/// waits, and refills the paper. The job stays in the printer's queue and is not sent again.
pub fn printed_once_there_is_paper(
    world: &DeskFixture,
    printer: Printer,
    refill: impl Fn(),
) -> TestDesk {
    let (mut desk, _) = printed_on(world, printer);
    desk.run_until("told that paper is out", |state| {
        newest(state).is_some_and(|(state, words)| {
            state == JobState::Sent && words.contains("The printer is out of paper")
        })
    });
    world.runtime.block_on(desk.0.close());
    let mut desk = world.open();
    desk.run_for(Duration::from_millis(300));
    assert_eq!(newest(desk.state()).unwrap().0, JobState::Sent);
    refill();
    until_called_printed(&mut desk);
    desk
}
