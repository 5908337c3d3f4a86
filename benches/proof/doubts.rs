//! A thousand purchases with an unknown outcome at the start, with the timing of the shipped
//! program: nine of ten were bought, one of ten never arrived, and the network is down for the
//! first seconds.

use std::time::Duration;

use postroom::desk::Timing;

use crate::arguments::ProofArgs;
use crate::kit::audit::audit;
use crate::kit::doubts::clear_up;
use crate::kit::shop::Server;
use crate::kit::{Failure, Folder};
use crate::report::{Report, percentile};

const REAL_DAY: u32 = 86_400;
const DOWN: Duration = Duration::from_secs(3);

pub fn run(wish: &ProofArgs, report: &mut Report) -> Result<(), Failure> {
    let folder = Folder::new("proof-doubts")?;
    let server = Server::start(folder.join("service"), REAL_DAY)?;
    server.refill(100_000)?;
    let doubts = wish.of(1_000);
    let pace = Timing::default();
    let mut cleared = clear_up(&folder, &server, (doubts, DOWN), &pace)?;
    server.stop();
    let second = Duration::from_secs(1);
    report.figure(
        "the first call, after opening",
        match cleared.first_call {
            Some(time) => format!("{time:.2?}"),
            None => "not while the network was down".to_owned(),
        },
        "within 1 s",
        cleared.first_call.is_some_and(|time| time <= second),
    );
    report.say(format_args!(
        "the first look-up had ended, without an answer, after {:.2?}",
        cleared.first_look
    ));
    report.figure(
        "the longest frame of the desk",
        format_args!("{:.2?}", cleared.longest_frame),
        "under 100 ms, which a person notices",
        cleared.longest_frame < Duration::from_millis(100),
    );
    let half = percentile(&mut cleared.resolved, 50);
    report.figure(
        "median until settled, from the network's return",
        format_args!("{half:.2?}"),
        "under 10 s",
        half < 10 * second,
    );
    let last = percentile(&mut cleared.resolved, 100);
    report.say(format_args!(
        "the last one, which never arrived and was sent again after its quiet period: {last:.1?}"
    ));
    let found = audit(&[&folder.join("desk")], &folder.join("service"))?;
    let (labels, wanted) = (found.labels, doubts + 1);
    report.figure("labels", labels, &wanted.to_string(), labels == wanted);
    super::faults::tell(&found, report);
    Ok(())
}
