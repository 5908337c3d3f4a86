//! A label as it will print: paper at true size at 100 %, with rulers, zoom and pan.

use std::collections::BTreeMap;

use egui::{
    Color32, ColorImage, Rect, RichText, ScrollArea, Sense, Stroke, TextureHandle, TextureOptions,
    Ui, pos2, vec2,
};

use super::button::Button;
use super::notice::icon_button_ui;
use super::{Icon, text as words};
use crate::label::Page;
use crate::ui::theme::margin;
use crate::ui::tokens::{Tokens, radius, size, space, text};

/// Screens are taken to have 96 dots an inch at a scale of 100 %.
const POINTS_PER_INCH: f32 = 96.0;
const RULER: f32 = 20.0;
const ZOOMS: [f32; 7] = [0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 4.0];

/// Pictures already handed to the graphics side, by label and page.
#[derive(Default)]
pub struct Textures(BTreeMap<(String, usize), Picture>);

struct Picture {
    stamp: Stamp,
    texture: TextureHandle,
}

/// Changes when the page or the size it is drawn at changes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    source: u64,
    width: usize,
    height: usize,
}

/// How a label is being looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CanvasView {
    /// 1.0 is true size; `None` fits the room.
    pub zoom: Option<f32>,
    pub page: usize,
}

impl Default for CanvasView {
    fn default() -> Self {
        Self {
            zoom: Some(1.0),
            page: 0,
        }
    }
}

impl CanvasView {
    pub fn fit() -> Self {
        Self {
            zoom: None,
            page: 0,
        }
    }
}

/// Draws page `view.page` in all the room there is, its controls above. `key` tells
/// labels apart, `title` is the picture's name in the accessibility tree.
pub fn label_canvas_ui(
    ui: &mut Ui,
    textures: &mut Textures,
    (key, title): (&str, &str),
    pages: &[Page],
    view: &mut CanvasView,
) {
    view.page = view.page.min(pages.len().saturating_sub(1));
    let Some(page) = pages.get(view.page) else {
        words::muted_ui(ui, "This label has no pages");
        return;
    };
    let true_size = POINTS_PER_INCH / ui.ctx().zoom_factor();
    let room = ui.available_size() - vec2(RULER + space::S, RULER + size::CONTROL + space::L);
    let fit = (room.x / (page.width_in * true_size))
        .min(room.y / (page.height_in * true_size))
        .clamp(0.1, 4.0);
    let zoom = view.zoom.unwrap_or(fit);
    controls_ui(ui, view, zoom, pages.len(), page);
    let paper = vec2(page.width_in, page.height_in) * true_size * zoom;
    let tokens = Tokens::of(ui);
    egui::Frame::new()
        .fill(tokens.sunken)
        .corner_radius(radius::CONTROL)
        .show(ui, |ui| {
            ScrollArea::both()
                .id_salt(("label", key))
                .auto_shrink([false, false])
                .scroll_source(egui::scroll_area::ScrollSource::ALL)
                .show(ui, |ui| {
                    let wanted = paper + vec2(RULER + space::M, RULER + space::M);
                    let area = wanted.max(ui.available_size());
                    let (rect, response) = ui.allocate_exact_size(area, Sense::hover());
                    let left = rect.left() + RULER + ((area.x - wanted.x) * 0.5).floor().max(0.0);
                    let sheet = Rect::from_min_size(pos2(left, rect.top() + RULER), paper);
                    rulers_ui(ui, sheet, page, true_size * zoom);
                    sheet_ui(ui, textures, (key, view.page), page, sheet);
                    let name = format!(
                        "{title}, page {} of {}, {} by {} inches",
                        view.page + 1,
                        pages.len(),
                        page.width_in,
                        page.height_in
                    );
                    response
                        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
                });
        });
}

fn controls_ui(ui: &mut Ui, view: &mut CanvasView, zoom: f32, pages: usize, page: &Page) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        if icon_button_ui(ui, Icon::Minus, "Zoom out") {
            let smaller = ZOOMS.iter().rev().find(|step| **step < zoom - 0.01);
            view.zoom = smaller.copied().or(view.zoom);
        }
        ui.label(RichText::new(format!("{:.0} %", zoom * 100.0)).font(text::label()));
        if icon_button_ui(ui, Icon::Plus, "Zoom in") {
            let larger = ZOOMS.iter().find(|step| **step > zoom + 0.01);
            view.zoom = larger.copied().or(view.zoom);
        }
        let hint = "100 % is the size it will print at";
        let actual = Button::quiet("True size").compact().hint(hint);
        if actual.show_ui(ui).clicked() {
            view.zoom = Some(1.0);
        }
        if Button::quiet("Fit")
            .name("Fit label")
            .compact()
            .show_ui(ui)
            .clicked()
        {
            view.zoom = None;
        }
        if pages > 1 {
            if Button::quiet("Previous").compact().show_ui(ui).clicked() {
                view.page = view.page.saturating_sub(1);
            }
            ui.label(
                RichText::new(format!("Page {} of {pages}", view.page + 1)).font(text::label()),
            );
            if Button::quiet("Next").compact().show_ui(ui).clicked() {
                view.page = (view.page + 1).min(pages - 1);
            }
        }
        words::small_muted_ui(
            ui,
            &format!(
                "{} × {} in, {:.0} dpi",
                page.width_in, page.height_in, page.dpi
            ),
        );
    });
}

fn sheet_ui(
    ui: &Ui,
    textures: &mut Textures,
    (key, index): (&str, usize),
    page: &Page,
    sheet: Rect,
) {
    let tokens = Tokens::of(ui);
    let scale = ui.pixels_per_point();
    let pixels = (whole(sheet.width() * scale), whole(sheet.height() * scale));
    let stamp = Stamp {
        source: fingerprint(page),
        width: pixels.0.min(page.width_px as usize).max(1),
        height: pixels.1.min(page.height_px as usize).max(1),
    };
    let slot = (key.to_owned(), index);
    let fresh = textures
        .0
        .get(&slot)
        .is_some_and(|picture| picture.stamp == stamp);
    if !fresh {
        let image = shrink(page, stamp.width, stamp.height);
        let options = if pixels.0 > page.width_px as usize {
            TextureOptions::NEAREST
        } else {
            TextureOptions::LINEAR
        };
        let texture = ui
            .ctx()
            .load_texture(format!("label {key}"), image, options);
        textures.0.insert(slot.clone(), Picture { stamp, texture });
    }
    let painter = ui.painter();
    painter.add(tokens.shadow.as_shape(sheet, egui::CornerRadius::ZERO));
    painter.rect_filled(sheet, egui::CornerRadius::ZERO, tokens.paper);
    if let Some(picture) = textures.0.get(&slot) {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(picture.texture.id(), sheet, whole, Color32::WHITE);
    }
}

fn rulers_ui(ui: &Ui, sheet: Rect, page: &Page, per_inch: f32) {
    let tokens = Tokens::of(ui);
    let painter = ui.painter();
    let line = Stroke::new(size::HAIRLINE, tokens.line_strong);
    let number = |at, align, inch: i32| {
        painter.text(at, align, inch.to_string(), text::small(), tokens.ink_muted);
    };
    for quarter in 0..=whole_i32(page.width_in * 4.0) {
        let x = sheet.left() + quarter as f32 * per_inch / 4.0;
        let long = if quarter % 4 == 0 { 6.0 } else { 3.0 };
        painter.line_segment(
            [
                pos2(x, sheet.top() - 2.0 - long),
                pos2(x, sheet.top() - 2.0),
            ],
            line,
        );
        if quarter % 4 == 0 && quarter > 0 {
            number(
                pos2(x - 3.0, sheet.top() - 4.0),
                egui::Align2::RIGHT_BOTTOM,
                quarter / 4,
            );
        }
    }
    for quarter in 0..=whole_i32(page.height_in * 4.0) {
        let y = sheet.top() + quarter as f32 * per_inch / 4.0;
        let long = if quarter % 4 == 0 { 6.0 } else { 3.0 };
        painter.line_segment(
            [
                pos2(sheet.left() - 2.0 - long, y),
                pos2(sheet.left() - 2.0, y),
            ],
            line,
        );
        if quarter % 4 == 0 && quarter > 0 {
            number(
                pos2(sheet.left() - 4.0, y - 2.0),
                egui::Align2::RIGHT_BOTTOM,
                quarter / 4,
            );
        }
    }
}

/// The page at the size it is shown, each pixel the mean of those it covers, so that
/// thin bars stay even.
fn shrink(page: &Page, width: usize, height: usize) -> ColorImage {
    let (from_width, from_height) = (page.width_px as usize, page.height_px as usize);
    let mut grey = Vec::with_capacity(width * height);
    for y in 0..height {
        let rows = y * from_height / height..((y + 1) * from_height).div_ceil(height);
        for x in 0..width {
            let columns = x * from_width / width..((x + 1) * from_width).div_ceil(width);
            let (mut sum, mut count) = (0u32, 0u32);
            for row in rows.clone() {
                let start = row * from_width + columns.start;
                let end = row * from_width + columns.end;
                for value in page.luma.get(start..end).unwrap_or_default() {
                    sum += u32::from(*value);
                    count += 1;
                }
            }
            grey.push(u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX));
        }
    }
    ColorImage::from_gray([width, height], &grey)
}

/// Cheap and good enough to notice another page: its size and a few hundred samples.
fn fingerprint(page: &Page) -> u64 {
    let step = (page.luma.len() / 997).max(1);
    let start = u64::from(page.width_px) << 32 | u64::from(page.height_px);
    page.luma.iter().step_by(step).fold(start, |hash, value| {
        (hash ^ u64::from(*value)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // sizes on a screen
fn whole(points: f32) -> usize {
    points.round().max(1.0) as usize
}

#[allow(clippy::cast_possible_truncation)] // quarters of an inch of a label
fn whole_i32(quarters: f32) -> i32 {
    quarters.floor() as i32
}

/// A frame for a canvas of the given height.
pub fn framed_ui(ui: &mut Ui, height: f32, contents: impl FnOnce(&mut Ui)) {
    let room = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(room, egui::Layout::top_down(egui::Align::Min), |ui| {
        egui::Frame::new()
            .inner_margin(margin(0.0))
            .show(ui, contents);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_averages_and_keeps_white_white() {
        let page = Page {
            width_px: 4,
            height_px: 2,
            dpi: 2.0,
            width_in: 2.0,
            height_in: 1.0,
            luma: vec![255, 255, 0, 255, 255, 255, 255, 0],
        };
        let image = shrink(&page, 2, 1);
        let grey: Vec<u8> = image.pixels.iter().map(|pixel| pixel.r()).collect();
        assert_eq!(grey, [255, 127]);
    }

    #[test]
    fn another_page_is_noticed() {
        let page = |value| Page {
            width_px: 2,
            height_px: 2,
            dpi: 1.0,
            width_in: 2.0,
            height_in: 2.0,
            luma: vec![value; 4],
        };
        assert_ne!(fingerprint(&page(0)), fingerprint(&page(255)));
    }
}
