//! The two tasks that the window is for, with a real mouse and a real keyboard: a first label by a
//! newcomer, and a repeat label by a clerk. The counts are in the user guide.

use std::path::Path;

use postroom::base::clock::Clock;
use postroom::label::print::{Destination, Printer};
use postroom::store::journal::Journal;
use postroom::store::spool::Spool;
use serde_json::Value;

use super::client::Client;
use super::display::{Display, Window};
use super::hands::{Effort, FLUENT, Hands, NUMBER_PAD};
use super::journeys::{folder, picture};
use crate::fake_printer::{FakePrinter, any_loopback_address};

/// Neither is among the samples in the address book.
const SENDER: &str = "Morgan Keeper, 500 W Madison St, Chicago, IL 60661";
const RECIPIENT: &str = "Dana Customer, 1600 Market St, Philadelphia, PA 19103";
/// Nobody in the address book either.
const ABROAD: &str = "Ines Duarte, Rua das Flores 12, 4050-262 Porto, Portugal";

/// From the first start in an empty folder to a label, with both addresses typed.
#[test]
fn a_first_label_takes_few_clicks_and_fields() {
    let display = Display::start();
    let (_, effort) = first_label(&display, &folder("first-label"));
    println!("a first label: {effort}");
    assert!(effort.clicks <= 5 && effort.keys.len() <= 3, "{effort}");
    assert!(effort.fields.len() <= 8, "{effort}");
}

/// A parcel to another country with one item, without a click: from the search for a recipient to the
/// label.
#[test]
fn an_international_label_takes_few_keys() {
    let display = Display::start();
    let (mut window, _) = first_label(&display, &folder("international-label"));
    let client = &mut window.client;
    client.wait_for_focus("To search");
    let mut hands = Hands::at(&display, &window);
    let client = &mut window.client;
    hands.write("To search", ABROAD, FLUENT);
    hands.press("Return");
    client.wait_for_focus("Weight");
    hands.write("Weight", "2", NUMBER_PAD);
    // To the first field that is still needed.
    hands.press("ctrl+Return");
    for (field, text, tabs) in [
        ("Item 1 description", "Roasted coffee", 2),
        ("Item 1 weight", "1.5", 2),
        ("Item 1 value", "24", 1),
        ("Item 1 HS number", "090121", 0),
    ] {
        hands.fill(client, field, text, FLUENT);
        (0..tabs).for_each(|_| hands.press("Tab"));
    }
    hands.press("ctrl+Return");
    hands.fill(client, "Customs signer", "Morgan Keeper", FLUENT);
    hands.press("ctrl+Return");
    client.wait_for_focus("Customs certification");
    hands.press("space");
    hands.press("ctrl+Return");
    let cheapest = client.read("Ecommerce, Orbit Parcel, ");
    client.wait_for_focus(&cheapest);
    // Another rate than the first.
    hands.press("ctrl+Down");
    hands.press("ctrl+Down");
    client.wait_for("Ready to buy");
    picture(client, "international-1-ready");
    hands.press("ctrl+Return");
    client.wait_for("Barcode verified");
    picture(client, "international-2-bought");
    println!("an international label: {}", hands.done);
    assert_has_label(client);
    assert!(hands.done.clicks == 0 && hands.done.keys.len() <= 20, "{}", hands.done);
}

/// Name, Enter, weight, Ctrl+Enter: behind the label just bought, and after a start.
#[test]
fn a_repeat_label_is_a_name_and_a_weight() {
    let display = Display::start();
    let data = folder("repeat-label");
    let (mut window, _) = first_label(&display, &data);
    repeat_label(&display, &mut window, "12.375", "repeat-after-label");
    window.kill_dash_nine();

    let mut window = display.open(&data, &[]);
    window.client.wait_for("PRACTICE");
    repeat_label(&display, &mut window, "10.625", "repeat-after-start");
    repeat_label(&display, &mut window, "13.5", "repeat-again");
    window.kill_dash_nine();
    assert_eq!(bought_weights(&data), ["1.5", "12.375", "10.625", "13.5"]);
}

/// The weights of the purchases, as they were sent, the first one first.
fn bought_weights(data: &Path) -> Vec<String> {
    let journal = Journal::open(data, Clock::System).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut entries = runtime.block_on(journal.recent(10)).unwrap();
    entries.reverse();
    let bodies = entries.iter().map(|entry| serde_json::from_slice(&entry.body).unwrap());
    bodies.map(|body: Value| body["packages"][0]["weight"].to_string()).collect()
}

fn first_label(display: &Display, data: &Path) -> (Window, Effort) {
    let mut window = display.open(data, &[]);
    let client = &mut window.client;
    client.wait_for_focus("Try it now");
    picture(client, "first-label-1-start");
    let mut hands = Hands::at(display, &window);
    let client = &mut window.client;
    hands.click(client, "Try it now");
    client.wait_for_focus("From search");
    picture(client, "first-label-2-practice");
    hands.fill(client, "From search", SENDER, FLUENT);
    picture(client, "first-label-3-sender");
    hands.press("Return");
    hands.fill(client, "To search", RECIPIENT, FLUENT);
    picture(client, "first-label-4-recipient");
    hands.press("Return");
    hands.fill(client, "Weight", "1.5", NUMBER_PAD);
    // A box that most people have; the repeat labels keep it.
    hands.click(client, "Small box");
    client.wait_for("Ground Advantage, ");
    picture(client, "first-label-5-rates");
    let row = client.read("Ground Advantage, ");
    hands.click(client, &row);
    client.wait_for("Ready to buy");
    picture(client, "first-label-6-ready");
    hands.press("ctrl+Return");
    client.wait_for("Barcode verified");
    picture(client, "first-label-7-bought");
    assert_has_label(client);
    (window, hands.done)
}

/// L1: a thousand presses, as a key that is held down or a hand that is in doubt makes them.
#[test]
fn a_thousand_presses_print_one_label() {
    let display = Display::start();
    let data = folder("thousand-presses");
    let sink = FakePrinter::on(any_loopback_address());
    let printer = Printer {
        name: "Zebra".into(),
        destination: Destination::Raw {
            host: sink.address.ip().to_string(),
            port: sink.address.port(),
        },
        ..Printer::default()
    };
    let spool = Spool::open(&data, Clock::System).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let json = serde_json::to_string(&printer).unwrap();
    runtime.block_on(spool.put_printer(&printer.name, json)).unwrap();
    drop(spool);

    let (mut window, _) = first_label(&display, &data);
    window.client.wait_for("Print label");
    display.focus_window(&window);
    display.xdotool(&["keydown", "ctrl", "key", "--repeat", "1000", "--repeat-delay", "1", "p"]);
    display.xdotool(&["keyup", "ctrl"]);
    let client = &mut window.client;
    client.wait_for("Sent to Zebra");
    picture(client, "thousand-presses");
    assert_eq!(sink.taken().len(), 1);
}

/// The clerk looks at the screen once, for the price.
fn repeat_label(display: &Display, window: &mut Window, weight: &str, name: &str) {
    let before = bought_number(&mut window.client);
    window.client.wait_for_focus("To search");
    picture(&mut window.client, &format!("{name}-1"));
    let mut hands = Hands::at(display, window);
    let client = &mut window.client;
    hands.write("To search", "dana", FLUENT);
    hands.press("Return");
    hands.write("Weight", weight, NUMBER_PAD);
    client.wait_for("Ready to buy");
    picture(client, &format!("{name}-2"));
    let draft = client.focused();
    assert_eq!(draft, Some(("Weight".to_owned(), weight.to_owned())));
    hands.press("ctrl+Return");
    client.wait_for("Barcode verified");
    picture(client, &format!("{name}-3"));
    println!("a repeat label: {}", hands.done);
    assert_has_label(client);
    assert_ne!(bought_number(client), before);
    assert_eq!(hands.done.clicks, 0);
    assert_eq!(hands.done.keys, ["Return", "ctrl+Return"]);
}

/// The tracking number beside the label on screen, if there is one.
fn bought_number(client: &mut Client) -> Option<String> {
    let is_number = |name: &String| {
        let of_number = |letter: u8| letter.is_ascii_digit() || letter.is_ascii_uppercase();
        name.len() >= 16 && name.bytes().all(of_number)
    };
    client.names().into_iter().find(is_number)
}

/// A label is on screen, and its barcode is the tracking number.
fn assert_has_label(client: &mut Client) {
    let names = client.names();
    assert!(names.iter().any(|name| name == "Tracking number"), "{names:?}");
    assert!(bought_number(client).is_some(), "{names:?}");
    let sheet = names.iter().any(|name| name.starts_with("Shipping label"));
    assert!(sheet, "{names:?}");
}
