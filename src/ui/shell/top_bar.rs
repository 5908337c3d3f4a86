//! The top bar: the environment, the balance, the connection, and what needs attention.

use egui::{Align, Layout, Panel as Edge, RichText, Ui};

use super::edge;
use crate::base::locale::format;
use crate::base::money::Money;
use crate::desk::kernel::connectivity::Connectivity;
use crate::desk::kernel::session::Connection;
use crate::desk::printing::state::JobState;
use crate::desk::printing::state::PrintJob;
use crate::desk::state::State;
use crate::text;
use crate::ui::command;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::panels::settings::printers::queue::needs_a_person;
use crate::ui::panels::settings::scale;
use crate::ui::shell::local::ShellViewState;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::text::{age, money_words, pill_button_ui, pill_ui, small_muted_ui};
use crate::ui::widgets::{Button, Icon, Meaning, environment};

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, shell: &mut ShellViewState) {
    let tokens = Tokens::of_theme(ui);
    edge(Edge::top("top bar"), tokens.surface)
        .exact_size(size::TOP_BAR)
        .show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                ui.spacing_mut().item_spacing.x = space::M;
                environment_ui(ui, cx);
                money_ui(ui, cx, shell.bar_is_full);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    right_ui(ui, cx, shell);
                });
            });
        });
}

fn environment_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(environment) = cx.state.environment() else {
        return;
    };
    environment::band_ui(ui, environment);
    if let Connection::Connected(session) = &cx.state.connection {
        let called = &session.account_name;
        let name = text!("shell-account-name", account = called);
        let shortcut = command::shortcut_text(&Command::SwitchAccount).unwrap_or_default();
        let hint = text!("shell-account-hint", keys = shortcut);
        let switch = Button::quiet(called).name(&name).hint(&hint);
        if switch.show_ui(ui).clicked() {
            cx.commands.push(Command::SwitchAccount);
        }
    }
}

fn money_ui(ui: &mut Ui, cx: &Cx<'_>, bar_is_full: bool) {
    let Some(balance) = cx.state.balance.summary.value() else {
        return;
    };
    let Some(now) = balance.money() else {
        return;
    };
    ui.separator();
    let words = text!("shell-balance", amount = now);
    ui.label(RichText::new(words).font(text::body_strong()));
    // Other panels may show another label.
    let in_sight = matches!(*cx.panel, Panel::Ship | Panel::Rates);
    if let Some(after) = after_this_label(cx.state, now).filter(|_| in_sight) {
        let ink = if after.amount.is_negative() {
            cx.tokens.bad.ink
        } else {
            cx.tokens.ink_muted
        };
        let words = text!("shell-balance-after", amount = after);
        ui.label(RichText::new(words).color(ink));
    }
    let auto_buy = match balance.is_auto_buy {
        Some(true) => text!("shell-autobuy-on"),
        Some(false) if !bar_is_full => text!("shell-autobuy-off"),
        _ => return,
    };
    small_muted_ui(ui, auto_buy);
}

fn right_ui(ui: &mut Ui, cx: &mut Cx<'_>, shell: &mut ShellViewState) {
    let find = Button::secondary(text!("shell-find"))
        .name(text!("shell-find-name"))
        .icon(Icon::Search)
        .shortcut("Ctrl+K");
    if find.show_ui(ui).clicked() {
        cx.commands.push(Command::OpenPalette);
    }
    line_ui(ui, cx);
    express_ui(ui, cx);
    let problems = problems(cx.state);
    if problems > 0 {
        let words = text!("shell-problems", count = problems);
        pill_ui(ui, Meaning::Doubt, Icon::Clock, &words);
    }
    scale_ui(ui, cx);
    printer_ui(ui, cx, shell);
}

/// The first printer, its paper, and its pending or failed jobs. Whether the printer is on
/// is unknown until it gets a job.
fn printer_ui(ui: &mut Ui, cx: &mut Cx<'_>, shell: &mut ShellViewState) {
    let printing = &cx.state.printing;
    let Some(printer) = printing.printers.first() else {
        return;
    };
    let count =
        |wanted: &dyn Fn(&PrintJob) -> bool| printing.jobs.iter().filter(|job| wanted(job)).count();
    let asking = count(&needs_a_person);
    let waiting = count(&|job| matches!(job.state, JobState::Queued | JobState::Sending));
    let off = printing
        .jobs
        .iter()
        .find(|job| job.state == JobState::Queued && !job.detail.is_empty());
    let (meaning, words) = match (asking, waiting) {
        (0, 0) => {
            let (wide, high) = printer.media_in;
            let [wide, high] =
                [wide, high].map(|inches| format::formats().decimal(&inches.to_string()));
            let words = text!(
                "shell-printer-paper",
                printer = &printer.name,
                width = wide,
                height = high
            );
            (Meaning::Neutral, words)
        }
        (0, waiting) => {
            let meaning = match off {
                Some(_) => Meaning::Warning,
                None => Meaning::Info,
            };
            (meaning, text!("shell-printer-waiting", count = waiting))
        }
        (asking, _) => (Meaning::Doubt, text!("shell-printer-asks", count = asking)),
    };
    let free = ui.available_width();
    let off_there = if shell.bar_is_full {
        pill_room(text!("shell-autobuy-off"))
    } else {
        0.0
    };
    let is_full = free < pill_room(&words) + off_there;
    if std::mem::replace(&mut shell.bar_is_full, is_full) != is_full {
        ui.ctx().request_repaint();
    }
    let words = match meaning {
        Meaning::Neutral if free < pill_room(&printer.name) => return,
        Meaning::Neutral if free < pill_room(&words) => printer.name.clone(),
        _ => words,
    };
    let hover = match off {
        Some(job) => text!(
            "shell-printer-job",
            printer = &job.printer.name,
            detail = &job.detail
        ),
        None => text!("shell-printer-hint").to_owned(),
    };
    let name = text!("shell-printer-name", status = &words);
    let pill = pill_button_ui(ui, meaning, Icon::Printer, &words, &name);
    if pill.on_hover_text(hover).clicked() {
        cx.go_to(Panel::Settings);
    }
}

/// Shown while express mode is on: the user must always see that a scan may buy.
fn express_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.state.settings;
    if !settings.express {
        return;
    }
    let limit = Money::new(settings.express_limit, cx.state.currency());
    let words = text!("shell-express", amount = without_cents(limit));
    let name = text!("shell-express-name", amount = limit);
    let pill = pill_button_ui(ui, Meaning::Warning, Icon::Play, &words, &name);
    if pill.on_hover_text(text!("shell-express-hint")).clicked() {
        cx.go_to(Panel::Settings);
    }
}

/// A whole amount without cents, because the bar has little room.
fn without_cents(money: Money) -> String {
    let words = money_words(money);
    // The separator of the locale with two zeros.
    let zero = format::formats().decimal("0.00");
    words.replacen(zero.trim_start_matches('0'), "", 1)
}

/// The reading of the scale, if there is one or the chosen one is missing.
fn scale_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let scales = &cx.state.scale;
    if !scales.is_there(&cx.state.settings.weigh_with) {
        return;
    }
    scale::watch_age(ui, scales, cx);
    let (meaning, words) = scale::scale_status(scales, cx);
    let in_order = matches!(meaning, Meaning::Neutral | Meaning::Info | Meaning::Good);
    let printer = cx.state.printing.printers.first();
    let printer = printer.map_or(0.0, |printer| pill_room(&printer.name));
    let (free, wanted) = (ui.available_width(), pill_room(&words));
    if in_order && (free < wanted || (printer..wanted + printer).contains(&free)) {
        return;
    }
    let key = command::shortcut_text(&Command::Weigh).unwrap_or_default();
    let hover = match scales.weight(cx.now) {
        Ok(_) => text!("shell-scale-hint", key = key),
        Err(why) => why,
    };
    let name = text!("shell-scale-name", status = &words);
    let pill = pill_button_ui(ui, meaning, Icon::Scale, &words, &name);
    if pill.on_hover_text(hover).clicked() {
        cx.go_to(Panel::Settings);
    }
}

/// Approximate width of a pill with its gap. What is also shown elsewhere is omitted
/// first if it does not fit: AutoBuy while off, a scale without problems, the paper, and
/// last a printer without problems.
fn pill_room(words: &str) -> f32 {
    const FRAME: f32 = 40.0;
    const LETTER: f32 = 7.0;
    FRAME + LETTER * words.chars().count() as f32
}

fn line_ui(ui: &mut Ui, cx: &Cx<'_>) {
    match &cx.state.connectivity {
        Connectivity::Unknown => {
            let words = text!("shell-connection-unknown");
            pill_ui(ui, Meaning::Neutral, Icon::Dot, words);
        }
        Connectivity::Online { last_answer } => {
            let words = text!("shell-connection-online", age = age(*last_answer, cx.now));
            pill_ui(ui, Meaning::Good, Icon::Check, &words)
                .on_hover_text(text!("shell-connection-hint"));
        }
        Connectivity::Offline { trouble, .. } => {
            let words = text!("shell-connection-offline");
            pill_ui(ui, Meaning::Warning, Icon::Warning, words).on_hover_text(&trouble.cause);
        }
    }
}

/// The balance after buying the chosen rate.
pub fn after_this_label(state: &State, now: Money) -> Option<Money> {
    if state.ship.just_bought.is_some() {
        return None;
    }
    let price = state.ship.draft.chosen.as_ref()?.price()?;
    now.checked_sub(price)
}

/// The number of problems: purchases that are not settled, and whether buying is blocked.
pub fn problems(state: &State) -> u64 {
    state.unresolved_purchase_count() + u64::from(state.buying_stopped().is_some())
}
