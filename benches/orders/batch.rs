//! 1,000 orders through the desk, and beside it the bare loop.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use postroom::base::clock::Stopwatch;
use postroom::base::id::OrderId;
use postroom::desk::intent::Intent;
use postroom::desk::kernel::batch_job::{BatchIntent, RowState};
use postroom::desk::kernel::session::Connection;
use postroom::desk::order_batches::OrderBatchIntent;
use postroom::desk::order_batches::work::{AT_ONCE, OrderWork};
use postroom::desk::order_printing::print_run::PrintOrders;
use postroom::desk::order_rules::intent::OrderRuleIntent;
use postroom::desk::orders::OrderState;
use postroom::desk::orders::intent::OrderIntent;
use postroom::desk::orders::list::OrderFilter;
use postroom::desk::printing::intent::PrintingIntent;
use postroom::orders::documents::DocumentEdit;
use postroom::orders::order_draft::OrderDefaults;
use postroom::orders::shop_profile::ShopProfile;
use postroom::parcel::draft::{AddressForm, LabelForm};
use serde_json::json;
use tokio::runtime::Runtime;

use super::bare::{BareClient, ship_all};
use super::driven_desk::{DrivenDesk, is_idle};
use super::practice::PracticeProcess;
use super::printer::LabelPrinter;
use super::{memory, table};

/// The desk makes at least this share of the orders that the bare loop makes in the same time.
const AT_LEAST: f64 = 0.90;
/// As [`AT_LEAST`], with answers at once: then the loop, which keeps no journal and checks no label, is
/// compared with the work on this computer alone.
const AT_LEAST_AT_ONCE: f64 = 0.25;
const ENOUGH_MONEY: u32 = 1_000_000;

/// Half of the bare loop runs before the desk and half after it, so that other load on the machine
/// affects both. The service answers after `answer_ms` more. Returns whether the desk reached its share.
pub fn compare(runtime: &Runtime, folder: &Path, orders: usize, answer_ms: u64) -> bool {
    let service = PracticeProcess::start(&folder.join("service"));
    let printer = LabelPrinter::start();
    let client =
        runtime.block_on(BareClient::sign_in(&service, printer.address)).expect("a client");
    let practice = |route: &str, body: &serde_json::Value| {
        let call = client.practice(&service, route, body);
        runtime.block_on(call).expect("a call of the practice");
    };
    practice("refill", &json!({"amount": ENOUGH_MONEY}));
    if answer_ms > 0 {
        for call in ["POST /ShipmentRate", "POST /Shipment"] {
            let rule = json!({
                "call": call, "kind": "delay_before_commit", "millis": answer_ms, "chance": 1,
            });
            practice("faults", &rule);
        }
    }
    let bare = |orders: usize| {
        let shipped = runtime.block_on(ship_all(&client, orders, AT_ONCE));
        shipped.expect("labels of the bare loop")
    };
    let mut desk = prepared(runtime, folder, &service, &printer, orders);
    // Both are warm: the loop has its connections, the service its tables.
    bare(AT_ONCE * 2);
    let half = orders / 2;
    let begun = service.processor_seconds();
    let before = bare(half);
    let bare_service = service.processor_seconds() - begun;
    // The printer counts a label a moment after the loop has sent it.
    let came = AT_ONCE * 2 + half;
    desk.run_until("the labels of the loop", |_| printer.taken() == came);
    let desk_time = shipped_by_desk(&mut desk, &printer, orders, &service);
    let watch = Stopwatch::start();
    desk.run_until("every label at the printer", |_| printer.taken() == came + orders);
    println!("  the printer has the last label {:.1} s later", watch.elapsed().as_secs_f64());
    let after = bare(orders - half);
    runtime.block_on(desk.desk.close());
    println!(
        "bare loop, {orders} orders, {AT_ONCE} at once: {:.2} s and {:.2} s ({:.2} s of the service for the first half)",
        before.as_secs_f64(),
        after.as_secs_f64(),
        bare_service,
    );
    let (ours, theirs) = (desk_time, before + after);
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    let each = |time: Duration| orders as f64 / time.as_secs_f64();
    let at_least = if answer_ms > 0 { AT_LEAST } else { AT_LEAST_AT_ONCE };
    let holds = ratio >= at_least;
    println!(
        "rated, bought and spooled: desk {:.1} a second, bare loop {:.1} a second (answers after {answer_ms} ms more)",
        each(ours),
        each(theirs)
    );
    let verdict = if holds { "holds" } else { "MISSED" };
    println!("  of the bare loop: {ratio:.2} (at least {at_least:.2}) {verdict}");
    holds
}

/// A desk that is signed in, with a printer, a sender and the imported orders.
fn prepared(
    runtime: &Runtime,
    folder: &Path,
    service: &PracticeProcess,
    printer: &LabelPrinter,
    orders: usize,
) -> DrivenDesk {
    let mut desk = DrivenDesk::open(runtime, &folder.join("desk"), service.sign_in());
    desk.run_until("the account", |state| {
        matches!(state.connection, Connection::Connected(_))
            && state.carriers.catalogs.value().is_some()
            && state.balance.summary.value().is_some()
            && state.order_rules.documents.loaded
    });
    desk.apply(PrintingIntent::SavePrinter {
        replaces: None,
        printer: Box::new(printer.settings()),
    });
    let profile = ShopProfile {
        sender: AddressForm {
            name: "Practice Shop".to_owned(),
            street1: "233 S Wacker Dr".to_owned(),
            city: "Chicago".to_owned(),
            state: "IL".to_owned(),
            zip: "60606".to_owned(),
            ..AddressForm::default()
        },
        defaults: OrderDefaults {
            label: LabelForm {
                file_type: postroom::api::value::LabelFileType::Zpl,
                ..LabelForm::default()
            },
            ..OrderDefaults::default()
        },
        ..ShopProfile::default()
    };
    desk.apply(OrderRuleIntent::Document(DocumentEdit::WriteShop(Box::new(profile.clone()))));
    desk.run_until("the sender", |state| {
        state.order_rules.documents.shop.profile.sender == profile.sender
    });
    let file = folder.join("orders.csv");
    std::fs::write(&file, table::csv(orders)).expect("a file");
    desk.import(&file);
    desk
}

/// Rates, buys and queues everything. Returns how long it took, with the steps between.
fn shipped_by_desk(
    desk: &mut DrivenDesk,
    printer: &LabelPrinter,
    orders: usize,
    service: &PracticeProcess,
) -> Duration {
    let all = orders as u64;
    let ids = tick_all(desk);
    let mut steps = Steps::begin(service);
    desk.apply(OrderBatchIntent::Begin(OrderWork::GetRates(ids)));
    desk.run_until("rates", is_idle);
    assert_eq!(done(desk), all, "{}", not_done(desk));
    steps.over("rates");
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    let ids = tick_all(desk);
    let sums = desk.state().orders.selection.sums.clone();
    let priced = sums.expect("sums").priced;
    assert_eq!(priced.len(), orders);
    steps.over("sums");
    desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
    desk.run_until("labels", is_idle);
    wait_for_doubts(desk, all);
    steps.over("labels");
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    let taken = printer.taken();
    desk.apply(Intent::PrintOrders(PrintOrders { ids, ..PrintOrders::default() }));
    desk.run_until("the print queue", |state| {
        let work = state.printing.work.as_ref();
        assert!(state.printing.question.is_none(), "a finding");
        work.is_some_and(|work| !work.is_running() && work.tally().done == all)
    });
    steps.over("print queue");
    println!("  {} labels are printed by then", printer.taken() - taken);
    steps.all.elapsed()
}

/// Prints how long each step took, and the processor time of this process and the service.
struct Steps<'a> {
    all: Stopwatch,
    one: Stopwatch,
    service: &'a PracticeProcess,
    used: (f64, f64),
}

impl<'a> Steps<'a> {
    fn begin(service: &'a PracticeProcess) -> Self {
        Self {
            all: Stopwatch::start(),
            one: Stopwatch::start(),
            service,
            used: (memory::processor_seconds("self"), service.processor_seconds()),
        }
    }

    fn over(&mut self, name: &str) {
        let used = (memory::processor_seconds("self"), self.service.processor_seconds());
        println!(
            "desk, {name}: {:.2} s ({:.2} s of the processor, {:.2} s of the service)",
            self.one.elapsed().as_secs_f64(),
            used.0 - self.used.0,
            used.1 - self.used.1
        );
        self.used = used;
        self.one = Stopwatch::start();
    }
}

fn tick_all(desk: &mut DrivenDesk) -> Vec<OrderId> {
    desk.apply(OrderIntent::Show { filter: OrderFilter::default(), first: 0 });
    desk.apply(OrderIntent::UntickAll);
    desk.apply(OrderIntent::TickAll);
    desk.run_until("the selection", |state| state.orders.selection.sums.is_some());
    desk.state().orders.selection.ids().to_vec()
}

fn done(desk: &DrivenDesk) -> u64 {
    let work = desk.state().order_batches.work.as_ref();
    work.map_or(0, |work| work.tally().done)
}

/// A label whose answer came late, as on a machine that stood still, is in doubt when the batch ends,
/// and is found a moment later. Tells which orders had no label by then, and why.
fn wait_for_doubts(desk: &mut DrivenDesk, all: u64) {
    if done(desk) == all {
        return;
    }
    let at_the_end = not_done(desk);
    println!("  not done when the batch ended: {at_the_end}");
    let watch = Stopwatch::start();
    let answered = desk.state().orders.answered;
    desk.run_until("nothing in doubt", |state| {
        let open = [OrderState::Buying, OrderState::InDoubt];
        let is_over = open.iter().all(|kind| state.orders.in_state(*kind) == 0);
        state.orders.answered > answered && is_over
    });
    let bought = desk.state().orders.in_state(OrderState::Bought);
    assert_eq!(bought, all, "{at_the_end}");
    println!("  every order has its label {:.1} s later", watch.elapsed().as_secs_f64());
}

/// What the batch says of each order that is not done, and where all orders stand.
fn not_done(desk: &DrivenDesk) -> String {
    let orders = &desk.state().orders;
    let work = desk.state().order_batches.work.as_ref().expect("a batch");
    let mut told = format!("{:?} {:?} {:?}", work.tally(), work.trouble, orders.by_state);
    for row in work.rows.iter().filter(|row| !matches!(row.state, RowState::Done(_))) {
        write!(told, "\n    {}: {:?}", row.subject, row.state).expect("a text");
    }
    told
}
