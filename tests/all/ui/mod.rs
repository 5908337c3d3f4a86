//! Panels tested through the accessibility tree: a state goes in, intents and texts come out.
//! `POSTROOM_PICTURES=DIR cargo test --test all ui::` stores a screenshot of each scene.

mod accessibility;
mod address_files;
mod addresses;
mod balance;
pub mod board;
mod carriers;
mod colours;
mod containers;
mod data;
mod decimal_comma;
mod dropdowns;
mod duplicate_alert;
mod express;
mod files;
mod first_hour;
mod help;
mod idle;
mod instance;
mod keyboard;
mod language_of_dates;
mod lists;
mod manifests;
mod menus;
mod narrow;
mod offered_services;
mod office_printer;
mod offline;
mod order_corrections;
mod order_day;
mod order_grid;
mod order_hand_over;
mod order_keys;
mod order_labels;
mod order_language;
mod order_list;
mod order_lists;
mod order_money;
mod order_paste;
mod order_presets;
pub mod order_samples;
mod order_scan;
mod order_undo;
mod palette;
mod palette_words;
mod panels;
mod printing;
mod printing_many;
mod purchases;
mod questions;
mod rate_history;
mod rate_list;
mod rates;
mod refunds;
mod refused_start;
mod safekeeping;
mod saved_accounts;
mod scale;
mod scans;
mod scripts;
mod settings;
mod settings_language;
mod shell;
mod ship;
mod ship_columns;
mod ship_date;
mod ship_keyboard;
mod ship_layout;
mod shipment_detail;
mod shipments;
mod stage;
mod stations;
mod tracking;
mod typing;
mod weights;

use std::ops::{Deref, DerefMut};

use postroom::desk::kernel::session::Session;
use postroom::store::cache::Scope;
use postroom::ui::stage::{Element, Stage, StageError, TextFault, window_stage};
use postroom::ui::window::Window;

use crate::prelude::*;

/// A window over a state that no desk changes.
pub struct Scene {
    pub stage: Stage<SceneState>,
}

/// What a [`Scene`] draws; its fields are accessible through the scene.
pub struct SceneState {
    pub window: Window,
    pub state: State,
    intents: Vec<Intent>,
}

impl SceneState {
    fn draw_ui(&mut self, ui: &mut egui::Ui) {
        self.intents.extend(self.window.show_ui(ui, &self.state, now()));
    }
}

impl Deref for Scene {
    type Target = SceneState;

    fn deref(&self) -> &SceneState {
        self.stage.state()
    }
}

impl DerefMut for Scene {
    fn deref_mut(&mut self) -> &mut SceneState {
        self.stage.state_mut()
    }
}

/// More than the tab stops of any panel.
const MOST_TABS: usize = 150;

pub fn now() -> Timestamp {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

impl Scene {
    pub fn new(state: State) -> Self {
        let held =
            SceneState { window: Window::installed(TimeZone::UTC), state, intents: Vec::new() };
        let stage = window_stage((1366, 768), held, |ui, held| held.draw_ui(ui)).unwrap();
        Self { stage }
    }

    pub fn on(panel: Panel, state: State) -> Self {
        let mut scene = Self::new(state);
        scene.window.panel = panel;
        scene.settle();
        scene
    }

    /// Settings, with this category on screen.
    pub fn settings(category: SettingsCategory, state: State) -> Self {
        let mut scene = Self::new(state);
        scene.window.panel = Panel::Settings;
        scene.window.local.settings.open(category);
        scene.settle();
        scene
    }

    pub fn settle(&mut self) {
        self.stage.run_ok();
    }

    /// Clicks a control and returns the resulting intents.
    pub fn click(&mut self, name: &str) -> Vec<Intent> {
        self.try_click(name).unwrap();
        std::mem::take(&mut self.intents)
    }

    pub fn try_click(&mut self, name: &str) -> Result<(), StageError> {
        self.intents.clear();
        self.stage.click(name)
    }

    pub fn type_into(&mut self, name: &str, words: &str) {
        self.stage.type_into(name, words).unwrap();
    }

    pub fn press(&mut self, modifiers: Modifiers, key: Key) -> Vec<Intent> {
        self.intents.clear();
        self.stage.press(modifiers, key);
        std::mem::take(&mut self.intents)
    }

    /// The intents since the last call.
    pub fn intents(&mut self) -> Vec<Intent> {
        std::mem::take(&mut self.intents)
    }

    /// The name of the control that has the keyboard focus.
    pub fn focus(&self) -> Option<String> {
        let mut all = self.stage.elements();
        all.find(|element| element.focused && element.is_control()).map(|element| element.name)
    }

    /// Presses Tab until a control whose name begins with `start` has the focus.
    #[track_caller]
    pub fn tab_to(&mut self, start: &str) {
        let mut way = Vec::new();
        for _ in 0..MOST_TABS {
            self.press(Modifiers::NONE, Key::Tab);
            match self.focus() {
                Some(name) if name.starts_with(start) => return,
                other => way.push(other.unwrap_or_else(|| "nothing".to_owned())),
            }
        }
        panic!("Tab never came to {start}; it came by {way:?}");
    }

    /// Types text into the focused field, replacing its content.
    pub fn write(&mut self, words: &str) {
        self.press(Modifiers::COMMAND, Key::A);
        self.stage.burst(vec![egui::Event::Text(words.to_owned())]);
    }

    /// Presses a key without modifiers.
    pub fn key(&mut self, key: Key) -> Vec<Intent> {
        self.press(Modifiers::NONE, key)
    }

    /// Presses Ctrl+C, which reaches a window as a separate event.
    pub fn press_copy(&mut self) {
        self.stage.burst(vec![egui::Event::Copy]);
    }

    /// The items of the open menu.
    pub fn menu(&self) -> Vec<Element> {
        let all = self.stage.elements();
        all.filter(|element| element.role == egui::accesskit::Role::MenuItem).collect()
    }

    pub fn element(&self, name: &str) -> Element {
        self.stage.find(name).unwrap()
    }

    pub fn assert_shows(&self, words: &str) {
        let all: Vec<String> = self.stage.elements().map(|element| element.name).collect();
        assert!(self.stage.shows(words), "{words} is not on screen: {all:?}");
    }

    /// Checks that every control has a name and all text is readable; stores a screenshot if
    /// `POSTROOM_PICTURES` is set.
    pub fn check(&mut self, name: &str) {
        let nameless = self.stage.nameless();
        assert!(nameless.is_empty(), "{name}: {nameless:?}");
        assert_well_set(&self.stage.text_faults(), name);
        if let Some(folder) = std::env::var_os("POSTROOM_PICTURES") {
            let path = Path::new(&folder).join(format!("{name}.png"));
            self.stage.screenshot(&path).unwrap();
        }
    }
}

/// Asserts that no text overlaps another, is cut off or is covered.
pub fn assert_well_set(faults: &[TextFault], name: &str) {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{name}: {}", faults.join("; "));
}

/// The account that owns the rows.
pub fn practice() -> Scope {
    Scope { environment: Environment::Practice.word().into(), account: "practice".into() }
}

/// Signed in to the practice account, nothing loaded yet.
pub fn connected() -> State {
    State {
        connection: Connection::Connected(Session {
            environment: Environment::Practice,
            base_url: "http://127.0.0.1:8331/v3.1".into(),
            account_name: "Practice Shop".into(),
        }),
        settings: Settings { theme: theme(), ..Settings::default() },
        ..State::default()
    }
}

/// `POSTROOM_THEME=dark` draws the screenshots in the dark theme.
pub fn theme() -> Theme {
    match std::env::var("POSTROOM_THEME").as_deref() {
        Ok("dark") => Theme::Dark,
        _ => Theme::Light,
    }
}

/// How often these words are painted, on however many lines.
pub fn times_painted<S>(stage: &Stage<S>, words: &str) -> usize {
    let painted = stage.painted();
    painted.iter().filter(|text| text.replace('\n', " ").contains(words)).count()
}

/// Whether this text is painted, and nowhere cut.
pub fn is_whole<S>(stage: &Stage<S>, words: &str) -> bool {
    fn collect(shape: &egui::Shape, words: &str, found: &mut Vec<bool>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|it| collect(it, words, found)),
            egui::Shape::Text(text) if text.galley.text() == words => {
                found.push(!text.galley.elided);
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for clipped in &stage.output().shapes {
        collect(&clipped.shape, words, &mut found);
    }
    !found.is_empty() && found.iter().all(|whole| *whole)
}
