use super::*;
use postroom_base::money::{Amount, Currency, Money};
use postroom_rows::scope::Environment;

fn dollars(cents: i64) -> Money {
    Money::new(Amount::from_cents(cents), Currency::USD)
}

fn order(number: &str, row: u64) -> BatchOrder {
    BatchOrder { number: number.to_owned(), source: "Shopify".to_owned(), row: Some(row) }
}

fn start() -> BatchStart {
    BatchStart {
        file: "orders.csv".to_owned(),
        mapping: None,
        goal: BatchGoal::Buy,
        dry_run: false,
        environment: Some(Environment::Test),
        account: None,
        unused_columns: Vec::new(),
        price_rise_limit: Amount::from_cents(50),
    }
}

fn rated(cents: i64) -> OrderEvent {
    OrderEvent::Rated {
        carrier: "POST".to_owned(),
        service: "Ground".to_owned(),
        price: dollars(cents),
        days: Some(3),
        left_out: None,
    }
}

fn bought(expected: Option<Money>, charged: Option<Money>) -> OrderEvent {
    OrderEvent::Bought {
        transaction: "t-1".to_owned(),
        carrier: "POST".to_owned(),
        service: "Ground".to_owned(),
        expected,
        charged,
        tracking_numbers: vec!["9400".to_owned()],
        begun_earlier: false,
    }
}

fn refused(begun_earlier: bool) -> OrderEvent {
    OrderEvent::Refused {
        transaction: "t-2".to_owned(),
        reason: "The ZIP code does not exist".to_owned(),
        codes: vec!["ADDRESS.NOT_FOUND".to_owned()],
        begun_earlier,
    }
}

fn not_bought(transaction: Option<&str>) -> OrderEvent {
    OrderEvent::NotBought {
        transaction: transaction.map(str::to_owned),
        reason: "The price changed".to_owned(),
        codes: Vec::new(),
    }
}

fn in_doubt() -> OrderEvent {
    OrderEvent::InDoubt { transaction: "t-3".to_owned(), begun_earlier: false }
}

fn late_numbers() -> OrderEvent {
    OrderEvent::TrackingNumbers {
        transaction: "t-1".to_owned(),
        tracking_numbers: vec!["9400".to_owned()],
    }
}

fn not_rated() -> OrderEvent {
    OrderEvent::NotRated { reason: "no rate within 2 days".to_owned(), codes: Vec::new() }
}

fn needs_attention() -> OrderEvent {
    OrderEvent::NeedsAttention {
        problems: vec![
            BatchProblem { field: "to.zip".to_owned(), text: "The ZIP is missing".to_owned() },
            BatchProblem { field: String::new(), text: "The row cannot be read".to_owned() },
        ],
    }
}

fn stopped() -> RunEnd {
    RunEnd::Stopped { reason: "The balance is used up".to_owned() }
}

/// The lines that a report writes.
fn lines(start: &BatchStart, events: &[(BatchOrder, OrderEvent)], end: &RunEnd) -> Vec<String> {
    let mut out = Vec::new();
    let mut report = BatchReport::begin(&mut out, start).unwrap();
    for (order, event) in events {
        report.add_event(order, event).unwrap();
    }
    report.end(end).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn the_first_line_names_what_is_done_and_where() {
    let with_all = BatchStart {
        mapping: Some("My shop".to_owned()),
        goal: BatchGoal::Rate,
        dry_run: true,
        environment: Some(Environment::Production),
        account: Some("Main street".to_owned()),
        unused_columns: vec!["Item HS code".to_owned()],
        ..start()
    };
    for (start, line) in [
        (
            start(),
            r#"{"stage":"begin","format":1,"file":"orders.csv","goal":"buy","dry_run":false,"environment":"TEST"}"#,
        ),
        (
            with_all,
            r#"{"stage":"begin","format":1,"file":"orders.csv","mapping":"My shop","goal":"rate","dry_run":true,"environment":"PRODUCTION","account":"Main street","unused_columns":["Item HS code"]}"#,
        ),
    ] {
        assert_eq!(lines(&start, &[], &RunEnd::Finished)[0], line);
    }
}

#[test]
fn each_stage_of_an_order_is_a_line() {
    let earlier = BatchOrder { row: None, ..order("77", 0) };
    let nameless = BatchOrder { row: Some(9), ..BatchOrder::default() };
    let begin = r#"{"order":"1001","source":"Shopify","row":2,"#;
    for (order, event, line) in [
        (
            order("1001", 2),
            OrderEvent::Imported(ImportedAs::KeptAside),
            format!(r#"{begin}"stage":"imported","outcome":"kept-aside"}}"#),
        ),
        (
            order("1001", 2),
            OrderEvent::Ready,
            format!(r#"{begin}"stage":"ready"}}"#),
        ),
        (
            nameless,
            needs_attention(),
            r#"{"order":"","row":9,"stage":"needs-attention","problems":[{"field":"to.zip","text":"The ZIP is missing"},{"text":"The row cannot be read"}]}"#.to_owned(),
        ),
        (
            order("1001", 2),
            OrderEvent::LeftOut(LeftOut::OnHold),
            format!(r#"{begin}"stage":"left-out","reason":"on-hold"}}"#),
        ),
        (
            order("1001", 2),
            rated(123_450),
            format!(r#"{begin}"stage":"rated","carrier":"POST","service":"Ground","price":{{"amount":"1234.50","currency":"USD"}},"days":3}}"#),
        ),
        (
            order("1001", 2),
            not_rated(),
            format!(r#"{begin}"stage":"not-rated","reason":"no rate within 2 days"}}"#),
        ),
        (
            order("1001", 2),
            OrderEvent::WouldBuy {
                carrier: "POST".to_owned(),
                service: "Ground".to_owned(),
                price: Money::new(Amount::from_micros(7_125_000), Currency::parse("CAD").unwrap()),
            },
            format!(r#"{begin}"stage":"would-buy","carrier":"POST","service":"Ground","price":{{"amount":"7.125","currency":"CAD"}}}}"#),
        ),
        (
            order("1001", 2),
            bought(Some(dollars(790)), Some(dollars(800))),
            format!(r#"{begin}"stage":"bought","carrier":"POST","service":"Ground","expected":{{"amount":"7.90","currency":"USD"}},"charged":{{"amount":"8.00","currency":"USD"}},"tracking_numbers":["9400"],"transaction":"t-1"}}"#),
        ),
        (
            earlier,
            refused(true),
            r#"{"order":"77","source":"Shopify","stage":"refused","reason":"The ZIP code does not exist","codes":["ADDRESS.NOT_FOUND"],"transaction":"t-2","begun_earlier":true}"#.to_owned(),
        ),
        (
            order("1001", 2),
            not_bought(None),
            format!(r#"{begin}"stage":"not-bought","reason":"The price changed"}}"#),
        ),
        (
            order("1001", 2),
            not_bought(Some("t-4")),
            format!(r#"{begin}"stage":"not-bought","reason":"The price changed","transaction":"t-4"}}"#),
        ),
        (
            order("1001", 2),
            in_doubt(),
            format!(r#"{begin}"stage":"in-doubt","transaction":"t-3"}}"#),
        ),
        (
            order("1001", 2),
            late_numbers(),
            format!(r#"{begin}"stage":"tracking-numbers","tracking_numbers":["9400"],"transaction":"t-1"}}"#),
        ),
        (
            order("1001", 2),
            OrderEvent::LabelSaved {
                file: "labels/1001.pdf".to_owned(),
            },
            format!(r#"{begin}"stage":"label-saved","label":"labels/1001.pdf"}}"#),
        ),
        (
            order("1001", 2),
            OrderEvent::LabelNotSaved {
                reason: "No space\nleft".to_owned(),
            },
            format!(r#"{begin}"stage":"label-not-saved","reason":"No space\nleft"}}"#),
        ),
    ] {
        let found = lines(&start(), &[(order, event)], &RunEnd::Finished);
        assert_eq!(found[1], line);
    }
}

#[test]
fn the_last_line_counts_each_order_once() {
    let canadian = Money::new(Amount::from_cents(500), Currency::parse("CAD").unwrap());
    let events = [
        (order("1", 2), OrderEvent::Imported(ImportedAs::Added)),
        (order("2", 3), OrderEvent::Imported(ImportedAs::Updated)),
        (order("3", 4), OrderEvent::Imported(ImportedAs::Unchanged)),
        (order("4", 5), OrderEvent::Imported(ImportedAs::Unchanged)),
        (order("5", 6), OrderEvent::Imported(ImportedAs::Added)),
        (order("6", 7), OrderEvent::Imported(ImportedAs::KeptAside)),
        // Two rows without a number are two orders.
        (order("", 8), needs_attention()),
        (order("", 9), needs_attention()),
        (order("1", 2), rated(790)),
        (order("2", 3), rated(800)),
        (order("3", 4), rated(900)),
        (order("4", 5), rated(1000)),
        (order("6", 7), OrderEvent::LeftOut(LeftOut::BoughtBefore)),
        (order("1", 2), bought(Some(dollars(790)), Some(dollars(795)))),
        (order("1", 2), OrderEvent::LabelNotSaved { reason: String::new() }),
        (order("2", 3), bought(Some(dollars(800)), None)),
        (order("2", 3), OrderEvent::LabelSaved { file: String::new() }),
        (order("3", 4), bought(None, Some(canadian))),
    ];
    let found = lines(&start(), &events, &stopped());
    assert_eq!(
        found.last().unwrap(),
        concat!(
            r#"{"stage":"summary","orders":8,"imported":{"added":2,"updated":1,"unchanged":2,"kept_aside":1},"#,
            r#""ready":0,"rated":1,"would_buy":0,"bought":3,"bought_before":1,"bought_elsewhere":0,"refunded":0,"on_hold":0,"canceled":0,"#,
            r#""needs_attention":2,"not_rated":0,"refused":0,"not_bought":0,"in_doubt":0,"not_tried":1,"labels_not_saved":1,"#,
            r#""rated_for":[{"amount":"10.00","currency":"USD"}],"#,
            r#""bought_for":[{"amount":"5.00","currency":"CAD"},{"amount":"15.95","currency":"USD"}],"#,
            r#""above_quote":1,"above_limit":0,"charged_more":[{"order":"1","source":"Shopify","#,
            r#""expected":{"amount":"7.90","currency":"USD"},"charged":{"amount":"7.95","currency":"USD"}}],"#,
            r#""exit_code":6,"result":"stopped","reason":"The balance is used up"}"#,
        )
    );
}

#[test]
fn the_exit_code_says_what_counts_most() {
    let nothing_sent = RunEnd::NothingSent { reason: "offline".to_owned() };
    let unreadable = RunEnd::FileUnreadable { reason: "a picture".to_owned() };
    let no_data = RunEnd::DataUnavailable { reason: "in use".to_owned() };
    let imported = || OrderEvent::Imported(ImportedAs::Added);
    let left_out = |why| vec![OrderEvent::LeftOut(why)];
    let lost = OrderEvent::LabelNotSaved { reason: String::new() };
    let saved = OrderEvent::LabelSaved { file: String::new() };
    let finished = RunEnd::Finished;
    for (events, end, exit) in [
        (vec![], &finished, BatchExit::AllDone),
        (vec![OrderEvent::Ready], &finished, BatchExit::AllDone),
        // The start of these runs says that labels are to be bought.
        (vec![rated(1)], &finished, BatchExit::SomeOrdersRemain),
        (vec![rated(1), not_bought(None)], &finished, BatchExit::SomeOrdersRemain),
        (vec![bought(None, None)], &finished, BatchExit::AllDone),
        // Above its quote within the limit, and above the limit.
        (vec![bought(Some(dollars(447)), Some(dollars(497)))], &finished, BatchExit::AllDone),
        (
            vec![bought(Some(dollars(447)), Some(dollars(498)))],
            &finished,
            BatchExit::SomeOrdersRemain,
        ),
        (left_out(LeftOut::BoughtBefore), &finished, BatchExit::AllDone),
        (left_out(LeftOut::Refunded), &finished, BatchExit::AllDone),
        (left_out(LeftOut::OnHold), &finished, BatchExit::AllDone),
        (left_out(LeftOut::Canceled), &finished, BatchExit::AllDone),
        (vec![needs_attention()], &finished, BatchExit::SomeOrdersRemain),
        (vec![not_rated()], &finished, BatchExit::SomeOrdersRemain),
        (vec![refused(false)], &finished, BatchExit::SomeOrdersRemain),
        (vec![imported()], &finished, BatchExit::SomeOrdersRemain),
        (vec![bought(None, None), lost.clone()], &finished, BatchExit::SomeOrdersRemain),
        (vec![bought(None, None), lost, saved], &finished, BatchExit::AllDone),
        (vec![in_doubt()], &finished, BatchExit::InDoubt),
        (vec![in_doubt(), bought(None, None)], &finished, BatchExit::AllDone),
        (vec![in_doubt()], &stopped(), BatchExit::InDoubt),
        (vec![needs_attention()], &stopped(), BatchExit::Stopped),
        (vec![imported()], &nothing_sent, BatchExit::NothingSent),
        (vec![in_doubt()], &nothing_sent, BatchExit::InDoubt),
        (vec![], &unreadable, BatchExit::FileUnreadable),
        (vec![], &no_data, BatchExit::DataUnavailable),
    ] {
        let mut out = Vec::new();
        let mut report = BatchReport::begin(&mut out, &start()).unwrap();
        for event in &events {
            report.add_event(&order("1001", 2), event).unwrap();
        }
        assert_eq!(report.summary(end).exit, exit, "{events:?} {end:?}");
        assert_eq!(report.end(end).unwrap(), exit, "{events:?} {end:?}");
    }
}

#[test]
fn a_rated_order_is_where_it_was_to_go_unless_it_was_to_be_bought() {
    let would_buy =
        OrderEvent::WouldBuy { carrier: String::new(), service: String::new(), price: dollars(1) };
    for (goal, dry_run, event, exit) in [
        (BatchGoal::Rate, false, rated(1), BatchExit::AllDone),
        (BatchGoal::Rate, true, rated(1), BatchExit::AllDone),
        (BatchGoal::Buy, true, would_buy, BatchExit::AllDone),
        (BatchGoal::Buy, false, rated(1), BatchExit::SomeOrdersRemain),
    ] {
        let start = BatchStart { goal, dry_run, ..start() };
        let mut report = BatchReport::begin(Vec::new(), &start).unwrap();
        report.add_event(&order("1", 2), &event).unwrap();
        assert_eq!(report.summary(&RunEnd::Finished).exit, exit, "{goal:?} {dry_run}");
    }
}

#[test]
fn a_person_reads_both_prices_of_what_was_charged_more() {
    let mut report = BatchReport::begin(Vec::new(), &start()).unwrap();
    let words =
        |report: &BatchReport<Vec<u8>>| report.summary(&RunEnd::Finished).charged_more_in_words();
    for (number, charged) in [("1001", 447), ("1002", 446)] {
        let event = bought(Some(dollars(447)), Some(dollars(charged)));
        report.add_event(&order(number, 2), &event).unwrap();
    }
    assert_eq!(words(&report), None);
    for (number, charged) in [("1003", 448), ("1004", 747)] {
        let event = bought(Some(dollars(447)), Some(dollars(charged)));
        report.add_event(&order(number, 2), &event).unwrap();
    }
    assert_eq!(
        words(&report).unwrap(),
        "charged above the quote: 2, by more than the limit: 1. 1003 (4.48 USD, and its quote was \
         4.47 USD), 1004 (7.47 USD, and its quote was 4.47 USD)"
    );
}

#[test]
fn no_two_endings_share_a_code_or_a_word() {
    for (place, exit) in BatchExit::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(exit.code()), place, "{exit:?}");
        for other in &BatchExit::ALL[..place] {
            assert_ne!(exit.word(), other.word());
        }
    }
}

/// Fails at the given write.
struct FullDisk(u32);

impl Write for FullDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_cannot_be_written_is_counted_all_the_same() {
    let mut report = BatchReport::begin(FullDisk(1), &start()).unwrap();
    assert!(report.add_event(&order("1", 2), &in_doubt()).is_err());
    assert_eq!(report.summary(&RunEnd::Finished).exit, BatchExit::InDoubt);
    assert!(report.end(&RunEnd::Finished).is_err());
}

#[test]
fn the_documentation_names_every_word_and_code() {
    let page = include_str!("../../../../docs/batch.md");
    let stages = [
        OrderEvent::Imported(ImportedAs::Added),
        OrderEvent::Ready,
        needs_attention(),
        OrderEvent::LeftOut(LeftOut::OnHold),
        rated(1),
        not_rated(),
        OrderEvent::WouldBuy { carrier: String::new(), service: String::new(), price: dollars(1) },
        bought(None, None),
        refused(false),
        not_bought(None),
        in_doubt(),
        late_numbers(),
        OrderEvent::LabelSaved { file: String::new() },
        OrderEvent::LabelNotSaved { reason: String::new() },
    ];
    for stage in stages {
        let row = format!("| `{}` |", stage.stage());
        assert!(page.contains(&row), "no row {row}");
    }
    let summary = BatchReport::begin(Vec::new(), &start()).unwrap().summary(&RunEnd::Finished);
    let summary = serde_json::to_value(&summary).unwrap();
    for member in summary.as_object().unwrap().keys().filter(|member| *member != "stage") {
        assert!(page.contains(&format!("`{member}`")), "the summary has {member}");
    }
    for exit in BatchExit::ALL {
        let row = format!("| {} | `{}` |", exit.code(), exit.word());
        assert!(page.contains(&row), "no row {row}");
    }
    for line in BATCH_HELP.lines() {
        let option = line.trim().split(' ').next().unwrap_or_default();
        if option.starts_with("--") {
            assert!(page.contains(&format!("| `{option}")), "no row for {option}");
        }
    }
}
