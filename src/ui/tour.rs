//! `postroom tour`: goes through the main workflow once, on the real panels and the real practice
//! service, without a display. Saves a picture of each step, the labels in three formats, and a
//! record. Ends with an error at the first check that fails.

mod all;
mod corrections;
mod effort;
mod error;
mod hardware;
mod interactions;
mod morning;
mod order_views;
mod orders_checked;
mod plain_texts;
mod presets;
mod printing;
mod results;
mod sample_data;
mod sender;
mod views;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Key, Modifiers};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::driver::{DriveError, Driver};
use super::panel::Panel;
use super::settings_category::SettingsCategory;
use crate::base::clock::{Clock, Stopwatch, desk_zone};
use crate::base::id::ShipmentId;
use crate::base::money::Money;
use crate::desk::intent::Intent;
use crate::desk::kernel::session::Connection;
use crate::desk::kernel::settings::Theme;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::scale::HidrawFolders;
use crate::desk::state::State;
use crate::desk::{Desk, Setup};
use crate::label::Verdict;

use effort::Effort;
pub use error::TourError;
use printing::Printer;
pub use sender::{TourSender, tour_sender};

/// Size of the pictures: the screen of old laptops, which many desks still have.
pub const SIZE: (usize, usize) = (1366, 768);
/// When every tour begins: a Monday morning at the sender.
const START: DateTime = jiff::civil::date(2026, 11, 2).at(15, 0, 0, 0);

/// The time of the first step.
pub fn start() -> Timestamp {
    START.to_zoned(TimeZone::UTC).map_or(Timestamp::UNIX_EPOCH, |start| start.timestamp())
}

/// Time limit of a step; generous, because a slow machine is not an error.
const PATIENCE: Duration = Duration::from_secs(60);

/// Fields of the wizard and the input of a new user, after those of the sender.
const TYPED: [(&str, &str); 10] = [
    ("Recipient name", "Casey Example"),
    ("Recipient street", "1 Ferry Building"),
    ("Recipient street line 2", "Ste 50"),
    ("Recipient city", "San Francisco"),
    ("Recipient state", "CA"),
    ("Recipient ZIP", "94111"),
    ("Weight", "1.5"),
    ("Length", "10"),
    ("Width", "6"),
    ("Height", "4"),
];

const SERVICE: &str = "Ground Advantage";

/// How much a tour shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The main workflow.
    Main,
    /// Also every panel in every state, to check its texts in all languages in the smallest window.
    SmallestTexts,
    /// As `SmallestTexts`, in all sizes.
    Texts,
    /// As `Texts`, with pictures at four sizes, in both themes and both languages.
    Pictures,
}

/// Goes through the main workflow, and further as `extent` says; files go to the folder `out`, which
/// is created.
///
/// # Errors
/// The first check that fails, or a text that is cut, covered or in no catalog.
pub fn run(mut setup: Setup, out: &Path, extent: Extent) -> Result<(), TourError> {
    std::fs::create_dir_all(out)
        .map_err(|source| TourError::File { path: out.to_owned(), source })?;
    let (clock, data_dir, runtime) =
        (setup.clock.clone(), setup.data_dir.clone(), setup.runtime.clone());
    let devices = hardware::devices(&data_dir);
    setup.devices = Some(devices.clone().into());
    let desk = Desk::open(setup).map_err(|error| TourError::Desk(Box::new(error)))?;
    let mut tour = Tour::new(desk, clock, data_dir, out)?;
    tour.extent = extent;
    let station = tour.driver.state().stations.usual_name.clone();
    tour.sample_data.push(station);
    let outcome = tour.walk(devices);
    if outcome.is_err() {
        // The screen at the time of the failure is the first thing needed to find the cause.
        tour.driver.settle();
        let _ = tour.driver.screenshot(&out.join("failed.png"));
    }
    let (misset, plain_texts) = (tour.misset, tour.plain_texts);
    runtime.block_on(tour.driver.into_desk().close());
    outcome?;
    match misset.is_empty() && plain_texts.is_empty() {
        true => Ok(()),
        false => Err(TourError::Texts { misset, plain_texts }),
    }
}

struct Tour<'a> {
    driver: Driver,
    clock: Clock,
    out: &'a Path,
    watch: Stopwatch,
    step: String,
    steps: Vec<Value>,
    labels: Vec<Value>,
    extent: Extent,
    /// Texts in the pseudo language with a plain word that is not data, and the picture that first
    /// shows each.
    plain_texts: BTreeMap<String, String>,
    /// Text faults in all pictures: overlapping, cut off or covered.
    misset: Vec<String>,
    /// What is data besides, while the sample orders are on screen. Some of its words, such as `Name`,
    /// are words of the program too.
    sample_data: Vec<String>,
    /// What the hands did since this was set to nothing.
    effort: Effort,
    printer: Option<Printer>,
    /// What the morning took and made.
    told_of_morning: Value,
}

/// A label just bought.
struct Bought {
    shipment: ShipmentId,
    charged: Money,
}

impl<'a> Tour<'a> {
    fn new(desk: Desk, clock: Clock, data_dir: PathBuf, out: &'a Path) -> Result<Self, TourError> {
        let step = "start".to_owned();
        let mut driver =
            Driver::new(desk, clock.clone(), desk_zone(), data_dir, SIZE).map_err(|source| {
                let step = step.clone();
                TourError::Drive { step, source }
            })?;
        let mut settings = driver.state().settings.clone();
        settings.theme = Theme::Light;
        driver.desk().apply(Intent::ChangeSettings(Box::new(settings)));
        Ok(Self {
            driver,
            clock,
            out,
            watch: Stopwatch::start(),
            step,
            steps: Vec::new(),
            labels: Vec::new(),
            extent: Extent::Main,
            plain_texts: BTreeMap::new(),
            misset: Vec::new(),
            sample_data: Vec::new(),
            effort: Effort::default(),
            printer: None,
            told_of_morning: Value::Null,
        })
    }

    fn walk(&mut self, devices: HidrawFolders) -> Result<(), TourError> {
        self.end_step("connect")?;
        self.click("Try it now")?;
        self.wait("the practice world", |state| {
            matches!(state.connection, Connection::Connected(_))
                && state.balance.summary.value().is_some()
                && state.carriers.catalogs.value().is_some()
        })?;
        let before = self.balance()?;
        self.end_step("ready")?;
        if self.extent != Extent::Main {
            self.every_panel("new")?;
            self.go_to(Panel::Ship)?;
        }

        let sender = tour_sender(self.clock.now());
        for (field, words) in sender.fields.into_iter().chain(TYPED) {
            self.type_into(field, words)?;
        }
        self.wait("rates", |state| {
            !state.ship.quote_outdated
                && state.ship.quote.value().is_some()
                && !state.ship.quote.is_loading()
        })?;
        self.rates_hold()?;
        self.end_step("rates")?;

        self.go_to(Panel::Rates)?;
        self.end_step("compare")?;
        self.go_to(Panel::Ship)?;
        self.choose(SERVICE)?;
        self.end_step("review")?;

        let first = self.buy("PDF", "label.pdf")?;
        self.end_step("bought")?;
        self.paid(before, first.charged)?;
        for (format, file) in [("ZPL", "label.zpl"), ("PNG", "label.png")] {
            let before = self.balance()?;
            let again = self.buy_another(format, file)?;
            self.paid(before, again.charged)?;
            self.end_step(&format!("bought-{}", format.to_lowercase()))?;
        }
        let after = self.balance()?;
        if self.extent != Extent::Main {
            self.just_bought()?;
        }
        self.shipments(&first)?;
        self.tracking(&first)?;
        self.balance_panel()?;
        self.printing(&first)?;
        if self.extent != Extent::Main {
            self.fill()?;
            self.every_panel("filled")?;
            self.views()?;
            self.deeds()?;
            self.every_trouble()?;
            self.manifest()?;
            self.refunds()?;
            self.hardware(devices)?;
        }
        self.morning()?;
        self.presets_and_rules()?;
        if self.extent != Extent::Main {
            self.order_views()?;
        }
        self.record(before, after, &first)
    }

    /// Checks that at least two carriers and four services offer rates.
    fn rates_hold(&mut self) -> Result<(), TourError> {
        let rates = self
            .driver
            .state()
            .ship
            .quote
            .value()
            .map(|quote| quote.rates.clone())
            .unwrap_or_default();
        let mut carriers: Vec<_> = rates.iter().map(|rate| rate.carrier_code.clone()).collect();
        let mut services: Vec<_> = rates
            .iter()
            .filter_map(|rate| rate.final_service.as_ref().map(ToString::to_string))
            .collect();
        carriers.sort();
        carriers.dedup();
        services.sort();
        services.dedup();
        let (carriers, services) = (carriers.len(), services.len());
        self.holds(carriers >= 2 && services >= 4, || {
            format!("{services} services of {carriers} carriers were offered; 4 of 2 are needed")
        })
    }

    fn choose(&mut self, service: &str) -> Result<(), TourError> {
        let row = self.driver.name_of(&format!("{service}, "));
        let row = row.map_err(|source| self.failed(source))?;
        self.click(&row)?;
        self.wait("a chosen rate without a gap", |state| {
            state.ship.draft.chosen.is_some() && state.ship.problems.is_empty()
        })
    }

    /// Presses Ctrl+Enter and waits for a label whose barcode was read back.
    fn buy(&mut self, format: &str, file: &str) -> Result<Bought, TourError> {
        let is_like_the_last = self.driver.state().ship.duplicate_to_confirm().is_some();
        self.driver.press(egui::Modifiers::COMMAND, egui::Key::Enter);
        if is_like_the_last {
            let yes = self.driver.name_of("Buy for ").map_err(|source| self.failed(source))?;
            self.click(&yes)?;
        }
        self.wait("the label", |state| {
            state.ship.just_bought.as_ref().is_some_and(|id| {
                state
                    .labels
                    .views
                    .get(id)
                    .is_some_and(|view| view.pages.value().is_some() && view.check.is_some())
                    && charged(state, id).is_some()
            })
        })?;
        let state = self.driver.state();
        let id = state.ship.just_bought.clone();
        let shipment = id.ok_or_else(|| self.broken("no shipment was bought"))?;
        let view = state.labels.views.get(&shipment);
        let check = view.and_then(|view| view.check.clone());
        let bytes =
            view.and_then(|view| view.files.value()).and_then(|files| files.first().cloned());
        let charged = charged(state, &shipment);
        let row = state.shipments.rows.iter().find(|row| row.id == shipment).cloned();
        let check = check.ok_or_else(|| self.broken("the label was not checked"))?;
        let bytes = bytes.ok_or_else(|| self.broken("the label has no file"))?;
        write(&self.out.join(file), &bytes)?;
        self.holds(check.verdict == Verdict::Matches, || {
            format!("the {format} label does not read back: {}", check.sentence)
        })?;
        let charged = charged.ok_or_else(|| self.broken("nobody said what was charged"))?;
        self.labels.push(json!({
            "file": file,
            "format": format,
            "bytes": bytes.len(),
            "shipment": shipment.as_str(),
            "trackingNumber": row.and_then(|row| row.tracking_number.clone()),
            "price": charged.amount,
            "currency": charged.currency.code(),
            "check": check.sentence.as_str(),
        }));
        Ok(Bought { shipment, charged })
    }

    fn buy_another(&mut self, format: &str, file: &str) -> Result<Bought, TourError> {
        self.click("Ship another like this")?;
        self.wait("a fresh draft", |state| state.ship.just_bought.is_none())?;
        self.click("Label settings")?;
        self.click("Label format")?;
        self.click(format)?;
        self.wait("rates", |state| {
            !state.ship.quote_outdated
                && state.ship.quote.value().is_some()
                && !state.ship.quote.is_loading()
        })?;
        self.choose(SERVICE)?;
        self.buy(format, file)
    }

    /// Checks that the balance falls by exactly the price.
    fn paid(&mut self, before: Money, price: Money) -> Result<(), TourError> {
        let expected = before
            .checked_sub(price)
            .ok_or_else(|| self.broken("the price is in another currency"))?;
        let what = format!("a balance of {expected} after paying {price}");
        self.wait(&what, |state| {
            state.balance.summary.value().and_then(|balance| balance.money()) == Some(expected)
        })
    }

    /// Saves the picture and the duration of the step just done.
    fn end_step(&mut self, name: &str) -> Result<(), TourError> {
        let millis = u64::try_from(self.watch.elapsed().as_millis()).unwrap_or(u64::MAX);
        let file = format!("{:02}-{name}.png", self.steps.len() + 1);
        self.picture(&self.out.join(&file))?;
        if self.extent != Extent::Main {
            self.looks(&file)?;
        }
        self.steps.push(json!({ "step": name, "milliseconds": millis, "picture": file }));
        name.clone_into(&mut self.step);
        self.watch = Stopwatch::start();
        Ok(())
    }

    fn balance(&self) -> Result<Money, TourError> {
        let summary = self.driver.state().balance.summary.value();
        summary
            .and_then(|summary| summary.money())
            .ok_or_else(|| self.broken("the balance is not known"))
    }

    fn go_to(&mut self, panel: Panel) -> Result<(), TourError> {
        self.click(panel.title())
    }

    fn open_settings(&mut self, category: SettingsCategory) -> Result<(), TourError> {
        self.go_to(Panel::Settings)?;
        self.click(category.title())
    }

    fn click(&mut self, name: &str) -> Result<(), TourError> {
        self.effort.clicked.push(name.to_owned());
        let outcome = self.driver.click(name);
        outcome.map_err(|source| self.failed(source.into()))
    }

    fn type_into(&mut self, name: &str, words: &str) -> Result<(), TourError> {
        self.effort.clicked.push(name.to_owned());
        self.effort.letters += words.chars().count();
        let outcome = self.driver.type_into(name, words);
        outcome.map_err(|source| self.failed(source.into()))
    }

    fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.effort.keys += 1;
        self.driver.press(modifiers, key);
    }

    fn picture(&mut self, path: &Path) -> Result<(), TourError> {
        self.driver.settle();
        self.sharpen()?;
        let outcome = self.driver.screenshot(path);
        outcome.map_err(|source| self.failed(source.into()))?;
        let place = path.strip_prefix(self.out).unwrap_or(path);
        self.collect_text_faults(&place.display().to_string());
        Ok(())
    }

    /// Keeps what is wrong with the texts on screen, each with the name of this screen.
    fn collect_text_faults(&mut self, place: &str) {
        let faults = self.driver.text_faults();
        let told = faults.iter().map(|fault| format!("{place}: {fault}"));
        self.misset.extend(told);
    }

    fn wait(&mut self, what: &str, holds: impl Fn(&State) -> bool) -> Result<(), TourError> {
        let outcome = self.driver.wait_until(what, PATIENCE, holds);
        outcome.map_err(|source| self.failed(source))
    }

    fn holds(&self, holds: bool, sentence: impl FnOnce() -> String) -> Result<(), TourError> {
        if holds { Ok(()) } else { Err(self.broken(&sentence())) }
    }

    fn broken(&self, sentence: &str) -> TourError {
        TourError::DoesNotHold { step: self.here(), sentence: sentence.to_owned() }
    }

    fn failed(&self, source: DriveError) -> TourError {
        TourError::Drive { step: self.here(), source }
    }

    fn here(&self) -> String {
        format!("after step {} ({})", self.steps.len(), self.step)
    }
}

/// The charge of a purchase in this run, once it is certain.
fn charged(state: &State, id: &ShipmentId) -> Option<Money> {
    let mut purchases = state.purchases.list.iter();
    purchases.find_map(|purchase| match &purchase.status {
        PurchaseStatus::Bought { shipment, charged, .. } if shipment == id => *charged,
        _ => None,
    })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), TourError> {
    std::fs::write(path, bytes).map_err(|source| TourError::File { path: path.to_owned(), source })
}
