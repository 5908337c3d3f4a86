//! The type, the weight and the size of a package, in the wizard and in a preset.

use egui::{Key, Response, Ui};

use super::draft_guide::{Guide, Look};
use crate::api::value::PackageType;
use crate::base::locale::{TextOf, format};
use crate::base::measure::{LengthUnit, WeightUnit};
use crate::desk::ship::compare::COMMON_SIZES;
use crate::desk::state::State;
use crate::parcel::draft::{Field as At, PackageField, PackageForm};
use crate::parcel::names;
use crate::parcel::preset::KeyedPreset;
use crate::parcel::problems::{field_name, needs_dimensions, offered};
use crate::text;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::choice::{box_ui, combo_width};
use crate::ui::widgets::measure_text::Measure;
use crate::ui::widgets::{
    Button, Choice, column_ui, keyboard, label_ui, pick_ui, problem_ui, small_muted_ui,
};

/// The width of a box of units, at least.
const UNIT_WIDTH: f32 = 64.0;

/// The width of a box of units that shows each of them whole, in points.
pub fn unit_width(ui: &Ui) -> f32 {
    let weights = WeightUnit::ALL.iter().map(|unit| unit.code());
    let all = weights.chain(LengthUnit::ALL.iter().map(|unit| unit.code()));
    combo_width(ui, all, (UNIT_WIDTH, 2.0 * UNIT_WIDTH))
}

pub fn package_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    index: usize,
    package: &mut PackageForm,
    kinds: &[Choice<PackageType>],
    sizes: &[Size],
) {
    let room = ui.available_width();
    let half = ((room - space::S) / 2.0).floor();
    ui.horizontal_top(|ui| {
        let at = At::Package(index, PackageField::Kind);
        let name = field_name(at);
        column_ui(ui, half, |ui| {
            let label = text!("ship-package-type");
            let picked = pick_ui(ui, label, &name, half, &mut package.kind, kinds);
            guide.register_field(at, &picked);
            if let Some(message) = guide.message(at) {
                problem_ui(ui, message);
            }
        });
        weight_ui(ui, guide, index, half, package);
    });
    if needs_dimensions(&package.kind) {
        sides_ui(ui, guide, index, room, package);
        sizes_ui(ui, index, package, sizes);
    } else {
        small_muted_ui(ui, text!("ship-package-fixed-size"));
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
    let example = format::formats().decimal("1.5");
    let hint = text!("ship-package-weight-hint", weight = example);
    let measure = Some(Measure::Weight(package.weight_unit));
    let look = Look { hint: &hint, right: true, measure, ..Look::default() };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        let narrow = width - unit_width(ui) - space::XS;
        let label = text!("ship-package-weight");
        let response = guide.text_ui(ui, at, label, narrow, look, &mut package.weight);
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            guide.progress.entered = Some(index);
        }
        if response.has_focus() {
            guide.progress.package = index;
            choose_weighed(guide, index, package, &response);
        }
        let name = text!("ship-package-unit-name", field = field_name(at));
        let units = WeightUnit::ALL.map(|unit| Choice::new(unit, unit.code()));
        unit_ui(ui, &name, &mut package.weight_unit, &units);
    });
}

/// Selects the text of a weight that the scale filled in while the field has the focus, so that the
/// next key replaces the weight instead of appending to it.
fn choose_weighed(guide: &mut Guide<'_>, index: usize, package: &PackageForm, response: &Response) {
    let now = package.is_weighed().then(|| (index, package.weight.clone()));
    if now.is_none() || guide.progress.weighed == now {
        return;
    }
    guide.progress.weighed = now;
    keyboard::select_all(&response.ctx, response.id);
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
        let all = room - unit_width(ui) - space::XS - 2.0 * space::S;
        let each = (all / 3.0).floor();
        let mut touched = false;
        for (part, label, value, width) in [
            (PackageField::Length, text!("ship-package-length"), &mut package.length, each),
            (PackageField::Width, text!("ship-package-width"), &mut package.width, each),
            // The height takes the remainder of the division, and is closer to its unit.
            (
                PackageField::Height,
                text!("ship-package-height"),
                &mut package.height,
                all - 2.0 * each,
            ),
        ] {
            if part == PackageField::Height {
                ui.spacing_mut().item_spacing.x = space::XS;
            }
            let look = Look {
                right: true,
                measure: Some(Measure::Length),
                carried_over: package.carried_over,
                ..Look::default()
            };
            let at = At::Package(index, part);
            let response = guide.text_ui(ui, at, label, width, look, value);
            touched |= response.changed() || response.clicked();
        }
        let name = match index {
            0 => text!("ship-package-size-unit").to_owned(),
            _ => text!("ship-package-size-unit-name", number = index + 1),
        };
        let units = LengthUnit::ALL.map(|unit| Choice::new(unit, unit.code()));
        unit_ui(ui, &name, &mut package.length_unit, &units);
        if touched {
            package.carried_over = false;
        }
    });
    if package.carried_over {
        // The button begins a line of its own where the question leaves no room for it.
        ui.horizontal_wrapped(|ui| {
            let tokens = Tokens::of_theme(ui);
            ui.label(
                egui::RichText::new(text!("ship-package-same-size"))
                    .font(text::small())
                    .color(tokens.info.ink),
            );
            let keep = text!("ship-package-keep-size");
            let name = match index {
                0 => keep.to_owned(),
                _ => text!("ship-package-keep-size-name", number = index + 1),
            };
            if Button::quiet(keep).name(&name).compact().show_ui(ui).clicked() {
                package.carried_over = false;
            }
        });
    }
}

/// A unit beside its number, aligned with the field and without its own label.
fn unit_ui<U: Copy + PartialEq>(ui: &mut Ui, name: &str, unit: &mut U, units: &[Choice<U>]) {
    let width = unit_width(ui);
    column_ui(ui, width, |ui| {
        label_ui(ui, "");
        pick_ui(ui, "", name, width, unit, units);
    });
}

/// A size that one click fills in.
pub struct Size {
    /// The text of its button, and its name where that is longer.
    words: String,
    name: String,
    package: PackageForm,
}

/// The sizes of the shop, which are its presets with a size; without any, common boxes.
pub fn sizes(presets: &[KeyedPreset]) -> Vec<Size> {
    let own = presets.iter().filter_map(|keyed| {
        let package = keyed.preset.package.clone().filter(|it| needs_dimensions(&it.kind))?;
        let is_sized = [&package.length, &package.width, &package.height];
        let name = keyed.preset.name.clone();
        let is_sized = is_sized.iter().all(|side| !side.is_empty());
        is_sized.then(|| Size { words: name.clone(), name, package })
    });
    let own: Vec<Size> = own.take(MOST_SIZES).collect();
    if own.is_empty() { common_sizes() } else { own }
}

/// Boxes that most people have.
pub fn common_sizes() -> Vec<Size> {
    let sized =
        |(words, name, kind, [length, width, height]): (TextOf, TextOf, PackageType, [&str; 3])| {
            let [length, width, height] = [length, width, height].map(str::to_owned);
            let package = PackageForm {
                kind,
                length,
                width,
                height,
                length_unit: LengthUnit::In,
                ..PackageForm::default()
            };
            Size { words: words().to_owned(), name: name().to_owned(), package }
        };
    COMMON_SIZES.into_iter().map(sized).collect()
}

/// More are in the list of presets.
const MOST_SIZES: usize = 6;

fn sizes_ui(ui: &mut Ui, index: usize, package: &mut PackageForm, sizes: &[Size]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        for size in sizes {
            let name = match index {
                0 => size.name.clone(),
                _ => text!("ship-preset-name", preset = &size.name, number = index + 1),
            };
            let PackageForm { length, width, height, length_unit, .. } = &size.package;
            let hint = text!(
                "ship-preset-hint",
                preset = &size.name,
                length = length,
                width = width,
                height = height,
                unit = length_unit.code()
            );
            let button = Button::secondary(&size.words).name(&name).hint(&hint);
            if button.compact().show_ui(ui).clicked() {
                package.kind = size.package.kind.clone();
                package.length.clone_from(length);
                package.width.clone_from(width);
                package.height.clone_from(height);
                package.length_unit = *length_unit;
                package.carried_over = false;
            }
        }
        ui.add_space(space::S);
        let name = match index {
            0 => text!("ship-package-irregular").to_owned(),
            _ => text!("ship-package-irregular-name", number = index + 1),
        };
        let words = text!("ship-package-irregular");
        box_ui(ui, words, &mut package.irregular).accessible_name(name);
    });
}

/// All package types, with the size from the catalog where known, and a reason if no
/// carrier account accepts the type.
pub fn package_types(state: &State) -> Vec<Choice<PackageType>> {
    let carriers = &state.carriers;
    let catalogs = carriers.catalogs.value();
    let accounts = carriers.accounts.value().map_or(&[][..], Vec::as_slice);
    let offered = catalogs.and_then(|known| offered(&known.package_types, accounts));
    let sized = |kind: &PackageType| {
        let entry =
            catalogs?.package_types.values().flatten().find(|entry| {
                entry.code.as_deref().map(PackageType::parse).as_ref() == Some(kind)
            })?;
        Some(text!(
            "ship-package-type-sized",
            kind = names::package_type(kind),
            length = entry.length?,
            width = entry.width?,
            height = entry.height?
        ))
    };
    PackageType::ALL
        .iter()
        .map(|kind| {
            let sized = (!needs_dimensions(kind)).then(|| sized(kind)).flatten();
            let name = sized.unwrap_or_else(|| names::package_type(kind).into_owned());
            let blocked = offered.as_ref().and_then(|offered| {
                (!offered.iter().any(|(_, code)| PackageType::parse(code) == *kind))
                    .then(|| text!("ship-package-not-accepted").to_owned())
            });
            Choice::new(kind.clone(), name).blocked(blocked)
        })
        .collect()
}
