//! Bands above the panel: first purchases that are not settled, then what blocks buying, then a
//! pick-up that is near.

use egui::{ScrollArea, Ui};

use crate::desk::intent::Intent;
use crate::desk::manifests::reminder::reminder;
use crate::desk::money::intent::PurchaseIntent;
use crate::desk::money::ports::PurchaseEvidence;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::desk::sign_in::intent::SignInIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::tokens::space;
use crate::ui::widgets::text::Meaning;
use crate::ui::widgets::{age, band_ui, moment};

/// The height of the bands about purchases, of which there may be dozens after a station was lost. The
/// others are scrolled to, so that the panel below keeps its room.
const MOST_HEIGHT: f32 = 168.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    // The same gap between bands as between cards.
    let before = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, space::M);
    let purchases = purchase_bands(cx);
    if !purchases.is_empty() {
        let area = ScrollArea::vertical().id_salt("purchases").max_height(MOST_HEIGHT);
        area.show(ui, |ui| {
            for (meaning, words, step) in purchases {
                if band_ui(ui, meaning, &words, step.as_ref().map(|step| step.0)) {
                    cx.intents.extend(step.map(|step| step.1));
                }
            }
        });
    }
    if let Some(reason) = cx.state.buying_stopped() {
        band_ui(ui, Meaning::Bad, &reason, None);
    }
    let state = cx.state;
    let reminder = reminder(
        &state.manifests,
        &state.settings.pick_up_time,
        state.practice_clock.as_ref(),
        &cx.now.to_zoned(cx.zone.clone()),
    );
    if let Some((minutes, count)) = reminder
        && *cx.panel != Panel::Manifests
        && band_ui(
            ui,
            Meaning::Warning,
            &pick_up(minutes, count),
            Some(text!("shell-pick-up-show")),
        )
    {
        cx.go_to(Panel::Manifests);
    }
    ui.spacing_mut().item_spacing.y = before;
}

/// The purchases that are not settled.
fn purchase_bands(cx: &Cx<'_>) -> Vec<BannerContent> {
    let mut bands = Vec::new();
    // The wizard shows its own purchases with all their actions.
    let told_below = *cx.panel == Panel::Ship && cx.state.ship.just_bought.is_none();
    for purchase in &cx.state.purchases.list {
        // The Refunds panel shows all refunds together.
        if purchase.kind == PurchaseKind::Refund
            || told_below && purchase.kind == PurchaseKind::Label
        {
            continue;
        }
        let Some((meaning, mut words, mut step)) = purchase_banner(purchase, cx) else {
            continue;
        };
        let known = &cx.state.accounts.saved;
        if known.current_scope.as_ref().is_some_and(|here| *here != purchase.scope) {
            // The account on screen cannot look up this id; only the account of the
            // purchase can settle it.
            let account = known.name_of(&purchase.scope);
            words = text!("shell-band-other-account", account = account, message = words);
            let owner = known.accounts.iter().find(|account| account.scope() == purchase.scope);
            step = owner.map(|account| {
                let switch = SignInIntent::SwitchTo(account.id.clone());
                (text!("shell-band-switch"), Intent::SignIn(switch))
            });
        }
        bands.push((meaning, words, step));
    }
    bands
}

fn pick_up(minutes: i64, count: u64) -> String {
    match minutes {
        0.. => text!("shell-pick-up-soon", minutes = minutes, count = count),
        _ => text!("shell-pick-up-past", minutes = -minutes, count = count),
    }
}

/// A band: its meaning, its text, and its action with the label of the button.
type BannerContent = (Meaning, String, Option<(&'static str, Intent)>);

/// The text for a purchase that is not settled, and the action the user can take.
fn purchase_banner(purchase: &Purchase, cx: &Cx<'_>) -> Option<BannerContent> {
    let title = &purchase.title;
    let id = || purchase.transaction.clone();
    Some(match &purchase.status {
        PurchaseStatus::Held { until } => (
            Meaning::Info,
            text!("shell-purchase-held", purchase = title, when = age(*until, cx.now)),
            Some((text!("shell-purchase-cancel"), Intent::Purchases(PurchaseIntent::Cancel(id())))),
        ),
        PurchaseStatus::NotSent { .. } => (
            Meaning::Warning,
            text!("shell-purchase-not-sent", purchase = title),
            Some((text!("shell-purchase-send"), Intent::Purchases(PurchaseIntent::SendNow(id())))),
        ),
        PurchaseStatus::Checking { attempts, learned, .. } => (
            Meaning::Doubt,
            match learned {
                PurchaseEvidence::Nothing => {
                    text!("shell-purchase-checking", purchase = title, count = *attempts)
                }
                PurchaseEvidence::Refused => {
                    text!("shell-purchase-refused", purchase = title)
                }
                PurchaseEvidence::Charged => {
                    text!("shell-purchase-charged", purchase = title)
                }
            },
            Some((
                text!("shell-purchase-check"),
                Intent::Purchases(PurchaseIntent::CheckAgain(id())),
            )),
        ),
        PurchaseStatus::Absent { watched_until, .. } => (
            Meaning::Doubt,
            text!(
                "shell-purchase-absent",
                purchase = title,
                when = moment(*watched_until, cx.zone)
            ),
            Some((
                text!("shell-purchase-check"),
                Intent::Purchases(PurchaseIntent::CheckAgain(id())),
            )),
        ),
        PurchaseStatus::Sending
        | PurchaseStatus::Bought { .. }
        | PurchaseStatus::ToppedUp { .. }
        | PurchaseStatus::RefundAsked { .. }
        | PurchaseStatus::Rejected { .. } => return None,
    })
}
