//! One window: its own small state, and a frame of it. Used by the real window and by
//! the headless driver alike.

use egui::Ui;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::command::Command;
use super::cx::{Cx, LocalState};
use super::tokens::Tokens;
use super::widgets::label_canvas::Textures;
use super::{pacing, panels, scan, shell, theme};
use crate::desk::intent::Intent;
use crate::desk::state::State;

pub struct Window {
    pub local: LocalState,
    /// Draws the panel in sight; another one only in tests of what a panic does.
    pub draw: fn(&mut Ui, &mut Cx<'_>),
    commands: Vec<Command>,
    textures: Textures,
    zone: TimeZone,
}

impl Window {
    pub fn new(ctx: &egui::Context, zone: TimeZone) -> Self {
        Self::install(ctx);
        Self::installed(zone)
    }

    /// Puts fonts, both colour schemes and the input plugins into a context.
    pub fn install(ctx: &egui::Context) {
        theme::install(ctx);
        ctx.add_plugin(scan::Scanner::default());
        ctx.add_plugin(pacing::Pacing::default());
    }

    /// For a context that [`Window::install`] has prepared.
    pub fn installed(zone: TimeZone) -> Self {
        Self {
            local: LocalState::default(),
            draw: panels::show_ui,
            commands: Vec::new(),
            textures: Textures::default(),
            zone,
        }
    }

    /// Draws one frame; answers what the desk is asked to do.
    pub fn show_ui(&mut self, ui: &mut Ui, state: &State, now: Timestamp) -> Vec<Intent> {
        theme::follow(ui.ctx(), state.settings.theme, state.settings.scale);
        self.local.files.poll(state);
        let queued = std::mem::take(&mut self.commands);
        let mut intents = Vec::new();
        let mut cx = Cx {
            state,
            local: &mut self.local,
            intents: &mut intents,
            commands: &mut self.commands,
            now,
            zone: &self.zone,
            tokens: Tokens::of(ui),
            textures: &mut self.textures,
        };
        shell::show_ui(ui, &mut cx, queued, self.draw);
        // After the panels: they know the settings of before this frame.
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
