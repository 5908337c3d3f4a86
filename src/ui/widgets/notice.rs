//! Errors in full, temporary notices, and bands across a panel.

use egui::{Align, Color32, Frame, Layout, Response, Stroke, Ui, UiBuilder};

use super::button::{Button, COMPACT_PADDING};
use super::icon::{self, Icon};
use super::spoken::{announce, reading_place};
use super::text::{Meaning, from_right_ui, hinted, line_ui, title_ui};
use super::words::wrapped_ui;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::notices::{Notice, Tone};
use crate::drawing::bidi::visual_order;
use crate::text;
use crate::ui::theme::{margin, margins};
use crate::ui::tokens::{Tokens, radius, size, space, text};

/// What the user did with an error box or a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Retry,
    Dismiss,
    /// Takes the step with this number.
    Step(usize),
}

/// Shows what was attempted, the cause, the advice, codes and correlation id. `Copy details`
/// puts all of it on the clipboard. `Try again` is shown only if `can_retry` is set and a
/// retry cannot buy anything twice.
pub fn trouble_ui(ui: &mut Ui, trouble: &Trouble, can_retry: bool) -> Option<Answer> {
    trouble_with_steps_ui(ui, trouble, can_retry, &[])
}

/// As [`trouble_ui`], with buttons that lead to what helps.
pub fn trouble_with_steps_ui(
    ui: &mut Ui,
    trouble: &Trouble,
    can_retry: bool,
    steps: &[&str],
) -> Option<Answer> {
    let tokens = Tokens::of_theme(ui);
    let hue = if trouble.offline { tokens.warning } else { tokens.bad };
    let mut answer = None;
    Frame::new()
        .fill(hue.wash)
        .stroke(Stroke::new(size::HAIRLINE, hue.ink))
        .corner_radius(radius::CONTROL)
        .inner_margin(margin(space::M))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
            ui.horizontal_top(|ui| {
                icon::icon_ui(ui, Icon::Warning, size::ICON, hue.ink);
                ui.vertical(|ui| {
                    let said = wrapped_ui(ui, &trouble.attempted, text::body_strong(), hue.ink);
                    announce(&said, true);
                    wrapped_ui(ui, &capital(&trouble.cause), text::body(), tokens.ink);
                    if !trouble.advice.is_empty() {
                        wrapped_ui(ui, &trouble.advice, text::body(), tokens.ink);
                    }
                    let codes = code_line(trouble);
                    if !codes.is_empty() {
                        wrapped_ui(ui, &codes, text::mono(), tokens.ink_muted);
                    }
                    let retry = can_retry && trouble.retry_is_safe;
                    answer = steps_ui(ui, retry, steps, Some(trouble));
                });
            });
        });
    answer
}

/// The trouble, if there is one, with "Try again". True when that was pressed.
pub fn retry_ui(ui: &mut Ui, trouble: Option<&Trouble>) -> bool {
    trouble.is_some_and(|trouble| trouble_ui(ui, trouble, true) == Some(Answer::Retry))
}

/// The buttons below the text, in its column.
fn steps_ui(
    ui: &mut Ui,
    can_retry: bool,
    steps: &[&str],
    trouble: Option<&Trouble>,
) -> Option<Answer> {
    let mut answer = None;
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        let retry = can_retry.then_some((Answer::Retry, text!("parts-try-again")));
        let steps = steps.iter().enumerate().map(|(number, words)| (Answer::Step(number), *words));
        let buttons: Vec<(Answer, &str)> = steps.chain(retry).collect();
        for &(means, words) in &buttons {
            if Button::secondary(words).compact().show_ui(ui).clicked() {
                answer = Some(means);
            }
        }
        let Some(trouble) = trouble else { return };
        if buttons.is_empty() {
            // Without a button before it, its text aligns with the text above.
            ui.add_space(-COMPACT_PADDING);
        }
        let copy = Button::quiet(text!("parts-copy-details")).compact();
        if copy.show_ui(ui).clicked() {
            ui.ctx().copy_text(as_text(trouble));
        }
    });
    answer
}

pub use crate::base::locale::format::capital;

/// A trouble in full as plain lines, for a mail to support.
pub fn as_text(trouble: &Trouble) -> String {
    let mut lines = vec![trouble.attempted.to_string(), trouble.cause.to_string()];
    if !trouble.advice.is_empty() {
        lines.push(trouble.advice.to_string());
    }
    if let Some(status) = trouble.status {
        lines.push(text!("parts-details-status", status = status.to_string()));
    }
    if !trouble.codes.is_empty() {
        lines.push(text!("parts-details-codes", codes = trouble.codes.join(", ")));
    }
    if let Some(correlation) = &trouble.correlation {
        let id = correlation.to_string();
        lines.push(text!("parts-details-correlation", id = id));
    }
    lines.join("\n")
}

/// A band across a panel: an icon, a sentence, optionally one button. Returns
/// whether the button was clicked.
pub fn band_ui(ui: &mut Ui, meaning: Meaning, words: &str, step: Option<&str>) -> bool {
    let mut taken = false;
    band_with_ui(ui, meaning, words, |ui| {
        if let Some(step) = step {
            taken = Button::secondary(step).compact().show_ui(ui).clicked();
        }
    });
    taken
}

/// A band whose text has an explanation on hover, if there is one.
pub fn hinted_band_ui(ui: &mut Ui, meaning: Meaning, words: &str, hint: &str) {
    hinted(band_words_ui(ui, meaning, words, |_| {}), hint);
}

/// Says that a list is incomplete, and why. Returns whether to load it again.
pub fn incomplete_ui(ui: &mut Ui, words: &str) -> bool {
    band_ui(ui, Meaning::Warning, words, Some(text!("parts-load-again")))
}

/// A band with custom controls, laid out from the right end.
pub fn band_with_ui(ui: &mut Ui, meaning: Meaning, words: &str, steps: impl FnOnce(&mut Ui)) {
    band_words_ui(ui, meaning, words, steps);
}

/// The same; returns the response of the text.
fn band_words_ui(
    ui: &mut Ui,
    meaning: Meaning,
    words: &str,
    steps: impl FnOnce(&mut Ui),
) -> Response {
    let tokens = Tokens::of_theme(ui);
    let hue = meaning.hue(tokens);
    Frame::new()
        .fill(hue.wash)
        .corner_radius(radius::CONTROL)
        .inner_margin(margins(space::M, space::S))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.x = space::S;
            line_ui(ui, size::CONTROL_COMPACT, |ui| {
                icon::icon_ui(ui, meaning.icon(), size::ICON, hue.ink);
                let text = reading_place(ui, "text");
                from_right_ui(ui, |ui| {
                    steps(ui);
                    let layout = Layout::left_to_right(Align::Center);
                    let first = UiBuilder::new().layout(layout).accessibility_parent(text);
                    let said = ui
                        .scope_builder(first, |ui| wrapped_ui(ui, words, text::body(), hue.ink))
                        .inner;
                    if matches!(meaning, Meaning::Warning | Meaning::Bad | Meaning::Doubt) {
                        announce(&said, false);
                    }
                    said
                })
            })
        })
        .inner
}

/// What a notice of the stack stands on.
fn toast_card(tokens: &Tokens, edge: Color32) -> Frame {
    Frame::new()
        .fill(tokens.surface)
        .stroke(Stroke::new(size::HAIRLINE, edge))
        .corner_radius(radius::CARD)
        .shadow(tokens.shadow)
}

/// Above a notice: that there are more. Returns whether they are to be shown.
pub fn more_ui(ui: &mut Ui, words: &str) -> bool {
    let tokens = Tokens::of_theme(ui);
    let card = toast_card(tokens, tokens.line).inner_margin(margins(space::M, space::XS));
    let shown = card.show(ui, |ui| {
        ui.set_width(size::TOAST);
        Button::quiet(words).compact().show_ui(ui).clicked()
    });
    shown.inner
}

/// The words of a notice in a strip as wide as the window, with what closes it before them and what
/// shows the notices in full behind them, so that no button is where the page may have one.
pub fn toast_strip_ui(ui: &mut Ui, notice: &Notice, show: &str) -> Option<Answer> {
    let tokens = Tokens::of_theme(ui);
    let meaning = Meaning::from(notice.tone);
    let mut answer = None;
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        if icon_button_ui(ui, Icon::Cross, &close_words(notice)) {
            answer = Some(Answer::Dismiss);
        }
        icon::icon_ui(ui, meaning.icon(), size::ICON, meaning.hue(tokens).ink);
        let show = Button::quiet(show).compact();
        let room = ui.available_width() - show.width(ui) - ui.spacing().item_spacing.x;
        ui.scope(|ui| {
            ui.set_max_width(room);
            let said = wrapped_ui(ui, &notice.text, text::body_medium(), tokens.ink);
            announce(&said, matches!(notice.tone, Tone::Warning | Tone::Bad));
        });
        if show.show_ui(ui).clicked() {
            answer = Some(Answer::Step(0));
        }
    });
    answer
}

fn close_words(notice: &Notice) -> String {
    text!("parts-dismiss-notice", notice = &notice.text)
}

/// One notice of the stack in the corner, with the buttons that lead to what it is about.
pub fn toast_ui(ui: &mut Ui, notice: &Notice, steps: &[&str]) -> Option<Answer> {
    let tokens = Tokens::of_theme(ui);
    let meaning = Meaning::from(notice.tone);
    let hue = meaning.hue(tokens);
    let mut answer = None;
    toast_card(tokens, hue.ink).inner_margin(margin(space::M)).show(ui, |ui| {
        ui.set_width(size::TOAST);
        ui.horizontal_top(|ui| {
            let beside = egui::vec2(size::ICON, size::CONTROL_COMPACT);
            let middle = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(beside, middle, |ui| {
                icon::icon_ui(ui, meaning.icon(), size::ICON, hue.ink);
            });
            let text = reading_place(ui, "text");
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                if icon_button_ui(ui, Icon::Cross, &close_words(notice)) {
                    answer = Some(Answer::Dismiss);
                }
                let layout = Layout::top_down(Align::Min);
                let first = UiBuilder::new().layout(layout).accessibility_parent(text);
                ui.scope_builder(first, |ui| {
                    // The first line is level with the icon and the close button.
                    ui.add_space((size::CONTROL_COMPACT - size::ICON) / 2.0);
                    let said = wrapped_ui(ui, &notice.text, text::body_medium(), tokens.ink);
                    announce(&said, matches!(notice.tone, Tone::Warning | Tone::Bad));
                    if let Some(trouble) = &notice.trouble {
                        if !notice.text.contains(trouble.cause.as_str()) {
                            wrapped_ui(ui, &trouble.cause, text::body(), tokens.ink_muted);
                        }
                        if !trouble.advice.is_empty() {
                            wrapped_ui(ui, &trouble.advice, text::body(), tokens.ink_muted);
                        }
                        let codes = code_line(trouble);
                        if !codes.is_empty() {
                            wrapped_ui(ui, &codes, text::mono(), tokens.ink_muted);
                        }
                    }
                    if !steps.is_empty() || notice.trouble.is_some() {
                        let trouble = notice.trouble.as_ref();
                        answer = answer.or(steps_ui(ui, false, steps, trouble));
                    }
                });
            });
        });
    });
    answer
}

/// The title of what is open beside a list, with a button that closes it. `close` is the name of the
/// button; returns whether it was clicked.
pub fn closing_title_ui(ui: &mut Ui, title: &str, close: &str) -> bool {
    ui.horizontal(|ui| {
        title_ui(ui, title);
        from_right_ui(ui, |ui| icon_button_ui(ui, Icon::Cross, close))
    })
    .inner
}

/// A small square button that shows only an icon; `name` is its tooltip and accessible name.
pub fn icon_button_ui(ui: &mut Ui, icon: Icon, name: &str) -> bool {
    let tokens = Tokens::of_theme(ui);
    let side = size::CONTROL_COMPACT;
    let (rect, response) = ui.allocate_exact_size(egui::vec2(side, side), egui::Sense::click());
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, radius::CONTROL, tokens.hover);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(
            rect,
            radius::CONTROL,
            Stroke::new(size::FOCUS_RING, tokens.focus),
            egui::StrokeKind::Inside,
        );
    }
    icon::paint(ui.painter(), rect.shrink(5.0), icon, tokens.ink_muted);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    response.on_hover_text(visual_order(name)).clicked()
}

fn code_line(trouble: &Trouble) -> String {
    let mut parts = trouble.codes.clone();
    if let Some(status) = trouble.status {
        parts.push(format!("HTTP {status}"));
    }
    if let Some(correlation) = &trouble.correlation {
        parts.push(text!("parts-correlation", id = correlation.to_string()));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::id::CorrelationId;

    #[test]
    fn copied_details_name_everything_support_asks_for() {
        let words = as_text(&Trouble {
            attempted: "Getting rates".into(),
            cause: "The ZIP code does not exist".into(),
            advice: "Check the address".into(),
            codes: vec!["ADDRESS.VALIDATION_FAILED".into()],
            status: Some(400),
            correlation: Some(CorrelationId::new("c-1")),
            ..Trouble::default()
        });
        for part in [
            "Getting rates",
            "ZIP code",
            "Check the address",
            "ADDRESS.VALIDATION_FAILED",
            "400",
            "c-1",
        ] {
            assert!(words.contains(part), "{part} is missing in {words}");
        }
    }
}
