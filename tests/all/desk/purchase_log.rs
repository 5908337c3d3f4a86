//! One label is followed through the log, from the click to the printer.

use postroom::base::log::{self, LogFile, recent_log_lines};
use postroom::desk::intent::Intent;
use postroom::desk::money::purchase::PurchaseStatus;
use postroom::desk::printing::state::PrintRequest;
use postroom::desk::safekeeping::{SafekeepingIntent, log_folder};
use postroom::store::spool::JobState;
use tracing::dispatcher::{self, Dispatch};

use super::harness::DeskFixture;
use super::printing::{FakePrinter, any_loopback_address, newest, printer, set_up};

/// Every step has a line that names the transaction id, or the shipment id, which one line joins
/// with it. The click is joined by the order that the journal names too.
#[test]
fn one_purchase_can_be_followed_by_its_transaction_id() {
    let mut world = DeskFixture::new();
    let file = log_folder(&world.folder.join("desk"));
    let log = Dispatch::new(log::subscriber(Some(LogFile::open(&file).unwrap())));
    // While a process has one log alone, a line that another thread comes to first is judged by the log
    // of that thread, and the threads of other tests have none.
    let _another = Dispatch::new(log::subscriber(None));
    let _of_this_thread = dispatcher::set_default(&log);
    let of_jobs = log.clone();
    world.runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        // Other tests of this process run beside it, whose lines are of no use here.
        .on_thread_start(move || std::mem::forget(dispatcher::set_default(&of_jobs)))
        .build()
        .unwrap();
    let mut desk = world.open_connected();
    let sink = FakePrinter::on(any_loopback_address());
    set_up(&mut desk, printer(sink.address));
    desk.choose();
    let bought = desk.buy_and_wait();
    let PurchaseStatus::Bought { shipment, .. } = bought.status else { unreachable!() };
    desk.apply(Intent::Print(PrintRequest {
        shipments: vec![shipment.clone()],
        ..PrintRequest::default()
    }));
    desk.run_until("printed", |state| newest(state) == Some(JobState::Sent));

    let (transaction, order) = (bought.transaction, bought.order.unwrap());
    let of_purchase = format!("transaction={transaction}");
    let of_order = format!("order={order}");
    let of_shipment = format!("labels=\"{shipment}/1\"");
    let named = format!("{shipment}\")");
    let steps: &[(&str, &[&str])] = &[
        ("a request intent=Buy", &[]),
        ("a label is to be bought", &[&of_order]),
        ("the journal committed", &["state=Intent", &of_order, &of_purchase]),
        ("the journal committed", &["state=Sending", &of_purchase]),
        ("sending a request", &["POST /Shipment\"", &of_purchase]),
        (": request", &["POST /Shipment\"", "status=200", "correlation=", &of_purchase]),
        ("the journal committed", &["state=Confirmed", &of_purchase, shipment.as_str()]),
        ("a bought label is kept", &[&of_purchase, shipment.as_str()]),
        ("an event event=Bought", &[&named]),
        ("a request intent=Print(PrintRequest", &[&named]),
        ("a label is drawn", &[shipment.as_str()]),
        ("a print job is queued", &[&of_shipment]),
        ("a print job is sent", &[&of_shipment]),
        ("a print job row=", &["state=Sent", &of_shipment]),
    ];
    let lines = recent_log_lines();
    let mut left = lines.iter();
    let found: Vec<&String> = steps
        .iter()
        .map(|(says, ids)| {
            let is_it =
                |line: &&String| line.contains(says) && ids.iter().all(|id| line.contains(id));
            left.find(is_it).unwrap_or_else(|| panic!("{says} {ids:?} in\n{}", lines.join("\n")))
        })
        .collect();

    // The money job says which purchase it is for, also in the lines of what it uses.
    let of_job =
        format!("job{{slot=\"purchase of the journal\" about=TransactionId(\"{transaction}\")}}");
    assert!(found[5].contains(&of_job), "{}", found[5]);
    // Without the steps, the file still joins the purchase with its request, shipment and print.
    let kept = std::fs::read_to_string(&log::files(&file)[0]).unwrap();
    // Each copy has a time of its own.
    let timeless = |line: &str| line.split_once("Z ").map_or(line, |(_, says)| says).to_owned();
    let kept: Vec<String> = kept.lines().map(timeless).collect();
    let in_file: Vec<bool> = found.iter().map(|line| kept.contains(&timeless(line))).collect();
    let wanted = steps.iter().map(|(says, ids)| {
        matches!(*says, ": request" | "a print job row=") || ids.contains(&"state=Confirmed")
    });
    assert_eq!(in_file, wanted.collect::<Vec<_>>());

    desk.apply(SafekeepingIntent::ShowDiagnostics);
    desk.run_until("gathered", |state| state.safekeeping.preview.is_some());
    let diagnostics = &desk.state().safekeeping.preview.as_ref().unwrap().text;
    for line in found {
        // It is redacted once more as a whole.
        let (_, says) = line.split_once("postroom").unwrap();
        assert!(diagnostics.contains(says), "{line}");
    }
}
