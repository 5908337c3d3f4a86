//! One address book for all stations of a shared workspace.

use postroom::desk::order_moves::{MoveIntent, Moved};

use super::super::addresses::{ask, chicago, save};
use super::super::harness::address;
use super::*;
use crate::prelude::*;

fn names(state: &State) -> Vec<&str> {
    let rows = state.addresses.rows.iter();
    let mut names: Vec<&str> = rows.map(|row| row.form.name.as_str()).collect();
    names.sort_unstable();
    names
}

/// Waits until the list has exactly these names, sorted.
fn lists(desk: &mut TestDesk, wanted: &[&str]) {
    desk.run_until(&format!("{wanted:?}"), |state| names(state) == wanted);
}

fn row_of(desk: &mut TestDesk, name: &str) -> i64 {
    desk.run_until(name, |state| names(state).contains(&name));
    let mut rows = desk.state().addresses.rows.iter();
    rows.find(|row| row.form.name == name).unwrap().row
}

fn city(state: &State, name: &str) -> String {
    let mut rows = state.addresses.rows.iter();
    let row = rows.find(|row| row.form.name == name);
    row.map(|row| row.form.city.clone()).unwrap_or_default()
}

fn in_city(name: &str, city: &str) -> AddressForm {
    AddressForm { city: city.to_owned(), ..chicago(name) }
}

/// Changes the entry of this name, and waits until that is stored on this computer.
fn change(desk: &mut TestDesk, name: &str, form: AddressForm, groups: &[&str]) {
    let before = desk.state().addresses.saved;
    let row = Some(row_of(desk, name));
    ask(
        desk,
        AddressIntent::Save {
            row,
            form: Box::new(form),
            groups: groups.iter().map(|group| (*group).to_owned()).collect(),
            seen: None,
        },
    );
    desk.run_until("stored", |state| state.addresses.saved > before);
}

fn remove(desk: &mut TestDesk, name: &str) {
    let before = desk.state().addresses.saved;
    let row = row_of(desk, name);
    ask(desk, AddressIntent::Remove(row));
    desk.run_until("removed", |state| state.addresses.saved > before);
}

/// Lets both stations run until both are there.
fn both(desks: [&mut TestDesk; 2], what: &str, done: impl Fn(&State) -> bool) {
    let begun = Instant::now();
    let [one, two] = desks;
    while !(done(one.state()) && done(two.state())) {
        assert!(begun.elapsed().as_secs() < 120, "waited in vain for: {what}");
        one.run_for(Duration::from_millis(10));
        two.run_for(Duration::from_millis(10));
    }
}

fn told(state: &State, parts: &[&str]) -> bool {
    let mut notices = state.notices.iter().map(|notice| notice.text.to_string());
    notices.any(|text| parts.iter().all(|part| text.contains(part)))
}

impl Shop {
    fn ask_server(&self, sql: &str) -> String {
        self.server.admin_in("stations", sql).trim().to_owned()
    }

    /// Lets the desk run until the server says so.
    fn wait(&self, desk: &mut TestDesk, sql: &str, wanted: &str) {
        let begun = Instant::now();
        while self.ask_server(sql) != wanted {
            assert!(begun.elapsed().as_secs() < 120, "{sql} was never {wanted}");
            desk.run_for(Duration::from_millis(50));
        }
    }
}

const LIVE: &str = "SELECT count(*) FROM postroom.addresses WHERE NOT is_removed";
const REVISION: &str = "SELECT max(revision) FROM postroom.addresses";

#[test]
fn an_address_of_one_station_is_there_at_the_other() {
    let Some(shop) = Shop::prepared() else { return };
    let mut own = shop.alone("one");
    save(&mut own, chicago("Own Olga"), &[]);
    shop.world.runtime.block_on(own.0.close());

    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    one.apply(StationsIntent::Sign { name: "Bench 1".to_owned(), person: "Ana".to_owned() });
    // The book of the computer is another one.
    lists(&mut one, &[]);
    save(&mut one, chicago("Ann Lee"), &["Customers"]);
    lists(&mut two, &["Ann Lee"]);
    let seen = two.state().addresses.rows[0].clone();
    assert_eq!(seen.groups, ["Customers"]);
    assert_eq!(seen.changed_by, "Bench 1 / Ana");
    two.apply(ShipIntent::SearchBook { text: "lee".to_owned() });
    two.run_until("the suggestion", |state| {
        state.ship.book.rows.iter().any(|row| row.address.name == "Ann Lee")
    });

    change(&mut two, "Ann Lee", in_city("Ann Lee", "Bonn"), &[]);
    one.run_until("the change of the other", |state| city(state, "Ann Lee") == "Bonn");
    remove(&mut one, "Ann Lee");
    lists(&mut two, &[]);
    // Undo brings the same address back.
    ask(&mut one, AddressIntent::Undo);
    both([&mut one, &mut two], "undo", |state| names(state) == ["Ann Lee"]);
    assert_eq!(shop.ask_server("SELECT count(*) FROM postroom.addresses"), "1");

    one.apply(StationsIntent::Leave);
    lists(&mut one, &["Own Olga"]);
    assert!(!one.state().addresses.is_shared && two.state().addresses.is_shared);
    assert_eq!(shop.ask_server(LIVE), "1");
}

#[test]
fn two_changes_of_one_address_are_both_told_and_the_first_can_be_brought_back() {
    let Some(mut shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    one.apply(StationsIntent::Sign { name: "Bench 1".to_owned(), person: "Ana".to_owned() });
    save(&mut one, chicago("Ann Lee"), &["A"]);
    lists(&mut two, &["Ann Lee"]);
    change(&mut one, "Ann Lee", in_city("Ann Lee", "Ulm"), &["A", "B"]);
    shop.wait(&mut one, REVISION, "2");
    // The second station has not seen that yet: its frames stood still.
    shop.server.kill();
    assert_eq!(city(two.state(), "Ann Lee"), "Chicago");
    change(&mut two, "Ann Lee", in_city("Ann Lee", "Bonn"), &["A"]);
    shop.server.start_again();
    two.run_until("both versions", |state| {
        told(state, &["Ann Lee", "Bench 1, Ana", "Ulm", "Bonn"])
    });
    one.run_until("the second change", |state| city(state, "Ann Lee") == "Bonn");
    // What is about something else stays.
    assert_eq!(one.state().addresses.rows[0].groups, ["A", "B"]);
    two.run_until("undo", |state| state.addresses.undo.is_some());
    ask(&mut two, AddressIntent::Undo);
    both([&mut one, &mut two], "the first change", |state| city(state, "Ann Lee") == "Ulm");
}

/// The form is open while another station changes the entry.
#[test]
fn what_is_typed_into_an_open_form_meets_the_change_of_another_station() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    save(&mut one, chicago("Ann Lee"), &["A"]);
    lists(&mut two, &["Ann Lee"]);
    let seen = two.state().addresses.rows[0].clone();
    change(&mut one, "Ann Lee", in_city("Ann Lee", "Ulm"), &["A"]);
    let store = |desk: &mut TestDesk, form: AddressForm, groups: &[&str]| {
        let before = desk.state().addresses.saved;
        let intent = AddressIntent::Save {
            row: Some(seen.row),
            form: Box::new(form),
            groups: groups.iter().map(|group| (*group).to_owned()).collect(),
            seen: Some(Box::new((*seen).clone())),
        };
        ask(desk, intent);
        desk.run_until("stored", |state| state.addresses.saved > before);
    };
    both([&mut one, &mut two], "Ulm", |state| city(state, "Ann Lee") == "Ulm");
    // Only the groups were typed: the words of the other stay.
    store(&mut two, chicago("Ann Lee"), &["A", "B"]);
    two.run_until("both", |state| {
        let row = state.addresses.rows.first();
        row.is_some_and(|row| row.form.city == "Ulm" && row.groups == ["A", "B"])
    });
    assert!(!told(two.state(), &["Ann Lee"]));
    // Both have changed the words.
    store(&mut two, in_city("Ann Lee", "Bonn"), &["A"]);
    assert!(told(two.state(), &["Ann Lee", "Ulm", "Bonn"]));
    assert!(one.state().addresses.undo.is_some());
    both([&mut one, &mut two], "Bonn", |state| city(state, "Ann Lee") == "Bonn");
    // Undo there would take back more than its own change.
    assert!(one.state().addresses.undo.is_none());
    ask(&mut two, AddressIntent::Undo);
    both([&mut one, &mut two], "Ulm again", |state| city(state, "Ann Lee") == "Ulm");
}

#[test]
fn a_change_wins_over_a_removal_and_a_person_is_told() {
    let Some(mut shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    save(&mut one, chicago("Ann Lee"), &[]);
    save(&mut one, chicago("Bob Ray"), &[]);
    lists(&mut two, &["Ann Lee", "Bob Ray"]);
    // Changed by one, removed by two.
    change(&mut one, "Ann Lee", in_city("Ann Lee", "Ulm"), &[]);
    // Removed by one, changed by two.
    remove(&mut one, "Bob Ray");
    shop.wait(&mut one, "SELECT sum(revision) FROM postroom.addresses", "4");
    // The second station has not seen that yet: its frames stood still.
    shop.server.kill();
    remove(&mut two, "Ann Lee");
    change(&mut two, "Bob Ray", in_city("Bob Ray", "Bonn"), &[]);
    shop.server.start_again();
    for name in ["Ann Lee", "Bob Ray"] {
        two.run_until("a notice", |state| told(state, &[name, "deleted", "stays"]));
    }
    both([&mut one, &mut two], "both changes", |state| {
        names(state) == ["Ann Lee", "Bob Ray"]
            && city(state, "Ann Lee") == "Ulm"
            && city(state, "Bob Ray") == "Bonn"
    });
}

#[test]
fn what_was_typed_while_the_server_was_away_is_written_when_it_is_back() {
    let Some(mut shop) = Shop::prepared() else { return };
    let mut one = shop.station("one");
    save(&mut one, chicago("Ann Lee"), &[]);
    shop.wait(&mut one, LIVE, "1");
    shop.server.kill();
    save(&mut one, chicago("Bob Ray"), &[]);
    change(&mut one, "Ann Lee", in_city("Ann Lee", "Ulm"), &[]);
    lists(&mut one, &["Ann Lee", "Bob Ray"]);
    // It is also kept over a restart.
    shop.world.runtime.block_on(one.0.close());
    let given =
        GivenWorkspace { address: shop.address("shop"), password: Some(Secret::new(PASSWORD)) };
    let mut one = connected_to_nothing(Setup { workspace: Some(given), ..shop.setup("one") });
    lists(&mut one, &["Ann Lee", "Bob Ray"]);
    shop.server.start_again();
    shop.wait(&mut one, LIVE, "2");
    let mut two = shop.station("two");
    lists(&mut two, &["Ann Lee", "Bob Ray"]);
    assert_eq!(city(two.state(), "Ann Lee"), "Ulm");
}

fn copy_own(desk: &mut TestDesk, copied: u64, were_there: u64) {
    desk.apply(MoveIntent::CopyOwn);
    desk.run_until("copied", |state| !state.order_moves.moving.is_loading());
    let report = desk.state().order_moves.moving.value().unwrap();
    assert_eq!(report.addresses, Moved { copied, were_there });
}

#[test]
fn the_book_of_a_computer_is_copied_in_once() {
    let Some(shop) = Shop::prepared() else { return };
    let mut own = shop.alone("one");
    save(&mut own, chicago("Ann Lee"), &["Customers"]);
    save(&mut own, chicago("Bob Ray"), &[]);
    shop.world.runtime.block_on(own.0.close());
    // Another computer with the same address, word for word.
    let mut other = shop.alone("two");
    save(&mut other, chicago("Bob Ray"), &[]);
    shop.world.runtime.block_on(other.0.close());

    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    copy_own(&mut one, 2, 0);
    copy_own(&mut one, 0, 2);
    copy_own(&mut two, 0, 1);
    for desk in [&mut one, &mut two] {
        lists(desk, &["Ann Lee", "Bob Ray"]);
        desk.run_until("the group", |state| {
            state.addresses.groups == [("Customers".to_owned(), 1)]
        });
    }
}

fn carry_out(desk: &mut TestDesk, intent: MoveIntent) -> Moved {
    desk.apply(intent);
    desk.run_until("moved", |state| !state.order_moves.moving.is_loading());
    desk.state().order_moves.moving.value().unwrap().addresses
}

#[test]
fn the_addresses_go_through_a_file_with_the_orders() {
    let Some(shop) = Shop::prepared() else { return };
    let mut own = shop.alone("one");
    save(&mut own, chicago("Ann Lee"), &["Customers"]);
    save(&mut own, chicago("Bob Ray"), &[]);
    let file = |name: &str| shop.world.folder.join(name);
    let export = |name: &str| MoveIntent::Export { file: file(name), replace: false };
    let moved = |copied, were_there| Moved { copied, were_there };
    assert_eq!(carry_out(&mut own, export("own.db")), moved(2, 0));
    let mut one = shop.station("two");
    let import = || MoveIntent::Import(file("own.db"));
    assert_eq!(carry_out(&mut one, import()), moved(2, 0));
    assert_eq!(carry_out(&mut one, import()), moved(0, 2));
    lists(&mut one, &["Ann Lee", "Bob Ray"]);
    assert_eq!(carry_out(&mut one, export("shared.db")), moved(2, 0));
    let mut other = shop.alone("three");
    let import = || MoveIntent::Import(file("shared.db"));
    assert_eq!(carry_out(&mut other, import()), moved(2, 0));
    assert_eq!(carry_out(&mut other, import()), moved(0, 2));
    lists(&mut other, &["Ann Lee", "Bob Ray"]);
    other.run_until("the group", |state| state.addresses.groups == [("Customers".to_owned(), 1)]);
}

/// An id of the service belongs to one account, and stations may have different ones.
#[test]
fn ids_of_the_service_and_times_of_use_stay_on_their_computer() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    let row = save(&mut one, chicago("Ann Lee"), &[]);
    ask(&mut one, AddressIntent::Store(row));
    let has_id = |state: &State| {
        let open = state.addresses.open.as_ref();
        open.is_some_and(|open| open.id.is_some())
    };
    one.run_until("an id", has_id);
    lists(&mut two, &["Ann Lee"]);
    change(&mut two, "Ann Lee", chicago("Ann Lee"), &["VIP"]);
    one.run_until("the group", |state| {
        let open = state.addresses.open.as_ref();
        open.is_some_and(|open| open.groups == ["VIP"])
    });
    assert!(has_id(one.state()), "the words are the same");
    let row = row_of(&mut two, "Ann Lee");
    ask(&mut two, AddressIntent::Open(Some(row)));
    two.run_until("open", |state| state.addresses.open.is_some());
    assert!(!has_id(two.state()));
    let id = one.state().addresses.open.as_ref().unwrap().id.clone().unwrap();
    let text = shop.ask_server("SELECT json FROM postroom.addresses");
    assert!(text.contains("Ann Lee") && !text.contains(id.as_str()), "{text}");

    // Another place is another address: the id is gone.
    change(&mut two, "Ann Lee", in_city("Ann Lee", "Ulm"), &["VIP"]);
    one.run_until("no id", |state| {
        let open = state.addresses.open.as_ref();
        open.is_some_and(|open| open.form.city == "Ulm" && open.id.is_none())
    });
}

#[test]
fn the_practice_service_never_uses_the_shared_book() {
    let Some(shop) = Shop::prepared() else { return };
    let mut one = shop.station("one");
    save(&mut one, chicago("Ann Lee"), &[]);
    shop.wait(&mut one, LIVE, "1");
    one.apply(SignInIntent::TryPractice);
    one.run_until("the samples of the practice service", |state| {
        state.addresses.matching > 5 && !names(state).contains(&"Ann Lee")
    });
    save(&mut one, address("Sam Ple", "1 Main St", ("Reno", "NV", "89501")), &[]);
    let mut two = shop.station("two");
    lists(&mut two, &["Ann Lee"]);
    assert_eq!(shop.ask_server(LIVE), "1");
}

/// An address that leads to another database than before gets another book.
#[test]
fn the_books_of_two_databases_at_one_address_are_not_mixed() {
    let Some(shop) = Shop::prepared() else { return };
    let mut one = shop.station("one");
    save(&mut one, chicago("Ann Lee"), &[]);
    shop.wait(&mut one, LIVE, "1");
    shop.world.runtime.block_on(one.0.close());
    shop.ask_server("UPDATE postroom.format SET workspace = 'another'");
    shop.ask_server("DELETE FROM postroom.addresses");
    let mut one = shop.station("one");
    lists(&mut one, &[]);
    save(&mut one, chicago("Bob Ray"), &[]);
    shop.wait(&mut one, LIVE, "1");
    let mut two = shop.station("two");
    lists(&mut two, &["Bob Ray"]);
}
