//! The simulated scale of the tour: folders in place of the system's, and a thread
//! that reports weights.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use egui::{Key, Modifiers};

use super::{SERVICE, TYPED, Tour, TourError};
use crate::desk::intent::Intent;
use crate::desk::scale::{HidrawFolders, ScaleFault, ScaleIntent, Status};
use crate::desk::ship::intent::ShipIntent;
use crate::desk::state::State;
use crate::ui::panel::Panel;
use crate::ui::settings_category::SettingsCategory;

const NODE: &str = "hidraw0";
/// HID report descriptor of a postal scale: status, unit, exponent and weight in report 3.
const DESCRIPTOR: &[u8] = &[
    0x05, 0x8d, 0x09, 0x20, 0xa1, 0x01, 0x85, 0x03, 0x09, 0x32, 0xa1, 0x02, 0x19, 0x71, 0x29, 0x78,
    0x15, 0x01, 0x25, 0x08, 0x75, 0x08, 0x95, 0x01, 0x81, 0x00, 0x19, 0x51, 0x29, 0x5c, 0x25, 0x0c,
    0x81, 0x00, 0x09, 0x41, 0x15, 0x81, 0x25, 0x7f, 0x81, 0x02, 0x09, 0x40, 0x15, 0x00, 0x27, 0xff,
    0xff, 0x00, 0x00, 0x75, 0x10, 0x81, 0x02, 0xc0, 0xc0,
];
const FACTS: &str = "HID_ID=0003:00000922:00008003\nHID_NAME=Postal scale\nHID_UNIQ=\n";
/// A moving and a stable reading: 18.4 and 24.6 oz.
const MOVING: [u8; 6] = [3, 3, 11, 0xff, 184, 0];
const STABLE: [u8; 6] = [3, 4, 11, 0xff, 246, 0];
/// Interval of the reports, as of real scales.
const EVERY: Duration = Duration::from_millis(200);

/// The folders in which the tour's desk looks for scales. A separate file beside a
/// device simulates missing permission.
pub(super) fn devices(data_dir: &Path) -> HidrawFolders {
    let root = data_dir.join("hardware");
    HidrawFolders {
        class: root.join("class"),
        nodes: root.join("dev"),
        open: |path| match path.with_extension("locked").exists() {
            true => Err(io::ErrorKind::PermissionDenied.into()),
            false => File::open(path),
        },
    }
}

/// A simulated scale that reports until it is dropped.
struct Scale {
    devices: HidrawFolders,
    shows: Arc<Mutex<[u8; 6]>>,
    off: Arc<AtomicBool>,
}

impl Scale {
    fn plugged(devices: HidrawFolders) -> io::Result<Self> {
        std::fs::create_dir_all(&devices.nodes)?;
        let node = devices.nodes.join(NODE);
        let mut file = OpenOptions::new().create(true).append(true).open(&node)?;
        let device = devices.class.join(NODE).join("device");
        std::fs::create_dir_all(&device)?;
        std::fs::write(device.join("uevent"), FACTS)?;
        // Written last: this makes the scale appear.
        std::fs::write(device.join("report_descriptor"), DESCRIPTOR)?;
        let (shows, off) = (Arc::new(Mutex::new(MOVING)), Arc::<AtomicBool>::default());
        let (shown, stopped) = (Arc::clone(&shows), Arc::clone(&off));
        std::thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                let report = *shown.lock().unwrap_or_else(PoisonError::into_inner);
                // The folder is deleted only after the tour.
                if file.write_all(&report).is_err() {
                    return;
                }
                std::thread::sleep(EVERY);
            }
        });
        Ok(Self { devices, shows, off })
    }

    fn show(&self, report: [u8; 6]) {
        *self.shows.lock().unwrap_or_else(PoisonError::into_inner) = report;
    }

    fn lock_file(&self) -> PathBuf {
        self.devices.nodes.join(NODE).with_extension("locked")
    }

    fn unplug(&self) -> io::Result<()> {
        std::fs::remove_dir_all(self.devices.class.join(NODE))
    }
}

impl Drop for Scale {
    fn drop(&mut self) {
        self.off.store(true, Ordering::Relaxed);
    }
}

fn shows(state: &State, status: Status) -> bool {
    let reading = state.scale.reading.as_ref();
    reading.is_some_and(|reading| reading.status == status)
}

impl Tour<'_> {
    /// Weighs a parcel, takes the scale away, returns it without permission, and buys by a scan.
    pub(super) fn hardware(&mut self, devices: HidrawFolders) -> Result<(), TourError> {
        let broken = |tour: &Self, error: io::Error| tour.broken(&error.to_string());
        let scale = Scale::plugged(devices.clone()).map_err(|error| broken(self, error))?;
        self.apply(ShipIntent::NewDraft);
        self.go_to(Panel::Ship)?;
        self.wait("a moving scale", |state| shows(state, Status::Moving))?;
        self.end_step("scale-moving")?;
        scale.show(STABLE);
        self.wait("a scale at rest", |state| shows(state, Status::Stable))?;
        self.apply(ScaleIntent::Weigh { package: 0 });
        let taken = |state: &State| {
            let package = state.ship.draft.packages.first();
            package.is_some_and(|package| package.is_weighed() && package.weight == "24.6")
        };
        self.wait("the scale's weight", taken)?;
        self.end_step("scale-weighed")?;
        self.open_settings(SettingsCategory::Devices)?;
        let mut settings = self.driver.state().settings.clone();
        settings.express = true;
        self.apply(Intent::ChangeSettings(Box::new(settings)));
        self.end_step("settings-scale")?;
        // Scrolls to the field.
        self.click("Express limit per label")?;
        self.end_step("settings-scanner")?;

        scale.unplug().map_err(|error| broken(self, error))?;
        self.wait("no scale", |state| state.scale.used.is_none())?;
        let lock = scale.lock_file();
        std::fs::write(&lock, "").map_err(|error| broken(self, error))?;
        drop(scale);
        let scale = Scale::plugged(devices).map_err(|error| broken(self, error))?;
        self.wait("a scale without rights", |state| {
            state.scale.fault == Some(ScaleFault::NoRights)
        })?;
        // Scrolls so that the card is visible from its title to the line to copy.
        self.driver.wheel(100_000.0);
        self.driver.settle();
        self.click("Copy line")?;
        self.end_step("settings-scale-no-rights")?;
        drop(scale);
        self.express()?;
        let mut settings = self.driver.state().settings.clone();
        settings.express = false;
        self.apply(Intent::ChangeSettings(Box::new(settings)));
        Ok(())
    }

    /// Buys by Enter in the weight field, without the Buy button.
    fn express(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Ship)?;
        // Sender and size are carried over from the last parcel.
        for (field, words) in TYPED.iter().filter(|(field, _)| field.starts_with("Recipient ")) {
            self.type_into(field, words)?;
        }
        self.click("Keep size")?;
        // A weight different from the earlier labels, or the desk would warn about a
        // similar shipment.
        self.type_into("Weight", "31")?;
        self.wait("the price of that weight", |state| {
            !state.ship.quote_outdated
                && state.ship.quote.value().is_some()
                && !state.ship.quote.is_loading()
                && state.ship.problems.is_empty()
        })?;
        self.choose(SERVICE)?;
        self.end_step("express")?;
        self.click("Weight")?;
        self.driver.press(Modifiers::NONE, Key::Enter);
        self.wait("the label bought by Enter", |state| {
            let view = state.ship.just_bought.as_ref().and_then(|id| state.labels.views.get(id));
            view.is_some_and(|view| view.pages.value().is_some() && view.check.is_some())
        })?;
        self.end_step("express-bought")?;
        self.delivered()
    }

    /// Checks that the parcel is delivered after a week, with its route on the map.
    fn delivered(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Practice)?;
        self.click("Skip a week")?;
        self.go_to(Panel::Tracking)?;
        self.wait("the whole way", |state| {
            let stops = state.tracking.route.as_ref().and_then(|route| route.stops.as_ref());
            stops.is_some_and(|stops| stops.len() > 2)
        })?;
        self.wait("the end of both refunds", |state| {
            let asked = state.refunds.requested_rows.value();
            asked.is_some_and(|rows| {
                // The carrier had scanned them, so it may refuse.
                let over = |status: &str| matches!(status, "Refunded" | "Rejected");
                rows.iter().all(|row| row.refund_status.as_deref().is_some_and(over))
            })
        })?;
        self.end_step("tracking-delivered")
    }
}
