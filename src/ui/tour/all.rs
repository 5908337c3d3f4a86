//! `postroom tour --all`: pictures of every panel in every state, at all sizes, in both themes and
//! languages, for visual review. `--texts`: the same way for the texts alone; `--smallest`: in the
//! smallest window alone.

use std::time::Duration;

use super::plain_texts::plain_word;
use super::{Extent, SIZE, Tour, TourError};
use crate::base::clock::Stopwatch;
use crate::desk::balance::intent::BalanceIntent;
use crate::desk::intent::Intent;
use crate::desk::kernel::connectivity::Connectivity;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::settings::Theme;
use crate::desk::practice::{Fault, FaultKind, PracticeIntent};
use crate::desk::state::State;
use crate::ui::panel::Panel;

/// The sizes of the pictures in pixels, with the text size: the smallest window, an old laptop, the
/// most common screen on desks, and a dense screen at 150 %.
const SIZES: [((usize, usize), f32); 4] =
    [((1024, 700), 1.0), (SIZE, 1.0), ((1920, 1080), 1.0), ((2560, 1440), 1.5)];
const THEMES: [(Theme, &str); 2] = [(Theme::Light, "light"), (Theme::Dark, "dark")];
/// The language tags of the settings; the first is that of the run.
const LANGUAGES: [&str; 2] = ["en", "es"];
/// The language whose texts are in other letters and longer.
const PSEUDO: &str = "en-XA";
/// Delay of responses, long enough to take pictures of the loading state in all sizes and themes.
pub(super) const SLOW_MS: u64 = 8_000;
/// More requests than one round over all panels sends.
pub(super) const MANY: u64 = 10_000;
/// The practice service answers in the language of the window within this time after a change of it.
const SERVICE_ANSWERS: Duration = Duration::from_secs(5);
/// Between two looks at the texts.
const LOOK: Duration = Duration::from_millis(50);
/// Frames after the last zoom input until the zoom counts as settled.
const RESTING: usize = 30;

impl Tour<'_> {
    /// Waits until a label page on screen is rendered again for its zoom, which
    /// happens after the zoom has settled.
    pub(super) fn sharpen(&mut self) -> Result<(), TourError> {
        let is_sheet = |name: &str| name.contains(", page ") && name.ends_with(" inches");
        if !self.driver.elements().any(|it| is_sheet(&it.name)) {
            return Ok(());
        }
        for _ in 0..RESTING {
            self.driver.frame();
        }
        self.wait("the sheet drawn for its zoom", |state| {
            let mut views = state.labels.views.values().chain(state.labels.documents.values());
            !views.any(|view| view.zoomed.is_loading())
        })
    }

    /// The current screen in all sizes and languages: its texts are checked, and with
    /// [`Extent::Pictures`] pictures are taken in both themes. The pseudo language has no pictures:
    /// its texts are collected and checked.
    pub(super) fn looks(&mut self, file: &str) -> Result<(), TourError> {
        let kept = self.driver.state().settings.clone();
        let themes = match self.extent {
            Extent::Pictures => &THEMES[..],
            // Themes differ in colors alone.
            Extent::Main | Extent::SmallestTexts | Extent::Texts => &THEMES[..1],
        };
        let sizes = match self.extent {
            Extent::SmallestTexts => &SIZES[..1],
            Extent::Main | Extent::Texts | Extent::Pictures => &SIZES[..],
        };
        // Where a word of Spanish fits, one of English mostly does; the whole form looks at both.
        let languages = match self.extent {
            Extent::SmallestTexts => &LANGUAGES[1..],
            Extent::Main | Extent::Texts | Extent::Pictures => &LANGUAGES[..],
        };
        for language in languages {
            for ((width, height), scale) in sizes {
                self.driver.resize((*width, *height));
                for (theme, word) in themes {
                    let mut settings = kept.clone();
                    settings.theme = *theme;
                    settings.scale = *scale;
                    (*language).clone_into(&mut settings.language);
                    self.apply(Intent::ChangeSettings(Box::new(settings)));
                    let folder = format!("{width}x{height}-{word}-{language}");
                    match self.extent {
                        Extent::Pictures => self.picture_in(&folder, file)?,
                        Extent::Main | Extent::SmallestTexts | Extent::Texts => {
                            self.driver.settle();
                            self.collect_text_faults(&format!("{folder}/{file}"));
                        }
                    }
                }
            }
        }
        self.driver.resize(SIZE);
        let mut settings = kept.clone();
        PSEUDO.clone_into(&mut settings.language);
        self.apply(Intent::ChangeSettings(Box::new(settings)));
        self.driver.settle();
        self.collect_plain_texts(file);
        self.apply(Intent::ChangeSettings(Box::new(kept)));
        Ok(())
    }

    /// Keeps the texts on screen and the names for screen readers that contain a plain word which is
    /// not data, although the texts of the pseudo language have none.
    fn collect_plain_texts(&mut self, file: &str) {
        let changed = Stopwatch::start();
        // What the practice service says in the language before is on screen until it has answered anew.
        while !self.plain_texts_now().is_empty() && changed.elapsed() < SERVICE_ANSWERS {
            std::thread::sleep(LOOK);
            self.driver.frame();
            self.driver.settle();
        }
        for (text, word) in self.plain_texts_now() {
            let first = || format!("{file}, {word}");
            self.plain_texts.entry(text).or_insert_with(first);
        }
        self.collect_text_faults(&format!("{file}, pseudo language"));
    }

    fn plain_texts_now(&self) -> Vec<(String, String)> {
        let painted = self.driver.painted().into_iter().map(str::to_owned);
        let named = self.driver.elements().map(|element| element.name);
        let texts = painted.chain(named);
        texts
            .filter_map(|text| {
                let word = plain_word(&text, &self.sample_data)?;
                Some((text, word))
            })
            .collect()
    }

    /// Takes a picture in a folder of its own below the folder of the tour.
    fn picture_in(&mut self, folder: &str, file: &str) -> Result<(), TourError> {
        let folder = self.out.join(folder);
        std::fs::create_dir_all(&folder)
            .map_err(|source| TourError::File { path: folder.clone(), source })?;
        self.picture(&folder.join(file))
    }

    /// Pictures of every panel in its current state.
    pub(super) fn every_panel(&mut self, state: &str) -> Result<(), TourError> {
        self.round(state, false)
    }

    /// Pictures of every panel while loading, after an error, and offline.
    pub(super) fn every_trouble(&mut self) -> Result<(), TourError> {
        for (state, kind, millis) in [
            ("loading", FaultKind::SlowBefore, SLOW_MS),
            ("error", FaultKind::Down, 0),
            ("offline", FaultKind::CutBefore, 0),
        ] {
            let fault = Fault { call: "*".to_owned(), kind, millis, count: MANY };
            self.apply(PracticeIntent::AddFault(fault));
            self.wait(state, |state| !state.practice.faults.is_empty())?;
            self.round(state, true)?;
            self.apply(PracticeIntent::ClearFaults);
            self.wait("everything works again", |state| {
                let over = |panel: &Panel| asks(state, *panel).is_none_or(|it| !it.waits);
                let there = state.practice.faults.is_empty() && !state.is_offline();
                there && Panel::ALL.iter().all(over)
            })?;
        }
        Ok(())
    }

    fn round(&mut self, state: &str, refresh: bool) -> Result<(), TourError> {
        for panel in Panel::ALL {
            if !panel.is_available(self.driver.state()) || !has(panel, state) {
                continue;
            }
            self.go_to(panel)?;
            if refresh {
                match panel {
                    Panel::Containers if state != "offline" => self.click("Create labels")?,
                    _ => self.driver.press(egui::Modifiers::NONE, egui::Key::F5),
                }
                self.shows_its_state(panel, state)?;
            }
            let name = format!("{}-{state}", panel.title().to_lowercase().replace(' ', "-"));
            self.end_step(&name)?;
        }
        Ok(())
    }

    /// Waits until the panel is in the state that the picture's name says.
    fn shows_its_state(&mut self, panel: Panel, state: &str) -> Result<(), TourError> {
        let what = format!("{}, {state}", panel.title());
        let answered = |state: &State| asks(state, panel).is_none_or(|it| !it.waits);
        match state {
            "loading" => self.wait(&what, |state| asks(state, panel).is_none_or(|it| it.waits)),
            "error" => self.wait(&what, |state| {
                answered(state) && asks(state, panel).is_none_or(|it| it.failed)
            }),
            _ => {
                self.wait(&what, answered)?;
                // Some panels send no requests, so this waits until the connection is offline.
                self.apply(BalanceIntent::Refresh);
                self.wait(&what, |state| matches!(state.connectivity, Connectivity::Offline { .. }))
            }
        }
    }

    pub(super) fn apply(&mut self, intent: impl Into<Intent>) {
        self.driver.desk().apply(intent);
        self.driver.settle();
    }
}

/// Whether the panel looks different in this state; some panels only use local data.
fn has(panel: Panel, state: &str) -> bool {
    match state {
        "loading" => {
            !matches!(panel, Panel::Addresses | Panel::Activity | Panel::Practice | Panel::Settings)
        }
        "error" => !matches!(panel, Panel::Addresses | Panel::Settings),
        _ => true,
    }
}

/// The state of the request that a panel sends for its picture.
struct Asked {
    waits: bool,
    failed: bool,
}

/// `None` if the panel sends no request to the service.
fn asks(state: &State, panel: Panel) -> Option<Asked> {
    fn of<T>(remote: &Remote<T>) -> Option<Asked> {
        Some(Asked { waits: remote.is_loading(), failed: remote.trouble().is_some() })
    }
    match panel {
        Panel::Ship | Panel::Rates => of(&state.ship.quote),
        Panel::Shipments | Panel::Refunds => of(&state.shipments.refresh),
        Panel::Manifests => of(&state.manifests.list),
        Panel::Carriers => of(&state.carriers.accounts),
        Panel::Balance => of(&state.balance.summary),
        Panel::Containers => Some(Asked {
            waits: state.containers.under_way,
            failed: state.containers.trouble.is_some(),
        }),
        Panel::Tracking => Some(Asked {
            waits: state.tracking.list.iter().any(|it| it.tracking.is_loading()),
            failed: state.tracking.list.iter().any(|it| it.tracking.trouble().is_some()),
        }),
        _ => None,
    }
}
