//! Printing labels again: a part of the last run after a paper jam, or the selected labels.

use egui::Ui;

use crate::desk::intent::Intent;
use crate::desk::order_printing::MOST_AT_ONCE;
use crate::desk::order_printing::print_run::{LabelOfRun, PrintOrders, PrintRun};
use crate::desk::state::State;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Field, Icon, card, heading_ui, muted_ui, small_muted_ui, strong_ui,
};

/// Width of the form, in points.
const WIDTH: f32 = 420.0;
const NUMBER: f32 = 96.0;

#[derive(Debug, Default)]
pub struct PrintAgainForm {
    from: String,
    to: String,
}

impl PrintAgainForm {
    /// The labels of the last run that were not printed, else all of them.
    pub(super) fn of_last_run(state: &State) -> Self {
        let run = state.order_printing.run.as_ref();
        let last = run.map_or(1, |run| run.labels.len());
        // What a run that ended early has left comes first.
        let left = run.filter(|run| run.queued() > 0);
        let first = left.and_then(PrintRun::first_unqueued);
        Self { from: first.unwrap_or(1).to_string(), to: last.to_string() }
    }

    /// Returns false once the form is done with.
    pub(super) fn show_ui(&mut self, ui: &Ui, cx: &mut Cx<'_>) -> bool {
        let mut stays = true;
        let modal = card::question(text!("order-printing-again"), cx.tokens);
        let modal = modal.show(ui.ctx(), |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 2.0 * space::XXL));
            ui.spacing_mut().item_spacing.y = space::S;
            heading_ui(ui, text!("order-printing-again-title"));
            muted_ui(ui, text!("order-printing-again-explained"));
            let run = cx.state.order_printing.run.clone();
            if let Some(run) = &run {
                stays &= !self.run_ui(ui, cx, run);
            }
            stays &= !selection_ui(ui, cx, run.is_none());
            ui.add_space(space::S);
            let no = Button::secondary(text!("orders-buy-cancel"));
            stays &= !card::no_ui(ui, text!("order-printing-again"), no);
        });
        stays && !modal.should_close()
    }

    /// A part of the last run, by its numbers. Returns whether it is printed.
    fn run_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, run: &PrintRun) -> bool {
        let count = run.labels.len();
        ui.add_space(space::S);
        strong_ui(ui, &text!("order-printing-last-run", count = count));
        let queued = run.queued();
        if queued < count {
            let words = text!("order-printing-run-queued", queued = queued, count = count);
            small_muted_ui(ui, &words);
        }
        let from = number_within(&self.from, count);
        let to = number_within(&self.to, count);
        let range = from.zip(to).filter(|(from, to)| from <= to);
        let problem = text!("order-printing-range-problem", count = count);
        let from_problem = (from.is_none() || range.is_none()).then_some(problem.as_str());
        let to_problem = to.is_none().then_some("");
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            for (label, value, problem) in [
                (text!("order-printing-from"), &mut self.from, from_problem),
                (text!("order-printing-to"), &mut self.to, to_problem),
            ] {
                let field = Field::new(label).width(NUMBER).right_aligned();
                field.problem(problem).show_ui(ui, value);
            }
        });
        if let Some((from, to)) = range {
            ends_ui(ui, run, from, to);
        }
        let words = match range {
            Some((from, to)) => text!("order-printing-print-range", from = from, to = to),
            None => text!("order-printing-print-range-name").to_owned(),
        };
        let print = Button::primary(&words)
            .name(text!("order-printing-print-range-name"))
            .icon(Icon::Printer)
            .disabled_because(range.is_none().then_some(problem.as_str()));
        if !print.show_ui(ui).clicked() {
            return false;
        }
        let Some((from, to)) = range else {
            return false;
        };
        cx.ask(Intent::PrintOrders(PrintOrders {
            ids: run.labels.iter().map(|label| label.order.clone()).collect(),
            from: Some(from),
            to: Some(to),
            again: true,
            ..PrintOrders::default()
        }));
        true
    }
}

/// The labels at both ends, so that the paper in the hand can be compared.
fn ends_ui(ui: &mut Ui, run: &PrintRun, from: usize, to: usize) {
    for (place, label) in (1_usize..).zip(&run.labels) {
        if place == from || place == to {
            small_muted_ui(ui, &label_words(place, label));
        }
    }
}

fn label_words(place: usize, label: &LabelOfRun) -> String {
    text!("order-printing-place", place = place, number = &label.number, name = &label.recipient)
}

/// The selected labels. Returns whether they are printed.
fn selection_ui(ui: &mut Ui, cx: &mut Cx<'_>, is_only: bool) -> bool {
    let labels = super::selected_labels(cx);
    if labels.is_empty() {
        return false;
    }
    ui.add_space(space::S);
    let words = text!("order-printing-print-selected", count = labels.len());
    let too_many = (labels.len() > MOST_AT_ONCE)
        .then(|| text!("order-printing-too-many", most = MOST_AT_ONCE));
    let button = if is_only { Button::primary(&words) } else { Button::secondary(&words) };
    let button = button
        .name(text!("order-printing-print-selected-name"))
        .icon(Icon::Printer)
        .disabled_because(too_many.as_deref());
    if !button.show_ui(ui).clicked() {
        return false;
    }
    let ids = labels.iter().map(|label| label.order.clone()).collect();
    cx.ask(Intent::PrintOrders(PrintOrders { ids, again: true, ..PrintOrders::default() }));
    true
}

/// The typed number if it is one of 1 to `count`.
fn number_within(typed: &str, count: usize) -> Option<usize> {
    let number: usize = typed.trim().parse().ok()?;
    (1..=count).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_of_the_run_are_taken() {
        for (typed, wanted) in [
            ("1", Some(1)),
            (" 60 ", Some(60)),
            ("0", None),
            ("61", None),
            ("", None),
            ("four", None),
            ("-2", None),
            ("99999999999999999999999", None),
        ] {
            assert_eq!(number_within(typed, 60), wanted, "{typed:?}");
        }
    }
}
