//! Runs that stop early, and the runs after them.

use super::kit::{HEADING, Running, Shop, row, staged, table, text};
use super::{BUY, names};
use crate::prelude::*;

#[test]
fn a_run_goes_on_past_a_refusal() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(8));
    shop.world.practice(
        "faults",
        &json!({"call": "POST /Shipment", "kind": "error", "code": "ADDRESS.VALIDATION_FAILED"}),
    );
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(1), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!((ran.orders("refused").len(), ran.orders("bought").len()), (1, 7));
    let refused = ran.staged("refused")[0];
    assert_eq!(refused["codes"][0], "ADDRESS.VALIDATION_FAILED", "{refused}");
    assert!(!text(refused, "reason").is_empty());
    assert_eq!(shop.world.shipments_at_service(), 7);
}

#[test]
fn a_run_stops_when_the_money_is_used_up() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(40));
    shop.world.practice(
        "faults",
        &json!({
            "call": "POST /Shipment", "kind": "error",
            "code": "ACCOUNT.BALANCE.VALIDATION_FAILED", "count": 40,
        }),
    );
    let ran = shop.start_paced(&file).wait();
    assert_eq!(ran.code, Some(6), "{:?}", ran.lines);
    assert_eq!(ran.summary()["result"], "stopped");
    assert!(!text(ran.summary(), "reason").is_empty());
    assert!(ran.summary()["rated"].as_u64().unwrap() > 20, "{}", ran.summary());
    shop.world.forget_faults();
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(shop.world.shipments_at_service(), 40);
    assert_eq!(shop.labels().len(), 40);
}

/// The program is killed while labels are being bought. The next run buys what is missing, and
/// nothing twice.
#[test]
fn a_killed_run_is_settled_by_the_next() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(30));
    shop.world.faults("POST /Shipment", "delay_before_commit", 60, 60);
    let mut first = Running::start(shop.command(&file, &BUY));
    first.read_until("bought", 5);
    let lines = first.kill();
    let told: BTreeSet<String> =
        staged(&lines, "bought").into_iter().map(|line| text(line, "order")).collect();
    assert!(told.len() >= 5 && told.len() < 30, "{}", told.len());
    assert_eq!(staged(&lines, "summary").len(), 0);
    shop.world.forget_faults();

    let second = shop.buy_until_settled(&file);
    assert_eq!(second.code, Some(0), "{} {:?}", second.stderr, second.lines);
    assert_eq!(shop.world.shipments_at_service(), 30);
    // What the killed run had told is not bought again; what it had begun is told now.
    for number in second.orders("bought") {
        assert!(!told.contains(&number), "{number} twice");
    }
    let numbers: Vec<String> = (0..30).map(|at| format!("T{at:03}")).collect();
    assert_eq!(shop.labels(), names(&numbers));
    shop.with_desk(|desk| {
        let orders = &desk.show_orders().orders;
        assert_eq!((orders.total(), orders.in_state(OrderState::Bought)), (30, 30));
        for row in &orders.rows {
            let bought = row.order.labels.iter();
            let bought = bought.filter(|label| label.shipment.is_some());
            assert_eq!(bought.count(), 1, "{}", row.order.number);
        }
    });
    let third = shop.run(&file, &BUY);
    assert_eq!((third.code, third.orders("left-out").len()), (Some(0), 30));
    assert_eq!(shop.world.shipments_at_service(), 30);
}

/// A third of the answers is lost: the run finds out by itself.
#[test]
fn lost_answers_are_looked_up_in_the_same_run() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(9));
    shop.world.faults("POST /Shipment", "cut_after_commit", 0, 3);
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.orders("bought").len(), 9);
    assert_eq!(shop.labels().len(), 9);
    assert_eq!(shop.world.shipments_at_service(), 9);
}

/// The service has bought the label, and the connection is lost before it says so: nobody may buy it
/// again, and the next run finds out.
#[test]
fn a_label_that_may_have_been_bought_has_an_exit_code_of_its_own() {
    let mut shop = Shop::new();
    let file = shop.write("orders.csv", table(1));
    shop.world.faults("POST /Shipment", "delay_after_commit", 500_000, 1);
    let run = shop.start_paced(&file);
    shop.wait_for_shipments(1);
    shop.stop_service();
    let ran = run.wait();
    assert_eq!(ran.code, Some(5), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.summary()["result"], "in-doubt");
    assert_eq!(ran.orders("in-doubt"), ["T000"]);
    assert_eq!(ran.summary()["in_doubt"], 1);
    assert_eq!(shop.labels(), BTreeSet::new());
    shop.bring_back_service();

    let ran = shop.buy_until_settled(&file);
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(shop.labels(), names(&["T000".into()]));
    assert_eq!(shop.world.shipments_at_service(), 1);
}

/// C2: the lost answer took the line for broken, and the run ended at once with 5.
#[test]
fn a_run_waits_for_what_became_of_a_lost_answer() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(1));
    // On loopback alone the look-up is faster than the end of the run.
    shop.world.faults("POST /Shipment", "cut_after_commit", 0, 1);
    shop.world.faults("*", "delay_before_commit", 80, 10_000);
    let ran = shop.start_paced(&file).wait();
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.orders("bought"), ["T000"]);
    assert_eq!(shop.labels(), names(&["T000".into()]));
    assert_eq!(shop.world.shipments_at_service(), 1);
}

#[cfg(unix)]
#[test]
fn a_signal_stops_between_two_labels() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(40));
    shop.world.faults("POST /Shipment", "delay_before_commit", 60, 80);
    let mut run = Running::start(shop.command(&file, &BUY));
    run.read_until("bought", 3);
    run.interrupt();
    let ran = run.wait();
    assert_eq!(ran.code, Some(6), "{} {:?}", ran.stderr, ran.lines);
    let bought = ran.orders("bought").len();
    assert!((3..40).contains(&bought), "{bought}");
    assert_eq!(ran.summary()["in_doubt"], 0);
    assert_eq!(shop.world.shipments_at_service(), i64::try_from(bought).unwrap());
    assert_eq!(ran.orders("label-saved").len(), bought);
    shop.world.forget_faults();
    shop.with_desk(|desk| {
        let orders = &desk.show_orders().orders;
        assert_eq!(orders.in_state(OrderState::Buying), 0);
    });
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(shop.world.shipments_at_service(), 40);
}

/// Nobody reads the report any more, as behind `head`.
#[cfg(unix)]
#[test]
fn a_report_that_nobody_reads_stops_the_run() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(40));
    shop.world.faults("POST /Shipment", "delay_before_commit", 60, 80);
    let mut run = Running::start(shop.command(&file, &BUY));
    run.read_until("bought", 3);
    let (code, stderr) = run.stop_reading();
    assert_eq!(code, Some(6), "{stderr}");
    assert!(stderr.contains("the report cannot be written"), "{stderr}");
    let bought = shop.world.shipments_at_service();
    assert!((3..40).contains(&bought), "{bought}");
    shop.world.forget_faults();
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(shop.world.shipments_at_service(), 40);
    assert_eq!(shop.labels().len(), 40);
}

#[test]
fn labels_that_cannot_be_written_stop_the_run_and_are_saved_by_the_next() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(40));
    shop.world.faults("POST /Shipment", "delay_before_commit", 60, 80);
    let mut run = Running::start(shop.command(&file, &BUY));
    run.read_until("label-saved", 3);
    fs::rename(shop.path("labels"), shop.path("taken away")).unwrap();
    let ran = run.wait();
    assert_eq!(ran.code, Some(6), "{} {:?}", ran.stderr, ran.lines);
    assert!(ran.stderr.contains("a label file cannot be written"), "{}", ran.stderr);
    let (bought, saved) = (ran.orders("bought").len(), ran.orders("label-saved").len());
    assert!(bought < 40 && saved < bought, "{bought} {saved}");
    assert_eq!(ran.summary()["labels_not_saved"], bought - saved);
    shop.world.forget_faults();
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.orders("label-saved").len(), 40 - saved);
    assert_eq!(shop.labels().len(), 40 - saved, "none is saved twice");
    assert_eq!(shop.world.shipments_at_service(), 40);
}

/// Another computer takes orders over while they wait for their turn: it may buy their labels, so
/// nobody may conclude that they were not bought.
#[test]
fn what_another_computer_takes_over_is_in_doubt() {
    let shop = Shop::new();
    let file = shop.write("orders.csv", table(30));
    shop.world.faults("POST /Shipment", "delay_before_commit", 400, 60);
    let mut run = shop.start_paced(&file);
    run.read_until("bought", 3);
    shop.steal_claims();
    let ran = run.wait();
    assert_eq!(ran.code, Some(5), "{} {:?}", ran.stderr, ran.lines);
    let (bought, in_doubt) = (ran.orders("bought"), ran.orders("in-doubt"));
    assert!(!in_doubt.is_empty() && bought.len() + in_doubt.len() == 30, "{:?}", ran.lines);
    assert_eq!(ran.summary()["in_doubt"], in_doubt.len());
    assert!(ran.staged("in-doubt").iter().all(|line| !text(line, "transaction").is_empty()));
    assert_eq!(shop.world.shipments_at_service() as usize, bought.len());
}

/// Purchases that the window wrote to the journal and could not send.
#[test]
fn unsent_purchases_are_sent_unless_the_file_has_changed_the_order() {
    let mut shop = Shop::new();
    let whole = [HEADING, &row("A1", "1"), &row("A2", "2")].concat();
    let file = shop.write("orders.csv", &whole);
    assert_eq!(shop.run(&file, &["--rate"]).code, Some(0));
    shop.leave_unsent(2);
    assert_eq!(shop.world.shipments_at_service(), 0);

    let dry = shop.run(&file, &["--buy", "--dry-run"]);
    assert_eq!(dry.orders("would-buy"), ["A1", "A2"], "{} {:?}", dry.stderr, dry.lines);
    let import = shop.run(&file, &[]);
    assert_eq!(import.code, Some(1), "{} {:?}", import.stderr, import.lines);
    assert_eq!(import.orders("not-bought"), ["A1", "A2"]);
    assert_eq!(shop.world.shipments_at_service(), 0);

    shop.write("orders.csv", whole.replace("Jane A2", "Joan A2"));
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(1), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.orders("bought"), ["A1"]);
    assert_eq!(ran.staged("bought")[0]["begun_earlier"], true);
    assert_eq!(ran.staged("imported")[1]["outcome"], "kept-aside");
    let problem = &ran.staged("needs-attention")[0]["problems"][0];
    assert!(text(problem, "text").contains("Name"), "{problem}");
    assert_eq!(shop.world.shipments_at_service(), 1);

    // The file agrees with the order again.
    shop.write("orders.csv", &whole);
    let ran = shop.run(&file, &BUY);
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.orders("bought"), ["A2"]);
    assert_eq!(shop.labels(), names(&["A1".into(), "A2".into()]));
    assert_eq!(shop.world.shipments_at_service(), 2);
}
