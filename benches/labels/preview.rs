//! Time from a label's bytes to its picture in the window.

use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use postroom::api::value::LabelFileType;
use postroom::base::clock::Clock;
use postroom::base::id::ShipmentId;
use postroom::desk::intent::Intent;
use postroom::desk::ship::intent::ShipIntent;
use postroom::ui::driver::Driver;
use postroom::ui::panel::Panel;

use crate::harness::{DeskFixture, TestDesk};

const TIMES: usize = 15;
const LIMIT_MS: f64 = 100.0;
const PATIENCE: Duration = Duration::from_secs(30);

pub fn measured() -> bool {
    super::heading("first preview in the window");
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    // For all labels: the money of a new practice account is used up before the last.
    world.practice("refill", &serde_json::json!({"amount": 10_000}));
    let mut holds = true;
    for (name, file_type) in [
        ("PDF", LabelFileType::Pdf),
        ("ZPL", LabelFileType::Zpl),
        ("PNG", LabelFileType::Png),
        ("TIF", LabelFileType::Tif),
        ("JPEG", LabelFileType::Jpeg),
    ] {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            desk.apply(ShipIntent::NewDraft);
            desk.edit(|draft| draft.label.file_type = file_type.clone());
            desk.choose();
            let folder = world.folder.join("desk");
            let size = (1366, 768);
            let window = Driver::new(desk.0, Clock::System, TimeZone::UTC, folder, size);
            let mut window = window.expect("a window");
            window.window().panel = Panel::Ship;
            window.settle();
            times.push(one(&mut window));
            desk = TestDesk(window.into_desk());
        }
        holds &= super::told(name, times, LIMIT_MS);
    }
    world.runtime.block_on(desk.0.close());
    holds
}

/// Buys a label and waits as the window does, drawing a frame after a change.
fn one(window: &mut Driver) -> Duration {
    let known: Vec<ShipmentId> = window.state().labels.views.keys().cloned().collect();
    window.desk().apply(Intent::Buy);
    let begun = Instant::now();
    let mut arrived = None;
    loop {
        window.desk().tick();
        let view = window
            .state()
            .labels
            .views
            .iter()
            .find(|(id, view)| !known.contains(id) && view.files.value().is_some())
            .map(|(_, view)| view.pages.value().is_some());
        if let Some(drawn) = view {
            let since = *arrived.get_or_insert_with(Instant::now);
            if drawn {
                window.frame();
                window.picture().expect("a picture");
                let took = since.elapsed();
                assert!(window.shows("page 1 of 1"), "no picture is on the window");
                return took;
            }
        }
        assert!(begun.elapsed() < PATIENCE, "no label came");
        std::thread::sleep(Duration::from_millis(1));
    }
}
