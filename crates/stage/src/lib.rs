//! The window without a display. `egui_kittest` runs its frames, its input and its accessibility
//! tree; a control that cannot be found by name there is not available to a screen reader either.
//! This file adds what our tests and the tour also need: an error that says what is on screen, why
//! a control is disabled, PNG files, and detection of unreadable text and of what leaves the window.

mod outside;
pub mod raster;
mod set;

use std::ops::{Deref, DerefMut};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers, PointerButton, Rect, Ui, UiBuilder, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};

pub use self::set::TextFault;
use postroom_base::crash;

use self::raster::Raster;

/// Most frames until the layout settles.
const MOST_FRAMES: u64 = 12;
const FRAME_SECONDS: f32 = 1.0 / 60.0;
/// Largest side of a texture, in pixels: the limit of graphics cards in old laptops.
const TEXTURE_SIDE: usize = 8192;

#[derive(Debug, thiserror::Error)]
pub enum StageError {
    #[error("there is no {what} on screen; there is: {seen}")]
    NotThere { what: String, seen: String },
    #[error("{what} is greyed out{}", reason.as_deref().map(|text| format!(": {text}")).unwrap_or_default())]
    Disabled { what: String, reason: Option<String> },
    #[error("{count} controls are called {what}")]
    Ambiguous { what: String, count: usize },
    #[error(
        "reading kittest.toml in this folder or one above it failed: {reason}; correct or remove that file"
    )]
    Settings { reason: String },
    #[error("painting the window: {reason}")]
    Painting { reason: String },
    #[error("writing the picture {path}")]
    Picture {
        path: PathBuf,
        #[source]
        source: image::ImageError,
    },
}

/// One node of the accessibility tree, copied out of its frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub role: Role,
    pub name: String,
    pub value: Option<String>,
    pub description: Option<String>,
    pub disabled: bool,
    /// Checked, pressed or chosen.
    pub on: bool,
    /// Has the keyboard, or is the table of the row that screen readers say.
    pub focused: bool,
    /// In points.
    pub bounds: Rect,
}

impl Element {
    /// Whether it can be clicked, toggled, picked from or typed into.
    pub fn is_control(&self) -> bool {
        is_control(self.role)
    }

    /// `None` for a node without a place on screen, or with neither a name nor a value.
    fn of(node: &Node<'_>) -> Option<Self> {
        let read = node.accesskit_node();
        read.raw_bounds()?;
        let role = read.role();
        let value = read.value();
        let spoken = || (role == Role::Label).then(|| value.clone()).flatten();
        let name = read.label().or_else(spoken).unwrap_or_default();
        if name.is_empty() && value.is_none() && !egui::accessibility::is_input(role) {
            return None;
        }
        Some(Self {
            role,
            name,
            value,
            description: read.description(),
            disabled: read.is_disabled(),
            on: read.toggled() == Some(Toggled::True) || read.is_selected() == Some(true),
            focused: read.is_focused()
                || read.active_descendant().is_some_and(|it| it.is_focused()),
            bounds: node.rect(),
        })
    }
}

fn is_control(role: Role) -> bool {
    egui::accessibility::is_input(role) || matches!(role, Role::Row | Role::Table)
}

/// A window run by `egui_kittest`, with `S` as its state; methods and queries of the harness are
/// available through [`Deref`]. The tour must not panic, so it uses [`Harness::run_ok`] rather than
/// [`Harness::run`], and [`Stage::find`] rather than queries that panic.
pub struct Stage<S: 'static> {
    harness: Harness<'static, S>,
}

impl<S> Deref for Stage<S> {
    type Target = Harness<'static, S>;

    fn deref(&self) -> &Self::Target {
        &self.harness
    }
}

impl<S> DerefMut for Stage<S> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.harness
    }
}

impl<S> Stage<S> {
    /// A settled window of this size in pixels, at one pixel per point. `prepare` sets typefaces and
    /// plugins before the first frame; `draw` runs once per frame.
    ///
    /// # Errors
    /// [`StageError::Settings`] if the library cannot read its settings.
    pub fn new(
        (width, height): (usize, usize),
        prepare: impl FnOnce(&egui::Context) + 'static,
        state: S,
        mut draw: impl FnMut(&mut Ui, &mut S) + 'static,
    ) -> Result<Self, StageError> {
        // The library looks for kittest.toml from the current folder upward, and
        // panics if it cannot parse that file.
        let builder = catch_unwind(Harness::builder)
            .map_err(|panic| StageError::Settings { reason: crash::panic_message(&*panic) })?;
        let harness = builder
            .with_size(vec2(width as f32, height as f32))
            .with_step_dt(FRAME_SECONDS)
            // The library stops one frame after this number.
            .with_max_steps(MOST_FRAMES - 1)
            .with_wait_for_pending_images(false)
            // These two checks panic on content.
            .with_accessibility_check(false)
            .allow_missing_glyphs()
            .with_render_cursor(false)
            .with_context_setup(|ctx| {
                // Must be first, because the scanner reads the clock.
                ctx.add_plugin(Display::default());
                prepare(ctx);
            })
            .renderer(Raster::default())
            .build_ui_state(move |ui, state| draw(&mut whole_window(ui), state), state);
        Ok(Self { harness })
    }

    /// Resizes the window, in pixels, from the next frame on.
    pub fn resize(&mut self, (width, height): (usize, usize)) {
        let points = vec2(width as f32, height as f32) / self.ctx.pixels_per_point();
        self.set_size(points);
    }

    pub fn into_state(self) -> S {
        self.harness.into_state()
    }

    /// All elements with a name or a value, in tree order.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        let nodes = self.root().children_recursive();
        nodes.filter_map(|node| Element::of(&node))
    }

    /// The text copied last to the clipboard.
    pub fn copied(&self) -> Option<String> {
        let display = self.ctx.plugin_opt::<Display>()?;
        display.lock().copied.clone()
    }

    /// The only control with this name; a plain text only if no control has it.
    ///
    /// # Errors
    /// Nothing has this name, or several controls do.
    pub fn find(&self, name: &str) -> Result<Element, StageError> {
        let node = self.node(name)?;
        Element::of(&node).ok_or_else(|| self.not_there(name))
    }

    /// Whether a name or a value on screen contains this text.
    pub fn shows(&self, words: &str) -> bool {
        self.elements().any(|element| {
            let value = element.value.as_deref();
            element.name.contains(words) || value.is_some_and(|value| value.contains(words))
        })
    }

    /// All texts of the last frame, with their characters in display order.
    pub fn painted(&self) -> Vec<&str> {
        fn collect<'a>(shape: &'a egui::Shape, texts: &mut Vec<&'a str>) {
            match shape {
                egui::Shape::Text(text) => texts.push(text.galley.text()),
                egui::Shape::Vec(shapes) => shapes.iter().for_each(|it| collect(it, texts)),
                _ => {}
            }
        }
        let mut texts = Vec::new();
        for clipped in &self.output().shapes {
            collect(&clipped.shape, &mut texts);
        }
        texts
    }

    /// Scrolls to a control and clicks its center.
    ///
    /// # Errors
    /// As [`Stage::find`], and if the control is disabled.
    pub fn click(&mut self, name: &str) -> Result<(), StageError> {
        let node = self.node(name)?;
        let read = node.accesskit_node();
        if read.is_disabled() {
            return Err(StageError::Disabled {
                what: format!("“{name}”"),
                reason: read.description(),
            });
        }
        node.scroll_to_me();
        self.run_ok();
        let pos = self.node(name)?.rect().center();
        // In one frame, as for keys: a response arriving between two frames could move the control.
        let turned = |pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.burst(vec![Event::PointerMoved(pos), turned(true), turned(false)]);
        Ok(())
    }

    /// Replaces the text of a field.
    ///
    /// # Errors
    /// As [`Stage::click`].
    pub fn type_into(&mut self, name: &str, words: &str) -> Result<(), StageError> {
        self.click(name)?;
        self.press(Modifiers::COMMAND, Key::A);
        if words.is_empty() {
            self.press(Modifiers::NONE, Key::Delete);
        } else {
            self.event(Event::Text(words.to_owned()));
            self.run_ok();
        }
        Ok(())
    }

    /// Presses and releases a key within one frame. [`Harness::key_press_modifiers`] takes four
    /// frames, which slows down tests that navigate by Tab.
    pub fn press(&mut self, modifiers: Modifiers, key: Key) {
        let turned =
            |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.burst(vec![
            Event::ModifiersChanged(modifiers),
            turned(true),
            turned(false),
            Event::ModifiersChanged(Modifiers::NONE),
        ]);
    }

    /// Sends all events in one frame, as on a computer too slow to draw between them.
    pub fn burst(&mut self, events: Vec<Event>) {
        self.input_mut().events.extend(events);
        self.run_ok();
    }

    /// The last frame as triangles, as a graphics card would receive it.
    pub fn triangles(&self) -> Vec<egui::ClippedPrimitive> {
        let output = self.output();
        let shapes = output.shapes.clone();
        self.ctx.tessellate(shapes, output.pixels_per_point)
    }

    /// The last frame as pixels.
    ///
    /// # Errors
    /// [`StageError::Painting`] if the window has no size.
    pub fn picture(&mut self) -> Result<image::RgbaImage, StageError> {
        let painted = self.render();
        painted.map_err(|reason| StageError::Painting { reason })
    }

    /// Writes the last frame as a PNG.
    ///
    /// # Errors
    /// As [`Stage::picture`], and if the file cannot be written.
    pub fn screenshot(&mut self, path: &Path) -> Result<(), StageError> {
        let saved = self.picture()?.save(path);
        saved.map_err(|source| StageError::Picture { path: path.to_owned(), source })
    }

    /// Controls without a name, which neither tests nor screen readers can find.
    pub fn nameless(&self) -> Vec<Element> {
        self.elements()
            .filter(|element| element.is_control() && element.name.trim().is_empty())
            .collect()
    }

    /// Texts of the last frame that overlap others, are cut off or covered, and texts and controls
    /// that leave the window where it cannot be scrolled to them.
    pub fn text_faults(&self) -> Vec<TextFault> {
        let fields = self
            .elements()
            .filter(|element| matches!(element.role, Role::TextInput | Role::MultilineTextInput));
        let fields: Vec<Rect> = fields.map(|field| field.bounds).collect();
        let window = self.ctx.viewport_rect();
        let (outside, sideways) = outside::outside(&self.root(), window);
        let around = set::Surroundings { window, fields, sideways };
        let mut faults = set::text_faults(&self.output().shapes, around);
        faults.extend(outside);
        faults
    }

    fn node<'a>(&'a self, name: &'a str) -> Result<Node<'a>, StageError> {
        let placed = |node: &Node<'_>| node.accesskit_node().has_bounds();
        let called: Vec<Node<'a>> = self.query_all_by_label(name).filter(placed).collect();
        let of_a_control = |node: &&Node<'_>| is_control(node.accesskit_node().role());
        let mut controls = called.iter().filter(of_a_control);
        match (controls.next(), controls.count(), called.first()) {
            (Some(control), 0, _) => Ok(*control),
            (None, _, Some(text)) => Ok(*text),
            (None, _, None) => Err(self.not_there(name)),
            (Some(_), more, _) => {
                Err(StageError::Ambiguous { what: format!("“{name}”"), count: more + 1 })
            }
        }
    }

    pub fn not_there(&self, name: &str) -> StageError {
        let mut names: Vec<String> = self
            .elements()
            .filter(|element| element.is_control() && !element.name.is_empty())
            .map(|element| element.name)
            .collect();
        names.dedup();
        StageError::NotThere { what: format!("“{name}”"), seen: names.join(" | ") }
    }
}

/// Uses the entire viewport: the library's frame has a margin, but a window has none.
fn whole_window(ui: &mut Ui) -> Ui {
    let room = ui.ctx().viewport_rect();
    let mut window = ui.new_child(UiBuilder::new().max_rect(room));
    window.set_clip_rect(room);
    window
}

/// Simulates what the display provides to a window, apart from pixels.
#[derive(Default)]
struct Display {
    copied: Option<String>,
    /// In seconds. The library only tells egui how long a frame takes.
    time: f64,
}

impl egui::Plugin for Display {
    fn debug_name(&self) -> &'static str {
        "display"
    }

    fn input_hook(&mut self, _: &egui::Context, input: &mut egui::RawInput) {
        input.max_texture_side = Some(TEXTURE_SIDE);
        self.time += f64::from(FRAME_SECONDS);
        input.time = Some(self.time);
    }

    fn output_hook(&mut self, _: &egui::Context, output: &mut egui::FullOutput) {
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                self.copied = Some(text.clone());
            }
        }
    }
}
