//! Long work on screen: a bar with rate and time left, and what became of each row.

use std::time::Duration;

use egui::{ProgressBar, RichText, ScrollArea, Ui, vec2};

use super::card::Card;
use super::choice::segmented_ui;
use super::notice::as_text;
use super::text::{line_ui, pill_ui, small_muted_ui};
use super::{Button, Icon, Meaning};
use crate::desk::work::{RowState, Tally, Work, WorkRow};
use crate::ui::tokens::{Tokens, size, space, text};

const LIST_HEIGHT: f32 = 240.0;
/// Room for the state of a row, so that names stand below each other.
const STATE: f32 = 130.0;
/// Height of the bar.
const BAR: f32 = 6.0;

/// Which rows are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    #[default]
    All,
    Open,
    Done,
    Failed,
}

/// What a person asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Cancel,
    Retry,
}

pub fn work_ui(ui: &mut Ui, work: &Work, shown: &mut Shown) -> Option<Asked> {
    let tally = work.tally();
    let mut asked = None;
    Card::new(&work.title).show_ui(ui, |ui| {
        let part = tally.over() as f32 / tally.total().max(1) as f32;
        let bar = ProgressBar::new(part)
            .desired_height(BAR)
            .fill(Tokens::of(ui).accent);
        let response = ui.add(bar);
        let words = progress(work, tally);
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, words.as_str())
        });
        line_ui(ui, size::CONTROL, |ui| {
            small_muted_ui(ui, &words);
            if work.is_running() && Button::quiet("Call off the rest").show_ui(ui).clicked() {
                asked = Some(Asked::Cancel);
            }
            let again = tally.failed + tally.called_off;
            let retry = Button::secondary("Try what failed again");
            if !work.is_running() && again > 0 && retry.show_ui(ui).clicked() {
                asked = Some(Asked::Retry);
            }
        });
        if tally.doubt > 0 {
            small_muted_ui(
                ui,
                "What is being checked may have been done; it settles by itself",
            );
        }
        segmented_ui(
            ui,
            "Rows shown",
            shown,
            &[
                (Shown::All, "All rows"),
                (Shown::Open, "Not done yet"),
                (Shown::Done, "Done"),
                (Shown::Failed, "Failed"),
            ],
        );
        let rows: Vec<&WorkRow> = work.rows.iter().filter(|row| holds(*shown, row)).collect();
        ui.add_space(space::XS);
        ScrollArea::vertical()
            .id_salt("rows of the work")
            .max_height(LIST_HEIGHT)
            .auto_shrink([false, true])
            .show_rows(ui, size::CONTROL_COMPACT, rows.len(), |ui, range| {
                for row in rows.get(range).unwrap_or_default() {
                    row_ui(ui, row);
                }
            });
    });
    asked
}

fn holds(shown: Shown, row: &WorkRow) -> bool {
    match shown {
        Shown::All => true,
        Shown::Open => matches!(
            row.state,
            RowState::Waiting | RowState::Doing | RowState::Doubt
        ),
        Shown::Done => matches!(row.state, RowState::Done(_)),
        Shown::Failed => matches!(row.state, RowState::Failed(_) | RowState::CalledOff),
    }
}

fn progress(work: &Work, tally: Tally) -> String {
    let mut words = format!("{} of {}", tally.over(), tally.total());
    if tally.failed > 0 {
        words += &format!(", {} failed", tally.failed);
    }
    if tally.doubt > 0 {
        words += &format!(", {} being checked", tally.doubt);
    }
    if work.is_running() {
        if let Some(rate) = work.rate() {
            words += &format!(", {rate:.1} a second");
        }
        if let Some(left) = work.time_left() {
            words += &format!(", {} left", duration(left));
        }
    }
    words
}

fn duration(left: Duration) -> String {
    match left.as_secs() {
        seconds @ 0..60 => format!("{} s", seconds.max(1)),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}

fn row_ui(ui: &mut Ui, row: &WorkRow) {
    let tokens = Tokens::of(ui);
    let (meaning, icon, word) = match &row.state {
        RowState::Waiting => (Meaning::Neutral, Icon::Dot, "Waiting"),
        RowState::Doing => (Meaning::Info, Icon::Refresh, "Under way"),
        RowState::Done(word) => (Meaning::Good, Icon::Check, word.as_str()),
        RowState::Doubt => (Meaning::Doubt, Icon::Search, "Being checked"),
        RowState::Failed(_) => (Meaning::Bad, Icon::Warning, "Failed"),
        RowState::CalledOff => (Meaning::Neutral, Icon::Minus, "Called off"),
    };
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        let column = vec2(STATE, size::CONTROL_COMPACT);
        let across = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(column, across, |ui| {
            ui.set_min_width(STATE);
            pill_ui(ui, meaning, icon, word);
        });
        let subject = RichText::new(&row.subject).font(text::body_medium());
        ui.add(egui::Label::new(subject.color(tokens.ink)).truncate());
        if let RowState::Failed(trouble) = &row.state {
            let cause = RichText::new(format!("{}. {}", trouble.cause, trouble.advice));
            let label = egui::Label::new(cause.color(tokens.ink_muted)).truncate();
            // Code and correlation id are what support asks for.
            ui.add(label).on_hover_text(as_text(trouble));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_what_failed_and_what_is_in_doubt() {
        let rows = ["a", "b", "c"].map(|key| (key.to_owned(), key.to_owned()));
        let mut work = Work::new("Trying", rows);
        assert_eq!(progress(&work, work.tally()), "0 of 3");
        work.settle("a", RowState::Failed(Box::default()));
        work.settle("b", RowState::Doubt);
        work.cancel();
        assert_eq!(
            progress(&work, work.tally()),
            "3 of 3, 1 failed, 1 being checked"
        );
        assert_eq!(duration(Duration::from_secs(61)), "2 min");
    }
}
