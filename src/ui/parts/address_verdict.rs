//! The service's verdict on an address, side by side with what was typed.

use egui::Ui;

use crate::desk::intent::Intent;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::ship::intent::ShipIntent;
use crate::drawing::font::undrawable_letters;
use crate::parcel::address_check::AddressCheck;
use crate::parcel::address_parts::same_words;
use crate::parcel::draft::{AddressForm, Side};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::{lines, suggested_lines};
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::{
    Button, Meaning, band_ui, label_ui, retry_ui, small_muted_ui, wrapped_ui,
};

/// The result of a validation, if it belongs to the current text of the form.
pub fn check_ui(ui: &mut Ui, cx: &Cx<'_>, form: &AddressForm, side: Side, asked: &mut Vec<Intent>) {
    let check = match side {
        Side::From => &cx.state.ship.checks.from,
        Side::To => &cx.state.ship.checks.to,
    };
    match check {
        Remote::NotAsked => {}
        Remote::Loading { .. } => {
            small_muted_ui(ui, text!("parts-address-checking"));
        }
        Remote::Failed { trouble, .. } => {
            if retry_ui(ui, Some(trouble)) {
                asked.push(Intent::Ship(ShipIntent::ValidateAddress { side }));
            }
            keep_ui(ui, side, asked);
        }
        Remote::Ready(known) if same_words(&known.value.typed, form) => {
            match verdict_ui(ui, &known.value, title_of(side)) {
                Some(Verdict::KeepMine) => asked.push(Intent::Ship(ShipIntent::KeepMine { side })),
                Some(Verdict::UseSuggestion) => {
                    asked.push(Intent::Ship(ShipIntent::AcceptSuggestion { side }))
                }
                None if !known.value.differs && !known.value.remarks.is_empty() => {
                    keep_ui(ui, side, asked);
                }
                None => {}
            }
        }
        Remote::Ready(_) => {}
    }
}

/// Says which letters of the address no typeface can draw.
pub fn undrawable_ui(ui: &mut Ui, form: &AddressForm) {
    let lines =
        [&form.name, &form.company, &form.street1, &form.street2, &form.street3, &form.city];
    let letters = lines.map(|line| undrawable_letters(line)).concat();
    if !letters.is_empty() {
        band_ui(ui, Meaning::Warning, &text!("parts-address-undrawable", letters = letters), None);
    }
}

/// The clerk knows better than the service.
fn keep_ui(ui: &mut Ui, side: Side, asked: &mut Vec<Intent>) {
    let name = text!("parts-address-keep-name", address = title_of(side));
    let keep = Button::secondary(text!("parts-address-keep")).name(&name).compact();
    if keep.show_ui(ui).clicked() {
        asked.push(Intent::Ship(ShipIntent::KeepMine { side }));
    }
}

fn title_of(side: Side) -> &'static str {
    match side {
        Side::From => text!("parts-address-sender"),
        Side::To => text!("parts-address-recipient"),
    }
}

/// The user's choice between the typed address and the suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    KeepMine,
    UseSuggestion,
}

/// Shows both addresses side by side with the differences marked. `title` makes the
/// names of the buttons unique.
pub fn verdict_ui(ui: &mut Ui, check: &AddressCheck, title: &str) -> Option<Verdict> {
    for remark in &check.remarks {
        band_ui(ui, Meaning::from(Tone::Warning), remark, None);
    }
    if !check.differs {
        if check.remarks.is_empty() {
            band_ui(ui, Meaning::Good, text!("parts-address-verified"), None);
        }
        return None;
    }
    let tokens = Tokens::of_theme(ui);
    let mut chosen = None;
    let half = ((ui.available_width() - space::M) / 2.0).floor();
    let suggested = suggested_lines(&check.suggested);
    let mut typed = vec![check.typed.name.clone()];
    typed.extend(lines(&check.typed));
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        for (is_typed, lines, other) in [(true, &typed, &suggested), (false, &suggested, &typed)] {
            crate::ui::widgets::field::column_ui(ui, half, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                let heading = match is_typed {
                    true => text!("parts-address-typed"),
                    false => text!("parts-address-suggested"),
                };
                label_ui(ui, heading);
                for line in lines {
                    // Differences are also bold, not only colored.
                    if other.contains(line) {
                        wrapped_ui(ui, line, text::body(), tokens.ink);
                    } else {
                        wrapped_ui(ui, line, text::body_strong(), tokens.warning.ink);
                    }
                }
                ui.add_space(space::XS);
                if is_typed {
                    let name = text!("parts-address-keep-name", address = title);
                    if Button::secondary(text!("parts-address-keep"))
                        .name(&name)
                        .compact()
                        .show_ui(ui)
                        .clicked()
                    {
                        chosen = Some(Verdict::KeepMine);
                    }
                } else {
                    let name = text!("parts-address-use-name", address = title);
                    // What the service put right is the button, in a word.
                    let city = check.suggested.city.as_deref();
                    let city = city.filter(|_| !check.remarks.is_empty());
                    let words = match city {
                        Some(city) => text!("parts-address-use-city", city = city),
                        None => text!("parts-address-use").to_owned(),
                    };
                    if Button::primary(&words).name(&name).compact().show_ui(ui).clicked() {
                        chosen = Some(Verdict::UseSuggestion);
                    }
                }
            });
        }
    });
    chosen
}
