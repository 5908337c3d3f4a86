//! What follows buying: labels printed in the sequence of packing, printed again after a paper jam,
//! recorded in their orders, and handed over by manifest.

mod after_restart;
mod parts;

use postroom::desk::flows::hand_over_orders::plan;
use postroom::desk::order_printing::office_papers::{OrderPapers, PaperGoal};
use postroom::desk::order_printing::print_run::PrintOrders;
use postroom::desk::records::document_id::PaperKind;

use super::super::printing::{any_loopback_address, printer, set_up};
use crate::label::office_printer;
use crate::prelude::*;

/// Orders of one item each. The SKUs are in another sequence than the orders.
fn table(orders: usize) -> String {
    let mut table = String::from(
        "Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb),Length (in),Width (in),Height (in),SKU,Item name,Quantity\n",
    );
    for number in 0..orders {
        table.push_str(&format!(
            "T{number:05},Jane Sample {number},350 5th Ave,New York,NY,10118,US,1,10,6,4,CUP-{},Cup,1\n",
            number * 7 % 11,
        ));
    }
    table
}

/// The numbers of the orders of [`table`] in the sequence of packing.
fn packed(orders: usize) -> Vec<String> {
    let mut numbers: Vec<usize> = (0..orders).collect();
    numbers.sort_by_key(|number| (number * 7 % 11, *number));
    numbers.into_iter().map(|number| format!("T{number:05}")).collect()
}

pub fn bought(world: &DeskFixture, orders: usize) -> TestDesk {
    let mut desk = world.open_connected();
    // More than 72 labels cost more than a practice account begins with.
    world.practice("refill", &json!({ "amount": 1_000 }));
    desk.import_orders(&table(orders));
    desk.rate_all();
    desk.buy_all();
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.run_until("bought", |state| {
        state.orders.in_state(OrderState::Bought) == orders as u64 && has_all_rows(state)
    });
    desk
}

fn has_all_rows(state: &State) -> bool {
    state.orders.rows.len() as u64 == state.orders.total()
        && state.orders.rows.iter().all(|row| row.order.bought_label().is_some())
}

fn labels(state: &State) -> HashMap<String, OrderLabel> {
    let rows = state.orders.rows.iter();
    rows.map(|row| {
        let label = row.order.bought_label().unwrap().clone();
        (row.order.number.clone(), label)
    })
    .collect()
}

/// The number of the order whose label each document is.
fn orders_of(documents: &[Vec<u8>], state: &State) -> Vec<String> {
    let labels = labels(state);
    let order_of = |bytes: &Vec<u8>| {
        let pages = decode_in_process(bytes, 203.0, &Limits::default()).unwrap();
        let read: String =
            read_barcodes(&pages[0]).into_iter().map(|barcode| barcode.text + "\n").collect();
        let mut found =
            labels.iter().filter(|(_, label)| read.contains(&label.tracking_numbers[0]));
        let (number, _) = found.next().unwrap_or_else(|| panic!("{read}"));
        number.clone()
    };
    documents.iter().map(order_of).collect()
}

fn print(desk: &mut TestDesk, request: PrintOrders) {
    desk.apply(Intent::PrintOrders(request));
}

fn all_prints(state: &State) -> usize {
    let labels = labels(state);
    labels.values().map(|label| label.prints.len()).sum()
}

fn spool_of(world: &DeskFixture) -> rusqlite::Connection {
    rusqlite::Connection::open(world.folder.join("desk").join("print.db")).unwrap()
}

#[test]
fn sixty_labels_are_printed_in_the_sequence_of_packing_and_a_part_again() {
    let world = DeskFixture::with_still_clock();
    let mut desk = bought(&world, 60);
    let sink = with_printer(&mut desk);
    let ids = desk.tick_all_orders();
    print(&mut desk, PrintOrders { ids, ..PrintOrders::default() });
    desk.run_until("printed", |state| {
        state.orders.in_state(OrderState::Printed) == 60 && all_prints(state) == 60
    });
    assert_eq!(orders_of(&sink.taken(), desk.state()), packed(60));
    for label in labels(desk.state()).values() {
        let print = &label.prints[0];
        assert_eq!((label.prints.len(), print.printer.as_str()), (1, "Zebra"));
        assert!(print.job > 0 && !print.by.is_empty());
    }
    let work = desk.state().printing.work.clone().unwrap();
    assert_eq!((work.tally().done, work.is_running()), (60, false));

    // After a paper jam: by the numbers of the run, and without a question.
    world.clock.advance(SignedDuration::from_secs(5));
    let run = desk.state().order_printing.run.clone().unwrap();
    let numbers: Vec<String> = run.labels.iter().map(|label| label.number.clone()).collect();
    assert_eq!(numbers, packed(60));
    print(
        &mut desk,
        PrintOrders {
            ids: run.labels.iter().map(|label| label.order.clone()).collect(),
            from: Some(40),
            to: Some(45),
            again: true,
            ..PrintOrders::default()
        },
    );
    desk.run_until("printed again", |state| all_prints(state) == 66);
    assert_eq!(orders_of(&sink.taken()[60..], desk.state()), packed(60)[39..45]);
    assert_eq!(desk.state().order_printing.run, Some(run), "the numbers stay");

    // A program that ended before it marked the jobs as recorded finds them again.
    world.runtime.block_on(desk.0.close());
    let marked = spool_of(&world).execute("UPDATE jobs SET recorded = 0", []).unwrap();
    assert_eq!(marked, 66);
    let mut desk = world.open_connected();
    desk.tick_all_orders();
    desk.run_until("recorded", |state| {
        let open: i64 = spool_of(&world)
            .query_row("SELECT count(*) FROM jobs WHERE recorded = 0", [], |row| row.get(0))
            .unwrap();
        open == 0 && has_all_rows(state)
    });
    assert_eq!(all_prints(desk.state()), 66, "no job is recorded twice");
}

/// Waits as long as another label is drawn or sent: a slow machine takes its time for each.
#[track_caller]
fn run_on(desk: &mut TestDesk, sink: &FakePrinter, what: &str, done: impl Fn(&State) -> bool) {
    let seen = |state: &State| {
        let tally = state.printing.work.as_ref().map(BatchJob::tally);
        (tally, state.printing.jobs.len(), sink.count())
    };
    while !done(desk.state()) {
        let before = seen(desk.state());
        desk.run_until(what, |state| done(state) || seen(state) != before);
    }
}

fn is_over(state: &State) -> bool {
    !state.printing.work.as_ref().is_some_and(BatchJob::is_running)
}

/// Two labels on a sheet: parts leave no sheet half empty.
#[test]
fn parts_fill_shared_sheets() {
    let world = DeskFixture::new();
    let mut desk = bought(&world, 50);
    let sink = FakePrinter::on(any_loopback_address());
    set_up(
        &mut desk,
        Printer {
            destination: printer(sink.address).destination,
            dpi: 100,
            two_a_sheet: true,
            ..office_printer()
        },
    );
    let ids = desk.tick_all_orders();
    print(&mut desk, PrintOrders { ids, ..PrintOrders::default() });
    // At 100 dpi the barcodes cannot be read back, so each part asks.
    for asked in [50, 10] {
        desk.run_until("printed or asked", |state| {
            state.printing.question.is_some() || state.orders.in_state(OrderState::Printed) == 50
        });
        let Some(question) = desk.state().printing.question.clone() else {
            break;
        };
        assert_eq!(question.request.shipments.len(), asked);
        desk.run_until("the end", is_over);
        desk.apply(Intent::Print(PrintRequest { findings_confirmed: true, ..question.request }));
    }
    desk.run_until("printed", |state| state.orders.in_state(OrderState::Printed) == 50);
    let jobs = &desk.state().printing.jobs;
    assert_eq!(jobs.len(), 25);
    assert!(jobs.iter().all(|job| job.subject.lines().count() == 2));
}

pub fn selected(state: &State) -> Vec<(OrderId, ShipmentId)> {
    let labels = &state.orders.selection.sums.as_ref().unwrap().labels;
    labels.iter().map(|label| (label.order.clone(), label.shipment.clone())).collect()
}

#[test]
fn orders_are_handed_over_by_manifest_once() {
    // Noon in Chicago, where the sender is: the day does not end on the way.
    let noon: Timestamp = "2026-11-23T18:00:00Z".parse().unwrap();
    let world = DeskFixture::with_clock(Clock::manual(noon));
    let mut desk = bought(&world, 12);
    desk.tick_all_orders();
    let orders = selected(desk.state());
    assert_eq!(orders.len(), 12);
    desk.run_until("a plan for all", |state| {
        let plan = plan(state, &orders, world.clock.now());
        plan.is_some_and(|plan| plan.unknown.is_empty() && !plan.is_empty())
    });
    let planned = plan(desk.state(), &orders, world.clock.now()).unwrap();
    let on_manifests: usize = planned.manifests.iter().map(|it| it.shipments.len()).sum();
    assert_eq!(on_manifests + planned.without_manifest.len(), 12, "{planned:?}");
    desk.apply(Intent::HandOverOrders(orders.clone()));
    desk.run_until("handed over", |state| {
        state.orders.in_state(OrderState::HandedOver) == 12
            && state.orders.rows.iter().all(|row| row.state == OrderState::HandedOver)
    });
    // Nothing is left to hand over for the orders that are still ticked.
    desk.run_until("the sums after that", |state| {
        let sums = state.orders.selection.sums.as_ref();
        sums.is_some_and(|sums| sums.labels.iter().all(|label| label.is_handed_over))
    });
    let known: Vec<String> = desk
        .state()
        .manifests
        .known
        .iter()
        .map(|manifest| manifest.id.clone().unwrap().to_string())
        .collect();
    assert_eq!(known.len(), planned.manifests.len());
    for label in labels(desk.state()).values() {
        match &label.manifest {
            Some(manifest) => assert!(known.contains(manifest)),
            None => assert!(label.handed_over.is_some()),
        }
    }
    // Again, and after a restart: nothing changes.
    let revisions =
        |state: &State| -> Vec<i64> { state.orders.rows.iter().map(|row| row.revision).collect() };
    let before = revisions(desk.state());
    desk.apply(Intent::HandOverOrders(orders));
    desk.run_for(Duration::from_millis(300));
    world.runtime.block_on(desk.0.close());
    let mut desk = world.open_connected();
    desk.tick_all_orders();
    desk.run_for(Duration::from_millis(500));
    desk.run_until("rows", has_all_rows);
    assert_eq!(desk.state().manifests.known.len(), known.len());
    assert_eq!(revisions(desk.state()), before);
}

#[test]
fn slips_get_into_the_queue_before_the_labels_and_papers_are_saved() {
    let world = DeskFixture::new();
    let mut desk = bought(&world, 12);
    let (labels, papers) =
        (FakePrinter::on(any_loopback_address()), FakePrinter::on(any_loopback_address()));
    set_up(&mut desk, printer(labels.address));
    set_up(
        &mut desk,
        Printer { destination: printer(papers.address).destination, ..office_printer() },
    );
    let profile = ShopProfile {
        name: "Bright Mugs".into(),
        logo: world.folder.join("no-logo.png").display().to_string(),
        ..ShopProfile::default()
    };
    desk.apply(OrderRuleIntent::Document(DocumentEdit::WriteShop(Box::new(profile))));
    desk.run_until("the shop", |state| {
        state.order_rules.documents.shop.profile.name == "Bright Mugs"
    });
    let ids = desk.tick_all_orders();
    print(&mut desk, PrintOrders { ids: ids.clone(), slips: true, ..PrintOrders::default() });
    desk.run_until("printed", |state| {
        state.orders.in_state(OrderState::Printed) == 12 && state.printing.jobs.len() == 13
    });
    let slips = desk.state().printing.jobs.last().unwrap().clone();
    assert_eq!(slips.title.to_string(), "Packing slips", "first in the queue");
    assert_eq!(slips.printer.name, "Office");
    desk.run_until("the slips", |_| papers.taken().len() == 1);
    let pages = decode_in_process(&papers.taken()[0], 20.0, &Limits::default()).unwrap();
    assert_eq!(pages.len(), 12, "one slip for each label");
    // A logo that is gone keeps nobody from packing.
    let told = |state: &State, words: &str| {
        let mut notices = state.notices.iter();
        notices.any(|notice| notice.text.starts_with(words))
    };
    assert!(told(desk.state(), "The packing slips have no logo."));
    // Finding L13 (f)
    assert!(told(desk.state(), "Packing slips: in the print queue of Office"));
    let folder = world.folder.join("papers");
    desk.apply(Intent::PaperOfOrders(OrderPapers {
        kind: PaperKind::PickList,
        ids,
        goal: PaperGoal::Save(SaveTo::Folder(folder.clone())),
    }));
    desk.run_until("saved", |state| told(state, "Saved to"));
    let saved = fs::read(folder.join("Pick list.pdf")).unwrap();
    assert!(saved.starts_with(b"%PDF-"));
}
