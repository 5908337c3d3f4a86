//! Controls to pick one of many options: a combo box with a search field, whose options can be
//! disabled with a reason, and one for countries.

use egui::{
    ComboBox, IdSalt, Key, Modifiers, PopupCloseBehavior, Response, RichText, TextEdit, Ui,
};

use super::choice::{option_ui, selected_words};
use super::field::{column_ui, label_ui};
use crate::base::geography;
use crate::text;
use crate::ui::theme::margins;
use crate::ui::tokens::{Tokens, size, space, text};

/// One option: its value, its text, and why it is not available (`None` if it is).
#[derive(Clone, Debug)]
pub struct Choice<T> {
    pub value: T,
    pub words: String,
    pub blocked: Option<String>,
}

impl<T> Choice<T> {
    pub fn new(value: T, words: impl Into<String>) -> Self {
        Self {
            value,
            words: words.into(),
            blocked: None,
        }
    }

    pub fn blocked(mut self, reason: Option<String>) -> Self {
        self.blocked = reason;
        self
    }
}

/// A combo box with a label; the response is of the box, and is marked as changed on a new pick.
/// More than [`SEARCH_FROM`] options get a search field.
pub fn pick_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    (label, name): (&str, &str),
    width: f32,
    selected: &mut T,
    options: &[Choice<T>],
) -> Response {
    let shown = options
        .iter()
        .find(|option| option.value == *selected)
        .map_or("", |option| option.words.as_str());
    let rows = |filter: &str| {
        let filter = filter.to_lowercase();
        options
            .iter()
            .enumerate()
            .filter(|(_, option)| option.words.to_lowercase().contains(&filter))
            .map(|(index, option)| Row {
                index,
                words: option.words.clone(),
                chosen: option.value == *selected,
                blocked: option.blocked.clone(),
            })
            .collect()
    };
    let search = options.len() > SEARCH_FROM;
    let (mut response, picked) = column_ui(ui, width, |ui| {
        if !label.is_empty() {
            label_ui(ui, label);
        }
        box_ui(ui, name, width, shown, search, rows)
    });
    if let Some(option) = picked.and_then(|index| options.get(index)) {
        *selected = option.value.clone();
        response.mark_changed();
    }
    response
}

/// A country by name or code; `code` holds the two-letter code.
pub fn country_ui(
    ui: &mut Ui,
    (label, name): (&str, &str),
    width: f32,
    code: &mut String,
) -> Response {
    let shown = geography::country(code).map_or(code.as_str(), |country| country.name());
    let rows = |filter: &str| {
        let filter = filter.trim().to_lowercase();
        let plain = geography::plain_name(&filter);
        let mut rows: Vec<Row> = geography::countries()
            .iter()
            .enumerate()
            .filter(|(_, country)| {
                geography::plain_name(country.name()).contains(&plain)
                    || geography::plain_name(&country.english_name).contains(&plain)
                    || country.a2.to_lowercase() == filter
                    || country.a3.to_lowercase() == filter
            })
            .map(|(index, country)| Row {
                index,
                words: format!("{} ({})", country.name(), country.a2),
                chosen: country.a2.eq_ignore_ascii_case(code),
                blocked: None,
            })
            .collect();
        // Matches at the start of the name, or of the exact code, come first. Without a filter, the
        // most frequent destinations come first.
        rows.sort_by_cached_key(|row| {
            let Some(country) = geography::countries().get(row.index) else {
                return (usize::MAX, String::new());
            };
            let rank = if filter.is_empty() {
                OFTEN
                    .iter()
                    .position(|code| *code == country.a2)
                    .unwrap_or(OFTEN.len())
            } else {
                let begins = country.a2.to_lowercase() == filter
                    || geography::plain_name(country.name()).starts_with(&plain);
                usize::from(!begins)
            };
            (rank, geography::plain_name(country.name()))
        });
        rows
    };
    let (mut response, picked) = column_ui(ui, width, |ui| {
        if !label.is_empty() {
            label_ui(ui, label);
        }
        box_ui(ui, name, width, shown, true, rows)
    });
    if let Some(country) = picked.and_then(|index| geography::countries().get(index)) {
        code.clone_from(&country.a2);
        response.mark_changed();
    }
    response
}

/// The first countries in an unfiltered list.
const OFTEN: [&str; 8] = ["US", "CA", "MX", "GB", "DE", "FR", "AU", "JP"];

/// Lists up to this length are faster to read than to search.
pub const SEARCH_FROM: usize = 14;

struct Row {
    index: usize,
    words: String,
    chosen: bool,
    blocked: Option<String>,
}

fn box_ui(
    ui: &mut Ui,
    name: &str,
    width: f32,
    shown: &str,
    search: bool,
    rows: impl Fn(&str) -> Vec<Row>,
) -> (Response, Option<usize>) {
    let memory = ui.make_persistent_id(("pick search", name));
    let closing = if search {
        PopupCloseBehavior::CloseOnClickOutside
    } else {
        PopupCloseBehavior::CloseOnClick
    };
    let inner = ComboBox::from_id_salt(IdSalt::new(name.to_owned()))
        .width(width)
        .truncate()
        .close_behavior(closing)
        .selected_text(selected_words(ui, shown, width))
        .show_ui(ui, |ui| {
            let mut filter: String = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
            let mut enter = false;
            if search {
                ui.set_min_width(width.max(MENU_WIDTH));
                enter = search_line_ui(ui, name, &mut filter);
                ui.data_mut(|data| data.insert_temp(memory, filter.clone()));
            }
            let picked = rows_ui(ui, &rows(&filter), enter);
            if picked.is_some() {
                ui.close();
            }
            picked
        });
    let open = inner.inner.is_some();
    if !open {
        ui.data_mut(|data| data.remove_temp::<String>(memory));
    }
    let response = inner.response;
    response.ctx.accesskit_node_builder(response.id, |node| {
        node.set_label(name);
        node.set_value(shown);
    });
    (response, inner.inner.flatten())
}

const MENU_WIDTH: f32 = 240.0;
const MENU_ROW: f32 = 28.0;

/// The search field; returns whether Enter picks the first row.
fn search_line_ui(ui: &mut Ui, name: &str, filter: &mut String) -> bool {
    let enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    let tokens = Tokens::of_theme(ui);
    let response = ui
        .add(
            TextEdit::singleline(filter)
                .hint_text(RichText::new(text!("parts-search")).color(tokens.ink_muted))
                .margin(margins(space::S, space::XS))
                .align(egui::Align2::LEFT_CENTER)
                .min_size(egui::vec2(0.0, size::CONTROL))
                .desired_width(f32::INFINITY),
        )
        .accessible_name(text!("parts-search-in", list = name.to_lowercase()));
    if !response.has_focus() {
        response.request_focus();
    }
    enter
}

fn rows_ui(ui: &mut Ui, rows: &[Row], enter: bool) -> Option<usize> {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().interact_size.y = MENU_ROW;
    let mut picked = None;
    if enter {
        picked = rows
            .iter()
            .find(|row| row.blocked.is_none())
            .map(|row| row.index);
    }
    if rows.is_empty() {
        let ink = Tokens::of_theme(ui).ink_muted;
        let words = RichText::new(text!("parts-no-matches")).font(text::small());
        ui.label(words.color(ink));
    }
    for row in rows {
        let response = ui
            .add_enabled_ui(row.blocked.is_none(), |ui| {
                option_ui(ui, row.chosen, &row.words)
            })
            .inner;
        let response = match &row.blocked {
            Some(reason) => response.on_disabled_hover_text(reason),
            None => response,
        };
        if response.clicked() {
            picked = Some(row.index);
        }
    }
    picked
}
