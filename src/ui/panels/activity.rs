//! The list of all requests to the service: when, what, the result and the duration.

mod filter;
mod journal;

use egui::Ui;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::base::locale::format::{clock_seconds, short_moment_seconds};
use crate::client::{LABEL_FILE, PRACTICE_CONTROLS};
use crate::desk::kernel::notices::Activity;
use crate::drawing::bidi::{may_contain_rtl, visual_order};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, text};
use crate::ui::widgets::{
    Button, Column, Icon, Meaning, Table, TableState, capital, card, head, heading_ui, pill_ui,
    short_ui, small_muted_ui,
};

#[derive(Default)]
pub struct ActivityViewState {
    table: TableState,
    filter: filter::ActivityFilter,
    journal: journal::JournalExportViewState,
}

/// Widths of a time of day, and of one with its day, in points.
const TIME: f32 = 96.0;
const DAY_AND_TIME: f32 = 148.0;

/// The time says its day too, unless that is today.
fn table<'r, 'c>(
    rows: &'r [&'r Activity],
    today: Date,
    zone: &'c TimeZone,
) -> Table<'r, 'c, &'r Activity> {
    let has_days = rows.iter().any(|row| day(row, zone) != today);
    let time = if has_days { DAY_AND_TIME } else { TIME };
    let correlation = Column::new(text!("activity-correlation-id"), 272.0);
    Table::new("activity", rows)
        .column(Column::new(text!("activity-time"), time).whole(), move |row| {
            match day(row, zone) == today {
                true => clock_seconds(row.at, zone),
                false => short_moment_seconds(row.at, zone),
            }
        })
        .column(Column::new(text!("activity-call"), 250.0).growing(0.2).shrinking(180.0), |row| {
            call_words(&row.call).to_owned()
        })
        .column(Column::new(text!("activity-status"), 100.0), |row| status(row).2)
        .drawn(|ui, row| {
            let (meaning, icon, word) = status(row);
            pill_ui(ui, meaning, icon, &word);
        })
        .column(Column::new(text!("activity-milliseconds"), 76.0).right(), |row| {
            row.millis.to_string()
        })
        .column(Column::new(text!("activity-attempt"), 28.0).right(), |row| row.attempt.to_string())
        // The menu of a row copies it. The ids of one run differ in their last digits.
        .column(correlation.shrinking(110.0).leaving(1), |row| {
            row.correlation.as_ref().map(ToString::to_string).unwrap_or_default()
        })
        .number()
        .column(Column::wide(text!("activity-error")), |row| error_words(row))
        .drawn(|ui, row| error_ui(ui, row))
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ActivityViewState) {
    // By start time: the list is stored in the order in which the requests ended.
    let mut rows: Vec<&Activity> = cx.state.activity.iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.at));
    let all = rows.len();
    rows.retain(|row| local.filter.holds(row));
    let today = cx.today();
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Title {
            heading_ui(ui, text!("activity-title"));
            small_muted_ui(ui, text!("activity-explained"));
            return;
        }
        journal::button_ui(ui, cx, &mut local.journal);
        let nothing = text!("activity-nothing-to-copy");
        let reason = rows.is_empty().then_some(nothing);
        let title = match local.filter.is_set() {
            true => text!("activity-copy-shown"),
            false => text!("activity-copy-all"),
        };
        let copy = Button::secondary(title).icon(Icon::Copy).disabled_because(reason);
        if copy.show_ui(ui).clicked() {
            let words = table(&rows, today, cx.zone).tsv_of_loaded();
            cx.commands.push(Command::Copy(words));
        }
    });
    journal::question_ui(ui, cx, &mut local.journal);
    if all > 0 && local.filter.show_ui(ui, rows.len(), all) {
        // The row that was selected has another place now.
        local.table.selected = None;
        ui.ctx().request_repaint();
    }
    if rows.is_empty() && all > 0 {
        let title = text!("activity-no-match");
        let words = text!("activity-no-match-explained");
        let show_all = Some(text!("activity-show-all"));
        if card::empty_ui(ui, Icon::Search, title, words, show_all) {
            local.filter = filter::ActivityFilter::default();
        }
        return;
    }
    if rows.is_empty() {
        card::empty_ui(
            ui,
            Icon::Activity,
            text!("activity-empty"),
            text!("activity-empty-explained"),
            None,
        );
        return;
    }
    table(&rows, today, cx.zone).show_ui(ui, &mut local.table);
}

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
    let cause = activity.status.and_then(|status| {
        let answered = text!("errors-kind-refused-bare", status = status.to_string());
        words.strip_prefix(&answered)?.strip_prefix(": ")
    });
    capital(cause.unwrap_or(words))
}

fn status(activity: &Activity) -> (Meaning, Icon, String) {
    match activity.status {
        // The usual answer has no color, so that the others are seen.
        Some(status @ 200..=299) => (Meaning::Neutral, Icon::Check, status.to_string()),
        Some(status @ 400..=499) => (Meaning::Warning, Icon::Warning, status.to_string()),
        Some(status) => (Meaning::Bad, Icon::Warning, status.to_string()),
        None => (Meaning::Bad, Icon::Cross, text!("activity-no-answer").to_owned()),
    }
}

/// A call of the interface by its method and path; another by its name.
fn call_words(call: &str) -> &str {
    match call {
        PRACTICE_CONTROLS => text!("activity-call-practice"),
        LABEL_FILE => text!("activity-call-label-file"),
        call => call,
    }
}

/// It got no answer, or one that is not a success.
fn failed(activity: &Activity) -> bool {
    !matches!(activity.status, Some(200..=299))
}

fn day(activity: &Activity, zone: &TimeZone) -> Date {
    zone.to_datetime(activity.at).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_stands_without_what_the_status_says() {
        for (status, error, words) in [
            (Some(503), Some("the service answered 503: the carrier sleeps"), "The carrier sleeps"),
            (Some(503), Some("the service answered 503"), "The service answered 503"),
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
                error: error.map(Into::into),
            };
            assert_eq!(error_words(&activity), words);
        }
    }
}
