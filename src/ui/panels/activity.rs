//! The list of all requests to the service: when, what, the result and the duration.

mod journal;

use egui::{Align, Layout, Ui};
use jiff::tz::TimeZone;

use crate::base::bidi::{may_contain_rtl, visual_order};
use crate::desk::kernel::notices::Activity;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, text};
use crate::ui::widgets::notice::capital;
use crate::ui::widgets::table::{Column, Table, TableState, tsv};
use crate::ui::widgets::text::{heading_ui, pill_ui, small_muted_ui};
use crate::ui::widgets::words::{short_ui, words_ui};
use crate::ui::widgets::{Button, Icon, Meaning, card};

#[derive(Default)]
pub struct ActivityViewState {
    table: TableState,
    journal: journal::JournalExportViewState,
}

const COLUMNS: [Column; 7] = [
    Column::new("Time", 60.0),
    Column::new("Call", 250.0).growing(0.2),
    Column::new("Status", 100.0),
    Column::new("Milliseconds", 76.0).right(),
    Column::new("Try", 28.0).right(),
    Column::new("Correlation id", 272.0),
    Column::wide("Error"),
];

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ActivityViewState) {
    // By start time: the list is stored in the order in which the requests ended.
    let mut rows: Vec<&Activity> = cx.state.activity.iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.at));
    ui.horizontal(|ui| {
        heading_ui(ui, "Activity");
        small_muted_ui(ui, "Without keys, passwords and contents");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let reason = rows.is_empty().then_some("There is nothing to copy yet");
            let copy = Button::secondary("Copy all")
                .icon(Icon::Copy)
                .disabled_because(reason);
            if copy.show_ui(ui).clicked() {
                let titles = COLUMNS.iter().map(|column| column.title.to_owned());
                let lines = rows.iter().map(|row| words(row, cx.zone));
                cx.commands
                    .push(Command::Copy(tsv(titles.collect(), lines)));
            }
            journal::button_ui(ui, cx, &mut local.journal);
        });
    });
    journal::question_ui(ui, cx, &mut local.journal);
    if rows.is_empty() {
        card::empty_ui(
            ui,
            Icon::Activity,
            "No request was sent yet",
            "Each one will be listed here with its answer",
            None,
        );
        return;
    }
    let zone = cx.zone;
    let text = |row: usize| {
        rows.get(row)
            .map(|row| words(row, zone))
            .unwrap_or_default()
    };
    Table::new("activity", &COLUMNS, rows.len()).show_ui(
        ui,
        &mut local.table,
        text,
        |ui, row, column| {
            let Some(activity) = rows.get(row) else {
                return;
            };
            match column {
                2 => status_ui(ui, activity),
                ERROR => error_ui(ui, activity),
                _ => {
                    if let Some(word) = words(activity, zone).get(column) {
                        let mono = column == 5;
                        let font = if mono { text::mono() } else { text::body() };
                        let ink = Tokens::of_theme(ui).ink;
                        words_ui(ui, word, font, ink);
                    }
                }
            }
        },
    );
}

const ERROR: usize = 6;

/// The first sentence of the error, with all of it on hover.
fn error_ui(ui: &mut Ui, activity: &Activity) {
    let words = error_words(activity);
    if !words.is_empty() {
        // The cause fits in a row; the rest of the service's message would be cut off.
        let cause = words.split(". ").next().unwrap_or(&words);
        let label = short_ui(ui, cause, text::body(), Tokens::of_theme(ui).ink);
        // A text that is cut off shows its full form on hover automatically.
        if may_contain_rtl(&words) || cause != words {
            label.on_hover_text(visual_order(&words));
        }
    }
}

/// The cause without the status, which has its own column.
fn error_words(activity: &Activity) -> String {
    let words = activity.error.as_deref().unwrap_or_default();
    let answered = activity
        .status
        .map(|status| format!("the service answered {status}: "));
    let cause = answered.and_then(|answered| words.strip_prefix(&answered));
    capital(cause.unwrap_or(words))
}

fn status_ui(ui: &mut Ui, activity: &Activity) {
    let (meaning, icon, word) = match activity.status {
        Some(status @ 200..=299) => (Meaning::Good, Icon::Check, status.to_string()),
        Some(status @ 400..=499) => (Meaning::Warning, Icon::Warning, status.to_string()),
        Some(status) => (Meaning::Bad, Icon::Warning, status.to_string()),
        None => (Meaning::Bad, Icon::Cross, "No answer".to_owned()),
    };
    pill_ui(ui, meaning, icon, &word);
}

fn words(activity: &Activity, zone: &TimeZone) -> Vec<String> {
    let time = activity.at.to_zoned(zone.clone());
    vec![
        time.strftime("%H:%M:%S").to_string(),
        activity.call.clone(),
        activity
            .status
            .map_or_else(|| "no answer".to_owned(), |status| status.to_string()),
        activity.millis.to_string(),
        activity.attempt.to_string(),
        activity
            .correlation
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
        error_words(activity),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_stands_without_what_the_status_says() {
        for (status, error, words) in [
            (
                Some(503),
                Some("the service answered 503: the carrier sleeps"),
                "The carrier sleeps",
            ),
            (
                Some(503),
                Some("the service answered 503"),
                "The service answered 503",
            ),
            (None, Some("the connection broke"), "The connection broke"),
            (Some(200), None, ""),
        ] {
            let activity = Activity {
                whose: None,
                at: jiff::Timestamp::UNIX_EPOCH,
                call: "GET /Rates".to_owned(),
                status,
                millis: 1,
                attempt: 1,
                correlation: None,
                error: error.map(str::to_owned),
            };
            assert_eq!(error_words(&activity), words);
        }
    }
}
