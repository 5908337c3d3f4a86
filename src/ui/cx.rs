//! What a panel is given each frame.

use egui::Ui;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::command::Command;
use super::dialogs::Files;
use super::panels::{self, Panel};
use super::shell;
use super::tokens::Tokens;
use super::widgets::label_canvas::Textures;
use super::widgets::text::{age_ui, small_muted_ui};
use crate::desk::intent::Intent;
use crate::desk::kernel::remote::Remote;
use crate::desk::state::{State, Trouble};

pub struct Cx<'a> {
    pub state: &'a State,
    /// How each panel is being looked at; never what the desk knows.
    pub local: &'a mut LocalState,
    /// What the desk is asked to do, carried out after the frame.
    pub intents: &'a mut Vec<Intent>,
    /// What the window itself is asked to do, carried out after the frame.
    pub commands: &'a mut Vec<Command>,
    pub now: Timestamp,
    pub zone: &'a TimeZone,
    pub tokens: &'static Tokens,
    pub textures: &'a mut Textures,
}

impl Cx<'_> {
    pub fn ask(&mut self, intent: Intent) {
        self.intents.push(intent);
    }

    /// Whether the shortcut or palette entry of a command that a panel owns
    /// (`Command::Buy`) was used in this frame; true once.
    pub fn take(&mut self, command: &Command) -> bool {
        let waiting = &mut self.local.shell.for_panel;
        let at = waiting.iter().position(|other| other == command);
        at.map(|at| waiting.remove(at)).is_some()
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

/// One struct a panel; lost when the window closes.
#[derive(Default)]
pub struct LocalState {
    pub panel: Panel,
    pub shell: shell::Local,
    /// The file dialog, and what waits for its answer.
    pub files: Files,
    pub connect: panels::connect::Local,
    pub ship: panels::ship::Local,
    pub rates: panels::rates::Local,
    pub shipments: panels::shipments::Local,
    pub refunds: panels::refunds::Local,
    pub manifests: panels::manifests::Local,
    pub tracking: panels::tracking::Local,
    pub addresses: panels::addresses::Local,
    pub carriers: panels::carriers::Local,
    pub containers: panels::containers::Local,
    pub balance: panels::balance::Local,
    pub activity: panels::activity::Local,
    pub practice: panels::practice::Local,
    pub settings: panels::settings::Local,
}
