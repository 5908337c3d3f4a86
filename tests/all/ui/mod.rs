//! Panels through the accessibility tree, without a display.

mod board;
mod purchases;
mod rates;
mod ship;
mod shipments;
