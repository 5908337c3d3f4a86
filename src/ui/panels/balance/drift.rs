//! Purchases whose charge differs from the quote. POST /Shipment takes a service, not
//! a rate, so the two can differ.

use egui::{Align, Layout, Ui};

use crate::base::money::Money;
use crate::desk::balance::history::{Drift, Drifted};
use crate::desk::shipments::intent::ShipmentIntent;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::Button;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::notice::trouble_ui;
use crate::ui::widgets::text::{grouped, line_ui, muted_ui, small_muted_ui};
use crate::ui::widgets::words::short_ui;

/// Most purchases listed; further ones are only counted.
const LISTED: usize = 20;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let state = cx.state;
    Card::new("Quoted and charged").show_ui(ui, |ui| {
        if let Some(trouble) = state.balance.ledger.drift.trouble() {
            trouble_ui(ui, trouble, false);
        }
        let Some(drift) = state.balance.ledger.drift.value() else {
            muted_ui(ui, "Compared with the first purchase");
            return;
        };
        muted_ui(ui, &sentence(drift));
        ui.spacing_mut().item_spacing.y = space::XS;
        for row in drift.rows.iter().take(LISTED) {
            row_ui(ui, cx, row);
        }
        if drift.rows.len() > LISTED {
            small_muted_ui(ui, &format!("and {} older ones", drift.rows.len() - LISTED));
        }
    });
}

fn row_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &Drifted) {
    let tokens = Tokens::of_theme(ui);
    ui.add_space(space::XS);
    let mut open = false;
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if row.shipment.is_some() {
                let name = format!("Open the shipment: {}", row.title);
                let button = Button::quiet("Open").name(&name).compact();
                open = button.show_ui(ui).clicked();
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                short_ui(ui, &row.title, text::body(), tokens.ink);
            });
        });
    });
    small_muted_ui(
        ui,
        &format!(
            "{}: quoted {}, charged {}, {}",
            row.at.to_zoned(cx.zone.clone()).strftime("%-d %b"),
            row.quoted,
            row.charged,
            more_or_less(row)
        ),
    );
    if open {
        cx.ask(ShipmentIntent::Select(row.shipment.clone()));
        cx.go_to(Panel::Shipments);
    }
}

fn more_or_less(row: &Drifted) -> String {
    row.charged
        .checked_sub(row.quoted)
        .map_or_else(|| "in another currency".to_owned(), signed)
}

/// `$0.45 more`, `$0.10 less`.
fn signed(difference: Money) -> String {
    let words = difference.to_string();
    match words.strip_prefix('-').or_else(|| words.strip_prefix('−')) {
        Some(less) => format!("{less} less"),
        None => format!("{words} more"),
    }
}

fn sentence(drift: &Drift) -> String {
    let compared = match drift.compared {
        0 => return "No purchase of this computer to compare yet".to_owned(),
        1 => "1 purchase of this computer".to_owned(),
        many => format!("{} purchases of this computer", grouped(many)),
    };
    if drift.rows.is_empty() {
        return format!("{compared}: each was charged as quoted");
    }
    let sums: Vec<String> = drift.sums().into_iter().map(signed).collect();
    let differed = drift.rows.len();
    format!(
        "{compared}: {differed} charged otherwise than quoted, {} in all",
        sums.join(", ")
    )
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
        let words =
            "12 purchases of this computer: 1 charged otherwise than quoted, $0.45 less in all";
        assert_eq!(sentence(&drift), words);
        drift.rows.clear();
        assert_eq!(
            sentence(&drift),
            "12 purchases of this computer: each was charged as quoted"
        );
    }
}
