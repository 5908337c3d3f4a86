//! Purchases whose charge differs from the quote. POST /Shipment takes a service, not
//! a rate, so the two can differ.

use egui::Ui;

use crate::base::locale::format;
use crate::base::money::Money;
use crate::desk::balance::history::{Drift, Drifted};
use crate::desk::shipments::intent::ShipmentIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::{
    Button, Card, from_left_ui, from_right_ui, line_ui, muted_ui, short_ui, small_muted_ui,
    trouble_ui,
};

/// Most purchases listed; further ones are only counted.
const LISTED: usize = 20;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let state = cx.state;
    Card::new(text!("balance-drift-title")).show_ui(ui, |ui| {
        if let Some(trouble) = state.balance.ledger.drift.trouble() {
            trouble_ui(ui, trouble, false);
        }
        let Some(drift) = state.balance.ledger.drift.value() else {
            muted_ui(ui, text!("balance-drift-none-yet"));
            return;
        };
        muted_ui(ui, &sentence(drift));
        ui.spacing_mut().item_spacing.y = space::XS;
        for row in drift.rows.iter().take(LISTED) {
            row_ui(ui, cx, row);
        }
        if drift.rows.len() > LISTED {
            let count = drift.rows.len() - LISTED;
            small_muted_ui(ui, &text!("balance-drift-older", count = count));
        }
    });
}

fn row_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &Drifted) {
    let tokens = Tokens::of_theme(ui);
    ui.add_space(space::XS);
    let mut open = false;
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        from_right_ui(ui, |ui| {
            if row.shipment.is_some() {
                let name = text!("balance-drift-open-name", title = &row.title);
                let button = Button::quiet(text!("balance-drift-open")).name(&name).compact();
                open = button.show_ui(ui).clicked();
            }
            from_left_ui(ui, |ui| short_ui(ui, &row.title, text::body(), tokens.ink));
        });
    });
    let date = row.at.to_zoned(cx.zone.clone()).date();
    let words = text!(
        "balance-drift-row",
        date = format::formats().date_of_year(date),
        quoted = row.quoted,
        charged = row.charged,
        difference = more_or_less(row)
    );
    small_muted_ui(ui, &words);
    if open {
        cx.ask(ShipmentIntent::Select(row.shipment.clone()));
        cx.go_to(Panel::Shipments);
    }
}

fn more_or_less(row: &Drifted) -> String {
    match row.charged.checked_sub(row.quoted) {
        Some(difference) => signed(difference),
        None => text!("balance-drift-other-currency").to_owned(),
    }
}

/// `$0.45 more`, `$0.10 less`.
fn signed(difference: Money) -> String {
    let amount = Money::new(difference.amount.abs(), difference.currency);
    match difference.amount.is_negative() {
        true => text!("balance-drift-less", amount = amount),
        false => text!("balance-drift-more", amount = amount),
    }
}

fn sentence(drift: &Drift) -> String {
    let (count, compared) = (drift.rows.len(), drift.compared);
    if compared == 0 {
        return text!("balance-drift-nothing-compared").to_owned();
    }
    if count == 0 {
        return text!("balance-drift-all-as-quoted", compared = compared);
    }
    let sums: Vec<String> = drift.sums().into_iter().map(signed).collect();
    match sums.is_empty() {
        true => text!("balance-drift-some", count = count, compared = compared),
        false => text!(
            "balance-drift-some-with-sum",
            count = count,
            compared = compared,
            sum = format::list(&sums)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::money::{Amount, Currency};
    use jiff::Timestamp;

    #[test]
    fn the_sum_says_which_way_it_went() {
        let money = |cents| Money::new(Amount::from_cents(cents), Currency::USD);
        let mut drift = Drift {
            rows: vec![Drifted {
                title: String::new(),
                at: Timestamp::UNIX_EPOCH,
                shipment: None,
                quoted: money(790),
                charged: money(745),
            }],
            compared: 12,
        };
        let words = "Charged differently than quoted: 1 of 12 purchases on this computer, \
                     $0.45 less in total";
        assert_eq!(sentence(&drift), words);
        drift.rows.clear();
        assert_eq!(sentence(&drift), "All 12 purchases on this computer were charged as quoted");
    }
}
