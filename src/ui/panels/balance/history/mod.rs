//! The balance history: a chart and a table, loaded page by page for a range of days or all. The
//! loaded part can be searched and filtered, and the history exported to a file.

mod chart;
mod export;

use std::collections::BTreeSet;

use egui::{RichText, Ui};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::api::account::BalanceEntry;
use crate::api::value::Service;
use crate::base::money::Money;
use crate::desk::balance::history::{Range, money};
use crate::desk::balance::intent::BalanceIntent;
use crate::desk::parcel::parse_input;
use crate::desk::parcel::rate_ranking::spaced;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::segmented_ui;
use crate::ui::widgets::notice::{incomplete_ui, retry_ui};
use crate::ui::widgets::pick::{Choice, pick_ui};
use crate::ui::widgets::table::{Column, Table, TableState};
use crate::ui::widgets::text::{moment, money_ui, money_words, muted_ui, small_muted_ui};
use crate::ui::widgets::words::words_ui;
use crate::ui::widgets::{Button, Field};

#[derive(Default)]
pub struct HistoryViewState {
    table: TableState,
    /// Time of the balance for which the history was requested last.
    asked_for: Option<Timestamp>,
    search: String,
    /// The kind of event shown, by its displayed name; `None` shows all.
    event: Option<String>,
    chart: chart::HistoryChart,
    /// The date fields of a custom range are visible.
    dates: bool,
    from: String,
    to: String,
}

const COLUMNS: [Column; 5] = [
    Column::new("When", 140.0),
    Column::new("What", 110.0),
    Column::wide("Note"),
    Column::new("Amount", 90.0).right(),
    Column::new("Balance", 90.0).right(),
];

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut HistoryViewState) {
    keep_up(cx, local);
    let mut wanted = if local.dates {
        Wanted::Dates
    } else {
        Wanted::Range(cx.state.balance.history.range)
    };
    let mut changed = false;
    Card::new("History").switch().show_with_ui(
        ui,
        |ui| changed = segmented_ui(ui, "Range", &mut wanted, &RANGES),
        |ui| {
            if local.dates {
                dates_ui(ui, cx, local);
            }
            entries_ui(ui, cx, local);
        },
    );
    if changed {
        local.dates = wanted == Wanted::Dates;
        if let Wanted::Range(range) = wanted {
            cx.ask(BalanceIntent::LoadHistory(range));
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Range(Range),
    Dates,
}

/// The fields for the first and last day, both included.
fn dates_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut HistoryViewState) {
    let read = dates(&local.from, &local.to);
    let typed = !local.from.trim().is_empty() && !local.to.trim().is_empty();
    let problem = read.as_ref().err().copied().filter(|_| typed);
    let mut enter = false;
    ui.horizontal_top(|ui| {
        for (name, value, problem) in [
            ("From", &mut local.from, None),
            ("To", &mut local.to, problem),
        ] {
            let field = Field::new(name)
                .hint("2026-11-21")
                .width(DATE)
                .problem(problem);
            let response = field.show_ui(ui, value);
            enter |= response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        }
        ui.vertical(|ui| {
            crate::ui::widgets::field::label_ui(ui, "");
            let show = Button::secondary("Show these days").disabled_because(read.err());
            enter |= show.show_ui(ui).clicked();
        });
    });
    if enter && let Ok((from, to)) = read {
        cx.ask(BalanceIntent::LoadHistory(Range::Between { from, to }));
    }
}

const DATE: f32 = 130.0;

fn dates(from: &str, to: &str) -> Result<(Date, Date), &'static str> {
    let (Some(from), Some(to)) = (parse_input::date(from), parse_input::date(to)) else {
        return Err("Write both days as 2026-11-21");
    };
    if from > to {
        return Err("The first day is after the last");
    }
    Ok((from, to))
}

/// Requests the history again when the balance is newer than the history, because then money has
/// moved. Once for each new balance.
fn keep_up(cx: &mut Cx<'_>, local: &mut HistoryViewState) {
    let balance = cx.state.balance.summary.known().map(|known| known.at);
    let history = &cx.state.balance.history;
    let entries = history.entries.known().map(|known| known.at);
    let behind = balance > entries && entries.is_some() && !history.entries.is_loading();
    if behind && local.asked_for != balance {
        local.asked_for = balance;
        let range = history.range;
        cx.ask(BalanceIntent::LoadHistory(range));
    }
}

const RANGES: [(Wanted, &str); 5] = [
    (Wanted::Range(Range::Days(7)), "7 days"),
    (Wanted::Range(Range::Days(30)), "30 days"),
    (Wanted::Range(Range::Days(90)), "90 days"),
    (Wanted::Range(Range::All), "All"),
    (Wanted::Dates, "Dates"),
];

fn entries_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut HistoryViewState) {
    let history = &cx.state.balance.history;
    // Balance and history are requested together: a failure of both is shown once, above them.
    let told = cx.trouble_to_show(&cx.state.balance.summary);
    let told = told.map(|told| (&told.cause, &told.codes));
    if let Some(trouble) = cx.trouble_to_show(&history.entries)
        && told != Some((&trouble.cause, &trouble.codes))
        && retry_ui(ui, Some(trouble))
    {
        let range = history.range;
        cx.ask(BalanceIntent::LoadHistory(range));
    }
    let Some(entries) = history.entries.value() else {
        let words = if history.entries.is_loading() {
            "Loading the history"
        } else {
            "The history is not loaded yet"
        };
        muted_ui(ui, words);
        return;
    };
    if let Some(words) = &history.incomplete
        && incomplete_ui(ui, words)
    {
        let range = history.range;
        cx.ask(BalanceIntent::LoadHistory(range));
    }
    if entries.is_empty() {
        muted_ui(ui, "Nothing moved in these days");
        return;
    }
    ui.horizontal(|ui| {
        segmented_ui(ui, "Chart", &mut local.chart, &chart::CHARTS);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            export::button_ui(ui, cx);
        });
    });
    ui.add_space(space::XS);
    chart::show_ui(ui, cx, local.chart, entries);
    ui.add_space(space::XS);
    let rows = found_ui(ui, cx, local, entries);
    table_ui(ui, cx, local, entries, &rows);
}

/// The search field; returns the matching rows.
fn found_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    local: &mut HistoryViewState,
    entries: &[BalanceEntry],
) -> Vec<usize> {
    let zone = cx.zone;
    let kinds: BTreeSet<String> = entries
        .iter()
        .map(event)
        .filter(|it| !it.is_empty())
        .collect();
    let options: Vec<Choice<Option<String>>> = std::iter::once(Choice::new(None, "Every kind"))
        .chain(
            kinds
                .into_iter()
                .map(|kind| Choice::new(Some(kind.clone()), kind)),
        )
        .collect();
    let mut rows = Vec::new();
    ui.horizontal(|ui| {
        Field::new("Search the history")
            .hint("Search notes, amounts, days")
            .hide_label()
            .search()
            .width(230.0)
            .show_ui(ui, &mut local.search);
        pick_ui(ui, ("", "Kind of entry"), 170.0, &mut local.event, &options);
        rows = (0..entries.len())
            .filter(|row| {
                let entry = entries.get(*row);
                entry.is_some_and(|entry| fits(entry, zone, &local.search, local.event.as_deref()))
            })
            .collect();
        let loaded = entries.len();
        let found = if rows.len() == loaded {
            String::new()
        } else {
            format!("{} found in ", rows.len())
        };
        let total = cx.state.balance.history.total_results;
        let words = match total.filter(|total| *total != loaded as u64) {
            Some(total) => format!("{found}{loaded} of {total} entries"),
            None if loaded == 1 => format!("{found}1 entry"),
            None => format!("{found}{loaded} entries"),
        };
        small_muted_ui(ui, &words);
    });
    rows
}

/// Whether the entry is of this kind and each word of the search occurs in its row.
fn fits(entry: &BalanceEntry, zone: &TimeZone, search: &str, kind: Option<&str>) -> bool {
    if kind.is_some_and(|kind| event(entry) != kind) {
        return false;
    }
    let row = words(entry, zone).join(" ").to_lowercase();
    let search = search.to_lowercase();
    search.split_whitespace().all(|word| row.contains(word))
}

fn table_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut HistoryViewState,
    entries: &[BalanceEntry],
    rows: &[usize],
) {
    let history = &cx.state.balance.history;
    let more = history.listing.is_some() && !history.entries.is_loading();
    if rows.is_empty() {
        muted_ui(ui, "None of the entries loaded so far fits");
        if more
            && Button::secondary("Load older entries")
                .show_ui(ui)
                .clicked()
        {
            cx.ask(BalanceIntent::LoadMoreHistory);
        }
        return;
    }
    let zone = cx.zone;
    let at = |row: usize| rows.get(row).and_then(|row| entries.get(*row));
    let text = |row: usize| at(row).map(|entry| words(entry, zone)).unwrap_or_default();
    let table = Table::new("history", &COLUMNS, rows.len());
    let table = table.dimmed(cx.state.balance.summary.is_loading());
    let events = table.show_ui(ui, &mut local.table, text, |ui, row, column| {
        let Some(entry) = at(row) else {
            return;
        };
        match column {
            3 => amount_ui(ui, entry),
            4 => {
                money_ui(ui, money(entry, entry.balance));
            }
            _ => {
                if let Some(word) = words(entry, zone).get(column) {
                    let ink = Tokens::of_theme(ui).ink;
                    words_ui(ui, word, text::body(), ink);
                }
            }
        }
    });
    if events.at_end && more {
        cx.ask(BalanceIntent::LoadMoreHistory);
    }
}

fn amount_ui(ui: &mut Ui, entry: &BalanceEntry) {
    let tokens = Tokens::of_theme(ui);
    let Some(money) = money(entry, entry.amount) else {
        ui.label("–");
        return;
    };
    let words = if money.amount.is_negative() {
        RichText::new(money_words(money))
    } else {
        RichText::new(format!("+{money}")).color(tokens.good.ink)
    };
    ui.label(words);
}

fn words(entry: &BalanceEntry, zone: &TimeZone) -> Vec<String> {
    let plain = |money: Option<Money>| money.map(|money| money.to_string()).unwrap_or_default();
    vec![
        at(entry).map(|at| moment(at, zone)).unwrap_or_default(),
        event(entry),
        note(entry),
        plain(money(entry, entry.amount)),
        plain(money(entry, entry.balance)),
    ]
}

/// The comment of the service, with its service codes as readable names.
fn note(entry: &BalanceEntry) -> String {
    let words = entry.comments.as_deref().unwrap_or_default();
    let plain = |word: &str| match Service::ALL.iter().any(|known| known.as_str() == word) {
        true => spaced(word),
        false => word.to_owned(),
    };
    let words: Vec<String> = words.split(' ').map(plain).collect();
    words.join(" ")
}

/// `OnLabelGenerate` becomes `Label`; unknown codes are only split into words.
fn event(entry: &BalanceEntry) -> String {
    let code = entry
        .event_type
        .as_ref()
        .or(entry.transaction_type.as_ref());
    match code.map(|code| code.strip_prefix("On").unwrap_or(code)) {
        None => String::new(),
        Some("LabelGenerate") => "Label".to_owned(),
        Some("AddFunds") => "Top-up".to_owned(),
        Some("AutoBuy") => "AutoBuy".to_owned(),
        Some(code) => spaced(code),
    }
}

fn at(entry: &BalanceEntry) -> Option<Timestamp> {
    entry
        .transaction_date
        .as_ref()
        .or(entry.created_date.as_ref())
        .map(|time| time.instant())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::WireTime;
    use crate::base::money::Amount;

    #[test]
    fn rows_are_found_by_words_and_by_kind() {
        let entry = BalanceEntry {
            event_type: Some("OnLabelGenerate".to_owned()),
            comments: Some("Northline GroundAdvantage".to_owned()),
            transaction_date: WireTime::parse("2026-11-20T10:00:00Z"),
            amount: Some(Amount::from_cents(-1022)),
            ..BalanceEntry::default()
        };
        for (search, kind, found) in [
            ("", None, true),
            ("ground 10.22", None, true),
            ("20 nov", None, true),
            ("ground skyway", None, false),
            ("ground advantage", None, true),
            ("", Some("Label"), true),
            ("", Some("Refund"), false),
        ] {
            let fits = fits(&entry, &TimeZone::UTC, search, kind);
            assert_eq!(fits, found, "{search} {kind:?}");
        }
    }

    #[test]
    fn the_first_day_is_not_after_the_last() {
        assert!(dates("2026-11-01", "2026-11-01").is_ok());
        assert!(dates("11/01/2026", "2026-11-02").is_ok());
        assert!(dates("2026-11-02", "2026-11-01").is_err());
        assert!(dates("", "2026-11-01").is_err());
    }
}
