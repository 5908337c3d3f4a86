//! Scan to ship: what a scanned order number does. Kept with the orders, for every computer of the
//! shop.

use egui::Ui;

use crate::desk::order_rules::intent::OrderRuleIntent;
use crate::orders::documents::DocumentEdit;
use crate::orders::shop_profile::ShopProfile;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::{Card, check_ui, combo_ui, hint_ui, muted_ui};

const BOX: f32 = 300.0;

#[derive(Default)]
pub(super) struct ScanToShipViewState {
    /// The profile as it was changed here, until it is stored; with the count of stored changes
    /// before it.
    changed: Option<(u64, ShopProfile)>,
}

pub(super) fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ScanToShipViewState) {
    Card::new(text!("scan-settings")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        muted_ui(ui, text!("scan-settings-explained"));
        let documents = &cx.state.order_rules.documents;
        if !documents.loaded {
            muted_ui(ui, text!("scan-settings-sign-in"));
            return;
        }
        local.changed.take_if(|(before, _)| *before != documents.written);
        let stored = &documents.shop.profile;
        let shown = local.changed.as_ref().map_or(stored, |(_, changed)| changed);
        let mut profile = shown.clone();
        check_ui(ui, text!("scan-settings-checks"), &mut profile.scan_checks_items);
        hint_ui(ui, text!("scan-settings-checks-explained"));
        check_ui(ui, text!("scan-settings-buys"), &mut profile.scan_buys);
        hint_ui(ui, text!("scan-settings-buys-explained"));
        let mut databases = vec![(String::new(), text!("scan-settings-no-database").to_owned())];
        let keyed = documents.databases.iter();
        databases.extend(keyed.map(|keyed| (keyed.key.clone(), keyed.document.name.clone())));
        let name = text!("scan-settings-database");
        combo_ui(ui, name, BOX, &mut profile.keyed_database, &databases);
        if profile != *shown {
            local.changed = Some((documents.written, profile.clone()));
            let edit = DocumentEdit::WriteShop(Box::new(profile));
            cx.ask(OrderRuleIntent::Document(edit));
        }
    });
}
