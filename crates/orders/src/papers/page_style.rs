//! Type sizes and distances of slips and lists, for office paper and for the small paper of label
//! printers. All in points.

use std::rc::Rc;

use super::flow::{Cell, Frame, Row, Side};
use super::paper::{Mark, PaperSize};
use super::typeset::{TextStyle, Typefaces};
use crate::text;

#[derive(Clone, Copy, Debug)]
pub struct PageStyle {
    pub paper: PaperSize,
    pub frame: Frame,
    /// Between columns.
    pub gutter: f32,
    /// Above and below a row of a table.
    pub row_gap: f32,
    /// Between the parts of a page.
    pub part_gap: f32,
    /// Above and below a barcode.
    pub symbol_gap: f32,
    /// The thickness of lines between parts and between rows.
    pub rule: f32,
    pub hairline: f32,
    pub title: TextStyle,
    pub heading: TextStyle,
    pub body: TextStyle,
    pub strong: TextStyle,
    pub label: TextStyle,
    /// The largest size of the logo.
    pub logo: (f32, f32),
}

impl PageStyle {
    pub fn of_paper(paper: PaperSize) -> Self {
        if paper.is_label_stock() {
            return Self {
                paper,
                // 36 dots at 203 dpi: label printers leave about 0.1 in blank.
                frame: Frame::within(paper, 12.77, 9.0),
                gutter: 9.0,
                row_gap: 1.6,
                part_gap: 6.0,
                symbol_gap: 5.0,
                rule: 0.8,
                hairline: 0.4,
                title: TextStyle::bold(13.0),
                heading: TextStyle::bold(9.5),
                body: TextStyle::regular(8.0),
                strong: TextStyle::bold(8.0),
                label: TextStyle::bold(6.5),
                logo: (110.0, 36.0),
            };
        }
        Self {
            paper,
            frame: Frame::within(paper, 48.0, 16.0),
            gutter: 18.0,
            row_gap: 3.5,
            part_gap: 14.0,
            symbol_gap: 5.0,
            rule: 1.0,
            hairline: 0.35,
            title: TextStyle::bold(20.0),
            heading: TextStyle::bold(12.0),
            body: TextStyle::regular(10.0),
            strong: TextStyle::bold(10.0),
            label: TextStyle::bold(8.0),
            logo: (200.0, 56.0),
        }
    }

    /// The title at the left; further words at the right, each on one line.
    pub fn head_of_page<'f>(
        &self,
        faces: &'f Typefaces,
        title: &str,
        title_style: TextStyle,
        at_right: [&str; 2],
    ) -> Row<'f> {
        let half = (self.frame.width() - self.gutter) / 2.0;
        let mut left = Cell::at(self.frame.left, half);
        left.add_text(faces, title, title_style, Side::Left);
        let mut right = Cell::at(self.frame.right - half, half);
        for words in at_right {
            if !words.trim().is_empty() {
                let line = faces.shortened(words, self.body, half);
                right.add_lines(vec![line], Side::Right);
            }
        }
        Row { cells: vec![left, right], below: self.row_gap, rule: self.rule, ..Row::default() }
    }

    /// Writes `Page 2 of 3` below each page, unless there is only one.
    pub fn number_pages<'f>(&self, pages: &mut [Vec<Mark<'f>>], faces: &'f Typefaces) {
        let count = pages.len();
        if count < 2 {
            return;
        }
        for (at, page) in pages.iter_mut().enumerate() {
            let words = text!("order-papers-slip-page", page = at + 1, pages = count);
            let style = TextStyle::regular(self.label.size);
            let line = faces.line(&words, style);
            let (_, height) = self.paper.points();
            page.push(Mark::Text {
                left: self.frame.right - line.width,
                baseline: height - self.frame.top,
                line: Rc::new(line),
            });
        }
    }
}
