//! The practice environment: its clock, free money, and simulated failures.

mod faults;

use egui::{RichText, Ui};

use crate::desk::intent::Intent;
use crate::desk::practice::PracticeIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{space, text};
use crate::ui::widgets::text::day;
use crate::ui::widgets::{
    Button, Card, Icon, Meaning, clock_time, combo_ui, heading_ui, muted_ui, page_ui, pill_ui,
    small_muted_ui,
};

#[derive(Default)]
pub struct PracticeViewState {
    trouble: faults::FaultsViewState,
}

/// Durations of a simulated day in seconds.
const DAYS: [u32; 6] = [10, 60, 300, 3600, 43_200, REAL_DAY];
const REAL_DAY: u32 = 86_400;

fn duration_words(seconds: u32) -> String {
    match seconds {
        REAL_DAY => text!("practice-day-real").to_owned(),
        3600 | 43_200 => text!("practice-day-hours", count = seconds / 3600),
        60 | 300 => text!("practice-day-minutes", count = seconds / 60),
        _ => text!("practice-day-seconds", count = seconds),
    }
}

/// In less room the cards stand below each other.
const BESIDE: f32 = 620.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PracticeViewState) {
    ui.horizontal(|ui| heading_ui(ui, text!("practice-title")));
    page_ui(ui, "practice", |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::L, space::M);
        let left = |ui: &mut Ui, cx: &mut Cx<'_>| {
            clock_ui(ui, cx);
            money_ui(ui, cx);
            faults::waiting_ui(ui, cx);
        };
        if ui.available_width() < BESIDE {
            left(ui, cx);
            faults::show_ui(ui, cx, &mut local.trouble);
            return;
        }
        ui.columns_const(|[first, second]| {
            left(first, cx);
            faults::show_ui(second, cx, &mut local.trouble);
        });
    });
}

fn clock_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    Card::new(text!("practice-clock")).show_ui(ui, |ui| {
        muted_ui(ui, text!("practice-clock-explained"));
        let Some(clock) = &cx.state.practice_clock else {
            let read = Button::secondary(text!("practice-clock-read"));
            if read.show_ui(ui).clicked() {
                cx.intents.push(Intent::Practice(PracticeIntent::RefreshClock));
            }
            return;
        };
        ui.horizontal_wrapped(|ui| {
            let (day, time) = (day(clock.now, cx.zone), clock_time(clock.now, cx.zone));
            let shown = text!("practice-clock-now", day = day, time = time);
            ui.label(RichText::new(shown).font(text::title()));
            if clock.paused {
                pill_ui(ui, Meaning::Warning, Icon::Pause, text!("practice-clock-paused"));
            } else {
                pill_ui(ui, Meaning::Good, Icon::Play, text!("practice-clock-running"));
            }
        });
        small_muted_ui(ui, text!("practice-clock-age"));
        let mut seconds = clock.day_seconds;
        let mut days = DAYS.to_vec();
        if !days.contains(&seconds) {
            days.push(seconds);
        }
        let options: Vec<(u32, String)> =
            days.into_iter().map(|seconds| (seconds, duration_words(seconds))).collect();
        let name = text!("practice-day-length");
        if combo_ui(ui, name, 200.0, &mut seconds, &options) {
            cx.intents.push(Intent::Practice(PracticeIntent::DaySeconds(seconds)));
        }
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            let (words, icon) = if clock.paused {
                (text!("practice-clock-run"), Icon::Play)
            } else {
                (text!("practice-clock-pause"), Icon::Pause)
            };
            if Button::secondary(words).icon(icon).show_ui(ui).clicked() {
                let pause = PracticeIntent::Pause(!clock.paused);
                cx.intents.push(Intent::Practice(pause));
            }
            let jumps = [(1, text!("practice-jump-day")), (7, text!("practice-jump-week"))];
            for (days, words) in jumps {
                if Button::secondary(words).show_ui(ui).clicked() {
                    cx.intents.push(Intent::Practice(PracticeIntent::JumpDays(days)));
                }
            }
            let read = Button::quiet(text!("practice-clock-refresh"))
                .name(text!("practice-clock-refresh-name"));
            if read.show_ui(ui).clicked() {
                cx.intents.push(Intent::Practice(PracticeIntent::RefreshClock));
            }
        });
    });
}

fn money_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    Card::new(text!("practice-money")).show_ui(ui, |ui| {
        muted_ui(ui, text!("practice-money-free"));
        let refill = Button::secondary(text!("practice-refill"));
        if refill.show_ui(ui).clicked() {
            cx.ask(PracticeIntent::Refill);
        }
    });
}
