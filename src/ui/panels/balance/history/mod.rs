//! The balance history: a chart and a table, loaded page by page for a range of days or all. The
//! loaded part can be searched and filtered, and the history exported to a file.

mod chart;
mod export;

use std::collections::BTreeMap;

use egui::{RichText, Ui, vec2};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::api::account::BalanceEntry;
use crate::api::value::Service;
use crate::base::locale::format::formats;
use crate::base::locale::parse;
use crate::base::money::Money;
use crate::base::search_text::Search;
use crate::desk::balance::history::{Range, money};
use crate::desk::balance::intent::BalanceIntent;
use crate::desk::state::State;
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, size, space};
use crate::ui::widgets::field::beside_field_ui;
use crate::ui::widgets::notice::incomplete_ui;
use crate::ui::widgets::{
    Button, Card, Choice, Column, Field, Meaning, Table, TableState, band_ui, date_field_ui,
    from_right_ui, moment, money_ui, money_words, muted_ui, pick_ui, retry_ui, segmented_ui,
    small_muted_ui,
};

#[derive(Default)]
pub struct HistoryViewState {
    table: TableState,
    /// Time of the balance for which the history was requested last.
    asked_for: Option<Timestamp>,
    search: String,
    /// The kind of event shown, by its code; `None` shows all.
    event: Option<String>,
    chart: chart::HistoryChart,
    /// All entries of the range are wanted. The number of entries when the next were asked for.
    load_all: Option<usize>,
    /// The entry that the marked row shows: newer ones come before it.
    marked: Option<String>,
    /// The date fields of a custom range are visible.
    dates: bool,
    from: String,
    to: String,
}

/// Height that the entries keep below the chart and the notices. In less room, the whole history
/// scrolls.
const LEAST_TABLE: f32 = 6.0 * size::TABLE_ROW;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut HistoryViewState) {
    keep_up(cx, local);
    let mut wanted =
        if local.dates { Wanted::Dates } else { Wanted::Range(cx.state.balance.history.range) };
    let mut changed = false;
    Card::new(text!("balance-history")).switch().show_with_ui(
        ui,
        |ui| changed = segmented_ui(ui, text!("balance-range"), &mut wanted, &ranges()),
        |ui| {
            if local.dates {
                dates_ui(ui, cx, local);
            }
            entries_ui(ui, cx, local);
        },
    );
    if changed {
        local.dates = wanted == Wanted::Dates;
        local.load_all = None;
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
    let today = cx.today();
    let read = dates(&local.from, &local.to, today);
    let typed = !local.from.trim().is_empty() && !local.to.trim().is_empty();
    let problem = read.as_ref().err().map(String::as_str).filter(|_| typed);
    let example = text!("balance-range-hint", date = formats().date(today));
    let allowed = FIRST_DAY..=today;
    let mut enter = false;
    ui.horizontal_top(|ui| {
        for (name, value, problem) in [
            (text!("balance-range-from"), &mut local.from, None),
            (text!("balance-range-to"), &mut local.to, problem),
        ] {
            let field = Field::new(name).hint(&example).problem(problem);
            let response = date_field_ui(ui, field, DATE, value, today, &allowed);
            enter |= response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        }
        beside_field_ui(ui, |ui| {
            let show = Button::secondary(text!("balance-range-show"));
            let show = show.disabled_because(read.as_ref().err().map(String::as_str));
            enter |= show.show_ui(ui).clicked();
        });
    });
    if enter && let Ok((from, to)) = read {
        cx.ask(BalanceIntent::LoadHistory(Range::Between { from, to }));
    }
}

const DATE: f32 = 180.0;
/// No account is older.
const FIRST_DAY: Date = Date::constant(2000, 1, 1);

/// The current day of the service: practice days are short and run ahead.
fn dates(from: &str, to: &str, today: Date) -> Result<(Date, Date), String> {
    let (Some(from), Some(to)) = (parse::date(from), parse::date(to)) else {
        let example = formats().date(today);
        return Err(text!("balance-range-unreadable", example = example));
    };
    if from > to {
        return Err(text!("balance-range-backwards").to_owned());
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

fn ranges() -> [(Wanted, &'static str); 5] {
    [
        (Wanted::Range(Range::Days(7)), text!("balance-range-7-days")),
        (Wanted::Range(Range::Days(30)), text!("balance-range-30-days")),
        (Wanted::Range(Range::Days(90)), text!("balance-range-90-days")),
        (Wanted::Range(Range::All), text!("balance-range-all")),
        (Wanted::Dates, text!("balance-range-dates")),
    ]
}

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
        let words = match history.entries.is_loading() {
            true => text!("balance-history-loading"),
            false => text!("balance-history-not-loaded"),
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
        muted_ui(ui, text!("balance-history-empty"));
        return;
    }
    ui.horizontal(|ui| {
        segmented_ui(ui, text!("balance-chart"), &mut local.chart, &chart::charts());
        from_right_ui(ui, |ui| export::button_ui(ui, cx));
    });
    ui.add_space(space::XS);
    part_ui(ui, cx, local, entries.len());
    chart::show_ui(ui, cx, local.chart, entries);
    ui.add_space(space::XS);
    let rows = found_ui(ui, cx, local, entries);
    table_ui(ui, cx, local, &rows);
}

/// Says that the chart shows a part of the entries only, and loads the others page by page when
/// asked.
fn part_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut HistoryViewState, loaded: usize) {
    let history = &cx.state.balance.history;
    let is_loading = history.entries.is_loading();
    if history.listing.is_none() && !is_loading {
        local.load_all = None;
        return;
    }
    // The sums by service are of this computer's own records.
    let is_part = local.chart != chart::HistoryChart::Services;
    let total = history.total_results.filter(|total| *total > loaded as u64);
    if is_part && (total.is_some() || history.listing.is_some()) {
        let words = match total {
            Some(total) => text!("balance-chart-part", count = loaded, total = total),
            None => text!("balance-chart-part-unknown", count = loaded),
        };
        let step = local.load_all.is_none().then_some(text!("balance-chart-load-all"));
        if band_ui(ui, Meaning::Warning, &words, step) {
            local.load_all = Some(0);
        }
        ui.add_space(space::XS);
    }
    let is_due = local.load_all.is_some_and(|asked| asked != loaded);
    if is_due && !is_loading {
        local.load_all = Some(loaded);
        cx.ask(BalanceIntent::LoadMoreHistory);
    }
}

/// The search field; returns the matching rows.
fn found_ui<'r>(
    ui: &mut Ui,
    cx: &Cx<'_>,
    local: &mut HistoryViewState,
    entries: &'r [BalanceEntry],
) -> Vec<&'r BalanceEntry> {
    let kinds: BTreeMap<String, &str> =
        entries.iter().filter_map(event_code).map(|code| (event_name(code), code)).collect();
    let all = Choice::new(None, text!("balance-search-all-types"));
    let kinds = kinds.into_iter().map(|(name, code)| Choice::new(Some(code.to_owned()), name));
    let options: Vec<Choice<Option<String>>> = std::iter::once(all).chain(kinds).collect();
    let mut rows = Vec::new();
    ui.horizontal(|ui| {
        Field::new(text!("balance-search"))
            .hint(text!("balance-search-hint"))
            .hide_label()
            .search()
            .width(230.0)
            .show_ui(ui, &mut local.search);
        pick_ui(ui, "", text!("balance-search-type"), 170.0, &mut local.event, &options);
        let table = table(cx.state, cx.zone, &[]);
        let event = local.event.as_deref();
        rows = entries.iter().filter(|entry| fits(&table, entry, &local.search, event)).collect();
        let (found, loaded) = (rows.len(), entries.len());
        let total = cx.state.balance.history.total_results;
        let total = total.filter(|total| *total != loaded as u64);
        small_muted_ui(ui, &count_words(found, loaded, total));
    });
    rows
}

/// How many entries were found in how many loaded ones; `total` if more exist than are loaded.
fn count_words(found: usize, loaded: usize, total: Option<u64>) -> String {
    match (found == loaded, total) {
        (true, None) => text!("balance-count", count = loaded),
        (true, Some(total)) => text!("balance-count-of", count = loaded, total = total),
        (false, None) => text!("balance-count-found", found = found, count = loaded),
        (false, Some(total)) => {
            text!("balance-count-found-of", found = found, count = loaded, total = total)
        }
    }
}

/// Whether the entry is of this kind and each word of the search occurs in its row.
fn fits<'r>(
    table: &EntryTable<'r, '_>,
    entry: &'r BalanceEntry,
    search: &str,
    kind: Option<&str>,
) -> bool {
    if kind.is_some_and(|kind| event_code(entry) != Some(kind)) {
        return false;
    }
    Search::new(search).finds(&table.texts_of(&entry).join(" "))
}

fn table_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut HistoryViewState, rows: &[&BalanceEntry]) {
    let history = &cx.state.balance.history;
    let more = history.listing.is_some() && !history.entries.is_loading();
    if rows.is_empty() {
        muted_ui(ui, text!("balance-search-no-match"));
        if more && Button::secondary(text!("balance-history-load-older")).show_ui(ui).clicked() {
            cx.ask(BalanceIntent::LoadMoreHistory);
        }
        return;
    }
    let state = cx.state;
    let key = |row: usize| rows.get(row).and_then(|entry| key_of(entry));
    if local.marked.is_some() && local.table.selected.and_then(key) != local.marked {
        local.table.selected = rows.iter().position(|entry| key_of(entry) == local.marked);
    }
    let table = table(state, cx.zone, rows).dimmed(state.balance.summary.is_loading());
    let room = ui.available_size().max(vec2(0.0, LEAST_TABLE));
    let events = ui.allocate_ui(room, |ui| table.show_ui(ui, &mut local.table)).inner;
    local.marked = local.table.selected.and_then(key);
    let opened = events.opened.and_then(|entry| state.balance.history.label_of(entry));
    if let Some(label) = opened {
        cx.commands.push(Command::ShowShipment(label.id.clone()));
    }
    if events.at_end && more {
        cx.ask(BalanceIntent::LoadMoreHistory);
    }
}

fn key_of(entry: &BalanceEntry) -> Option<String> {
    let id = entry.id.as_ref().map(ToString::to_string);
    id.or_else(|| entry.transaction_id.as_ref().map(ToString::to_string))
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
        RichText::new(format!("+{}", money_words(money))).color(tokens.good.ink)
    };
    ui.label(words);
}

type EntryTable<'r, 'c> = Table<'r, 'c, &'r BalanceEntry>;

/// The table of entries. The texts of its money have a hyphen for a minus sign, because they are copied
/// and searched.
fn table<'r, 'c>(
    state: &'c State,
    zone: &'c TimeZone,
    rows: &'r [&'r BalanceEntry],
) -> EntryTable<'r, 'c> {
    let plain = |money: Option<Money>| {
        let words = money.map(money_words);
        words.map_or_else(String::new, |words| words.replace('−', "-"))
    };
    Table::new("history", rows)
        .column(Column::new(text!("balance-column-date"), 172.0), |entry| {
            at(entry).map(|at| moment(at, zone)).unwrap_or_default()
        })
        .column(Column::new(text!("balance-column-type"), 110.0).shrinking(80.0), |entry| {
            event_code(entry).map(event_name).unwrap_or_default()
        })
        .column(Column::wide(text!("balance-column-note")), |entry| note(state, entry))
        .column(Column::new(text!("balance-column-amount"), 104.0).right(), move |entry| {
            plain(money(entry, entry.amount))
        })
        .drawn(|ui, entry| amount_ui(ui, entry))
        .column(Column::new(text!("balance-column-balance"), 104.0).right(), move |entry| {
            plain(money(entry, entry.balance))
        })
        .drawn(|ui, entry| {
            money_ui(ui, money(entry, entry.balance));
        })
}

/// The recipient and the number of the label that was paid for, if it is known; else the comment of
/// the service, with its service codes as readable names.
fn note(state: &State, entry: &BalanceEntry) -> String {
    if let Some(label) = state.balance.history.label_of(entry) {
        let service = spaced(&label.service);
        let number = label.tracking_number.as_ref().map(ToString::to_string).unwrap_or_default();
        let to = &label.to_name;
        return text!("balance-note-label", service = service, to = to, number = number);
    }
    let words = entry.comments.as_deref().unwrap_or_default();
    let plain = |word: &str| match Service::ALL.iter().any(|known| known.as_str() == word) {
        true => spaced(word),
        false => word.to_owned(),
    };
    let words: Vec<String> = words.split(' ').map(plain).collect();
    words.join(" ")
}

/// What the service calls the event, such as `LabelGenerate`.
fn event_code(entry: &BalanceEntry) -> Option<&str> {
    let code = entry.event_type.as_deref().or(entry.transaction_type.as_deref())?;
    Some(code.strip_prefix("On").unwrap_or(code)).filter(|code| !code.is_empty())
}

/// `LabelGenerate` becomes `Label`; unknown codes are only split into words.
fn event_name(code: &str) -> String {
    match code {
        "LabelGenerate" => text!("balance-event-label").to_owned(),
        "AddFunds" => text!("balance-event-top-up").to_owned(),
        "AutoBuy" => text!("balance-event-auto-buy").to_owned(),
        "Refund" => text!("balance-event-refund").to_owned(),
        code => spaced(code),
    }
}

fn at(entry: &BalanceEntry) -> Option<Timestamp> {
    entry.transaction_date.as_ref().or(entry.created_date.as_ref()).map(|time| time.instant())
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
            ("", Some("LabelGenerate"), true),
            ("", Some("Refund"), false),
        ] {
            let state = State::default();
            let zone = TimeZone::UTC;
            let table = table(&state, &zone, &[]);
            let fits = fits(&table, &entry, search, kind);
            assert_eq!(fits, found, "{search} {kind:?}");
        }
    }

    #[test]
    fn the_first_day_is_not_after_the_last() {
        let dates = |from, to| dates(from, to, Date::constant(2026, 11, 21));
        assert!(dates("2026-11-01", "2026-11-01").is_ok());
        assert!(dates("11/01/2026", "Nov 2, 2026").is_ok());
        assert!(dates("2026-11-02", "2026-11-01").is_err());
        let unreadable = dates("", "2026-11-01").unwrap_err();
        assert_eq!(unreadable, "Enter both dates like Nov 21, 2026");
    }
}
