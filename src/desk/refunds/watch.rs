//! Polls refunds in progress until they are completed.

use std::time::Duration;

use crate::api;
use crate::api::shipment::{Shipment, ShipmentKey};
use crate::base::clock::Stopwatch;
use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::{pace, saved_values};
use crate::desk::records::shipment_row;
use crate::desk::refunds::Refunds;
use crate::message;

/// Polls refunds in progress.
const WATCH: Slot<Refunds> = Slot::with_account("refunds under way");

pub(super) fn is_over(status: &str) -> bool {
    matches!(status, "Refunded" | "Rejected")
}

fn under_way(me: &Refunds) -> Vec<ShipmentId> {
    let asked = me.requested_rows.value().into_iter().flatten();
    asked
        .filter(|row| row.refund_status.as_deref().is_some_and(|word| !is_over(word)))
        .map(|row| row.id.clone())
        .collect()
}

pub(super) fn start_timer(me: &mut Refunds) {
    if me.polled.is_none() && !under_way(me).is_empty() {
        me.polled = Some(Stopwatch::start());
    }
}

/// Polls refunds in progress at a fixed interval.
pub(in crate::desk) fn poll_when_due(me: &mut Refunds, ctx: &mut Ctx<'_>) {
    let pause = ctx.polling_pause();
    let due = me.polled.as_ref().is_some_and(|since| since.elapsed() >= pause);
    if due {
        me.polled = None;
        poll_refunds_in_progress(me, ctx);
    }
}

pub(in crate::desk) fn next_wake(me: &Refunds, ctx: &Ctx<'_>) -> Option<Duration> {
    pace::remaining(me.polled.as_ref(), ctx.polling_pause())
}

/// The user wants current data: announces that the shipments are needed too, and polls all refunds.
pub(in crate::desk) fn refresh(me: &mut Refunds, ctx: &mut Ctx<'_>) {
    ctx.announce(Event::RefundsWanted);
    poll_refunds_in_progress(me, ctx);
}

/// Asks the service about every refund that is not completed.
pub(in crate::desk) fn poll_refunds_in_progress(me: &mut Refunds, ctx: &mut Ctx<'_>) {
    let ids = under_way(me);
    let Some(link) = ctx.link.clone() else {
        return;
    };
    if ids.is_empty() || ctx.jobs.is_running(&WATCH) {
        return ctx.announce(Event::RefundsChanged);
    }
    let (cache, clock, pause) = (ctx.cache.clone(), ctx.clock.clone(), ctx.pace.page);
    ctx.jobs.start(WATCH, |outbox| async move {
        for id in ids {
            let answer =
                link.send_required(api::shipment::get_by(ShipmentKey::Id, id.as_str())).await;
            let offline = answer.as_ref().is_err_and(|setback| setback.trouble.offline);
            if let Ok(shipment) = &answer
                && let Some(row) = shipment_row::record_from_shipment(shipment, clock.now())
            {
                saved_values::logged(cache.put_shipments(&link.scope, vec![row]).await);
            }
            outbox
                .send(move |_, ctx| {
                    if let Ok(shipment) = ctx.note_failure(answer) {
                        tell_end(ctx, &shipment);
                    }
                })
                .await;
            if offline {
                break;
            }
            tokio::time::sleep(pause).await;
        }
        outbox
            .finish(|_, ctx| {
                ctx.announce(Event::ShipmentsChanged);
                ctx.announce(Event::RefundsChanged);
            })
            .await;
    });
}

fn tell_end(ctx: &mut Ctx<'_>, shipment: &Shipment) {
    let status = shipment.refund_status.as_ref().map(ToString::to_string);
    let Some(status) = status.filter(|status| is_over(status)) else {
        return;
    };
    let name = shipment.to_address.as_ref().map(shipment_row::name_of).unwrap_or_default();
    // Notices with the same text are merged, so labels to the same recipient need different texts.
    let name = match shipment.tracking_number() {
        Some(number) => format!("{name}, {number}"),
        None => name,
    };
    let price = shipment.price();
    if status == "Refunded" {
        let text = match price {
            Some(price) => message!("refunds-came-back", amount = price, label = name),
            None => message!("refunds-came-back-unpriced", label = name),
        };
        ctx.notice(Tone::Good, text, None);
        ctx.announce(Event::BalanceOutdated);
    } else {
        let text = match price {
            Some(price) => message!("refunds-was-declined", amount = price, label = name),
            None => message!("refunds-was-declined-unpriced", label = name),
        };
        ctx.notice(Tone::Warning, text, None);
    }
}
