//! The shop itself, as its one document keeps it.

use serde::{Deserialize, Serialize};

use crate::order_draft::OrderDefaults;
use crate::scan_state::ScanRules;
use postroom_parcel::draft::AddressForm;

/// What holds for every order of the shop.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShopProfile {
    /// The sender of orders whose preset names none; blank for the sender of Ship.
    pub sender: AddressForm,
    /// Printed on packing slips.
    pub name: String,
    pub slip_text: String,
    /// The path of a picture, printed on packing slips.
    pub logo: String,
    /// The stored name of a [`crate::papers::paper::PaperSize`].
    pub paper: String,
    /// Packing slips show the price of each item.
    pub slip_prices: bool,
    /// Packing slips leave out the note of the order.
    pub slip_hides_note: bool,
    pub defaults: OrderDefaults,
    /// The key of the shop database that is asked for scanned numbers; empty for none.
    pub keyed_database: String,
    /// Scanning an order buys and prints its label.
    pub scan_buys: bool,
    /// Items are checked by scanning before the label is bought.
    pub scan_checks_items: bool,
    /// Packing slips are printed with the labels.
    pub slips_with_labels: bool,
}

impl ShopProfile {
    pub fn scan_rules(&self) -> ScanRules {
        ScanRules { buys: self.scan_buys, checks_items: self.scan_checks_items }
    }
}
