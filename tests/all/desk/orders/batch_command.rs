//! `postroom batch` as scripts run it: the real program against a service in the test.

pub mod kit;
mod stops;

use postroom::api::value::Service;
use postroom::desk::order_batches::work::AT_ONCE;
use postroom::tables::mapping::MappedColumn;

use super::batches::LOWER_QUOTES;
use crate::prelude::*;
use kit::{HEADING, Ran, Running, Shop, row, table, text};

const BUY: [&str; 3] = ["--buy", "--out", "labels"];

fn names(numbers: &[String]) -> BTreeSet<String> {
    numbers.iter().map(|number| format!("{number}.pdf")).collect()
}

#[test]
fn a_file_is_imported_rated_and_bought_once() {
    let shop = Shop::new();
    let file = shop
        .write("orders.csv", [HEADING, &row("A1", "1"), &row("A2", ""), &row("A3", "2")].concat());

    // C5: a column that nothing is taken from is named.
    let mut table = fs::read_to_string(&file).unwrap().replace('\n', ",x\n");
    table = table.replacen(",x\n", ",Item HS code\n", 1);
    let with_more = shop.write("more.csv", &table);
    let ran = shop.run(&with_more, &["--dry-run"]);
    assert_eq!(ran.lines[0]["unused_columns"], json!(["Item HS code"]), "{}", ran.stderr);
    assert!(ran.stderr.contains("columns that are not used: Item HS code"), "{}", ran.stderr);

    let imported = shop.run(&file, &[]);
    assert_eq!(imported.code, Some(1), "{}", imported.stderr);
    let begin = &imported.lines[0];
    assert!(begin["unused_columns"].is_null(), "{begin}");
    assert_eq!(
        (&begin["stage"], &begin["goal"], &begin["environment"], &begin["file"]),
        (&json!("begin"), &json!("import"), &json!("TEST"), &json!("orders.csv"))
    );
    let stages = imported.stages();
    assert_eq!(stages["A1"], ["imported", "ready"]);
    assert_eq!(stages["A2"], ["imported", "needs-attention"]);
    let problem = &imported.staged("needs-attention")[0]["problems"][0];
    assert_eq!(problem["field"], "parcels.1.weight", "{problem}");
    assert_eq!(imported.summary()["imported"]["added"], 3);
    assert_eq!(imported.summary()["ready"], 2);

    let rated = shop.run(&file, &["--rate"]);
    assert_eq!(rated.code, Some(1));
    assert_eq!(rated.stages()["A1"], ["imported", "rated"]);
    assert_eq!(rated.summary()["imported"]["unchanged"], 3);
    assert_eq!(rated.summary()["rated"], 2);
    assert_eq!(shop.world.shipments_at_service(), 0);

    let bought = shop.run(&file, &BUY);
    assert_eq!(bought.code, Some(1), "{}", bought.stderr);
    assert_eq!(bought.stages()["A3"], ["imported", "rated", "bought", "label-saved"]);
    let line = bought.staged("bought")[0];
    assert_eq!(line["expected"], line["charged"], "{line}");
    assert_eq!(line["tracking_numbers"].as_array().unwrap().len(), 1);
    assert!(line["transaction"].is_string() && line["begun_earlier"].is_null());
    assert_eq!(bought.summary()["bought"], 2);
    assert_eq!(shop.world.shipments_at_service(), 2);
    assert_eq!(shop.labels(), names(&["A1".into(), "A3".into()]));
    let label = fs::read(shop.path("labels").join("A1.pdf")).unwrap();
    assert!(label.starts_with(b"%PDF"));

    // Again, with the wrong row corrected: only that one is bought, and only its label is saved,
    // although the other files were taken away to be printed.
    fs::remove_file(shop.path("labels").join("A1.pdf")).unwrap();
    shop.write("orders.csv", [HEADING, &row("A1", "1"), &row("A2", "3"), &row("A3", "2")].concat());
    let again = shop.run(&file, &BUY);
    assert_eq!(again.code, Some(0), "{} {:?}", again.stderr, again.lines);
    assert_eq!(again.orders("bought"), ["A2"]);
    assert_eq!(again.stages()["A1"], ["imported", "left-out"]);
    assert_eq!(again.summary()["bought_before"], 2);
    assert_eq!(shop.labels(), names(&["A2".into(), "A3".into()]));
    assert_eq!(shop.world.shipments_at_service(), 3);
}

/// Z5: two stations saved the label of one order, each into its folder, from which both may print.
#[test]
fn a_label_that_another_station_saves_is_left_to_it() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(3));
    assert_eq!(shop.run(&file, &BUY).code, Some(0));
    fs::remove_dir_all(shop.path("labels")).unwrap();
    // As the orders are while a station that bought them saves the labels of two, and has been gone
    // for a while with the third.
    for (number, begun) in [("T000", 0), ("T001", 9), ("T002", 11)] {
        let since = Timestamp::now() - SignedDuration::from_mins(begun);
        shop.change_order(number, |order| {
            let label = order["saved_labels"][0].clone();
            order["saved_labels"] = json!([]);
            order["label_saves"] =
                json!([{ "label": label, "station": "bench 2", "since": since.to_string() }]);
        });
    }
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.orders("label-saved-elsewhere"), ["T000", "T001"]);
    assert_eq!(ran.orders("label-saved"), ["T002"]);
    assert_eq!(shop.labels(), names(&["T002".into()]));
    // The right is given back, and what was saved is not saved again.
    let again = shop.run(&file, &BUY);
    assert_eq!(again.orders("label-saved-elsewhere"), ["T000", "T001"]);
    assert!(again.orders("label-saved").is_empty(), "{:?}", again.lines);
}

/// Z7, C1: the login page of a network was saved as a label, and so was the label of another parcel.
#[test]
fn what_is_no_label_of_this_parcel_is_fetched_again_or_not_saved() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(2));
    shop.run(&file, &["--rate"]);
    shop.with_desk(|desk| {
        desk.run_until("rated", |state| state.orders.in_state(OrderState::Rated) == 2);
        desk.tick_all_orders();
        let priced = desk.state().orders.selection.sums.clone().unwrap().priced;
        desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
        desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 2);
    });
    let cache = rusqlite::Connection::open(shop.path("desk").join("cache.db")).unwrap();
    let changed = cache.execute_batch(
        "UPDATE labels SET bytes = (SELECT bytes FROM labels ORDER BY shipment DESC LIMIT 1);
         UPDATE labels SET bytes = CAST('<html>captive portal login</html>' AS BLOB)
          WHERE shipment = (SELECT max(shipment) FROM labels);",
    );
    changed.unwrap();
    drop(cache);
    shop.world.faults("GET /Shipment/:id/Label", "internal_before_commit", 0, 10_000);
    let refused = shop.start_paced(&file).wait();
    assert_eq!(refused.code, Some(1), "{:?}", refused.lines);
    assert_eq!(refused.staged("label-not-saved").len(), 2, "{:?}", refused.lines);
    assert!(shop.labels().is_empty());
    // C6: the service has them again before the end of the run.
    let mut running = shop.start_paced(&file);
    running.read_until("label-not-saved", 2);
    shop.world.forget_faults();
    let saved = running.wait();
    assert_eq!(saved.code, Some(0), "{:?}", saved.lines);
    assert_eq!(saved.staged("label-not-saved").len(), 2, "each is reported once");
    assert_eq!(shop.labels(), names(&["T000".into(), "T001".into()]));
    let [first, second] = ["T000.pdf", "T001.pdf"].map(|name| shop.path("labels").join(name));
    let [first, second] = [first, second].map(|path| fs::read(path).unwrap());
    assert!(first.starts_with(b"%PDF") && second.starts_with(b"%PDF") && first != second);
    assert_eq!(shop.world.shipments_at_service(), 2);
}

/// C4: of twenty labels sixteen were bought at a price that nobody had agreed to, with code 0.
#[test]
fn a_run_stops_when_a_label_costs_more_than_its_quote() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(20));
    shop.run(&file, &[]);
    let workspace = shop.path("desk").join("workspace.db");
    let workspace = rusqlite::Connection::open(workspace).unwrap();
    let lower = format!(
        "CREATE TRIGGER lower_quotes AFTER UPDATE ON order_details
           WHEN json_extract(new.json, '$.labels[0]') IS NULL
            AND json_extract(new.json, '$.quote.rate.totalFee') > 0
           BEGIN {} END;",
        LOWER_QUOTES.replace(';', " WHERE position = new.position;")
    );
    workspace.execute_batch(&lower).unwrap();
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(6), "{} {:?}", ran.stderr, ran.lines);
    let bought = ran.summary()["bought"].as_u64().unwrap();
    assert!((1..=AT_ONCE as u64).contains(&bought), "{}", ran.summary());
    assert_eq!(ran.summary()["rated"], 20 - bought);
    assert_eq!(ran.summary()["above_limit"], bought);
    assert!(text(ran.summary(), "reason").contains("its quote was"), "{}", ran.summary());
    let charged = text(&ran.staged("bought")[0]["charged"], "amount");
    assert!(ran.stderr.contains(&format!("({charged} USD, and its quote was ")), "{}", ran.stderr);
    assert_eq!(shop.world.shipments_at_service() as u64, bought);

    let ran = shop.run(&file, &[&BUY[..], &["--price-rise", "3"]].concat());
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.summary()["above_quote"], 20 - bought);
    assert_eq!(ran.summary()["above_limit"], 0);
    assert_eq!(shop.world.shipments_at_service(), 20);
}

/// C6: numbers that the service has only later were never told.
#[test]
fn numbers_that_the_service_has_later_are_told_before_the_end() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(2));
    shop.run(&file, &[]);
    let workspace = shop.path("desk").join("workspace.db");
    let workspace = rusqlite::Connection::open(workspace).unwrap();
    // As if the answer to the purchase had named no numbers.
    let blank = "CREATE TABLE blanked (position INTEGER PRIMARY KEY);
        CREATE TRIGGER blank AFTER UPDATE ON order_details
          WHEN json_extract(new.json, '$.labels[0].status') = 'bought'
           AND new.position NOT IN (SELECT position FROM blanked)
          BEGIN
            INSERT INTO blanked VALUES (new.position);
            UPDATE order_details
               SET json = json_set(json, '$.labels[0].tracking_numbers', json('[]'))
             WHERE position = new.position;
          END;";
    workspace.execute_batch(blank).unwrap();
    drop(workspace);
    let ran = shop.start_paced(&file).wait();
    assert_eq!(ran.code, Some(0), "{:?}", ran.lines);
    for line in ran.staged("bought") {
        assert!(line["tracking_numbers"].is_null(), "{line}");
    }
    let later = ran.staged("tracking-numbers");
    assert_eq!(later.len(), 2, "{:?}", ran.lines);
    assert!(later.iter().all(|line| line["tracking_numbers"][0].is_string()), "{later:?}");
    shop.with_desk(|desk| {
        let rows = &desk.show_orders().orders.rows;
        for row in rows {
            assert_eq!(row.order.bought_label().unwrap().tracking_numbers.len(), 1);
        }
    });
}

/// C8: the stored state of an order was that of other settings than its problems.
#[test]
fn an_order_that_needs_attention_has_a_problem() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(1));
    shop.run(&file, &[]);
    let workspace = shop.path("desk").join("workspace.db");
    let workspace = rusqlite::Connection::open(workspace).unwrap();
    // As if the states of all orders were still those of before a change of the settings.
    let stale = "CREATE TRIGGER stale AFTER UPDATE ON orders WHEN new.state = 'ready'
          BEGIN UPDATE orders SET state = 'needs-attention' WHERE position = new.position; END;
        UPDATE orders SET state = 'needs-attention';";
    workspace.execute_batch(stale).unwrap();
    drop(workspace);
    let ran = shop.run(&file, &["--rate"]);
    assert_eq!(ran.code, Some(0), "{:?}", ran.lines);
    assert_eq!(ran.stages()["T000"], ["imported", "rated"]);
}

#[test]
fn a_dry_run_changes_and_buys_nothing() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(3));
    let ran = shop.run(&file, &["--buy", "--dry-run"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stages()["T001"], ["imported", "rated", "would-buy"]);
    assert_eq!(ran.summary()["would_buy"], 3);
    assert_eq!(ran.lines[0]["dry_run"], true);
    assert_eq!(ran.summary()["rated_for"][0]["currency"], "USD");
    assert_eq!(shop.world.shipments_at_service(), 0);
    assert_eq!(shop.labels(), BTreeSet::new());
    shop.with_desk(|desk| assert_eq!(desk.show_orders().orders.total(), 0));

    // What is there is taken into account, and stays as it is.
    shop.run(&file, &BUY);
    let file = shop.write("orders.csv", [table(3), row("T900", "5")].concat());
    let ran = shop.run(&file, &["--buy", "--dry-run"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.orders("would-buy"), ["T900"]);
    assert_eq!(ran.summary()["bought_before"], 3);
    assert_eq!(shop.world.shipments_at_service(), 3);
    shop.with_desk(|desk| assert_eq!(desk.show_orders().orders.total(), 3));
}

#[test]
fn mapping_and_preset_are_taken_by_their_names() {
    let shop = Shop::new();
    shop.with_desk(|desk| {
        let columns = [
            ("No", OrderField::Number),
            ("To", OrderField::Name),
            ("Road", OrderField::Street1),
            ("Town", OrderField::City),
            ("St", OrderField::State),
            ("Code", OrderField::Zip),
            ("Oz", OrderField::Weight),
        ];
        let column = |(heading, field): &(&str, OrderField)| MappedColumn {
            heading: (*heading).to_owned(),
            field: Some(*field),
            ..MappedColumn::default()
        };
        let mapping = Mapping {
            name: "Warehouse".to_owned(),
            source: "Stock".to_owned(),
            columns: columns.iter().map(column).collect(),
            weight_unit: Some(WeightUnit::Oz),
            ..Mapping::default()
        };
        desk.write_document(DocumentEdit::WriteMapping { key: None, mapping: Box::new(mapping) });
        let package = PackageForm {
            length: "10".to_owned(),
            width: "6".to_owned(),
            height: "4".to_owned(),
            ..Default::default()
        };
        for (name, service) in [
            ("Fast", ServiceChoice::Named(Service::parse("PriorityMailExpress"))),
            ("Cheap", ServiceChoice::Cheapest),
        ] {
            desk.write_document(DocumentEdit::WritePreset {
                key: None,
                preset: Box::new(Preset {
                    name: name.to_owned(),
                    service,
                    package: Some(package.clone()),
                    ..Preset::default()
                }),
            });
        }
    });
    let file = shop
        .write("stock.csv", "No,To,Road,Town,St,Code,Oz\n7,Ann,350 5th Ave,New York,NY,10118,12\n");
    let with = |preset: &'static str| -> Vec<&'static str> {
        vec!["--map", "Warehouse", "--preset", preset, "--rate"]
    };
    let fast = shop.run(&file, &with("Fast"));
    assert_eq!(fast.code, Some(0), "{} {:?}", fast.stderr, fast.lines);
    assert_eq!(fast.lines[0]["mapping"], "Warehouse");
    let rated = fast.staged("rated")[0];
    assert_eq!((text(rated, "order"), text(rated, "source")), ("7".into(), "Stock".into()));
    assert_eq!(rated["service"], "PriorityMailExpress", "{rated}");
    let cheap = shop.run(&file, &with("Cheap"));
    let rated = cheap.staged("rated")[0];
    assert_ne!(rated["service"], "PriorityMailExpress", "{rated}");

    for (arguments, sentence) in [
        (&["--map", "Shop"][..], "there is no mapping named Shop; there are: Warehouse"),
        (&["--preset", "Slow"], "there is no preset named Slow; there are: Fast, Cheap"),
    ] {
        let ran = shop.run(&file, arguments);
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains(sentence), "{}", ran.stderr);
        assert!(ran.lines.is_empty(), "{:?}", ran.lines);
    }
}

fn ends_with(ran: &Ran, code: i32, result: &str, sentence: &str) {
    assert_eq!(ran.code, Some(code), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.summary()["result"], result);
    assert!(ran.stderr.contains(sentence), "{}", ran.stderr);
    let reason = text(ran.summary(), "reason");
    assert!(reason.contains(sentence), "{reason}");
    assert_eq!(ran.lines[0]["stage"], "begin");
}

#[test]
fn what_cannot_be_begun_says_why() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(1));
    let unclear = shop.write(
        "unclear.csv",
        "Order number,Name,Street 1,City,State,ZIP,Country,Weight\n\
         1001,Ann,350 5th Ave,New York,NY,10118,US,12\n",
    );
    let letter = shop.write("letter.csv", "%PDF-1.7 a letter");

    let ran = shop.run(&unclear, &BUY);
    ends_with(&ran, 3, "file-unreadable", "In which unit are the weights in “Weight”?");
    let ran = shop.run(&letter, &["--rate"]);
    ends_with(&ran, 3, "file-unreadable", "This is a PDF, not a table.");
    let ran = shop.run(&shop.path("none.csv"), &[]);
    ends_with(&ran, 3, "file-unreadable", "none.csv");

    let ran = Running::start(shop.command_without_sign_in(&file, &["--data-is-wrong"])).wait();
    assert_eq!((ran.code, ran.lines.len()), (Some(2), 0), "{}", ran.stderr);
    let ran = Running::start(shop.command(&file, &["--buy", "--out", "orders.csv"])).wait();
    assert_eq!((ran.code, ran.lines.len()), (Some(2), 0), "{}", ran.stderr);
    assert!(ran.stderr.contains("--out orders.csv"), "{}", ran.stderr);

    // The window has the folder.
    let window = shop.open_desk();
    let ran = shop.run(&file, &BUY);
    ends_with(&ran, 7, "data-unavailable", "Another Postroom window is open on this folder");
    shop.world.runtime.block_on(window.0.close());

    shop.world.stop_service();
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(4), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.summary()["result"], "nothing-sent");

    let nobody = tempdir(&shop, "nobody");
    let mut command = shop.command_without_sign_in(&file, &["--rate"]);
    command.arg("--ca").arg(&file);
    let ran = Running::start(without_data(command, &nobody)).wait();
    ends_with(&ran, 4, "nothing-sent", "nobody is signed in");
}

/// An empty data folder.
fn tempdir(shop: &Shop, name: &str) -> PathBuf {
    let folder = shop.path(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The same command with another data folder.
fn without_data(command: std::process::Command, data: &Path) -> std::process::Command {
    let mut other = std::process::Command::new(command.get_program());
    let mut arguments = command.get_args();
    while let Some(argument) = arguments.next() {
        if argument == "--data" {
            arguments.next();
            continue;
        }
        other.arg(argument);
    }
    other
        .arg("--data")
        .arg(data)
        .env("LC_ALL", "en_US.UTF-8")
        .env_remove("DBUS_SESSION_BUS_ADDRESS")
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    other
}

#[test]
fn the_practice_service_needs_no_account() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(2));
    let mut command = shop.command_without_sign_in(&file, &["--practice", "--rate"]);
    command.env_remove("POSTROOM_API_KEY");
    let ran = Running::start(command).wait();
    assert_eq!(ran.lines[0]["environment"], "PRACTICE", "{}", ran.stderr);
    assert_eq!(ran.summary()["orders"], 2);
    // The orders of the shop are elsewhere.
    shop.with_desk(|desk| assert_eq!(desk.show_orders().orders.total(), 0));
}
