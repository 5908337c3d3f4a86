//! A label as plain shapes on a grid of 203 dots per inch, with y pointing down.

use postroom_drawing::font::Weight;

pub const DOTS_PER_INCH: f32 = 203.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

impl Area {
    pub fn new(x: i32, y: i32, width: i32, height: i32) -> Area {
        Area { x, y, width, height }
    }

    pub fn right(&self) -> i32 {
        self.x + self.width
    }

    pub fn bottom(&self) -> i32 {
        self.y + self.height
    }

    /// The area without a margin of `dots` on each side.
    pub fn inset(&self, dots: i32) -> Area {
        Area::new(
            self.x + dots,
            self.y + dots,
            (self.width - 2 * dots).max(0),
            (self.height - 2 * dots).max(0),
        )
    }

    /// The area after a quarter turn clockwise of a page `page_height` dots high.
    fn turned(&self, page_height: i32) -> Area {
        Area::new(page_height - self.bottom(), self.x, self.height, self.width)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Center,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Black,
    White,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled rectangle.
    Box(Area),
    /// The outline of a rectangle, drawn inside its area.
    Frame { area: Area, thick: i32 },
    /// One line of text. The area has the width for alignment, and its height reaches from the top
    /// of the capitals to the baseline.
    Text { area: Area, size: i32, weight: Weight, align: Align, ink: Ink, text: String },
    /// A Code 128 barcode: code values without check and stop. The area is that of the bars,
    /// without the quiet zone.
    Code128 { area: Area, module: i32, codes: Vec<u8> },
}

impl Shape {
    fn turned(self, page_height: i32) -> Shape {
        match self {
            Shape::Box(area) => Shape::Box(area.turned(page_height)),
            Shape::Frame { area, thick } => Shape::Frame { area: area.turned(page_height), thick },
            Shape::Text { area, size, weight, align, ink, text } => {
                Shape::Text { area: area.turned(page_height), size, weight, align, ink, text }
            }
            Shape::Code128 { area, module, codes } => {
                Shape::Code128 { area: area.turned(page_height), module, codes }
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub width: i32,
    pub height: i32,
    /// The page size in points; the size of a Letter page is half a dot off the grid.
    pub points: (f32, f32),
    /// Whether text and bars run downwards, after a quarter turn clockwise.
    pub turned: bool,
    pub shapes: Vec<Shape>,
}

impl Scene {
    pub fn new((width_in, height_in): (f32, f32)) -> Scene {
        Scene {
            width: (width_in * DOTS_PER_INCH).round() as i32,
            height: (height_in * DOTS_PER_INCH).round() as i32,
            points: (width_in * 72.0, height_in * 72.0),
            turned: false,
            shapes: Vec::new(),
        }
    }

    /// The same scene after a quarter turn clockwise.
    pub fn turned(self) -> Scene {
        let page_height = self.height;
        Scene {
            width: self.height,
            height: self.width,
            points: (self.points.1, self.points.0),
            turned: true,
            shapes: self.shapes.into_iter().map(|shape| shape.turned(page_height)).collect(),
        }
    }
}
