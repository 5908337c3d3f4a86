//! A paper of many pages as several PDFs.

use super::logo::Logo;
use super::paper::{Mark, PaperError, PaperSize, PaperWriter};

pub struct PaperParts {
    title: String,
    paper: PaperSize,
    logo: Option<Logo>,
    /// Pages of a part.
    most: usize,
    open: PaperWriter,
    /// Pages of the open part.
    pages: usize,
    done: Vec<Vec<u8>>,
}

impl PaperParts {
    /// At least one page is in each part, whatever `most_pages` says.
    pub fn start(title: &str, paper: PaperSize, logo: Option<Logo>, most_pages: usize) -> Self {
        Self {
            open: PaperWriter::start(title, paper, logo.clone()),
            title: title.to_owned(),
            paper,
            logo,
            most: most_pages.max(1),
            pages: 0,
            done: Vec::new(),
        }
    }

    /// Begins a new part if so many pages do not fit in the open one.
    ///
    /// # Errors
    /// See [`PaperWriter::finish`].
    pub fn keep_together(&mut self, pages: usize) -> Result<(), PaperError> {
        match self.pages > 0 && self.pages.saturating_add(pages) > self.most {
            true => self.close(),
            false => Ok(()),
        }
    }

    pub fn add_bookmark(&mut self, title: &str) {
        self.open.add_bookmark(title);
    }

    /// # Errors
    /// See [`PaperWriter::add_page`] and [`PaperWriter::finish`].
    pub fn add_page(&mut self, marks: &[Mark<'_>]) -> Result<(), PaperError> {
        if self.pages == self.most {
            self.close()?;
        }
        self.open.add_page(marks)?;
        self.pages += 1;
        Ok(())
    }

    /// All parts in their order; none without pages.
    ///
    /// # Errors
    /// See [`PaperWriter::finish`].
    pub fn finish(mut self) -> Result<Vec<Vec<u8>>, PaperError> {
        if self.pages > 0 {
            self.close()?;
        }
        Ok(self.done)
    }

    fn close(&mut self) -> Result<(), PaperError> {
        let next = PaperWriter::start(&self.title, self.paper, self.logo.clone());
        let full = std::mem::replace(&mut self.open, next);
        self.done.push(full.finish()?);
        self.pages = 0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use postroom_label::{Limits, decode_in_process};

    fn parts(most: usize, orders: &[usize]) -> Vec<usize> {
        let mut parts = PaperParts::start("Slips", PaperSize::Label4x6, None, most);
        for pages in orders {
            parts.keep_together(*pages).unwrap();
            for _ in 0..*pages {
                parts.add_page(&[]).unwrap();
            }
        }
        let pages = |pdf: Vec<u8>| {
            let decoded = decode_in_process(&pdf, 20.0, &Limits::default());
            decoded.unwrap().len()
        };
        parts.finish().unwrap().into_iter().map(pages).collect()
    }

    #[test]
    fn an_order_is_divided_only_if_it_has_more_pages_than_a_part() {
        assert_eq!(parts(4, &[2, 1, 2, 1, 1, 3]), [3, 4, 3]);
        assert_eq!(parts(4, &[1, 9, 1]), [1, 4, 4, 2]);
        assert_eq!(parts(usize::MAX, &[3, 3]), [6]);
        assert_eq!(parts(0, &[2]), [1, 1]);
        assert!(parts(4, &[]).is_empty());
    }
}
