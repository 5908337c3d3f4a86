//! The presets and rules of the sample orders, and a trial of the rules.

use super::{Tour, TourError};
use crate::ui::panel::Panel;

impl Tour<'_> {
    pub(super) fn presets_and_rules(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Orders)?;
        self.click("Presets")?;
        self.end_step("orders-presets")?;
        let presets = &self.driver.state().order_rules.documents.presets;
        let abroad = presets.iter().find(|keyed| keyed.preset.customs.is_some());
        let name = abroad.map(|keyed| keyed.preset.name.clone());
        let name = name.ok_or_else(|| self.broken("no preset has a declaration"))?;
        self.view(&name)?;
        self.end_step("orders-preset")?;
        self.click("All orders")?;
        self.click("Rules")?;
        self.click("Try")?;
        self.wait("the trial of the rules", |state| {
            let trial = state.order_rules.trial.as_ref();
            trial.is_some_and(|trial| trial.answer.is_some())
        })?;
        self.end_step("orders-rules")?;
        self.view("1, ")?;
        self.end_step("orders-rule")?;
        self.click("Close result")?;
        self.click("All orders")
    }
}
