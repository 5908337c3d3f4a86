//! Sheets with several labels: two labels per office sheet, each at 100 % in its own half. Also
//! one PDF with many labels.

use super::paper::{self, Paper, Slot};
use super::{Half, PrintError, Printer, lose_edge, measure, picture, written};
use crate::Page;

/// One sheet as bytes for its printer.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub bytes: Vec<u8>,
    /// The keys of the labels on it, without duplicates, in order.
    pub labels: Vec<usize>,
}

/// Fills one sheet after another; only the current one is kept as dots.
pub struct Sheets<'a> {
    printer: &'a Printer,
    next: Half,
    open: Option<(Paper, Vec<usize>)>,
    done: Vec<Sheet>,
}

impl<'a> Sheets<'a> {
    /// `start` is the unused half of the first sheet.
    pub fn new(printer: &'a Printer, start: Half) -> Self {
        Self { printer, next: start, open: None, done: Vec::new() }
    }

    /// Places a page of the label with this key on the next half, or on a separate sheet if it is
    /// larger than a half. Returns the page as it will be printed, for the self-check, and what is lost
    /// near the edges of the sheet, if something is: it may be printed once somebody has agreed.
    ///
    /// # Errors
    /// A [`PrintError`] with a message if the page does not fit on a sheet either. Labels placed
    /// before stay.
    pub fn add(
        &mut self,
        key: usize,
        page: &Page,
    ) -> Result<(Page, Option<PrintError>), PrintError> {
        let size = (page.width_in, page.height_in);
        let half = self.printer.half_in();
        if !paper::fits(size, half) && !paper::fits((size.1, size.0), half) {
            let paper = Paper::with(page, self.printer)?;
            if self.done.is_empty() && self.open.is_none() && self.next == Half::Second {
                return Err(PrintError::NeedsWholeSheet { label: measure(size) });
            }
            // Sheets must be in the order of the labels, so the partly filled one is finished
            // first.
            self.close()?;
            let bytes = written(std::slice::from_ref(&paper), self.printer)?;
            let labels = vec![key];
            self.done.push(Sheet { bytes, labels });
            let size = (paper.width, paper.height);
            let mut burnt = paper.into_page();
            let lost = lose_edge(&mut burnt, (0, 0), size, self.printer);
            return Ok((burnt, lost));
        }
        let (mut paper, mut labels) = match self.open.take() {
            Some(open) => open,
            None => (Paper::blank(self.printer)?, Vec::new()),
        };
        let slot = slot(&paper, self.printer, self.next);
        let laid = paper.lay_in(&slot, page, self.printer);
        if let Err(error) = laid {
            if !labels.is_empty() {
                self.open = Some((paper, labels));
            }
            return Err(error);
        }
        let mut burnt = paper.part(&slot);
        let size = (paper.width, paper.height);
        let lost = lose_edge(&mut burnt, (slot.x, slot.y), size, self.printer);
        if labels.last() != Some(&key) {
            labels.push(key);
        }
        self.open = Some((paper, labels));
        match self.next {
            Half::First => self.next = Half::Second,
            Half::Second => self.close()?,
        }
        Ok((burnt, lost))
    }

    /// Whether no sheet is half filled.
    pub fn is_full(&self) -> bool {
        self.open.is_none()
    }

    /// All sheets; on the last one, one half may be empty.
    ///
    /// # Errors
    /// A sheet cannot be written for the printer.
    pub fn finish(mut self) -> Result<Vec<Sheet>, PrintError> {
        self.close()?;
        Ok(self.done)
    }

    fn close(&mut self) -> Result<(), PrintError> {
        if let Some((paper, labels)) = self.open.take() {
            let bytes = written(&[paper], self.printer)?;
            self.done.push(Sheet { bytes, labels });
            self.next = Half::First;
        }
        Ok(())
    }
}

/// The area of one half of the paper, cut across its longer side.
fn slot(paper: &Paper, printer: &Printer, half: Half) -> Slot {
    let tall = printer.media_in.1 >= printer.media_in.0;
    let (width, height) = match tall {
        true => (paper.width, paper.height / 2),
        false => (paper.width / 2, paper.height),
    };
    let (x, y) = match (half, tall) {
        (Half::First, _) => (0, 0),
        (Half::Second, true) => (0, paper.height - height),
        (Half::Second, false) => (paper.width - width, 0),
    };
    Slot { x, y, width, height, size_in: printer.half_in() }
}

/// One PDF of many labels, each on a page of its own size, at the resolution it was drawn.
///
/// # Errors
/// The size of a page is invalid for a PDF.
pub fn one_pdf(pages: &[Page]) -> Result<Vec<u8>, PrintError> {
    let papers: Vec<Paper> = pages.iter().map(Paper::of_page).collect();
    let sizes = pages.iter().map(|page| (page.width_in, page.height_in));
    picture::pages_of(papers.iter().zip(sizes))
}
