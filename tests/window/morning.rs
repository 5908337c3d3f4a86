//! The morning of a shop in the real window, with a real mouse and a real keyboard: 300 sample
//! orders are imported, corrected, rated, bought, printed, handed over, reported, and written to the
//! file for the shop. The tour does the same without a display.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use jiff::{Timestamp, ToSpan, tz::TimeZone};
use postroom::base::clock::Clock;
use postroom::label::{Limits, decode_in_process, read_barcodes};
use postroom::orders::import::read_orders::{ImportContext, read_orders};
use postroom::orders::order::Order;
use postroom::orders::papers::pick_order::{PickOrder, pick_order};
use postroom::orders::practice_orders::practice_orders_file;
use postroom::tables::headings::recognize;
use postroom::tables::read_file::{ReadOptions, read_file};

use super::client::Client;
use super::display::Display;
use super::hands::{FLUENT, Hands};
use super::journeys::{folder, picture, write_sender};
use crate::fake_printer::{FakePrinter, any_loopback_address};

const SAMPLE: usize = 300;
const NEED_ATTENTION: usize = 17;
const MOST_CLICKS: usize = 25;
/// The scan of a practice day would come in the middle of the morning.
const DAY_SECONDS: &str = "86400";
/// How long 300 orders may take. This waits, it does not measure.
const PATIENCE: Duration = Duration::from_secs(1_200);

/// Longer than a scanner takes from its last letter to its Enter.
const BEHIND_LETTERS: Duration = Duration::from_millis(500);

/// What a clerk types for an order that needs attention; nothing if the file is right. The last
/// order has no number in the file.
const CORRECTIONS: [(&str, &str, &str); NEED_ATTENTION] = [
    ("#2010", "Recipient ZIP", "29201"),
    ("#2028", "Recipient country", "Norway"),
    ("#2044", "Recipient street", "214 Watauga Ave"),
    ("#2063", "Weight", "0.45"),
    ("#2078", "Quantity of item 1", "1"),
    ("#2097", "Recipient name", "Kareem Kendrick"),
    // The ZIP is right and the state before it is not.
    ("#2107", "Recipient state", "CA"),
    ("#2129", "It’s right", ""),
    ("#2129 (2)", "It’s right", ""),
    ("#2152", "Weight", "1.25"),
    ("#2169", "Recipient city", "Shreveport"),
    ("#2192", "Recipient ZIP", "H2J 3K5"),
    ("#2212", "Recipient ZIP", "77002"),
    ("#2221", "Recipient phone", "+49 89 5550123"),
    ("#2234", "It’s right", ""),
    ("#2251", "Recipient email", "sandoval.eduardo@example.com"),
    ("", "It’s right", ""),
];

#[test]
fn a_morning_of_300_orders_takes_25_clicks_at_most() {
    let display = Display::start();
    let data = folder("morning");
    let sink = FakePrinter::on(any_loopback_address());
    let arguments = ["--practice", "--day-seconds", DAY_SECONDS];
    // The report is about a day of this computer, which must not change on the way either.
    let zone = [("TZ", zone_in_the_morning(Clock::System.now()))];
    let mut window = display.open_with(&data, &arguments, &zone);
    set_up_once(&mut window.client, sink.address);
    let mut hands = Hands::at(&display, &window);
    let client = &mut window.client;

    hands.click(client, "Orders");
    hands.click(client, "Import 300 sample orders");
    hands.click(client, "Import the orders");
    client.wait_for("Select all 300 orders");
    picture(client, "morning-1-imported");
    correct(&mut hands, client);
    hands.click(client, "Select all 300 orders");
    hands.click(client, "Get rates");
    await_all(client, "Close the task");
    picture(client, "morning-3-rated");
    hands.click(client, "Close the task");
    buy(&mut hands, client);
    hands.click(client, "Print the labels");
    await_prints(client, &sink);
    picture(client, "morning-6-printed");
    hands.click(client, "Hand over");
    client.wait_for("Hand over the orders");
    picture(client, "morning-7-hand-over");
    hands.click(client, "Hand over the orders");
    // What is handed over is nothing to do.
    await_all(client, "Show all orders");
    let report = data.join("day-report.csv");
    hands.click(client, "Day report");
    hands.click(client, "Save CSV…");
    save(&mut hands, client, &report);
    picture(client, "morning-8-report");
    hands.click(client, "All orders");
    let export = data.join("shopify.csv");
    hands.click(client, "Tracking file for the shop…");
    hands.click(client, "Save the file…");
    save(&mut hands, client, &export);
    picture(client, "morning-9-file");

    println!("a morning: {}", hands.done);
    assert!(hands.done.clicks <= MOST_CLICKS, "{}", hands.done);
    let written = tracking_numbers(&export);
    assert_eq!(written.len(), SAMPLE);
    assert_printed(&sink, &in_pick_list_order(&written));
    assert_eq!(reported(&report), SAMPLE.to_string());
}

/// A zone in which it is between ten and eleven in the morning.
fn zone_in_the_morning(now: Timestamp) -> String {
    let hour = i32::from(now.to_zoned(TimeZone::UTC).hour());
    let ahead = 10 - hour;
    // There are zones from 12 hours behind to 14 hours ahead. In their names the signs are turned.
    let ahead = if ahead < -12 { ahead + 24 } else { ahead };
    format!("Etc/GMT{:+}", -ahead)
}

#[test]
fn it_is_morning_in_the_window_at_any_hour() {
    let midnight: Timestamp = "2026-11-27T00:00:00Z".parse().unwrap();
    for minutes in 0..24 * 60 {
        let now = midnight + minutes.minutes();
        let zone = zone_in_the_morning(now);
        let here = now.to_zoned(TimeZone::get(&zone).unwrap());
        assert_eq!(here.hour(), 10, "{zone}");
    }
}

/// What a shop sets once: its sender, its printer, how much may be put on the balance a day, and here
/// that paths are typed, because this display has no dialogs.
fn set_up_once(client: &mut Client, printer: SocketAddr) {
    client.wait_for("PRACTICE");
    write_sender(client);
    client.click("Settings");
    client.click("Printers and labels");
    client.click("Add printer");
    client.fill("Printer name", "Label printer");
    client.fill("Printer address", &printer.ip().to_string());
    client.fill("Printer port", &printer.port().to_string());
    client.click("Save printer");
    client.wait_for("Test print: Label printer");
    client.click("Purchases");
    client.fill("Daily top-up limit", "10000");
    client.click("Files and data");
    client.click("Type paths instead of choosing them in a dialog");
}

/// Types what each order lacks. Enter goes to the next problem.
fn correct(hands: &mut Hands<'_>, client: &mut Client) {
    hands.click(client, "Correct orders");
    for place in 0..NEED_ATTENTION {
        let title = client.read("Order ");
        let number = title.strip_prefix("Order ").unwrap().to_owned();
        let known = CORRECTIONS.iter();
        let (_, field, words) =
            known.into_iter().find(|(of, ..)| *of == number || of.is_empty()).unwrap();
        match *field {
            "It’s right" => client.wait_for_focus(field),
            "Recipient country" => {
                client.wait_for_focus(field);
                hands.press("Down");
                client.wait_for("Search");
                hands.write(field, words, FLUENT);
            }
            "Recipient state" => {
                client.wait_for_focus("Recipient ZIP");
                hands.press("shift+Tab");
                client.wait_for_focus(field);
                hands.press("ctrl+a");
                hands.write(field, words, FLUENT);
            }
            field => hands.fill(client, field, words, FLUENT),
        }
        if !words.is_empty() {
            await_typed(client, words);
        }
        if place == 0 {
            picture(client, "morning-2-correcting");
        }
        hands.press("Return");
        client.wait_until("the next order", |names| !names.contains(&title));
    }
    client.wait_for("Select all 300 orders");
}

/// Waits until the control with the keyboard has this text. On a busy machine the letters arrive
/// together, and an Enter right behind them would be that of a scanner.
fn await_typed(client: &mut Client, words: &str) {
    let start = Instant::now();
    while client.focused().is_none_or(|(_, value)| value != words) {
        assert!(start.elapsed() < PATIENCE, "{}", client.text_on_screen());
        thread::sleep(Duration::from_millis(100));
    }
    thread::sleep(BEHIND_LETTERS);
}

/// The balance of a new practice account is topped up on the way.
fn buy(hands: &mut Hands<'_>, client: &mut Client) {
    let labels = client.read("Buy 300 labels");
    hands.click(client, &labels);
    client.wait_for("The balance lacks");
    picture(client, "morning-4-question");
    hands.click(client, "Top up…");
    // The amount that lacks is there.
    hands.click(client, "Top up the balance");
    hands.click(client, "Confirm top-up");
    client.wait_until("the money", |names| {
        let balance = |name: &&String| name.starts_with("Balance $3,");
        names.iter().find(balance).is_some()
    });
    // The question is still there.
    hands.click(client, "Orders");
    hands.click(client, "Buy the labels");
    await_all(client, "Close the task");
    picture(client, "morning-5-bought");
    hands.click(client, "Close the task");
}

/// Types a path where the program asks for one, and waits for the file.
fn save(hands: &mut Hands<'_>, client: &mut Client, path: &Path) {
    client.wait_for_focus("File to save");
    hands.press("ctrl+a");
    hands.write("File to save", path.to_str().unwrap(), FLUENT);
    hands.press("Return");
    let start = Instant::now();
    while !path.exists() {
        assert!(start.elapsed() < PATIENCE, "{}", client.text_on_screen());
        thread::sleep(Duration::from_millis(100));
    }
}

/// Waits for a text that comes after something was done for every order.
fn await_all(client: &mut Client, text: &str) {
    let start = Instant::now();
    while !client.names().iter().any(|name| name.contains(text)) {
        assert!(start.elapsed() < PATIENCE, "{}", client.text_on_screen());
        thread::sleep(Duration::from_millis(500));
    }
}

fn await_prints(client: &mut Client, sink: &FakePrinter) {
    let start = Instant::now();
    // Then the result of the task goes, and the button for printing has other words: what is beside and
    // below them moves.
    while sink.taken().len() < SAMPLE || client.text_on_screen().contains("Close the task") {
        assert!(start.elapsed() < PATIENCE, "{}", client.text_on_screen());
        thread::sleep(Duration::from_millis(500));
    }
    client.wait_for("Print again…");
}

/// The number and the tracking number of each order in the file for Shopify, in its sequence.
fn tracking_numbers(file: &Path) -> Vec<(String, String)> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let rows: Vec<HashMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let cells = rows.into_iter().map(|mut row| {
        let name = row.remove("Name").unwrap();
        (name, row.remove("Fulfillment: Tracking Number").unwrap())
    });
    cells.collect()
}

/// The tracking numbers in the sequence of the pick list of the imported orders.
fn in_pick_list_order(written: &[(String, String)]) -> Vec<String> {
    let (name, bytes) = practice_orders_file();
    let workbook = read_file(name, bytes, &ReadOptions::default()).unwrap();
    let sheet = &workbook.sheets[0];
    let known = recognize(sheet);
    let context = ImportContext::default();
    let read = read_orders(sheet, known.heading_row, &known.mapping, &context);
    // The list has the newest first, and so has what is picked at one place.
    let mut orders: Vec<Order> = read.orders.into_iter().rev().map(|read| *read.order).collect();
    for order in &mut orders {
        if order.number == "#2078" {
            order.items[0].quantity = "1".to_owned();
        }
    }
    let picked: Vec<PickOrder<'_>> = orders.iter().map(PickOrder::from).collect();
    let numbers: HashMap<&str, &str> =
        written.iter().map(|(number, tracking)| (number.as_str(), tracking.as_str())).collect();
    let sequence = pick_order(&picked).into_iter();
    sequence.map(|at| numbers[orders[at].number.as_str()].to_owned()).collect()
}

/// Checks that the printer received each label once, in this sequence.
fn assert_printed(sink: &FakePrinter, expected: &[String]) {
    let taken = sink.taken();
    assert_eq!(taken.len(), expected.len());
    for (place, (bytes, number)) in taken.iter().zip(expected).enumerate() {
        let pages = decode_in_process(bytes, 203.0, &Limits::default()).unwrap();
        let barcodes = read_barcodes(&pages[0]);
        // A routing code may stand before the number.
        let is_there = barcodes.iter().any(|it| it.text.contains(number));
        assert!(is_there, "print {place} should be {number}: {barcodes:?}");
    }
}

/// The number of labels that the day report has in all.
fn reported(file: &Path) -> String {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let rows: Vec<HashMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let total = rows.iter().find(|row| row["section"] == "total").unwrap();
    total["labels"].clone()
}
