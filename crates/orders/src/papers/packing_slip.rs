//! Packing slips: one or more pages for each order, to put in its parcel. The order number is also
//! a barcode, so that the slip can be scanned to ship.

use std::rc::Rc;

use super::address_block::address_lines;
use super::flow::{Cell, Flow, Piece, Row, Side};
use super::logo::Logo;
use super::order_symbol::OrderSymbol;
use super::page_style::PageStyle;
use super::paper::{Mark, PaperError, PaperSize};
use super::paper_parts::PaperParts;
use super::table::{Column, ColumnWidth, table_rows};
use super::typeset::{TextStyle, Typefaces};
use crate::order::{Order, OrderItem};
use crate::text;
use postroom_base::locale::format;
use postroom_parcel::address_parts::shown_name;

/// What slips say about the shop, and what they show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShopIdentity {
    pub name: String,
    /// The lines below the name: address, telephone, site.
    pub address: Vec<String>,
    /// The two-letter code of the shop's country, which is not written in addresses of orders.
    pub country: String,
    /// A PNG or JPEG file.
    pub logo: Option<Vec<u8>>,
    /// The shop's own text below the items, such as thanks or how to return a parcel.
    pub footer: String,
    /// Whether slips show the price of each item and the total. A gift should not.
    pub show_prices: bool,
    /// Whether slips leave out the note of the order, which can be a remark of the shop.
    pub hide_note: bool,
}

/// An order that a slip is printed for.
#[derive(Clone, Copy, Debug)]
pub struct SlipOrder<'a> {
    pub order: &'a Order,
}

impl<'a> From<&'a Order> for SlipOrder<'a> {
    fn from(order: &'a Order) -> Self {
        Self { order }
    }
}

/// Writes the slips of orders as one PDF, in the sequence given. Each order begins a new page.
///
/// # Errors
/// [`PaperError::NoOrders`] without orders, an error about the logo if it cannot be printed, and
/// [`PaperError::Write`] if the PDF cannot be written.
pub fn packing_slips(
    orders: &[SlipOrder<'_>],
    shop: &ShopIdentity,
    paper: PaperSize,
) -> Result<Vec<u8>, PaperError> {
    let parts = packing_slip_parts(orders, shop, paper, usize::MAX)?;
    parts.into_iter().next().ok_or(PaperError::NoOrders)
}

/// The same as several PDFs of at most `most_pages` pages each, for printers that are sent drawn
/// pages. An order is not divided unless it has more pages than a part may have.
///
/// # Errors
/// See [`packing_slips`].
pub fn packing_slip_parts(
    orders: &[SlipOrder<'_>],
    shop: &ShopIdentity,
    paper: PaperSize,
    most_pages: usize,
) -> Result<Vec<Vec<u8>>, PaperError> {
    if orders.is_empty() {
        return Err(PaperError::NoOrders);
    }
    let faces = Typefaces::open()?;
    let logo = shop.logo.as_deref().map(Logo::read).transpose()?;
    let style = PageStyle::of_paper(paper);
    let maker = SlipMaker {
        faces: &faces,
        shop,
        style,
        logo: logo.as_ref().map(|logo| logo.size_within(style.logo)),
    };
    let title = text!("order-papers-slip-titles");
    let mut parts = PaperParts::start(title, paper, logo.clone(), most_pages);
    for SlipOrder { order } in orders {
        let pages = maker.pages(order);
        parts.keep_together(pages.len())?;
        parts.add_bookmark(&order_words(order));
        for page in pages {
            parts.add_page(&page)?;
        }
    }
    parts.finish()
}

fn order_words(order: &Order) -> String {
    match order.number.trim() {
        "" => text!("order-papers-slip-no-number").to_owned(),
        number => text!("order-papers-slip-order", number = number),
    }
}

struct SlipSymbol {
    symbol: Rc<OrderSymbol>,
    /// It has a row of its own.
    wide: bool,
}

/// The text of an item in one column.
type ItemText = fn(&OrderItem) -> String;

struct SlipMaker<'f> {
    faces: &'f Typefaces,
    shop: &'f ShopIdentity,
    style: PageStyle,
    logo: Option<(f32, f32)>,
}

impl<'f> SlipMaker<'f> {
    fn pages(&self, order: &Order) -> Vec<Vec<Mark<'f>>> {
        let symbol = self.symbol(order);
        let mut flow = Flow::new(self.style.frame, self.next_heading(order, symbol.as_ref()));
        for row in self.first_heading(order, symbol.as_ref()) {
            flow.add_row(row);
        }
        flow.add_row(self.recipient_and_facts(order));
        if !self.shop.hide_note && !order.note.trim().is_empty() {
            flow.add_row(self.labeled(text!("order-papers-slip-note"), &order.note));
        }
        self.add_items(order, &mut flow);
        if !self.shop.footer.trim().is_empty() {
            let mut cell = self.whole_width();
            let body = self.style.body;
            cell.add_text(self.faces, &self.shop.footer, body, Side::Left);
            flow.add_row(self.part(vec![cell]));
        }
        let mut pages = flow.finish();
        self.style.number_pages(&mut pages, self.faces);
        pages
    }

    /// The barcode of the order. On label stock it has the width of the paper, unless the right
    /// part of the heading is wide enough for the same kind of barcode and for the order number.
    fn symbol(&self, order: &Order) -> Option<SlipSymbol> {
        let of_width = |width| {
            let symbol = OrderSymbol::of_number(&order.number, width, self.style.paper)?;
            Some(Rc::new(symbol))
        };
        let (_, width) = self.right_part();
        let beside = of_width(width);
        if !self.style.paper.is_label_stock() {
            let symbol = beside?;
            return Some(SlipSymbol { symbol, wide: false });
        }
        let wide = of_width(self.style.frame.width())?;
        let words = self.faces.line(&order_words(order), self.style.heading);
        match beside {
            Some(symbol) if symbol.is_square() == wide.is_square() && words.width <= width => {
                Some(SlipSymbol { symbol, wide: false })
            }
            _ => Some(SlipSymbol { symbol: wide, wide: true }),
        }
    }

    fn whole_width(&self) -> Cell<'f> {
        Cell::at(self.style.frame.left, self.style.frame.width())
    }

    /// Left side and width of the left part of the heading.
    fn left_part(&self) -> (f32, f32) {
        let frame = self.style.frame;
        (frame.left, (frame.width() - self.style.gutter) * 0.52)
    }

    fn right_part(&self) -> (f32, f32) {
        let (left, width) = self.left_part();
        let left = left + width + self.style.gutter;
        (left, self.style.frame.right - left)
    }

    /// A row with blank space above.
    fn part(&self, cells: Vec<Cell<'f>>) -> Row<'f> {
        Row { cells, above: self.style.part_gap, ..Row::default() }
    }

    /// Begins the first page: the logo, name and address of the shop, and the order.
    fn first_heading(&self, order: &Order, symbol: Option<&SlipSymbol>) -> Vec<Row<'f>> {
        let (faces, style) = (self.faces, self.style);
        let (left, width) = self.left_part();
        let mut shop = Cell::at(left, width);
        if let Some(size) = self.logo {
            shop.pieces.push(Piece::Picture { left: 0.0, size });
            shop.pieces.push(Piece::Gap(style.part_gap / 2.0));
        }
        shop.add_text(faces, &self.shop.name, style.heading, Side::Left);
        let address = self.shop.address.join("\n");
        let small = TextStyle::regular(style.label.size + 1.0);
        shop.add_text(faces, &address, small, Side::Left);
        let (left, width) = self.right_part();
        let mut right = Cell::at(left, width);
        let title = text!("order-papers-slip-title");
        right.add_text(faces, title, style.title, Side::Right);
        self.heading_rows(shop, right, &order_words(order), symbol)
    }

    /// Begins each further page. Long names are shortened with `…`, the first page has them.
    fn next_heading(&self, order: &Order, symbol: Option<&SlipSymbol>) -> Vec<Row<'f>> {
        let (faces, style) = (self.faces, self.style);
        let (left, width) = self.left_part();
        let mut shop = Cell::at(left, width);
        for (name, text_style) in
            [(self.shop.name.as_str(), style.heading), (shown_name(&order.to), style.body)]
        {
            if !name.trim().is_empty() {
                let line = faces.shortened(name, text_style, width);
                shop.add_lines(vec![line], Side::Left);
            }
        }
        let (left, width) = self.right_part();
        let mut right = Cell::at(left, width);
        let title = text!("order-papers-slip-title");
        right.add_text(faces, title, style.body, Side::Right);
        let room = match symbol {
            Some(symbol) if symbol.wide => style.frame.width(),
            _ => width,
        };
        let words = faces.shortened(&order_words(order), style.heading, room);
        self.heading_rows(shop, right, words.words(), symbol)
    }

    /// The shop and the title side by side, and the order with its barcode: below the title, or in
    /// a row of its own if the barcode needs the width.
    fn heading_rows(
        &self,
        shop: Cell<'f>,
        mut right: Cell<'f>,
        words: &str,
        symbol: Option<&SlipSymbol>,
    ) -> Vec<Row<'f>> {
        let style = self.style;
        let is_wide = symbol.is_some_and(|symbol| symbol.wide);
        let mut wide = self.whole_width();
        let (named, side) =
            if is_wide { (&mut wide, Side::Left) } else { (&mut right, Side::Right) };
        if let Some(SlipSymbol { symbol, .. }) = symbol {
            let left = match side {
                Side::Left => 0.0,
                Side::Right => named.width - symbol.width,
            };
            let symbol = Rc::clone(symbol);
            // A QR code needs blank space above and below.
            named.pieces.push(Piece::Gap(style.symbol_gap));
            named.pieces.push(Piece::Symbol { left, symbol });
            named.pieces.push(Piece::Gap(style.symbol_gap));
        }
        named.add_text(self.faces, words, style.heading, side);
        let mut rows = vec![Row { cells: vec![shop, right], ..Row::default() }];
        if is_wide {
            rows.push(Row { cells: vec![wide], ..Row::default() });
        }
        if let Some(last) = rows.last_mut() {
            last.below = style.part_gap / 2.0;
            last.rule = style.rule;
        }
        rows
    }

    /// The recipient at the left; when and how it was ordered at the right.
    fn recipient_and_facts(&self, order: &Order) -> Row<'f> {
        let (faces, style) = (self.faces, self.style);
        let (left, width) = self.left_part();
        let mut recipient = Cell::at(left, width);
        let label = text!("order-papers-slip-ship-to");
        recipient.add_text(faces, label, style.label, Side::Left);
        let mut lines = address_lines(&order.to, &self.shop.country).into_iter();
        let first = lines.next().unwrap_or_default();
        let mut block = faces.wrapped(&first, style.heading, width);
        for line in lines {
            block.extend(faces.wrapped(&line, style.body, width));
        }
        recipient.add_lines(block, Side::Left);
        let (left, width) = self.right_part();
        let mut facts = Cell::at(left, width);
        let ordered = order.ordered.map(|day| format::formats().date(day));
        let known = [
            (text!("order-papers-slip-ordered"), ordered.unwrap_or_default()),
            (text!("order-papers-slip-shipping"), order.shipping.clone()),
            (text!("order-papers-slip-reference"), order.reference.clone()),
        ];
        for (label, value) in known {
            if !value.trim().is_empty() {
                if !facts.pieces.is_empty() {
                    facts.pieces.push(Piece::Gap(style.part_gap / 3.0));
                }
                facts.add_text(faces, label, style.label, Side::Left);
                facts.add_text(faces, &value, style.body, Side::Left);
            }
        }
        self.part(vec![recipient, facts])
    }

    fn labeled(&self, label: &str, words: &str) -> Row<'f> {
        let mut cell = self.whole_width();
        cell.add_text(self.faces, label, self.style.label, Side::Left);
        cell.add_text(self.faces, words, self.style.body, Side::Left);
        self.part(vec![cell])
    }

    fn add_items(&self, order: &Order, flow: &mut Flow<'f>) {
        let (faces, style) = (self.faces, self.style);
        if order.items.is_empty() {
            let mut cell = self.whole_width();
            let words = text!("order-papers-slip-no-items");
            cell.add_text(faces, words, style.body, Side::Left);
            flow.add_row(self.part(vec![cell]));
            return;
        }
        let (columns, rows) = self.table(order);
        let (head, rows) = table_rows(faces, &style, &columns, &rows, false);
        let mut rows: Vec<Row<'_>> = rows.collect();
        let mut sums = self.whole_width();
        for words in self.sums(order) {
            sums.add_text(faces, &words, style.strong, Side::Right);
        }
        let sums = Row { cells: vec![sums], above: style.row_gap * 1.5, ..Row::default() };
        // The sums are not left alone on a page.
        if let Some(last) = rows.last_mut() {
            last.keep_below = sums.height();
        }
        flow.begin_table(head);
        for row in rows {
            flow.add_row(row);
        }
        flow.end_table();
        flow.add_row(sums);
    }

    /// The count of pieces, unless a quantity is unclear, and the value if prices are shown.
    fn sums(&self, order: &Order) -> Vec<String> {
        let pieces: Option<u64> = order.items.iter().map(|item| item.pieces().map(u64::from)).sum();
        let pieces = pieces.map(|count| text!("order-papers-slip-pieces", count = count));
        let value = order.value().filter(|_| self.shop.show_prices);
        let value = value.map(|total| text!("order-papers-slip-total", total = total));
        pieces.into_iter().chain(value).collect()
    }

    /// The columns of the table and the texts of its rows. A column without any text is left out,
    /// except the name.
    fn table(&self, order: &Order) -> (Vec<Column>, Vec<Vec<String>>) {
        let style = self.style;
        let column =
            |heading, side, text_style, width| Column { heading, side, style: text_style, width };
        let of_texts = |at_most| ColumnWidth::OfTexts { at_most };
        let (left, right) = (Side::Left, Side::Right);
        let mut columns: Vec<(Column, ItemText)> = Vec::new();
        if order.items.iter().any(|item| !item.sku.trim().is_empty()) {
            let heading = text!("order-papers-slip-column-sku");
            let sku = column(heading, left, style.body, of_texts(0.27));
            columns.push((sku, |item| item.sku.clone()));
        }
        let heading = text!("order-papers-slip-column-item");
        let name = column(heading, left, style.body, ColumnWidth::Rest);
        columns.push((name, |item| item.name.clone()));
        if self.shop.show_prices && order.items.iter().any(|item| item.value.is_some()) {
            let heading = text!("order-papers-slip-column-price");
            let price = column(heading, right, style.body, of_texts(0.2));
            let words = |item: &OrderItem| item.value.map(format::money).unwrap_or_default();
            columns.push((price, words));
        }
        let heading = text!("order-papers-slip-column-quantity");
        let quantity = column(heading, right, style.strong, of_texts(0.2));
        columns.push((quantity, quantity_words));
        let rows = order.items.iter().map(|item| {
            let texts = columns.iter().map(|(_, words)| words(item));
            texts.collect()
        });
        let rows = rows.collect();
        (columns.into_iter().map(|(column, _)| column).collect(), rows)
    }
}

/// The quantity as the locale writes it, or the text that the shop sent instead of a number.
pub(super) fn quantity_words(item: &OrderItem) -> String {
    match (item.pieces(), item.quantity.trim()) {
        (Some(pieces), _) => format::number(f64::from(pieces)),
        (None, "") => "?".to_owned(),
        (None, text) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
