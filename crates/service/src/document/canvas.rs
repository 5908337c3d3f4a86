//! The canvas a label is drawn on: text that fits, boxes and barcodes.

use super::scene::{Align, Area, Ink, Scene, Shape};
use super::{DrawError, fit};
use postroom_base::code128;
use postroom_drawing::font::{CAP_HEIGHT, Face, Weight};

/// The smallest type that a 203 dpi print head can print, about five points. For text that must not
/// be cut when there is no more room.
pub const SMALLEST: i32 = 13;
/// The smallest type that people read without effort: capitals of 14 dots.
pub const LEGIBLE: i32 = 20;

/// A scene being drawn, with the fonts that measure its text.
pub struct Canvas {
    pub scene: Scene,
    faces: Vec<(Weight, Face)>,
}

impl Canvas {
    pub fn new(inches: (f32, f32)) -> Result<Canvas, DrawError> {
        let faces: Option<Vec<(Weight, Face)>> =
            Weight::ALL.into_iter().map(|weight| Some((weight, Face::open(weight)?))).collect();
        Ok(Canvas { scene: Scene::new(inches), faces: faces.ok_or(DrawError::Typeface)? })
    }

    pub fn face(&self, weight: Weight) -> Result<&Face, DrawError> {
        self.faces
            .iter()
            .find(|(of, _)| *of == weight)
            .map(|(_, face)| face)
            .ok_or(DrawError::Typeface)
    }

    pub fn fill(&mut self, area: Area) {
        self.scene.shapes.push(Shape::Box(area));
    }

    pub fn frame(&mut self, area: Area, thick: i32) {
        self.scene.shapes.push(Shape::Frame { area, thick });
    }

    /// Draws one line whose capitals are vertically centered in the area, in type of at most the
    /// style's `largest` size, smaller when the area is narrow. Returns the size used.
    pub fn line(&mut self, area: Area, style: Style, text: &str) -> Result<i32, DrawError> {
        let largest = style.largest.min((area.height as f32 / CAP_HEIGHT) as i32).max(1);
        let smallest = (largest * 2 / 5).clamp(1, SMALLEST).min(largest);
        let (size, text) = fit::line(self.face(style.weight)?, text, area.width, largest, smallest);
        let capitals = cap_height(size);
        let top = area.y + (area.height - capitals) / 2;
        self.put(Area::new(area.x, top, area.width, capitals), size, style, text);
        Ok(size)
    }

    /// Draws a name vertically centered in the area: on one line, or on two when it is long.
    pub fn name(&mut self, area: Area, style: Style, text: &str) -> Result<(), DrawError> {
        let largest = style.largest.min((area.height as f32 / CAP_HEIGHT) as i32).max(1);
        let style = Style { largest, ..style };
        let face = self.face(style.weight)?;
        // Two lines read better than type below half the size.
        if face.width(text) * largest as f32 <= area.width as f32 * 2.0 {
            return self.line(area, style, text).map(|_| ());
        }
        let lines = [text.to_owned()];
        let (size, lines) =
            fit::block(face, &lines, area.width, area.height, largest / 2, SMALLEST);
        let high = i32::try_from(lines.len()).unwrap_or(1) * fit::line_height(size);
        let middle = area.y
            + (area.height - high).max(0) / 2
            + (fit::line_height(size) - cap_height(size)) / 2;
        for (row, line) in (0..).zip(lines) {
            let top = middle + row * fit::line_height(size);
            self.put(
                Area::new(area.x, top, area.width, cap_height(size)),
                size,
                style,
                line.trim().to_owned(),
            );
        }
        Ok(())
    }

    fn put(&mut self, area: Area, size: i32, style: Style, text: String) {
        if text.is_empty() {
            return;
        }
        self.scene.shapes.push(Shape::Text {
            area,
            size,
            weight: style.weight,
            align: style.align,
            ink: style.ink,
            text,
        });
    }

    /// Whether [`Canvas::lines`] fits everything in type of this size.
    pub fn has_room(
        &self,
        area: Area,
        weight: Weight,
        size: i32,
        lines: &[String],
    ) -> Result<bool, DrawError> {
        let face = self.face(weight)?;
        Ok(fit::has_room(face, lines, area.width, area.height, size))
    }

    /// Draws lines from the top of the area down.
    pub fn lines(
        &mut self,
        area: Area,
        style: Style,
        smallest: i32,
        lines: &[String],
    ) -> Result<(), DrawError> {
        let face = self.face(style.weight)?;
        let (size, lines) =
            fit::block(face, lines, area.width, area.height, style.largest, smallest);
        for (row, line) in (0..).zip(lines) {
            let top = area.y + row * fit::line_height(size);
            self.put(Area::new(area.x, top, area.width, cap_height(size)), size, style, line);
        }
        Ok(())
    }

    /// Draws a Code 128 barcode centered in the area, with a quiet zone of at least ten modules on
    /// each side.
    pub fn code128(&mut self, area: Area, widest_module: i32, text: &str) -> Result<(), DrawError> {
        const QUIET: i32 = 10;
        let codes = code128::encode(text).ok_or_else(|| DrawError::Barcode(text.to_owned()))?;
        let modules = code128::modules(&codes).len();
        let count = i32::try_from(modules).unwrap_or(i32::MAX / 64);
        let module = (area.width / (count + 2 * QUIET)).min(widest_module);
        // A module of one dot is thinner than a 203 dpi print head prints reliably.
        if module < 2 {
            return Err(DrawError::BarcodeTooWide { modules, width_dots: area.width });
        }
        let width = count * module;
        self.scene.shapes.push(Shape::Code128 {
            area: Area::new(area.x + (area.width - width) / 2, area.y, width, area.height),
            module,
            codes,
        });
        Ok(())
    }
}

#[derive(Clone, Copy)]
pub struct Style {
    pub largest: i32,
    pub weight: Weight,
    pub align: Align,
    pub ink: Ink,
}

impl Style {
    pub fn new(largest: i32, weight: Weight) -> Style {
        Style { largest, weight, align: Align::Left, ink: Ink::Black }
    }

    pub fn align(self, align: Align) -> Style {
        Style { align, ..self }
    }

    pub fn white(self) -> Style {
        Style { ink: Ink::White, ..self }
    }
}

fn cap_height(size: i32) -> i32 {
    (size as f32 * CAP_HEIGHT).round() as i32
}
