//! One window: its view state, and drawing a frame. Used by the real window and by
//! the headless driver.

use std::path::PathBuf;

use egui::Ui;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::command::Command;
use super::cx::Cx;
use super::local::{Draw, LocalState};
use super::panel::Panel;
use super::tokens::Tokens;
use super::widgets::label_canvas::Textures;
use super::{pacing, panels, scan, shell, theme};
use crate::desk::intent::Intent;
use crate::desk::state::State;

pub struct Window {
    /// The panel on screen.
    pub panel: Panel,
    pub local: LocalState,
    /// Draws the panel on screen; replaced only in tests of how panics are handled.
    pub draw: Draw,
    for_panel: Vec<Command>,
    commands: Vec<Command>,
    textures: Textures,
    zone: TimeZone,
}

impl Window {
    pub fn new(ctx: &egui::Context, zone: TimeZone) -> Self {
        Self::install(ctx);
        Self::installed(zone)
    }

    /// Installs fonts, both color schemes and the input plugins into a context.
    pub fn install(ctx: &egui::Context) {
        theme::install(ctx);
        ctx.add_plugin(scan::Scanner::default());
        ctx.add_plugin(pacing::Pacing::default());
        ctx.add_plugin(shell::focus::KeyboardFocus::default());
    }

    /// Creates a window for a context that [`Window::install`] has prepared.
    pub fn installed(zone: TimeZone) -> Self {
        Self {
            panel: Panel::default(),
            local: LocalState::default(),
            for_panel: Vec::new(),
            draw: panels::show_ui,
            commands: Vec::new(),
            textures: Textures::default(),
            zone,
        }
    }

    /// Shows the orders, and imports this table of them once an account is on screen.
    pub fn open_table(&mut self, file: PathBuf) {
        self.panel = Panel::Orders;
        self.local.files.open_table(file);
    }

    /// Draws one frame; returns the requests to the desk.
    pub fn show_ui(&mut self, ui: &mut Ui, state: &State, now: Timestamp) -> Vec<Intent> {
        theme::follow(ui.ctx(), state.settings.theme, state.settings.scale);
        self.local.files.poll(state);
        let queued = std::mem::take(&mut self.commands);
        let (mut intents, mut deeds) = (Vec::new(), Vec::new());
        let mut cx = Cx {
            state,
            panel: &mut self.panel,
            for_panel: &mut self.for_panel,
            intents: &mut intents,
            commands: &mut self.commands,
            file_actions: &mut deeds,
            files_busy: self.local.files.busy(),
            now,
            zone: &self.zone,
            tokens: Tokens::of_theme(ui),
            textures: &mut self.textures,
        };
        shell::show_ui(ui, &mut cx, &mut self.local, queued, self.draw);
        for deed in deeds {
            self.local.files.open_dialog(deed, state);
        }
        // Added after the panels' intents: a panel changes the settings from before this
        // frame, and would undo this change.
        if self.local.files.is_decided() {
            ui.ctx().request_repaint();
        }
        if let Some(decided) = self.local.files.decide(state) {
            self.local.settings.path_chosen(&decided);
            intents.extend(decided.intents(state));
        }
        if !self.commands.is_empty() || !intents.is_empty() {
            ui.ctx().request_repaint();
        }
        intents
    }
}
