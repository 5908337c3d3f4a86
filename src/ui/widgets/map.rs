//! A simple vector map of the world with the stops of one route in order: drag to move, wheel or
//! buttons to zoom. Drawn from outlines in the program; it requests no images from a server.

mod land;
mod names;

use egui::emath::GuiRounding;
use egui::{EventFilter, Key, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, pos2, vec2};

use super::notice::icon_button_ui;
use super::{Icon, Meaning};
use crate::drawing::map;
use crate::text;
use crate::ui::tokens::{Tokens, radius, size, space, text};

/// Limits of the scale, in points per degree of longitude.
const LEAST: f32 = 0.9;
const MOST: f32 = 400.0;
/// The largest scale at which a short route is fitted.
const CLOSEST_FIT: f32 = 60.0;
const STEP: f32 = 1.6;
const DOT: f32 = 4.5;
const BUTTONS: f32 = size::CONTROL + space::S;
/// The contiguous United States, shown without a route: west, south, east, north.
const HOME: [f64; 4] = [-125.0, 24.5, -66.5, 49.5];
/// Latitudes beyond this are clamped, because the projection has no poles.
const LAST_LATITUDE: f64 = 84.0;

/// One stop of the route.
pub struct Mark {
    /// In degrees.
    pub lon: f64,
    pub lat: f64,
    pub meaning: Meaning,
    pub place: String,
    /// The text shown on hover.
    pub words: String,
}

/// The visible part of the world.
#[derive(Clone, Debug, Default)]
pub struct MapView {
    /// The key and number of stops that the view was fitted to; a change fits it again.
    fitted: Option<(String, usize)>,
    /// The center, the scale and the size of the map as it was fitted. While nobody has moved it, it
    /// is fitted again to another size.
    fit: (Vec2, f32, Vec2),
    centre: Vec2,
    scale: f32,
}

/// Mercator projection, in degrees; y decreases to the north, as on screen.
fn project(lon: f64, lat: f64) -> Vec2 {
    let lat = lat.clamp(-LAST_LATITUDE, LAST_LATITUDE).to_radians();
    let north = (std::f64::consts::FRAC_PI_4 + lat / 2.0).tan().ln();
    vec2(lon as f32, -(north.to_degrees() as f32))
}

impl MapView {
    fn fit(&mut self, rect: Rect, marks: &[Mark]) {
        let [west, south, east, north] = HOME;
        let mut all = marks.iter().map(|mark| project(mark.lon, mark.lat));
        let (low, high) = match all.next() {
            None => (project(west, north), project(east, south)),
            Some(first) => all.fold((first, first), |(low, high), at| (low.min(at), high.max(at))),
        };
        // The buttons at the right must not cover the route.
        let edge = Vec2::splat(2.0 * space::XXL) + vec2(2.0 * BUTTONS, 0.0);
        let room = (rect.size() - edge).max(Vec2::splat(1.0));
        let span = (high - low).max(Vec2::splat(1.0e-3));
        self.centre = (low + high) * 0.5;
        self.scale = (room / span).min_elem().clamp(LEAST, CLOSEST_FIT);
        self.fit = (self.centre, self.scale, rect.size());
    }

    /// Whether it was fitted to another size, and is as it was fitted.
    fn is_outgrown(&self, rect: Rect) -> bool {
        let (centre, scale, size) = self.fit;
        size != rect.size() && (centre, scale) == (self.centre, self.scale)
    }

    fn on_screen(&self, rect: Rect, at: Vec2) -> Pos2 {
        rect.center() + (at - self.centre) * self.scale
    }

    /// Zooms so that the point at `hold` stays in place.
    fn zoom(&mut self, rect: Rect, hold: Pos2, factor: f32) {
        let offset = hold - rect.center();
        let held = self.centre + offset / self.scale;
        self.scale = (self.scale * factor).clamp(LEAST, MOST);
        self.centre = held - offset / self.scale;
    }
}

/// Draws the map in the available width. `key` identifies the route; `name` is for screen readers.
pub fn map_ui(
    ui: &mut Ui,
    height: f32,
    key: &str,
    name: &str,
    marks: &[Mark],
    view: &mut MapView,
) -> Response {
    let tokens = Tokens::of_theme(ui);
    let wide = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(wide, Sense::click_and_drag());
    let rect = rect.round_ui();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
    let fits = view.fitted.as_ref().is_some_and(|(of, count)| of == key && *count == marks.len());
    if !fits || view.is_outgrown(rect) {
        view.fit(rect, marks);
        view.fitted = Some((key.to_owned(), marks.len()));
    }
    hands_ui(ui, rect, &response, view, marks);
    if ui.is_rect_visible(rect) {
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        painter.rect_filled(rect, radius::CONTROL, tokens.sunken);
        if let Some(map) = map::loaded_map() {
            land::paint(&painter, rect, view, map, tokens);
        }
        way(&painter, rect, view, marks, tokens);
        let edge = if response.has_focus() {
            Stroke::new(size::FOCUS_RING, tokens.focus)
        } else {
            Stroke::new(size::HAIRLINE, tokens.line)
        };
        ui.painter().rect_stroke(rect, radius::CONTROL, edge, egui::StrokeKind::Inside);
    }
    buttons_ui(ui, rect, view, marks);
    let near = response.hover_pos().and_then(|at| {
        let distance = |mark: &Mark| view.on_screen(rect, project(mark.lon, mark.lat)).distance(at);
        marks.iter().rev().find(|mark| distance(mark) < 3.0 * DOT)
    });
    match near {
        Some(mark) => response.on_hover_text_at_pointer(&mark.words),
        None => response,
    }
}

fn hands_ui(ui: &Ui, rect: Rect, response: &Response, view: &mut MapView, marks: &[Mark]) {
    if response.dragged() {
        view.centre -= response.drag_delta() / view.scale;
    }
    if response.clicked() {
        response.request_focus();
    }
    if let Some(at) = response.hover_pos() {
        let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = pinch * (wheel / 240.0).exp();
        if (factor - 1.0).abs() > f32::EPSILON {
            view.zoom(rect, at, factor);
        }
    }
    if response.has_focus() {
        let arrows = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
        for (key, by) in [
            (Key::ArrowLeft, vec2(-1.0, 0.0)),
            (Key::ArrowRight, vec2(1.0, 0.0)),
            (Key::ArrowUp, vec2(0.0, -1.0)),
            (Key::ArrowDown, vec2(0.0, 1.0)),
        ] {
            if ui.input(|input| input.key_pressed(key)) {
                view.centre += by * space::XXL / view.scale;
            }
        }
        for (key, factor) in [(Key::Plus, STEP), (Key::Equals, STEP), (Key::Minus, 1.0 / STEP)] {
            if ui.input(|input| input.key_pressed(key)) {
                view.zoom(rect, rect.center(), factor);
            }
        }
        if ui.input(|input| input.key_pressed(Key::Home)) {
            view.fit(rect, marks);
        }
    }
    view.centre.x = view.centre.x.clamp(-180.0, 180.0);
    view.centre.y = view.centre.y.clamp(-170.0, 170.0);
}

/// The area of the buttons, with their frame.
fn corner(rect: Rect) -> Rect {
    let side = size::CONTROL_COMPACT;
    let all = vec2(side, 3.0 * side + 2.0 * space::XS) + Vec2::splat(2.0 * space::XS);
    Rect::from_min_size(pos2(rect.right() - space::S - all.x, rect.top() + space::S), all)
}

fn buttons_ui(ui: &mut Ui, rect: Rect, view: &mut MapView, marks: &[Mark]) {
    let frame = corner(rect);
    let tokens = Tokens::of_theme(ui);
    ui.painter().rect(
        frame,
        radius::CONTROL,
        tokens.surface,
        Stroke::new(size::HAIRLINE, tokens.line),
        egui::StrokeKind::Inside,
    );
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(frame.shrink(space::XS)));
    let ui = &mut child;
    ui.spacing_mut().item_spacing.y = space::XS;
    if icon_button_ui(ui, Icon::Plus, text!("rates-map-zoom-in")) {
        view.zoom(rect, rect.center(), STEP);
    }
    if icon_button_ui(ui, Icon::Minus, text!("rates-map-zoom-out")) {
        view.zoom(rect, rect.center(), 1.0 / STEP);
    }
    if icon_button_ui(ui, Icon::Refresh, text!("rates-map-whole-route")) {
        view.fit(rect, marks);
    }
}

fn way(painter: &egui::Painter, rect: Rect, view: &MapView, marks: &[Mark], tokens: &Tokens) {
    let points: Vec<Pos2> =
        marks.iter().map(|mark| view.on_screen(rect, project(mark.lon, mark.lat))).collect();
    let layouts: Vec<_> = marks
        .iter()
        .map(|mark| painter.layout_no_wrap(mark.place.clone(), text::small_strong(), tokens.ink))
        .collect();
    let labels: Vec<_> = layouts.iter().map(|layout| (layout.text(), layout.size())).collect();
    // Places without room for a name beside the route show it only on hover.
    let names = names::places(rect.shrink(space::XS), corner(rect), &points, &labels);
    // The backgrounds of names are drawn first: they may cover borders, but not the route.
    for name in names.iter().flatten() {
        let ground = name.expand2(vec2(space::XS, 0.0));
        painter.rect_filled(ground, radius::CONTROL, tokens.surface.gamma_multiply(0.85));
    }
    painter.line(points.clone(), Stroke::new(2.0, tokens.accent_ink));
    let last = points.len().saturating_sub(1);
    for (nth, (mark, at)) in marks.iter().zip(&points).enumerate() {
        let hue = mark.meaning.hue(tokens);
        let ring = Stroke::new(2.0, tokens.surface);
        let grown = if nth == last { DOT + 2.0 } else { DOT };
        let fill = if nth == last { hue.ink } else { tokens.accent_ink };
        painter.circle(*at, grown, fill, ring);
    }
    for (name, layout) in names.iter().zip(layouts) {
        if let Some(name) = name {
            painter.galley(name.min, layout, tokens.ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(lon: f64, lat: f64) -> Mark {
        Mark { lon, lat, meaning: Meaning::Info, place: String::new(), words: String::new() }
    }

    #[test]
    fn a_way_is_fitted_whole_and_zooming_holds_the_place_under_the_pointer() {
        let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(700.0, 260.0));
        let marks = [mark(-87.6, 41.9), mark(-122.4, 37.8), mark(-104.9, 39.7)];
        let mut view = MapView::default();
        view.fit(rect, &marks);
        let seen = |view: &MapView, mark: &Mark| view.on_screen(rect, project(mark.lon, mark.lat));
        for mark in &marks {
            assert!(rect.contains(seen(&view, mark)));
        }
        let before = seen(&view, &marks[2]);
        view.zoom(rect, before, 3.0);
        assert!(before.distance(seen(&view, &marks[2])) < 0.1);
        assert!(!rect.contains(seen(&view, &marks[1])));
    }

    /// In a window that became narrower, the ends of the route were beside the map.
    #[test]
    fn a_map_of_another_size_is_fitted_again_unless_it_was_moved() {
        let wide = Rect::from_min_size(pos2(0.0, 0.0), vec2(1200.0, 400.0));
        let narrow = Rect::from_min_size(pos2(0.0, 0.0), vec2(480.0, 200.0));
        let mut view = MapView::default();
        view.fit(wide, &[mark(-87.6, 41.9), mark(-122.4, 37.8)]);
        assert!(!view.is_outgrown(wide));
        assert!(view.is_outgrown(narrow));
        view.zoom(wide, wide.center(), 2.0);
        assert!(!view.is_outgrown(narrow));
    }

    #[test]
    fn north_is_up_and_a_degree_is_longer_there() {
        let height = |south: f64, north: f64| project(0.0, south).y - project(0.0, north).y;
        assert!((height(0.0, 1.0) - 1.0).abs() < 0.01);
        assert!((height(60.0, 61.0) - 2.0).abs() < 0.05);
        assert!(project(0.0, 90.0).y.is_finite());
    }
}
