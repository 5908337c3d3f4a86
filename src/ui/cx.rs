//! The context that a panel is drawn with in each frame.

use egui::Ui;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::api::account::BalanceSummary;
use crate::desk::balance::intent::BalanceIntent;
use crate::desk::intent::Intent;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::remote::Remote;
use crate::desk::state::State;
use crate::text;
use crate::ui::command::Command;
use crate::ui::dialogs::file_action::FileAction;
use crate::ui::panel::Panel;
use crate::ui::settings_category::SettingsCategory;
use crate::ui::tokens::{Tokens, text};
use crate::ui::widgets::label_canvas::Textures;
use crate::ui::widgets::text::age_ui;
use crate::ui::widgets::words::fitting_ui;

/// What is the same for every panel. The view state of a panel is passed separately.
pub struct Cx<'a> {
    pub state: &'a State,
    /// The panel on screen.
    pub panel: &'a mut Panel,
    /// Commands of this frame that the panel itself handles.
    pub for_panel: &'a mut Vec<Command>,
    /// Requests to the desk, applied after the frame.
    pub intents: &'a mut Vec<Intent>,
    /// Commands to the window itself, run after the frame.
    pub commands: &'a mut Vec<Command>,
    /// Actions on files that the user still has to choose; the dialog opens after the frame.
    pub file_actions: &'a mut Vec<FileAction>,
    /// Why no other file dialog can open now.
    pub files_busy: Option<&'static str>,
    pub now: Timestamp,
    pub zone: &'a TimeZone,
    pub tokens: &'static Tokens,
    pub textures: &'a mut Textures,
}

impl Cx<'_> {
    pub fn ask(&mut self, intent: impl Into<Intent>) {
        self.intents.push(intent.into());
    }

    /// The balance as a question about money may name it. It is read again if it is some seconds old.
    pub fn fresh_balance(&mut self) -> Option<&BalanceSummary> {
        let state = self.state;
        if state.balance.is_stale(self.now) && !state.is_offline() {
            self.ask(BalanceIntent::Refresh);
        }
        state.balance.fresh(self.now)
    }

    /// Asks the user for a path, then carries out `deed` with it.
    pub fn choose_file(&mut self, deed: FileAction) {
        self.file_actions.push(deed);
    }

    /// Whether the shortcut or palette entry of a command that a panel handles (such as
    /// `Command::Buy`) was used in this frame. Removes the command.
    pub fn take_panel_command(&mut self, command: &Command) -> bool {
        let at = self.for_panel.iter().position(|other| other == command);
        at.map(|at| self.for_panel.remove(at)).is_some()
    }

    /// The error of a list, unless the offline band above the panels already reports it.
    pub fn trouble_to_show<'b, T>(&self, remote: &'b Remote<T>) -> Option<&'b Trouble> {
        let offline = self.state.is_offline();
        remote.trouble().filter(|trouble| !(offline && trouble.offline))
    }

    /// Shows how old a list from the service is, and whether it is being refreshed. Requests made
    /// while offline wait for the connection.
    pub fn freshness_ui<T>(&self, ui: &mut Ui, remote: &Remote<T>) {
        let is_loading = remote.is_loading() && !self.state.is_offline();
        let age_ui = |ui: &mut Ui| {
            if let Some(known) = remote.known() {
                age_ui(ui, known.at, known.cached, is_loading, self.now);
            }
        };
        // The age stands before the word also in a row that is filled from the right.
        let from_right = ui.layout().prefer_right_to_left();
        if !from_right {
            age_ui(ui);
        }
        if is_loading {
            // Where the word has no room, three dots stand for it.
            let forms = [text!("shell-refreshing"), "…"];
            fitting_ui(ui, &forms, text::small(), self.tokens.ink_muted);
        }
        if from_right {
            age_ui(ui);
        }
    }

    /// The service's current day: by the practice service's clock, or else by this computer's.
    pub fn today(&self) -> Date {
        let practice = self.state.practice_clock.as_ref();
        let now = practice.map_or(self.now, |clock| clock.at(self.now).max(self.now));
        now.to_zoned(self.zone.clone()).date()
    }

    pub fn go_to(&mut self, panel: Panel) {
        self.commands.push(Command::Go(panel));
    }

    pub fn open_settings(&mut self, category: SettingsCategory) {
        self.commands.push(Command::OpenSettings(category));
    }
}
