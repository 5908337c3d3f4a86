//! The packages: contents, weight and size. Sizes carried over from the last parcel are amber until
//! the user confirms or edits them.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Key, Response, RichText, Ui};

use super::guide::{Guide, Look};
use crate::api::value::PackageType;
use crate::base::measure::{LengthUnit, WeightUnit};
use crate::desk::intent::Intent;
use crate::desk::parcel::draft::{Draft, Field as At, PackageField, PackageForm};
use crate::desk::parcel::problems::{Section, field_name, needs_dimensions, offered, section_done};
use crate::desk::parcel::rate_ranking::spaced;
use crate::desk::scale::ScaleIntent;
use crate::desk::ship::compare::PRESETS;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::box_ui;
use crate::ui::widgets::field::{column_ui, label_ui, problem_ui};
use crate::ui::widgets::pick::{Choice, pick_ui};
use crate::ui::widgets::text::{small_muted_ui, strong_ui};
use crate::ui::widgets::{Button, Icon};

const UNIT_WIDTH: f32 = 64.0;

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, guide: &mut Guide<'_>, draft: &mut Draft) {
    let asked = draft.packages.iter().any(|package| package.carried_over);
    let done = section_done(guide.problems, Section::Packages);
    let several = draft.packages.len() > 1;
    let title = if several { "Packages" } else { "Package" };
    let mut add = false;
    let mut remove = None;
    let mut weigh = cx.take_panel_command(&Command::Weigh).then(|| {
        let last = draft.packages.len().saturating_sub(1);
        guide.progress.package.min(last)
    });
    Card::new(title).done(done).asking(asked).show_with_ui(
        ui,
        |ui| {
            add = Button::quiet("Add package")
                .icon(Icon::Plus)
                .compact()
                .show_ui(ui)
                .clicked();
        },
        |ui| {
            let kinds = kinds(cx);
            for (index, package) in draft.packages.iter_mut().enumerate() {
                if several {
                    ui.horizontal(|ui| {
                        strong_ui(ui, &format!("Package {}", index + 1));
                        let name = format!("Remove package {}", index + 1);
                        if Button::quiet("Remove")
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
                    package_ui(ui, guide, index, package, &kinds);
                    if scale_ui(ui, cx, index, package) {
                        weigh = Some(index);
                    }
                });
            }
        },
    );
    if add {
        let like = draft.packages.last().cloned().unwrap_or_default();
        draft.packages.push(PackageForm {
            weight: String::new(),
            weighed: None,
            ..like
        });
        let last = draft.packages.len() - 1;
        guide.progress.jump = Some(At::Package(last, PackageField::Weight));
    }
    if let Some(package) = weigh {
        cx.ask(Intent::Scale(ScaleIntent::Weigh { package }));
    }
    if let Some(index) = remove {
        draft.packages.remove(index);
    }
}

fn package_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    index: usize,
    package: &mut PackageForm,
    kinds: &[Choice<PackageType>],
) {
    let room = ui.available_width();
    let half = ((room - space::S) / 2.0).floor();
    ui.horizontal_top(|ui| {
        let at = At::Package(index, PackageField::Kind);
        let name = field_name(at);
        column_ui(ui, half, |ui| {
            let picked = pick_ui(ui, ("Package type", &name), half, &mut package.kind, kinds);
            guide.register_field(at, &picked);
            if let Some(message) = guide.message(at) {
                problem_ui(ui, message);
            }
        });
        weight_ui(ui, guide, index, half, package);
    });
    if needs_dimensions(&package.kind) {
        sides_ui(ui, guide, index, room, package);
        presets_ui(ui, index, package);
    } else {
        small_muted_ui(ui, "This type has its own size; only the weight is needed");
    }
}

fn weight_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    index: usize,
    width: f32,
    package: &mut PackageForm,
) {
    let at = At::Package(index, PackageField::Weight);
    let look = Look {
        hint: "e.g. 1.5",
        right: true,
        ..Look::default()
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        let narrow = width - UNIT_WIDTH - space::XS;
        let response = guide.text_ui(ui, at, ("Weight", narrow), look, &mut package.weight);
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            guide.progress.entered = Some(index);
        }
        if response.has_focus() {
            guide.progress.package = index;
            choose_weighed(ui, guide, index, package, &response);
        }
        let name = format!("{} unit", field_name(at));
        let units = WeightUnit::ALL.map(|unit| Choice::new(unit, unit.code()));
        unit_ui(ui, &name, &mut package.weight_unit, &units);
    });
}

/// Selects the text of a weight that the scale filled in while the field has the focus, so that the
/// next key replaces the weight instead of appending to it.
fn choose_weighed(
    ui: &Ui,
    guide: &mut Guide<'_>,
    index: usize,
    package: &PackageForm,
    response: &Response,
) {
    let now = package
        .is_weighed()
        .then(|| (index, package.weight.clone()));
    if now.is_none() || guide.progress.weighed == now {
        return;
    }
    guide.progress.weighed = now;
    if let Some(mut state) = TextEditState::load(ui.ctx(), response.id) {
        let all = CCursorRange::two(
            CCursor::new(0),
            CCursor::new(package.weight.chars().count()),
        );
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), response.id);
    }
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
            0 => "Weigh".to_owned(),
            _ => format!("Weigh package {}", index + 1),
        };
        let keys = shortcut_text(&Command::Weigh).unwrap_or_default();
        let button = Button::secondary("Weigh").name(&name).icon(Icon::Scale);
        let button = button.shortcut(&keys).hint("Takes what the scale shows");
        let why = weight.as_ref().err().map(String::as_str);
        clicked = button.compact().disabled_because(why).show_ui(ui).clicked();
        let words = match &weight {
            Ok(weight) if package.is_weighed() && weight.digits() == package.weight => {
                "From the scale".to_owned()
            }
            Ok(weight) => format!("{weight} on the scale"),
            Err(why) => why.clone(),
        };
        let ink = Tokens::of_theme(ui).ink_muted;
        let words = RichText::new(words).font(text::small()).color(ink);
        ui.add(egui::Label::new(words).wrap());
    });
    clicked
}

fn sides_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    index: usize,
    room: f32,
    package: &mut PackageForm,
) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let all = room - UNIT_WIDTH - space::XS - 2.0 * space::S;
        let each = (all / 3.0).floor();
        let mut touched = false;
        for (part, label, value, width) in [
            (PackageField::Length, "Length", &mut package.length, each),
            (PackageField::Width, "Width", &mut package.width, each),
            // The height takes the remainder of the division, and is closer to its unit.
            (
                PackageField::Height,
                "Height",
                &mut package.height,
                all - 2.0 * each,
            ),
        ] {
            if part == PackageField::Height {
                ui.spacing_mut().item_spacing.x = space::XS;
            }
            let look = Look {
                right: true,
                carried_over: package.carried_over,
                ..Look::default()
            };
            let at = At::Package(index, part);
            let response = guide.text_ui(ui, at, (label, width), look, value);
            touched |= response.changed() || response.clicked();
        }
        let name = match index {
            0 => "Size unit".to_owned(),
            _ => format!("Size unit of package {}", index + 1),
        };
        let units = LengthUnit::ALL.map(|unit| Choice::new(unit, unit.code()));
        unit_ui(ui, &name, &mut package.length_unit, &units);
        if touched {
            package.carried_over = false;
        }
    });
    if package.carried_over {
        ui.horizontal(|ui| {
            let tokens = Tokens::of_theme(ui);
            ui.label(
                egui::RichText::new("Size of the last parcel, still right?")
                    .font(text::small())
                    .color(tokens.warning.ink),
            );
            if Button::quiet("Yes, keep it")
                .name("Keep carried-over size")
                .compact()
                .show_ui(ui)
                .clicked()
            {
                package.carried_over = false;
            }
        });
    }
}

/// A unit beside its number, aligned with the field and without its own label.
fn unit_ui<U: Copy + PartialEq>(ui: &mut Ui, name: &str, unit: &mut U, units: &[Choice<U>]) {
    column_ui(ui, UNIT_WIDTH, |ui| {
        label_ui(ui, "");
        pick_ui(ui, ("", name), UNIT_WIDTH, unit, units);
    });
}

fn presets_ui(ui: &mut Ui, index: usize, package: &mut PackageForm) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        for (words, long, kind, [length, width, height]) in PRESETS {
            let name = match index {
                0 => long.to_owned(),
                _ => format!("{long} for package {}", index + 1),
            };
            let hint = format!("{long}: {length} × {width} × {height} in");
            let preset = Button::secondary(words).name(&name).hint(&hint).compact();
            if preset.show_ui(ui).clicked() {
                package.kind = kind;
                package.length = length.to_owned();
                package.width = width.to_owned();
                package.height = height.to_owned();
                package.length_unit = LengthUnit::In;
                package.carried_over = false;
            }
        }
        ui.add_space(space::S);
        let name = match index {
            0 => "Irregular".to_owned(),
            _ => format!("Irregular package {}", index + 1),
        };
        box_ui(ui, "Irregular", &mut package.irregular).accessible_name(name);
    });
}

/// All package types, with the size from the catalogue where known, and a reason if no
/// carrier account accepts the type.
fn kinds(cx: &Cx<'_>) -> Vec<Choice<PackageType>> {
    let catalogs = cx.state.carriers.catalogs.value();
    let accounts = cx
        .state
        .carriers
        .accounts
        .value()
        .map_or(&[][..], Vec::as_slice);
    let offered = catalogs.and_then(|known| offered(&known.package_types, accounts));
    let size_of = |kind: &PackageType| {
        let entry =
            catalogs?.package_types.values().flatten().find(|entry| {
                entry.code.as_deref().map(PackageType::parse).as_ref() == Some(kind)
            })?;
        Some(format!(
            " ({} × {} × {})",
            entry.length?, entry.width?, entry.height?
        ))
    };
    PackageType::ALL
        .iter()
        .map(|kind| {
            let size = if needs_dimensions(kind) {
                String::new()
            } else {
                size_of(kind).unwrap_or_default()
            };
            let blocked = offered.as_ref().and_then(|offered| {
                (!offered
                    .iter()
                    .any(|(_, code)| PackageType::parse(code) == *kind))
                .then(|| "None of your carriers takes it".to_owned())
            });
            Choice::new(kind.clone(), format!("{}{size}", spaced(kind.as_str()))).blocked(blocked)
        })
        .collect()
}
