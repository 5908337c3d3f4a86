//! Bands above the panel: first purchases that are not settled, then what blocks
//! buying, then the connection.

use egui::Ui;
use jiff::Timestamp;

use crate::desk::intent::Intent;
use crate::desk::kernel::connectivity::Connectivity;
use crate::desk::manifests::reminder::reminder;
use crate::desk::money::intent::PurchaseIntent;
use crate::desk::money::ports::PurchaseEvidence;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::desk::sign_in::intent::SignInIntent;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::tokens::space;
use crate::ui::widgets::notice::band_ui;
use crate::ui::widgets::text::{Meaning, age, clock_time};

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    // The same gap between bands as between cards.
    let before = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, space::M);
    // The wizard shows its own purchases with all their actions.
    let told_below = *cx.panel == Panel::Ship && cx.state.ship.just_bought.is_none();
    for purchase in &cx.state.purchases.list {
        // The Refunds panel shows all refunds together.
        if purchase.kind == PurchaseKind::Refund
            || told_below && purchase.kind == PurchaseKind::Label
        {
            continue;
        }
        let Some((meaning, mut words, mut step)) = purchase_banner(purchase, cx.now) else {
            continue;
        };
        let known = &cx.state.accounts.saved;
        if known
            .current_scope
            .as_ref()
            .is_some_and(|here| *here != purchase.scope)
        {
            // The account on screen cannot look up this id; only the account of the
            // purchase can settle it.
            words = format!("In {}: {words}", known.name_of(&purchase.scope));
            let owner = known
                .accounts
                .iter()
                .find(|account| account.scope() == purchase.scope);
            step = owner.map(|account| {
                let switch = SignInIntent::SwitchTo(account.id.clone());
                ("Switch to it", Intent::SignIn(switch))
            });
        }
        if band_ui(ui, meaning, &words, step.as_ref().map(|step| step.0)) {
            cx.intents.extend(step.map(|step| step.1));
        }
    }
    if let Some(reason) = cx.state.buying_stopped() {
        band_ui(ui, Meaning::Bad, &reason, None);
    }
    if let Connectivity::Offline { since, trouble } = &cx.state.connectivity {
        let words = format!(
            "Offline since {}: {}. Nothing is bought meanwhile. {}.",
            clock_time(*since, cx.zone),
            trouble.cause,
            cx.panel.offline_words()
        );
        band_ui(ui, Meaning::Warning, &words, None);
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
            Some("Show manifests"),
        )
    {
        cx.go_to(Panel::Manifests);
    }
    ui.spacing_mut().item_spacing.y = before;
}

fn pick_up(minutes: i64, count: u64) -> String {
    let when = match minutes {
        0 => "now".to_owned(),
        1 => "in 1 minute".to_owned(),
        2.. => format!("in {minutes} minutes"),
        -1 => "was a minute ago".to_owned(),
        _ => format!("was {} minutes ago", -minutes),
    };
    let what = match count {
        1 => "1 shipment is".to_owned(),
        count => format!("{count} shipments are"),
    };
    format!("Pick-up {when}: {what} on no manifest")
}

/// A band: its meaning, its text, and its action with the label of the button.
type BannerContent = (Meaning, String, Option<(&'static str, Intent)>);

/// The text for a purchase that is not settled, and the action the user can take.
fn purchase_banner(purchase: &Purchase, now: Timestamp) -> Option<BannerContent> {
    let title = &purchase.title;
    let id = || purchase.transaction.clone();
    Some(match &purchase.status {
        PurchaseStatus::Held { until } => (
            Meaning::Info,
            format!("{title}: will be bought {}", age(*until, now)),
            Some((
                "Cancel purchase",
                Intent::Purchases(PurchaseIntent::Cancel(id())),
            )),
        ),
        PurchaseStatus::NotSent { .. } => (
            Meaning::Warning,
            format!("{title}: written down but not sent. Nothing was bought."),
            Some((
                "Send it now",
                Intent::Purchases(PurchaseIntent::SendNow(id())),
            )),
        ),
        PurchaseStatus::Checking {
            attempts, learned, ..
        } => (
            Meaning::Doubt,
            match learned {
                PurchaseEvidence::Nothing => format!(
                    "{title}: checking whether it was bought, do not buy again (look-up {attempts})"
                ),
                PurchaseEvidence::Refused => {
                    format!("{title}: the service refused it; making sure nothing was bought")
                }
                PurchaseEvidence::Charged => {
                    format!("{title}: bought; its label is still to be fetched")
                }
            },
            Some((
                "Check now",
                Intent::Purchases(PurchaseIntent::CheckAgain(id())),
            )),
        ),
        PurchaseStatus::Absent { watched_until, .. } => (
            Meaning::Doubt,
            format!(
                "{title}: not found on the account. It stays watched, {}.",
                age(*watched_until, now)
            ),
            Some((
                "Check now",
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
