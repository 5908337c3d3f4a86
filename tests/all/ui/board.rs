//! A window over a state that answers the most important intents at once, to test panels without
//! jobs, a network or a service. The real desk has separate tests.

mod samples;

use std::ops::{Deref, DerefMut};

use postroom::desk::kernel::session::Session;
use postroom::parcel::draft::Side;
use postroom::parcel::{paste_address, problems, rate_ranking, requests};
use postroom::ui::stage::{Stage, window_stage};
use postroom::ui::window::Window;

use crate::prelude::*;

pub use samples::*;

pub struct AnsweringScene {
    pub stage: Stage<BoardState>,
}

/// What a [`AnsweringScene`] draws; its fields are accessible through the board.
pub struct BoardState {
    pub state: State,
    pub window: Window,
    /// The intents of the panels, oldest first.
    pub asked: Vec<Intent>,
    pub now: Timestamp,
    /// The draft with its chosen rate before an edit outdated the quote.
    quoted: Option<Draft>,
}

impl BoardState {
    fn draw_ui(&mut self, ui: &mut egui::Ui) {
        for intent in self.window.show_ui(ui, &self.state, self.now) {
            apply(&mut self.state, &mut self.quoted, &intent, self.now);
            self.asked.push(intent);
        }
    }
}

impl Deref for AnsweringScene {
    type Target = BoardState;

    fn deref(&self) -> &BoardState {
        self.stage.state()
    }
}

impl DerefMut for AnsweringScene {
    fn deref_mut(&mut self) -> &mut BoardState {
        self.stage.state_mut()
    }
}

pub const TODAY: Date = Date::constant(2026, 11, 21);

impl AnsweringScene {
    /// A practice desk with three carriers, a balance and two addresses in the address book.
    pub fn new() -> Self {
        Self::sized(1366, 768)
    }

    pub fn sized(width: usize, height: usize) -> Self {
        let now: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let mut state = State {
            connection: Connection::Connected(Session {
                environment: Environment::Practice,
                base_url: "http://127.0.0.1:1/v3.1".to_owned(),
                account_name: "Sample Goods".to_owned(),
            }),
            ..State::default()
        };
        state.settings.theme = Theme::Light;
        state.balance.summary = Remote::ready(
            BalanceSummary {
                balance: Some(Amount::from_cents(10_000)),
                currency: Some("USD".to_owned()),
                ..BalanceSummary::default()
            },
            now,
        );
        state.carriers.list = Remote::ready(carriers(), now);
        state.carriers.accounts = Remote::ready(accounts(), now);
        state.carriers.catalogs = Remote::ready(catalogs(), now);
        state.ship.book.recent = vec![entry(1, san_francisco()), entry(2, chicago())];
        state.ship.book.count = 2;
        state.ship.draft = Draft::default();
        look_over(&mut state);
        let held = BoardState {
            state,
            window: Window::installed(TimeZone::UTC),
            asked: Vec::new(),
            now,
            quoted: None,
        };
        let size = (width, height);
        let stage = window_stage(size, held, |ui, held| held.draw_ui(ui)).unwrap();
        Self { stage }
    }

    /// Finds the problems of a draft that the test has changed, and draws them.
    pub fn recheck_draft(&mut self) {
        look_over(&mut self.state);
        self.settle();
    }

    pub fn settle(&mut self) {
        self.stage.run_ok();
    }

    /// Runs this many frames of 1/60 s.
    pub fn wait(&mut self, frames: usize) {
        self.stage.run_steps(frames);
    }

    pub fn click(&mut self, name: &str) {
        self.stage.click(name).unwrap();
    }

    pub fn type_into(&mut self, name: &str, words: &str) {
        self.stage.type_into(name, words).unwrap();
    }

    pub fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.stage.press(modifiers, key);
    }

    pub fn burst(&mut self, events: Vec<egui::Event>) {
        self.stage.burst(events);
    }

    /// Drags files over the window.
    pub fn hover(&mut self, files: &[&str]) {
        let files = files.iter().map(|file| egui::HoveredFile {
            path: Some(file.into()),
            ..egui::HoveredFile::default()
        });
        self.stage.input_mut().hovered_files = files.collect();
        self.settle();
    }

    /// Drops the files.
    pub fn drop_files(&mut self, files: Vec<egui::DroppedFileHandle>) {
        self.stage.input_mut().hovered_files.clear();
        self.stage.input_mut().dropped_files = files;
        self.settle();
    }

    /// Types letter by letter, one frame for each, as a scanner does.
    pub fn letters(&mut self, words: &str) {
        for letter in words.chars() {
            self.stage.event(egui::Event::Text(letter.to_string()));
            self.stage.step();
        }
    }

    pub fn value(&self, name: &str) -> String {
        self.stage.find(name).unwrap().value.unwrap_or_default()
    }

    pub fn focus(&self) -> Option<String> {
        self.stage
            .elements()
            .find(|element| element.focused && element.is_control())
            .map(|element| element.name)
    }

    /// The name of the control whose name begins with `start`.
    pub fn named(&self, start: &str) -> String {
        let found = self
            .stage
            .elements()
            .find(|element| element.is_control() && element.name.starts_with(start));
        found.expect(start).name
    }

    /// Controls without a name, and names that several controls share.
    pub fn bad_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .stage
            .elements()
            .filter(|element| element.is_control())
            .map(|element| element.name.trim().to_owned())
            .collect();
        names.sort();
        let shared = names.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut bad: Vec<String> = shared.map(|pair| pair[0].clone()).collect();
        bad.extend(names.iter().filter(|name| name.is_empty()).cloned());
        bad
    }

    /// The number of matching intents from the panels.
    pub fn count(&self, wanted: impl Fn(&Intent) -> bool) -> usize {
        self.asked.iter().filter(|intent| wanted(intent)).count()
    }

    /// A draft with a current quote, its first rate chosen.
    pub fn ready_to_buy(&mut self) {
        self.state.ship.draft = complete_draft();
        self.state.ship.draft.chosen = Some(rates().remove(0));
        let quote = rate_ranking::quote(self.state.ship.draft.order.clone(), rates());
        self.state.ship.quote = Remote::ready(quote, self.now);
        self.recheck_draft();
    }

    pub fn go_to(&mut self, panel: Panel) {
        self.window.panel = panel;
        self.settle();
    }

    /// Settings, with this category on screen.
    pub fn open_settings(&mut self, category: SettingsCategory) {
        self.window.panel = Panel::Settings;
        self.window.local.settings.open(category);
        self.settle();
    }

    /// Checks that all text is readable, and stores a screenshot if `POSTROOM_PICTURES` names a
    /// folder.
    pub fn shot(&mut self, name: &str) {
        super::assert_well_set(&self.stage.text_faults(), name);
        if let Ok(folder) = std::env::var("POSTROOM_PICTURES") {
            let path = Path::new(&folder).join(format!("{name}.png"));
            self.stage.screenshot(&path).unwrap();
        }
    }
}

fn apply(state: &mut State, quoted: &mut Option<Draft>, intent: &Intent, now: Timestamp) {
    let form = |state: &mut State, side: Side, form: AddressForm| match side {
        Side::From => state.ship.draft.from = form,
        Side::To => state.ship.draft.to = form,
    };
    match intent {
        Intent::Ship(ShipIntent::EditDraft(draft)) => {
            let before = std::mem::replace(&mut state.ship.draft, (**draft).clone());
            if !requests::rate_inputs_equal(&before, draft) {
                if !state.ship.quote_outdated {
                    *quoted = Some(before);
                }
                state.ship.quote_outdated = true;
            }
            let undone = quoted.take_if(|quoted| {
                quoted.order == draft.order && requests::rate_inputs_equal(quoted, draft)
            });
            if let Some(quoted) = undone {
                state.ship.quote_outdated = false;
                state.ship.draft.chosen = quoted.chosen;
            } else if state.ship.quote_outdated {
                state.ship.draft.chosen = None;
            }
        }
        Intent::Ship(ShipIntent::PasteAddress { side, text }) => {
            form(state, *side, paste_address::parse_block(text))
        }
        Intent::Ship(ShipIntent::SearchBook { text }) => {
            let words = text.to_lowercase();
            let book = &mut state.ship.book;
            let all = book.recent.iter();
            let rows = all.filter(|entry| entry.address.name.to_lowercase().contains(&words));
            book.rows = rows.cloned().collect();
            book.found.clone_from(text);
            book.query.clone_from(text);
        }
        Intent::Ship(ShipIntent::PickAddress { side, row }) => {
            let found = state.ship.book.recent.iter().find(|entry| entry.row == *row);
            let address = found.unwrap().address.clone();
            form(state, *side, address);
        }
        Intent::Ship(ShipIntent::GetRates) => {
            let quote = rate_ranking::quote(state.ship.draft.order.clone(), rates());
            state.ship.quote = Remote::ready(quote, now);
            state.ship.quote_outdated = false;
        }
        Intent::Ship(ShipIntent::ChooseRate(rate)) => {
            state.ship.draft.chosen = Some((**rate).clone())
        }
        Intent::ChangeSettings(settings) => state.settings = (**settings).clone(),
        Intent::Shipments(ShipmentIntent::Select(id)) => state.shipments.selected = id.clone(),
        Intent::Ship(ShipIntent::UseSampleAddresses) => {
            state.ship.draft.from = new_york();
            state.ship.draft.to = san_francisco();
        }
        Intent::Ship(ShipIntent::NewDraft) => {
            state.ship.draft = Draft { from: state.ship.draft.from.clone(), ..Draft::default() };
            state.ship.just_bought = None;
        }
        Intent::Ship(ShipIntent::LeaveLabel) => state.ship.just_bought = None,
        _ => {}
    }
    look_over(state);
}

fn look_over(state: &mut State) {
    let accounts = state.carriers.accounts.value().cloned().unwrap_or_default();
    state.ship.problems =
        problems::check(&state.ship.draft, state.carriers.catalogs.value(), &accounts, TODAY);
}
