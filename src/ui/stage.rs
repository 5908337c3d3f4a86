//! Runs egui without a display: feeds it input, reads the accessibility tree it answers
//! with, and paints its triangles on the processor. What a person could not reach by
//! name here, a screen reader could not reach either.

mod set;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use egui::accesskit::{self, NodeId, Role, TreeUpdate};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Ui, pos2, vec2};

pub use self::set::Misset;
use super::raster::Raster;

/// Frames a layout may take to come to rest.
const MOST_FRAMES: usize = 12;
const FRAME_SECONDS: f64 = 1.0 / 60.0;

#[derive(Debug, thiserror::Error)]
pub enum StageError {
    #[error("there is no {what} on screen; there is: {seen}")]
    NotThere { what: String, seen: String },
    #[error("{what} is greyed out{}", reason.as_deref().map(|text| format!(": {text}")).unwrap_or_default())]
    Disabled {
        what: String,
        reason: Option<String>,
    },
    #[error("{count} controls are called {what}")]
    Ambiguous { what: String, count: usize },
    #[error("writing the picture {path}")]
    Picture {
        path: PathBuf,
        #[source]
        source: image::ImageError,
    },
}

/// One thing of the accessibility tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub id: NodeId,
    pub role: Role,
    pub name: String,
    pub value: Option<String>,
    pub description: Option<String>,
    pub disabled: bool,
    /// Checked, pressed or chosen.
    pub on: bool,
    pub focused: bool,
    /// In points.
    pub bounds: Rect,
}

impl Element {
    /// Something to click, toggle, pick from or type into.
    pub fn is_control(&self) -> bool {
        egui::accessibility::is_input(self.role) || matches!(self.role, Role::Row | Role::Table)
    }
}

/// A context, its input and its last picture.
pub struct Stage {
    ctx: egui::Context,
    raster: Raster,
    scale: f32,
    time: f64,
    events: Vec<Event>,
    elements: Vec<Element>,
    shapes: Vec<egui::epaint::ClippedShape>,
    copied: Option<String>,
    wants_more: bool,
    pointer: Pos2,
    /// Files carried over the window.
    pub hovered: Vec<egui::HoveredFile>,
    /// Files let go over it; the next frame takes them.
    pub dropped: Vec<egui::DroppedFileHandle>,
}

impl Stage {
    /// A screen of so many pixels, `scale` of them a point.
    pub fn new(width: usize, height: usize, scale: f32) -> Self {
        let ctx = egui::Context::default();
        ctx.enable_accesskit();
        super::theme::add_installed_fonts(&ctx);
        ctx.set_os(egui::os::OperatingSystem::Nix);
        ctx.all_styles_mut(|style| style.scroll_animation = egui::style::ScrollAnimation::none());
        Self {
            ctx,
            raster: Raster::new(width, height),
            scale,
            time: 0.0,
            events: Vec::new(),
            elements: Vec::new(),
            shapes: Vec::new(),
            copied: None,
            wants_more: true,
            pointer: pos2(-1.0, -1.0),
            hovered: Vec::new(),
            dropped: Vec::new(),
        }
    }

    pub fn resize(&mut self, (width, height): (usize, usize)) {
        self.raster.resize(width, height);
    }

    /// In pixels.
    pub fn size(&self) -> (usize, usize) {
        self.raster.size()
    }

    pub fn ctx(&self) -> &egui::Context {
        &self.ctx
    }

    /// Everything that has a name or a value, in tree order.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// What was last put on the clipboard.
    pub fn copied(&self) -> Option<&str> {
        self.copied.as_deref()
    }

    /// Whether egui asked for another frame at once.
    pub fn wants_more(&self) -> bool {
        self.wants_more
    }

    /// One frame.
    pub fn frame(&mut self, draw: &mut dyn FnMut(&mut Ui)) {
        let (width, height) = self.raster.size();
        let room = vec2(width as f32, height as f32) / self.scale;
        self.time += FRAME_SECONDS;
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, room)),
            max_texture_side: Some(8192),
            time: Some(self.time),
            events: std::mem::take(&mut self.events),
            hovered_files: self.hovered.clone(),
            dropped_files: std::mem::take(&mut self.dropped),
            focused: true,
            ..RawInput::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&input.viewport_id) {
            viewport.native_pixels_per_point = Some(self.scale);
        }
        let output = self.ctx.run_ui(input, |ui| draw(ui));
        for command in &output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                self.copied = Some(text.clone());
            }
        }
        if let Some(update) = &output.platform_output.accesskit_update {
            self.elements = elements(update);
        }
        self.wants_more = output
            .viewport_output
            .values()
            .any(|viewport| viewport.repaint_delay.is_zero());
        self.shapes = output.shapes;
        let gone = self.raster.update(output.textures_delta);
        self.raster.free(&gone);
    }

    /// Frames until nothing asks for another, or a dozen.
    pub fn settle(&mut self, draw: &mut dyn FnMut(&mut Ui)) {
        for _ in 0..MOST_FRAMES {
            self.frame(draw);
            if !self.wants_more {
                break;
            }
        }
    }

    /// The one control of that name; a plain text only when no control is called so.
    pub fn find(&self, name: &str) -> Result<Element, StageError> {
        let called: Vec<&Element> = self
            .elements
            .iter()
            .filter(|element| element.name == name)
            .collect();
        let controls: Vec<&Element> = called
            .iter()
            .copied()
            .filter(|element| element.is_control())
            .collect();
        match (controls.as_slice(), called.as_slice()) {
            ([control], _) => Ok((*control).clone()),
            ([], [first, ..]) => Ok((*first).clone()),
            ([], []) => Err(StageError::NotThere {
                what: format!("“{name}”"),
                seen: self.seen(),
            }),
            (many, _) => Err(StageError::Ambiguous {
                what: format!("“{name}”"),
                count: many.len(),
            }),
        }
    }

    /// Whether some text on screen, a name or a value, holds these words.
    pub fn shows(&self, words: &str) -> bool {
        self.elements.iter().any(|element| {
            element.name.contains(words)
                || element
                    .value
                    .as_deref()
                    .is_some_and(|value| value.contains(words))
        })
    }

    /// Every text of the last frame with its letters as they stand on screen.
    pub fn painted(&self) -> Vec<&str> {
        fn collect<'a>(shape: &'a egui::Shape, texts: &mut Vec<&'a str>) {
            match shape {
                egui::Shape::Text(text) => texts.push(text.galley.text()),
                egui::Shape::Vec(shapes) => shapes.iter().for_each(|it| collect(it, texts)),
                _ => {}
            }
        }
        let mut texts = Vec::new();
        for clipped in &self.shapes {
            collect(&clipped.shape, &mut texts);
        }
        texts
    }

    /// Brings a control into sight and clicks its middle with the pointer.
    pub fn click(&mut self, name: &str, draw: &mut dyn FnMut(&mut Ui)) -> Result<(), StageError> {
        let element = self.reach(name, draw)?;
        self.click_at(element.bounds.center(), draw);
        Ok(())
    }

    pub fn click_at(&mut self, at: Pos2, draw: &mut dyn FnMut(&mut Ui)) {
        self.move_to(at);
        self.frame(draw);
        for pressed in [true, false] {
            self.events.push(Event::PointerButton {
                pos: at,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
            self.frame(draw);
        }
        self.settle(draw);
    }

    pub fn move_to(&mut self, at: Pos2) {
        self.pointer = at;
        self.events.push(Event::PointerMoved(at));
    }

    /// Replaces what stands in a field.
    pub fn type_into(
        &mut self,
        name: &str,
        words: &str,
        draw: &mut dyn FnMut(&mut Ui),
    ) -> Result<(), StageError> {
        self.click(name, draw)?;
        self.press(Modifiers::COMMAND, Key::A, draw);
        if words.is_empty() {
            self.press(Modifiers::NONE, Key::Delete, draw);
        } else {
            self.events.push(Event::Text(words.to_owned()));
            self.settle(draw);
        }
        Ok(())
    }

    /// Waits for the next frame.
    pub fn queue(&mut self, event: Event) {
        self.events.push(event);
    }

    pub fn press(&mut self, modifiers: Modifiers, key: Key, draw: &mut dyn FnMut(&mut Ui)) {
        self.events.push(Event::ModifiersChanged(modifiers));
        for pressed in [true, false] {
            self.events.push(Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers,
            });
        }
        self.events.push(Event::ModifiersChanged(Modifiers::NONE));
        self.settle(draw);
    }

    /// Events that arrive together, as on a computer too slow to draw between them.
    pub fn burst(&mut self, events: Vec<Event>, draw: &mut dyn FnMut(&mut Ui)) {
        self.events.extend(events);
        self.settle(draw);
    }

    /// The last frame as a graphics card would get it.
    pub fn triangles(&self) -> Vec<egui::ClippedPrimitive> {
        let scale = self.ctx.pixels_per_point();
        self.ctx.tessellate(self.shapes.clone(), scale)
    }

    /// The last frame as pixels: width, height, RGBA.
    pub fn picture(&mut self) -> (usize, usize, Vec<u8>) {
        let scale = self.ctx.pixels_per_point();
        let primitives = self.triangles();
        self.raster.paint(&primitives, scale);
        let (width, height) = self.raster.size();
        (width, height, self.raster.rgba())
    }

    /// Writes the last frame as a PNG.
    pub fn screenshot(&mut self, path: &Path) -> Result<(), StageError> {
        let (width, height, pixels) = self.picture();
        let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
        image::save_buffer(
            path,
            &pixels,
            side(width),
            side(height),
            image::ExtendedColorType::Rgba8,
        )
        .map_err(|source| StageError::Picture {
            path: path.to_owned(),
            source,
        })
    }

    /// Controls that nobody could ask for by name.
    pub fn nameless(&self) -> Vec<&Element> {
        self.elements
            .iter()
            .filter(|element| element.is_control() && element.name.trim().is_empty())
            .collect()
    }

    /// Words of the last frame that lie on others, are cut or covered.
    pub fn misset(&self) -> Vec<Misset> {
        let fields = self
            .elements
            .iter()
            .filter(|element| matches!(element.role, Role::TextInput | Role::MultilineTextInput));
        let fields: Vec<Rect> = fields.map(|field| field.bounds).collect();
        set::misset(&self.shapes, &fields)
    }

    fn reach(&mut self, name: &str, draw: &mut dyn FnMut(&mut Ui)) -> Result<Element, StageError> {
        let element = self.find(name)?;
        if element.disabled {
            return Err(StageError::Disabled {
                what: format!("“{name}”"),
                reason: element.description,
            });
        }
        self.events
            .push(Event::AccessKitActionRequest(accesskit::ActionRequest {
                action: accesskit::Action::ScrollIntoView,
                target_tree: accesskit::TreeId::ROOT,
                target_node: element.id,
                data: None,
            }));
        self.settle(draw);
        self.find(name)
    }

    fn seen(&self) -> String {
        let mut names: Vec<&str> = self
            .elements
            .iter()
            .filter(|element| element.is_control() && !element.name.is_empty())
            .map(|element| element.name.as_str())
            .collect();
        names.dedup();
        names.join(" | ")
    }
}

fn elements(update: &TreeUpdate) -> Vec<Element> {
    let by_id: HashMap<NodeId, &accesskit::Node> =
        update.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let name_of = |node: &accesskit::Node| {
        let own = node
            .label()
            .map(str::to_owned)
            .filter(|label| !label.is_empty());
        let by_others = || {
            let labels: Vec<String> = node
                .labelled_by()
                .iter()
                .filter_map(|id| by_id.get(id))
                .filter_map(|label| label.value().or(label.label()).map(str::to_owned))
                .collect();
            (!labels.is_empty()).then(|| labels.join(" "))
        };
        let spoken = || {
            (node.role() == Role::Label)
                .then(|| node.value().map(str::to_owned))
                .flatten()
        };
        own.or_else(by_others).or_else(spoken).unwrap_or_default()
    };
    update
        .nodes
        .iter()
        .filter_map(|(id, node)| {
            let bounds = node.bounds()?;
            let name = name_of(node);
            let value = node.value().map(str::to_owned);
            let control = egui::accessibility::is_input(node.role());
            if name.is_empty() && value.is_none() && !control {
                return None;
            }
            Some(Element {
                id: *id,
                role: node.role(),
                name,
                value,
                description: node.description().map(str::to_owned),
                disabled: node.is_disabled(),
                on: node.toggled() == Some(accesskit::Toggled::True)
                    || node.is_selected() == Some(true),
                focused: update.focus == *id,
                bounds: points(bounds),
            })
        })
        .collect()
}

#[allow(clippy::cast_possible_truncation)] // positions on a screen
fn points(rect: accesskit::Rect) -> Rect {
    Rect::from_min_max(
        pos2(rect.x0 as f32, rect.y0 as f32),
        pos2(rect.x1 as f32, rect.y1 as f32),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_clicks_and_reads_by_name() {
        let mut stage = Stage::new(300, 200, 1.0);
        let mut text = String::new();
        let mut clicks = 0;
        let mut draw = |ui: &mut Ui| {
            ui.text_edit_singleline(&mut text).accessible_name("City");
            if ui.button("Add").clicked() {
                clicks += 1;
            }
            ui.add_enabled(false, egui::Button::new("Buy"));
        };
        stage.settle(&mut draw);
        stage.type_into("City", "Zürich", &mut draw).unwrap();
        stage.click("Add", &mut draw).unwrap();
        assert_eq!(stage.find("City").unwrap().value.as_deref(), Some("Zürich"));
        assert!(matches!(
            stage.click("Buy", &mut draw),
            Err(StageError::Disabled { .. })
        ));
        assert!(matches!(
            stage.click("Sell", &mut draw),
            Err(StageError::NotThere { .. })
        ));
        assert!(stage.nameless().is_empty());
        let (width, height, pixels) = stage.picture();
        assert_eq!(pixels.len(), width * height * 4);
        assert!(
            pixels.iter().any(|part| *part > 100),
            "the picture is black"
        );
        assert_eq!((text.as_str(), clicks), ("Zürich", 1));
    }
}
