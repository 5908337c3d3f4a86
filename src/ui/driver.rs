//! The whole window without a display: a desk, its panels and a stage. The tour and the tests drive
//! the same window that the user sees.

use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::time::Duration;

use egui::Modifiers;
use jiff::tz::TimeZone;

use super::stage::{Stage, StageError, window_stage};
use super::window::Window;
use crate::base::clock::{Clock, Stopwatch};
use crate::desk::Desk;
use crate::desk::state::State;

/// Pause between two checks of an awaited state.
const PAUSE: Duration = Duration::from_millis(4);

#[derive(Debug, thiserror::Error)]
pub enum DriveError {
    #[error(transparent)]
    Stage(#[from] StageError),
    #[error("{what} did not come within {seconds} s{}", said(.notices))]
    TimedOut {
        what: String,
        seconds: u64,
        /// What the window reported meanwhile.
        notices: Vec<String>,
    },
}

/// A window and its desk, drawn frame by frame on a [`Stage`].
pub struct DrivenWindow {
    window: Window,
    desk: Desk,
    clock: Clock,
}

impl DrivenWindow {
    fn draw_ui(&mut self, ui: &mut egui::Ui) {
        self.desk.tick();
        let now = self.clock.now();
        for intent in self.window.show_ui(ui, self.desk.state(), now) {
            self.desk.apply(intent);
        }
    }
}

/// A window without a display. Finding, clicking and typing are methods of the [`Stage`].
pub struct Driver {
    stage: Stage<DrivenWindow>,
}

impl Deref for Driver {
    type Target = Stage<DrivenWindow>;

    fn deref(&self) -> &Self::Target {
        &self.stage
    }
}

impl DerefMut for Driver {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.stage
    }
}

impl Driver {
    /// Creates a window of `size` pixels over an open desk.
    ///
    /// # Errors
    /// As [`Stage::new`].
    pub fn new(
        desk: Desk,
        clock: Clock,
        zone: TimeZone,
        data_dir: PathBuf,
        size: (usize, usize),
    ) -> Result<Self, DriveError> {
        let mut window = Window::installed(zone);
        window.local.settings.data_dir = Some(data_dir);
        let shown = DrivenWindow { window, desk, clock };
        let stage = window_stage(size, shown, |ui, shown| shown.draw_ui(ui))?;
        Ok(Self { stage })
    }

    /// The state of the desk.
    pub fn state(&self) -> &State {
        self.stage.state().desk.state()
    }

    /// Resizes the window, in pixels.
    pub fn resize(&mut self, size: (usize, usize)) {
        self.stage.resize(size);
        self.settle();
    }

    /// Direct access to the desk, for what has no control on screen in this step.
    pub fn desk(&mut self) -> &mut Desk {
        &mut self.stage.state_mut().desk
    }

    pub fn window(&mut self) -> &mut Window {
        &mut self.stage.state_mut().window
    }

    pub fn into_desk(self) -> Desk {
        self.stage.into_state().desk
    }

    /// The name of the first control that begins with `start`, enabled controls first.
    ///
    /// # Errors
    /// No such control exists.
    pub fn name_of(&self, start: &str) -> Result<String, DriveError> {
        self.elements()
            .filter(|element| element.is_control() && element.name.starts_with(start))
            .min_by_key(|element| element.disabled)
            .map(|element| element.name)
            .ok_or_else(|| self.not_there(&format!("{start}…")).into())
    }

    /// Types one letter into the focused field, in the next frame.
    pub fn type_letter(&mut self, letter: char) {
        self.event(egui::Event::Text(letter.to_string()));
    }

    /// Turns the mouse wheel near the middle of the window, in the next frame.
    pub fn wheel(&mut self, points: f32) {
        let room = self.ctx.viewport_rect();
        let middle = room.lerp_inside(egui::vec2(0.6, 0.6));
        let turned = egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, points),
            source: egui::MouseWheelSource::Wheel,
            phase: egui::TouchPhase::Move,
            modifiers: Modifiers::NONE,
        };
        let moved = egui::Event::PointerMoved(middle);
        self.input_mut().events.extend([moved, turned]);
    }

    /// Draws frames until none requests another one, at most 12.
    pub fn settle(&mut self) {
        self.run_ok();
    }

    /// Draws one frame, including layout and tessellation, without waiting for anything.
    pub fn frame(&mut self) {
        self.step();
        self.triangles();
    }

    /// Draws and ticks until the state holds, then lets the layout settle.
    pub fn wait_until(
        &mut self,
        what: &str,
        patience: Duration,
        holds: impl Fn(&State) -> bool,
    ) -> Result<(), DriveError> {
        let watch = Stopwatch::start();
        loop {
            self.desk().tick();
            if holds(self.state()) {
                self.settle();
                return Ok(());
            }
            if watch.elapsed() > patience {
                return Err(DriveError::TimedOut {
                    what: what.to_owned(),
                    seconds: patience.as_secs(),
                    notices: self.open_messages(),
                });
            }
            self.step();
            std::thread::sleep(PAUSE);
        }
    }

    fn open_messages(&self) -> Vec<String> {
        let notices = self.state().notices.iter().map(|notice| {
            let cause = notice.trouble.as_ref().map(|trouble| {
                let codes = trouble.codes.join(" ");
                format!(": {} {codes}", trouble.cause)
            });
            format!("{}{}", notice.text, cause.unwrap_or_default())
        });
        let problems = self.state().ship.problems.iter().map(|problem| problem.message.to_string());
        notices.chain(problems).collect()
    }
}

fn said(notices: &[String]) -> String {
    if notices.is_empty() { String::new() } else { format!(" ({})", notices.join("; ")) }
}
