//! The names of tables for screen readers.

use crate::text;

/// The name of the table with this id.
pub fn of_table(id: &str) -> String {
    let name = match id {
        "activity" => text!("parts-table-activity"),
        "carrier accounts" => text!("parts-table-carrier-accounts"),
        "closing scan" => text!("parts-table-closing-scan"),
        "containers" => text!("parts-table-containers"),
        "history" => text!("parts-table-history"),
        "labels never scanned" => text!("parts-table-never-scanned"),
        "left out" => text!("parts-table-left-out"),
        "manifests" => text!("parts-table-manifests"),
        "package types" => text!("parts-table-package-types"),
        "parcels to hand over" => text!("parts-table-hand-over"),
        "past quotes" => text!("parts-table-past-quotes"),
        "rates" => text!("parts-table-rates"),
        "rates of then" => text!("parts-table-rates-of-then"),
        "refundable" => text!("parts-table-refundable"),
        "refunds asked for" => text!("parts-table-refunds"),
        "rows of the work" => text!("parts-table-rows-of-work"),
        "services" => text!("parts-table-services"),
        "shipments" => text!("parts-table-shipments"),
        "special services" => text!("parts-table-special-services"),
        other => return text!("parts-table", name = other),
    };
    name.to_owned()
}
