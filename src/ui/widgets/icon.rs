//! Line icons drawn on a grid of 16, so that they do not depend on the glyphs of a font.

use egui::{Color32, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};

use crate::ui::tokens::size;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    Ship,
    /// A list with check marks.
    Orders,
    Rates,
    Shipments,
    /// An arrow back.
    Back,
    Manifests,
    Tracking,
    Addresses,
    Balance,
    Activity,
    Practice,
    Settings,
    Check,
    Cross,
    Warning,
    Info,
    Clock,
    Search,
    Copy,
    Refresh,
    Plus,
    Minus,
    Down,
    Up,
    Right,
    /// Sacks and pallets, one on the other.
    Stack,
    Truck,
    House,
    Plug,
    Person,
    Play,
    Pause,
    Save,
    Printer,
    Scale,
    /// A price tag.
    Tag,
    Calendar,
    Columns,
    Left,
    Dot,
}

/// Draws the icon centered in the rectangle.
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let side = rect.width().min(rect.height());
    let scale = side / 16.0;
    let origin = rect.center() - vec2(side, side) * 0.5;
    let pen = Pen {
        painter,
        at: origin,
        scale,
        stroke: Stroke::new((1.5 * scale).max(1.0), color),
        color,
    };
    draw(&pen, icon);
}

/// Allocates the space of one icon and draws it. It is decoration: the text beside
/// it is the accessible name.
pub fn icon_ui(ui: &mut Ui, icon: Icon, side: f32, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(side, side), Sense::empty());
    if ui.is_rect_visible(rect) {
        paint(ui.painter(), rect, icon, color);
    }
}

pub fn small_ui(ui: &mut Ui, icon: Icon, color: Color32) {
    icon_ui(ui, icon, size::ICON_SMALL, color);
}

struct Pen<'a> {
    painter: &'a Painter,
    at: Pos2,
    scale: f32,
    stroke: Stroke,
    color: Color32,
}

impl Pen<'_> {
    fn point(&self, (x, y): (f32, f32)) -> Pos2 {
        pos2(self.at.x + x * self.scale, self.at.y + y * self.scale)
    }

    fn line(&self, points: &[(f32, f32)]) {
        let points = points.iter().map(|point| self.point(*point)).collect();
        self.painter.add(Shape::line(points, self.stroke));
    }

    fn closed(&self, points: &[(f32, f32)]) {
        let points = points.iter().map(|point| self.point(*point)).collect();
        self.painter.add(Shape::closed_line(points, self.stroke));
    }

    fn circle(&self, centre: (f32, f32), radius: f32) {
        self.painter.circle_stroke(self.point(centre), radius * self.scale, self.stroke);
    }

    fn dot(&self, centre: (f32, f32), radius: f32) {
        self.painter.circle_filled(self.point(centre), radius * self.scale, self.color);
    }

    /// Part of a circle, with angles in turns, clockwise from the right.
    fn arc(&self, centre: (f32, f32), radius: f32, turns: std::ops::Range<f32>) {
        const STEPS: u8 = 20;
        let points: Vec<(f32, f32)> = (0..=STEPS)
            .map(|step| {
                let part = f32::from(step) / f32::from(STEPS);
                let angle =
                    (turns.start + (turns.end - turns.start) * part) * std::f32::consts::TAU;
                (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin())
            })
            .collect();
        self.line(&points);
    }
}

fn draw(pen: &Pen<'_>, icon: Icon) {
    match icon {
        Icon::Orders => {
            for y in [3.5, 8.0, 12.5] {
                pen.line(&[(7.5, y), (14.0, y)]);
            }
            for y in [3.5, 8.0] {
                pen.line(&[(2.0, y), (3.2, y + 1.2), (5.4, y - 1.4)]);
            }
            pen.circle((3.6, 12.5), 1.2);
        }
        Icon::Ship => {
            pen.closed(&[
                (2.0, 5.0),
                (8.0, 2.0),
                (14.0, 5.0),
                (14.0, 11.5),
                (8.0, 14.5),
                (2.0, 11.5),
            ]);
            pen.line(&[(2.0, 5.0), (8.0, 8.0), (14.0, 5.0)]);
            pen.line(&[(8.0, 8.0), (8.0, 14.5)]);
        }
        Icon::Rates => {
            pen.line(&[(2.0, 13.5), (14.0, 13.5)]);
            pen.line(&[(4.0, 10.5), (4.0, 8.0)]);
            pen.line(&[(8.0, 10.5), (8.0, 3.0)]);
            pen.line(&[(12.0, 10.5), (12.0, 5.5)]);
        }
        Icon::Shipments => {
            for y in [4.0, 8.0, 12.0] {
                pen.dot((3.0, y), 1.0);
                pen.line(&[(6.0, y), (14.0, y)]);
            }
        }
        Icon::Manifests => {
            pen.closed(&[(3.0, 3.0), (13.0, 3.0), (13.0, 14.5), (3.0, 14.5)]);
            pen.line(&[(6.0, 1.8), (10.0, 1.8)]);
            pen.line(&[(5.5, 6.5), (10.5, 6.5)]);
            pen.line(&[(5.5, 10.3), (7.3, 12.0), (10.5, 8.8)]);
        }
        Icon::Tracking => {
            pen.arc((8.0, 6.5), 4.5, 0.40..1.10);
            pen.line(&[(4.4, 9.2), (8.0, 14.5), (11.6, 9.2)]);
            pen.dot((8.0, 6.5), 1.5);
        }
        Icon::Addresses => {
            pen.closed(&[(3.5, 2.0), (13.5, 2.0), (13.5, 14.0), (3.5, 14.0)]);
            for y in [5.0, 8.0, 11.0] {
                pen.line(&[(2.0, y), (5.0, y)]);
            }
            pen.circle((9.0, 6.4), 1.7);
            pen.arc((9.0, 12.4), 3.2, 0.53..0.97);
        }
        Icon::Balance => {
            pen.closed(&[(2.0, 4.5), (14.0, 4.5), (14.0, 13.0), (2.0, 13.0)]);
            pen.line(&[(3.0, 4.5), (11.0, 2.0), (11.0, 4.5)]);
            pen.dot((11.0, 8.8), 1.1);
        }
        Icon::Activity => {
            pen.line(&[(1.5, 8.5), (4.5, 8.5), (6.5, 3.0), (9.5, 13.5), (11.5, 8.5), (14.5, 8.5)])
        }
        Icon::Practice => {
            pen.line(&[(6.0, 2.0), (10.0, 2.0)]);
            pen.line(&[(6.8, 2.0), (6.8, 6.5), (2.8, 13.5), (13.2, 13.5), (9.2, 6.5), (9.2, 2.0)]);
            pen.line(&[(4.6, 10.5), (11.4, 10.5)]);
        }
        Icon::Settings => {
            for (y, knob) in [(4.0, 10.5), (8.0, 5.0), (12.0, 9.0)] {
                pen.line(&[(2.0, y), (14.0, y)]);
                pen.dot((knob, y), 2.0);
            }
        }
        Icon::Check => pen.line(&[(3.0, 8.5), (6.5, 12.0), (13.0, 4.5)]),
        Icon::Cross => {
            pen.line(&[(4.0, 4.0), (12.0, 12.0)]);
            pen.line(&[(12.0, 4.0), (4.0, 12.0)]);
        }
        Icon::Warning => {
            pen.closed(&[(8.0, 2.0), (14.5, 13.5), (1.5, 13.5)]);
            pen.line(&[(8.0, 6.2), (8.0, 9.6)]);
            pen.dot((8.0, 11.6), 0.9);
        }
        Icon::Info => {
            pen.circle((8.0, 8.0), 6.2);
            pen.line(&[(8.0, 7.4), (8.0, 11.2)]);
            pen.dot((8.0, 5.0), 0.9);
        }
        Icon::Clock => {
            pen.circle((8.0, 8.0), 6.2);
            pen.line(&[(8.0, 4.5), (8.0, 8.0), (10.6, 9.6)]);
        }
        Icon::Search => {
            pen.circle((7.0, 7.0), 4.4);
            pen.line(&[(10.3, 10.3), (14.0, 14.0)]);
        }
        Icon::Copy => {
            pen.closed(&[(5.5, 5.5), (13.5, 5.5), (13.5, 13.5), (5.5, 13.5)]);
            pen.line(&[(10.5, 2.5), (2.5, 2.5), (2.5, 10.5)]);
        }
        Icon::Refresh => {
            pen.arc((8.0, 8.0), 5.4, 0.05..0.85);
            pen.line(&[(9.6, 2.8), (13.2, 2.6), (13.0, 6.2)]);
        }
        Icon::Back => {
            pen.line(&[(6.0, 3.5), (3.0, 6.5), (6.0, 9.5)]);
            pen.line(&[(3.0, 6.5), (10.5, 6.5)]);
            pen.line(&[(10.5, 6.5), (13.0, 9.0), (10.5, 12.5), (5.0, 12.5)]);
        }
        Icon::Plus => {
            pen.line(&[(8.0, 3.0), (8.0, 13.0)]);
            pen.line(&[(3.0, 8.0), (13.0, 8.0)]);
        }
        Icon::Minus => pen.line(&[(3.0, 8.0), (13.0, 8.0)]),
        Icon::Down => pen.line(&[(4.0, 6.0), (8.0, 10.5), (12.0, 6.0)]),
        Icon::Up => pen.line(&[(4.0, 10.0), (8.0, 5.5), (12.0, 10.0)]),
        Icon::Right => pen.line(&[(6.0, 4.0), (10.5, 8.0), (6.0, 12.0)]),
        Icon::Columns => {
            pen.closed(&[(1.8, 2.8), (14.2, 2.8), (14.2, 13.2), (1.8, 13.2)]);
            for x in [6.0, 10.0] {
                pen.line(&[(x, 2.8), (x, 13.2)]);
            }
        }
        Icon::Stack => {
            pen.closed(&[(8.0, 1.8), (14.0, 4.8), (8.0, 7.8), (2.0, 4.8)]);
            for y in [8.1, 11.4] {
                pen.line(&[(2.0, y), (8.0, y + 3.0), (14.0, y)]);
            }
        }
        Icon::Truck => {
            pen.line(&[(3.0, 11.5), (1.5, 11.5), (1.5, 3.5), (9.5, 3.5), (9.5, 11.5), (6.2, 11.5)]);
            pen.line(&[(9.5, 6.0), (12.5, 6.0), (14.5, 8.6), (14.5, 11.5), (13.2, 11.5)]);
            pen.circle((4.6, 12.0), 1.6);
            pen.circle((11.7, 12.0), 1.6);
        }
        Icon::House => {
            pen.line(&[(1.8, 8.0), (8.0, 2.5), (14.2, 8.0)]);
            pen.line(&[(3.8, 6.6), (3.8, 13.5), (12.2, 13.5), (12.2, 6.6)]);
        }
        Icon::Plug => {
            pen.line(&[(5.5, 2.0), (5.5, 5.0)]);
            pen.line(&[(10.5, 2.0), (10.5, 5.0)]);
            pen.closed(&[
                (3.5, 5.0),
                (12.5, 5.0),
                (12.5, 7.5),
                (9.8, 10.5),
                (6.2, 10.5),
                (3.5, 7.5),
            ]);
            pen.line(&[(8.0, 10.5), (8.0, 14.5)]);
        }
        Icon::Person => {
            pen.circle((8.0, 5.2), 2.8);
            pen.arc((8.0, 14.2), 5.4, 0.53..0.97);
        }
        Icon::Play => pen.closed(&[(5.0, 3.0), (12.5, 8.0), (5.0, 13.0)]),
        Icon::Pause => {
            pen.line(&[(5.5, 3.5), (5.5, 12.5)]);
            pen.line(&[(10.5, 3.5), (10.5, 12.5)]);
        }
        Icon::Save => {
            pen.line(&[(8.0, 2.0), (8.0, 10.0)]);
            pen.line(&[(4.8, 7.0), (8.0, 10.2), (11.2, 7.0)]);
            pen.line(&[(2.5, 10.5), (2.5, 13.5), (13.5, 13.5), (13.5, 10.5)]);
        }
        Icon::Printer => {
            pen.line(&[(4.5, 6.0), (4.5, 2.0), (11.5, 2.0), (11.5, 6.0)]);
            pen.line(&[
                (4.5, 11.5),
                (2.0, 11.5),
                (2.0, 6.0),
                (14.0, 6.0),
                (14.0, 11.5),
                (11.5, 11.5),
            ]);
            pen.closed(&[(4.5, 9.0), (11.5, 9.0), (11.5, 14.0), (4.5, 14.0)]);
        }
        Icon::Scale => {
            pen.line(&[(2.0, 3.0), (14.0, 3.0)]);
            pen.line(&[(8.0, 3.0), (8.0, 5.5)]);
            pen.closed(&[(4.0, 5.5), (12.0, 5.5), (13.5, 13.5), (2.5, 13.5)]);
            pen.dot((8.0, 9.6), 1.4);
        }
        Icon::Tag => {
            pen.closed(&[(2.0, 2.5), (8.0, 2.5), (14.0, 8.5), (8.5, 14.0), (2.0, 8.0)]);
            pen.dot((5.5, 6.0), 1.2);
        }
        Icon::Calendar => {
            pen.closed(&[(2.5, 3.5), (13.5, 3.5), (13.5, 13.5), (2.5, 13.5)]);
            pen.line(&[(2.5, 6.8), (13.5, 6.8)]);
            pen.line(&[(5.5, 2.0), (5.5, 5.0)]);
            pen.line(&[(10.5, 2.0), (10.5, 5.0)]);
        }
        Icon::Left => pen.line(&[(10.0, 3.5), (5.5, 8.0), (10.0, 12.5)]),
        Icon::Dot => pen.dot((8.0, 8.0), 3.2),
    }
}
