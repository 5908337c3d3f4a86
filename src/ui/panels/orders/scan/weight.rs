//! The weight that the scanned order waits for, and why the scale gives none.

use egui::{Key, Ui};

use crate::base::id::OrderId;
use crate::base::locale::{Message, format};
use crate::base::measure::WeightUnit;
use crate::desk::scale::{FRESH, ScaleIntent, Scales, Status};
use crate::desk::scan_to_ship::{ScanStep, ScannedOrder};
use crate::parcel::parse_input;
use crate::text;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::widgets::{Button, Field, Icon, Meaning, band_ui, weight_ui};

/// Width of the field with its unit, in points.
const WIDTH: f32 = 200.0;

/// What is typed of the weight of the scanned order.
#[derive(Debug, Default)]
pub struct ScanViewState {
    /// The order that it is of.
    of: Option<OrderId>,
    weight: String,
    unit: WeightUnit,
    /// What was typed last is no weight.
    is_wrong: bool,
    /// The field has had the keyboard, which it gets as soon as a weight is awaited.
    had_focus: bool,
}

impl ScanViewState {
    fn follow(&mut self, scanned: &ScannedOrder) {
        if self.of.as_ref() == Some(&scanned.order.id) {
            return;
        }
        let package = scanned.order.packages.first();
        *self = Self {
            of: Some(scanned.order.id.clone()),
            unit: package.map_or_else(WeightUnit::default, |package| package.weight_unit),
            ..Self::default()
        };
    }
}

pub(super) fn awaited_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ScanViewState,
    scanned: &ScannedOrder,
) {
    let state = cx.state;
    let scale = &state.scale;
    let obstacle = scale.weight(cx.now).err();
    let why = obstacle.as_ref().map(Message::as_str);
    let keys = shortcut_text(&Command::Weigh).unwrap_or_default();
    local.follow(scanned);
    // A scale that cannot be read is no help.
    let words = match scale.used.is_some() && scale.fault.is_none() {
        true => text!("scan-awaits-weight"),
        false => text!("scan-awaits-typed-weight"),
    };
    super::awaited_ui(ui, Meaning::Info, words, |ui| {
        field_ui(ui, cx, local);
        let weigh = Button::secondary(text!("scan-weigh")).icon(Icon::Scale);
        let weigh = weigh.shortcut(&keys).disabled_because(why);
        if weigh.show_ui(ui).clicked() {
            cx.ask(ScaleIntent::WeighOrder);
        }
    });
    let chosen = &state.settings.weigh_with;
    match why {
        Some(why) if scale.is_there(chosen) && !is_empty(scale) => {
            band_ui(ui, Meaning::Warning, why, None);
        }
        None if state.settings.weigh_by_itself && scale.was_taken() => {
            let words = text!("scan-weight-of-last", key = &keys);
            band_ui(ui, Meaning::Info, &words, None);
        }
        _ => {}
    }
    if scale.reading.is_some() {
        // A reading grows old without another report.
        let after = std::time::Duration::try_from(FRESH).unwrap_or_default();
        ui.ctx().request_repaint_after(after);
    }
}

/// The weight, for a parcel that is on no scale here. Enter stores it.
fn field_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ScanViewState) {
    let example = format::formats().decimal("1.5");
    let problem = text!("problems-weight-malformed", example = example);
    if ui.layout().main_wrap() && ui.available_size_before_wrap().x < WIDTH {
        ui.end_row();
    }
    let field = Field::new(text!("scan-weight"))
        .hide_label()
        .width(WIDTH)
        .problem(local.is_wrong.then_some(problem.as_str()));
    let (weight, unit) = (&mut local.weight, &mut local.unit);
    let response = weight_ui(ui, field, weight, unit);
    if !std::mem::replace(&mut local.had_focus, true) {
        response.request_focus();
    }
    if response.changed() {
        local.is_wrong = false;
    }
    let is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !is_entered || local.weight.trim().is_empty() {
        return;
    }
    let read = parse_input::weight(&local.weight, local.unit);
    local.is_wrong = !read.is_some_and(|weight| weight.value > 0.0);
    if !local.is_wrong {
        let text = local.weight.trim().to_owned();
        super::step(cx, ScanStep::Weight { text, unit: local.unit });
    }
}

/// The words in large letters ask for the parcel already.
fn is_empty(scale: &Scales) -> bool {
    let reading = scale.reading.as_ref();
    reading.is_some_and(|reading| reading.status == Status::Zero)
}
