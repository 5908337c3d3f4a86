//! Orders of a shop, as far as they can be computed: how they are read from tables, what is wrong with
//! them, which preset and which state they have, what is sent for them, and what is written of them for
//! shops, offices and programs. All input comes as arguments. Nothing here sends requests, writes files or
//! waits; the desk does that with the results.

pub mod agreed_return;
pub mod asked_quotes;
pub mod basis;
pub mod batch_report;
pub mod day_report;
pub mod documents;
pub mod fate;
pub mod import;
pub mod order;
pub mod order_draft;
pub mod order_edit;
pub mod order_label;
pub mod order_row;
pub mod order_state;
pub mod overtaken;
pub mod papers;
pub mod practice_orders;
pub mod price_rise;
pub mod readable_row;
pub mod rules;
pub mod scan_state;
pub mod shop_database;
pub mod shop_export;
pub mod shop_profile;
pub mod sql_statement;
#[cfg(test)]
mod test_mapping;
#[cfg(test)]
#[path = "../../tables/src/test_tables.rs"]
mod test_tables;
#[cfg(test)]
#[path = "../../../assets/language/in_tests.rs"]
mod words;

#[cfg(not(test))]
use postroom_base::{message, text};
#[cfg(test)]
use words::{message, text};
