//! The badges of a rate beside the name of its service.

use egui::{Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use crate::parcel::rate_ranking::Quote;
use crate::text;
use crate::ui::parts::rate_words::{badge, only_for};
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::icon::paint;
use crate::ui::widgets::text::{hinted, pill_width};
use crate::ui::widgets::{Icon, Meaning, pill_ui, short_ui};

/// Side of a badge without its word.
const MARK: f32 = 20.0;

/// One badge of a rate: a word and an icon, not only a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge {
    pub meaning: Meaning,
    pub icon: Icon,
    pub word: &'static str,
    /// An explanation on hover, or nothing.
    pub hint: &'static str,
}

/// The badges Cheapest, Fastest and Best value. A service that takes certain goods only has one
/// that says which instead.
pub fn badges(quote: &Quote, index: usize) -> Vec<Badge> {
    let badge = |meaning, icon, word, hint| Badge { meaning, icon, word, hint };
    let mut badges = Vec::new();
    if quote.cheapest == Some(index) {
        badges.push(badge(Meaning::Good, Icon::Tag, badge::cheapest(), ""));
    }
    if quote.fastest == Some(index) {
        badges.push(badge(Meaning::Info, Icon::Clock, badge::fastest(), ""));
    }
    if quote.best_value == Some(index) && quote.cheapest != quote.best_value {
        badges.push(badge(Meaning::Neutral, Icon::Check, badge::best_value(), ""));
    }
    if let Some(words) = quote.rates.get(index).and_then(only_for) {
        let word = text!("rates-restricted");
        badges.push(badge(Meaning::Neutral, Icon::Info, word, words));
    }
    badges
}

/// The name of the service with its badges. Those without room for their words are icons; a name that
/// is too long even then is cut.
pub fn service_ui(ui: &mut Ui, service: &str, badges: &[Badge]) {
    let gap = ui.spacing().item_spacing.x;
    let (worded, marks) = badges.split_at(with_room(ui, service, badges, MARK + gap));
    let words: f32 = worded.iter().map(|it| pill_width(ui, it.word) + gap).sum();
    let beside = words + marks.len() as f32 * (MARK + gap);
    let room = ui.available_width();
    ui.scope(|ui| {
        ui.set_max_width((room - beside).max(0.0));
        short_ui(ui, service, text::body_medium(), Tokens::of_theme(ui).ink);
    });
    for badge in worded {
        hinted(pill_ui(ui, badge.meaning, badge.icon, badge.word), badge.hint);
    }
    for badge in marks {
        hinted(mark_ui(ui, badge), badge.hint);
    }
}

/// How many of the badges have room for their words beside the whole name, where each of the others
/// takes `other`.
pub fn with_room(ui: &Ui, service: &str, badges: &[Badge], other: f32) -> usize {
    let (font, ink) = (text::body_medium(), Tokens::of_theme(ui).ink);
    let name = ui.painter().layout_no_wrap(service.to_owned(), font, ink).size().x.ceil();
    let mut needed = name + badges.len() as f32 * other;
    let fits = |badge: &&Badge| {
        needed += pill_width(ui, badge.word) + ui.spacing().item_spacing.x - other;
        needed <= ui.available_width()
    };
    badges.iter().take_while(fits).count()
}

/// A badge without its word, which is shown on hover.
fn mark_ui(ui: &mut Ui, badge: &Badge) -> Response {
    let hue = badge.meaning.hue(Tokens::of_theme(ui));
    let side = vec2(MARK, MARK);
    let (rect, response) = ui.allocate_exact_size(side, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, badge.word));
    let edge = Stroke::new(size::HAIRLINE, hue.ink.gamma_multiply(0.25));
    ui.painter().rect(rect, radius::PILL, hue.wash, edge, StrokeKind::Inside);
    paint(ui.painter(), rect.shrink(space::XS), badge.icon, hue.ink);
    response.on_hover_text(badge.word)
}
