//! The day report of the workspace, against the real practice service.

use postroom::desk::order_results::day::DayFile;
use postroom::orders::day_report::{DayReport, WhyNotShipped};
use postroom::store::workspace::{LocalWorkspace, OrderFields, Workspace};

use crate::prelude::*;

/// Three orders that can be bought, one to hold, and one without a ZIP code.
const TABLE: &str = "\
Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb),Length (in),Width (in),Height (in)
D1,Ann Sample,350 5th Ave,New York,NY,10118,US,1,10,6,4
D2,Bob Sample,350 5th Ave,New York,NY,10118,US,1,10,6,4
D3,Cy Sample,350 5th Ave,New York,NY,10118,US,1,10,6,4
D4,Dee Sample,350 5th Ave,New York,NY,10118,US,1,10,6,4
D5,Eve Sample,350 5th Ave,New York,NY,,US,1,10,6,4
";

/// Writes orders into the practice workspace, as an earlier run left them.
pub fn seed(world: &DeskFixture, at: Timestamp, rows: Vec<OrderFields>) -> Vec<OrderId> {
    let folder = world.folder.join("desk").join("practice-orders");
    fs::create_dir_all(&folder).unwrap();
    let workspace = LocalWorkspace::open(&folder, Clock::manual(at), "bench".to_owned()).unwrap();
    let writes: Vec<OrderWrite> = rows
        .into_iter()
        .map(|fields| OrderWrite {
            id: OrderId::mint(),
            revision: None,
            fields,
            open_purchases: Vec::new(),
        })
        .collect();
    let ids = writes.iter().map(|write| write.id.clone()).collect();
    world.runtime.block_on(workspace.write_orders(writes)).unwrap();
    ids
}

pub fn file_in(world: &DeskFixture, name: &str) -> (PathBuf, SaveTo) {
    let path = world.folder.join(name);
    let to = SaveTo::File { path: path.clone(), replace: true };
    (path, to)
}

pub fn day_of(at: Timestamp) -> Date {
    at.to_zoned(TimeZone::system()).date()
}

impl TestDesk {
    pub fn order_id(&self, number: &str) -> OrderId {
        let rows = &self.state().orders.rows;
        let row = rows.iter().find(|row| row.order.number == number);
        row.expect(number).id.clone()
    }

    fn read_day(&mut self, day: Date) -> DayReport {
        self.apply(OrderResultIntent::ReadDay(day));
        assert!(self.state().order_results.day.report.is_loading());
        self.run_until("the day", |state| {
            matches!(state.order_results.day.report, Remote::Ready(_))
        });
        let report = self.state().order_results.day.report.value().unwrap();
        assert_eq!(report.day, day);
        report.clone()
    }

    #[track_caller]
    fn wait_for_notice(&mut self, words: &str) {
        self.run_until(words, |state| {
            let mut notices = state.notices.iter();
            notices.any(|notice| notice.text.contains(words))
        });
    }
}

#[test]
fn the_day_has_its_labels_its_costs_and_what_was_not_shipped() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(TABLE);
    desk.run_until("rows", |state| state.orders.rows.len() == 5);
    let held = desk.order_id("D4");
    desk.apply(OrderIntent::Edit {
        ids: vec![held.clone()],
        edit: OrderEdit::Hold("customer asks".to_owned()),
    });
    desk.run_until("held", |state| state.orders.in_state(OrderState::OnHold) == 1);
    desk.rate_all();
    desk.run_until("rated", |state| state.orders.in_state(OrderState::Rated) == 3);
    desk.buy_all();
    desk.run_until("bought", |state| {
        let rows = &state.orders.rows;
        rows.iter().filter(|row| row.state == OrderState::Bought).count() == 3
    });
    let labels = desk.state().orders.rows.iter();
    let labels: Vec<_> = labels.filter_map(|row| row.order.bought_label().cloned()).collect();
    let sum = labels
        .iter()
        .fold(Amount::ZERO, |sum, label| sum.checked_add(label.charged.unwrap().amount).unwrap());
    let day = day_of(labels[0].bought.unwrap());

    let report = desk.read_day(day);
    let sums: Vec<_> = report.total.sums().map(|(labels, sum)| (labels, sum.amount)).collect();
    assert_eq!(sums, [(3, sum)]);
    assert_eq!(report.by_service.len(), 1, "the same parcel has the same rate");
    assert_eq!(report.without_manifest, 3);
    let not_printed: Vec<&str> = report.not_printed.iter().map(|it| it.order.as_str()).collect();
    assert_eq!(not_printed, ["D1", "D2", "D3"]);
    let open: Vec<_> = report.not_shipped.iter().map(|it| (it.order.as_str(), it.why)).collect();
    assert_eq!(open, [("D4", WhyNotShipped::OnHold), ("D5", WhyNotShipped::NeedsAttention)]);
    // A row opens its order.
    desk.apply(OrderIntent::Open(Some(report.not_shipped[0].id.clone())));
    desk.run_until("open", |state| {
        let open = state.orders.open.as_ref();
        open.is_some_and(|open| open.order.number == "D4")
    });
    assert_eq!(report.not_shipped[0].id, held);

    let (path, to) = file_in(&world, "day.csv");
    desk.apply(OrderResultIntent::SaveDay { form: DayFile::Csv, to });
    desk.wait_for_notice("Day report saved as");
    let text = fs::read_to_string(path).unwrap();
    let (carrier, service) = (&labels[0].carrier, &labels[0].service);
    let expected = [
        "day,section,carrier,service,preset,order,recipient,ship_by,reason,manifest,labels,amount,currency,station".to_owned(),
        format!("DAY,total,,,,,,,,,3,{sum},USD,"),
        format!("DAY,service,{carrier},{service},,,,,,,3,{sum},USD,"),
        format!("DAY,preset,,,,,,,,,3,{sum},USD,"),
        "DAY,not-printed,,,,D1,,,,,1,,,".to_owned(),
        "DAY,not-printed,,,,D2,,,,,1,,,".to_owned(),
        "DAY,not-printed,,,,D3,,,,,1,,,".to_owned(),
        "DAY,not-shipped,,,,D4,Dee Sample,,on-hold: On hold: customer asks,,,,,".to_owned(),
        "DAY,not-shipped,,,,D5,Eve Sample,,needs-attention: Recipient ZIP: Enter a ZIP code,,,,,".to_owned(),
        String::new(),
    ];
    let text = text.replace(&day.to_string(), "DAY");
    assert_eq!(text.split("\r\n").collect::<Vec<_>>(), expected);

    let (path, to) = file_in(&world, "day.pdf");
    desk.apply(OrderResultIntent::SaveDay { form: DayFile::Pdf, to });
    desk.run_until("two files", |state| {
        let saved = |text: &str| text.contains("Day report saved as");
        state.notices.iter().filter(|notice| saved(&notice.text)).count() == 2
    });
    assert!(fs::read(path).unwrap().starts_with(b"%PDF"));

    // Another day has none of the labels; what is not shipped is so now.
    let report = desk.read_day(day.yesterday().unwrap());
    assert_eq!(report.total.labels(), 0);
    assert_eq!(report.not_shipped.len(), 2);
}

/// An order with a label that was written before the day began is not even decoded: these can't be.
#[test]
fn orders_that_cannot_matter_are_not_decoded() {
    let world = DeskFixture::new();
    let now = Timestamp::now();
    let weeks_ago = now - SignedDuration::from_hours(24 * 40);
    let broken = |number: &str, state| OrderFields {
        source: "Shop".to_owned(),
        number: number.to_owned(),
        state,
        recipient: "Ann Sample".to_owned(),
        json: "{".to_owned(),
        ..OrderFields::default()
    };
    seed(
        &world,
        weeks_ago,
        vec![
            broken("shipped long ago", OrderState::HandedOver),
            broken("canceled long ago", OrderState::Canceled),
            broken("never shipped", OrderState::Ready),
        ],
    );
    seed(&world, now, vec![broken("shipped today", OrderState::Bought)]);
    let mut desk = world.open_connected();
    desk.run_until("orders", |state| state.orders.total() == 4);
    let report = desk.read_day(day_of(now));
    let read: Vec<_> = report
        .not_shipped
        .iter()
        .map(|it| (it.order.as_str(), it.recipient.as_str(), it.reason.as_str()))
        .collect();
    let newer = "Can’t be read and is left alone; a newer version of Postroom may have written it";
    assert_eq!(
        read,
        [("never shipped", "Ann Sample", newer), ("shipped today", "Ann Sample", newer),]
    );
}
