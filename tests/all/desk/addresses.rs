//! The address book, address checks and merging, against the practice service.

mod recipients;

use postroom::desk::addresses::BookSort;

use super::harness::address;
use crate::prelude::*;

pub fn ask(desk: &mut TestDesk, intent: AddressIntent) {
    desk.apply(Intent::Addresses(intent));
}

/// Saves an address and waits until it is in the list.
#[track_caller]
pub fn save(desk: &mut TestDesk, form: AddressForm, groups: &[&str]) -> i64 {
    let before = desk.state().addresses.saved;
    save_row(desk, None, form.clone(), groups);
    desk.run_until("saved", |state| {
        state.addresses.saved > before
            && state.addresses.open.as_ref().is_some_and(|open| open.form.name == form.name)
    });
    desk.state().addresses.open.as_ref().unwrap().row
}

fn save_row(desk: &mut TestDesk, row: Option<i64>, form: AddressForm, groups: &[&str]) {
    let groups = groups.iter().map(|group| (*group).to_owned()).collect();
    ask(desk, AddressIntent::Save { row, form: Box::new(form), groups, seen: None });
}

#[track_caller]
pub fn show(desk: &mut TestDesk, text: &str, group: Option<&str>, done: impl Fn(&State) -> bool) {
    ask(
        desk,
        AddressIntent::Show { text: text.to_owned(), group: group.map(str::to_owned), first: 0 },
    );
    desk.run_until("the list", done);
}

#[track_caller]
pub fn wait_for_work(desk: &mut TestDesk) {
    desk.run_until("the end of the work", |state| {
        state.addresses.work.as_ref().is_some_and(|work| !work.is_running())
    });
}

/// Like [`show`], but waits until exactly these names are listed.
#[track_caller]
pub fn lists(desk: &mut TestDesk, text: &str, group: Option<&str>, wanted: &[&str]) {
    show(desk, text, group, |state| {
        let rows = state.addresses.rows.iter();
        rows.map(|row| row.form.name.as_str()).eq(wanted.iter().copied())
    });
}

pub fn chicago(name: &str) -> AddressForm {
    address(name, "233 S Wacker Dr", ("Chicago", "IL", "60606"))
}

#[test]
fn the_list_is_there_at_every_start_and_follows_the_book() {
    let (world, mut desk) = connected_desk();
    // The practice account's sample addresses were stored without the panel's involvement.
    desk.run_until("the samples", |state| {
        state.addresses.loaded && state.addresses.matching == 12 && state.ship.book.count == 12
    });
    drop(desk);
    // Without a service to connect to, the address book is still available.
    world.stop_service();
    let mut setup = world.setup();
    setup.practice = None;
    let desk = Desk::open_paced(setup, super::harness::pace());
    let mut desk = TestDesk(desk.unwrap());
    desk.run_until("the list again", |state| {
        state.addresses.loaded && state.addresses.rows.len() == 12
    });
}

#[test]
fn groups_search_windows_and_taking_back() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    let ann = save(&mut desk, chicago("Ann Lee"), &["Customers", "VIP"]);
    save(&mut desk, chicago("Bob Ray"), &["Customers"]);
    desk.run_until("groups", |state| {
        state.addresses.groups == [("Customers".to_owned(), 2), ("VIP".to_owned(), 1)]
    });
    lists(&mut desk, "", Some("vip"), &["Ann Lee"]);
    lists(&mut desk, "bob", Some("VIP"), &[]);
    lists(&mut desk, "wack bob", None, &["Bob Ray"]);

    ask(&mut desk, AddressIntent::Remove(ann));
    show(&mut desk, "", None, |state| state.addresses.matching == 1);
    desk.run_until("what can be taken back", |state| state.addresses.undo.is_some());
    assert_eq!(desk.state().addresses.undo.as_ref().unwrap().text, "Deleted Ann Lee");
    ask(&mut desk, AddressIntent::Undo);
    desk.run_until("Ann again, in her groups", |state| {
        state
            .addresses
            .open
            .as_ref()
            .is_some_and(|open| open.row == ann && open.groups == ["Customers", "VIP"])
    });
}

#[test]
fn one_address_is_checked_stored_and_kept() {
    let (world, mut desk) = connected_desk();
    desk.run_until("the samples", |state| state.ship.book.count == 12);
    // The service fills in the missing state. This is a suggestion and does not change the entry.
    let row = save(&mut desk, address("Ann Lee", "233 S Wacker Dr", ("Chicago", "", "60606")), &[]);
    let check = |desk: &mut TestDesk| {
        ask(desk, AddressIntent::Check(row));
        desk.run_until("checked", |state| {
            !state.addresses.check.is_loading() && state.addresses.check.known().is_some()
        });
    };
    check(&mut desk);
    assert!(desk.state().addresses.check.value().unwrap().differs);
    // Read again from the store: the entry is as it was typed.
    lists(&mut desk, "nobody", None, &[]);
    lists(&mut desk, "Ann Lee", None, &["Ann Lee"]);
    let unchanged = &desk.state().addresses.rows[0].form;
    assert_eq!((unchanged.verification.as_deref(), unchanged.state.as_str()), (None, ""));
    ask(&mut desk, AddressIntent::Accept(row));
    desk.run_until("the suggestion", |state| {
        state.addresses.open.as_ref().is_some_and(|open| open.form.state == "IL")
    });
    ask(&mut desk, AddressIntent::Store(row));
    desk.run_until("the id", |state| {
        state.addresses.open.as_ref().is_some_and(|open| open.id.is_some())
    });
    // For the service, changed text is a different address: the stored id is dropped.
    let form = AddressForm {
        street2: "Floor 3".to_owned(),
        ..desk.state().addresses.open.as_ref().unwrap().form.clone()
    };
    save_row(&mut desk, Some(row), form, &[]);
    desk.run_until("no id", |state| {
        state.addresses.open.as_ref().is_some_and(|open| {
            open.form.street2 == "Floor 3" && open.id.is_none() && open.form.verification.is_none()
        })
    });
    // The check's warning is overridden, and this is remembered across a restart.
    let odd = address("Bob Ray", "233 S Wacker Dr", ("Chicago", "", "60606"));
    let odd = save(&mut desk, odd, &[]);
    ask(&mut desk, AddressIntent::Check(odd));
    desk.run_until("checked", |state| {
        state.addresses.check.value().is_some_and(|check| check.differs)
    });
    ask(&mut desk, AddressIntent::KeepMine(odd));
    desk.run_until("kept", |state| {
        state.addresses.open.as_ref().is_some_and(|open| {
            open.form.verification.as_deref() == Some("KeptAsTyped") && open.form.state.is_empty()
        })
    });
    drop(desk);
    let mut desk = world.open();
    show(&mut desk, "Bob Ray", None, |state| state.addresses.matching == 1);
    let kept = desk.state().addresses.rows[0].form.verification.clone();
    assert_eq!(kept.as_deref(), Some("KeptAsTyped"));
}

#[test]
fn many_are_checked_each_with_its_result() {
    let (world, mut desk) = connected_desk();
    desk.run_until("the samples", |state| state.ship.book.count == 12);
    save(&mut desk, chicago("Good Ann"), &["Check"]);
    save(&mut desk, address("Typo Bob", "1 Main St", ("Chicago", "IL", "00000")), &["Check"]);
    save(
        &mut desk,
        address("Filled Cleo", "233 S Wacker Dr", ("Chicago", "", "60606")),
        &["Check"],
    );
    let known = AddressForm { verification: Some("Success".to_owned()), ..chicago("Known Dora") };
    save(&mut desk, known, &["Check"]);
    show(&mut desk, "", Some("Check"), |state| state.addresses.matching == 4);
    ask(&mut desk, AddressIntent::CheckMany);
    wait_for_work(&mut desk);
    let work = desk.state().addresses.work.clone().unwrap();
    let stands = RowCounts { done: 1, left: 1, look: 2, ..RowCounts::default() };
    assert_eq!(work.tally(), stands, "{:#?}", work.rows);
    let of = |name: &str| {
        let row = work.rows.iter().find(|row| row.subject == name);
        row.unwrap().state.clone()
    };
    assert!(matches!(of("Good Ann"), RowState::Done(_)));
    for (name, part) in [("Typo Bob", "00000"), ("Filled Cleo", "IL")] {
        let state = of(name);
        assert!(
            matches!(&state, RowState::NeedsReview(words) if words.contains(part)),
            "{state:?}"
        );
    }
    desk.run_until("the verdicts in the list", |state| {
        let word = |name: &str| {
            let row = state.addresses.rows.iter().find(|row| row.form.name == name);
            row.and_then(|row| row.form.verification.clone())
        };
        word("Good Ann").as_deref() == Some("Success")
            && word("Typo Bob").is_some_and(|why| why.contains("00000"))
            && word("Filled Cleo").is_none()
    });
    ask(&mut desk, AddressIntent::Work(BatchIntent::Close));
    assert!(desk.state().addresses.work.is_none());

    // A refused address is that row's result; the check can be retried.
    save(&mut desk, chicago("Late Eve"), &["Late"]);
    show(&mut desk, "", Some("Late"), |state| state.addresses.matching == 1);
    let refusal = json!({
        "call": "POST /Address", "kind": "error", "code": "ADDRESS.VALIDATION_FAILED", "count": 1
    });
    world.practice("faults", &refusal);
    ask(&mut desk, AddressIntent::CheckMany);
    wait_for_work(&mut desk);
    let work = desk.state().addresses.work.clone().unwrap();
    assert_eq!((work.tally().failed, work.can_retry()), (1, true));
    ask(&mut desk, AddressIntent::Work(BatchIntent::Retry));
    wait_for_work(&mut desk);
    let tally = desk.state().addresses.work.as_ref().unwrap().tally();
    assert_eq!((tally.done, tally.total()), (1, 1));

    // Without any response the batch job ends and reports it.
    save(&mut desk, chicago("Last Finn"), &["Last"]);
    show(&mut desk, "", Some("Last"), |state| state.addresses.matching == 1);
    world.stop_service();
    ask(&mut desk, AddressIntent::CheckMany);
    wait_for_work(&mut desk);
    assert!(desk.state().addresses.work.as_ref().unwrap().trouble.as_ref().unwrap().offline);
}

/// One answer with `Retry-After` holds back the whole batch, and no entry fails for it.
#[test]
fn a_busy_service_is_asked_for_addresses_again_when_it_says() {
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    desk.run_until("the samples", |state| state.ship.book.count == 12);
    for name in ["Ann", "Bob", "Cleo", "Dora", "Eve", "Finn", "Gus"] {
        save(&mut desk, chicago(name), &["Check"]);
    }
    show(&mut desk, "", Some("Check"), |state| state.addresses.matching == 7);
    world.faults("POST /Address", "unavailable_before_commit", 1, 2);
    ask(&mut desk, AddressIntent::CheckMany);
    wait_for_work(&mut desk);
    let work = desk.state().addresses.work.clone().unwrap();
    assert_eq!((work.tally().done, work.tally().total()), (7, 7), "{:#?}", work.rows);
    assert_eq!(work.trouble, None);
}

#[test]
fn duplicates_merge_and_can_be_had_back() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    let first = AddressForm { phone: "312 555 0100".to_owned(), ..chicago("Ann Lee") };
    let second = AddressForm {
        email: "ann@example.com".to_owned(),
        ..address("ANN LEE", "233 s wacker dr.", ("Chicago", "IL", "60606-6306"))
    };
    save(&mut desk, first.clone(), &["A"]);
    save(&mut desk, second.clone(), &["B"]);
    save(&mut desk, chicago("Bob Ray"), &[]);
    ask(&mut desk, AddressIntent::FindDuplicates);
    desk.run_until("the pair", |state| {
        state.addresses.duplicates.value().is_some_and(|pairs| pairs.len() == 1)
    });
    let pair = desk.state().addresses.duplicates.value().unwrap()[0].clone();
    ask(&mut desk, AddressIntent::Merge(Box::new(pair.clone())));
    show(&mut desk, "", None, |state| {
        state.addresses.matching == 2 && state.addresses.undo.is_some()
    });
    show(&mut desk, "ann", None, |state| state.addresses.matching == 1);
    let one = desk.state().addresses.rows[0].clone();
    assert_eq!(
        (one.form.phone.as_str(), one.form.email.as_str()),
        ("312 555 0100", "ann@example.com")
    );
    assert_eq!(one.groups, ["A", "B"]);
    assert!(desk.state().addresses.duplicates.value().unwrap().is_empty());
    ask(&mut desk, AddressIntent::Undo);
    show(&mut desk, "", None, |state| state.addresses.matching == 3);
    show(&mut desk, "ann", None, |state| state.addresses.matching == 2);
    let mut forms: Vec<AddressForm> =
        desk.state().addresses.rows.iter().map(|row| row.form.clone()).collect();
    forms.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(forms, [second, first]);

    // A row that changed since is not merged on the basis of an outdated screen.
    let row = pair.keep.row;
    let form = AddressForm { street2: "New".to_owned(), ..pair.keep.form.clone() };
    save_row(&mut desk, Some(row), form, &[]);
    desk.run_until("changed", |state| {
        state.addresses.rows.iter().any(|row| row.form.street2 == "New")
    });
    ask(&mut desk, AddressIntent::Merge(Box::new(pair)));
    desk.run_until("looked again", |state| {
        state.addresses.duplicates.value().is_some_and(Vec::is_empty)
            && !state.addresses.duplicates.is_loading()
    });
    show(&mut desk, "", None, |state| state.addresses.matching == 3);
}

#[test]
fn a_label_to_somebody_of_the_book_marks_them_used_also_when_they_were_typed() {
    let (_world, mut desk) = connected_desk();
    let jane = address("Jane Sample", "350 5th Ave", ("New York", "NY", "10118"));
    let row = save(&mut desk, jane.clone(), &[]);
    let next_door =
        save(&mut desk, address("Jane Sample", "352 5th Ave", ("New York", "NY", "10118")), &[]);
    desk.choose();
    // The same address in another spelling; the service still prices it.
    desk.edit(|draft| {
        draft.to.name = "JANE SAMPLE".into();
        draft.to.street1 = "350 5th ave.".into();
        draft.to.zip = "10118-0110".into();
    });
    desk.quote();
    desk.choose_rate(0);
    desk.buy_and_wait();
    let used = |state: &State, wanted: i64| {
        let rows = state.addresses.rows.iter();
        let mut found = rows.filter(|contact| contact.row == wanted);
        found.next().and_then(|contact| contact.last_used)
    };
    show(&mut desk, "Jane", None, |state| used(state, row).is_some());
    assert!(used(desk.state(), next_door).is_none(), "another door");
}

/// Finding M9: an account switch that ends a check of many addresses must not leave the panel
/// locked, nor leave the check of the open entry loading forever.
#[test]
fn work_that_leaving_the_account_ends_leaves_the_panel_usable() {
    let (world, mut desk) = connected_desk();
    desk.run_until("the samples", |state| state.ship.book.count == 12);
    let row = save(&mut desk, chicago("Slow Ann"), &["Check"]);
    show(&mut desk, "", Some("Check"), |state| state.addresses.matching == 1);
    world.faults("POST /Address", "delay_before_commit", 30_000, 2);
    ask(&mut desk, AddressIntent::Check(row));
    ask(&mut desk, AddressIntent::CheckMany);
    let is_running = |state: &State| {
        let work = state.addresses.work.as_ref();
        work.is_some_and(|work| work.is_running()) && state.addresses.check.is_loading()
    };
    assert!(is_running(desk.state()));
    desk.apply(SignInIntent::SignOut);
    desk.run_until("the work called off", |state| {
        let work = state.addresses.work.as_ref();
        work.is_none_or(|work| !work.is_running()) && !state.addresses.check.is_loading()
    });
    world.forget_faults();
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("practice", |state| matches!(state.connection, Connection::Connected(_)));
    show(&mut desk, "", Some("Check"), |state| state.addresses.matching == 1);
    ask(&mut desk, AddressIntent::CheckMany);
    wait_for_work(&mut desk);
    let work = desk.state().addresses.work.clone().unwrap();
    assert_eq!(work.tally().done, 1, "{:#?}", work.rows);
}

/// W44: Émile was behind Sam, nothing else than the last use sorted the list, and each address was
/// checked and deleted on its own.
#[test]
fn addresses_are_sorted_by_name_and_several_are_deleted_at_once() {
    let (_world, mut desk) = connected_desk();
    desk.run_until("the samples", |state| state.addresses.matching == 12);
    let names = ["Sam Zeta", "Émile Zeta", "Łucja Zeta", "anna Zeta", "Zoë Zeta"];
    let rows: Vec<i64> = names.iter().map(|name| save(&mut desk, chicago(name), &[])).collect();
    let sorted = ["anna Zeta", "Émile Zeta", "Łucja Zeta", "Sam Zeta", "Zoë Zeta"];
    let mut back = sorted;
    back.reverse();
    for (sort, wanted) in [(BookSort::Name, sorted), (BookSort::NameDown, back)] {
        ask(&mut desk, AddressIntent::Sort(sort));
        lists(&mut desk, "zeta", None, &wanted);
    }
    // Names of other alphabets are found from any keyboard.
    lists(&mut desk, "lucja", None, &["Łucja Zeta"]);
    ask(&mut desk, AddressIntent::RemoveMany(rows[..3].to_vec()));
    lists(&mut desk, "zeta", None, &["Zoë Zeta", "anna Zeta"]);
    ask(&mut desk, AddressIntent::Undo);
    lists(&mut desk, "zeta", None, &back);
}

/// W41: the zero of a ZIP that was typed without it.
#[test]
fn a_lost_zero_of_a_new_address_comes_back() {
    let (_world, mut desk) = connected_desk();
    desk.run_until("the samples", |state| state.addresses.matching == 12);
    save(&mut desk, address("Ann Pike", "4 Bay Rd", ("Portland", "ME", "4101")), &[]);
    assert_eq!(desk.state().addresses.open.as_ref().unwrap().form.zip, "04101");
}
