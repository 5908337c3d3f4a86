//! Which features react to each event, in order.

use std::time::Duration;

use crate::desk::addresses::sharing;
use crate::desk::balance::history;
use crate::desk::carriers::catalogs;
use crate::desk::flows::{
    back_online, bought, copy_state, leave_account, order_papers, order_workspace, print_orders,
    refund, scan_to_ship, shop_files, switch_account,
};
use crate::desk::kernel::event::Event;
use crate::desk::kernel::notices::Tone;
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::{account_comparison, purchases};
use crate::desk::order_batches::{claim_watch, settle};
use crate::desk::order_import::watch;
use crate::desk::order_printing::print_run;
use crate::desk::order_results::{handed_over, label_facts, print_history, write_back};
use crate::desk::order_rules::documents;
use crate::desk::owner::Desk;
use crate::desk::safekeeping::local_data;
use crate::desk::ship::{address_sides, draft_edit, duplicate_alert, rates};
use crate::desk::shipments::{list, never_scanned};
use crate::desk::stations::keeper;
use crate::desk::{
    addresses, balance, manifests, order_import, order_results, order_rules, orders, practice,
    printing, refunds, sign_in, tracking,
};
use crate::rows::scope::Environment;

/// Delivers the announced events, including those announced during delivery.
pub(in crate::desk) fn deliver(desk: &mut Desk) {
    copy_state::to_each(desk);
    while let Some(event) = desk.events.pop_front() {
        hear(desk, event);
        copy_state::to_each(desk);
    }
}

fn hear(desk: &mut Desk, event: Event) {
    match event {
        Event::BackOnline => back_online::ask_again(desk),
        Event::WentOffline => {
            // Drop an older error that has another cause: its advice is out of date. The error of a
            // request that just failed for lack of a connection stays.
            let trouble = &mut desk.state.containers.trouble;
            drop(trouble.take_if(|trouble| !trouble.offline));
        }
        Event::ReconnectRequested => desk.accounts(sign_in::reconnect),
        Event::SignInRefused(trouble) => {
            desk.accounts(|me, ctx| sign_in::sign_in_refused(me, ctx, &trouble));
        }
        Event::SignInUnderWay(link) => {
            desk.purchases(|me, ctx| purchases::resume_early(me, ctx, link.0))
        }
        Event::SignInProven(scope) => {
            switch_account::enter(desk, scope);
            desk.accounts(sign_in::connected);
        }
        Event::AccountWanted(scope) => {
            switch_account::enter(desk, scope);
            desk.accounts(sign_in::open_chosen);
        }
        Event::AccountForgotten => leave_account::forget_rows(desk),
        Event::DraftForgotten(scope) => {
            desk.state.ship.drafts.remove(&scope);
        }
        Event::SignedIn(summary) => {
            desk.balance(|me, ctx| balance::arrived(me, ctx, *summary.0));
            desk.kernel(local_data::forget_old);
            desk.carriers(catalogs::refresh_carriers);
            desk.shipments(list::refresh);
            desk.balance(balance::reload_history);
            desk.tracking(tracking::refresh_all);
            desk.purchases(purchases::resume);
            desk.manifests(manifests::resume);
            order_workspace::signed_in(desk);
            let link = desk.link.as_ref();
            if link.is_some_and(|link| link.environment == Environment::Practice) {
                desk.practice(practice::refresh_clock);
                desk.kernel(address_sides::seed_when_empty);
            }
        }
        Event::AccountLeft => leave_account::give_up_requests(desk),
        Event::Bought(bought) => bought::show(desk, *bought),
        Event::JournalDamaged(text) => {
            desk.state.purchases.blocked = Some(text.clone());
            desk.kernel(|ctx| ctx.notice_here(Tone::Bad, text));
        }
        Event::LabelMoved(order) => {
            desk.order_batches(|me, ctx| settle::settle_one(me, ctx, order))
        }
        Event::RefundMoved(transaction) => refund::follow(desk, &transaction),
        Event::RefundIntended(entry) => {
            desk.purchases(|me, ctx| {
                purchases::begun(&mut DeskHost::new(me, ctx), *entry.0, Duration::ZERO);
            });
        }
        Event::RefundWrittenBefore { id, transaction } => {
            refund::written_before(desk, &id, transaction);
        }
        Event::PurchaseGivenUp(transaction) => {
            desk.purchases(|me, ctx| {
                me.forget(&transaction);
                *ctx.changed = true;
            });
        }
        Event::PurchaseResumeRequested => desk.purchases(purchases::resume),
        Event::PurchasesResumed => desk.purchases(account_comparison::begin_when_owed),
        Event::ToppedUp => {
            desk.balance(balance::refresh);
            desk.balance(balance::reload_history);
        }
        Event::BalanceOutdated => desk.balance(balance::refresh),
        Event::MoneyWasShort => desk.balance(balance::doubt),
        Event::DataGrewOld => {
            desk.balance(balance::refresh);
            let shipments = &desk.state.shipments;
            // A refresh would interrupt the one under way.
            if !shipments.refresh.is_loading() && !shipments.sync.running {
                desk.shipments(list::refresh);
            }
        }
        Event::BalanceRose => desk.refunds(refunds::poll_refunds_in_progress),
        Event::ShipmentsChanged => {
            desk.shipments(list::search_again);
            desk.manifests(|me, _| manifests::mark_regroup_needed(me));
            desk.tracking(tracking::recipients::look_up);
        }
        Event::OlderShipmentsRead => desk.kernel(local_data::forget_old),
        Event::ShipmentsForgotten => {
            desk.shipments(list::search_again);
            desk.shipments(never_scanned::reload_never_scanned);
            desk.balance(history::reload_ledger);
        }
        Event::RefundsChanged => refund::reload_refunds(desk),
        Event::RefundsRead => refund::tell_orders(desk),
        Event::RefundsWanted => desk.shipments(list::refresh),
        Event::ParcelsTracked => desk.shipments(never_scanned::reload_never_scanned),
        Event::TrackingTimerFired => {
            if desk.state.practice_clock.is_some() {
                desk.practice(practice::refresh_clock);
            }
        }
        Event::CatalogsChanged => {
            desk.manifests(|me, _| manifests::mark_regroup_needed(me));
            desk.ship(draft_edit::recheck);
            desk.order_rules(order_rules::catalogs_changed);
        }
        Event::CarrierAccountChanged => {
            desk.addresses(addresses::refresh);
            desk.ship(rates::carriers_changed);
        }
        Event::CarrierAccountLeaves(account) => {
            desk.ship(|me, ctx| draft_edit::drop_rate_of(me, ctx, &account));
        }
        Event::BookChanged => desk.addresses(addresses::refresh),
        Event::BookRead => desk.ship(address_sides::refresh),
        Event::AccountIdSeen { scope, id } => {
            desk.accounts(|me, ctx| sign_in::note_account_id(me, ctx, &scope, &id));
        }
        Event::PrintQueueChanged => desk.kernel(printing::refresh),
        Event::LabelsPrinted => desk.order_results(print_history::record),
        Event::LabelsQueued(queued) => {
            desk.order_printing(|me, ctx| print_run::note_queued(me, ctx, &queued.0));
        }
        Event::OrdersSorted => print_orders::print_slips_first(desk),
        Event::PaperDrawn => order_papers::print(desk),
        Event::PaperQueued => print_orders::print_labels(desk),
        Event::ShipmentsManifested(news) => {
            desk.order_results(|me, ctx| handed_over::record(me, ctx, news.0));
        }
        Event::NumberUnknown(code) => scan_to_ship::look_up_order(desk, &code),
        Event::NumberOfNoOrder(code) => scan_to_ship::track_unknown(desk, &code),
        Event::NumberScanned => desk.state.orders.changes.undo = None,
        Event::OrderToOpen(id) => desk.orders(|me, ctx| orders::list::open(me, ctx, Some(id))),
        Event::ScannedOrderWork { order, action } => scan_to_ship::begin(desk, order, action),
        Event::ScannedOrderWorkOver => scan_to_ship::end(desk),
        Event::ScannedOrderBought { shipment, printer } => {
            scan_to_ship::print(desk, shipment, printer);
        }
        Event::OrderLabelFound(shipment) => {
            desk.printing(|me, ctx| printing::after_purchase(me, ctx, &shipment));
        }
        Event::PackageWeighed => scan_to_ship::take_weight(desk),
        Event::PracticeTimeRead => {
            desk.ship(draft_edit::recheck);
            desk.ship(duplicate_alert::look_for_duplicate);
        }
        Event::OrdersChanged => desk.orders(orders::list::refresh),
        Event::OrderLabelsBought => desk.order_results(write_back::take_up),
        Event::OrderLabelsSettled => desk.order_results(order_results::labels_settled),
        Event::WorkspaceAnswered => desk.order_results(label_facts::try_again),
        Event::ShopFileWritten => shop_files::preview_again(desk),
        Event::OrderNews => desk.orders(orders::list::follow_news),
        Event::DocumentEditWanted(edit) => {
            desk.order_rules(|me, ctx| documents::edit(me, ctx, *edit.0));
        }
        Event::SampleDocumentsWanted => desk.order_rules(documents::add_samples),
        Event::DocumentsOutdated => desk.kernel(documents::read),
        Event::DocumentsRead { have_changed } => {
            desk.order_import(watch::follow_setting);
            desk.orders(orders::list::refresh);
            desk.order_results(write_back::settings_changed);
            if have_changed {
                desk.order_import(order_import::table::look_again);
            }
        }
        Event::ShopDatabaseChanged => desk.order_results(write_back::settings_changed),
        Event::OrderBatchEnded => desk.orders(orders::list::refresh_after_batch),
        Event::OrderBatchBegun => {
            // The orders go on from here: what was changed before is settled.
            desk.state.orders.changes.undo = None;
            // The batch of a scanned order leaves other results where they are.
            if !desk.state.scan_to_ship.owns_work() {
                desk.state.order_import.writing = None;
            }
        }
        Event::OrderImportBegun => {
            desk.state.order_batches.work = None;
            desk.state.order_batches.work_kind = None;
        }
        Event::WorkspaceChosen => {
            desk.addresses(sharing::workspace_chosen);
            order_workspace::chosen(desk);
        }
        Event::WorkspaceBack => {
            desk.addresses(sharing::workspace_back);
            order_workspace::back(desk);
            desk.order_batches(claim_watch::look_at_claims);
        }
        Event::ReportWanted => desk.order_batches(settle::report),
        Event::Reported(reports) => desk.stations(|me, ctx| keeper::take_in(me, ctx, reports)),
        Event::AddressNews => desk.addresses(sharing::exchange),
        Event::ClaimsWanted => desk.order_batches(claim_watch::look_at_claims),
        Event::WorkspaceNews { documents } => {
            order_workspace::news(desk, documents);
        }
        Event::PracticeWorldChanged => {
            desk.balance(balance::refresh);
            desk.tracking(tracking::refresh_all);
            desk.refunds(refunds::poll_refunds_in_progress);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::locale::Message;
    use crate::desk::kernel::failure::Trouble;

    fn hear_of(desk: &mut Desk, event: Event) {
        desk.kernel(|ctx| ctx.announce(event));
        deliver(desk);
    }

    #[test]
    fn an_order_that_found_the_line_down_stays_told() {
        crate::desk::tests::with_desk(|desk| {
            for (offline, stays) in [(true, true), (false, false)] {
                desk.state.containers.trouble = Some(Trouble { offline, ..Trouble::default() });
                hear_of(desk, Event::WentOffline);
                assert_eq!(desk.state.containers.trouble.is_some(), stays);
            }
        });
    }

    #[test]
    fn a_damaged_journal_stops_buying_and_is_told() {
        crate::desk::tests::with_desk(|desk| {
            let text = Message::from("Buying is stopped: the journal is damaged");
            hear_of(desk, Event::JournalDamaged(text.clone()));
            assert_eq!(desk.state.buying_stopped().as_ref(), Some(&text));
            let mut notices = desk.state.notices.iter();
            assert!(notices.any(|notice| notice.text == text && notice.tone == Tone::Bad));
        });
    }
}
