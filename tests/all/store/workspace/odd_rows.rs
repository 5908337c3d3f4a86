//! Rows that this version cannot read, and orders that a workspace does not take: each is left out
//! alone.

use postroom::store::workspace::{ClaimedPurchase, OrderClaim, OrderQuery, OrderRow, Workspace};

use super::places::{Place, run};
use super::{all, fields, new, numbers};
use crate::prelude::*;

on_every_workspace!(
    a_row_that_cannot_be_read_is_shown_as_that_row,
    an_order_that_is_not_taken_is_refused_alone,
);

/// The number of an order, what is done to its row, and the column that is named.
const ODD: [(&str, &str, &str); 6] = [
    ("state", "UPDATE {orders} SET state = 'zzz' WHERE number = 'state'", "“state” has “zzz”"),
    (
        "day",
        "UPDATE {orders} SET ship_by = 'not a day' WHERE number = 'day'",
        "“ship_by” has “not a day”",
    ),
    (
        "name",
        "UPDATE {orders} SET recipient = {long} WHERE number = 'name'",
        "“recipient” has a text of more than 32,768",
    ),
    (
        "who",
        "UPDATE {orders} SET changed_by = {long} WHERE number = 'who'",
        "“changed_by” has a text of more than 32,768",
    ),
    (
        "large",
        "UPDATE {details} SET json = {large} WHERE position =
           (SELECT position FROM {orders} WHERE number = 'large')",
        "Its text is missing",
    ),
    (
        "bare",
        "DELETE FROM {details} WHERE position =
           (SELECT position FROM {orders} WHERE number = 'bare')",
        "Its text is missing",
    ),
];

fn found(workspace: &dyn Workspace, states: &[OrderState]) -> Vec<String> {
    let query = OrderQuery { states: states.to_vec(), ..all() };
    let page = run(workspace.orders(query.clone())).unwrap();
    let ids = run(workspace.order_ids(query)).unwrap();
    assert_eq!(ids.len(), page.rows.len());
    assert_eq!(page.matching, ids.len() as u64);
    page.rows.into_iter().map(|row| row.fields.number).collect()
}

/// Z13: one odd column kept the list of every station from being read.
fn a_row_that_cannot_be_read_is_shown_as_that_row(place: &dyn Place) {
    let workspace = place.open();
    let odd: Vec<(&str, &str, &str)> = ODD.iter().copied().chain(place.odd_rows()).collect();
    let names = odd.iter().map(|(number, ..)| *number);
    let names: Vec<&str> = std::iter::once("first").chain(names).chain(["last"]).collect();
    let writes = names.iter().map(|number| new(number, "Ann Lee", OrderState::Ready));
    run(workspace.write_orders(writes.collect())).unwrap();
    for (_, statement, _) in &odd {
        place.change_rows(statement);
    }

    let page = run(workspace.orders(all())).unwrap();
    assert_eq!(numbers(&page.rows), names);
    let unreadable = |row: &OrderRow| {
        let why = row.unreadable.as_ref().map(|why| why.as_str().to_owned());
        (row.fields.state, why)
    };
    for (row, (number, _, wanted)) in page.rows.iter().skip(1).zip(&odd) {
        let (state, why) = unreadable(row);
        assert_eq!(state, OrderState::Unreadable, "{number}");
        assert!(why.as_ref().is_some_and(|why| why.starts_with(wanted)), "{number}: {why:?}");
        assert!(row.fields.recipient.len() < 1_000 && row.changed_by.len() < 1_000, "{number}");
        assert!(row.fields.json.len() < 1_000, "{number}");
    }
    for row in [&page.rows[0], page.rows.last().unwrap()] {
        assert_eq!(unreadable(row), (OrderState::Ready, None));
    }

    // The filters go by what is stored; only an unknown state is no other one.
    let ready = names.len() as u64 - 1;
    assert_eq!(page.by_state, [(OrderState::Ready, ready), (OrderState::Unreadable, 1)]);
    assert_eq!(found(workspace.as_ref(), &[OrderState::Unreadable]), ["state"]);
    assert_eq!(found(workspace.as_ref(), &[OrderState::Ready]).len() as u64, ready);
    let both = [OrderState::Ready, OrderState::Unreadable];
    assert_eq!(found(workspace.as_ref(), &both), names);
    let by_number = run(workspace.orders_by_number(None, vec!["day".to_owned()])).unwrap();
    assert_eq!(unreadable(&by_number[0]).0, OrderState::Unreadable);

    // Nothing is changed, claimed or removed of such a row, and the others go on.
    let write = |row: &OrderRow| OrderWrite {
        id: row.id.clone(),
        revision: Some(row.revision),
        fields: fields(&row.fields.number, "Bob", OrderState::Rated),
        open_purchases: Vec::new(),
    };
    let is_written = |outcomes: Vec<WriteOutcome>| {
        outcomes.into_iter().map(|it| matches!(it, WriteOutcome::Written(_))).collect::<Vec<_>>()
    };
    let mut readable = vec![false; names.len()];
    (readable[0], readable[names.len() - 1]) = (true, true);
    let ids: Vec<_> = page.rows.iter().map(|row| row.id.clone()).collect();
    let rows = run(workspace.orders_by_id(ids.clone())).unwrap();
    assert_eq!(rows, page.rows);
    let claims = rows.iter().skip(1).take(odd.len()).map(|row| OrderClaim {
        write: write(row),
        transaction: TransactionId::new(row.id.as_str()),
        purchase: ClaimedPurchase::default(),
    });
    let claimed = is_written(run(workspace.claim_orders(claims.collect())).unwrap());
    assert_eq!(claimed, vec![false; odd.len()]);
    assert!(run(workspace.own_claims()).unwrap().is_empty());
    let written = run(workspace.write_orders(rows.iter().map(write).collect())).unwrap();
    assert_eq!(is_written(written), readable);
    let keys = rows.iter().map(|row| (row.id.clone(), row.revision));
    let removed = run(workspace.remove_orders(keys.skip(1).take(odd.len()).collect())).unwrap();
    assert!(!removed.contains(&WriteOutcome::Removed), "{removed:?}");
    let after = run(workspace.orders_by_id(ids)).unwrap();
    assert_eq!(after[1..=odd.len()], page.rows[1..=odd.len()]);
}

/// Z11: one cell of 4,000 letters kept the other orders of its file from being imported.
fn an_order_that_is_not_taken_is_refused_alone(place: &dyn Place) {
    let workspace = place.open();
    // No text that a database packs into a few bytes.
    let mut letter = 1_u64;
    let mut letters = |count: usize| -> String {
        let letters = std::iter::repeat_with(|| {
            letter = letter.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            char::from(b'a' + u8::try_from(letter >> 33 & 15).unwrap())
        });
        letters.take(count).collect()
    };
    let mut writes = vec![
        new("1001", "Ann Lee", OrderState::Ready),
        new("1002", &letters(9_000), OrderState::Ready),
        new(&letters(900), "Ann Lee", OrderState::Ready),
        new(&letters(4_000), "Ann Lee", OrderState::Ready),
        new("1005", &letters(40_000), OrderState::Ready),
        new("1006", "Ann Lee", OrderState::Ready),
    ];
    writes[0].fields.search_text = letters(3_000);
    let kept: Vec<String> = [0, 1, 2, 5].map(|at: usize| writes[at].fields.number.clone()).into();
    let outcomes = run(workspace.write_orders(writes)).unwrap();
    let refused = outcomes.iter().map(|it| matches!(it, WriteOutcome::Refused(_)));
    assert_eq!(refused.collect::<Vec<_>>(), [false, false, false, true, true, false]);
    let WriteOutcome::Refused(why) = &outcomes[3] else { panic!("{outcomes:?}") };
    assert_eq!(why.as_str(), "its number or its source is longer than 1,000 bytes");
    assert_eq!(found(workspace.as_ref(), &[]), kept);
    for number in kept {
        let row = run(workspace.orders_by_number(None, vec![number.clone()])).unwrap();
        assert_eq!(row[0].fields.number, number);
    }
}
