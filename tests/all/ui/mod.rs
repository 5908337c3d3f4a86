//! Panels through the accessibility tree, without a display.

mod board;
mod ship;
