//! The pick list: what to fetch from the shelves for many orders at once, then the orders in the
//! sequence in which they are packed and their labels print.

use jiff::civil::DateTime;

use super::flow::{Cell, Flow, Row, Side};
use super::page_style::PageStyle;
use super::paper::{Mark, PaperError, PaperSize};
use super::paper_parts::PaperParts;
use super::pick_order::{PickLine, PickOrder, pick_lines, pick_order};
use super::table::{Column, ColumnWidth, add_table};
use super::typeset::{TextStyle, Typefaces};
use crate::text;
use postroom_base::locale::format;

/// Writes the pick list of orders as a PDF. `shop` and `made`, the local time, are in its heading.
///
/// # Errors
/// [`PaperError::NoOrders`] without orders, [`PaperError::Write`] if the PDF cannot be written.
pub fn pick_list(
    orders: &[PickOrder<'_>],
    shop: &str,
    made: DateTime,
    paper: PaperSize,
) -> Result<Vec<u8>, PaperError> {
    let parts = pick_list_parts(orders, shop, made, paper, usize::MAX)?;
    parts.into_iter().next().ok_or(PaperError::NoOrders)
}

/// The same as several PDFs of at most `most_pages` pages each, for printers that are sent drawn
/// pages.
///
/// # Errors
/// See [`pick_list`].
pub fn pick_list_parts(
    orders: &[PickOrder<'_>],
    shop: &str,
    made: DateTime,
    paper: PaperSize,
    most_pages: usize,
) -> Result<Vec<Vec<u8>>, PaperError> {
    if orders.is_empty() {
        return Err(PaperError::NoOrders);
    }
    let faces = Typefaces::open()?;
    let title = text!("order-papers-pick-title");
    let mut parts = PaperParts::start(title, paper, None, most_pages);
    let maker = ListMaker {
        faces: &faces,
        style: PageStyle::of_paper(paper),
        shop,
        made: format::formats().moment(&made),
    };
    for page in maker.pages(orders) {
        parts.add_page(&page)?;
    }
    parts.finish()
}

/// The most orders of an item that are listed in a column of their own, and the most items of an
/// order that have a line each.
const IN_COLUMN: usize = 12;

struct ListMaker<'f> {
    faces: &'f Typefaces,
    style: PageStyle,
    shop: &'f str,
    made: String,
}

impl<'f> ListMaker<'f> {
    fn pages(&self, orders: &[PickOrder<'_>]) -> Vec<Vec<Mark<'f>>> {
        let in_sequence: Vec<PickOrder<'_>> =
            pick_order(orders).into_iter().filter_map(|at| orders.get(at).copied()).collect();
        let lines = pick_lines(&in_sequence);
        let mut flow = Flow::new(self.style.frame, vec![self.heading(self.style.heading)]);
        flow.add_row(self.heading(self.style.title));
        self.add_sums(&in_sequence, &lines, &mut flow);
        if !lines.is_empty() {
            self.add_articles(&lines, &mut flow);
        }
        self.add_orders(&in_sequence, &mut flow);
        let mut pages = flow.finish();
        self.style.number_pages(&mut pages, self.faces);
        pages
    }

    /// The title at the left; the shop and the time at the right, each on one line.
    fn heading(&self, title_style: TextStyle) -> Row<'f> {
        let title = text!("order-papers-pick-title");
        self.style.head_of_page(self.faces, title, title_style, [self.shop, &self.made])
    }

    fn add_sums(&self, orders: &[PickOrder<'_>], lines: &[PickLine], flow: &mut Flow<'f>) {
        let style = self.style;
        let pieces: u64 = lines.iter().map(|line| line.pieces).sum();
        let unclear = lines.iter().map(|line| line.unclear.len()).sum::<usize>();
        let mut sums = vec![
            text!("order-papers-pick-orders", count = orders.len()),
            text!("order-papers-pick-articles", count = lines.len()),
            text!("order-papers-pick-pieces", count = pieces),
        ];
        if unclear > 0 {
            sums.push(text!("order-papers-pick-unclear", count = unclear));
        }
        let mut cell = Cell::at(style.frame.left, style.frame.width());
        cell.add_text(self.faces, &sums.join(" · "), style.body, Side::Left);
        flow.add_row(Row { cells: vec![cell], above: style.part_gap / 2.0, ..Row::default() });
    }

    /// What to fetch. On label stock, and if an item is in many orders, these are below the name,
    /// where there is more room than in a column of their own.
    fn add_articles(&self, lines: &[PickLine], flow: &mut Flow<'f>) {
        let style = self.style;
        let narrow = style.paper.is_label_stock();
        let of_texts = |at_most| ColumnWidth::OfTexts { at_most };
        let column =
            |heading, side, text_style, width| Column { heading, side, style: text_style, width };
        let mut columns = vec![
            column(
                text!("order-papers-pick-column-pieces"),
                Side::Right,
                style.strong,
                of_texts(0.2),
            ),
            column(
                text!("order-papers-pick-column-sku"),
                Side::Left,
                style.strong,
                of_texts(if narrow { 0.3 } else { 0.2 }),
            ),
            column(
                text!("order-papers-pick-column-item"),
                Side::Left,
                style.body,
                ColumnWidth::Rest,
            ),
        ];
        let many = lines.iter().any(|line| line.orders.len() > IN_COLUMN);
        let below = narrow || many;
        if !below {
            columns.push(column(
                text!("order-papers-pick-column-orders"),
                Side::Left,
                style.body,
                ColumnWidth::Part(0.3),
            ));
        }
        let rows = lines.iter().map(|line| {
            let (pieces, orders) = (pieces_of_line(line), orders_words(line));
            if below {
                let name = format!("{}\n{orders}", line.name);
                vec![pieces, line.sku.clone(), name]
            } else {
                vec![pieces, line.sku.clone(), line.name.clone(), orders]
            }
        });
        let rows: Vec<Vec<String>> = rows.collect();
        add_table(flow, self.faces, &style, &columns, &rows, true);
    }

    /// The orders in the sequence in which they are packed. On label stock the recipient is above
    /// the items.
    fn add_orders(&self, orders: &[PickOrder<'_>], flow: &mut Flow<'f>) {
        let style = self.style;
        let mut cell = Cell::at(style.frame.left, style.frame.width());
        let title = text!("order-papers-pick-sequence");
        cell.add_text(self.faces, title, style.heading, Side::Left);
        let words = text!("order-papers-pick-sequence-hint");
        cell.add_text(self.faces, words, style.body, Side::Left);
        // A title is not left alone at the end of a page.
        flow.need(style.body.size * 9.0 + style.part_gap);
        flow.add_row(Row { cells: vec![cell], above: style.part_gap, ..Row::default() });
        let column =
            |heading, side, text_style, width| Column { heading, side, style: text_style, width };
        let narrow = style.paper.is_label_stock();
        let mut columns = vec![
            column(
                text!("order-papers-pick-column-place"),
                Side::Right,
                style.body,
                ColumnWidth::OfTexts { at_most: 0.2 },
            ),
            column(
                text!("order-papers-pick-column-order"),
                Side::Left,
                style.strong,
                ColumnWidth::OfTexts { at_most: if narrow { 0.42 } else { 0.3 } },
            ),
        ];
        if !narrow {
            columns.push(column(
                text!("order-papers-pick-column-recipient"),
                Side::Left,
                style.body,
                ColumnWidth::Part(0.25),
            ));
        }
        columns.push(column(
            text!("order-papers-pick-column-content"),
            Side::Left,
            style.body,
            ColumnWidth::Rest,
        ));
        let rows = orders.iter().enumerate().map(|(at, order)| {
            let place = pieces_words(at as u64 + 1);
            let (number, recipient) = (order.number.to_owned(), order.recipient);
            let content = content_words(order);
            if narrow {
                vec![place, number, format!("{recipient}\n{content}")]
            } else {
                vec![place, number, recipient.to_owned(), content]
            }
        });
        let rows: Vec<Vec<String>> = rows.collect();
        add_table(flow, self.faces, &style, &columns, &rows, true);
    }
}

/// The pieces to fetch; `?` if no order says how many.
fn pieces_of_line(line: &PickLine) -> String {
    match line.pieces {
        0 => "?".to_owned(),
        pieces => pieces_words(pieces),
    }
}

fn pieces_words(pieces: u64) -> String {
    format::formats().decimal(&pieces.to_string())
}

/// The order numbers, with the pieces of those that take several.
fn orders_words(line: &PickLine) -> String {
    let counted = line.orders.iter().map(|(number, pieces)| match pieces {
        1 => number.clone(),
        _ => text!("order-papers-pick-times", what = number, count = *pieces),
    });
    let unclear = line.unclear.iter().map(|(number, quantity)| {
        if quantity.is_empty() {
            text!("order-papers-pick-no-quantity", number = number)
        } else {
            text!("order-papers-pick-quantity", number = number, quantity = quantity)
        }
    });
    counted.chain(unclear).collect::<Vec<_>>().join(", ")
}

/// The items of one order, each on its line unless they are many.
fn content_words(order: &PickOrder<'_>) -> String {
    let items = order.items.iter().map(|item| {
        let what = match item.sku.trim() {
            "" => item.name.trim(),
            sku => sku,
        };
        match item.pieces() {
            Some(1) => what.to_owned(),
            Some(pieces) => text!("order-papers-pick-times", what = what, count = pieces),
            None => {
                let quantity = super::packing_slip::quantity_words(item);
                text!("order-papers-pick-times-unclear", what = what, quantity = quantity)
            }
        }
    });
    let apart = if order.items.len() > IN_COLUMN { ", " } else { "\n" };
    items.collect::<Vec<_>>().join(apart)
}

#[cfg(test)]
mod tests;
