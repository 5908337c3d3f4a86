//! The actions on an address of the draft: edit, check, save, paste a block.

use egui::Ui;

use super::address::ShipAddressViewState;
use crate::desk::intent::Intent;
use crate::desk::ship::intent::ShipIntent;
use crate::parcel::draft::{AddressField, AddressForm, Field as At, Side};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::draft_guide::Guide;
use crate::ui::widgets::menu::more_ui;
use crate::ui::widgets::{Button, MenuItem};

/// The actions on an address.
#[derive(Clone, Copy)]
pub enum Step {
    Toggle,
    Save,
    Validate,
    Paste,
}

/// What the actions on an address depend on.
#[derive(Clone, Copy)]
pub struct Standing<'a> {
    /// It is shown as one line, without a card.
    pub line: bool,
    /// The fields are shown.
    open: bool,
    done: bool,
    /// There is something to check or save.
    filled: bool,
    stored: bool,
    /// Why the service can't check it now.
    away: Option<&'a str>,
}

/// The usual action as a button, the others in a menu; laid out from the right end.
pub fn steps_ui(ui: &mut Ui, title: &str, standing: Standing<'_>) -> Option<Step> {
    let Standing { line, open, done, filled, stored, away } = standing;
    let mut more = Vec::new();
    if filled {
        let name = text!("ship-address-check-name", card = title);
        let check = MenuItem::new(text!("ship-address-check"), Step::Validate);
        more.push(check.name(name).disabled_because(away));
    }
    if filled && !stored {
        let name = text!("ship-address-save-name", card = title);
        more.push(MenuItem::new(text!("ship-address-save"), Step::Save).name(name));
    }
    if open && done {
        let name = text!("ship-address-paste-name", card = title);
        more.push(MenuItem::new(text!("ship-address-paste"), Step::Paste).name(name));
    }
    let mut step = None;
    if !more.is_empty() {
        let name = text!("ship-address-more-name", card = title);
        step = more_ui(ui, &name, more);
    }
    let (words, name, usual) = match (done, open) {
        (false, _) => (
            text!("ship-address-paste"),
            text!("ship-address-paste-name", card = title),
            Step::Paste,
        ),
        (true, true) => (
            text!("ship-address-collapse"),
            text!("ship-address-collapse-name", card = title),
            Step::Toggle,
        ),
        (true, false) if line => (
            text!("ship-address-change"),
            text!("ship-address-change-name", card = title),
            Step::Toggle,
        ),
        (true, false) => (
            text!("ship-address-edit"),
            text!("ship-address-edit-name", card = title),
            Step::Toggle,
        ),
    };
    let button = Button::secondary(words).compact().name(&name);
    if button.show_ui(ui).clicked() {
        step = Some(usual);
    }
    step
}

pub fn standing<'a>(cx: &Cx<'a>, form: &AddressForm, open: bool, done: bool) -> Standing<'a> {
    let offline = text!("ship-address-check-offline");
    Standing {
        line: false,
        open,
        done,
        filled: !form.street1.is_empty(),
        stored: form.stored.is_some(),
        away: cx.state.unreachable_reason(offline),
    }
}

/// Carries out a step, or asks for it. `open`: the fields are shown.
pub fn take_step(
    guide: &mut Guide<'_>,
    view: &mut ShipAddressViewState,
    side: Side,
    open: bool,
    step: Option<Step>,
    asked: &mut Vec<Intent>,
) {
    match step {
        Some(Step::Toggle) if open => view.expanded = Some(false),
        Some(Step::Toggle) => {
            view.expanded = Some(true);
            guide.progress.jump = Some(match side {
                Side::From => At::From(AddressField::Name),
                Side::To => At::To(AddressField::Name),
            });
        }
        Some(Step::Save) => asked.push(Intent::Ship(ShipIntent::SaveAddress { side })),
        Some(Step::Validate) => asked.push(Intent::Ship(ShipIntent::ValidateAddress { side })),
        Some(Step::Paste) => {
            view.block = match view.block {
                Some(_) => None,
                None => Some(String::new()),
            };
        }
        None => {}
    }
}
