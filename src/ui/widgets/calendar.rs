//! A field for a date: typed, or picked in a calendar.

use std::ops::RangeInclusive;

use egui::{
    Button as EguiButton, Id, Key, Popup, PopupCloseBehavior, Response, RichText, Ui, vec2,
};
use jiff::ToSpan;
use jiff::civil::Date;

use super::button::Button;
use super::field::Field;
use super::icon::Icon;
use super::text::strong_ui;
use crate::base::locale::format::formats;
use crate::base::locale::parse;
use crate::text;
use crate::ui::tokens::{Tokens, size, space, text};

/// Side of a day in the calendar.
const DAY: f32 = 32.0;

/// A date field with a button that opens a calendar. `value` is the text as typed; a day picked in
/// the calendar is written as the locale writes dates. Days outside `allowed` can't be picked.
pub fn date_field_ui(
    ui: &mut Ui,
    field: Field<'_>,
    width: f32,
    value: &mut String,
    today: Date,
    allowed: &RangeInclusive<Date>,
) -> Response {
    let name = field.accessible_name().to_owned();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        let field = field.width(width - size::CONTROL - space::XS);
        let has_label = field.has_label();
        let mut response = field.show_ui(ui, value);
        let open = ui
            .vertical(|ui| {
                ui.spacing_mut().item_spacing.y = space::XS;
                if has_label {
                    super::field::label_ui(ui, "");
                }
                let name = text!("common-calendar-open", field = &name);
                Button::quiet("")
                    .icon(Icon::Calendar)
                    .name(&name)
                    .show_ui(ui)
            })
            .inner;
        if let Some(day) = popup_ui(&open, parse::date(value), today, allowed) {
            *value = formats().date(day);
            response.mark_changed();
            response.request_focus();
        }
        response
    })
    .inner
}

/// The calendar below its button; returns the day that was picked.
fn popup_ui(
    button: &Response,
    chosen: Option<Date>,
    today: Date,
    allowed: &RangeInclusive<Date>,
) -> Option<Date> {
    let id = Id::unique(("calendar", button.id));
    let shown = button
        .ctx
        .data(|data| data.get_temp::<Date>(id))
        .filter(|_| !button.clicked());
    let month = shown
        .unwrap_or_else(|| chosen.unwrap_or(today))
        .first_of_month();
    let mut next = month;
    let mut picked = None;
    Popup::from_toggle_button_response(button)
        .id(id)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, space::XS);
            ui.horizontal(|ui| {
                ui.set_min_width(DAY * 7.0);
                if Button::quiet("")
                    .icon(Icon::Left)
                    .name(text!("common-calendar-earlier"))
                    .show_ui(ui)
                    .clicked()
                {
                    next = month.checked_sub(1.month()).unwrap_or(month);
                }
                ui.allocate_ui(vec2(DAY * 7.0 - 2.0 * size::CONTROL, size::CONTROL), |ui| {
                    ui.centered_and_justified(|ui| strong_ui(ui, &formats().month(month)));
                });
                if Button::quiet("")
                    .icon(Icon::Right)
                    .name(text!("common-calendar-later"))
                    .show_ui(ui)
                    .clicked()
                {
                    next = month.checked_add(1.month()).unwrap_or(month);
                }
            });
            picked = days_ui(ui, month, chosen, today, allowed);
            ui.input(|input| {
                if input.key_pressed(Key::PageUp) {
                    next = month.checked_sub(1.month()).unwrap_or(month);
                }
                if input.key_pressed(Key::PageDown) {
                    next = month.checked_add(1.month()).unwrap_or(month);
                }
            });
            if picked.is_some() {
                ui.close();
            }
        });
    button.ctx.data_mut(|data| data.insert_temp(id, next));
    picked
}

/// The days of a month in weeks, each a button.
fn days_ui(
    ui: &mut Ui,
    month: Date,
    chosen: Option<Date>,
    today: Date,
    allowed: &RangeInclusive<Date>,
) -> Option<Date> {
    let tokens = Tokens::of_theme(ui);
    let formats = formats();
    let first = formats.first_weekday();
    let before = month.weekday().since(first);
    let mut day = month.checked_sub(i64::from(before).days()).ok()?;
    let mut picked = None;
    ui.horizontal(|ui| {
        for at in 0..7 {
            let words = day
                .checked_add(i64::from(at).days())
                .map(|day| formats.weekday(day))
                .unwrap_or_default();
            ui.allocate_ui(vec2(DAY, size::ICON), |ui| {
                let words = RichText::new(words)
                    .font(text::small())
                    .color(tokens.ink_muted);
                ui.centered_and_justified(|ui| ui.label(words));
            });
        }
    });
    while day.first_of_month() <= month {
        ui.horizontal(|ui| {
            for _ in 0..7 {
                if day_ui(ui, day, month, (chosen, today), allowed) {
                    picked = Some(day);
                }
                day = day.tomorrow().unwrap_or(day);
            }
        });
        if day == Date::MAX {
            break;
        }
    }
    picked
}

fn day_ui(
    ui: &mut Ui,
    day: Date,
    month: Date,
    (chosen, today): (Option<Date>, Date),
    allowed: &RangeInclusive<Date>,
) -> bool {
    let tokens = Tokens::of_theme(ui);
    let is_chosen = chosen == Some(day);
    let ink = match (is_chosen, day.first_of_month() == month) {
        (true, _) => tokens.on_accent,
        (false, true) => tokens.ink,
        (false, false) => tokens.ink_muted,
    };
    let words = RichText::new(day.day().to_string())
        .font(text::body())
        .color(ink);
    let mut button = EguiButton::new(words)
        .min_size(vec2(DAY, DAY))
        .frame_when_inactive(is_chosen || day == today);
    if is_chosen {
        button = button.fill(tokens.accent);
    }
    let response = ui.add_enabled(allowed.contains(&day), button);
    let name = formats().long_date(day);
    let name = match day == today {
        true => text!("common-calendar-today", date = name),
        false => name,
    };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    response.clicked()
}
