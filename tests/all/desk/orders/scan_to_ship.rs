//! From a scanned number to a printed label and a tracking number in the shop's database, against the
//! practice service and a shop in an SQLite file; against servers where `POSTROOM_DATABASES` is set.

mod belt;
mod look_up;
#[cfg(unix)]
mod on_servers;
mod printers;
mod results;
mod search;
mod shop;
#[cfg(unix)]
mod weighing;
#[cfg(unix)]
mod write_back;

use postroom::desk::order_import::database::DatabaseIntent;
use postroom::orders::order_label::WriteBack;

use super::super::printing::{any_loopback_address, printer, set_up};
use crate::prelude::*;
pub use shop::SqliteShop;

pub fn stage(state: &State) -> Option<&ScanStage> {
    state.scan_to_ship.open.as_ref().map(|scanned| &scanned.stage)
}

pub fn number(state: &State) -> Option<&str> {
    let scanned = state.scan_to_ship.open.as_ref();
    scanned.map(|scanned| scanned.order.order.number.as_str())
}

/// The bought label of the scanned order, as the workspace has it.
pub fn label(state: &State) -> Option<&OrderLabel> {
    state.scan_to_ship.open.as_ref()?.order.order.bought_label()
}

pub fn is_written(state: &State) -> bool {
    label(state).is_some_and(|label| label.write_back == WriteBack::Written)
}

/// A connected desk with the database of a shop.
pub fn desk_with_shop() -> (DeskFixture, SqliteShop, TestDesk) {
    let (world, shop) = (DeskFixture::new(), SqliteShop::new());
    let mut desk = world.open_connected();
    desk.use_database(&shop.database(), None);
    (world, shop, desk)
}

impl TestDesk {
    /// A desk whose sender is set and that has this database.
    pub fn use_database(&mut self, database: &ShopDatabase, password: Option<&str>) {
        self.fill();
        self.apply(OrderImportIntent::Database(DatabaseIntent::Save {
            key: None,
            database: Box::new(database.clone()),
            password: password.map(Secret::new),
            is_remembered: false,
        }));
        self.run_until("the database", |state| {
            let documents = &state.order_rules.documents;
            let keyed = &documents.shop.profile.keyed_database;
            documents.databases.iter().any(|database| database.key == *keyed)
        });
    }

    pub fn change_profile(&mut self, change: impl FnOnce(&mut ShopProfile)) {
        let mut profile = self.state().order_rules.documents.shop.profile.clone();
        change(&mut profile);
        let edit = DocumentEdit::WriteShop(Box::new(profile.clone()));
        self.apply(OrderRuleIntent::Document(edit));
        self.run_until("the profile", |state| state.order_rules.documents.shop.profile == profile);
    }

    /// A scan buys and prints.
    pub fn buy_by_scan(&mut self) -> FakePrinter {
        let paper = FakePrinter::on(any_loopback_address());
        set_up(self, printer(paper.address));
        self.change_profile(|profile| profile.scan_buys = true);
        paper
    }

    pub fn scan(&mut self, code: &str) {
        self.apply(ScanIntent::Scan(code.to_owned()));
    }

    pub fn scan_step(&mut self, step: ScanStep) {
        self.apply(ScanIntent::Step(step));
    }

    #[track_caller]
    pub fn run_until_bought(&mut self, wanted: &str) {
        self.run_until(&format!("label of {wanted}"), |state| {
            number(state) == Some(wanted) && stage(state) == Some(&ScanStage::Bought)
        });
    }
}

#[test]
fn a_scanned_number_is_filled_bought_printed_and_written_once() {
    let (world, shop, mut desk) = desk_with_shop();
    let paper = desk.buy_by_scan();
    desk.scan("1001");
    desk.run_until_bought("1001");
    desk.run_until("written", is_written);
    let bought = label(desk.state()).unwrap().clone();
    let tracking = bought.tracking_numbers[0].clone();
    assert_eq!(
        shop.written(),
        [("1001".to_owned(), tracking.clone(), 1)],
        "once, and no other order"
    );
    desk.run_until("paper", |_| paper.taken().len() == 1);
    let order = &desk.state().scan_to_ship.open.as_ref().unwrap().order;
    assert_eq!(order.order.to.name, "Ann Lee");
    assert_eq!(order.order.source, "Test shop");
    assert_eq!(order.order.items.len(), 2);
    // Scanned again: the label is there, and nothing is bought or written twice.
    desk.scan("1001");
    desk.run_until_bought("1001");
    desk.run_for(Duration::from_millis(300));
    assert_eq!(world.shipments_at_service(), 1);
    assert_eq!(shop.written().len(), 1);
    // The next one follows at once.
    desk.scan("1002");
    desk.run_until_bought("1002");
    desk.run_until("written", is_written);
    assert_eq!(world.shipments_at_service(), 2);
    assert_eq!(shop.written().len(), 2);
    desk.run_until("paper", |_| paper.taken().len() == 2);
}

#[test]
fn a_person_buys_where_scans_do_not() {
    let (world, _shop, mut desk) = desk_with_shop();
    desk.scan("1001");
    desk.run_until("the price", |state| matches!(stage(state), Some(ScanStage::Priced(_))));
    desk.run_for(Duration::from_millis(200));
    assert_eq!(world.shipments_at_service(), 0);
    let Some(ScanStage::Priced(price)) = stage(desk.state()).cloned() else { unreachable!() };
    desk.scan_step(ScanStep::Buy(price));
    desk.run_until_bought("1001");
    assert_eq!(world.shipments_at_service(), 1);
    let label = label(desk.state()).unwrap();
    assert_eq!(label.charged, Some(price));
}

/// The next number is scanned while the label before it is on its way.
#[test]
fn a_number_that_is_scanned_too_early_waits() {
    let (world, _shop, mut desk) = desk_with_shop();
    let paper = desk.buy_by_scan();
    world.fault("POST /Shipment", "delay_before_commit", 400);
    desk.scan("1001");
    desk.run_until("buying", |state| stage(state) == Some(&ScanStage::Buying));
    desk.scan("1001");
    desk.scan("1002");
    desk.scan("1003");
    assert_eq!(desk.state().scan_to_ship.next.as_deref(), Some("1002"));
    let notices = &desk.state().notices;
    let told = notices.iter().any(|notice| notice.text.as_str().contains("1003"));
    assert!(told, "the one too many is told");
    desk.run_until_bought("1002");
    assert_eq!(world.shipments_at_service(), 2);
    desk.run_until("paper", |_| paper.taken().len() == 2);
}

/// A scan goes through the journal and the same claim as a batch: an answer that is lost buys nothing
/// twice.
#[test]
fn a_lost_answer_buys_nothing_twice() {
    let (world, shop, mut desk) = desk_with_shop();
    let _paper = desk.buy_by_scan();
    world.fault("POST /Shipment", "cut_after_commit", 0);
    desk.scan("1001");
    desk.run_until("settled", |state| label(state).is_some());
    desk.run_until("written", is_written);
    desk.scan("1001");
    desk.run_until_bought("1001");
    assert_eq!(world.shipments_at_service(), 1);
    assert_eq!(shop.written().len(), 1);
}

#[test]
fn what_is_missing_stops_a_scan_with_a_sentence() {
    let (world, _shop, mut desk) = desk_with_shop();
    desk.change_profile(|profile| profile.scan_buys = true);
    let halted = |state: &State, words: &str| {
        let why = match stage(state) {
            Some(ScanStage::Halted(why)) => why.to_string(),
            Some(_) => state
                .scan_to_ship
                .open
                .as_ref()
                .unwrap()
                .halt
                .clone()
                .unwrap_or_default()
                .to_string(),
            None => String::new(),
        };
        why.contains(words)
    };
    desk.scan("1001");
    desk.run_until("no printer", |state| halted(state, "printer"));
    let _paper = with_printer(&mut desk);
    desk.run_for(Duration::from_millis(100));
    assert_eq!(world.shipments_at_service(), 0, "until a person goes on");
    // An address without a street.
    desk.scan("1009");
    desk.run_until("a problem", |state| halted(state, "street") || halted(state, "Street"));
    // More than the limit.
    desk.change_settings(|settings| settings.express_limit = Amount::from_cents(100));
    desk.scan("1001");
    desk.run_until("too dear", |state| halted(state, "limit"));
    let Some(ScanStage::Priced(price)) = stage(desk.state()).cloned() else {
        panic!("{:?}", stage(desk.state()));
    };
    assert_eq!(world.shipments_at_service(), 0);
    desk.scan_step(ScanStep::Buy(price));
    desk.run_until_bought("1001");
}
