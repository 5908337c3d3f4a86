//! The workspace: orders with revisions and states, claims, and named documents. Each test goes
//! through the trait and holds for every workspace: it runs on `workspace.db`, and on PostgreSQL
//! where `POSTROOM_DATABASES` is set.

/// Makes a test of each function on the workspace of one computer, and a list of all of them.
macro_rules! on_every_workspace {
    ($($name:ident),+ $(,)?) => {
        mod on_this_computer {
            $(
                #[test]
                fn $name() {
                    super::$name(&crate::store::workspace::places::Folder::new(stringify!($name)));
                }
            )+
        }

        /// Every test with its name.
        #[cfg(unix)]
        pub const ALL: &[(&str, fn(&dyn crate::store::workspace::places::Place))] = &[$((stringify!($name), $name)),+];
    };
}

#[cfg(unix)]
mod addresses;
mod claims;
mod odd_rows;
mod places;
#[cfg(unix)]
mod server;

use postroom::store::workspace::{
    DocumentKind, DocumentOutcome, DocumentRow, OrderFields, OrderQuery, OrderRow, OrderSort,
};

use places::{Place, run};

use crate::prelude::*;

on_every_workspace!(
    orders_are_listed_filtered_searched_and_counted,
    names_are_found_from_any_keyboard,
    orders_are_found_by_the_time_they_were_written_last,
    a_write_on_an_older_revision_changes_nothing_and_returns_the_order_as_it_is,
    a_number_exists_once_in_a_source,
    an_order_that_may_have_cost_money_is_never_removed,
    everything_is_there_after_a_restart,
    documents_have_revisions_too,
    orders_of_one_call_see_each_other,
);

fn fields(number: &str, recipient: &str, state: OrderState) -> OrderFields {
    OrderFields {
        source: "Shop".to_owned(),
        number: number.to_owned(),
        state,
        recipient: recipient.to_owned(),
        search_text: format!("{number} {recipient}"),
        json: format!("{{\"to\":\"{recipient}\"}}"),
        ..OrderFields::default()
    }
}

fn new(number: &str, recipient: &str, state: OrderState) -> OrderWrite {
    OrderWrite {
        id: OrderId::mint(),
        revision: None,
        fields: fields(number, recipient, state),
        open_purchases: Vec::new(),
    }
}

fn all() -> OrderQuery {
    OrderQuery { limit: 100, ..OrderQuery::default() }
}

fn numbers(rows: &[OrderRow]) -> Vec<&str> {
    rows.iter().map(|row| row.fields.number.as_str()).collect()
}

/// W77: `nunez` was found, `lacka` and `irem isik` were not.
fn names_are_found_from_any_keyboard(place: &dyn Place) {
    let workspace = place.open();
    let names = ["Łącka", "İrem Işık", "Søren Ærø", "Straßner", "Núñez", "Émile", "Sam"];
    let writes = names.iter().map(|name| {
        let mut write = new(name, name, OrderState::Ready);
        write.fields.search_text = (*name).to_owned();
        write
    });
    run(workspace.write_orders(writes.collect())).unwrap();
    for (typed, name) in [
        ("lacka", "Łącka"),
        ("ŁĄC", "Łącka"),
        ("irem isik", "İrem Işık"),
        ("IŞIK", "İrem Işık"),
        ("soren aero", "Søren Ærø"),
        ("strassner", "Straßner"),
        ("nunez", "Núñez"),
    ] {
        let page = run(workspace.orders(OrderQuery { text: typed.to_owned(), ..all() })).unwrap();
        assert_eq!(numbers(&page.rows), [name], "{typed}");
    }
}

fn orders_are_listed_filtered_searched_and_counted(place: &dyn Place) {
    let workspace = place.open();
    let mut due = new("1003", "Zoë Müller", OrderState::Ready);
    due.fields.ship_by = Some("2026-11-24".parse().unwrap());
    due.fields.preset = Some("small".to_owned());
    let mut elsewhere = new("1004", "Bob Sample", OrderState::Bought);
    elsewhere.fields.source = "Market".to_owned();
    let writes = vec![
        new("1002", "Ann Lee", OrderState::NeedsAttention),
        due,
        elsewhere,
        new("1001", "cleo", OrderState::Ready),
    ];
    let outcomes = run(workspace.write_orders(writes)).unwrap();
    assert_eq!(outcomes, vec![WriteOutcome::Written(1); 4]);

    let page = run(workspace.orders(all())).unwrap();
    assert_eq!(numbers(&page.rows), ["1002", "1003", "1004", "1001"]);
    assert_eq!(page.matching, 4);
    assert_eq!(page.sources, ["Market", "Shop"]);
    let counts = [(OrderState::NeedsAttention, 1), (OrderState::Ready, 2), (OrderState::Bought, 1)];
    assert_eq!(page.by_state, counts);

    let check = |query: OrderQuery, wanted: &[&str]| {
        let page = run(workspace.orders(query.clone())).unwrap();
        assert_eq!(numbers(&page.rows), wanted, "{query:?}");
        assert_eq!(page.matching, wanted.len() as u64, "{query:?}");
        let ids = run(workspace.order_ids(query)).unwrap();
        let rows = run(workspace.orders_by_id(ids)).unwrap();
        assert_eq!(rows, page.rows);
    };
    let text = |text: &str| OrderQuery { text: text.to_owned(), ..all() };
    check(text("mull"), &["1003"]);
    check(text("100 sam"), &["1004"]);
    check(text("nobody"), &[]);
    let states = vec![OrderState::Ready, OrderState::Bought];
    check(OrderQuery { states, ..all() }, &["1003", "1004", "1001"]);
    let source = Some("Market".to_owned());
    check(OrderQuery { source, ..all() }, &["1004"]);
    let preset = Some("small".to_owned());
    check(OrderQuery { preset, ..all() }, &["1003"]);
    let ship_by = Some("2026-11-24".parse().unwrap());
    check(OrderQuery { ship_by, ..all() }, &["1003"]);
    let ship_by = Some("2026-11-23".parse().unwrap());
    check(OrderQuery { ship_by, ..all() }, &[]);
    for (sort, wanted) in [
        (OrderSort::Newest, ["1001", "1004", "1003", "1002"]),
        (OrderSort::Number, ["1001", "1002", "1003", "1004"]),
        (OrderSort::Recipient, ["1002", "1004", "1001", "1003"]),
        (OrderSort::ShipBy, ["1003", "1002", "1004", "1001"]),
        (OrderSort::NumberDown, ["1004", "1003", "1002", "1001"]),
        (OrderSort::RecipientDown, ["1003", "1001", "1004", "1002"]),
        (OrderSort::ShipByDown, ["1003", "1001", "1004", "1002"]),
    ] {
        check(OrderQuery { sort, ..all() }, &wanted);
    }
    let window = OrderQuery { offset: 1, limit: 2, ..all() };
    let page = run(workspace.orders(window)).unwrap();
    assert_eq!(numbers(&page.rows), ["1003", "1004"]);
    assert_eq!(page.matching, 4);
    // Windows of what has these words, in each order.
    for (sort, wanted) in [
        (OrderSort::Position, ["1003", "1004"]),
        (OrderSort::Newest, ["1004", "1003"]),
        (OrderSort::Number, ["1002", "1003"]),
        (OrderSort::Recipient, ["1004", "1001"]),
    ] {
        let window = OrderQuery { sort, offset: 1, limit: 2, ..text("100") };
        let page = run(workspace.orders(window)).unwrap();
        assert_eq!(numbers(&page.rows), wanted, "{sort:?}");
        assert_eq!(page.matching, 4, "{sort:?}");
    }
}

/// What happened on a day is found without reading every order.
fn orders_are_found_by_the_time_they_were_written_last(place: &dyn Place) {
    let workspace = place.open();
    let day = SignedDuration::from_hours(24);
    let old = new("1001", "Ann Lee", OrderState::Bought);
    run(workspace.write_orders(vec![old.clone()])).unwrap();
    place.pass(day);
    let today = new("1002", "Bob Sample", OrderState::Bought);
    let open = new("1003", "Cleo", OrderState::Ready);
    run(workspace.write_orders(vec![today.clone(), open])).unwrap();
    let ids = vec![today.id];
    let morning = run(workspace.orders_by_id(ids)).unwrap()[0].changed;
    let check = |since: Timestamp, wanted: &[&str]| {
        let query =
            OrderQuery { states: vec![OrderState::Bought], changed_since: Some(since), ..all() };
        let page = run(workspace.orders(query.clone())).unwrap();
        assert_eq!(numbers(&page.rows), wanted);
        assert_eq!(run(workspace.order_ids(query)).unwrap().len(), wanted.len());
    };
    let minute = SignedDuration::from_mins(1);
    check(morning - day - minute, &["1001", "1002"]);
    check(morning - day + minute, &["1002"]);
    check(morning, &["1002"]);
    check(morning + minute, &[]);
    place.pass(SignedDuration::from_hours(1));
    let again = OrderWrite { revision: Some(1), ..old };
    let ids = vec![again.id.clone()];
    run(workspace.write_orders(vec![again])).unwrap();
    let again = run(workspace.orders_by_id(ids)).unwrap()[0].changed;
    check(again - minute, &["1001"]);
}

fn a_write_on_an_older_revision_changes_nothing_and_returns_the_order_as_it_is(place: &dyn Place) {
    let workspace = place.open();
    let order = new("1001", "Ann Lee", OrderState::Ready);
    run(workspace.write_orders(vec![order.clone()])).unwrap();
    let edit = |revision: Option<i64>, recipient: &str| OrderWrite {
        id: order.id.clone(),
        revision,
        fields: fields("1001", recipient, OrderState::Ready),
        open_purchases: Vec::new(),
    };
    let outcomes = run(workspace.write_orders(vec![edit(Some(1), "Ann Leigh")])).unwrap();
    assert_eq!(outcomes, [WriteOutcome::Written(2)]);
    for revision in [Some(1), None, Some(7)] {
        let outcomes = run(workspace.write_orders(vec![edit(revision, "Anna")])).unwrap();
        let [WriteOutcome::Conflict(now)] = outcomes.as_slice() else { panic!("{outcomes:?}") };
        assert_eq!((now.revision, now.fields.recipient.as_str()), (2, "Ann Leigh"));
    }
    // The words of the order follow it.
    let text = |text: &str| OrderQuery { text: text.to_owned(), ..all() };
    assert_eq!(run(workspace.orders(text("leigh"))).unwrap().matching, 1);
    assert_eq!(run(workspace.orders(text("lee"))).unwrap().matching, 0);
    // Also after a change of something else, and back to earlier ones.
    let mut other = edit(Some(2), "Ann Leigh");
    other.fields.json = "{}".to_owned();
    for (write, wanted) in [(other, [1, 0]), (edit(Some(3), "Ann Lee"), [0, 1])] {
        let outcomes = run(workspace.write_orders(vec![write.clone()])).unwrap();
        assert_eq!(outcomes, [WriteOutcome::Written(write.revision.unwrap() + 1)]);
        let found =
            ["leigh", "lee"].map(|word| run(workspace.orders(text(word))).unwrap().matching);
        assert_eq!(found, wanted, "{write:?}");
    }

    let unknown = OrderWrite {
        id: OrderId::mint(),
        revision: Some(1),
        fields: fields("1009", "Nobody", OrderState::Ready),
        open_purchases: Vec::new(),
    };
    let outcomes = run(workspace.write_orders(vec![unknown])).unwrap();
    assert_eq!(outcomes, [WriteOutcome::Missing]);
}

fn a_number_exists_once_in_a_source(place: &dyn Place) {
    let workspace = place.open();
    let first = new("1001", "Ann Lee", OrderState::Ready);
    let again = new("1001", "Someone else", OrderState::Ready);
    let mut elsewhere = new("1001", "Bob", OrderState::Ready);
    elsewhere.fields.source = "Market".to_owned();
    let writes = vec![first.clone(), again, elsewhere];
    let outcomes = run(workspace.write_orders(writes)).unwrap();
    let [WriteOutcome::Written(1), WriteOutcome::Conflict(there), WriteOutcome::Written(1)] =
        outcomes.as_slice()
    else {
        panic!("{outcomes:?}")
    };
    assert_eq!(there.id, first.id);
    let number = vec!["1001".to_owned(), "1002".to_owned()];
    let found = run(workspace.orders_by_number(None, number.clone())).unwrap();
    assert_eq!(found.len(), 2);
    let source = Some("Market".to_owned());
    let found = run(workspace.orders_by_number(source, number)).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].fields.recipient, "Bob");
}

fn an_order_that_may_have_cost_money_is_never_removed(place: &dyn Place) {
    let workspace = place.open();
    for (at, state) in OrderState::ALL.into_iter().enumerate() {
        let order = new(&at.to_string(), "Ann Lee", state);
        run(workspace.write_orders(vec![order.clone()])).unwrap();
        let removed = run(workspace.remove_orders(vec![(order.id.clone(), 1)])).unwrap();
        let kept = !run(workspace.orders_by_id(vec![order.id])).unwrap().is_empty();
        assert_eq!(kept, !state.is_removable(), "{state:?}");
        assert!(kept || !state.may_have_cost_money(), "{state:?}");
        assert_eq!(removed == [WriteOutcome::Removed], !kept, "{state:?}");
    }
    let order = new("x", "Ann Lee", OrderState::Ready);
    run(workspace.write_orders(vec![order.clone()])).unwrap();
    let removed = run(workspace.remove_orders(vec![(order.id, 2)])).unwrap();
    assert!(matches!(removed.as_slice(), [WriteOutcome::Conflict(_)]));
}

fn everything_is_there_after_a_restart(place: &dyn Place) {
    let workspace = place.open();
    let order = new("1001", "Ann Lee", OrderState::Bought);
    run(workspace.write_orders(vec![order])).unwrap();
    let before = run(workspace.orders(all())).unwrap();
    drop(workspace);
    let after = run(place.open().orders(all())).unwrap();
    assert_eq!(after, before);
    assert_eq!(after.rows[0].changed_by, "bench 1");
}

/// What one write of a call does is known to the next one.
fn orders_of_one_call_see_each_other(place: &dyn Place) {
    let workspace = place.open();
    let first = new("1001", "Ann Lee", OrderState::Ready);
    let moved = OrderWrite {
        revision: Some(1),
        fields: fields("1009", "Ann Lee", OrderState::Ready),
        ..first.clone()
    };
    let in_its_place = new("1001", "Bob", OrderState::Ready);
    let stale = OrderWrite { revision: Some(1), ..first.clone() };
    let writes = vec![first.clone(), moved, in_its_place, stale];
    let outcomes = run(workspace.write_orders(writes)).unwrap();
    let [
        WriteOutcome::Written(1),
        WriteOutcome::Written(2),
        WriteOutcome::Written(1),
        WriteOutcome::Conflict(now),
    ] = outcomes.as_slice()
    else {
        panic!("{outcomes:?}")
    };
    assert_eq!((now.id.clone(), now.revision), (first.id, 2));
    let page = run(workspace.orders(all())).unwrap();
    assert_eq!(numbers(&page.rows), ["1009", "1001"]);
}

fn documents_have_revisions_too(place: &dyn Place) {
    let workspace = place.open();
    let row = |key: &str, name: &str, rank: i64, revision: i64| DocumentRow {
        kind: DocumentKind::Rule,
        key: key.to_owned(),
        name: name.to_owned(),
        rank,
        json: "{}".to_owned(),
        revision,
        changed_by: String::new(),
    };
    for (key, name, rank) in [("a", "Heavy", 2), ("b", "Abroad", 1), ("c", "any", 2)] {
        let outcome = run(workspace.write_document(row(key, name, rank, 0))).unwrap();
        assert_eq!(outcome, DocumentOutcome::Written(1));
    }
    let names = |kind| {
        let rows = run(workspace.documents(kind)).unwrap();
        rows.into_iter().map(|row| row.name).collect::<Vec<_>>()
    };
    assert_eq!(names(DocumentKind::Rule), ["Abroad", "any", "Heavy"]);
    assert!(names(DocumentKind::Preset).is_empty());

    let outcome = run(workspace.write_document(row("a", "Heavier", 0, 1))).unwrap();
    assert_eq!(outcome, DocumentOutcome::Written(2));
    for stale in [0, 1, 3] {
        let outcome = run(workspace.write_document(row("a", "Other", 0, stale))).unwrap();
        let DocumentOutcome::Conflict(now) = outcome else { panic!("{outcome:?}") };
        assert_eq!(now.name, "Heavier");
    }
    assert_eq!(names(DocumentKind::Rule), ["Heavier", "Abroad", "any"]);
    let remove = |revision| {
        let key = "a".to_owned();
        run(workspace.remove_document(DocumentKind::Rule, key, revision)).unwrap()
    };
    assert!(matches!(remove(1), DocumentOutcome::Conflict(_)));
    assert_eq!(remove(2), DocumentOutcome::Removed);
    assert_eq!(remove(2), DocumentOutcome::Missing);
    let missing = run(workspace.write_document(row("a", "Heavy", 0, 2))).unwrap();
    assert_eq!(missing, DocumentOutcome::Missing);
}
