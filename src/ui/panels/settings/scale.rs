//! The scale: which one to use, its current reading, and help if it cannot be read.

use egui::Ui;

use crate::desk::kernel::settings::Settings;
use crate::desk::scale::{FRESH, RULE_FILE, Scale, ScaleFault, Scales, Status};
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::{check_ui, combo_ui};
use crate::ui::widgets::notice::band_ui;
use crate::ui::widgets::text::{code_ui, muted_ui, pill_ui, small_muted_ui};
use crate::ui::widgets::{Button, Icon, Meaning};

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, settings: &mut Settings) {
    let scales = &cx.state.scale;
    let mut copy = None;
    Card::new("Scale").show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        if !scales.supported {
            let words = "Scales are not supported on this system; on Linux, Windows and macOS they are";
            muted_ui(ui, words);
            return;
        }
        choice_ui(ui, scales, settings);
        match &scales.used {
            Some(scale) => {
                reading_ui(ui, cx, scales);
                help_ui(ui, scales, scale, &mut copy);
            }
            None if scales.found.is_empty() => {
                let words = "No scale is found. Plug a USB scale in and switch it on; it appears here automatically.";
                muted_ui(ui, words);
            }
            None => {
                muted_ui(ui, "The chosen scale is not connected");
            }
        }
        check_ui(
            ui,
            "Take a stable weight automatically",
            &mut settings.weigh_by_itself,
        );
        let key = shortcut_text(&Command::Weigh).unwrap_or_default();
        let words = format!(
            "Into an empty weight, or in place of one the scale put there; what you typed stays. {key} takes it at any time, in the unit the scale shows."
        );
        small_muted_ui(ui, &words);
    });
    if let Some(rule) = copy {
        cx.commands.push(Command::Copy(rule));
    }
}

fn choice_ui(ui: &mut Ui, scales: &Scales, settings: &mut Settings) {
    let mut options = vec![(String::new(), "The first one found".to_owned())];
    for scale in &scales.found {
        if options.iter().all(|(id, _)| *id != scale.id) {
            options.push((scale.id.clone(), scale.name.clone()));
        }
    }
    let chosen = settings.weigh_with.clone();
    if options.iter().all(|(id, _)| *id != chosen) {
        options.push((chosen.clone(), format!("{chosen} (not connected)")));
    }
    combo_ui(ui, "Weigh with", 300.0, &mut settings.weigh_with, &options);
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
            let words = format!("{} is a scale, but it is not read. {why}", scale.name);
            band_ui(ui, Meaning::Warning, &words, None);
        }
        (Ok(_), Some(ScaleFault::NoRights)) => {
            let words = format!(
                "Your account has no permission to read the scale. As administrator, put this line into {RULE_FILE}, then unplug the scale and plug it in again."
            );
            band_ui(ui, Meaning::Warning, &words, None);
            let rule = scale.rule();
            code_ui(ui, &rule);
            if Button::secondary("Copy the line")
                .icon(Icon::Copy)
                .compact()
                .show_ui(ui)
                .clicked()
            {
                *copy = Some(rule);
            }
        }
        (Ok(_), Some(ScaleFault::Unreadable(why))) => {
            let words =
                format!("The scale cannot be read: {why}. It is tried again automatically.");
            band_ui(ui, Meaning::Warning, &words, None);
        }
        (Ok(_), None) => {}
    }
}

/// The state of the scale, in a few words.
pub fn scale_status(scales: &Scales, cx: &Cx<'_>) -> (Meaning, String) {
    let Some(scale) = &scales.used else {
        return (Meaning::Warning, "Scale not connected".to_owned());
    };
    let plain = |meaning, words: &str| (meaning, words.to_owned());
    match (&scale.layout, &scales.fault, &scales.reading) {
        (Err(_), _, _) => plain(Meaning::Warning, "Scale of unknown layout"),
        (_, Some(ScaleFault::NoRights), _) => plain(Meaning::Warning, "Scale: no permission"),
        (_, Some(ScaleFault::Unreadable(_)), _) => plain(Meaning::Warning, "Scale not readable"),
        (_, _, None) => plain(Meaning::Neutral, "Scale says nothing"),
        (_, _, Some(reading)) if !reading.is_fresh(cx.now) => {
            plain(Meaning::Neutral, "Scale says nothing new")
        }
        (_, _, Some(reading)) => match reading.status {
            Status::Stable => match &reading.weight {
                Ok(weight) if weight.steps > 0 => (Meaning::Good, weight.to_string()),
                Ok(_) => plain(Meaning::Neutral, "Scale empty"),
                Err(_) => plain(Meaning::Warning, "Scale in another unit"),
            },
            Status::Zero => plain(Meaning::Neutral, "Scale empty"),
            Status::Moving => plain(Meaning::Info, "Scale moving"),
            Status::UnderZero => plain(Meaning::Warning, "Scale below zero"),
            Status::OverLimit => plain(Meaning::Warning, "Scale overloaded"),
            Status::NeedsCalibration => plain(Meaning::Warning, "Scale needs calibration"),
            Status::NeedsZero => plain(Meaning::Warning, "Scale needs its zero key"),
            Status::Fault | Status::Unknown(_) => plain(Meaning::Bad, "Scale fault"),
        },
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
