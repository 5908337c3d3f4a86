//! Distributes rows of text over pages. A row has cells side by side; it stays on one page unless
//! it is longer than half of one, then it continues on the next. Nothing is left out, however long
//! it is.

use std::rc::Rc;

use super::order_symbol::OrderSymbol;
use super::paper::{Area, Mark, PaperSize};
use super::typeset::{Line, TextStyle, Typefaces};

/// A part of a cell that is never divided.
#[derive(Clone)]
pub enum Piece<'f> {
    /// A line of text, at this distance from the left side of its cell.
    Text {
        left: f32,
        line: Rc<Line<'f>>,
    },
    /// The logo.
    Picture {
        left: f32,
        size: (f32, f32),
    },
    Symbol {
        left: f32,
        symbol: Rc<OrderSymbol>,
    },
    /// A box to tick with a pen, as high as a line of text of this size.
    TickBox {
        text_size: f32,
    },
    Gap(f32),
}

/// Side of a tick box and thickness of its lines, as fractions of the type size.
const TICK_BOX: f32 = 1.0;
const TICK_LINE: f32 = 0.09;
/// Height and baseline of the line that holds a tick box, the same as of text: [`Line::height`].
const TICK_HEIGHT: f32 = 1.33;
const TICK_BASELINE: f32 = 1.03;

impl Piece<'_> {
    fn height(&self) -> f32 {
        match self {
            Self::Text { line, .. } => line.height(),
            Self::Picture { size, .. } => size.1,
            Self::Symbol { symbol, .. } => symbol.height,
            Self::TickBox { text_size } => text_size * TICK_HEIGHT,
            Self::Gap(height) => *height,
        }
    }

    fn baseline(&self) -> Option<f32> {
        match self {
            Self::Text { line, .. } => Some(line.baseline()),
            Self::TickBox { text_size } => Some(text_size * TICK_BASELINE),
            Self::Picture { .. } | Self::Symbol { .. } | Self::Gap(_) => None,
        }
    }
}

/// Which side of its cell a text is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// A column of a row, with its place on the page.
#[derive(Clone)]
pub struct Cell<'f> {
    pub left: f32,
    pub width: f32,
    pub pieces: Vec<Piece<'f>>,
}

impl<'f> Cell<'f> {
    pub fn at(left: f32, width: f32) -> Self {
        Self { left, width, pieces: Vec::new() }
    }

    /// Adds a text, wrapped at the width of the cell.
    pub fn add_text(&mut self, faces: &'f Typefaces, text: &str, style: TextStyle, side: Side) {
        let lines = faces.wrapped(text, style, self.width);
        self.add_lines(lines, side);
    }

    /// Adds the lines of one block. In a block at the left side, lines that are read from right to
    /// left end where its widest line ends.
    pub fn add_lines(&mut self, lines: Vec<Line<'f>>, side: Side) {
        let widest = lines.iter().map(|line| line.width).fold(0.0, f32::max);
        let pieces = lines.into_iter().map(|line| {
            let left = match side {
                Side::Right => self.width - line.width,
                Side::Left if line.leftward => widest - line.width,
                Side::Left => 0.0,
            };
            let line = Rc::new(line);
            Piece::Text { left, line }
        });
        self.pieces.extend(pieces);
    }

    fn height(&self) -> f32 {
        self.pieces.iter().map(Piece::height).sum()
    }

    fn first_baseline(&self) -> Option<f32> {
        self.pieces.first().and_then(Piece::baseline)
    }
}

/// Cells side by side. Their first lines have one baseline.
#[derive(Clone, Default)]
pub struct Row<'f> {
    pub cells: Vec<Cell<'f>>,
    /// Blank space above and below, which is left out at the top of the paper.
    pub above: f32,
    pub below: f32,
    /// The thickness of a line across the page below the row.
    pub rule: f32,
    /// The room that must be left below the row on its page, for what belongs to it.
    pub keep_below: f32,
}

impl Row<'_> {
    /// How much lower a cell begins, so that its first line has the baseline of the others.
    fn drop_of(&self, cell: &Cell<'_>) -> f32 {
        let baselines = self.cells.iter().filter_map(Cell::first_baseline);
        let lowest = baselines.fold(0.0, f32::max);
        cell.first_baseline().map_or(0.0, |own| lowest - own)
    }

    fn content_height(&self) -> f32 {
        let heights = self.cells.iter().map(|cell| self.drop_of(cell) + cell.height());
        heights.fold(0.0, f32::max)
    }

    pub fn height(&self) -> f32 {
        self.above + self.content_height() + self.below + self.rule
    }
}

/// The part of a page that rows fill.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub left: f32,
    pub right: f32,
    pub top: f32,
    pub bottom: f32,
}

impl Frame {
    /// Within margins, with room for a page number below.
    pub fn within(paper: PaperSize, margin: f32, footer: f32) -> Self {
        let (width, height) = paper.points();
        Self { left: margin, right: width - margin, top: margin, bottom: height - margin - footer }
    }

    pub fn width(&self) -> f32 {
        self.right - self.left
    }
}

/// Pages that are being filled from top to bottom.
pub struct Flow<'f> {
    frame: Frame,
    /// Repeated at the top of each page but the first.
    heading: Vec<Row<'f>>,
    /// Repeated at the top of each page while rows of a table are added.
    table_head: Option<Row<'f>>,
    table_head_is_there: bool,
    pages: Vec<Vec<Mark<'f>>>,
    y: f32,
    /// Whether the page has nothing below its heading and the head of its table.
    blank: bool,
    /// Whether the next row is at the top of the paper.
    at_top: bool,
}

/// Distances that add up to a page are not exact.
const ALMOST: f32 = 0.01;

impl<'f> Flow<'f> {
    /// `heading` begins each page but the first. It must leave room for more.
    pub fn new(frame: Frame, heading: Vec<Row<'f>>) -> Self {
        Self {
            frame,
            heading,
            table_head: None,
            table_head_is_there: false,
            pages: vec![Vec::new()],
            y: frame.top,
            blank: true,
            at_top: true,
        }
    }

    /// The rows that follow belong to a table with this head.
    pub fn begin_table(&mut self, head: Row<'f>) {
        self.table_head = Some(head);
        self.table_head_is_there = false;
    }

    pub fn end_table(&mut self) {
        self.table_head = None;
    }

    /// Begins a new page unless this one has room of this height, so that what belongs together is
    /// not divided.
    pub fn need(&mut self, height: f32) {
        if !self.blank && self.y + height > self.frame.bottom {
            self.begin_page();
        }
    }

    pub fn add_row(&mut self, mut row: Row<'f>) {
        let waiting_head = match &self.table_head {
            Some(head) if !self.table_head_is_there => head.height(),
            _ => 0.0,
        };
        let needed = waiting_head + row.height() + row.keep_below;
        if needed > self.room() && !self.blank {
            let line = row.cells.iter().filter_map(|cell| cell.pieces.first());
            let line = line.map(Piece::height).fold(0.0, f32::max);
            // A long row starts here if some of it fits: a new page could leave half of this blank.
            let starts_here = row.height() > self.room_of_new_page() * 0.5
                && waiting_head + row.above + 4.0 * line < self.room();
            if !starts_here {
                self.begin_page();
            }
        }
        self.add_waiting_head();
        self.add_space(row.above);
        while self.fill_page(&mut row) {
            self.begin_page();
            self.add_waiting_head();
            self.add_space(row.above);
        }
        self.end_row(row.below, row.rule);
    }

    /// The pages; there is at least one.
    pub fn finish(self) -> Vec<Vec<Mark<'f>>> {
        self.pages
    }

    fn room(&self) -> f32 {
        self.frame.bottom - self.y + ALMOST
    }

    /// The room below the headings of the next page.
    fn room_of_new_page(&self) -> f32 {
        let headings = self.heading.iter().chain(&self.table_head);
        self.frame.bottom - self.frame.top - headings.map(Row::height).sum::<f32>() + ALMOST
    }

    fn begin_page(&mut self) {
        self.pages.push(Vec::new());
        self.y = self.frame.top;
        self.table_head_is_there = false;
        for mut row in self.heading.clone() {
            self.fixed_row(&mut row);
        }
        self.blank = true;
        self.at_top = self.heading.is_empty();
    }

    fn add_waiting_head(&mut self) {
        if let Some(mut head) = self.table_head.clone()
            && !self.table_head_is_there
        {
            if std::mem::take(&mut self.at_top) {
                head.above = 0.0;
            }
            self.fixed_row(&mut head);
            self.table_head_is_there = true;
            self.blank = true;
        }
    }

    /// Adds blank space, but not at the top of the paper.
    fn add_space(&mut self, height: f32) {
        if !std::mem::take(&mut self.at_top) {
            self.y += height;
        }
    }

    /// The space below a row, and a line of this thickness, if any.
    fn end_row(&mut self, below: f32, thickness: f32) {
        self.y += below;
        if thickness > 0.0 {
            let rule = Area {
                left: self.frame.left,
                top: self.y,
                width: self.frame.width(),
                height: thickness,
            };
            self.mark(Mark::Ink(vec![rule]));
            self.y += thickness;
        }
    }

    /// Adds a row of a heading, which is never divided.
    fn fixed_row(&mut self, row: &mut Row<'f>) {
        let bottom = std::mem::replace(&mut self.frame.bottom, f32::INFINITY);
        self.y += row.above;
        self.fill_page(row);
        self.end_row(row.below, row.rule);
        self.frame.bottom = bottom;
    }

    /// Adds the pieces of a row that fit on this page and removes them from the row. Returns
    /// whether some are left. On a blank page each cell gets at least one.
    fn fill_page(&mut self, row: &mut Row<'f>) -> bool {
        let top = self.y;
        let mut lowest = top;
        let blank = self.blank;
        let mut left_over = false;
        let drops: Vec<f32> = row.cells.iter().map(|cell| row.drop_of(cell)).collect();
        for (cell, drop) in row.cells.iter_mut().zip(drops) {
            let mut y = top + drop;
            let mut taken = 0;
            for piece in &cell.pieces {
                let forced = blank && taken == 0;
                if y + piece.height() > self.frame.bottom + ALMOST && !forced {
                    break;
                }
                if let Some(page) = self.pages.last_mut() {
                    place(page, piece, cell.left, y);
                }
                y += piece.height();
                taken += 1;
            }
            cell.pieces.drain(..taken);
            left_over |= !cell.pieces.is_empty();
            lowest = lowest.max(y);
        }
        self.y = lowest;
        self.blank &= lowest <= top;
        left_over
    }

    fn mark(&mut self, mark: Mark<'f>) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }
}

fn place<'f>(page: &mut Vec<Mark<'f>>, piece: &Piece<'f>, cell_left: f32, top: f32) {
    match piece {
        Piece::Text { left, line } => page.push(Mark::Text {
            left: cell_left + left,
            baseline: top + line.baseline(),
            line: Rc::clone(line),
        }),
        Piece::Picture { left, size } => page.push(Mark::Picture(Area {
            left: cell_left + left,
            top,
            width: size.0,
            height: size.1,
        })),
        Piece::Symbol { left, symbol } => {
            page.push(Mark::Ink(symbol.placed(cell_left + left, top)))
        }
        Piece::TickBox { text_size } => page.push(Mark::Ink(tick_box(cell_left, top, *text_size))),
        Piece::Gap(_) => {}
    }
}

/// The four sides of a box, without overlap.
fn tick_box(left: f32, top: f32, text_size: f32) -> Vec<Area> {
    let (side, thick) = (text_size * TICK_BOX, text_size * TICK_LINE);
    let top = top + text_size * (TICK_HEIGHT - TICK_BOX) / 2.0;
    let area = |left, top, width, height| Area { left, top, width, height };
    vec![
        area(left, top, side, thick),
        area(left, top + side - thick, side, thick),
        area(left, top + thick, thick, side - 2.0 * thick),
        area(left + side - thick, top + thick, thick, side - 2.0 * thick),
    ]
}

#[cfg(test)]
mod tests;
