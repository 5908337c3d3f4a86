//! What a shop's own words for the state of an order mean for shipping.

use crate::base::geography::plain_name;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShopStatus {
    /// To be shipped, or a word that is not known here.
    Open,
    /// Not to be shipped.
    Canceled,
    /// Shipped already, its money was given back, or its buyer asks to cancel it: a person decides.
    Closed,
}

/// Reads a cell of [`OrderField::Status`](super::OrderField::Status).
pub fn read_status(text: &str) -> ShopStatus {
    let plain = plain_name(text);
    // The database of WooCommerce writes `wc-completed`.
    let word = plain.strip_prefix("wc").unwrap_or(&plain);
    match word {
        _ if CANCELED.contains(&word) => ShopStatus::Canceled,
        _ if CLOSED.contains(&word) => ShopStatus::Closed,
        _ => ShopStatus::Open,
    }
}

/// Whether a cell of [`OrderField::CanceledOn`](super::OrderField::CanceledOn) or
/// [`OrderField::ClosedOn`](super::OrderField::ClosedOn) says that it was done: it names a day or
/// says yes.
pub fn was_done(text: &str) -> bool {
    !NOT_DONE.contains(&plain_name(text).as_str())
}

/// As [`plain_name`] writes them.
const CANCELED: [&str; 17] = [
    "canceled",
    "cancelled",
    "void",
    "voided",
    "trash",
    "failed",
    "cancelada",
    "cancelado",
    "anulada",
    "anulado",
    "storniert",
    "abgebrochen",
    "annulee",
    "annule",
    "deleted",
    "declined",
    "expired",
];

const CLOSED: [&str; 20] = [
    "shipped",
    "fulfilled",
    "completed",
    "complete",
    "delivered",
    "refunded",
    "fullyrefunded",
    "restocked",
    "returned",
    "enviado",
    "enviada",
    "entregado",
    "entregada",
    "reembolsado",
    "reembolsada",
    "versendet",
    "versandt",
    "erstattet",
    "expediee",
    "remboursee",
];

const NOT_DONE: [&str; 11] =
    ["", "no", "n", "false", "0", "na", "none", "null", "nein", "non", "falso"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_each_shop_are_known() {
        for (word, status) in [
            ("unfulfilled", ShopStatus::Open),
            ("partial", ShopStatus::Open),
            ("partially_refunded", ShopStatus::Open),
            ("fulfilled", ShopStatus::Closed),
            ("refunded", ShopStatus::Closed),
            ("voided", ShopStatus::Canceled),
            ("wc-processing", ShopStatus::Open),
            ("wc-completed", ShopStatus::Closed),
            ("wc-cancelled", ShopStatus::Canceled),
            ("Unshipped", ShopStatus::Open),
            ("Shipped", ShopStatus::Closed),
            ("Cancelled", ShopStatus::Canceled),
            ("Annulée", ShopStatus::Canceled),
            ("", ShopStatus::Open),
        ] {
            assert_eq!(read_status(word), status, "{word}");
        }
    }

    #[test]
    fn a_day_or_a_yes_says_that_it_was_done() {
        for (text, done) in [
            ("2026-11-20 09:12:00 -0500", true),
            ("11/20/26", true),
            ("Yes", true),
            ("", false),
            ("  ", false),
            ("no", false),
            ("FALSE", false),
            ("N/A", false),
            ("--", false),
        ] {
            assert_eq!(was_done(text), done, "{text:?}");
        }
    }
}
