//! The whole window without a display: a desk, its panels and a stage. What the tour and
//! the tests drive is what a person sees.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Key, Modifiers, Ui};
use jiff::tz::TimeZone;

use super::stage::{Element, Misset, Stage, StageError};
use super::window::Window;
use crate::base::clock::{Clock, Stopwatch};
use crate::desk::Desk;
use crate::desk::state::State;

/// Between looks at a state that is being waited for.
const PAUSE: Duration = Duration::from_millis(4);

#[derive(Debug, thiserror::Error)]
pub enum DriveError {
    #[error(transparent)]
    Stage(#[from] StageError),
    #[error("{what} did not come within {seconds} s{}", said(.notices))]
    TimedOut {
        what: String,
        seconds: u64,
        /// What the window was telling meanwhile.
        notices: Vec<String>,
    },
}

pub struct Driver {
    stage: Stage,
    window: Window,
    desk: Desk,
    clock: Clock,
}

impl Driver {
    /// A window of so many pixels over an open desk.
    pub fn new(
        desk: Desk,
        clock: Clock,
        zone: TimeZone,
        data_dir: PathBuf,
        (width, height): (usize, usize),
    ) -> Self {
        let stage = Stage::new(width, height, 1.0);
        let mut window = Window::new(stage.ctx(), zone);
        window.local.settings.data_dir = Some(data_dir);
        let mut driver = Self {
            stage,
            window,
            desk,
            clock,
        };
        driver.settle();
        driver
    }

    pub fn state(&self) -> &State {
        self.desk.state()
    }

    /// Another size of the window, in pixels.
    pub fn resize(&mut self, size: (usize, usize)) {
        self.stage.resize(size);
        self.settle();
    }

    /// For what has no control on screen in this step.
    pub fn desk(&mut self) -> &mut Desk {
        &mut self.desk
    }

    pub fn window(&mut self) -> &mut Window {
        &mut self.window
    }

    pub fn into_desk(self) -> Desk {
        self.desk
    }

    pub fn elements(&self) -> &[Element] {
        self.stage.elements()
    }

    pub fn shows(&self, words: &str) -> bool {
        self.stage.shows(words)
    }

    /// The first control whose name begins so, one that can be used before any other.
    pub fn name_of(&self, start: &str) -> Result<String, DriveError> {
        self.elements()
            .iter()
            .filter(|element| element.is_control() && element.name.starts_with(start))
            .min_by_key(|element| element.disabled)
            .map(|element| element.name.clone())
            .ok_or_else(|| {
                let start = format!("{start}…");
                self.stage.find(&start).err().map_or_else(
                    || DriveError::TimedOut {
                        what: start.clone(),
                        seconds: 0,
                        notices: Vec::new(),
                    },
                    DriveError::Stage,
                )
            })
    }

    pub fn find(&self, name: &str) -> Result<Element, DriveError> {
        Ok(self.stage.find(name)?)
    }

    pub fn click(&mut self, name: &str) -> Result<(), DriveError> {
        Ok(self.with(|stage, draw| stage.click(name, draw))?)
    }

    pub fn type_into(&mut self, name: &str, words: &str) -> Result<(), DriveError> {
        Ok(self.with(|stage, draw| stage.type_into(name, words, draw))?)
    }

    pub fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.with(|stage, draw| stage.press(modifiers, key, draw));
    }

    /// One letter for whatever has the focus; the next frame takes it.
    pub fn type_letter(&mut self, letter: char) {
        self.stage.queue(egui::Event::Text(letter.to_string()));
    }

    /// Turns the wheel over the middle of the window; the next frame takes it.
    pub fn wheel(&mut self, points: f32) {
        let (width, height) = self.stage.size();
        let middle = egui::pos2(width as f32 * 0.6, height as f32 * 0.6);
        self.stage.queue(egui::Event::PointerMoved(middle));
        self.stage.queue(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, points),
            source: egui::MouseWheelSource::Wheel,
            phase: egui::TouchPhase::Move,
            modifiers: Modifiers::NONE,
        });
    }

    pub fn settle(&mut self) {
        self.with(|stage, draw| stage.settle(draw));
    }

    /// One frame, laid out and made into triangles, and nothing waited for.
    pub fn frame(&mut self) {
        self.with(|stage, draw| stage.frame(draw));
        self.stage.triangles();
    }

    /// Paints the last frame on the processor.
    pub fn paint(&mut self) {
        self.stage.picture();
    }

    /// Draws and ticks until the state holds, then lets the layout come to rest.
    pub fn wait_until(
        &mut self,
        what: &str,
        patience: Duration,
        holds: impl Fn(&State) -> bool,
    ) -> Result<(), DriveError> {
        let watch = Stopwatch::start();
        loop {
            self.desk.tick();
            if holds(self.desk.state()) {
                self.settle();
                return Ok(());
            }
            if watch.elapsed() > patience {
                return Err(DriveError::TimedOut {
                    what: what.to_owned(),
                    seconds: patience.as_secs(),
                    notices: self.told(),
                });
            }
            self.with(|stage, draw| stage.frame(draw));
            std::thread::sleep(PAUSE);
        }
    }

    /// The picture of the window as a PNG.
    pub fn screenshot(&mut self, path: &Path) -> Result<(), DriveError> {
        self.settle();
        Ok(self.stage.screenshot(path)?)
    }

    /// Words of the last frame that a person could not read.
    pub fn misset(&self) -> Vec<Misset> {
        self.stage.misset()
    }

    fn told(&self) -> Vec<String> {
        let notices = self.state().notices.iter().map(|notice| {
            let cause = notice.trouble.as_ref().map(|trouble| {
                let codes = trouble.codes.join(" ");
                format!(": {} {codes}", trouble.cause)
            });
            format!("{}{}", notice.text, cause.unwrap_or_default())
        });
        let problems = self
            .state()
            .problems
            .iter()
            .map(|problem| problem.message.clone());
        notices.chain(problems).collect()
    }

    fn with<R>(&mut self, act: impl FnOnce(&mut Stage, &mut dyn FnMut(&mut Ui)) -> R) -> R {
        let Self {
            stage,
            window,
            desk,
            clock,
        } = self;
        let mut draw = |ui: &mut Ui| {
            desk.tick();
            for intent in window.show_ui(ui, desk.state(), clock.now()) {
                desk.apply(intent);
            }
        };
        act(stage, &mut draw)
    }
}

fn said(notices: &[String]) -> String {
    if notices.is_empty() {
        String::new()
    } else {
        format!(" ({})", notices.join("; "))
    }
}
