//! Printers and the print queue: preparing jobs, sending them to their printers in order, and
//! following their progress in the queues of the system.
//!
//! A job is marked on disk before its first byte is sent (see `store::spool`). Only what was
//! provably not sent is retried automatically; everything else waits for the user.

mod batch;
pub mod intent;
mod queue;
pub mod state;

use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{NoSlot, Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::saved_values;
use crate::desk::printing::state::Printing;
use crate::label::print;
use crate::label::print::{Printer, cups, office};
use crate::message;
use crate::store::SpoolError;
use crate::store::spool::{JobRecord, NewJob, Spool};

pub use crate::desk::printing::batch::MOST_SHIPMENTS;
pub(in crate::desk) use crate::desk::printing::batch::{
    after_purchase, drop_question, print, work,
};
pub(in crate::desk) use crate::desk::printing::queue::{
    cancel, next_wake, refresh, retry, settle_interrupted, work_when_due,
};

const FIND: Slot<Printing> = Slot::with_window("printers of the system");
const ASK: Slot<Printing> = Slot::with_window("office printer");

/// Restores the printers and jobs of the last run from their stored form.
pub(in crate::desk) fn restore_printers_and_jobs(
    me: &mut Printing,
    ctx: &mut Ctx<'_>,
    printers: Vec<String>,
    jobs: Vec<JobRecord>,
) {
    let printers = printers.iter();
    me.printers = printers.filter_map(|json| saved_values::readable(json, "a printer")).collect();
    queue::show_jobs(me, ctx, jobs);
}

pub(in crate::desk) fn save_printer(
    me: &mut Printing,
    ctx: &mut Ctx<'_>,
    replaces: Option<String>,
    printer: Printer,
) {
    let Some(spool) = usable(me, ctx) else {
        return;
    };
    let printers = &mut me.printers;
    let place = |name: &str| printers.iter().position(|known| known.name == name);
    let at = replaces.as_deref().and_then(place).or_else(|| place(&printer.name));
    match at.and_then(|at| printers.get_mut(at)) {
        Some(known) => *known = printer.clone(),
        None => printers.push(printer.clone()),
    }
    // Whoever has a printer need not find one.
    if let Remote::Failed { previous, .. } = &mut me.found {
        me.found = previous.take().map_or(Remote::NotAsked, Remote::Ready);
    }
    let renamed = replaces.filter(|old| *old != printer.name);
    let work = async move {
        if let Some(old) = renamed {
            spool.remove_printer(&old).await?;
        }
        let json = serde_json::to_string(&printer).unwrap_or_default();
        spool.put_printer(&printer.name, json).await
    };
    let failed = |error: &SpoolError| {
        failure::describe_local_error(message!("printing-error-save-printer"), error)
    };
    ctx.jobs.answer_or_notice(NoSlot::<Printing>::until_finished(), work, failed, |_, _, ()| {});
}

pub(in crate::desk) fn remove_printer(me: &mut Printing, ctx: &mut Ctx<'_>, name: String) {
    let Some(spool) = usable(me, ctx) else {
        return;
    };
    let printers = &mut me.printers;
    printers.retain(|printer| printer.name != name);
    let work = async move { spool.remove_printer(&name).await };
    let failed = |error: &SpoolError| {
        failure::describe_local_error(message!("printing-error-remove-printer"), error)
    };
    ctx.jobs.answer_or_notice(NoSlot::<Printing>::until_finished(), work, failed, |_, _, ()| {});
}

/// Asks the system for its print queues.
pub(in crate::desk) fn find_system_queues(me: &mut Printing, ctx: &mut Ctx<'_>) {
    me.found.start_loading();
    let spooler = ctx.spooler.clone();
    let work = async move {
        if cfg!(windows) {
            spooler.queues().await
        } else {
            let server = cups::server(std::env::var("CUPS_SERVER").ok().as_deref());
            let found = tokio::task::spawn_blocking(move || cups::queues(&server)).await;
            found.unwrap_or_else(|error| Err(error.to_string()))
        }
    };
    ctx.jobs.answer(FIND, work, move |me, ctx, found| {
        let now = ctx.clock.now();
        let found = found.map_err(|cause| Trouble {
            attempted: message!("printing-error-find"),
            cause: cause.into(),
            advice: message!("printing-finding-advice"),
            retry_is_safe: true,
            ..Trouble::default()
        });
        match found {
            Ok(queues) => me.found = Remote::ready(queues, now),
            Err(trouble) => me.found.settle(Err(trouble), now),
        }
    });
}

/// Asks an office printer for its capabilities. An earlier answer is kept while loading only if it
/// is from the same printer.
pub(in crate::desk) fn ask_office_printer(me: &mut Printing, ctx: &mut Ctx<'_>, uri: String) {
    let mut asked = match me.office.take() {
        Some((before, told)) if before == uri => told,
        _ => Remote::NotAsked,
    };
    asked.start_loading();
    me.office = Some((uri.clone(), asked));
    let work = async move {
        let told = tokio::task::spawn_blocking(move || office::get_capabilities(&uri)).await;
        told.unwrap_or_else(|error| Err(error.to_string()))
    };
    ctx.jobs.answer(ASK, work, move |me, ctx, told| {
        let told = told.map_err(|cause| Trouble {
            attempted: message!("printing-error-ask"),
            cause: cause.into(),
            advice: message!("printing-asking-advice"),
            retry_is_safe: true,
            ..Trouble::default()
        });
        let now = ctx.clock.now();
        if let Some((_, asked)) = &mut me.office {
            asked.settle(told, now);
        }
    });
}

pub(in crate::desk) fn test_print(me: &mut Printing, ctx: &mut Ctx<'_>, name: &str) {
    let Some(spool) = usable(me, ctx) else {
        return;
    };
    let printers = &me.printers;
    let Some(printer) = printers.iter().find(|known| known.name == name).cloned() else {
        return;
    };
    ctx.jobs.spawn_lasting(|outbox: Outbox<Printing>| async move {
        let drawn = {
            let printer = printer.clone();
            // A test page at 600 dpi has eight million dots.
            tokio::task::spawn_blocking(move || print::test_page(&printer)).await
        };
        match drawn {
            Ok(Ok(document)) => {
                let title = message!("printing-title-test");
                let job = job_for(&printer, "test", title, document);
                batch::queue(&spool, &outbox, vec![job]).await;
            }
            Ok(Err(error)) => {
                complain(
                    &outbox,
                    failure::describe_local_error(message!("printing-error-draw-test"), &error),
                )
                .await
            }
            Err(error) => {
                complain(
                    &outbox,
                    failure::describe_local_error(message!("printing-error-draw-test"), &error),
                )
                .await
            }
        }
    });
}

fn job_for(printer: &Printer, subject: &str, title: Message, document: Vec<u8>) -> NewJob {
    NewJob {
        subject: subject.to_owned(),
        title,
        destination: printer.destination.to_string(),
        printer: serde_json::to_string(printer).unwrap_or_default(),
        document,
    }
}

fn usable(me: &mut Printing, ctx: &mut Ctx<'_>) -> Option<Spool> {
    let spool = ctx.spool.clone();
    if spool.is_none() {
        let words = me.blocked.clone().unwrap_or_default();
        ctx.notice_here(Tone::Bad, words);
    }
    spool
}

async fn complain(outbox: &Outbox<Printing>, trouble: Trouble) {
    outbox.send(move |_, ctx| ctx.notice_failure(trouble)).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W46: whoever has entered a printer does not need the queues that were not found.
    #[test]
    fn a_printer_ends_the_trouble_of_finding_one() {
        crate::desk::tests::with_desk(|desk| {
            desk.printing(|me, ctx| {
                me.found.settle(Err(Trouble::default()), ctx.clock.now());
                assert!(me.found.trouble().is_some());
                save_printer(me, ctx, None, Printer::default());
                assert_eq!(me.printers.len(), 1);
                assert!(me.found.trouble().is_none());
            });
        });
    }
}
