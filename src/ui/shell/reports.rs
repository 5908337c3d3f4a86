//! The band that says whose reports are missing after the shared orders went back to an older copy, and
//! the question whether to buy without them.

use egui::Ui;

use crate::desk::stations::ReportLook;
use crate::desk::stations::intent::StationsIntent;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::widgets::card::ask_ui;
use crate::ui::widgets::{Button, Meaning, band_ui, heading_ui, muted_ui};

#[derive(Default)]
pub struct ReportsViewState {
    /// What was missing when the question was opened: the answer is about that.
    asked: Option<Box<ReportLook>>,
}

pub fn band_above_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut ReportsViewState) {
    let is_practice = cx.state.environment() == Some(Environment::Practice);
    let missing = cx.state.stations.missing_reports();
    let Some(words) = missing.filter(|_| !is_practice) else {
        local.asked = None;
        return;
    };
    let step = text!("stations-buy-without");
    if band_ui(ui, Meaning::Warning, &words, Some(step)) {
        local.asked = Some(Box::new(cx.state.stations.reports.clone()));
    }
}

pub fn question_ui(ui: &Ui, cx: &mut Cx<'_>, local: &mut ReportsViewState) {
    let Some(seen) = &local.asked else {
        return;
    };
    let words = seen.missing.message();
    let yes = Button::danger(text!("stations-buy-without-yes"));
    let no = Button::secondary(text!("stations-buy-without-no"));
    let answer = ask_ui(ui, "missing reports", yes, no, |ui| {
        heading_ui(ui, text!("stations-buy-without-question"));
        muted_ui(ui, &words.to_string());
        muted_ui(ui, text!("stations-buy-without-risk"));
    });
    if let Some(is_yes) = answer
        && let Some(seen) = local.asked.take()
        && is_yes
    {
        cx.ask(StationsIntent::BuyWithoutReports(seen));
    }
}
