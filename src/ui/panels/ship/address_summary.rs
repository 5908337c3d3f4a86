//! A complete address as text: the recipient in a card, the sender in one line.

use egui::{Ui, vec2};

use super::address::ShipAddressViewState;
use super::address_steps::{standing, steps_ui, take_step};
use crate::desk::kernel::remote::Remote;
use crate::parcel::address_check::KEPT_AS_TYPED;
use crate::parcel::draft::{AddressForm, Draft, Side};
use crate::parcel::problems::{Section, section_done};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::{lines, one_line};
use crate::ui::parts::address_verdict::check_ui;
use crate::ui::parts::draft_guide::Guide;
use crate::ui::theme::margins;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::text::pill_width;
use crate::ui::widgets::{
    Icon, Meaning, card, from_left_ui, from_right_ui, line_ui, pill_ui, short_ui, small_muted_ui,
    strong_ui, words_ui,
};

pub fn summary_ui(ui: &mut Ui, form: &AddressForm) {
    let tokens = Tokens::of_theme(ui);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        strong_ui(ui, &form.name);
        for line in lines(form) {
            words_ui(ui, &line, text::body(), tokens.ink);
        }
        let contact = [form.phone.trim(), form.email.trim()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" · ");
        if !contact.is_empty() {
            small_muted_ui(ui, &contact);
        }
    });
    marks_ui(ui, form);
}

/// The pill of the service's verdict on these fields.
fn verdict(form: &AddressForm) -> Option<(Meaning, Icon, String)> {
    Some(match form.verification.as_deref()? {
        "Success" => {
            let word = text!("ship-address-verified");
            (Meaning::Good, Icon::Check, word.to_owned())
        }
        KEPT_AS_TYPED => {
            let word = text!("ship-address-kept");
            (Meaning::Neutral, Icon::Info, word.to_owned())
        }
        _ => (Meaning::Warning, Icon::Warning, text!("addresses-check-failed").to_owned()),
    })
}

/// Marks for the verdict, residential and stored.
fn marks_ui(ui: &mut Ui, form: &AddressForm) {
    if form.verification.is_none() && form.residential.is_none() && form.stored.is_none() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = size::ICON;
        if let Some((meaning, icon, word)) = verdict(form) {
            pill_ui(ui, meaning, icon, &word);
        }
        if let Some(residential) = form.residential {
            let word = match residential {
                true => text!("ship-address-residential"),
                false => text!("ship-address-business"),
            };
            pill_ui(ui, Meaning::Neutral, Icon::House, word);
        }
        if form.stored.is_some() {
            let word = text!("ship-address-in-book");
            pill_ui(ui, Meaning::Neutral, Icon::Save, word);
        }
    });
}

/// Whether the sender is shown as one line instead of a card: complete, and not being edited.
pub fn sender_is_line(guide: &Guide<'_>, view: &ShipAddressViewState) -> bool {
    section_done(guide.problems, Section::From)
        && !view.expanded.unwrap_or(false)
        && guide.progress.search != Some(Side::From)
        && guide.progress.pasted != Some(Side::From)
}

/// The sender as one line, because it is the same for almost every parcel.
pub fn sender_line_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    guide: &mut Guide<'_>,
    view: &mut ShipAddressViewState,
    draft: &Draft,
) {
    let tokens = Tokens::of_theme(ui);
    let (form, title) = (&draft.from, text!("ship-card-from"));
    let mut asked = Vec::new();
    let mut standing = standing(cx, form, false, true);
    standing.line = true;
    let frame = card::frame(tokens).inner_margin(margins(space::L, space::S));
    let step = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(space::S, space::S);
        let step = line_ui(ui, size::CONTROL_COMPACT, |ui| {
            from_right_ui(ui, |ui| {
                let step = steps_ui(ui, title, standing);
                from_left_ui(ui, |ui| {
                    words_ui(ui, title, text::label(), tokens.ink_muted);
                    let verdict = verdict(form);
                    let room = ui.available_width();
                    let beside = verdict.as_ref().map_or(0.0, |(_, _, word)| {
                        pill_width(ui, word) + ui.spacing().item_spacing.x
                    });
                    let words = one_line(form);
                    ui.scope(|ui| {
                        ui.set_max_width((room - beside).max(0.0));
                        short_ui(ui, &words, text::body_medium(), tokens.ink);
                    });
                    if let Some((meaning, icon, word)) = verdict {
                        pill_ui(ui, meaning, icon, &word);
                    }
                });
                step
            })
        });
        // A verdict that agrees is the pill.
        let agrees = matches!(&cx.state.ship.checks.from, Remote::Ready(known)
            if !known.value.differs && known.value.remarks.is_empty());
        if !agrees {
            check_ui(ui, cx, form, Side::From, &mut asked);
        }
        step
    });
    take_step(guide, view, Side::From, false, step.inner, &mut asked);
    cx.intents.extend(asked);
}
