//! What the user asks of printers and their queue.

use crate::desk::kernel::batch_job::BatchIntent;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::printing;
use crate::desk::printing::state::Printing;
use crate::label::print::Printer;

#[derive(Clone, Debug)]
pub enum PrintingIntent {
    /// Adds a printer, or replaces one, possibly under another name.
    SavePrinter {
        replaces: Option<String>,
        printer: Box<Printer>,
    },
    RemovePrinter(String),
    /// Lists the queues of the operating system.
    FindPrinters,
    /// Asks the office printer at this `ipp://` address for its name and capabilities.
    AskOfficePrinter(String),
    TestPrint(String),
    /// Answers the open print question with no.
    DropQuestion,
    Cancel(i64),
    Retry(i64),
    /// The user says whether an interrupted job was printed; otherwise it is printed again.
    SettleInterrupted {
        job: i64,
        printed: bool,
    },
    Batch(BatchIntent),
}

pub(in crate::desk) fn apply(me: &mut Printing, ctx: &mut Ctx<'_>, intent: PrintingIntent) {
    match intent {
        PrintingIntent::SavePrinter { replaces, printer } => {
            printing::save_printer(me, ctx, replaces, *printer);
        }
        PrintingIntent::RemovePrinter(name) => printing::remove_printer(me, ctx, name),
        PrintingIntent::FindPrinters => printing::find_system_queues(me, ctx),
        PrintingIntent::AskOfficePrinter(uri) => printing::ask_office_printer(me, ctx, uri),
        PrintingIntent::TestPrint(name) => printing::test_print(me, ctx, &name),
        PrintingIntent::DropQuestion => printing::drop_question(me),
        PrintingIntent::Cancel(job) => printing::cancel(me, ctx, job),
        PrintingIntent::Retry(job) => printing::retry(me, ctx, job),
        PrintingIntent::SettleInterrupted { job, printed } => {
            printing::settle_interrupted(me, ctx, job, printed);
        }
        PrintingIntent::Batch(step) => printing::work(me, ctx, step),
    }
}
