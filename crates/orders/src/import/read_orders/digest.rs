//! Digests of what was read from a file.

use std::fmt::Write;

use ring::digest::{SHA256, digest};

use crate::order::Order;

/// The digest of everything that an order has from its file. Rows that moved have the same digest.
pub fn digest_of_order(order: &Order) -> String {
    digest_with_buffer(order, &mut String::new())
}

/// As [`digest_of_order`]; what the buffer has is replaced.
pub(super) fn digest_with_buffer(order: &Order, text: &mut String) -> String {
    text.clear();
    for part in [&order.source, "\u{1e}", &order.number, "\u{1e}", &order.imported] {
        text.push_str(part);
    }
    if !order.shop_id.is_empty() {
        text.push('\u{1e}');
        text.push_str(&order.shop_id);
    }
    // What was only repaired gives the same order as a file that needed no repair.
    for note in order.import_notes.iter().filter(|it| it.kind.is_problem()) {
        // Writing into a `String` does not fail.
        let _ = write!(text, "{:?}\u{1f}{}\u{1f}{}\u{1e}", note.kind, note.column, note.text);
    }
    if let Some(row) = &order.raw_row {
        text.push_str(row);
    }
    hex(digest(&SHA256, text.as_bytes()).as_ref())
}

/// Sixteen hexadecimal digits.
pub(super) fn short_digest(text: &str) -> String {
    let digest = digest(&SHA256, text.as_bytes());
    hex(digest.as_ref().get(..8).unwrap_or_default())
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let halves = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    let mut text = String::with_capacity(bytes.len() * 2);
    text.extend(halves.filter_map(|half| DIGITS.get(usize::from(half))));
    text
}
