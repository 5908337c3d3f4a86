//! The system's file dialogs, driven by keys: on a private session bus with xdg-desktop-portal and
//! its GTK backend, where `POSTROOM_PORTAL` is set (`.ci/run` sets it); and a system without
//! dialogs.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};

use super::client::Client;
use super::display::Display;
use super::journeys::{choose, folder, picture, write_shipment};

/// How long a part of the desktop may take to appear. This waits, it does not measure.
const PATIENCE: Duration = Duration::from_secs(60);

/// The background services of a desktop session, separate from those of the machine.
struct Desktop {
    parts: Vec<Child>,
    environment: Vec<(&'static str, String)>,
}

impl Desktop {
    fn start(display: &Display) -> Self {
        let runtime = folder("runtime");
        std::fs::create_dir_all(&runtime).unwrap();
        std::fs::set_permissions(&runtime, std::fs::Permissions::from_mode(0o700)).unwrap();
        let home = folder("home");
        std::fs::create_dir_all(&home).unwrap();
        let text = |path: &Path| path.to_str().unwrap().to_owned();
        let mut desktop = Self {
            parts: Vec::new(),
            environment: vec![
                ("DISPLAY", display.name().to_owned()),
                ("XDG_CURRENT_DESKTOP", "GNOME".to_owned()),
                ("XDG_RUNTIME_DIR", text(&runtime)),
                ("HOME", text(&home)),
                ("NO_AT_BRIDGE", "1".to_owned()),
            ],
        };
        let bus = ["--session", "--nofork", "--print-address=1"];
        let bus = desktop.begin("dbus-daemon", &bus, Stdio::piped());
        let mut address = String::new();
        let said = desktop.parts[bus].stdout.take().unwrap();
        BufReader::new(said).read_line(&mut address).unwrap();
        let address = address.trim().to_owned();
        desktop.environment.push(("DBUS_SESSION_BUS_ADDRESS", address));
        let backend = "/usr/libexec/xdg-desktop-portal-gtk";
        desktop.begin(backend, &[], Stdio::null());
        desktop.await_name("org.freedesktop.impl.portal.desktop.gtk");
        desktop.begin("/usr/libexec/xdg-desktop-portal", &[], Stdio::null());
        desktop.await_name("org.freedesktop.portal.Desktop");
        desktop
    }

    /// Starts a service and returns its index in `parts`.
    fn begin(&mut self, program: &str, arguments: &[&str], output: Stdio) -> usize {
        let part = Command::new(program)
            .args(arguments)
            .env_remove("WAYLAND_DISPLAY")
            .envs(self.environment.iter().cloned())
            .stdout(output)
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{program}: {error}; .ci/run installs it"));
        self.parts.push(part);
        self.parts.len() - 1
    }

    /// Waits until the name has an owner on the bus.
    fn await_name(&self, name: &str) {
        let start = Instant::now();
        loop {
            let asked = Command::new("dbus-send")
                .args(["--session", "--print-reply", "--dest=org.freedesktop.DBus"])
                .args(["/", "org.freedesktop.DBus.NameHasOwner"])
                .arg(format!("string:{name}"))
                .envs(self.environment.iter().cloned())
                .output()
                .unwrap();
            if String::from_utf8_lossy(&asked.stdout).contains("boolean true") {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{name} never came: {asked:?}");
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        for part in self.parts.iter_mut().rev() {
            let _ = part.kill();
            let _ = part.wait();
        }
    }
}

/// The keyboard of the display.
struct Keys<'a>(&'a Display);

impl Keys<'_> {
    fn run(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", self.0.name())
            .output()
            .expect("xdotool is needed for this test; .ci/run installs it");
        String::from_utf8(output.stdout).unwrap()
    }

    fn window(&self, title: &str) -> Option<String> {
        let title = format!("^{title}$");
        let found = self.run(&["search", "--onlyvisible", "--name", &title]);
        found.lines().last().map(str::to_owned)
    }

    /// Gives the dialog with this title the keyboard focus.
    fn focus(&self, title: &str) {
        let start = Instant::now();
        let window = loop {
            if let Some(window) = self.window(title) {
                break window;
            }
            assert!(start.elapsed() < PATIENCE, "no dialog {title}");
            thread::sleep(Duration::from_millis(100));
        };
        self.run(&["windowfocus", "--sync", &window]);
    }

    fn await_closed(&self, title: &str) {
        let start = Instant::now();
        while self.window(title).is_some() {
            assert!(start.elapsed() < PATIENCE, "{title} stays open");
            thread::sleep(Duration::from_millis(100));
        }
    }

    fn write(&self, words: &str) {
        self.run(&["type", "--delay", "40", words]);
    }

    fn press(&self, key: &str) {
        self.run(&["key", key]);
    }
}

/// A screenshot of the dialog.
fn shot(display: &Display, name: &str) {
    let kept = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("window");
    std::fs::create_dir_all(&kept).unwrap();
    // Only for inspection: without ImageMagick no screenshot is stored.
    let _ = Command::new("import")
        .args(["-window", "root"])
        .arg(kept.join(format!("{name}.png")))
        .env("DISPLAY", display.name())
        .status();
}

fn buy_label(client: &mut Client) {
    client.click("Try it now");
    client.wait_for("PRACTICE");
    write_shipment(client);
    choose(client, "Ground Advantage");
    client.press(Key::Enter, Modifiers::COMMAND);
    client.wait_for("Barcode verified");
}

#[test]
fn a_label_is_saved_and_a_table_imported_through_the_dialogs_of_the_system() {
    if std::env::var_os("POSTROOM_PORTAL").is_none() {
        return;
    }
    let display = Display::start();
    let desktop = Desktop::start(&display);
    let keys = Keys(&display);
    let data = folder("dialogs");
    let mut window = display.open_with(&data, &[], &desktop.environment);
    let client = &mut window.client;
    buy_label(client);

    // Canceled: nothing is saved, and the next click opens the dialog again.
    client.click("Save label…");
    keys.focus("Save label");
    // The window is still drawn and names the dialog.
    client.wait_for("A file dialog is open: Save label");
    shot(&display, "dialog-save");
    keys.press("Escape");
    keys.await_closed("Save label");
    client.wait_until("the end of the dialog", |names| {
        !names.iter().any(|name| name.contains("A file dialog is open"))
    });

    let kept = folder("kept");
    std::fs::create_dir_all(&kept).unwrap();
    client.click("Save label…");
    keys.focus("Save label");
    keys.press("ctrl+a");
    keys.write(kept.join("mine.pdf").to_str().unwrap());
    keys.press("Return");
    keys.await_closed("Save label");
    client.wait_for("Saved to");
    let files: Vec<String> = std::fs::read_dir(&kept)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(files, ["mine.pdf"]);
    let label = std::fs::read(kept.join("mine.pdf")).unwrap();
    assert!(label.starts_with(b"%PDF"));

    let table = kept.join("book.csv");
    let rows = "Name,Street,City,State,ZIP\n\
        Casey Example,1 Ferry Building,San Francisco,CA,94111\n\
        Riley Sample,233 S Wacker Dr,Chicago,IL,60606\n";
    std::fs::write(&table, rows).unwrap();
    client.click("Addresses");
    client.click("Import…");
    keys.focus("Import addresses");
    shot(&display, "dialog-import");
    // The first key opens the path field.
    keys.write(table.to_str().unwrap());
    keys.press("Return");
    keys.await_closed("Import addresses");
    client.wait_for("2 rows, all readable");
    picture(client, "dialog-imported");
}

/// Z17 (j): a dialog of zenity is gone once the path is typed instead.
#[test]
fn a_dialog_of_zenity_ends_when_the_path_is_typed_instead() {
    let display = Display::start();
    let place = folder("zenity");
    std::fs::create_dir_all(&place).unwrap();
    let (zenity, began) = (place.join("zenity"), place.join("began"));
    let began_text = began.display();
    let script = format!(
        "#!/bin/sh\necho $$ > {began_text}.new\nPATH=/usr/bin:/bin\nmv {began_text}.new {began_text}\nwhile :; do sleep 0.1; done\n"
    );
    std::fs::write(&zenity, script).unwrap();
    std::fs::set_permissions(&zenity, std::fs::Permissions::from_mode(0o700)).unwrap();
    let place = place.to_str().unwrap().to_owned();
    let environment = [
        ("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={place}/bus")),
        ("XDG_RUNTIME_DIR", place.clone()),
        ("PATH", place.clone()),
    ];
    let data = self::folder("zenity-data");
    let mut window = display.open_with(&data, &[], &environment);
    let client = &mut window.client;
    buy_label(client);
    client.click("Save label…");
    client.wait_for("A file dialog is open: Save label");
    wait_for("the dialog", || began.exists());
    let process = format!("/proc/{}", std::fs::read_to_string(&began).unwrap().trim());
    client.click("Type the path instead");
    client.wait_for("File to save");
    wait_for("its end", || !Path::new(&process).exists());
}

fn wait_for(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what} does not come");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn without_portal_and_zenity_the_path_is_typed() {
    let display = Display::start();
    let nowhere = folder("no-portal");
    std::fs::create_dir_all(&nowhere).unwrap();
    let empty = nowhere.to_str().unwrap().to_owned();
    let environment = [
        ("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={empty}/bus")),
        ("XDG_RUNTIME_DIR", empty.clone()),
        ("PATH", empty.clone()),
    ];
    let data = folder("typed");
    let mut window = display.open_with(&data, &[], &environment);
    let client = &mut window.client;
    buy_label(client);
    client.click("Save label…");
    client.wait_for("neither xdg-desktop-portal nor zenity responded");
    picture(client, "dialog-typed");
    let file = nowhere.join("typed.pdf");
    client.fill("File to save", file.to_str().unwrap());
    client.click("Save file");
    client.wait_for("Saved to");
    assert!(std::fs::read(&file).unwrap().starts_with(b"%PDF"));
}
