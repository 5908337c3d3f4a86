//! Orders: import, presets and rules, buying many, papers, and the way back to the shop.

// Clippy's exception for tests covers only `#[test]` functions, not the helpers they share.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

/// Tests with both kinds of servers, from a function that takes the kind.
#[cfg(unix)]
macro_rules! on_both_servers {
    ($test:ident) => {
        mod $test {
            use postroom::orders::shop_database::ShopDatabaseKind;

            #[test]
            fn postgresql() {
                super::$test(ShopDatabaseKind::Postgres);
            }

            #[test]
            fn mariadb() {
                super::$test(ShopDatabaseKind::MySql);
            }
        }
    };
}

pub mod batch_command;
pub mod batches;
mod corrections;
mod day_flow;
mod export_flow;
mod generated_tables;
mod handing_over;
mod import_preview;
mod kept_orders;
mod many_edit;
mod papers;
mod practice;
mod presets;
pub mod printing;
mod read_file;
mod reading_orders;
mod refunded_labels;
mod returns;
mod same_numbers;
pub mod scan_to_ship;
mod selected_orders;
mod shop_database;
mod shops;
#[cfg(unix)]
mod stations;
mod strangers_tables;
mod watch_command;
mod watch_flow;
mod watched_folder;
