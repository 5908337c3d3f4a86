//! Hands drawn and checked labels over to the print queue, or asks the user first.

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::printing::complain;
use crate::desk::printing::queue::refresh;
use crate::desk::printing::state::{PrintConfirmation, PrintRequest, Printing};
use crate::message;
use crate::store::cache::Scope;
use crate::store::spool::{NewJob, Spool};

/// The result of a batch.
pub(super) struct Ready {
    pub jobs: Vec<NewJob>,
    pub printers: Vec<String>,
    pub doubts: Vec<String>,
    pub refused: Vec<String>,
    pub waiting: usize,
}

/// Queues the jobs, or asks the user about problems that the self-check found. Returns whether the
/// jobs were queued.
pub(super) async fn hand_over(
    (spool, whose): (&Spool, &Scope),
    outbox: Outbox<Printing>,
    mut request: PrintRequest,
    ready: Ready,
) -> bool {
    if !request.findings_confirmed && !ready.doubts.is_empty() {
        if let [only] = ready.printers.as_slice() {
            request.printer = Some(only.clone());
        }
        let doubts = ready.doubts;
        let question = PrintConfirmation {
            request,
            check_findings: doubts,
        };
        let whose = whose.clone();
        let ask = move |me: &mut Printing, ctx: &mut Ctx<'_>| {
            if ctx.scope.as_ref() == Some(&whose) {
                me.question = Some(question);
            }
        };
        outbox.send(ask).await;
        return false;
    }
    let outbox = outbox.lasting();
    if ready.waiting > 0 {
        already_waiting(&outbox).await;
    }
    if !ready.refused.is_empty() {
        let (attempted, advice) = match (request.shipments.len(), ready.jobs.is_empty()) {
            (0 | 1, _) => (
                message!("printing-error-label"),
                message!("printing-nothing-sent"),
            ),
            (all, nothing) => {
                let refused = ready.refused.len();
                let advice = match nothing {
                    true => message!("printing-nothing-sent"),
                    false => message!("printing-others-queued"),
                };
                (
                    message!("printing-error-some", count = refused, all = all),
                    advice,
                )
            }
        };
        let trouble = Trouble {
            attempted,
            cause: ready.refused.join("; ").into(),
            advice,
            retry_is_safe: true,
            ..Trouble::default()
        };
        complain(&outbox, trouble).await;
    }
    queue(spool, &outbox, ready.jobs).await;
    true
}

pub(in crate::desk::printing) async fn queue(
    spool: &Spool,
    outbox: &Outbox<Printing>,
    jobs: Vec<NewJob>,
) {
    let mut refused = false;
    for job in jobs {
        match spool.add(job).await {
            Ok(Some(_)) => {}
            Ok(None) => refused = true,
            Err(error) => {
                complain(
                    outbox,
                    failure::describe_local_error(message!("printing-error-add"), &error),
                )
                .await
            }
        }
    }
    if refused {
        already_waiting(outbox).await;
    }
    outbox.send(|_, ctx| refresh(ctx)).await;
}

async fn already_waiting(outbox: &Outbox<Printing>) {
    outbox
        .send(move |_, ctx| ctx.notice(Tone::Info, message!("printing-waits"), None))
        .await;
}
