//! Complete user journeys in the real window.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use egui::{Key, Modifiers};
use postroom::base::clock::Clock;
use postroom::ui::tour::tour_sender;
use serde_json::json;

use super::client::Client;
use super::display::{Display, Window};
use crate::service::setup::{Clerk, Running, running_in};

#[test]
fn a_newcomer_buys_a_label_and_finds_it_again() {
    newcomer(&Display::start(), "x11");
}

/// The first start: a new user gets from the first screen to a label, sees it in every panel,
/// closes the window and finds everything again.
pub fn newcomer(display: &Display, kind: &str) {
    let data = folder("newcomer");
    let mut window = display.open(&data, &[]);
    let client = &mut window.client;
    client.click("Try it now");
    client.wait_for("PRACTICE");
    let before = dollars(&client.read("Balance $"));
    write_shipment(client);
    let price = dollars(&choose(client, "Ground Advantage"));
    client.press(Key::Enter, Modifiers::COMMAND);
    client.wait_for("Barcode verified");
    let drawn = picture(client, &format!("bought-{kind}"));
    let seen = kept(&format!("screen-{kind}"));
    display.photograph(&seen);
    assert_covered_by(&drawn, &seen);
    client.wait_until("the balance less the price", |names| {
        names.iter().any(|name| name.starts_with("Balance $") && dollars(name) == before - price)
    });

    client.click("Shipments");
    client.wait_for("Casey Example");
    picture(client, &format!("shipments-{kind}"));
    client.click("Tracking");
    client.wait_for("Label created");
    client.click("Go to the next practice day");
    client.wait_for("In transit");
    picture(client, &format!("tracking-{kind}"));
    window.kill_dash_nine();

    let mut again = display.open(&data, &[]);
    again.client.click("Shipments");
    again.client.wait_for("Casey Example");
}

/// The program is killed while the service has bought the label and its response is still on the
/// way. The next start finds the label without help, and it was bought only once.
#[test]
fn a_kill_during_a_purchase_is_settled_at_the_next_start() {
    let display = Display::start();
    for kind in ["delay_before_commit", "delay_after_commit", "cut_after_commit"] {
        let shop = RemotePracticeService::open(kind);
        let mut window = shop.open_window(&display);
        write_shipment(&mut window.client);
        choose(&mut window.client, "Ground Advantage");
        let fault = json!({"call": "POST /Shipment", "kind": kind, "millis": 4000, "count": 1});
        shop.service.practice("POST", "/faults", Some(fault)).ok();
        window.client.press(Key::Enter, Modifiers::COMMAND);
        // Real money: the confirmation names the amount.
        let buy = window.client.read("Buy for $");
        window.client.click(&buy);
        // The outcome may be settled before the test can see the uncertain state.
        window.client.wait_until("a purchase under way", |names| {
            names.iter().any(|name| {
                ["Buying", "Checking", "Label bought"].iter().any(|words| name.contains(words))
            })
        });
        window.kill_dash_nine();

        let mut again = shop.open_window(&display);
        // A request that never took effect is sent again after a quiet period of a minute.
        let found = (0..300).any(|_| {
            thread::sleep(Duration::from_millis(500));
            shop.clerk.get("/Shipment").ok()["totalResults"] == 1
        });
        assert!(found, "{kind}: {}", again.client.text_on_screen());
        again.client.click("Shipments");
        again.client.wait_for("Label created");
        let bought = shop.clerk.get("/Shipment").ok();
        assert_eq!(bought["totalResults"], 1, "{kind}: {bought}");
        let history = shop.clerk.get("/Account/Postage/BalanceHistory").ok();
        let debits = history["results"].as_array().unwrap().iter();
        assert_eq!(debits.filter(|entry| entry["transactionType"] == "Debit").count(), 1, "{kind}");
    }
}

/// Nothing listens on the window's server address: the window says so and keeps all text.
#[test]
fn an_unreachable_server_loses_nothing_typed() {
    let display = Display::start();
    let mut shop = RemotePracticeService::open("offline");
    let mut window = shop.open_window(&display);
    window.client.wait_for("PRODUCTION");
    write_shipment(&mut window.client);
    choose(&mut window.client, "Ground Advantage");
    shop.halt();
    window.client.fill("Recipient name", "Zoë Quiñones");
    window.client.fill("Weight", "2.25");
    window.client.wait_for("Offline");
    picture(&mut window.client, "offline");
    window.client.wait_for("Zoë Quiñones");
    // Longer than the autosave delay of the draft.
    thread::sleep(Duration::from_secs(2));
    window.kill_dash_nine();

    let mut again = shop.open_window(&display);
    again.client.wait_for("Offline");
    again.client.wait_for("Zoë Quiñones");
    again.client.wait_for("2.25");
    picture(&mut again.client, "offline-start");
}

/// A practice service of this test, which the window uses as a remote server.
pub struct RemotePracticeService {
    service: Running,
    clerk: Clerk,
    data: PathBuf,
    login: [(&'static str, String); 4],
}

impl RemotePracticeService {
    pub fn open(name: &str) -> Self {
        let service = running_in(folder(&format!("{name}-service")), Clock::System, 86_400);
        let login = service.login();
        let clerk = Clerk::sign_in(&service.base, &login);
        let login = [
            ("POSTROOM_API_KEY", login.api_key),
            ("POSTROOM_API_SECRET", login.api_secret.expose().to_owned()),
            ("POSTROOM_USER", login.user_name),
            ("POSTROOM_PASSWORD", login.password.expose().to_owned()),
        ];
        Self { service, clerk, data: folder(name), login }
    }

    fn open_window(&self, display: &Display) -> Window {
        self.open_window_with(display, None)
    }

    /// Opens the window with an additional environment variable.
    pub fn open_window_with(
        &self,
        display: &Display,
        variable: Option<(&'static str, &str)>,
    ) -> Window {
        let variable = variable.map(|(name, value)| (name, value.to_owned()));
        let environment: Vec<_> = self.login.iter().cloned().chain(variable).collect();
        display.open_with(&self.data, &["--base-url", &self.service.base], &environment)
    }

    /// Stops the service; nothing listens on its address afterwards.
    fn halt(&mut self) {
        let service = self.service.service.take().unwrap();
        self.service.runtime.block_on(service.stop());
    }
}

/// Types a sender into Ship whose day does not change during the test.
pub fn write_sender(client: &mut Client) {
    let sender = tour_sender(Clock::System.now());
    let phone = ("Sender phone", "312-555-0100");
    for (field, text) in sender.fields.into_iter().chain([phone]) {
        client.fill(field, text);
    }
}

pub fn write_shipment(client: &mut Client) {
    for (field, text) in [
        ("Sender name", "Riley Sample"),
        ("Sender street", "233 S Wacker Dr"),
        ("Sender city", "Chicago"),
        ("Sender state", "IL"),
        ("Sender ZIP", "60606"),
        ("Recipient name", "Casey Example"),
        ("Recipient street", "1 Ferry Building"),
        ("Recipient city", "San Francisco"),
        ("Recipient state", "CA"),
        ("Recipient ZIP", "94111"),
        ("Weight", "1.5"),
        ("Length", "10"),
        ("Width", "6"),
        ("Height", "4"),
    ] {
        client.fill(field, text);
    }
}

/// Waits until at least four services are offered, then chooses one; returns the row's whole name,
/// which contains the price.
pub fn choose(client: &mut Client, service: &str) -> String {
    client.wait_until("four rates", |names| {
        names.iter().filter(|name| name.contains(", $") && name.contains("day")).count() >= 4
    });
    let row = client.read(&format!("{service}, "));
    client.click(&row);
    client.wait_for("Ready to buy");
    row
}

fn dollars(text: &str) -> i64 {
    let from = text.find('$').unwrap() + 1;
    let digits: String = text[from..]
        .chars()
        .take_while(|c| c.is_ascii_digit() || ".,".contains(*c))
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().unwrap()
}

/// Stores a picture of what the window drew.
pub fn picture(client: &mut Client, name: &str) -> PathBuf {
    let file = kept(name);
    client.screenshot(&file);
    file
}

/// Where the pictures can be inspected after the run.
fn kept(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("window");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(format!("{name}.png"))
}

/// Asserts that the screen shows the window's picture: the window's most common color covers at
/// least three quarters as many pixels of the screen.
fn assert_covered_by(drawn: &Path, seen: &Path) {
    let colours = |file: &Path| {
        let mut dots: HashMap<[u8; 3], usize> = HashMap::new();
        for dot in image::open(file).unwrap().into_rgb8().pixels() {
            *dots.entry(dot.0).or_default() += 1;
        }
        dots
    };
    let (drawn, seen) = (colours(drawn), colours(seen));
    let (colour, dots) = drawn.iter().max_by_key(|(_, dots)| **dots).unwrap();
    let on_screen = seen.get(colour).copied().unwrap_or_default();
    assert!(on_screen * 4 > dots * 3, "{on_screen} of {dots} dots of {colour:?}");
}

pub fn folder(name: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("postroom-window-{name}-{}-{count}", std::process::id()))
}
