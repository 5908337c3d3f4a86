//! The window as a screen reader sees it: over the accessibility bus of a Linux desktop, where
//! `POSTROOM_ATSPI` is set (`.ci/run` sets it and installs at-spi2-core).

mod reader;

use atspi::{Interface, Role, State};

use self::reader::{Reader, Session, Thing};
use super::display::{Display, Window};
use super::journeys::folder;

/// The panels by their entry in the side bar, and the heading of each. Ship comes first and has none.
const PANELS: [(&str, &str); 12] = [
    ("Rates", "Rates"),
    ("Shipments", "Shipments"),
    ("Refunds", "Refunds"),
    ("End of day", "End of day"),
    ("Tracking", "Tracking"),
    ("Addresses", "Addresses"),
    ("Carriers", "Carriers"),
    ("Balance", "Balance"),
    ("Containers", "Container labels"),
    ("Activity", "Activity"),
    ("Practice", "Practice"),
    ("Settings", "Settings"),
];

/// A desktop with a screen reader, and Postroom in it.
struct Scene {
    // Dropped in this order: the program before its desktop.
    window: Window,
    reader: Reader,
    display: Display,
    _session: Session,
}

impl Scene {
    /// `None` where `POSTROOM_ATSPI` is not set.
    fn open(name: &str) -> Option<Self> {
        if std::env::var_os("POSTROOM_ATSPI").is_none() {
            eprintln!("skipped: POSTROOM_ATSPI is not set, so there is no accessibility bus");
            return None;
        }
        let display = Display::start();
        let session = Session::start();
        let window = display.open_with(&folder(name), &[], &session.environment());
        display.focus_window(&window);
        let reader = Reader::attach(&session);
        Some(Self { window, reader, display, _session: session })
    }

    /// The practice environment, entered through the accessibility bus.
    fn practice(name: &str) -> Option<Self> {
        let scene = Self::open(name)?;
        scene.activate(Role::Button, "Try it now");
        scene.reader.wait_for("PRACTICE");
        Some(scene)
    }

    fn press(&self, key: &str) {
        self.display.keys(&self.window, &[key]);
    }

    fn write(&self, words: &str) {
        let keys: Vec<String> = words
            .chars()
            .map(|letter| match letter {
                '.' => "period".to_owned(),
                _ => letter.to_string(),
            })
            .collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        self.display.keys(&self.window, &keys);
    }

    fn activate(&self, role: Role, name: &str) {
        self.reader.activate_named(role, name);
    }

    /// Focuses a field, writes into it, and waits until the field says so.
    fn fill(&self, name: &str, words: &str) {
        let field = self.reader.focus(Role::Entry, name);
        self.write(words);
        self.reader.find(&format!("{words} in {name}"), |it| {
            it.path == field.path && self.reader.text(it) == words
        });
    }

    /// From the first frame to the rates, with every step over the bus or the keyboard.
    fn reach_rates(&self) {
        self.activate(Role::Button, "Use sample addresses");
        for (field, words) in [("Weight", "1.5"), ("Length", "10"), ("Width", "6"), ("Height", "4")]
        {
            self.fill(field, words);
        }
        self.reader.find("a rate", |it| is_rate(it, ""));
    }

    fn buy(&self) {
        self.reach_rates();
        let rate = |it: &Thing| is_rate(it, "Ground Advantage, ");
        let row = self.reader.find("a service", rate);
        assert!(!row.is(State::Checked), "{}", row.words());
        self.reader.activate(&row);
        let chosen = |it: &Thing| it.path == row.path && it.is(State::Checked);
        self.reader.find("the chosen rate", chosen);
        self.press("ctrl+Return");
        self.reader.wait_for("Label bought");
        self.reader.wait_for("Barcode verified");
    }

    /// What has the focus: exactly one thing, and never only the window.
    fn focused(&self) -> Thing {
        let focused = |it: &Thing| it.is(State::Focused) && it.role != Role::Frame;
        let found = self.reader.find("the focus", focused);
        let all = self.reader.things();
        let all: Vec<&Thing> = all.iter().filter(|it| it.is(State::Focused)).collect();
        let words: Vec<String> = all.iter().map(|it| it.words()).collect();
        assert_eq!(all.len(), 1, "{words:?}");
        found
    }
}

fn is_rate(thing: &Thing, service: &str) -> bool {
    thing.role == Role::RadioButton && thing.name.starts_with(service) && thing.name.contains(", $")
}

/// What is wrong with what a screen reader gets, one line for each mistake.
fn mistakes(things: &[Thing]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (at, thing) in things.iter().enumerate() {
        let mut say = |what: &str| {
            let before = &things[at.saturating_sub(1)];
            wrong.push(format!("{} after {}: {what}", thing.words(), before.words()));
        };
        let is_control = thing.is(State::Focusable) || thing.has(Interface::Action);
        // A bar is only for the pointer; a reader scrolls to what it reads.
        if is_control && thing.role != Role::ScrollBar {
            if thing.name.trim().is_empty() {
                say("no name");
            }
            if matches!(
                thing.role,
                Role::Invalid | Role::Unknown | Role::Panel | Role::Section | Role::Filler
            ) {
                say("no role");
            }
        }
        match thing.role {
            Role::Label | Role::Heading | Role::Image if thing.name.trim().is_empty() => {
                say("empty");
            }
            Role::Button if !thing.is(State::Enabled) && thing.description.is_empty() => {
                say("no reason");
            }
            Role::Entry if !thing.has(Interface::Text) => say("no text"),
            Role::CheckBox | Role::RadioButton if !thing.is(State::Checkable) => say("no state"),
            Role::PageTab | Role::TableRow | Role::ListItem if !thing.is(State::Selectable) => {
                say("no state");
            }
            Role::ComboBox => {
                let mut inside = things.iter().filter(|it| it.parent == thing.path);
                match (inside.next(), inside.next()) {
                    (Some(value), None) if !value.name.is_empty() && value.is(State::Selected) => {}
                    _ => say("no value"),
                }
            }
            Role::TableRow => {
                let table = things.iter().find(|it| it.path == thing.parent);
                if table.is_none_or(|it| it.role != Role::Table) {
                    say("in no table");
                }
            }
            _ => {}
        }
    }
    wrong
}

fn place(things: &[Thing], name: &str) -> usize {
    let found = things.iter().position(|it| it.name == name);
    found.unwrap_or_else(|| panic!("no “{name}”"))
}

#[test]
fn every_panel_is_read_over_the_accessibility_bus() {
    let Some(scene) = Scene::open("atspi-panels") else {
        return;
    };
    let reader = &scene.reader;
    reader.named(Role::Button, "Try it now");
    let walked = reader.walk();
    assert_eq!(walked[0], ("postroom".to_owned(), Role::Application));
    assert_eq!(walked[1], ("Postroom".to_owned(), Role::Frame));
    let read: Vec<(String, Role)> =
        reader.things().into_iter().map(|it| (it.name, it.role)).collect();
    assert_eq!(walked[1..], read);
    assert_eq!(mistakes(&reader.things()), [""; 0]);

    scene.activate(Role::Button, "Try it now");
    reader.wait_for("PRACTICE");
    let things = reader.things();
    assert_eq!(mistakes(&things), [""; 0], "Ship");
    let order = [
        "Sender name",
        "Sender ZIP",
        "Recipient name",
        "Recipient ZIP",
        "Weight",
        "Height",
        "Special services",
        "Get rates",
        "Buy label",
    ];
    let places = order.map(|name| place(&things, name));
    assert!(places.is_sorted(), "{places:?}");

    scene.buy();
    assert_eq!(mistakes(&reader.things()), [""; 0], "bought");
    for (entry, title) in PANELS {
        scene.activate(Role::PageTab, entry);
        reader.named(Role::Heading, title);
        let wrong = mistakes(&reader.things());
        assert_eq!(wrong, [""; 0], "{title}");
        // Where nothing has the keyboard yet, a reader says the panel, or the list whose rows
        // answer to the arrows.
        let focus = scene.focused();
        assert!(
            matches!(focus.role, Role::Landmark | Role::Table | Role::Entry),
            "{title}: {}",
            focus.words()
        );
        // The first Tab goes into the panel, not through the frame of the window.
        scene.press("Tab");
        reader.find("the next focus", |it| it.is(State::Focused) && it.path != focus.path);
        let (things, next) = (reader.things(), scene.focused());
        let inside = |is_it: &dyn Fn(&Thing) -> bool| things.iter().position(is_it);
        let panel = inside(&|it| it.role == Role::Landmark);
        let control = inside(&|it| it.path == next.path);
        assert!(panel < control, "{title}: {}", next.words());
    }
}

#[test]
fn typed_and_picked_values_are_read() {
    let Some(scene) = Scene::practice("atspi-values") else {
        return;
    };
    let reader = &scene.reader;
    scene.fill("Sender name", "riley");
    let box_of = || reader.named(Role::ComboBox, "Sender country");
    let value = || {
        let parent = box_of().path;
        let value = reader.find("a value", |it| it.parent == parent);
        value.name
    };
    assert_eq!(value(), "United States");
    reader.focus(Role::ComboBox, "Sender country");
    scene.press("Down");
    // The list has a search field, which has the keyboard; Enter takes the row at the top.
    reader.find("the search field", |it| it.role == Role::Entry && it.is(State::Focused));
    scene.write("canad");
    let row = |it: &Thing| it.role == Role::ListItem && it.name.starts_with("Canada");
    reader.find("the country", row);
    scene.press("Return");
    let parent = box_of().path;
    reader
        .find("the country in the box", |it| it.parent == parent && it.name.starts_with("Canada"));
    assert_eq!(scene.focused().name, "Sender country");

    let tick = || reader.named(Role::CheckBox, "Irregular");
    assert!(!tick().is(State::Checked));
    scene.activate(Role::CheckBox, "Irregular");
    reader.find("the tick", |it| it.name == "Irregular" && it.is(State::Checked));
    assert_eq!(mistakes(&reader.things()), [""; 0]);
}

#[test]
fn the_focus_is_always_on_one_control_and_comes_back_from_dialogs() {
    let Some(mut scene) = Scene::practice("atspi-focus") else {
        return;
    };
    scene.buy();
    scene.reader.heard("Label bought");
    // The field for the next recipient has the keyboard.
    assert_eq!(scene.focused().name, "To search");

    // Around once: each Tab is on another control.
    scene.press("Tab");
    let first = scene.focused();
    let mut seen = vec![first.path.clone()];
    loop {
        scene.press("Tab");
        let last = seen.last().unwrap().clone();
        scene.reader.find("the next control", |it| it.is(State::Focused) && it.path != last);
        let focus = scene.focused();
        assert!(focus.is(State::Focusable), "{}", focus.words());
        if focus.path == first.path {
            break;
        }
        assert!(!seen.contains(&focus.path), "{} again", focus.words());
        seen.push(focus.path);
    }
    assert!(seen.len() > 20, "{}", seen.len());

    // The table says which row the arrows reach.
    scene.press("ctrl+3");
    scene.reader.named(Role::Heading, "Shipments");
    scene.press("Down");
    let row = |it: &Thing| it.role == Role::TableRow && it.is(State::Focused);
    let row = scene.reader.find("the row", row);
    assert!(row.is(State::Selected), "{}", row.words());
    assert!(row.name.contains("Casey Example"), "{}", row.words());

    for (opens, field) in [("ctrl+k", "Find anything"), ("ctrl+shift+a", "Find anything")] {
        scene.press(opens);
        scene
            .reader
            .find(field, |it| it.name == field && it.is(State::Focused) && it.role == Role::Entry);
        scene.press("Escape");
        scene.reader.find("the row again", |it| it.path == row.path && it.is(State::Focused));
    }
    // A question is called by its heading and has the keyboard on "no"; afterwards the button has it.
    scene.reader.focus(Role::Button, "Refund…");
    scene.press("space");
    let asked = |it: &Thing| it.role == Role::Dialog && it.name.ends_with("refund?");
    scene.reader.find("the question", asked);
    let no = |it: &Thing| it.name == "Cancel refund request" && it.is(State::Focused);
    scene.reader.find("the focus on no", no);
    assert_eq!(mistakes(&scene.reader.things()), [""; 0]);
    scene.press("Escape");
    scene.reader.find("the button", |it| it.name == "Refund…" && it.is(State::Focused));
}

#[test]
fn orders_are_read_over_the_accessibility_bus() {
    let Some(scene) = Scene::practice("atspi-orders") else {
        return;
    };
    let reader = &scene.reader;
    scene.activate(Role::PageTab, "Orders");
    reader.named(Role::Heading, "Orders");
    assert_eq!(mistakes(&reader.things()), [""; 0], "no orders");
    scene.activate(Role::Button, "Import 300 sample orders");
    reader.named(Role::Button, "Import the orders");
    assert_eq!(mistakes(&reader.things()), [""; 0], "the import");
    scene.activate(Role::Button, "Import the orders");
    reader.wait_for("Select all 300 orders");
    assert_eq!(mistakes(&reader.things()), [""; 0], "the list");
    // The table says which row the arrows reach, and the row what it holds.
    reader.focus(Role::Table, "Table of Orders");
    scene.press("Down");
    let row = |it: &Thing| it.role == Role::TableRow && it.is(State::Focused);
    let row = reader.find("the row", row);
    assert!(row.is(State::Selected), "{}", row.words());
    let number = row.name.split(", ").next().unwrap().to_owned();
    assert_eq!(number, "#2300", "the newest: {}", row.words());
    scene.press("Return");
    reader.wait_for(&format!("Order {number}"));
    assert_eq!(mistakes(&reader.things()), [""; 0], "an open order");
}
