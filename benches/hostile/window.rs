//! A window that draws frames while its decoder is busy with a bomb.

use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use postroom::base::clock::Clock;
use postroom::base::id::ShipmentId;
use postroom::desk::intent::Intent;
use postroom::desk::labels::intent::LabelIntent;
use postroom::desk::money::purchase::PurchaseStatus;
use postroom::desk::ship::intent::ShipIntent;
use postroom::desk::shipments::intent::ShipmentIntent;
use postroom::desk::state::State;
use postroom::ui::driver::Driver;
use postroom::ui::panel::Panel;

use crate::bombs;
use crate::harness::DeskFixture;

/// Bombs of each kind: time, memory, and an immediate error.
const BOMBS: [&str; 4] = [
    "150,000 ellipses",
    "forms that double 60 times",
    "36 million packed dots of two bytes",
    "64 stored sheets, one drawn 50,000 times",
];
const FRAME: Duration = Duration::from_micros(16_667);
/// A later frame would be noticed by the user.
const MOST_MS: f64 = 100.0;

pub fn measured() -> bool {
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    let mut shipments: Vec<ShipmentId> = Vec::new();
    // One more than there are bombs: the label to show while nothing is decoded.
    for _ in 0..=BOMBS.len() {
        desk.apply(ShipIntent::NewDraft);
        desk.choose();
        desk.apply(Intent::Buy);
        let bought = |state: &State| -> Vec<ShipmentId> {
            let all = state.purchases.list.iter().filter_map(|purchase| match &purchase.status {
                PurchaseStatus::Bought { shipment, .. } => Some(shipment.clone()),
                _ => None,
            });
            all.collect()
        };
        desk.run_until("bought", |state| bought(state).len() > shipments.len());
        let new = bought(desk.state());
        shipments.extend(new.into_iter().find(|id| !shipments.contains(id)));
    }
    desk.run_for(Duration::from_millis(500));
    world.runtime.block_on(desk.0.close());
    let all = bombs::all();
    for (shipment, wanted) in shipments.iter().zip(BOMBS) {
        let (.., bytes) = all.iter().find(|(_, what, _)| what == wanted).expect(wanted);
        planted(&world, shipment, bytes);
    }

    let desk = world.open_connected();
    let folder = world.folder.join("desk");
    let window = Driver::new(desk.0, Clock::System, TimeZone::UTC, folder, (1366, 768));
    let mut window = window.expect("a window");
    window.window().panel = Panel::Shipments;
    window.settle();
    header("window of 1366 by 768, drawing beside");
    let mut holds = true;
    if let Some(good) = shipments.last() {
        select(&mut window, good);
        frames(&mut window, |window| ended(window, good));
        let begun = Instant::now();
        let rest = frames(&mut window, |_| begun.elapsed() > Duration::from_secs(3));
        holds &= told("nothing else", rest, None);
    }
    for (shipment, wanted) in shipments.iter().zip(BOMBS) {
        select(&mut window, shipment);
        let times = frames(&mut window, |window| ended(window, shipment));
        let view = window.state().labels.views.get(shipment).expect("a label");
        let said = view.pages.trouble().map(|trouble| trouble.cause.clone());
        holds &= told(wanted, times, None);
        println!("    {}", said.as_deref().unwrap_or("a picture"));
    }
    world.runtime.block_on(window.into_desk().close());
    holds
}

fn select(window: &mut Driver, shipment: &ShipmentId) {
    let chosen = Intent::Shipments(ShipmentIntent::Select(Some(shipment.clone())));
    window.desk().apply(chosen);
    window.desk().apply(LabelIntent::Show(shipment.clone()));
}

fn ended(window: &Driver, shipment: &ShipmentId) -> bool {
    let view = window.state().labels.views.get(shipment);
    view.is_some_and(|view| view.files.value().is_some() && !view.pages.is_loading())
}

/// Replaces the file of a bought label.
fn planted(world: &DeskFixture, shipment: &ShipmentId, bytes: &[u8]) {
    let file = world.folder.join("desk").join("cache.db");
    let database = rusqlite::Connection::open(file).expect("the cache");
    let changed = database
        .execute(
            "UPDATE labels SET bytes = ? WHERE shipment = ?",
            rusqlite::params![bytes, shipment.as_str()],
        )
        .expect("a label");
    assert_eq!(changed, 1, "{shipment:?}");
}

/// Draws sixty frames a second until `enough` returns `true`; returns the time of each, sorted.
pub fn frames(window: &mut Driver, enough: impl Fn(&Driver) -> bool) -> Vec<Duration> {
    let mut times = Vec::new();
    while !enough(window) {
        let begun = Instant::now();
        window.frame();
        let took = begun.elapsed();
        times.push(took);
        std::thread::sleep(FRAME.saturating_sub(took));
    }
    times.sort();
    times
}

/// The heading of the rows of [`told`].
pub fn header(what: &str) {
    println!(
        "\n{what:<44} {:>6} {:>10} {:>9} {:>9} {:>6} {:>8}",
        "frames", "median ms", "99 % ms", "worst ms", "late", "peak MB"
    );
}

/// Prints one row. `memory` is the peak and the limit, in megabytes.
pub fn told(what: &str, times: Vec<Duration>, memory: Option<(f64, f64)>) -> bool {
    let at = |percent: usize| {
        let place = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    };
    let late = times.iter().filter(|time| **time > FRAME).count();
    let is_small = memory.is_none_or(|(peak, most)| peak <= most);
    let holds = at(50) <= FRAME.as_secs_f64() * 1_000.0 && at(100) <= MOST_MS && is_small;
    let peak = memory.map_or(String::new(), |(peak, _)| format!("{peak:.0}"));
    println!(
        "{what:<44} {:>6} {:>10.1} {:>9.1} {:>9.1} {late:>6} {peak:>8}{}",
        times.len(),
        at(50),
        at(99),
        at(100),
        if holds { "" } else { "   MISSED" }
    );
    holds
}
