//! The first steps of a real account, until its first label, and the place that mends an error.

use egui::{Role, Ui, WidgetInfo};

use crate::desk::kernel::failure::Trouble;
use crate::desk::state::State;
use crate::parcel::problems::{Section, section_done};
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::settings_category::SettingsCategory;
use crate::ui::tokens::{space, text};
use crate::ui::widgets::{Button, Icon, icon, strong_ui, wrapped_ui};

/// Whether the account has its first steps before it: a real one that has bought nothing yet.
pub fn are_before(state: &State) -> bool {
    let real = matches!(state.environment(), Some(Environment::Test | Environment::Production));
    real && state.carriers.accounts.value().is_some() && state.shipments.total == 0
}

/// Whether nothing can be bought because there is no carrier account, which is no error.
pub fn lacks_carrier(state: &State) -> bool {
    let accounts = state.carriers.accounts.value();
    accounts.is_some_and(|accounts| accounts.iter().all(|account| !account.is_enabled()))
}

/// The steps, those that are done with a check mark. Returns where a button leads.
pub fn show_ui(ui: &mut Ui, cx: &Cx<'_>) -> Option<Command> {
    let state = cx.state;
    strong_ui(ui, text!("parts-first-steps"));
    let sender = section_done(&state.ship.problems, Section::From);
    let printer = !state.printing.printers.is_empty();
    let mut command = None;
    let steps = [
        (
            !lacks_carrier(state),
            text!("parts-first-carrier"),
            Some((text!("parts-first-carrier-add"), Command::Go(Panel::Carriers))),
        ),
        (sender, text!("parts-first-sender"), None),
        (
            printer,
            text!("parts-first-printer"),
            Some((
                text!("settings-printer-add"),
                Command::OpenSettings(SettingsCategory::Printers),
            )),
        ),
        (false, text!("parts-first-rate"), None),
    ];
    for (done, words, next) in steps {
        step_ui(ui, cx, done, words);
        if let Some((button, leads_to)) = next.filter(|_| !done)
            && Button::secondary(button).compact().show_ui(ui).clicked()
        {
            command = Some(leads_to);
        }
    }
    ui.add_space(space::S);
    command
}

fn step_ui(ui: &mut Ui, cx: &Cx<'_>, done: bool, words: &str) {
    let tokens = cx.tokens;
    let (sign, ink, name) = match done {
        true => (Icon::Check, tokens.good.ink, text!("parts-card-done", card = words)),
        false => (Icon::Dot, tokens.ink_muted, text!("parts-card-open", card = words)),
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        icon::small_ui(ui, sign, ink);
        let said = wrapped_ui(ui, words, text::body(), tokens.ink);
        said.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    });
}

/// Below an error, the button that leads to where it is mended, if there is such a place.
pub fn mend_ui(ui: &mut Ui, trouble: Option<&Trouble>) -> Option<Command> {
    let (words, command) = mending(trouble?)?;
    Button::secondary(words).show_ui(ui).clicked().then_some(command)
}

/// The place that mends an error, by its codes (section 7.3).
fn mending(trouble: &Trouble) -> Option<(&'static str, Command)> {
    let has = |start: &str| trouble.codes.iter().any(|code| code.starts_with(start));
    if has("CARRIERACCOUNT.") || has("CARRIER.") {
        return Some((text!("parts-mend-carriers"), Command::Go(Panel::Carriers)));
    }
    if has("ACCOUNT.BALANCE") || has("BALANCE.") {
        return Some((text!("parts-mend-balance"), Command::Go(Panel::Balance)));
    }
    None
}
