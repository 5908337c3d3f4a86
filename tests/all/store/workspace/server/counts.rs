//! Counts of purchases, questions for reports and answers, as far as the tables go.

use postroom::store::workspace::shared::MissingReports;

use super::super::claims::{claim, ready};
use super::*;

fn missing(workspace: &SharedWorkspace) -> MissingReports {
    run(workspace.look_for_reports()).unwrap().missing
}

fn buys(workspace: &SharedWorkspace, number: &str) -> Result<(), ServerFault> {
    let id = ready(workspace, number);
    let claim = claim(&id, number, &format!("t-{number}"));
    run(workspace.claim_orders(vec![claim])).map(drop).map_err(fault)
}

/// Whatever another station writes into the rows: it may make this one ask a person, whose yes is
/// possible each time.
#[test]
fn odd_counts_and_questions_never_block_for_good() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "odd_counts");
    let mine = database.shared("mine");
    buys(&mine, "1").unwrap();
    for (at, odd) in [
        "UPDATE postroom.stations SET purchases = 9223372036854775807",
        "UPDATE postroom.stations SET purchases = -9223372036854775808",
        "UPDATE postroom.stations SET purchases = 0",
        "UPDATE postroom.stations SET report_wanted_since = 'infinity'",
        "UPDATE postroom.stations SET report_wanted_since = '-infinity'",
        "UPDATE postroom.stations SET report_wanted_since = '294276-01-01'",
        "UPDATE postroom.stations SET report_wanted_since = now(), report_wanted_by = repeat('x', 9999)",
        "UPDATE postroom.stations SET tables = 0",
        "INSERT INTO postroom.stations (name, lease_until, version, purchases)
           SELECT 'row ' || n, now(), '', n FROM generate_series(1, 3000) n",
        "INSERT INTO postroom.stations (name, lease_until, version, tables)
           SELECT 'asked ' || n, now(), '', 0 FROM generate_series(1, 3000) n",
        "INSERT INTO postroom.stations (name, lease_until, version, tables)
           VALUES (repeat('long ', 1000), now(), '', 0)",
        "DELETE FROM postroom.stations WHERE name LIKE 'row %' OR name LIKE 'asked %'",
        "DELETE FROM postroom.stations",
    ]
    .into_iter()
    .enumerate()
    {
        database.admin(odd);
        let look = run(mine.look_for_reports()).unwrap();
        assert!(look.missing.named.len() <= 5, "{odd}");
        run(mine.buy_without(&look));
        assert!(missing(&mine).is_empty(), "{odd}: {:?}", missing(&mine));
        buys(&mine, &format!("after {at}")).unwrap_or_else(|fault| panic!("{odd}: {fault:?}"));
    }
}

/// A count that somebody else has written: the others ask about it until its station has reported, and not
/// for ever. Nobody asks about a station that was given up.
#[test]
fn a_count_that_was_never_true_is_asked_about_until_its_station_has_reported() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "never_true");
    let (one, two) = (database.shared("one"), database.shared("two"));
    for (workspace, number) in [(&one, "1"), (&two, "2")] {
        buys(workspace, number).unwrap();
    }
    database
        .admin("UPDATE postroom.stations SET purchases = 9223372036854775807 WHERE name = 'one'");
    assert!(missing(&two).is_empty());
    let odd = "UPDATE postroom.stations SET purchases = 0 WHERE name = 'one'";
    database.admin(odd);
    assert!(!missing(&two).is_empty());
    for workspace in [&one, &two] {
        let owed = run(workspace.look_for_reports()).unwrap().owed.unwrap();
        run(workspace.report(&owed, &[])).unwrap();
    }
    for (workspace, number) in [(&two, "3"), (&one, "4"), (&two, "5")] {
        assert!(missing(workspace).is_empty(), "{number}");
        buys(workspace, number).unwrap();
    }
    // A copy from before the report is still noticed, and so is a newer one from before the question.
    database.admin(odd);
    assert!(!missing(&two).is_empty());
    for purchases in [0, 1] {
        database.admin(&format!(
            "UPDATE postroom.stations SET report_wanted_since = NULL, report_wanted_by = NULL,
               purchases = {purchases} WHERE name = 'one'"
        ));
        assert!(!missing(&two).is_empty(), "{purchases}: that is no report");
    }
    database.admin(
        "UPDATE postroom.stations SET report_wanted_since = NULL;
         UPDATE postroom.stations SET lease_until = '-infinity' WHERE name = 'one'",
    );
    assert!(missing(&two).is_empty(), "nobody waits for it");
    buys(&two, "6").unwrap();
}

#[test]
fn a_lower_count_asks_once_and_each_station_answers_for_itself() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "counts");
    let (one, two) = (database.shared("one"), database.shared("two"));
    for (workspace, number) in [(&one, "1"), (&one, "2"), (&two, "3")] {
        buys(workspace, number).unwrap();
    }
    assert!(missing(&one).is_empty() && missing(&two).is_empty());
    // As if the second purchase of the first station were not in the copy, and the other station.
    database.admin(
        "UPDATE postroom.stations SET purchases = 1 WHERE name = 'one';
         DELETE FROM postroom.stations WHERE name = 'two'",
    );
    let both = MissingReports { named: vec!["one".to_owned(), "two".to_owned()], others: 0 };
    assert_eq!(buys(&two, "4"), Err(ServerFault::ReportsMissing(both.clone())));
    let asked = database.admin(
        "SELECT string_agg(report_wanted_since::text, ' ' ORDER BY name)
        FROM postroom.stations",
    );
    let look = run(one.look_for_reports()).unwrap();
    assert_eq!(look.missing, both);
    let owed = look.owed.unwrap();
    assert_eq!(owed.lost, 1);
    run(one.report(&owed, &[])).unwrap();
    let left = MissingReports { named: vec!["two".to_owned()], others: 0 };
    assert_eq!((missing(&one), missing(&two)), (left.clone(), left.clone()));
    let since = "SELECT report_wanted_since FROM postroom.stations WHERE name = 'two'";
    assert!(asked.contains(&database.admin(since)), "asked once");
    // An answer to an earlier question is none.
    let owed = run(two.look_for_reports()).unwrap().owed.unwrap();
    database.admin("UPDATE postroom.stations SET report_wanted_since = now() WHERE name = 'two'");
    run(two.report(&owed, &[])).unwrap();
    assert_eq!(missing(&one), left);
    let owed = run(two.look_for_reports()).unwrap().owed.unwrap();
    run(two.report(&owed, &[])).unwrap();
    assert!(missing(&one).is_empty());
    let counts = "SELECT string_agg(name || ' ' || purchases, ', ' ORDER BY name)
        FROM postroom.stations";
    assert_eq!(database.admin(counts), "one 2, two 1");
    buys(&two, "5").unwrap();
}
