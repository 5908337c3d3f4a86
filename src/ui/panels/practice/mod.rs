//! The practice environment: its clock, free money, and simulated failures.

mod faults;

use egui::{RichText, Ui};

use crate::desk::intent::Intent;
use crate::desk::practice::PracticeIntent;
use crate::ui::cx::Cx;
use crate::ui::tokens::{space, text};
use crate::ui::widgets::card::{Card, page_ui};
use crate::ui::widgets::choice::combo_ui;
use crate::ui::widgets::text::{clock_time, day, heading_ui, muted_ui, pill_ui, small_muted_ui};
use crate::ui::widgets::{Button, Icon, Meaning};

#[derive(Default)]
pub struct PracticeViewState {
    trouble: faults::FaultsViewState,
}

/// Duration of a simulated day in seconds, with its name.
const DAYS: [(u32, &str); 6] = [
    (10, "10 seconds"),
    (60, "1 minute"),
    (300, "5 minutes"),
    (3600, "1 hour"),
    (43_200, "12 hours"),
    (86_400, "a real day"),
];

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PracticeViewState) {
    ui.horizontal(|ui| heading_ui(ui, "Practice"));
    page_ui(ui, "practice", |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::L, space::M);
        ui.columns_const(|[left, right]| {
            clock_ui(left, cx);
            money_ui(left, cx);
            faults::show_ui(right, cx, &mut local.trouble);
        });
    });
}

fn clock_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    Card::new("Clock").show_ui(ui, |ui| {
        muted_ui(
            ui,
            "Tracking, deliveries and refunds move with this clock, not with yours",
        );
        let Some(clock) = &cx.state.practice_clock else {
            if Button::secondary("Read the clock").show_ui(ui).clicked() {
                cx.intents
                    .push(Intent::Practice(PracticeIntent::RefreshClock));
            }
            return;
        };
        ui.horizontal(|ui| {
            let shown = format!(
                "{}, {}",
                day(clock.now, cx.zone),
                clock_time(clock.now, cx.zone)
            );
            ui.label(RichText::new(shown).font(text::title()));
            if clock.paused {
                pill_ui(ui, Meaning::Warning, Icon::Pause, "Paused");
            } else {
                pill_ui(ui, Meaning::Good, Icon::Play, "Running");
            }
        });
        small_muted_ui(ui, "As of the last answer of the practice service");
        let mut seconds = clock.day_seconds;
        let mut options: Vec<(u32, String)> = DAYS
            .iter()
            .map(|(secs, words)| (*secs, (*words).to_owned()))
            .collect();
        if !options.iter().any(|(known, _)| *known == seconds) {
            options.push((seconds, format!("{seconds} seconds")));
        }
        if combo_ui(ui, "A practice day lasts", 200.0, &mut seconds, &options) {
            cx.intents
                .push(Intent::Practice(PracticeIntent::DaySeconds(seconds)));
        }
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            let (words, icon) = if clock.paused {
                ("Run the clock", Icon::Play)
            } else {
                ("Pause the clock", Icon::Pause)
            };
            if Button::secondary(words).icon(icon).show_ui(ui).clicked() {
                let pause = PracticeIntent::Pause(!clock.paused);
                cx.intents.push(Intent::Practice(pause));
            }
            for (days, words) in [(1, "Jump a day"), (7, "Jump a week")] {
                if Button::secondary(words).show_ui(ui).clicked() {
                    cx.intents
                        .push(Intent::Practice(PracticeIntent::JumpDays(days)));
                }
            }
            let read = Button::quiet("Read again").name("Read the clock again");
            if read.show_ui(ui).clicked() {
                cx.intents
                    .push(Intent::Practice(PracticeIntent::RefreshClock));
            }
        });
    });
}

fn money_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    Card::new("Money").show_ui(ui, |ui| {
        muted_ui(ui, "Practice money is free");
        if Button::secondary("Refill the balance")
            .show_ui(ui)
            .clicked()
        {
            cx.ask(Intent::Practice(PracticeIntent::Refill));
        }
    });
}
