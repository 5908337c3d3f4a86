//! What `postroom batch` reads from its arguments, writes to standard output, and answers with its
//! exit code. `docs/batch.md` describes all three for users; scripts rely on them.

mod arguments;
mod exit;
mod line;
mod tally;

use std::io::{self, Write};

use serde::Serialize;

pub use arguments::{
    BATCH_HELP, BatchArguments, BatchGoal, parse_batch_arguments, parse_watch_arguments,
};
pub use exit::{BatchExit, RunEnd};
pub use line::{BatchOrder, BatchProblem, BatchStart, ImportedAs, LeftOut, OrderEvent};
pub use tally::BatchSummary;

use crate::batch_report::line::{OrderLine, StartLine};
use crate::batch_report::tally::Tally;

/// The report of one run: a line of JSON for the start, one for each order and stage, and one for
/// the summary. Each line is flushed, so that a killed run leaves whole lines.
#[derive(Debug)]
pub struct BatchReport<W> {
    out: W,
    tally: Tally,
}

impl<W: Write> BatchReport<W> {
    /// Writes the first line.
    ///
    /// # Errors
    /// Any error of `out`. A report that cannot be written is a reason to stop before the next
    /// purchase, never inside one.
    pub fn begin(out: W, start: &BatchStart) -> io::Result<Self> {
        let mut report = Self { out, tally: Tally::new(start) };
        report.write_line(&StartLine::from_start(start))?;
        Ok(report)
    }

    /// Writes what happened to an order, and counts it.
    ///
    /// # Errors
    /// As [`Self::begin`]. The event is counted all the same.
    pub fn add_event(&mut self, order: &BatchOrder, event: &OrderEvent) -> io::Result<()> {
        self.tally.add_event(order, event);
        self.write_line(&OrderLine::from_event(order, event))
    }

    /// Writes the last line and returns the code to exit with.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub fn end(mut self, end: &RunEnd) -> io::Result<BatchExit> {
        let summary = self.tally.summary(end);
        let exit = summary.exit;
        self.write_line(&summary)?;
        Ok(exit)
    }

    /// What the last line says if the run ends now.
    pub fn summary(&self, end: &RunEnd) -> BatchSummary {
        self.tally.summary(end)
    }

    fn write_line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.out.write_all(&text)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests;
