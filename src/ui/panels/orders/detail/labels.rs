//! The labels of an order: what they cost, how often they were printed, when they were handed over,
//! and what became of a refund.

use egui::Ui;

use super::edit;
use crate::base::id::TransactionId;
use crate::base::locale::format;
use crate::desk::intent::Intent;
use crate::desk::kernel::session::Connection;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::desk::order_batches::OrderBatchIntent;
use crate::desk::order_batches::claims_elsewhere::WhyElsewhere;
use crate::desk::orders::OrderState;
use crate::desk::printing::state::PrintRequest;
use crate::desk::refunds::refund_status_text;
use crate::orders::order_edit::OrderEdit;
use crate::orders::order_label::{LabelStatus, OrderLabel};
use crate::orders::order_row::OrderInList;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panels::orders::state_words::state_words;
use crate::ui::panels::orders::write_back;
use crate::ui::parts::print_label;
use crate::ui::parts::signed::signed_by;
use crate::ui::tokens::size;
use crate::ui::widgets::{
    Button, Icon, Meaning, band_ui, code_ui, line_ui, money_words, muted_ui, pill_ui,
    small_muted_ui, strong_ui,
};

/// Returns whether the user asks for a return label.
pub(super) fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &OrderInList) -> bool {
    let undecided = row.order.undecided_refund();
    let surplus = row.order.surplus_labels();
    let surplus: Vec<&TransactionId> = surplus.map(|label| &label.transaction).collect();
    for label in row.order.labels.iter().rev() {
        label_ui(ui, cx, label);
        elsewhere_ui(ui, cx, row, label);
        let is_undecided = undecided.is_some_and(|it| it.transaction == label.transaction);
        if is_undecided && row.state == OrderState::Refunded {
            decision_ui(ui, cx, row, label);
        }
        if surplus.contains(&&label.transaction) {
            surplus_ui(ui, cx, label);
        }
        write_back::show_ui(ui, cx, row, label);
        print_return_ui(ui, cx, label);
    }
    let can_come_back = row.order.bought_label().is_some();
    can_come_back && Button::secondary(text!("order-returns-one")).compact().show_ui(ui).clicked()
}

/// Another computer began to buy it and left it, and it is not finished here by itself.
fn elsewhere_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &OrderInList, label: &OrderLabel) {
    let found = cx.state.order_batches.claim_elsewhere(row);
    let Some((claim, _)) = found.filter(|(_, of)| of.transaction == label.transaction) else {
        return;
    };
    let station = match label.signed.is_empty() {
        true => claim.station.clone(),
        false => signed_by(&label.signed),
    };
    let (words, step) = match &claim.why {
        WhyElsewhere::OtherAccount => {
            let begun = moment(cx, claim.begun);
            let account = &claim.account;
            let words = text!(
                "stations-order-elsewhere",
                station = station,
                begun = begun,
                account = account
            );
            (words, text!("stations-order-elsewhere-sign-in"))
        }
        WhyElsewhere::OtherAddress(theirs) => {
            let ours = match &cx.state.connection {
                Connection::Connected(session) => session.base_url.as_str(),
                _ => "",
            };
            let words = text!(
                "stations-claim-other-address",
                station = station,
                theirs = theirs,
                ours = ours
            );
            (words, text!("stations-claim-same-service"))
        }
        WhyElsewhere::OtherRequest(asks) => {
            let words = text!("stations-claim-differs", station = station, asks = asks.to_string());
            (words, text!("stations-claim-finish"))
        }
    };
    if band_ui(ui, Meaning::Warning, &words, Some(step)) {
        match claim.why {
            WhyElsewhere::OtherAccount => cx.commands.push(Command::SwitchAccount),
            _ => cx.ask(OrderBatchIntent::FinishAsLeft(label.transaction.clone())),
        }
    }
}

/// Prints a return label; those of the orders themselves are printed from the list.
fn print_return_ui(ui: &mut Ui, cx: &mut Cx<'_>, label: &OrderLabel) {
    let is_bought = label.is_return && label.status == LabelStatus::Bought;
    let Some(shipment) = label.shipment.as_ref().filter(|_| is_bought) else {
        return;
    };
    let words = text!("order-returns-print", count = 1);
    let print = Button::secondary(&words).icon(Icon::Printer).compact();
    let print = print.disabled_because(print_label::obstacle(cx.state));
    if print.show_ui(ui).clicked() {
        cx.ask(Intent::Print(PrintRequest {
            shipments: vec![shipment.clone()],
            ..PrintRequest::default()
        }));
    }
}

/// A second label was paid for: it is refunded, unless a person needs it.
fn surplus_ui(ui: &mut Ui, cx: &mut Cx<'_>, label: &OrderLabel) {
    let words = text!("orders-surplus-label");
    let is_asked = is_refund_in_doubt(cx, label);
    let shipment = label.shipment.as_ref().filter(|_| !is_asked);
    let step = shipment.map(|_| text!("orders-surplus-refund"));
    if band_ui(ui, Meaning::Bad, words, step)
        && let Some(shipment) = shipment
    {
        cx.commands.push(Command::AskRefund(shipment.clone()));
    }
}

/// Whether another label is bought in place of the refunded one is for a person to decide.
fn decision_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &OrderInList, label: &OrderLabel) {
    if !label.can_be_replaced() {
        let words = text!("order-printing-refund-unclear");
        band_ui(ui, Meaning::Warning, words, None);
        return;
    }
    let words = text!("order-printing-refund-undecided");
    let step = text!("order-printing-buy-another");
    if band_ui(ui, Meaning::Warning, words, Some(step)) {
        edit(cx, row, OrderEdit::ReplaceRefunded(cx.now));
    }
}

fn label_ui(ui: &mut Ui, cx: &Cx<'_>, label: &OrderLabel) {
    let (meaning, words) = match label.status {
        LabelStatus::Buying => state_words(OrderState::Buying),
        LabelStatus::InDoubt => state_words(OrderState::InDoubt),
        LabelStatus::Bought => state_words(OrderState::Bought),
        LabelStatus::NotBought => (Meaning::Bad, text!("orders-label-not-bought")),
        LabelStatus::Refunded => (Meaning::Neutral, refunded_words(label)),
    };
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        pill_ui(ui, meaning, meaning.icon(), words);
        if label.is_return {
            pill_ui(ui, Meaning::Neutral, Icon::Back, text!("order-returns-label"));
        }
        strong_ui(ui, &label.service);
        let price = label.charged.or(label.expected).map(money_words);
        muted_ui(ui, &price.unwrap_or_default());
    });
    for number in &label.tracking_numbers {
        code_ui(ui, number);
    }
    if !label.refusal.is_empty() {
        small_muted_ui(ui, &label.refusal);
    }
    for words in refund_words(cx, label) {
        small_muted_ui(ui, &words);
    }
    for words in print_words(cx, label) {
        small_muted_ui(ui, &words);
    }
    if let Some(words) = hand_over_words(cx, label) {
        small_muted_ui(ui, &words);
    }
}

/// The money is back only at the end.
fn refunded_words(label: &OrderLabel) -> &'static str {
    let status = label.refund.as_ref().map(|refund| refund.status.as_str());
    match status {
        Some("Refunded") => text!("orders-label-refunded"),
        _ => text!("order-printing-refund-requested"),
    }
}

/// What the service says of a refund, and whether one is on its way there.
fn refund_words(cx: &Cx<'_>, label: &OrderLabel) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(refund) = &label.refund {
        words.push(text!(
            "order-printing-refund-status",
            status = refund_status_text(&refund.status),
            at = moment(cx, refund.at)
        ));
        if let Some(at) = refund.replace {
            let at = moment(cx, at);
            words.push(text!("order-printing-refund-replaced", at = at));
        }
    } else if is_refund_in_doubt(cx, label) {
        words.push(text!("order-printing-refund-in-doubt").to_owned());
    }
    words
}

/// A refund was requested, and the service has not confirmed it.
fn is_refund_in_doubt(cx: &Cx<'_>, label: &OrderLabel) -> bool {
    let Some(shipment) = &label.shipment else {
        return false;
    };
    let is_of_label = |purchase: &Purchase| {
        let of = purchase.order.as_ref().map(|order| order.as_str());
        purchase.kind == PurchaseKind::Refund && of == Some(shipment.as_str())
    };
    let is_open = |purchase: &Purchase| {
        matches!(
            purchase.status,
            PurchaseStatus::Sending
                | PurchaseStatus::Checking { .. }
                | PurchaseStatus::Absent { .. }
        )
    };
    let mut purchases = cx.state.purchases.list.iter();
    purchases.any(|purchase| is_of_label(purchase) && is_open(purchase))
}

/// How often the label was printed, and each time with printer and computer.
fn print_words(cx: &Cx<'_>, label: &OrderLabel) -> Vec<String> {
    let mut words = Vec::new();
    if label.prints.len() > 1 {
        words.push(text!("order-printing-times-printed", count = label.prints.len()));
    }
    let prints = label.prints.iter().map(|print| {
        text!(
            "orders-printed-at",
            at = moment(cx, print.at),
            printer = &print.printer,
            by = signed_by(&print.by)
        )
    });
    words.extend(prints);
    words
}

/// The manifest with its number and day, as far as they are known.
fn hand_over_words(cx: &Cx<'_>, label: &OrderLabel) -> Option<String> {
    let Some(id) = &label.manifest else {
        let at = moment(cx, label.handed_over?);
        return Some(text!("order-printing-handed-over", at = at));
    };
    if id.is_empty() {
        return Some(text!("order-printing-on-unknown-manifest").to_owned());
    }
    let mut manifests = cx.state.manifests.known.iter();
    let manifest = manifests.find(|manifest| {
        let known = manifest.id.as_ref().map(|known| known.as_str());
        known.is_some_and(|known| known.eq_ignore_ascii_case(id))
    });
    let number = manifest.and_then(|manifest| manifest.form_number.as_deref());
    let number = number.filter(|number| !number.is_empty()).unwrap_or(id);
    let made = manifest.and_then(|manifest| manifest.transaction_date.as_ref());
    Some(match made.map(|made| made.instant()) {
        Some(at) => text!("order-printing-on-manifest-of", number = number, at = moment(cx, at)),
        None => text!("order-printing-on-manifest-number", number = number),
    })
}

pub(super) fn moment(cx: &Cx<'_>, at: jiff::Timestamp) -> String {
    format::formats().moment(&at.to_zoned(cx.zone.clone()).datetime())
}
