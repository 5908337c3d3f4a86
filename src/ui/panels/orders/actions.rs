//! What is done for the selected orders, one button after the other: check addresses, get rates,
//! buy, print, hand over, and their papers.

mod buy_question;
mod effect;
mod hand_over;
mod papers;
mod print_again;
mod print_progress;
mod return_question;

use egui::Ui;

use self::effect::Effect;
use self::hand_over::HandOverQuestion;
use self::print_again::PrintAgainForm;
use self::print_progress::PrintProgress;
use self::return_question::ReturnQuestion;
use super::many_edit::ManyEditForm;
use super::state_words::obstacle;
use crate::base::locale::format;
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob};
use crate::desk::order_printing::MOST_AT_ONCE;
use crate::desk::orders::OrderState;
use crate::desk::orders::selection::SelectedLabel;
use crate::orders::order_edit::OrderEdit;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::print_label;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::menu::{menu_button_width, more_ui};
use crate::ui::widgets::step_row::{Step, mark_next, row_ui};
use crate::ui::widgets::{
    Button, Icon, MenuItem, line_ui, menu_button_ui, money_words, small_muted_ui, strong_ui,
};

/// Width from which the hint beside the buttons is shown, in points.
const HINT: f32 = 240.0;

#[derive(Debug, Default)]
pub struct ActionsViewState {
    question: Option<Question>,
    progress: PrintProgress,
    /// The orders that need attention are to be corrected one after the other.
    corrects: bool,
}

impl ActionsViewState {
    /// Whether the orders that need attention are to be corrected, asked once.
    pub fn take_corrects(&mut self) -> bool {
        std::mem::take(&mut self.corrects)
    }
}

impl ActionsViewState {
    /// Asks about return labels for the selected orders.
    pub fn ask_for_returns(&mut self) {
        self.question = Some(Question::Returns(ReturnQuestion::default()));
    }

    fn begin(&mut self, cx: &mut Cx<'_>, effect: Effect) {
        match effect {
            Effect::AskBuy => self.question = Some(Question::Buy),
            Effect::AskHandOver => {
                let question = HandOverQuestion::of_selection(cx);
                self.question = question.map(Question::HandOver);
            }
            Effect::AskPrintAgain => {
                let form = PrintAgainForm::of_last_run(cx.state);
                self.question = Some(Question::PrintAgain(form));
            }
            Effect::Correct => self.corrects = true,
            Effect::AskEditMany => self.question = Some(Question::EditMany(Box::default())),
            Effect::AskReturns => self.ask_for_returns(),
            effect => effect.carry_out(cx),
        }
    }
}

/// The question on screen.
#[derive(Debug)]
enum Question {
    Buy,
    HandOver(HandOverQuestion),
    PrintAgain(PrintAgainForm),
    EditMany(Box<ManyEditForm>),
    Returns(ReturnQuestion),
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ActionsViewState) {
    print_progress::show_ui(ui, cx, &mut local.progress);
    hand_over::refusal_ui(ui, cx);
    let selection = &cx.state.orders.selection;
    let effect = line_ui(ui, size::CONTROL, |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        match selection.is_empty() {
            true => none_selected_ui(ui, cx),
            false => selected_ui(ui, cx),
        }
    });
    if selection.outside() > 0 {
        small_muted_ui(ui, &text!("orders-selected-outside", count = selection.outside()));
    }
    if let Some(effect) = effect {
        local.begin(cx, effect);
    }
    let stays = match &mut local.question {
        Some(Question::Buy) => buy_question::question_ui(ui, cx),
        Some(Question::HandOver(question)) => question.show_ui(ui, cx),
        Some(Question::PrintAgain(form)) => form.show_ui(ui, cx),
        Some(Question::EditMany(form)) => form.show_ui(ui, cx),
        Some(Question::Returns(question)) => question.show_ui(ui, cx),
        None => true,
    };
    if !stays {
        local.question = None;
    }
}

/// The next step with the selected orders, above the results of a batch that has ended. It closes them.
pub fn after_batch_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ActionsViewState) {
    let steps = steps(cx);
    let next: Vec<Step<Effect>> = steps.into_iter().filter(|step| step.is_next).collect();
    if next.is_empty() {
        return;
    }
    let (effect, _) = line_ui(ui, size::CONTROL, |ui| {
        strong_ui(ui, &text!("orders-selected", count = cx.state.orders.selection.len()));
        row_ui(ui, next, 0.0)
    });
    if let Some(effect) = effect {
        super::ask_step(cx, BatchIntent::Close);
        local.begin(cx, effect);
    }
}

fn none_selected_ui(ui: &mut Ui, cx: &Cx<'_>) -> Option<Effect> {
    let orders = &cx.state.orders;
    if orders.matching == 0 {
        return None;
    }
    let mut effect = None;
    let words = text!("orders-select-all", count = orders.matching);
    if Button::secondary(&words).show_ui(ui).clicked() {
        effect = Some(Effect::SelectAll);
    }
    let to_correct = orders.in_state(OrderState::NeedsAttention);
    if to_correct > 0 {
        let words = text!("orders-correct", count = to_correct);
        let correct = Button::secondary(&words)
            .icon(Icon::Warning)
            .name(text!("orders-correct-name"))
            .hint(text!("orders-correct-hint"));
        if correct.show_ui(ui).clicked() {
            effect = Some(Effect::Correct);
        }
    }
    if cx.state.order_printing.run.is_some() {
        let again = Button::quiet(text!("order-printing-again"))
            .icon(Icon::Printer)
            .disabled_because(print_obstacle(cx));
        if again.show_ui(ui).clicked() {
            effect = Some(Effect::AskPrintAgain);
        }
    }
    if ui.available_width() >= HINT {
        small_muted_ui(ui, text!("orders-select-first"));
    }
    effect
}

fn selected_ui(ui: &mut Ui, cx: &Cx<'_>) -> Option<Effect> {
    let selection = &cx.state.orders.selection;
    strong_ui(ui, &text!("orders-selected", count = selection.len()));
    if Button::quiet(text!("orders-select-none")).show_ui(ui).clicked() {
        return Some(Effect::SelectNone);
    }
    let steps = steps(cx);
    let gap = ui.spacing().item_spacing.x;
    let more_width = menu_button_width(ui, text!("parts-more")) + gap;
    let papers_width = menu_button_width(ui, text!("order-printing-papers")) + gap;
    let next = steps.iter().find(|step| step.is_next);
    let next_width = next.map_or(0.0, |step| step.width(ui) + gap);
    // In a very narrow window the papers are in the menu at the end.
    let has_papers = next_width + papers_width + more_width <= ui.available_width();
    let reserved = if has_papers { papers_width + more_width } else { more_width };
    let (mut effect, mut more) = row_ui(ui, steps, reserved);
    let papers = papers::items(cx);
    if has_papers {
        let name = text!("order-printing-papers-name");
        let button = Button::secondary(text!("order-printing-papers")).name(name);
        effect = menu_button_ui(ui, button, name, papers).or(effect);
    } else {
        more.extend(papers);
    }
    more.extend(more_items(cx));
    more_ui(ui, text!("orders-more"), more).or(effect)
}

/// The steps in the order in which they are taken, the next one marked.
fn steps(cx: &Cx<'_>) -> Vec<Step<Effect>> {
    let mut steps = vec![check_step(cx), rate_step(cx), buy_step(cx)];
    steps.extend(unsent_step(cx));
    steps.extend([print_step(cx), hand_over_step(cx)]);
    mark_next(&mut steps);
    steps
}

/// Never the next step: buying checks addresses too.
fn check_step(cx: &Cx<'_>) -> Step<Effect> {
    let selection = &cx.state.orders.selection;
    let to_do = selection.in_state(OrderState::Ready)
        + selection.in_state(OrderState::Rated)
        + selection.in_state(OrderState::NeedsAttention);
    let nothing = (to_do == 0).then(|| text!("orders-nothing-to-check"));
    Step::new(text!("orders-check"), Effect::CheckAddresses)
        .hint(text!("orders-check-hint"))
        .disabled_because(obstacle(cx.state).or(nothing))
}

fn rate_step(cx: &Cx<'_>) -> Step<Effect> {
    let selection = &cx.state.orders.selection;
    let unrated = selection.in_state(OrderState::Ready);
    let to_do = unrated + selection.in_state(OrderState::Rated);
    let nothing = (to_do == 0).then(|| text!("orders-nothing-to-rate"));
    Step::new(text!("orders-rate"), Effect::GetRates)
        .hint(text!("orders-rate-hint"))
        .disabled_because(obstacle(cx.state).or(nothing))
        .due(unrated > 0)
}

fn buy_step(cx: &Cx<'_>) -> Step<Effect> {
    let sums = cx.state.orders.selection.sums.as_ref();
    let labels = sums.map_or(0, |sums| sums.priced.len());
    let total = sums.map(|sums| {
        let totals = sums.totals.iter().map(|total| money_words(*total));
        format::list(&totals.collect::<Vec<_>>())
    });
    let words = match (labels, &total) {
        (0, _) | (_, None) => text!("orders-buy").to_owned(),
        (labels, Some(total)) => text!("orders-buy-labels", labels = labels, total = total),
    };
    let stopped = cx.state.buying_stopped().map(|stopped| stopped.to_string());
    let nothing = (labels == 0).then(|| text!("orders-nothing-to-buy"));
    let why = obstacle(cx.state).or(nothing).or(stopped.as_deref());
    Step::new(words, Effect::AskBuy).disabled_because(why).due(labels > 0)
}

/// Labels that a stopped batch left in the journal.
fn unsent_step(cx: &Cx<'_>) -> Option<Step<Effect>> {
    let selection = &cx.state.orders.selection;
    let returns = selection.sums.as_ref().map_or(0, |sums| sums.returns.open);
    let own = selection.in_state(OrderState::Buying) + selection.in_state(OrderState::InDoubt);
    let open = own + returns;
    if open == 0 {
        return None;
    }
    let words = text!("orders-send-unsent", count = open);
    let step = Step::new(words, Effect::SendUnsent)
        .hint(text!("orders-send-unsent-hint"))
        .disabled_because(obstacle(cx.state))
        .due(true);
    Some(step)
}

/// Prints the labels that were not printed yet. If all were, they can be printed again.
fn print_step(cx: &Cx<'_>) -> Step<Effect> {
    let labels = selected_labels(cx);
    let unprinted = labels.iter().filter(|label| !label.is_printed).count();
    if unprinted == 0 && !labels.is_empty() {
        return Step::new(text!("order-printing-again"), Effect::AskPrintAgain)
            .icon(Icon::Printer)
            .disabled_because(print_obstacle(cx));
    }
    let words = match unprinted {
        0 => text!("orders-print").to_owned(),
        count => text!("order-printing-print", count = count),
    };
    let nothing = (unprinted == 0).then(|| text!("orders-nothing-to-print"));
    let too_many =
        (unprinted > MOST_AT_ONCE).then(|| text!("order-printing-too-many", most = MOST_AT_ONCE));
    let why = print_obstacle(cx).or(nothing).or(too_many.as_deref());
    Step::new(words, Effect::Print)
        .name(text!("order-printing-print-name"))
        .icon(Icon::Printer)
        .disabled_because(why)
        .due(unprinted > 0)
}

fn selected_labels<'a>(cx: &Cx<'a>) -> &'a [SelectedLabel] {
    let sums = cx.state.orders.selection.sums.as_ref();
    sums.map(|sums| sums.labels.as_slice()).unwrap_or_default()
}

/// Why no label can be printed now.
fn print_obstacle<'a>(cx: &Cx<'a>) -> Option<&'a str> {
    let work = cx.state.printing.work.as_ref();
    let is_busy = work.is_some_and(BatchJob::is_running);
    print_label::obstacle(cx.state).or(is_busy.then(|| text!("shipments-print-busy")))
}

fn hand_over_step(cx: &Cx<'_>) -> Step<Effect> {
    let labels = selected_labels(cx);
    let to_do = labels.iter().filter(|label| !label.is_handed_over).count();
    let nothing = (to_do == 0).then(|| text!("order-printing-nothing-to-hand-over"));
    let is_loading = cx.state.manifests.day.value().is_none();
    let loading = is_loading.then(|| text!("order-printing-hand-over-loading"));
    Step::new(text!("order-printing-hand-over"), Effect::AskHandOver)
        .hint(text!("order-printing-hand-over-hint"))
        .disabled_because(nothing.or(obstacle(cx.state)).or(loading))
        .due(to_do > 0)
}

/// Return labels of orders that were shipped.
fn return_items(cx: &Cx<'_>) -> Vec<MenuItem<Effect>> {
    let sums = cx.state.orders.selection.sums.as_ref();
    let returns = sums.map(|sums| &sums.returns);
    let is_any = returns.is_some_and(|returns| !returns.possible.is_empty());
    let none = (!is_any).then(|| text!("order-returns-none"));
    let ask = MenuItem::new(text!("order-returns-menu"), Effect::AskReturns);
    let mut items = vec![ask.disabled_because(none)];
    let bought = returns.map_or(0, |returns| returns.bought.len());
    if bought > 0 {
        let words = text!("order-returns-print", count = bought);
        let print = MenuItem::new(words, Effect::PrintReturns);
        items.push(print.disabled_because(print_obstacle(cx)));
    }
    items
}

fn more_items(cx: &Cx<'_>) -> Vec<MenuItem<Effect>> {
    let mut items = Vec::new();
    let is_any_printed = selected_labels(cx).iter().any(|label| label.is_printed);
    if is_any_printed || cx.state.order_printing.run.is_some() {
        let again = MenuItem::new(text!("order-printing-again"), Effect::AskPrintAgain);
        items.push(again.disabled_because(print_obstacle(cx)));
    }
    items.extend(return_items(cx));
    let edit = |words: &str, edit| MenuItem::new(words, Effect::Edit(edit));
    let refunded = cx.state.orders.selection.in_state(OrderState::Refunded);
    if refunded > 0 {
        let words = text!("order-printing-buy-others", count = refunded);
        items.push(edit(&words, OrderEdit::ReplaceRefunded(cx.now)));
    }
    let fixed =
        unless_any(cx, text!("orders-nothing-to-change"), |state| !state.may_have_cost_money());
    let not_held =
        unless_any(cx, text!("orders-nothing-on-hold"), |state| state == OrderState::OnHold);
    let not_canceled =
        unless_any(cx, text!("orders-nothing-canceled"), |state| state == OrderState::Canceled);
    let kept = unless_any(cx, text!("orders-nothing-to-change"), OrderState::is_removable);
    items.extend([
        // Notes are changed after the purchase too.
        MenuItem::new(text!("orders-many-menu"), Effect::AskEditMany),
        edit(text!("orders-hold"), OrderEdit::Hold(String::new())).disabled_because(fixed),
        edit(text!("orders-release"), OrderEdit::Release).disabled_because(not_held),
        edit(text!("orders-cancel-order"), OrderEdit::Cancel).disabled_because(fixed),
        edit(text!("orders-restore"), OrderEdit::Restore).disabled_because(not_canceled),
        MenuItem::new(text!("orders-delete"), Effect::Delete).disabled_because(kept),
    ]);
    items
}

/// `why`, if no selected order is in such a state; `None` while their states are not known.
fn unless_any(
    cx: &Cx<'_>,
    why: &'static str,
    fits: impl Fn(OrderState) -> bool,
) -> Option<&'static str> {
    let sums = cx.state.orders.selection.sums.as_ref()?;
    let mut counts = sums.by_state.iter();
    let is_any = counts.any(|(state, count)| *count > 0 && fits(*state));
    (!is_any).then_some(why)
}
