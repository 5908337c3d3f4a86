//! Long work: how far it is, the way out, and what became of each row.

use egui::{ProgressBar, RichText, Ui};
use jiff::Timestamp;

use super::grouped;
use crate::desk::addresses::AddressIntent;
use crate::desk::addresses::task::{Kind, Outcome, RowResult, Task, TaskIntent};
use crate::desk::intent::Intent;
use crate::ui::Cx;
use crate::ui::tokens::{Tokens, space};
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::segmented_ui;
use crate::ui::widgets::notice::trouble_ui;
use crate::ui::widgets::table::{Column, Table, TableState};
use crate::ui::widgets::text::{muted_ui, pill_ui, small_muted_ui};
use crate::ui::widgets::{Button, Icon, Meaning};

#[derive(Debug, Default)]
pub struct Local {
    /// Only rows of one outcome.
    filter: Option<Outcome>,
    table: TableState,
}

const WITH_LINES: [Column; 5] = [
    Column::new("Line", 56.0).right(),
    Column::new("Name", 220.0),
    Column::new("Result", 130.0),
    Column::wide("What happened"),
    Column::new("", 4.0),
];
const COLUMNS: [Column; 4] = [
    Column::new("Name", 220.0),
    Column::new("Result", 130.0),
    Column::wide("What happened"),
    Column::new("", 4.0),
];

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut Local, task: &Task) {
    let mut asked = None;
    let tokens = Tokens::of(ui);
    Card::new(task.what)
        .aside(&outcome_words(task))
        .show_ui(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            if let Some(trouble) = &task.trouble {
                trouble_ui(ui, trouble, false);
            }
            let part = task.done as f32 / task.total.max(1) as f32;
            ui.scope(|ui| {
                ui.visuals_mut().extreme_bg_color = tokens.sunken;
                let bar = ProgressBar::new(part).fill(tokens.accent);
                ui.add(bar.desired_height(space::S))
                    .accessible_name(task.what);
            });
            ui.horizontal(|ui| {
                small_muted_ui(ui, &pace_words(task, cx.now));
                if task.ended.is_none() {
                    let cancel = Button::secondary("Cancel")
                        .name("Cancel the work")
                        .compact();
                    if cancel.hint("What is done stays done").show_ui(ui).clicked() {
                        asked = Some(TaskIntent::Cancel);
                    }
                    return;
                }
                if task.can_retry() {
                    let retry = Button::secondary("Try the failed rows again").compact();
                    if retry.show_ui(ui).clicked() {
                        asked = Some(TaskIntent::Retry);
                    }
                }
                if Button::primary("Close")
                    .name("Close the work")
                    .compact()
                    .show_ui(ui)
                    .clicked()
                {
                    asked = Some(TaskIntent::Close);
                }
            });
        });
    if let Some(intent) = asked {
        cx.ask(Intent::Addresses(intent.into()));
    }
    ui.add_space(space::S);
    results_ui(ui, cx, local, task);
}

fn results_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut Local, task: &Task) {
    let words: Vec<String> = Outcome::ALL
        .iter()
        .zip(task.counts)
        .map(|(outcome, count)| format!("{} {}", word(*outcome).1, grouped(count)))
        .collect();
    let mut options: Vec<(Option<Outcome>, &str)> = vec![(None, "All")];
    options.extend(
        Outcome::ALL
            .into_iter()
            .map(Some)
            .zip(words.iter().map(String::as_str)),
    );
    segmented_ui(ui, "Results", &mut local.filter, &options);
    let shown = |result: &&RowResult| local.filter.is_none_or(|wanted| result.outcome == wanted);
    let rows: Vec<&RowResult> = task.results.iter().filter(shown).collect();
    if rows.is_empty() {
        muted_ui(ui, "No such row so far");
        return;
    }
    // Only rows of a file have lines.
    let (columns, shift): (&[Column], _) = match task.kind {
        Kind::Import => (&WITH_LINES, 0),
        Kind::Check => (&COLUMNS, 1),
    };
    let cells = |result: &RowResult| -> Vec<String> {
        let line = result.line.map(|line| line.to_string()).unwrap_or_default();
        let outcome = word(result.outcome).1.to_owned();
        let all = [line, result.name.clone(), outcome, result.words.clone()];
        all.into_iter().skip(shift).collect()
    };
    let events = Table::new("rows of the work", columns, rows.len()).show_ui(
        ui,
        &mut local.table,
        |row| {
            rows.get(row)
                .map(|result| cells(result))
                .unwrap_or_default()
        },
        |ui, row, column| {
            let Some(result) = rows.get(row) else {
                return;
            };
            let tokens = Tokens::of(ui);
            if column + shift == 2 {
                let (meaning, word) = word(result.outcome);
                pill_ui(ui, meaning, icon(result.outcome), word);
                return;
            }
            let words = cells(result).into_iter().nth(column).unwrap_or_default();
            let ink = if column + shift == 1 {
                tokens.ink
            } else {
                tokens.ink_muted
            };
            ui.label(RichText::new(&words).color(ink))
                .on_hover_text(&words);
        },
    );
    if let Some(row) = events.opened.and_then(|row| rows.get(row)?.row) {
        cx.ask(Intent::Addresses(AddressIntent::Open(Some(row))));
        if task.ended.is_some() {
            cx.ask(Intent::Addresses(TaskIntent::Close.into()));
        }
    }
}

fn word(outcome: Outcome) -> (Meaning, &'static str) {
    match outcome {
        Outcome::Done => (Meaning::Good, "Done"),
        Outcome::Left => (Meaning::Neutral, "Left alone"),
        Outcome::Doubt => (Meaning::Warning, "Look at it"),
        Outcome::Failed => (Meaning::Bad, "Not done"),
    }
}

fn icon(outcome: Outcome) -> Icon {
    match outcome {
        Outcome::Done => Icon::Check,
        Outcome::Left => Icon::Dot,
        Outcome::Doubt => Icon::Warning,
        Outcome::Failed => Icon::Cross,
    }
}

fn outcome_words(task: &Task) -> String {
    match (&task.ended, &task.trouble) {
        (None, _) => String::new(),
        (Some(_), Some(_)) => "Stopped before the end".to_owned(),
        (Some(_), None) if task.cancelled => "Cancelled; what was done stays done".to_owned(),
        (Some(_), None) => "Finished".to_owned(),
    }
}

/// `1,204 of 5,000 · 310 a second · 12 s left`
fn pace_words(task: &Task, now: Timestamp) -> String {
    let count = format!("{} of {}", grouped(task.done), grouped(task.total));
    let until = task.ended.unwrap_or(now);
    let millis = u64::try_from(until.as_millisecond() - task.started.as_millisecond());
    let millis = millis.unwrap_or_default().max(1);
    let rate = task.done.saturating_mul(1000) / millis;
    if rate == 0 {
        return count;
    }
    let left = task.total.saturating_sub(task.done) / rate;
    let left = match (task.ended, left) {
        (Some(_), _) => String::new(),
        (None, 0) => " · a moment left".to_owned(),
        (None, seconds @ 1..=119) => format!(" · {seconds} s left"),
        (None, seconds) => format!(" · {} min left", seconds / 60),
    };
    format!("{count} · {} a second{left}", grouped(rate))
}
