//! Scales in folders that stand for the system's device folders: readings, and when they are used.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use postroom::desk::scale::{HidrawFolders, ScaleFault, ScaleSource, Status};

use crate::prelude::*;

/// The report descriptor of a postal scale: a weighing device whose data report has number 3.
const DESCRIPTOR: &[u8] = &[
    0x05, 0x8d, 0x09, 0x20, 0xa1, 0x01, 0x85, 0x03, 0x09, 0x32, 0xa1, 0x02, 0x09, 0x70, 0xa1, 0x02,
    0x19, 0x71, 0x29, 0x78, 0x15, 0x01, 0x25, 0x08, 0x75, 0x08, 0x95, 0x01, 0x81, 0x00, 0xc0, 0x09,
    0x50, 0xa1, 0x02, 0x19, 0x51, 0x29, 0x5c, 0x25, 0x0c, 0x81, 0x00, 0xc0, 0x09, 0x41, 0x15, 0x81,
    0x25, 0x7f, 0x81, 0x02, 0x09, 0x40, 0x15, 0x00, 0x27, 0xff, 0xff, 0x00, 0x00, 0x75, 0x10, 0x81,
    0x02, 0xc0, 0xc0,
];

pub const STABLE: u8 = 4;
const MOVING: u8 = 3;
const ZERO: u8 = 2;

/// The device folders of a simulated system with scales.
pub struct FakeScaleDevices {
    pub world: DeskFixture,
    root: PathBuf,
}

impl FakeScaleDevices {
    pub fn new() -> Self {
        let world = DeskFixture::new();
        let root = world.folder.join("system");
        fs::create_dir_all(root.join("class")).unwrap();
        fs::create_dir_all(root.join("dev")).unwrap();
        Self { world, root }
    }

    fn open(&self) -> TestDesk {
        self.open_at(Clock::System)
    }

    pub fn open_at(&self, clock: Clock) -> TestDesk {
        let setup = Setup {
            clock,
            devices: Some(ScaleSource::Folders(HidrawFolders {
                class: self.root.join("class"),
                nodes: self.root.join("dev"),
                open: with_rights,
            })),
            ..self.world.setup()
        };
        TestDesk(Desk::open_paced(setup, pace()).unwrap())
    }

    fn node(&self, node: &str) -> PathBuf {
        self.root.join("dev").join(node)
    }

    pub fn plug(&self, node: &str, name: &str, serial: &str) {
        self.plug_with(node, name, serial, DESCRIPTOR);
    }

    fn plug_with(&self, node: &str, name: &str, serial: &str, descriptor: &[u8]) {
        if !self.node(node).exists() {
            File::create(self.node(node)).unwrap();
        }
        // In one step, as the system does it.
        let made = self.root.join(format!("making-{node}"));
        fs::create_dir_all(made.join("device")).unwrap();
        fs::write(made.join("device/report_descriptor"), descriptor).unwrap();
        let facts = format!(
            "DRIVER=hid-generic\nHID_ID=0003:00000922:00008003\nHID_NAME={name}\nHID_UNIQ={serial}\n"
        );
        fs::write(made.join("device/uevent"), facts).unwrap();
        fs::rename(made, self.root.join("class").join(node)).unwrap();
    }

    pub fn unplug(&self, node: &str) {
        fs::remove_dir_all(self.root.join("class").join(node)).unwrap();
        fs::remove_file(self.node(node)).unwrap();
    }

    /// Adds a reading in tenths of an ounce.
    pub fn report_weight(&self, node: &str, status: u8, tenths: u16) {
        let [low, high] = tenths.to_le_bytes();
        let mut file = OpenOptions::new().append(true).open(self.node(node)).unwrap();
        file.write_all(&[3, status, 11, 0xff, low, high]).unwrap();
    }
}

/// Checks the permission bits itself, because the tests may run as root.
fn with_rights(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.permissions().mode() & 0o400 == 0 {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    File::open(path)
}

fn shown(state: &State) -> Option<(Status, String)> {
    let reading = state.scale.reading.as_ref()?;
    let weight = reading.weight.as_ref().ok()?;
    Some((reading.status, weight.shown()))
}

fn weight(desk: &TestDesk, package: usize) -> (String, WeightUnit) {
    let package = &desk.state().ship.draft.packages[package];
    (package.weight.clone(), package.weight_unit)
}

fn weigh(desk: &mut TestDesk) -> Option<String> {
    let said: Vec<u64> = desk.state().notices.iter().map(|it| it.id).collect();
    for id in said {
        desk.apply(Intent::DismissNotice(id));
    }
    desk.apply(ScaleIntent::Weigh { package: 0 });
    let notices = &desk.state().notices;
    notices.first().map(|notice| notice.text.to_string())
}

fn by_itself(desk: &mut TestDesk) {
    let settings = Settings { weigh_by_itself: true, ..desk.state().settings.clone() };
    desk.apply(Intent::ChangeSettings(Box::new(settings)));
}

pub fn reads(desk: &mut TestDesk, status: Status, words: &str) {
    desk.run_until(words, |state| shown(state) == Some((status, words.to_owned())));
}

#[test]
fn a_stable_weight_goes_into_the_package_with_the_scales_decimals() {
    let bench = FakeScaleDevices::new();
    bench.plug("hidraw2", "Postal scale", "");
    let mut desk = bench.open();
    desk.run_until("the scale", |state| state.scale.used.is_some());
    assert_eq!(desk.state().scale.found[0].name, "Postal scale");
    bench.report_weight("hidraw2", STABLE, 120);
    reads(&mut desk, Status::Stable, "12.0 oz");
    // Nothing is taken without a request.
    assert_eq!(weight(&desk, 0), (String::new(), WeightUnit::Lb));
    assert_eq!(weigh(&mut desk), None);
    assert_eq!(weight(&desk, 0), ("12.0".to_owned(), WeightUnit::Oz));
    assert!(desk.state().ship.draft.packages[0].is_weighed());
}

#[test]
fn what_is_no_weight_at_rest_is_never_taken_and_says_why() {
    let bench = FakeScaleDevices::new();
    bench.plug("hidraw0", "Postal scale", "");
    let mut desk = bench.open();
    by_itself(&mut desk);
    assert!(weigh(&mut desk).unwrap().contains("No scale is connected"));
    desk.run_until("the scale", |state| state.scale.used.is_some());
    assert!(weigh(&mut desk).unwrap().contains("hasn’t shown a weight"));
    for (code, status, words) in [
        (MOVING, Status::Moving, "still moving"),
        (ZERO, Status::Zero, "empty"),
        (5, Status::UnderZero, "below zero"),
        (6, Status::OverLimit, "too heavy"),
        (7, Status::NeedsCalibration, "calibration"),
        (8, Status::NeedsZero, "zero key"),
        (1, Status::Fault, "fault"),
        (9, Status::Unknown(9), "unknown state"),
    ] {
        bench.report_weight("hidraw0", code, 77);
        reads(&mut desk, status, "7.7 oz");
        let said = weigh(&mut desk).unwrap();
        assert!(said.contains(words), "{said}");
        assert_eq!(weight(&desk, 0).0, "", "{words}");
    }
    bench.report_weight("hidraw0", STABLE, 0);
    reads(&mut desk, Status::Stable, "0.0 oz");
    assert!(weigh(&mut desk).unwrap().contains("empty"));
}

#[test]
fn an_old_reading_is_not_taken() {
    let bench = FakeScaleDevices::new();
    bench.plug("hidraw0", "Postal scale", "");
    let clock = Clock::manual("2026-11-21T12:00:00Z".parse().unwrap());
    let mut desk = bench.open_at(clock.clone());
    bench.report_weight("hidraw0", STABLE, 77);
    reads(&mut desk, Status::Stable, "7.7 oz");
    clock.advance(SignedDuration::from_secs(4));
    assert!(weigh(&mut desk).unwrap().contains("reading is old"));
    // A clock that was set back does not make the reading fresh.
    clock.advance(SignedDuration::from_secs(-60));
    assert!(weigh(&mut desk).unwrap().contains("reading is old"));
    clock.advance(SignedDuration::from_secs(58));
    assert_eq!(weigh(&mut desk), None);
    assert_eq!(weight(&desk, 0).0, "7.7");
}

#[test]
fn by_itself_it_fills_what_is_empty_and_leaves_what_was_typed() {
    let bench = FakeScaleDevices::new();
    bench.plug("hidraw0", "Postal scale", "");
    let mut desk = bench.open();
    by_itself(&mut desk);
    bench.report_weight("hidraw0", MOVING, 50);
    bench.report_weight("hidraw0", STABLE, 77);
    desk.run_until("the weight", |state| state.ship.draft.packages[0].weight == "7.7");
    // Another parcel: a weight that came from the scale is replaced by the scale.
    bench.report_weight("hidraw0", MOVING, 50);
    bench.report_weight("hidraw0", STABLE, 81);
    desk.run_until("the other", |state| state.ship.draft.packages[0].weight == "8.1");
    // A typed weight is not replaced, even after the field is cleared again.
    desk.edit(|draft| draft.packages[0].weight = "9".to_owned());
    bench.report_weight("hidraw0", MOVING, 50);
    bench.report_weight("hidraw0", STABLE, 85);
    reads(&mut desk, Status::Stable, "8.5 oz");
    assert_eq!(weight(&desk, 0).0, "9");
    desk.edit(|draft| draft.packages[0].weight = String::new());
    bench.report_weight("hidraw0", STABLE, 86);
    reads(&mut desk, Status::Stable, "8.6 oz");
    assert_eq!(weight(&desk, 0).0, "", "the parcel has not moved");
    bench.report_weight("hidraw0", MOVING, 50);
    bench.report_weight("hidraw0", STABLE, 86);
    desk.run_until("the new one", |state| state.ship.draft.packages[0].weight == "8.6");
}

#[test]
fn of_several_packages_the_first_without_a_weight_gets_it() {
    let bench = FakeScaleDevices::new();
    bench.plug("hidraw0", "Postal scale", "");
    let mut desk = bench.open();
    by_itself(&mut desk);
    desk.edit(|draft| {
        let more = draft.packages[0].clone();
        draft.packages.push(more);
    });
    for (tenths, package, words) in [(77, 0, "7.7"), (81, 1, "8.1")] {
        bench.report_weight("hidraw0", MOVING, 1);
        bench.report_weight("hidraw0", STABLE, tenths);
        desk.run_until(words, |state| state.ship.draft.packages[package].weight == words);
    }
    bench.report_weight("hidraw0", MOVING, 1);
    bench.report_weight("hidraw0", STABLE, 99);
    reads(&mut desk, Status::Stable, "9.9 oz");
    assert_eq!(weight(&desk, 0).0, "7.7");
    assert_eq!(weight(&desk, 1).0, "8.1");
}

#[test]
fn the_next_draft_does_not_get_the_last_parcels_weight() {
    let bench = FakeScaleDevices::new();
    bench.plug("hidraw0", "Postal scale", "");
    let mut desk = bench.open();
    by_itself(&mut desk);
    bench.report_weight("hidraw0", STABLE, 77);
    desk.run_until("the weight", |state| state.ship.draft.packages[0].weight == "7.7");
    desk.apply(ShipIntent::NewDraft);
    bench.report_weight("hidraw0", STABLE, 78);
    reads(&mut desk, Status::Stable, "7.8 oz");
    assert_eq!(weight(&desk, 0).0, "");
    bench.report_weight("hidraw0", ZERO, 0);
    bench.report_weight("hidraw0", STABLE, 20);
    desk.run_until("the next", |state| state.ship.draft.packages[0].weight == "2.0");
}

#[test]
fn a_parcel_labelled_on_the_scale_is_not_the_next_one() {
    let bench = FakeScaleDevices::new();
    bench.plug("hidraw0", "Postal scale", "");
    let mut desk = bench.open();
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("connected", |state| {
        state.carriers.catalogs.value().is_some() && state.balance.summary.value().is_some()
    });
    by_itself(&mut desk);
    desk.choose();
    bench.report_weight("hidraw0", STABLE, 77);
    reads(&mut desk, Status::Stable, "7.7 oz");
    assert_eq!(weight(&desk, 0).0, "1.5", "typed");
    desk.buy_and_wait();
    desk.run_until("the label", |state| state.ship.just_bought.is_some());
    // Sticking the label on shakes the scale; it then shows the same parcel.
    bench.report_weight("hidraw0", MOVING, 70);
    bench.report_weight("hidraw0", STABLE, 78);
    reads(&mut desk, Status::Stable, "7.8 oz");
    assert!(weigh(&mut desk).unwrap().contains("start the next shipment"));
    desk.apply(ShipIntent::NewDraft);
    bench.report_weight("hidraw0", STABLE, 79);
    reads(&mut desk, Status::Stable, "7.9 oz");
    assert_eq!(weight(&desk, 0).0, "");
    bench.report_weight("hidraw0", ZERO, 0);
    bench.report_weight("hidraw0", STABLE, 20);
    desk.run_until("the next", |state| state.ship.draft.packages[0].weight == "2.0");
}

#[test]
fn unplugged_and_plugged_in_elsewhere_it_goes_on() {
    let bench = FakeScaleDevices::new();
    let pipe = bench.node("hidraw0");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    bench.plug("hidraw0", "Postal scale", "A1");
    let mut desk = bench.open();
    let chosen =
        Settings { weigh_with: "0922:8003:A1".to_owned(), ..desk.state().settings.clone() };
    desk.apply(Intent::ChangeSettings(Box::new(chosen)));
    bench.report_weight("hidraw0", STABLE, 77);
    reads(&mut desk, Status::Stable, "7.7 oz");
    bench.unplug("hidraw0");
    desk.run_until("gone", |state| {
        state.scale.used.is_none() && state.scale.reading.is_none() && state.scale.found.is_empty()
    });
    assert!(weigh(&mut desk).unwrap().contains("No scale is connected"));
    // Another scale is not the chosen one.
    bench.plug("hidraw1", "Other scale", "B2");
    desk.run_until("the other", |state| state.scale.found.len() == 1);
    bench.plug("hidraw7", "Postal scale", "A1");
    bench.report_weight("hidraw1", STABLE, 11);
    bench.report_weight("hidraw7", STABLE, 80);
    reads(&mut desk, Status::Stable, "8.0 oz");
    let used = desk.state().scale.used.as_ref().unwrap();
    assert_eq!(used.node, "hidraw7");
}

#[test]
fn without_rights_the_rule_is_told_and_rights_are_noticed() {
    let bench = FakeScaleDevices::new();
    bench.plug("hidraw0", "Postal scale", "");
    let mode = |mode| fs::set_permissions(bench.node("hidraw0"), PermissionsExt::from_mode(mode));
    mode(0o000).unwrap();
    let mut desk = bench.open();
    desk.run_until("no rights", |state| state.scale.fault == Some(ScaleFault::NoRights));
    assert!(weigh(&mut desk).unwrap().contains("No permission to read"));
    let rule = desk.state().scale.used.as_ref().unwrap().rule();
    assert_eq!(
        rule,
        "SUBSYSTEM==\"hidraw\", ATTRS{idVendor}==\"0922\", ATTRS{idProduct}==\"8003\", TAG+=\"uaccess\""
    );
    mode(0o600).unwrap();
    bench.report_weight("hidraw0", STABLE, 77);
    reads(&mut desk, Status::Stable, "7.7 oz");
    assert_eq!(desk.state().scale.fault, None);
}

#[test]
fn an_unknown_layout_is_said_and_other_devices_are_left_alone() {
    let bench = FakeScaleDevices::new();
    let keyboard = [0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0xc0];
    bench.plug_with("hidraw0", "Keyboard", "", &keyboard);
    // A weight of 32 bits.
    let mut wide = DESCRIPTOR.to_vec();
    let at = wide.windows(2).position(|pair| pair == [0x75, 0x10]);
    wide[at.unwrap() + 1] = 0x20;
    bench.plug_with("hidraw1", "Strange scale", "", &wide);
    let mut desk = bench.open();
    desk.run_until("the scale", |state| state.scale.used.is_some());
    assert_eq!(desk.state().scale.found.len(), 1);
    bench.report_weight("hidraw1", STABLE, 77);
    desk.run_for(Duration::from_millis(100));
    assert_eq!(desk.state().scale.reading, None);
    let said = weigh(&mut desk).unwrap();
    assert!(said.contains("Strange scale can’t be read"), "{said}");
    assert!(said.contains("unknown layout"), "{said}");
}

#[test]
fn a_system_without_such_devices_says_so() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    assert!(weigh(&mut desk).unwrap().contains("aren’t supported on this system"));
}
