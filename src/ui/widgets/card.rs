//! Cards: a titled section that can show itself as complete, and the empty state.

use egui::{Align, Frame, InnerResponse, Layout, RichText, ScrollArea, Sense, Stroke, Ui, vec2};

use super::button::Button;
use super::icon::{self, Icon};
use super::keyboard::is_new;
use super::spoken::announce;
use super::text::{from_left_ui, from_right_ui, line_ui, title_ui};
use super::words::short_ui;
use crate::text;
use crate::ui::theme::margin;
use crate::ui::tokens::{Tokens, radius, size, space, text};

/// A section of a panel.
#[derive(Clone, Copy, Debug, Default)]
pub struct Card<'a> {
    pub title: &'a str,
    /// `Some(true)` draws a filled check mark before the title, `Some(false)` an open ring.
    pub done: Option<bool>,
    /// A muted text beside the title.
    pub aside: &'a str,
    /// The title line contains a switch, which is taller than text.
    pub switch: bool,
    pub asking: bool,
    /// Screen readers say the title as soon as the card appears: it is a result.
    pub announced: bool,
}

impl<'a> Card<'a> {
    pub fn new(title: &'a str) -> Self {
        Self { title, ..Self::default() }
    }

    pub fn done(mut self, done: bool) -> Self {
        self.done = Some(done);
        self
    }

    /// Complete, except for a value the user should still confirm.
    pub fn asking(mut self, asking: bool) -> Self {
        self.asking = asking;
        self
    }

    pub fn announced(mut self) -> Self {
        self.announced = true;
        self
    }

    pub fn aside(mut self, aside: &'a str) -> Self {
        self.aside = aside;
        self
    }

    pub fn switch(mut self) -> Self {
        self.switch = true;
        self
    }

    /// Draws the card in the available width.
    pub fn show_ui<R>(self, ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
        self.show_with_ui(ui, |_| {}, contents)
    }

    /// Draws the card with controls at the right end of the title line.
    pub fn show_with_ui<R>(
        self,
        ui: &mut Ui,
        trailing: impl FnOnce(&mut Ui),
        contents: impl FnOnce(&mut Ui) -> R,
    ) -> InnerResponse<R> {
        frame(Tokens::of_theme(ui)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            // A column may be justified; the content of a card is not stretched.
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                // The space between cards is larger than within them.
                ui.spacing_mut().item_spacing.x = space::S;
                if !self.title.is_empty() {
                    self.title_line_ui(ui, trailing);
                }
                contents(ui)
            })
            .inner
        })
    }

    fn title_line_ui(self, ui: &mut Ui, trailing: impl FnOnce(&mut Ui)) {
        let height = if self.switch { size::CONTROL } else { size::CONTROL_COMPACT };
        let (left, room) = (ui.cursor().left(), ui.available_width());
        let memory = ui.scope_id().with(("width of the title line", self.title));
        let last: Option<f32> = ui.data(|data| data.get_temp(memory));
        let is_wide = last.is_some_and(|last| last > room);
        let mut trailing = Some(trailing);
        let mut width = line_ui(ui, height, |ui| {
            if let Some(done) = self.done {
                tick_ui(ui, done, self.asking, self.title);
            }
            let title = title_ui(ui, self.title);
            if self.announced {
                announce(&title, false);
            }
            let controls = from_right_ui(ui, |ui| {
                let trailing = trailing.take_if(|_| !is_wide);
                let controls = trailing.map(|draw| ui.scope(draw).response.rect.width());
                // The aside gets the room that the controls leave: a long text is
                // cut, and not drawn below them.
                from_left_ui(ui, |ui| {
                    if !self.aside.is_empty() {
                        short_ui(ui, self.aside, text::small(), Tokens::of_theme(ui).ink_muted);
                    }
                });
                controls.unwrap_or_default()
            });
            title.rect.right() - left + space::S + controls
        });
        // Controls without room beside the title would push the card over the next one.
        if let Some(draw) = trailing {
            width += ui.horizontal_wrapped(draw).response.rect.width();
        }
        if last != Some(width) {
            ui.data_mut(|data| data.insert_temp(memory, width));
            if (width > room) != is_wide {
                ui.ctx().request_repaint();
            }
        }
    }
}

/// The gap between two cards in a column with a smaller item spacing.
pub fn gap_ui(ui: &mut Ui) {
    ui.add_space(space::M - ui.spacing().item_spacing.y);
}

/// A scroll area over all available room.
pub fn page_ui<R>(ui: &mut Ui, name: &'static str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let area = ScrollArea::vertical().id_salt(name);
    area.auto_shrink([false, false]).show(ui, contents).inner
}

/// The height available within a card of this height, without its padding and border.
pub fn height_within(height: f32) -> f32 {
    (height - 2.0 * (space::L + size::HAIRLINE)).max(0.0)
}

/// The plain background of a card.
pub fn frame(tokens: &Tokens) -> Frame {
    Frame::new()
        .fill(tokens.surface)
        .stroke(Stroke::new(size::HAIRLINE, tokens.line))
        .corner_radius(radius::CARD)
        .inner_margin(margin(space::L))
}

/// A modal question: everything behind it is blocked. Esc means no.
pub fn question(name: &'static str, tokens: &Tokens) -> egui::Modal {
    egui::Modal::new(egui::Id::unique(name))
        .backdrop_color(tokens.veil)
        .frame(frame(tokens).shadow(tokens.shadow))
}

/// Asks a question before an action that cannot be undone, and returns the answer. The focus starts
/// on "no", so that an accidental Enter does nothing.
pub fn ask_ui(
    ui: &Ui,
    name: &'static str,
    yes: Button<'_>,
    no: Button<'_>,
    contents: impl FnOnce(&mut Ui),
) -> Option<bool> {
    let mut answer = None;
    let modal = question(name, Tokens::of_theme(ui)).show(ui.ctx(), |ui| {
        ui.set_width(QUESTION);
        contents(ui);
        ui.add_space(space::M);
        ui.horizontal(|ui| {
            if yes.show_ui(ui).clicked() {
                answer = Some(true);
            }
            if no_ui(ui, name, no) {
                answer = Some(false);
            }
        });
    });
    let closed = modal.should_close().then_some(false);
    answer.or(closed)
}

/// The answer "no" to a question, which has the keyboard when the question comes. Returns whether it
/// is given.
pub fn no_ui(ui: &mut Ui, name: &'static str, no: Button<'_>) -> bool {
    let no = no.show_ui(ui);
    if is_new(ui, name) {
        no.request_focus();
    }
    no.clicked()
}

const QUESTION: f32 = 420.0;

fn tick_ui(ui: &mut Ui, done: bool, asking: bool, title: &str) {
    let tokens = Tokens::of_theme(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(size::ICON, size::ICON), Sense::hover());
    let painter = ui.painter();
    let radius = rect.width() * 0.5;
    if done {
        let hue = if asking { tokens.info } else { tokens.good };
        painter.circle_filled(rect.center(), radius, hue.solid);
        icon::paint(painter, rect.shrink(3.0), Icon::Check, hue.on_solid);
    } else {
        // A filled ring, because a stroked circle would be wider than a filled one.
        painter.circle_filled(rect.center(), radius, tokens.line_strong);
        painter.circle_filled(rect.center(), radius - 1.5, tokens.surface);
    }
    let name = if done && asking {
        text!("parts-card-asking", card = title)
    } else if done {
        text!("parts-card-done", card = title)
    } else {
        text!("parts-card-open", card = title)
    };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
}

/// Shown while there is no content: what this view is for, and the next action. Returns
/// whether the action was clicked.
pub fn empty_ui(ui: &mut Ui, icon: Icon, title: &str, words: &str, step: Option<&str>) -> bool {
    let tokens = Tokens::of_theme(ui);
    let mut taken = false;
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        ui.set_max_width(ui.available_width().min(size::READING));
        ui.add_space(space::XXL);
        let (rect, _) = ui.allocate_exact_size(vec2(space::XXL, space::XXL), Sense::empty());
        icon::paint(ui.painter(), rect, icon, tokens.ink_muted);
        ui.add_space(space::S);
        ui.label(RichText::new(title).font(text::title()).color(tokens.ink));
        ui.label(RichText::new(words).color(tokens.ink_muted));
        if let Some(step) = step {
            ui.add_space(space::S);
            taken = Button::primary(step).show_ui(ui).clicked();
        }
        ui.add_space(space::XXL);
    });
    taken
}
