//! Size, place and maximizing of the window, kept from one start to the next in a file of their own:
//! they are needed before the desk is open.

use std::path::Path;

use egui::{Context, Rect, Vec2, ViewportBuilder, ViewportCommand, pos2, vec2};
use serde::{Deserialize, Serialize};

use crate::base::private;

const FILE: &str = "window.json";
/// The size of a first start, in points.
const USUAL: Vec2 = vec2(1366.0, 768.0);
const LEAST: Vec2 = vec2(900.0, 600.0);
/// A larger number in the file is a mistake.
const MOST: f32 = 16_000.0;
/// What a desktop takes of a screen for its bars and the frame of the window, at most, in points.
const AROUND: Vec2 = vec2(16.0, 110.0);

/// In points. The place is that of the frame, the size that of its contents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowPlace {
    /// Where the window was; a display server may not tell.
    place: Option<(f32, f32)>,
    size: (f32, f32),
    is_maximized: bool,
    /// Nothing was kept: the window may have to be fitted to the screen.
    #[serde(skip)]
    is_first: bool,
}

impl WindowPlace {
    /// As the window was left; the usual one if the file is missing or makes no sense.
    pub fn read(data_dir: &Path) -> Self {
        let kept = std::fs::read(data_dir.join(FILE)).ok();
        let kept: Option<Self> = kept.and_then(|json| serde_json::from_slice(&json).ok());
        let is_sane = |kept: &Self| {
            let (width, height) = kept.size;
            let place = kept.place.unwrap_or_default();
            (LEAST.x..=MOST).contains(&width)
                && (LEAST.y..=MOST).contains(&height)
                && [place.0, place.1].iter().all(|side| side.abs() <= MOST)
        };
        kept.filter(is_sane).unwrap_or(Self {
            size: USUAL.into(),
            is_first: true,
            ..Self::default()
        })
    }

    pub fn apply_to(self, builder: ViewportBuilder) -> ViewportBuilder {
        let builder = builder.with_inner_size(self.size).with_min_inner_size(LEAST);
        let builder = builder.with_maximized(self.is_maximized);
        match self.place {
            Some((x, y)) => builder.with_position(pos2(x, y)),
            None => builder,
        }
    }

    /// Follows what the user does to the window.
    pub fn follow(&mut self, ctx: &Context) {
        let (inner, outer, is_maximized, is_minimized, screen) = ctx.input(|input| {
            let window = input.viewport();
            let is = |state: Option<bool>| state.unwrap_or(false);
            let maximized = is(window.maximized) || is(window.fullscreen);
            (
                window.inner_rect,
                window.outer_rect,
                maximized,
                is(window.minimized),
                window.monitor_size,
            )
        });
        if is_minimized {
            return;
        }
        // The text size of the program is no property of the window.
        let zoom = ctx.zoom_factor();
        self.is_maximized = is_maximized;
        if !is_maximized {
            if let Some(inner) = inner.filter(|inner| inner.is_positive()) {
                self.size = (inner.size() * zoom).into();
            }
            self.place = outer.map(|outer: Rect| (outer.min * zoom).into());
        }
        if let Some(screen) = screen
            && std::mem::take(&mut self.is_first)
            && !fits(self.size.into(), screen * zoom)
        {
            ctx.send_viewport_cmd(ViewportCommand::Maximized(true));
        }
    }

    /// Keeps it for the next start.
    pub fn write(self, data_dir: &Path) {
        let written = serde_json::to_vec(&self).map_err(std::io::Error::from);
        let written = written.and_then(|json| private::write_bytes(&data_dir.join(FILE), &json));
        if let Err(error) = written {
            tracing::warn!(%error, "the size of the window was not kept");
        }
    }
}

/// Whether a window of this size leaves room for its frame and the bars of the desktop.
fn fits(size: Vec2, screen: Vec2) -> bool {
    let room = screen - AROUND;
    size.x <= room.x && size.y <= room.y
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(folder: &Path, json: &str) -> WindowPlace {
        std::fs::write(folder.join(FILE), json).unwrap();
        WindowPlace::read(folder)
    }

    /// W36: the window opened in its first size, wherever it was left.
    #[test]
    fn the_window_opens_as_it_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let first = WindowPlace::read(folder.path());
        assert!(first.is_first && first.place.is_none());
        let left = WindowPlace {
            place: Some((-40.0, 12.0)),
            size: (1600.0, 900.0),
            is_maximized: true,
            is_first: false,
        };
        left.write(folder.path());
        assert_eq!(WindowPlace::read(folder.path()), left);
        for json in [
            "",
            "{}",
            r#"{"size":[10,900]}"#,
            r#"{"size":[1600,1e9]}"#,
            r#"{"size":[1600,900],"place":[1e9,0]}"#,
        ] {
            assert_eq!(kept(folder.path(), json), first, "{json}");
        }
    }

    /// W79: a first window that is as large as the screen hides its lower end.
    #[test]
    fn a_first_window_is_fitted_to_its_screen() {
        for (screen, is_enough) in [((1366.0, 768.0), false), ((1920.0, 1080.0), true)] {
            assert_eq!(fits(USUAL, screen.into()), is_enough, "{screen:?}");
        }
    }

    /// W36 and W79: with the window itself.
    #[test]
    fn the_window_is_followed_and_opened_where_it_was() {
        let left = WindowPlace {
            place: Some((40.0, 12.0)),
            size: (1600.0, 900.0),
            is_maximized: true,
            is_first: false,
        };
        let builder = left.apply_to(ViewportBuilder::default());
        assert_eq!(builder.inner_size, Some(vec2(1600.0, 900.0)));
        assert_eq!((builder.position, builder.maximized), (Some(pos2(40.0, 12.0)), Some(true)));
        let ctx = Context::default();
        let mut input = egui::RawInput::default();
        let window = input.viewports.entry(egui::ViewportId::ROOT).or_default();
        window.inner_rect = Some(Rect::from_min_size(pos2(50.0, 40.0), vec2(1000.0, 700.0)));
        window.outer_rect = Some(Rect::from_min_size(pos2(44.0, 12.0), vec2(1012.0, 734.0)));
        window.monitor_size = Some(vec2(1366.0, 768.0));
        let folder = tempfile::tempdir().unwrap();
        let mut place = WindowPlace::read(folder.path());
        let output = ctx.run_ui(input, |ui| place.follow(ui.ctx()));
        assert_eq!((place.size, place.place), ((1000.0, 700.0), Some((44.0, 12.0))));
        let commands = &output.viewport_output[&egui::ViewportId::ROOT].commands;
        assert!(commands.contains(&ViewportCommand::Maximized(true)), "{commands:?}");
    }
}
