//! What a panel is given each frame.

use egui::Ui;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::desk::intent::Intent;
use crate::desk::kernel::remote::Remote;
use crate::desk::state::{State, Trouble};
use crate::ui::command::Command;
use crate::ui::dialogs::deed::Deed;
use crate::ui::panel::Panel;
use crate::ui::tokens::Tokens;
use crate::ui::widgets::label_canvas::Textures;
use crate::ui::widgets::text::{age_ui, small_muted_ui};

/// What is the same for every panel. How a panel is being looked at is passed beside it.
pub struct Cx<'a> {
    pub state: &'a State,
    /// The panel in sight.
    pub panel: &'a mut Panel,
    /// Commands of this frame that the panel itself carries out.
    pub for_panel: &'a mut Vec<Command>,
    /// What the desk is asked to do, carried out after the frame.
    pub intents: &'a mut Vec<Intent>,
    /// What the window itself is asked to do, carried out after the frame.
    pub commands: &'a mut Vec<Command>,
    /// What is to be done with a file that a person chooses; asked for after the frame.
    pub deeds: &'a mut Vec<Deed>,
    /// Why no other file dialog can be opened now.
    pub files_busy: Option<&'static str>,
    pub now: Timestamp,
    pub zone: &'a TimeZone,
    pub tokens: &'static Tokens,
    pub textures: &'a mut Textures,
}

impl Cx<'_> {
    pub fn ask(&mut self, intent: Intent) {
        self.intents.push(intent);
    }

    /// Asks the person for a path, then does this with it.
    pub fn choose_file(&mut self, deed: Deed) {
        self.deeds.push(deed);
    }

    /// Whether the shortcut or palette entry of a command that a panel owns
    /// (`Command::Buy`) was used in this frame; true once.
    pub fn take(&mut self, command: &Command) -> bool {
        let at = self.for_panel.iter().position(|other| other == command);
        at.map(|at| self.for_panel.remove(at)).is_some()
    }

    /// What went wrong with a list, unless the band over the panels says it already.
    pub fn news_of<'b, T>(&self, remote: &'b Remote<T>) -> Option<&'b Trouble> {
        let offline = self.state.is_offline();
        remote
            .trouble()
            .filter(|trouble| !(offline && trouble.offline))
    }

    /// How old a list is that the service answers, and whether it is being asked now. What is
    /// asked while the line is down waits for it.
    pub fn freshness_ui<T>(&self, ui: &mut Ui, remote: &Remote<T>) {
        if let Some(known) = remote.known() {
            age_ui(ui, known.at, known.cached, self.now);
        }
        if remote.is_loading() && !self.state.is_offline() {
            small_muted_ui(ui, "Refreshing…");
        }
    }

    pub fn go_to(&mut self, panel: Panel) {
        self.commands.push(Command::Go(panel));
    }
}
