//! The scale: which one to use, its current reading, and help if it cannot be read.

use egui::Ui;

use crate::desk::kernel::settings::Settings;
use crate::desk::scale::{FRESH, RULE_FILE, Scale, ScaleFault, Scales, Status};
use crate::text;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Card, Icon, Meaning, band_ui, check_ui, code_ui, combo_ui, muted_ui, pill_ui,
    small_muted_ui,
};

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, settings: &mut Settings) {
    let scales = &cx.state.scale;
    let mut copy = None;
    Card::new(text!("settings-scale")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        if !scales.supported {
            muted_ui(ui, text!("settings-scale-unsupported"));
            return;
        }
        choice_ui(ui, scales, settings);
        match &scales.used {
            Some(scale) => {
                reading_ui(ui, cx, scales);
                help_ui(ui, scales, scale, &mut copy);
            }
            None if scales.found.is_empty() => {
                muted_ui(ui, text!("settings-scale-none"));
            }
            None => {
                muted_ui(ui, text!("settings-scale-chosen-missing"));
            }
        }
        check_ui(ui, text!("settings-scale-automatic"), &mut settings.weigh_by_itself);
        let key = shortcut_text(&Command::Weigh).unwrap_or_default();
        small_muted_ui(ui, &text!("settings-scale-automatic-explained", key = key));
    });
    if let Some(rule) = copy {
        cx.commands.push(Command::Copy(rule));
    }
}

fn choice_ui(ui: &mut Ui, scales: &Scales, settings: &mut Settings) {
    let mut options = vec![(String::new(), text!("settings-scale-first").to_owned())];
    for scale in &scales.found {
        if options.iter().all(|(id, _)| *id != scale.id) {
            options.push((scale.id.clone(), scale.name.clone()));
        }
    }
    let chosen = settings.weigh_with.clone();
    if options.iter().all(|(id, _)| *id != chosen) {
        let words = text!("settings-scale-not-connected", scale = &chosen);
        options.push((chosen, words));
    }
    combo_ui(ui, text!("settings-scale-choice"), 300.0, &mut settings.weigh_with, &options);
}

fn reading_ui(ui: &mut Ui, cx: &Cx<'_>, scales: &Scales) {
    ui.horizontal_wrapped(|ui| {
        let (meaning, words) = scale_status(scales, cx);
        pill_ui(ui, meaning, Icon::Scale, &words);
        if let Some(scale) = &scales.used {
            // The device name only helps to distinguish two scales of the same model.
            let namesakes = scales.found.iter().filter(|it| it.name == scale.name);
            let words = match namesakes.count() {
                0 | 1 => scale.name.clone(),
                _ => format!("{}, {}", scale.name, scale.node),
            };
            small_muted_ui(ui, &words);
        }
    });
}

fn help_ui(ui: &mut Ui, scales: &Scales, scale: &Scale, copy: &mut Option<String>) {
    match (&scale.layout, &scales.fault) {
        (Err(why), _) => {
            let words = text!("settings-scale-not-read", scale = &scale.name, reason = why);
            band_ui(ui, Meaning::Warning, &words, None);
        }
        (Ok(_), Some(ScaleFault::NoRights)) => {
            let words = text!("settings-scale-no-permission", file = RULE_FILE);
            band_ui(ui, Meaning::Warning, &words, None);
            let rule = scale.rule();
            code_ui(ui, &rule);
            if Button::secondary(text!("settings-scale-copy-line"))
                .icon(Icon::Copy)
                .compact()
                .show_ui(ui)
                .clicked()
            {
                *copy = Some(rule);
            }
        }
        (Ok(_), Some(ScaleFault::Unreadable(why))) => {
            let words = text!("settings-scale-unreadable", reason = why);
            band_ui(ui, Meaning::Warning, &words, None);
        }
        (Ok(_), None) => {}
    }
}

/// The state of the scale, in a few words.
pub fn scale_status(scales: &Scales, cx: &Cx<'_>) -> (Meaning, String) {
    let (meaning, words) = match (&scales.used, &scales.fault, &scales.reading) {
        (None, _, _) => (Meaning::Warning, text!("settings-scale-is-missing")),
        (Some(scale), _, _) if scale.layout.is_err() => {
            (Meaning::Warning, text!("settings-scale-is-unknown"))
        }
        (_, Some(ScaleFault::NoRights), _) => {
            (Meaning::Warning, text!("settings-scale-is-forbidden"))
        }
        (_, Some(ScaleFault::Unreadable(_)), _) => {
            (Meaning::Warning, text!("settings-scale-is-unreadable"))
        }
        (_, _, None) => (Meaning::Neutral, text!("settings-scale-is-silent")),
        (_, _, Some(reading)) if !reading.is_fresh(cx.now) => {
            (Meaning::Neutral, text!("settings-scale-is-idle"))
        }
        (_, _, Some(reading)) => match &reading.weight {
            Ok(weight) if reading.status == Status::Stable && weight.steps > 0 => {
                return (Meaning::Good, weight.shown());
            }
            weight => reading_status(reading.status, weight.is_ok()),
        },
    };
    (meaning, words.to_owned())
}

/// A fresh reading that has no weight to show.
fn reading_status(status: Status, has_weight: bool) -> (Meaning, &'static str) {
    match status {
        Status::Stable if !has_weight => (Meaning::Warning, text!("settings-scale-in-other-unit")),
        Status::Stable | Status::Zero => (Meaning::Neutral, text!("settings-scale-is-empty")),
        Status::Moving => (Meaning::Info, text!("settings-scale-is-moving")),
        Status::UnderZero => (Meaning::Warning, text!("settings-scale-is-below-zero")),
        Status::OverLimit => (Meaning::Warning, text!("settings-scale-is-overloaded")),
        Status::NeedsCalibration => (Meaning::Warning, text!("settings-scale-needs-calibration")),
        Status::NeedsZero => (Meaning::Warning, text!("settings-scale-needs-zero")),
        Status::Fault | Status::Unknown(_) => (Meaning::Bad, text!("settings-scale-fault")),
    }
}

/// Requests a repaint for when a fresh reading becomes old.
pub fn watch_age(ui: &Ui, scales: &Scales, cx: &Cx<'_>) {
    let fresh = |at: &crate::desk::scale::Reading| at.is_fresh(cx.now);
    if scales.reading.as_ref().is_some_and(fresh) {
        let after = std::time::Duration::try_from(FRESH).unwrap_or_default();
        ui.ctx().request_repaint_after(after);
    }
}
