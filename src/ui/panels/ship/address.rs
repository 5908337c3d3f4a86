//! The From and To cards: a search in the address book, a pasted block, the fields, and the
//! service's verdict beside what was typed.

use egui::Ui;

use super::address_steps::{Step, standing, steps_ui, take_step};
use super::address_summary::summary_ui;
use super::{address_search, drafts};
use crate::desk::intent::Intent;
use crate::desk::ship::intent::ShipIntent;
use crate::parcel::draft::{AddressField, AddressForm, Draft, Field as At, Side};
use crate::parcel::problems::{Section, is_international, section_done};
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_fields::fields_ui;
use crate::ui::parts::address_verdict::{check_ui, undrawable_ui};
use crate::ui::parts::draft_guide::Guide;
use crate::ui::tokens::size;
use crate::ui::widgets::{Card, Meaning, band_ui, muted_ui};

#[derive(Debug, Default)]
pub struct ShipAddressViewState {
    pub(super) search: String,
    /// Enter was pressed before the book had answered: the first address found is taken.
    pub(super) entered: bool,
    /// Whether the fields or the summary are shown. `None` shows a complete address as a summary.
    pub(super) expanded: Option<bool>,
    /// The text box for a pasted block, while open.
    pub(super) block: Option<String>,
    /// When the clipboard was asked for.
    pub(super) pastes: Option<f64>,
}

pub fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    guide: &mut Guide<'_>,
    view: &mut ShipAddressViewState,
    side: Side,
    draft: &mut Draft,
) {
    let (title, section, at): (_, _, fn(AddressField) -> At) = match side {
        Side::From => (text!("ship-card-from"), Section::From, At::From),
        Side::To => (text!("ship-card-to"), Section::To, At::To),
    };
    let done = section_done(guide.problems, section);
    let within = |target| match target {
        At::From(_) => side == Side::From,
        At::To(_) => side == Side::To,
        _ => false,
    };
    if guide.progress.pasted == Some(side) {
        let gap = guide.problems.iter().find(|problem| within(problem.field));
        go_on_after_paste(ui, guide, side, draft, gap.map(|problem| problem.field));
    }
    if guide.wants(within) || guide.progress.search == Some(side) {
        view.expanded = Some(true);
    }
    let open = !done || view.expanded.unwrap_or(false);
    let abroad = side == Side::To && is_international(draft);
    let aside = if abroad { text!("ship-address-abroad") } else { "" };
    let form = match side {
        Side::From => &mut draft.from,
        Side::To => &mut draft.to,
    };
    let (mut asked, mut step, mut taken) = (Vec::new(), None, false);
    let standing = standing(cx, form, open, done);
    let offers_drafts = side == Side::To && form.is_blank();
    let mut back = None;
    // The mark is green once the service has found the address, or the clerk has kept it.
    let unknown = side == Side::To && form.verification.is_none();
    Card::new(title).done(done).asking(unknown).aside(aside).show_with_ui(
        ui,
        |ui| {
            step = steps_ui(ui, title, standing);
            if offers_drafts {
                back = drafts::menu_ui(ui, &cx.state.ship.draft.aside);
            }
        },
        |ui| {
            if open {
                taken = address_search::search_ui(ui, cx, guide, view, side, title);
                address_search::block_ui(ui, view, side, title, &mut asked);
                let (pasted, is_changed) = edit_ui(ui, guide, form, at);
                let paste = |text| Intent::Ship(ShipIntent::PasteAddress { side, text });
                asked.extend(pasted.map(paste));
                if is_changed {
                    view.expanded = Some(true);
                }
            } else {
                summary_ui(ui, form);
            }
            undrawable_ui(ui, form);
            check_ui(ui, cx, form, side, &mut asked);
        },
    );
    if let Some(order) = back {
        cx.ask(ShipIntent::BringBack(order));
    }
    if taken {
        guide.progress.go_on_after(side, draft);
    }
    let asks = matches!(step, Some(Step::Paste));
    take_step(guide, view, side, open, step, &mut asked);
    if asks {
        address_search::ask_for_block(ui, view);
    }
    let pasted = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::PasteAddress { .. }));
    if asked.iter().any(pasted) {
        view.begin_paste(guide, side);
    }
    cx.intents.extend(asked);
}

impl ShipAddressViewState {
    /// A whole address was pasted: what becomes of it is shown once the desk has read it.
    fn begin_paste(&mut self, guide: &mut Guide<'_>, side: Side) {
        self.expanded = None;
        self.block = None;
        guide.progress.jump = None;
        guide.progress.pasted = Some(side);
    }
}

/// After a whole address was pasted, the keyboard goes to the field that has a problem, or past the
/// address.
fn go_on_after_paste(
    ui: &Ui,
    guide: &mut Guide<'_>,
    side: Side,
    draft: &Draft,
    problem: Option<At>,
) {
    guide.progress.pasted = None;
    match problem {
        Some(field) => guide.progress.jump = Some(field),
        None => guide.progress.go_on_after(side, draft),
    }
    guide.progress.focus_early(ui);
}

/// Draws the fields. Returns a whole address that was pasted, and whether a field was changed.
fn edit_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    form: &mut AddressForm,
    at: fn(AddressField) -> At,
) -> (Option<String>, bool) {
    let before = form.clone();
    let pasted = fields_ui(ui, guide, form, at);
    let is_changed = *form != before;
    if is_changed {
        // The id and the verdict belong to the earlier text.
        form.stored = None;
        form.verification = None;
    }
    (pasted, is_changed)
}

/// Offers two sample addresses for a first label; only in the practice environment. Returns whether
/// they are taken.
pub fn samples_ui(ui: &mut Ui, cx: &mut Cx<'_>, draft: &Draft) -> bool {
    let empty = |form: &AddressForm| form.name.is_empty() && form.street1.is_empty();
    if cx.state.environment() != Some(Environment::Practice)
        || !empty(&draft.from)
        || !empty(&draft.to)
    {
        return false;
    }
    let words = text!("ship-samples-words");
    let are_taken = band_ui(ui, Meaning::Info, words, Some(text!("ship-samples-use")));
    if are_taken {
        cx.ask(ShipIntent::UseSampleAddresses);
    }
    are_taken
}

/// The fields of a separate return address, in the options card.
pub fn return_ui(ui: &mut Ui, guide: &mut Guide<'_>, form: &mut AddressForm) {
    muted_ui(ui, text!("ship-return-words"));
    ui.add_space(size::HAIRLINE);
    let before = form.clone();
    fields_ui(ui, guide, form, At::Return);
    if *form != before {
        form.stored = None;
        form.verification = None;
    }
}
