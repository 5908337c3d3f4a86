//! Controls to pick one of many options: a combo box with a search field, whose options can be
//! disabled with a reason, and one for countries.

use egui::{Response, Ui};

use super::choice::fitting;
use super::dropdown::{Closed, Row, dropdown_ui};
use super::field::{column_ui, label_ui};
use crate::base::geography;
use crate::base::search_text::Search;

/// One option: its value, its text, and why it is not available (`None` if it is).
#[derive(Clone, Debug)]
pub struct Choice<T> {
    pub value: T,
    pub words: String,
    pub blocked: Option<String>,
}

impl<T> Choice<T> {
    pub fn new(value: T, words: impl Into<String>) -> Self {
        Self { value, words: words.into(), blocked: None }
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
    label: &str,
    name: &str,
    width: f32,
    selected: &mut T,
    options: &[Choice<T>],
) -> Response {
    let shown = options
        .iter()
        .find(|option| option.value == *selected)
        .map_or("", |option| option.words.as_str());
    let rows = |filter: &str| {
        let search = Search::new(filter);
        options
            .iter()
            .enumerate()
            .filter(|(_, option)| search.finds(&option.words))
            .map(|(index, option)| Row {
                index,
                words: option.words.clone(),
                chosen: option.value == *selected,
                blocked: option.blocked.clone(),
            })
            .collect()
    };
    let search = options.len() > SEARCH_FROM;
    let width = fitting(ui, width);
    let (mut response, picked) = column_ui(ui, width, |ui| {
        if !label.is_empty() {
            label_ui(ui, label);
        }
        dropdown_ui(ui, &Closed { name, width, shown }, search, rows)
    });
    if let Some(option) = picked.and_then(|index| options.get(index)) {
        *selected = option.value.clone();
        response.mark_changed();
    }
    response
}

/// A country by name or code; `code` holds the two-letter code.
pub fn country_ui(ui: &mut Ui, label: &str, name: &str, width: f32, code: &mut String) -> Response {
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
                OFTEN.iter().position(|code| *code == country.a2).unwrap_or(OFTEN.len())
            } else {
                let begins = country.a2.to_lowercase() == filter
                    || geography::plain_name(country.name()).starts_with(&plain);
                usize::from(!begins)
            };
            (rank, geography::plain_name(country.name()))
        });
        rows
    };
    let width = fitting(ui, width);
    let (mut response, picked) = column_ui(ui, width, |ui| {
        if !label.is_empty() {
            label_ui(ui, label);
        }
        dropdown_ui(ui, &Closed { name, width, shown }, true, rows)
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
