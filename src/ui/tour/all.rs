//! `postroom tour --all`: every panel in every state, at both sizes and in both themes, for
//! somebody to look at.

use std::time::Duration;

use super::{SIZE, Tour, TourError};
use crate::base::clock::Stopwatch;
use crate::desk::intent::{Intent, PracticeIntent};
use crate::desk::practice::{Fault, FaultKind};
use crate::desk::state::Theme;
use crate::ui::panels::Panel;

/// The old laptop, and the screen most desks have.
const SIZES: [(usize, usize); 2] = [SIZE, (1920, 1080)];
const THEMES: [(Theme, &str); 2] = [(Theme::Light, "light"), (Theme::Dark, "dark")];
/// Slow enough that a picture of the waiting can be taken.
const SLOW_MS: u64 = 1_500;
/// More calls than a round over all panels makes.
const MANY: u64 = 10_000;
/// Answers, good or bad, are on screen after this.
const AT_REST: Duration = Duration::from_millis(900);

impl Tour<'_> {
    /// The looks of one moment, beside the plain picture of the step.
    pub(super) fn looks(&mut self, file: &str) -> Result<(), TourError> {
        let kept = self.driver.state().settings.clone();
        for (width, height) in SIZES {
            for (theme, word) in THEMES {
                self.driver.resize((width, height));
                let mut settings = kept.clone();
                settings.theme = theme;
                self.apply(Intent::ChangeSettings(Box::new(settings)));
                let folder = self.out.join(format!("{width}x{height}-{word}"));
                std::fs::create_dir_all(&folder).map_err(|source| TourError::File {
                    path: folder.clone(),
                    source,
                })?;
                let outcome = self.driver.screenshot(&folder.join(file));
                outcome.map_err(|source| self.failed(source))?;
            }
        }
        self.driver.resize(SIZE);
        self.apply(Intent::ChangeSettings(Box::new(kept)));
        Ok(())
    }

    /// Every panel as it is now.
    pub(super) fn every_panel(&mut self, state: &str) -> Result<(), TourError> {
        self.round(state, false)
    }

    /// Every panel while it waits, after a refusal, and without a network.
    pub(super) fn every_trouble(&mut self) -> Result<(), TourError> {
        for (state, kind, millis) in [
            ("loading", FaultKind::SlowBefore, SLOW_MS),
            ("error", FaultKind::Down, 0),
            ("offline", FaultKind::CutBefore, 0),
        ] {
            let fault = Fault {
                call: "*".to_owned(),
                kind,
                millis,
                count: MANY,
            };
            self.apply(Intent::Practice(PracticeIntent::AddFault(fault)));
            self.wait(state, |state| !state.practice_faults.is_empty())?;
            self.round(state, true)?;
            self.apply(Intent::Practice(PracticeIntent::ClearFaults));
            self.wait("everything works again", |state| {
                state.practice_faults.is_empty()
            })?;
        }
        Ok(())
    }

    fn round(&mut self, state: &str, refresh: bool) -> Result<(), TourError> {
        for panel in Panel::ALL {
            if !panel.is_there(self.driver.state()) {
                continue;
            }
            self.go_to(panel)?;
            if refresh {
                self.driver.press(egui::Modifiers::NONE, egui::Key::F5);
            }
            if state != "loading" {
                self.rest();
            }
            let name = format!("{}-{state}", panel.title().to_lowercase());
            self.end_step(&name)?;
        }
        Ok(())
    }

    fn rest(&mut self) {
        let watch = Stopwatch::start();
        while watch.elapsed() < AT_REST {
            self.driver.settle();
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(super) fn apply(&mut self, intent: Intent) {
        self.driver.desk().apply(intent);
        self.driver.settle();
    }
}
