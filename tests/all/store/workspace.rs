//! The workspace: orders with revisions and states, and named documents. Each test goes through the
//! trait, so it holds for every workspace.

use jiff::{SignedDuration, Timestamp};
use postroom::base::id::OrderId;
use postroom::store::workspace::{
    DocumentKind, DocumentOutcome, DocumentRow, LocalWorkspace, OrderFields, OrderQuery, OrderRow,
    OrderSort, OrderState, OrderWrite, Workspace, WriteOutcome,
};

use super::{Folder, clock, run};

fn open(folder: &Folder) -> Box<dyn Workspace> {
    let opened = LocalWorkspace::open(folder.path(), clock(), "bench 1".to_owned());
    Box::new(opened.unwrap())
}

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
    }
}

fn all() -> OrderQuery {
    OrderQuery {
        limit: 100,
        ..OrderQuery::default()
    }
}

fn numbers(rows: &[OrderRow]) -> Vec<&str> {
    rows.iter().map(|row| row.fields.number.as_str()).collect()
}

#[test]
fn orders_are_listed_filtered_searched_and_counted() {
    let folder = Folder::new("workspace");
    let workspace = open(&folder);
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
    let counts = [
        (OrderState::NeedsAttention, 1),
        (OrderState::Ready, 2),
        (OrderState::Bought, 1),
    ];
    assert_eq!(page.by_state, counts);

    let check = |query: OrderQuery, wanted: &[&str]| {
        let page = run(workspace.orders(query.clone())).unwrap();
        assert_eq!(numbers(&page.rows), wanted, "{query:?}");
        assert_eq!(page.matching, wanted.len() as u64, "{query:?}");
        let ids = run(workspace.order_ids(query)).unwrap();
        let rows = run(workspace.orders_by_id(ids)).unwrap();
        assert_eq!(rows, page.rows);
    };
    let text = |text: &str| OrderQuery {
        text: text.to_owned(),
        ..all()
    };
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
    ] {
        check(OrderQuery { sort, ..all() }, &wanted);
    }
    let window = OrderQuery {
        offset: 1,
        limit: 2,
        ..all()
    };
    let page = run(workspace.orders(window)).unwrap();
    assert_eq!(numbers(&page.rows), ["1003", "1004"]);
    assert_eq!(page.matching, 4);
}

/// What happened on a day is found without reading every order.
#[test]
fn orders_are_found_by_the_time_they_were_written_last() {
    let folder = Folder::new("workspace-changed");
    let clock = clock();
    let station = "bench 1".to_owned();
    let workspace = LocalWorkspace::open(folder.path(), clock.clone(), station).unwrap();
    let old = new("1001", "Ann Lee", OrderState::Bought);
    run(workspace.write_orders(vec![old.clone()])).unwrap();
    clock.advance(SignedDuration::from_hours(24));
    let morning = clock.now();
    let today = new("1002", "Bob Sample", OrderState::Bought);
    let open = new("1003", "Cleo", OrderState::Ready);
    run(workspace.write_orders(vec![today, open])).unwrap();
    let check = |since: Timestamp, wanted: &[&str]| {
        let query = OrderQuery {
            states: vec![OrderState::Bought],
            changed_since: Some(since),
            ..all()
        };
        let page = run(workspace.orders(query.clone())).unwrap();
        assert_eq!(numbers(&page.rows), wanted);
        assert_eq!(run(workspace.order_ids(query)).unwrap().len(), wanted.len());
    };
    let second = SignedDuration::from_secs(1);
    check(
        morning - SignedDuration::from_hours(24) - second,
        &["1001", "1002"],
    );
    check(morning - SignedDuration::from_hours(23), &["1002"]);
    check(morning + second, &[]);
    clock.advance(SignedDuration::from_hours(1));
    let again = OrderWrite {
        revision: Some(1),
        ..old
    };
    run(workspace.write_orders(vec![again])).unwrap();
    check(morning + second, &["1001"]);
}

#[test]
fn a_write_on_an_older_revision_changes_nothing_and_returns_the_order_as_it_is() {
    let folder = Folder::new("workspace-revisions");
    let workspace = open(&folder);
    let order = new("1001", "Ann Lee", OrderState::Ready);
    run(workspace.write_orders(vec![order.clone()])).unwrap();
    let edit = |revision: Option<i64>, recipient: &str| OrderWrite {
        id: order.id.clone(),
        revision,
        fields: fields("1001", recipient, OrderState::Ready),
    };
    let outcomes = run(workspace.write_orders(vec![edit(Some(1), "Ann Leigh")])).unwrap();
    assert_eq!(outcomes, [WriteOutcome::Written(2)]);
    for revision in [Some(1), None, Some(7)] {
        let outcomes = run(workspace.write_orders(vec![edit(revision, "Anna")])).unwrap();
        let [WriteOutcome::Conflict(now)] = outcomes.as_slice() else {
            panic!("{outcomes:?}")
        };
        assert_eq!(
            (now.revision, now.fields.recipient.as_str()),
            (2, "Ann Leigh")
        );
    }
    // The words of the order follow it.
    let text = |text: &str| OrderQuery {
        text: text.to_owned(),
        ..all()
    };
    assert_eq!(run(workspace.orders(text("leigh"))).unwrap().matching, 1);
    assert_eq!(run(workspace.orders(text("lee"))).unwrap().matching, 0);

    let unknown = OrderWrite {
        id: OrderId::mint(),
        revision: Some(1),
        fields: fields("1009", "Nobody", OrderState::Ready),
    };
    let outcomes = run(workspace.write_orders(vec![unknown])).unwrap();
    assert_eq!(outcomes, [WriteOutcome::Missing]);
}

#[test]
fn a_number_exists_once_in_a_source() {
    let folder = Folder::new("workspace-numbers");
    let workspace = open(&folder);
    let first = new("1001", "Ann Lee", OrderState::Ready);
    let again = new("1001", "Someone else", OrderState::Ready);
    let mut elsewhere = new("1001", "Bob", OrderState::Ready);
    elsewhere.fields.source = "Market".to_owned();
    let writes = vec![first.clone(), again, elsewhere];
    let outcomes = run(workspace.write_orders(writes)).unwrap();
    let [
        WriteOutcome::Written(1),
        WriteOutcome::Conflict(there),
        WriteOutcome::Written(1),
    ] = outcomes.as_slice()
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

#[test]
fn an_order_that_may_have_cost_money_is_never_removed() {
    let folder = Folder::new("workspace-removal");
    let workspace = open(&folder);
    for (at, state) in OrderState::ALL.into_iter().enumerate() {
        let order = new(&at.to_string(), "Ann Lee", state);
        run(workspace.write_orders(vec![order.clone()])).unwrap();
        let removed = run(workspace.remove_orders(vec![(order.id.clone(), 1)])).unwrap();
        let kept = !run(workspace.orders_by_id(vec![order.id]))
            .unwrap()
            .is_empty();
        assert_eq!(kept, state.may_have_cost_money(), "{state:?}");
        assert_eq!(removed == [WriteOutcome::Removed], !kept, "{state:?}");
    }
    let order = new("x", "Ann Lee", OrderState::Ready);
    run(workspace.write_orders(vec![order.clone()])).unwrap();
    let removed = run(workspace.remove_orders(vec![(order.id, 2)])).unwrap();
    assert!(matches!(removed.as_slice(), [WriteOutcome::Conflict(_)]));
}

#[test]
fn everything_is_there_after_a_restart() {
    let folder = Folder::new("workspace-restart");
    let clock = clock();
    let open = || {
        let opened = LocalWorkspace::open(folder.path(), clock.clone(), "bench 1".to_owned());
        opened.unwrap()
    };
    let workspace = open();
    let order = new("1001", "Ann Lee", OrderState::Bought);
    run(workspace.write_orders(vec![order])).unwrap();
    let before = run(workspace.orders(all())).unwrap();
    drop(workspace);
    clock.advance(SignedDuration::from_secs(60));
    let after = run(open().orders(all())).unwrap();
    assert_eq!(after, before);
    assert_eq!(after.rows[0].changed_by, "bench 1");
}

#[test]
fn documents_have_revisions_too() {
    let folder = Folder::new("workspace-documents");
    let workspace = open(&folder);
    let row = |key: &str, name: &str, rank: i64, revision: i64| DocumentRow {
        kind: DocumentKind::Rule,
        key: key.to_owned(),
        name: name.to_owned(),
        rank,
        json: "{}".to_owned(),
        revision,
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
        let DocumentOutcome::Conflict(now) = outcome else {
            panic!("{outcome:?}")
        };
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
