//! Papers about orders on their way to the printer of papers.

use std::error::Error;

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::records::document_id::DrawnPaper;
use crate::message;

/// The printer of papers, chosen before they are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::desk) struct PaperPrinter {
    /// `None` if no printer has the paper; printing then says so.
    pub name: Option<String>,
    /// Pages of one print job.
    pub most_pages: usize,
}

/// A paper that is ready to be printed.
#[derive(Clone, Debug)]
pub(in crate::desk) struct PaperToPrint {
    pub paper: DrawnPaper,
    pub printer: Option<String>,
}

pub(in crate::desk) fn tell_failure(ctx: &mut Ctx<'_>, error: &(dyn Error + Send + Sync)) {
    let attempted = message!("order-printing-attempted-paper");
    ctx.notice_failure(failure::describe_local_error(attempted, error));
}
