//! Progress of a batch job: a bar with rate and time left, a Cancel button, and the result of
//! each row, with filters and retry.

use std::time::Duration;

use egui::{Rect, Sense, Ui, vec2};

use super::card::Card;
use super::choice::segmented_ui;
use super::notice::{as_text, band_ui, trouble_ui};
use super::table::{Column, Table, TableState};
use super::text::{line_ui, muted_ui, pill_ui, small_muted_ui};
use super::words::words_ui;
use super::{Button, Icon, Meaning};
use crate::base::locale::format;
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob, BatchRow, RowCounts, RowState};
use crate::drawing::bidi::visual_order;
use crate::text;
use crate::ui::tokens::{Tokens, size, space, text};

/// Height of the rows if other content follows below.
const LIST_HEIGHT: f32 = 200.0;
/// Height of the bar.
const BAR: f32 = 6.0;

/// Below this width, the names and results would not fit in the window.
const WIDE: f32 = 700.0;

/// View state of a batch job.
#[derive(Debug, Default)]
pub struct BatchJobViewState {
    shown: RowFilter,
    table: TableState,
}

/// The filter for the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RowFilter {
    #[default]
    All,
    Open,
    Done,
    Left,
    Look,
    Failed,
}

/// The user's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Step(BatchIntent),
    /// Opens the address book entry of a row.
    Open(i64),
}

/// Shows a batch job. `fill` lets the rows take the available height.
pub fn work_ui(
    ui: &mut Ui,
    work: &BatchJob,
    local: &mut BatchJobViewState,
    fill: bool,
) -> Option<Asked> {
    let tally = work.tally();
    let mut asked = None;
    Card::new(&headline(work)).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        if let Some(trouble) = &work.trouble {
            trouble_ui(ui, trouble, false);
        }
        if let Some(waiting_for) = &work.waiting_for {
            band_ui(ui, Meaning::Warning, &waiting_for.to_string(), None);
        }
        bar_ui(ui, work, tally);
        line_ui(ui, size::CONTROL, |ui| {
            small_muted_ui(ui, &progress(work, tally));
            asked = steps_ui(ui, work).map(Asked::Step);
        });
        if tally.doubt > 0 {
            small_muted_ui(ui, text!("parts-work-doubt"));
        }
        let listed = work.rows.iter().filter(|row| holds(RowFilter::Open, row)).count() as u64;
        let options = options(tally, listed, local.shown, (work.words.rows_done)());
        let options: Vec<(RowFilter, &str)> =
            options.iter().map(|(shown, words)| (*shown, words.as_str())).collect();
        // Rows of one kind are all of them.
        if work.is_running() || options.len() > 2 || local.shown != RowFilter::All {
            segmented_ui(ui, text!("parts-work-filter"), &mut local.shown, &options);
        }
        if let Some(entry) = rows_ui(ui, work, local, fill) {
            asked = Some(Asked::Open(entry));
        }
    });
    asked
}

fn bar_ui(ui: &mut Ui, work: &BatchJob, tally: RowCounts) {
    let tokens = Tokens::of_theme(ui);
    let words = progress(work, tally);
    let (whole, response) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::hover());
    ui.painter().rect_filled(whole, BAR, tokens.sunken);
    if !work.is_unknown() {
        // Failed rows are drawn below the finished ones and stay visible beyond them.
        let undone = tally.failed + tally.called_off;
        for (count, ink) in
            [(tally.over(), tokens.bad.solid), (tally.over() - undone, tokens.accent)]
        {
            let part = count as f32 / tally.total().max(1) as f32;
            let size = vec2(whole.width() * part, BAR);
            let bar = Rect::from_min_size(whole.min, size);
            ui.painter().rect_filled(bar, BAR, ink);
        }
    }
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, words.as_str())
    });
}

fn steps_ui(ui: &mut Ui, work: &BatchJob) -> Option<BatchIntent> {
    if work.is_running() {
        let cancel = Button::secondary(text!("parts-cancel"))
            .name(text!("parts-work-cancel"))
            .hint(text!("parts-work-cancel-hint"))
            .compact();
        let stopping = work.cancelled.then(|| text!("parts-work-stopping-hint"));
        let cancel = cancel.disabled_because(stopping);
        return cancel.show_ui(ui).clicked().then_some(BatchIntent::Cancel);
    }
    let retry = Button::secondary(text!("parts-work-retry")).compact();
    if work.can_retry() && retry.show_ui(ui).clicked() {
        return Some(BatchIntent::Retry);
    }
    let close = Button::secondary(text!("parts-close")).name(text!("parts-work-close")).compact();
    close.show_ui(ui).clicked().then_some(BatchIntent::Close)
}

/// The filters that match any row, and the selected one. `open` is the number of listed rows that are
/// not done yet. A job that lists a row only once it is done has more of them, and their number is no
/// filter.
fn options(tally: RowCounts, open: u64, chosen: RowFilter, done: &str) -> Vec<(RowFilter, String)> {
    let all = match tally.waiting + tally.doubt > open {
        true => (RowFilter::All, text!("parts-work-over"), tally.over()),
        false => (RowFilter::All, text!("parts-work-all"), tally.total()),
    };
    let all = [
        all,
        (RowFilter::Open, text!("parts-work-open"), open),
        (RowFilter::Done, done, tally.done),
        (RowFilter::Left, text!("parts-work-all-skipped"), tally.left),
        (RowFilter::Look, text!("parts-work-review"), tally.look),
        (RowFilter::Failed, text!("parts-work-failed"), tally.failed + tally.called_off),
    ];
    all.into_iter()
        .filter(|(shown, _, count)| *count > 0 || *shown == chosen || *shown == RowFilter::All)
        .map(|(shown, state, count)| {
            let words = text!("parts-work-count", state = state, count = count);
            (shown, words)
        })
        .collect()
}

fn holds(shown: RowFilter, row: &BatchRow) -> bool {
    match shown {
        RowFilter::All => true,
        RowFilter::Open => {
            matches!(row.state, RowState::Waiting | RowState::Doing | RowState::Uncertain)
        }
        RowFilter::Done => matches!(row.state, RowState::Done(_)),
        RowFilter::Left => matches!(row.state, RowState::Skipped(_)),
        RowFilter::Look => matches!(row.state, RowState::NeedsReview(_)),
        RowFilter::Failed => matches!(row.state, RowState::Failed(_) | RowState::Canceled),
    }
}

/// Returns the address book entry that the user opened.
fn rows_ui(ui: &mut Ui, work: &BatchJob, local: &mut BatchJobViewState, fill: bool) -> Option<i64> {
    let rows: Vec<&BatchRow> = work.rows.iter().filter(|row| holds(local.shown, row)).collect();
    if rows.is_empty() {
        let counted = work.tally().over() > 0 && local.shown != RowFilter::Failed;
        let words = match local.shown {
            _ if counted => text!("parts-work-only-counted"),
            RowFilter::All | RowFilter::Open => text!("parts-work-no-results"),
            _ => text!("parts-work-no-rows"),
        };
        muted_ui(ui, words);
        return None;
    }
    let done = (work.words.row_done)();
    let has_price = rows.iter().any(|row| row.price.is_some());
    let [line, result, name] = match ui.available_width() < WIDE {
        true => [44.0, 104.0, 170.0],
        false => [56.0, 130.0, 330.0],
    };
    let events = Table::new("rows of the work", &rows)
        .max_height((!fill).then_some(LIST_HEIGHT))
        .column(Column::new(text!("parts-work-line"), line).right(), |row| {
            row.line.map(|line| line.to_string()).unwrap_or_default()
        })
        .muted()
        .hinted()
        // Only rows of an imported file have line numbers.
        .shown(rows.iter().any(|row| row.line.is_some()))
        .column(Column::new(text!("parts-work-result"), result), |row| {
            look(&row.state, done).2.to_owned()
        })
        .drawn(|ui, row| {
            let (meaning, icon, word) = look(&row.state, done);
            pill_ui(ui, meaning, icon, word);
        })
        .column(Column::new(text!("parts-work-name"), name), |row| row.subject.clone())
        .medium()
        .hinted()
        .column(Column::wide(text!("parts-work-detail")), |row| happened(&row.state))
        .drawn(|ui, row| {
            let words = happened(&row.state);
            let label = words_ui(ui, &words, text::body(), Tokens::of_theme(ui).ink_muted);
            // Support asks for the code and the correlation id.
            match &row.state {
                RowState::Failed(trouble) => label.on_hover_text(as_text(trouble)),
                _ => label.on_hover_text(visual_order(&words)),
            };
        })
        .money(Column::new(text!("parts-work-price"), 90.0), |row| row.price)
        .shown(has_price)
        .show_ui(ui, &mut local.table);
    events.opened?.entry
}

fn happened(state: &RowState) -> String {
    match state {
        RowState::Done(words) | RowState::Skipped(words) | RowState::NeedsReview(words) => {
            words.to_string()
        }
        RowState::Failed(trouble) if trouble.advice.is_empty() => trouble.cause.to_string(),
        RowState::Failed(trouble) => {
            let advice = trouble.advice.trim_end_matches('.');
            text!("parts-work-trouble", cause = &trouble.cause, advice = advice)
        }
        RowState::Waiting | RowState::Doing | RowState::Uncertain | RowState::Canceled => {
            String::new()
        }
    }
}

fn look(state: &RowState, done: &'static str) -> (Meaning, Icon, &'static str) {
    match state {
        RowState::Waiting => (Meaning::Neutral, Icon::Dot, text!("parts-work-waiting")),
        RowState::Doing => (Meaning::Info, Icon::Refresh, text!("parts-work-doing")),
        RowState::Done(_) => (Meaning::Good, Icon::Check, done),
        RowState::Skipped(_) => (Meaning::Neutral, Icon::Dot, text!("parts-work-skipped")),
        RowState::NeedsReview(_) => (Meaning::Warning, Icon::Warning, text!("parts-work-review")),
        RowState::Uncertain => (Meaning::Doubt, Icon::Search, text!("parts-work-checking")),
        RowState::Failed(_) => (Meaning::Bad, Icon::Cross, text!("parts-work-failed")),
        RowState::Canceled => (Meaning::Neutral, Icon::Minus, text!("parts-work-canceled")),
    }
}

/// `Importing addresses`, and at the end `Import finished` if every row succeeded.
fn headline(work: &BatchJob) -> String {
    let title = &work.title;
    match (work.is_running(), &work.trouble) {
        (true, _) if work.cancelled => text!("parts-work-is-stopping", title = title),
        (true, _) => title.to_string(),
        (false, Some(_)) => text!("parts-work-was-stopped", title = title),
        (false, None) if work.cancelled => text!("parts-work-was-canceled", title = title),
        (false, None) if work.tally().all_succeeded() => (work.words.finished)().to_owned(),
        (false, None) => {
            let tally = work.tally();
            match tally.failed + tally.doubt + tally.called_off {
                // They were not tried: something is to be entered first.
                0 => text!("parts-work-needs-attention", title = title, count = tally.look),
                _ => text!("parts-work-not-all", title = title),
            }
        }
    }
}

/// `1,204 of 5,000, 3 failed, 310 per second, 12 s left`
fn progress(work: &BatchJob, tally: RowCounts) -> String {
    let worked = tally.done + tally.left + tally.look;
    let mut facts = vec![match work.is_unknown() {
        true => text!("parts-work-so-far", count = tally.over()),
        // At the end, "3 of 3, 1 failed" would contradict itself.
        false if !work.is_running() && tally.failed > 0 => text!("parts-work-done", count = worked),
        false => text!("parts-work-of", count = tally.over(), all = tally.total()),
    }];
    if tally.failed > 0 {
        facts.push(text!("parts-work-failed-count", count = tally.failed));
    }
    if tally.doubt > 0 {
        facts.push(text!("parts-work-doubt-count", count = tally.doubt));
    }
    if work.is_running() {
        if let Some(rate) = work.rate() {
            facts.push(text!("parts-work-rate", rate = pace(rate)));
        }
        if let Some(left) = work.time_left() {
            facts.push(time_left(left));
        }
    }
    facts.join(", ")
}

fn pace(rate: f64) -> String {
    match rate < 10.0 {
        true => format::formats().decimal(&format!("{rate:.1}")),
        false => format::number(rate.floor()),
    }
}

fn time_left(left: Duration) -> String {
    match left.as_secs() {
        seconds @ 0..60 => text!("parts-work-seconds-left", count = seconds.max(1)),
        seconds => text!("parts-work-minutes-left", count = seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::locale::Language;
    use crate::base::locale::catalog::catalog_of;

    /// "All 300" stood above the seven rows that were done.
    #[test]
    fn the_filters_count_the_rows_that_they_list() {
        let words = |work: &BatchJob| {
            let open = work.rows.iter().filter(|row| holds(RowFilter::Open, row));
            let options = options(work.tally(), open.count() as u64, RowFilter::All, "Done");
            let words = options.into_iter().map(|(_, words)| words);
            words.collect::<Vec<_>>()
        };
        let mut work = BatchJob::with_expected_rows("Trying", 300);
        assert_eq!(words(&work), ["Finished 0"]);
        let done = ["a", "b"].map(|key| BatchRow::new(key, key, RowState::Done("ok".into())));
        work.add_finished_rows(2, done.into());
        assert_eq!(words(&work), ["Finished 2", "Done 2"]);
        // All rows of this one are listed from the beginning.
        let rows = ["a", "b", "c"].map(|key| (key.to_owned(), key.to_owned()));
        let mut work = BatchJob::new("Trying", rows);
        work.set_row_state("a", RowState::Done("ok".into()));
        assert_eq!(words(&work), ["All 3", "Not done yet 2", "Done 1"]);
    }

    #[test]
    fn progress_says_what_failed_and_what_is_in_doubt() {
        let rows = ["a", "b", "c"].map(|key| (key.to_owned(), key.to_owned()));
        let mut work = BatchJob::new("Trying", rows);
        assert_eq!(progress(&work, work.tally()), "0 of 3");
        work.set_row_state("a", RowState::Failed(Box::default()));
        work.set_row_state("b", RowState::Uncertain);
        work.cancel();
        assert_eq!(progress(&work, work.tally()), "0 done, 1 failed, 1 being checked");
        assert_eq!(time_left(Duration::from_secs(61)), "2 min left");
        assert_eq!((pace(0.52), pace(312.4)), ("0.5".into(), "312".into()));
    }

    #[test]
    fn the_title_says_what_was_done_only_if_every_row_succeeded() {
        let rows = ["a", "b"].map(|key| (key.to_owned(), key.to_owned()));
        let mut work =
            BatchJob::new("Buying labels", rows).finished_as(|| text!("orders-work-all-bought"));
        work.set_row_state("a", RowState::Done("Bought".into()));
        assert_eq!(headline(&work), "Buying labels");
        for (state, title) in [
            (RowState::Done("Bought".into()), "Labels bought"),
            (RowState::Skipped("Bought before".into()), "Labels bought"),
            // W54: nothing failed; it was not tried.
            (
                RowState::NeedsReview("No weight".into()),
                "Buying labels: finished, 1 needs attention",
            ),
            (RowState::Uncertain, "Buying labels: not all succeeded"),
            (RowState::Failed(Box::default()), "Buying labels: not all succeeded"),
        ] {
            work.set_row_state("b", state);
            assert_eq!(headline(&work), title);
        }
    }

    #[test]
    fn one_row_and_one_second_have_their_own_form_in_spanish() {
        let spanish = catalog_of(Language::Spanish);
        let words = |id, count: u64| spanish.text_with(id, &[("count", count.into())]);
        for (id, one, several) in [
            ("parts-work-seconds-left", "falta 1 s", "faltan 2 s"),
            ("parts-work-minutes-left", "falta 1 min", "faltan 2 min"),
            ("parts-work-done", "1 hecha", "2 hechas"),
            ("manifests-scan-filter-missing", "Falta (1)", "Faltan (2)"),
        ] {
            assert_eq!((words(id, 1), words(id, 2)), (one.into(), several.into()));
        }
    }
}
