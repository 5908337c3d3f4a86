//! The day report on paper: its sections as tables, one below the other.

use super::flow::{Cell, Flow, Row, Side};
use super::page_style::PageStyle;
use super::paper::{Mark, PaperError, PaperSize};
use super::paper_parts::PaperParts;
use super::table::{Column, ColumnWidth, add_table};
use super::typeset::{TextStyle, Typefaces};
use crate::day_report::{DayReport, ReportColumn, ReportSection};
use crate::text;
use postroom_base::locale::format;

/// Writes the report as a PDF. The name of the shop is in its heading.
///
/// # Errors
/// [`PaperError::Write`] if the PDF cannot be written.
pub fn day_report_paper(
    report: &DayReport,
    shop: &str,
    paper: PaperSize,
) -> Result<Vec<u8>, PaperError> {
    let mut parts = day_report_parts(report, shop, paper, usize::MAX)?;
    parts.pop().ok_or(PaperError::Write)
}

/// The same as several PDFs of at most `most_pages` pages each, for printers that are sent drawn
/// pages.
///
/// # Errors
/// See [`day_report_paper`].
pub fn day_report_parts(
    report: &DayReport,
    shop: &str,
    paper: PaperSize,
    most_pages: usize,
) -> Result<Vec<Vec<u8>>, PaperError> {
    let faces = Typefaces::open()?;
    let mut parts = PaperParts::start(&report.title(), paper, None, most_pages);
    let maker = ReportMaker {
        faces: &faces,
        style: PageStyle::of_paper(paper),
        shop,
        day: format::formats().long_date(report.day),
    };
    for page in maker.pages(&report.sections()) {
        parts.add_page(&page)?;
    }
    parts.finish()
}

struct ReportMaker<'f> {
    faces: &'f Typefaces,
    style: PageStyle,
    shop: &'f str,
    day: String,
}

impl<'f> ReportMaker<'f> {
    fn pages(&self, sections: &[ReportSection]) -> Vec<Vec<Mark<'f>>> {
        let mut flow = Flow::new(self.style.frame, vec![self.heading(self.style.heading)]);
        flow.add_row(self.heading(self.style.title));
        for section in sections {
            self.add_section(section, &mut flow);
        }
        let mut pages = flow.finish();
        self.style.number_pages(&mut pages, self.faces);
        pages
    }

    /// The title at the left; the shop and the day at the right, each on one line.
    fn heading(&self, title_style: TextStyle) -> Row<'f> {
        let title = text!("order-papers-report-heading");
        self.style.head_of_page(self.faces, title, title_style, [self.shop, &self.day])
    }

    fn add_section(&self, section: &ReportSection, flow: &mut Flow<'f>) {
        let style = self.style;
        let mut title = Cell::at(style.frame.left, style.frame.width());
        title.add_text(self.faces, &section.title, style.heading, Side::Left);
        // A title is not left alone at the end of a page.
        flow.need(style.body.size * 7.0 + style.part_gap);
        flow.add_row(Row { cells: vec![title], above: style.part_gap, ..Row::default() });
        let columns = columns_of(&section.columns, &style);
        add_table(flow, self.faces, &style, &columns, &section.rows, false);
    }
}

/// The last column of words takes the room that the others leave.
fn columns_of(columns: &[ReportColumn], style: &PageStyle) -> Vec<Column> {
    let widest = columns.iter().rposition(|column| !column.is_number);
    let columns = columns.iter().enumerate().map(|(at, column)| Column {
        heading: column.heading,
        side: if column.is_number { Side::Right } else { Side::Left },
        style: style.body,
        width: match Some(at) == widest {
            true => ColumnWidth::Rest,
            false => ColumnWidth::OfTexts { at_most: 0.27 },
        },
    });
    columns.collect()
}

#[cfg(test)]
mod tests;
