//! A field for a date: typed, or picked in a calendar.

use std::ops::RangeInclusive;

use egui::{
    Button as EguiButton, EventFilter, Id, Key, Label, Modifiers, Popup, PopupCloseBehavior,
    Response, RichText, Ui, Vec2, vec2,
};
use jiff::ToSpan;
use jiff::civil::Date;

use super::button::Button;
use super::field::{Field, beside_field_ui};
use super::icon::Icon;
use super::text::{from_right_ui, strong_ui};
use crate::base::locale::format::{capital, formats};
use crate::base::locale::parse;
use crate::text;
use crate::ui::tokens::{Tokens, size, space, text};

/// Side of a day in the calendar.
const DAY: f32 = 32.0;

/// A date field as it was drawn.
pub struct DateField {
    pub response: Response,
    /// Whether a day was picked in the calendar in this frame.
    pub is_picked: bool,
    /// Whether the calendar is open, or its button is being used.
    pub is_in_calendar: bool,
}

/// A date field with a button that opens a calendar. `value` is the text as typed; a day picked in
/// the calendar is written as the locale writes dates, and after a change of the language the date is
/// written again. Days outside `allowed` can't be picked.
pub fn date_field_ui(
    ui: &mut Ui,
    field: Field<'_>,
    width: f32,
    value: &mut String,
    today: Date,
    allowed: &RangeInclusive<Date>,
) -> Response {
    whole_date_field_ui(ui, field, width, value, today, allowed).response
}

/// The same, with what is done in the calendar, for a field that ends when it is left.
pub fn whole_date_field_ui(
    ui: &mut Ui,
    field: Field<'_>,
    width: f32,
    value: &mut String,
    today: Date,
    allowed: &RangeInclusive<Date>,
) -> DateField {
    let name = field.accessible_name().to_owned();
    let has_label = field.has_label();
    let row_ui = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        let field = field.width(width - size::CONTROL - space::XS);
        let mut response = field.show_ui(ui, value);
        // Not while it is being typed.
        if !response.has_focus()
            && let Some(written) = parse::date_of_other_language(value)
        {
            *value = written;
            ui.ctx().request_repaint();
        }
        let open_ui = |ui: &mut Ui| {
            let name = text!("common-calendar-open", field = &name);
            Button::quiet("").icon(Icon::Calendar).name(&name).show_ui(ui)
        };
        let open = if has_label { beside_field_ui(ui, open_ui) } else { open_ui(ui) };
        let days = Days { chosen: parse::date(value), today, allowed };
        let picked = popup_ui(&open, &days);
        if let Some(day) = picked {
            *value = formats().date(day);
            response.mark_changed();
            response.request_focus();
        }
        DateField {
            response,
            is_picked: picked.is_some(),
            is_in_calendar: Popup::is_id_open(ui.ctx(), popup_id(&open))
                || open.is_pointer_button_down_on()
                || open.has_focus(),
        }
    };
    match has_label {
        true => ui.horizontal_top(row_ui).inner,
        false => ui.horizontal(row_ui).inner,
    }
}

/// The days by which an order can be asked to be shipped.
pub fn days_to_ship(today: Date) -> RangeInclusive<Date> {
    today..=today.checked_add(5.years()).unwrap_or(today)
}

fn popup_id(button: &Response) -> Id {
    Id::unique(("calendar", button.id))
}

/// What an open calendar shows.
#[derive(Clone, Copy)]
struct Shown {
    month: Date,
    /// The day that gets the keyboard focus as soon as it is drawn.
    focus: Option<Date>,
}

/// What a day of the calendar looks like and may do.
struct Days<'a> {
    chosen: Option<Date>,
    today: Date,
    allowed: &'a RangeInclusive<Date>,
}

/// The calendar below its button; returns the day that was picked. Arrow keys move by a day or a
/// week, Page Up and Page Down by a month, Enter picks, Esc closes.
fn popup_ui(button: &Response, days: &Days<'_>) -> Option<Date> {
    let id = popup_id(button);
    let was_open = Popup::is_id_open(&button.ctx, id);
    let remembered = button.ctx.data(|data| data.get_temp::<Shown>(id));
    let mut shown = remembered.filter(|_| was_open).unwrap_or_else(|| days.opened());
    let mut picked = None;
    Popup::from_toggle_button_response(button)
        .id(id)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, space::XS);
            let month = shown.month;
            month_ui(ui, &mut shown);
            // A day is as wide as the others, whatever its number.
            ui.spacing_mut().button_padding = Vec2::ZERO;
            let mut focused = None;
            picked = days_ui(ui, month, days, &mut shown.focus, &mut focused);
            if let Some(day) = focused {
                move_by_keys(ui, day, days, &mut shown);
            }
            if picked.is_some() {
                ui.close();
            }
        });
    button.ctx.data_mut(|data| data.insert_temp(id, shown));
    let escaped = button.ctx.input(|input| input.key_pressed(Key::Escape));
    if was_open && escaped {
        button.request_focus();
    }
    picked
}

impl Days<'_> {
    /// The calendar as it opens: the keyboard is on the chosen day.
    fn opened(&self) -> Shown {
        let day = self.nearest(self.chosen.unwrap_or(self.today));
        Shown { month: day.first_of_month(), focus: Some(day) }
    }

    fn nearest(&self, day: Date) -> Date {
        day.max(*self.allowed.start()).min(*self.allowed.end())
    }
}

/// The month between the buttons for the one before and the one after.
fn month_ui(ui: &mut Ui, shown: &mut Shown) {
    let month = shown.month;
    ui.horizontal(|ui| {
        ui.set_width(DAY * 7.0);
        let earlier = Button::quiet("").icon(Icon::Left).name(text!("common-calendar-earlier"));
        if earlier.show_ui(ui).clicked() {
            shown.month = month.checked_sub(1.month()).unwrap_or(month);
        }
        from_right_ui(ui, |ui| {
            let later = Button::quiet("").icon(Icon::Right).name(text!("common-calendar-later"));
            if later.show_ui(ui).clicked() {
                shown.month = month.checked_add(1.month()).unwrap_or(month);
            }
            ui.centered_and_justified(|ui| strong_ui(ui, &capital(&formats().month(month))));
        });
    });
}

/// Moves the keyboard from this day, within the days that can be picked.
fn move_by_keys(ui: &Ui, day: Date, days: &Days<'_>, shown: &mut Shown) {
    let steps = [
        (Key::ArrowLeft, (-1).days()),
        (Key::ArrowRight, 1.days()),
        (Key::ArrowUp, (-7).days()),
        (Key::ArrowDown, 7.days()),
        (Key::PageUp, (-1).months()),
        (Key::PageDown, 1.months()),
    ];
    for (key, step) in steps {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            let there = days.nearest(day.checked_add(step).unwrap_or(day));
            shown.focus = Some(there);
            shown.month = there.first_of_month();
            ui.ctx().request_repaint();
        }
    }
}

/// The days of a month in weeks, each a button.
fn days_ui(
    ui: &mut Ui,
    month: Date,
    days: &Days<'_>,
    wanted: &mut Option<Date>,
    focused: &mut Option<Date>,
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
            let words = RichText::new(words).font(text::small()).color(tokens.ink_muted);
            ui.add_sized(vec2(DAY, size::ICON), Label::new(words));
        }
    });
    while day.first_of_month() <= month {
        ui.horizontal(|ui| {
            for _ in 0..7 {
                let response = day_ui(ui, day, month, days);
                if response.clicked() {
                    picked = Some(day);
                }
                if *wanted == Some(day) && day.first_of_month() == month {
                    *wanted = None;
                    response.request_focus();
                }
                if response.has_focus() {
                    *focused = Some(day);
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

fn day_ui(ui: &mut Ui, day: Date, month: Date, days: &Days<'_>) -> Response {
    let tokens = Tokens::of_theme(ui);
    let (is_chosen, is_today) = (days.chosen == Some(day), day == days.today);
    let ink = match (is_chosen, day.first_of_month() == month) {
        (true, _) => tokens.on_accent,
        (false, true) => tokens.ink,
        (false, false) => tokens.ink_muted,
    };
    let words = RichText::new(day.day().to_string()).font(text::body()).color(ink);
    let mut button =
        EguiButton::new(words).min_size(vec2(DAY, DAY)).frame_when_inactive(is_chosen || is_today);
    if is_chosen {
        button = button.fill(tokens.accent);
    }
    let allowed = days.allowed.contains(&day);
    let response = ui.push_id(day.to_string(), |ui| ui.add_enabled(allowed, button)).inner;
    // The arrow keys move by days here, not to the nearest control.
    let arrows =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    let name = formats().long_date(day);
    let name = if is_today { text!("common-calendar-today", date = name) } else { name };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, allowed, &name));
    response
}
