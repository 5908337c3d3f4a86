//! The command palette (Ctrl+K): finds recipients, shipments, numbers and commands by typing. Its
//! field keeps its place while the results below it change.

pub mod search;

use egui::{Align2, Key, Modal, Modifiers, RichText, ScrollArea, Sense, Ui, vec2};

use self::search::{Hit, find};
use crate::desk::finder::FinderIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::spoken::selectable_info;
use crate::ui::widgets::{Field, from_left_ui, from_right_ui, icon, words_ui};

#[derive(Default)]
pub struct PaletteViewState {
    is_open: bool,
    /// The field requests the keyboard focus in the next frame.
    take_focus: bool,
    query: String,
    /// The text that was last searched for.
    asked: String,
    chosen: usize,
    /// When Enter was pressed before the search had answered.
    entered: Option<f64>,
}

impl PaletteViewState {
    /// Opens the palette with this text in the field.
    pub fn open_with(&mut self, query: &str) {
        self.open();
        self.query = query.to_owned();
    }

    pub fn open(&mut self) {
        *self = Self { is_open: true, take_focus: true, ..Self::default() };
    }
}

/// The distance of the field from the top of the window.
const TOP: f32 = 72.0;
/// A height of whole rows.
const SHOWN_HEIGHT: f32 = 14.0 * size::TABLE_ROW;
/// Enter waits at most this long for the search, in seconds: a scanned number ends with it.
const PATIENCE: f64 = 0.1;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PaletteViewState) {
    if !local.is_open {
        return;
    }
    if local.asked != local.query {
        local.asked.clone_from(&local.query);
        cx.ask(FinderIntent::Find(local.query.clone()));
    }
    let hits = find(cx.state, &local.query);
    let (down, up, enter) = ui.input_mut(|input| {
        (
            input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown),
            input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp),
            input.consume_key(Modifiers::NONE, Key::Enter),
        )
    });
    let last = hits.len().saturating_sub(1);
    local.chosen = (local.chosen + down).saturating_sub(up).min(last);
    let mut picked = match enters(ui, cx, local, enter) {
        true => hits.get(local.chosen).cloned(),
        false => None,
    };
    let tokens = Tokens::of_theme(ui);
    let window = ui.ctx().content_rect();
    let top = TOP.min(window.height() / 8.0);
    let id = egui::Id::unique("palette");
    let area = Modal::default_area(id)
        .accessible_name(text!("shell-palette-field"))
        .anchor(Align2::CENTER_TOP, vec2(0.0, top));
    let modal = Modal::new(id).area(area).backdrop_color(tokens.veil).show(ui.ctx(), |ui| {
        ui.set_width(size::PALETTE.min(window.width() - 2.0 * space::XXL));
        let field = Field::new(text!("shell-palette-field"))
            .hint(text!("shell-palette-hint"))
            .search()
            .hide_label()
            .expects_scans()
            .id("palette field");
        let response = field.show_ui(ui, &mut local.query);
        if std::mem::take(&mut local.take_focus) {
            response.request_focus();
        }
        if response.changed() {
            local.chosen = 0;
            local.entered = None;
        }
        // Room for the field and the margins of the frame.
        let room = window.height() - top - size::CONTROL - 2.0 * space::XXL;
        let height = SHOWN_HEIGHT.min(room);
        ui.spacing_mut().scroll.fade.strength = 0.0;
        ScrollArea::vertical()
            .max_height(height)
            .min_scrolled_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                let moved = down + up > 0;
                picked = picked.take().or(hits_ui(ui, &hits, local.chosen, moved));
            });
    });
    if modal.should_close() || picked.is_some() {
        local.is_open = false;
    }
    if let Some(hit) = picked {
        cx.commands.push(hit.command);
    }
}

/// Whether Enter takes the chosen row now: at once if the search has answered.
fn enters(ui: &Ui, cx: &Cx<'_>, local: &mut PaletteViewState, enter: bool) -> bool {
    let now = ui.input(|input| input.time);
    if enter && local.entered.is_none() {
        local.entered = Some(now);
    }
    let Some(since) = local.entered else {
        return false;
    };
    let is_late = now - since > PATIENCE;
    let is_answered = local.query.trim().is_empty() || cx.state.finder.found == local.query;
    if is_answered || is_late {
        local.entered = None;
        return true;
    }
    ui.ctx().request_repaint();
    false
}

/// Returns the row that was clicked.
fn hits_ui(ui: &mut Ui, hits: &[Hit], chosen: usize, moved: bool) -> Option<Hit> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let tokens = Tokens::of_theme(ui);
    let mut picked = None;
    let mut group = None;
    for (at, hit) in hits.iter().enumerate() {
        if group.replace(hit.group) != Some(hit.group) {
            ui.add_space(if at == 0 { 0.0 } else { space::S });
            ui.horizontal(|ui| {
                ui.add_space(space::S);
                let words = RichText::new(hit.group.title()).font(text::label());
                ui.label(words.color(tokens.ink_muted));
            });
        }
        if hit_ui(ui, hit, at == chosen, moved) {
            picked = Some(hit.clone());
        }
    }
    if hits.is_empty() {
        ui.add_space(space::M);
        let words = RichText::new(text!("shell-palette-empty"));
        ui.label(words.color(tokens.ink_muted));
    }
    picked
}

fn hit_ui(ui: &mut Ui, hit: &Hit, chosen: bool, moved: bool) -> bool {
    let tokens = Tokens::of_theme(ui);
    let (rect, response) = ui.allocate_exact_size(
        vec2(ui.available_width() - space::S, size::TABLE_ROW),
        Sense::click(),
    );
    if chosen && moved {
        response.scroll_to_me(None);
    }
    if chosen || response.hovered() {
        let fill = if chosen { tokens.selected } else { tokens.hover };
        ui.painter().rect_filled(rect, radius::CONTROL, fill);
    }
    let inner = rect.shrink2(vec2(space::S, 0.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| {
        from_left_ui(ui, |ui| {
            icon::icon_ui(ui, hit.icon, size::ICON, tokens.ink_muted);
            ui.scope(|ui| {
                ui.set_max_width(ui.available_width() * 0.6);
                ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                words_ui(ui, &hit.name, text::body_medium(), tokens.ink);
            });
            from_right_ui(ui, |ui| {
                ui.label(RichText::new(&hit.shortcut).font(text::small()).color(tokens.ink_muted));
                from_left_ui(ui, |ui| {
                    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                    words_ui(ui, &hit.detail, text::body(), tokens.ink_muted);
                });
            });
        });
    });
    selectable_info(&response, egui::Role::ListBoxOption, chosen, &hit.name);
    response.clicked()
}
