//! The problems of orders follow a change of the language, on screen and in the workspace. The language
//! is one for the whole process, so each test runs in a process of its own.

use postroom::base::locale::{self, Message};

use super::settings_language::is_own_process;
use crate::prelude::*;

const PATIENCE: Duration = Duration::from_secs(60);
/// One order without a ZIP and with a country that is none.
const TABLE: &str = "Order Number\tRecipient Name\tAddress Line 1\tCity\tState\tPostal Code\tCountry\tItem Name\tQuantity\tWeight (oz)
1001\tCasey Example\t1 Ferry Building\tSan Francisco\tCA\t\tUS\tMug\t1\t
1002\tRobin Example\t1 Sussex Dr\tOttawa\tON\tK1A\tCA\tMug\t1\t9";

#[test]
fn the_problems_on_screen_follow_the_language() {
    if is_own_process("order_language::the_problems_on_screen_follow_the_language") {
        follows_on_screen();
    }
}

fn choose(window: &mut Driver, language: &str) {
    let mut settings = window.state().settings.clone();
    language.clone_into(&mut settings.language);
    window.desk().apply(Intent::ChangeSettings(Box::new(settings)));
    window.settle();
}

fn import(window: &mut Driver) {
    let import = OrderImportIntent::ReadClipboard(TABLE.to_owned());
    window.desk().apply(import);
    window
        .wait_until("the preview", PATIENCE, |state| {
            matches!(state.order_import.table.preview, Remote::Ready(_))
        })
        .unwrap();
    let write = OrderImportIntent::Write;
    window.desk().apply(write);
    window.wait_until("the orders", PATIENCE, |state| state.orders.rows.len() == 2).unwrap();
}

fn open(window: &mut Driver, number: &str) {
    let mut rows = window.state().orders.rows.iter();
    let row = rows.find(|row| row.order.number == number).unwrap();
    let id = row.id.clone();
    window.desk().apply(OrderIntent::Open(Some(id)));
    window
        .wait_until("the open order", PATIENCE, |state| {
            let open = state.orders.open.as_ref();
            open.is_some_and(|open| open.order.number == number)
        })
        .unwrap();
    window.settle();
}

fn follows_on_screen() {
    let world = DeskFixture::new();
    let desk = world.open_connected();
    let mut window = desk.into_window(&world);
    choose(&mut window, "en");
    import(&mut window);
    window.window().panel = Panel::Orders;
    for (number, english, spanish) in [
        (
            "1001",
            ["Recipient ZIP: Enter a ZIP code", "Weight: Enter a weight"],
            ["Código ZIP del destinatario: Escriba un código ZIP", "Peso: Escriba un peso"],
        ),
        (
            "1002",
            ["K1A doesn’t look like a postal code in Canada; an example is", "Recipient ZIP"],
            [
                "K1A no parece un código postal de Canadá; un ejemplo es",
                "Código ZIP del destinatario",
            ],
        ),
    ] {
        open(&mut window, number);
        let shown = |window: &Driver, words: [&str; 2]| {
            for words in words {
                assert!(window.shows(words), "{number}: {words}");
            }
        };
        shown(&window, english);
        choose(&mut window, "es");
        shown(&window, spanish);
        assert!(!window.shows(english[0]), "{number}: {}", english[0]);
        choose(&mut window, "en");
        shown(&window, english);
    }
}

#[test]
fn a_stored_refusal_follows_the_language_and_an_old_one_stays() {
    if is_own_process("order_language::a_stored_refusal_follows_the_language_and_an_old_one_stays")
    {
        reads_stored_refusals();
    }
}

fn label(refusal: &Value) -> OrderLabel {
    serde_json::from_value(json!({
        "sequence": 1, "transaction": "t", "scope": "PRACTICE/practice", "station": "bench",
        "status": "not-bought", "begun": "2026-11-23T10:00:00Z", "expected": null,
        "charged": null, "carrier": "POST", "service": "GroundAdvantage", "bought": null,
        "shipment": null, "manifest": null, "refusal": refusal,
    }))
    .unwrap()
}

fn reads_stored_refusals() {
    locale::choose("en");
    let mut refused = label(&json!(""));
    refused.refusal = postroom::message!(
        "errors-cause-said",
        cause =
            Message::from((|| postroom::text!("errors-code-account-not-active")) as locale::TextOf),
        said = "Account is locked"
    );
    let english = refused.refusal.to_string();
    let stored = serde_json::to_string(&refused).unwrap();
    locale::choose("es");
    let read: OrderLabel = serde_json::from_str(&stored).unwrap();
    assert_eq!(read.refusal.as_stored(), english);
    assert_ne!(read.refusal, english.as_str());
    let cause = postroom::text!("errors-code-account-not-active");
    assert!(read.refusal.contains(cause), "{}", read.refusal);
    assert!(read.refusal.contains("Account is locked"));
    // As earlier versions stored it.
    let old = label(&json!("The account is locked"));
    assert_eq!(old.refusal, "The account is locked");
    let again = serde_json::to_value(&old).unwrap();
    assert_eq!(again["refusal"], "The account is locked");
}
