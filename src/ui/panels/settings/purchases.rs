//! The undo delay of purchases, the limit of top-ups, and that of prices above their quotes.

use egui::Ui;

use super::{SettingsViewState, limit_ui, texts};
use crate::base::locale::format;
use crate::base::money::Amount;
use crate::desk::kernel::settings::Settings;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::widgets::{Card, combo_ui, hint_ui};

/// The undo delays in seconds.
const DELAYS: [u8; 3] = [0, 5, 10];

pub(super) fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    settings: &mut Settings,
) {
    let currency = cx.state.currency();
    let texts = texts(cx, local);
    Card::new(text!("settings-purchases")).show_ui(ui, |ui| {
        delay_ui(ui, settings);
        let sign = format::currency_sign(currency);
        let label = text!("settings-top-up-limit-label", currency = &sign);
        let name = text!("settings-top-up-limit");
        let limit = &mut settings.daily_top_up_cap;
        let example = Amount::from_cents(50_000);
        limit_ui(ui, &label, name, example, &mut texts.cap, limit);
        let label = text!("settings-price-rise-limit-label", currency = sign);
        let name = text!("settings-price-rise-limit");
        let limit = &mut settings.price_rise_limit;
        let example = Amount::from_cents(50);
        limit_ui(ui, &label, name, example, &mut texts.price_rise_limit, limit);
        hint_ui(ui, text!("settings-price-rise-limit-explained"));
    });
}

fn delay_ui(ui: &mut Ui, settings: &mut Settings) {
    let mut delays = DELAYS.to_vec();
    // Chosen in an earlier version.
    if !delays.contains(&settings.regret_secs) {
        delays.push(settings.regret_secs);
        delays.sort_unstable();
    }
    let options: Vec<(u8, String)> = delays
        .into_iter()
        .map(|seconds| match seconds {
            0 => (0, text!("settings-undo-delay-none").to_owned()),
            _ => (seconds, text!("settings-undo-delay-seconds", count = seconds)),
        })
        .collect();
    let name = text!("settings-undo-delay");
    combo_ui(ui, name, 200.0, &mut settings.regret_secs, &options);
    let words = match settings.regret_secs {
        0 => text!("settings-undo-delay-none-explained"),
        _ => text!("settings-undo-delay-explained"),
    };
    hint_ui(ui, words);
}
