//! The packages: contents, weight and size. Sizes carried over from the last parcel are marked until
//! the user confirms or edits them.

use egui::{RichText, Ui};

use crate::base::locale::format;
use crate::desk::scale::ScaleIntent;
use crate::desk::ship::intent::ShipIntent;
use crate::desk::state::State;
use crate::parcel::draft::{Draft, Field as At, PackageField, PackageForm};
use crate::parcel::preset::PresetPick;
use crate::parcel::problems::{Section, section_done};
use crate::text;
use crate::ui::command::{Command, preset_shortcut_text, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::panel::OrdersView;
use crate::ui::parts::draft_guide::Guide;
use crate::ui::parts::package_fields::{package_types, package_ui, sizes};
use crate::ui::tokens::{Tokens, text};
use crate::ui::widgets::{
    Button, Card, Icon, MenuItem, head, menu_button_ui, small_muted_ui, strong_ui,
};

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, guide: &mut Guide<'_>, draft: &mut Draft) {
    let asked = draft.packages.iter().any(|package| package.carried_over);
    let done = section_done(guide.problems, Section::Packages);
    let several = draft.packages.len() > 1;
    let title = if several { text!("ship-packages-title") } else { text!("ship-package-title") };
    let mut add = false;
    let mut remove = None;
    let mut weigh = cx.take_panel_command(&Command::Weigh).then(|| {
        let last = draft.packages.len().saturating_sub(1);
        guide.progress.package.min(last)
    });
    let (mut used, mut edits) = (None, false);
    Card::new(title).done(done).asking(asked).show_with_ui(
        ui,
        |ui| {
            head::at_right_ui(ui, |ui| {
                match presets_ui(ui, cx.state) {
                    Some(Some(pick)) => used = Some(pick),
                    Some(None) => edits = true,
                    None => {}
                }
                let button = Button::quiet(text!("ship-package-add")).icon(Icon::Plus).compact();
                add = button.show_ui(ui).clicked();
            });
        },
        |ui| {
            if let Some(keyed) = &cx.state.ship.preset {
                let name = keyed.preset.name.as_str();
                small_muted_ui(ui, &text!("ship-preset-used", preset = name));
            }
            let kinds = package_types(cx.state);
            let sizes = sizes(&cx.state.order_rules.documents.presets);
            for (index, package) in draft.packages.iter_mut().enumerate() {
                if several {
                    ui.horizontal(|ui| {
                        let number = index + 1;
                        strong_ui(ui, &text!("ship-package-number", number = number));
                        let name = text!("ship-package-remove-name", number = number);
                        if Button::quiet(text!("ship-package-remove"))
                            .name(&name)
                            .compact()
                            .show_ui(ui)
                            .clicked()
                        {
                            remove = Some(index);
                        }
                    });
                }
                ui.push_id(("package", index), |ui| {
                    package_ui(ui, guide, index, package, &kinds, &sizes);
                    if scale_ui(ui, cx, index, package) {
                        weigh = Some(index);
                    }
                });
            }
        },
    );
    if add {
        let like = draft.packages.last().cloned().unwrap_or_default();
        draft.packages.push(PackageForm { weight: String::new(), weighed: None, ..like });
        let last = draft.packages.len() - 1;
        guide.progress.jump = Some(At::Package(last, PackageField::Weight));
    }
    if edits {
        cx.commands.push(Command::OpenOrders(OrdersView::Presets));
    }
    if let Some(pick) = used {
        cx.ask(ShipIntent::UsePreset(pick));
    }
    if let Some(package) = weigh {
        cx.ask(ScaleIntent::Weigh { package });
    }
    if let Some(index) = remove {
        draft.packages.remove(index);
    }
}

/// The presets of the shop; returns the one that was picked, or `None` in it to edit them.
fn presets_ui(ui: &mut Ui, state: &State) -> Option<Option<PresetPick>> {
    let presets = &state.order_rules.documents.presets;
    let (own, hint) = (text!("ship-package-sizes"), text!("ship-package-sizes-hint"));
    if presets.is_empty() {
        let edit = Button::quiet(own).hint(hint).compact().show_ui(ui);
        return edit.clicked().then_some(None);
    }
    let steps = presets.iter().map(|keyed| {
        let pick = PresetPick::Key(keyed.key.clone());
        let name = text!("shell-palette-preset", preset = &keyed.preset.name);
        let item = MenuItem::new(&keyed.preset.name, Some(pick)).name(name);
        match keyed.preset.key.and_then(preset_shortcut_text) {
            Some(keys) => item.shortcut(keys),
            None => item,
        }
    });
    let edit = MenuItem::new(own, None);
    let button = Button::quiet(text!("ship-presets")).hint(text!("ship-presets-hint"));
    menu_button_ui(ui, button, text!("ship-presets-name"), steps.chain([edit]).collect())
}

/// The scale's reading beside the package, if there is a scale. Returns true if its
/// weight should be used.
fn scale_ui(ui: &mut Ui, cx: &Cx<'_>, index: usize, package: &PackageForm) -> bool {
    let scales = &cx.state.scale;
    if !scales.is_there(&cx.state.settings.weigh_with) {
        return false;
    }
    let weight = scales.weight(cx.now);
    let mut clicked = false;
    ui.horizontal(|ui| {
        let name = match index {
            0 => text!("ship-package-weigh").to_owned(),
            _ => text!("ship-package-weigh-name", number = index + 1),
        };
        let keys = shortcut_text(&Command::Weigh).unwrap_or_default();
        let hint = text!("ship-package-weigh-hint");
        let button = Button::secondary(text!("ship-package-weigh")).name(&name).icon(Icon::Scale);
        let button = button.shortcut(&keys).hint(hint);
        let why = weight.as_ref().err().map(|why| why.as_str());
        clicked = button.compact().disabled_because(why).show_ui(ui).clicked();
        let words = match &weight {
            Ok(weight) if package.is_weighed() && weight.digits() == package.weight => {
                text!("ship-package-weighed").to_owned()
            }
            Ok(weight) => text!(
                "ship-package-on-scale",
                weight = format::formats().decimal(&weight.digits()),
                unit = weight.unit.code()
            ),
            Err(why) => why.to_string(),
        };
        let ink = Tokens::of_theme(ui).ink_muted;
        let words = RichText::new(words).font(text::small()).color(ink);
        ui.add(egui::Label::new(words).wrap());
    });
    clicked
}
