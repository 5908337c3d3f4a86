//! Who hears of what, in order.

use crate::desk::balance::history;
use crate::desk::carriers::catalogs;
use crate::desk::kernel::event::Event;
use crate::desk::flows::{back_online, bought, given_up, switch_account};
use crate::desk::money::purchases;
use crate::desk::safekeeping::{local_data, sweep};
use crate::desk::ship::{address_sides, draft_edit};
use crate::desk::shipments::{list, never_scanned};
use crate::desk::kernel::session::Environment;
use crate::desk::{
    Desk, addresses, balance, manifests, practice, printing, refunds, sign_in, tracking,
};

/// Delivers what was announced, also what is announced on the way.
pub(in crate::desk) fn deliver(desk: &mut Desk) {
    while let Some(event) = desk.events.pop_front() {
        match event {
            Event::BackOnline => back_online::ask_again(desk),
            Event::AnswerWanted => sign_in::retry(desk),
            Event::SignInRefused(trouble) => sign_in::turned_away(desk, &trouble),
            Event::SignInProven(proven) => {
                switch_account::enter(desk, proven.0.link.scope.clone());
                sign_in::connected(desk, *proven.0);
            }
            Event::AccountWanted(account) => {
                switch_account::enter(desk, account.0.scope());
                sign_in::open(desk, account.0);
            }
            Event::AccountForgotten => switch_account::forget_rows(desk),
            Event::SignedIn(summary) => {
                balance::arrived(desk, summary.0);
                local_data::forget_old(desk);
                catalogs::refresh_carriers(desk);
                list::refresh(desk);
                balance::reload_history(desk);
                tracking::refresh_all(desk);
                purchases::resume(desk);
                manifests::resume(desk);
                let link = desk.link.as_ref();
                if link.is_some_and(|link| link.environment == Environment::Practice) {
                    practice::refresh_clock(desk);
                    address_sides::seed_when_empty(desk);
                }
            }
            Event::AccountLeft => given_up::give_up_requests(&mut desk.state),
            Event::Bought(news) => bought::show(desk, *news),
            Event::RefundMoved(transaction) => refunds::follow(desk, &transaction),
            Event::DoubtsTakenUp => sweep::begin_when_owed(desk),
            Event::ToppedUp => {
                balance::refresh(desk);
                balance::reload_history(desk);
            }
            Event::BalanceOutdated => balance::refresh(desk),
            Event::BalanceRose => refunds::ask_again(desk),
            Event::ShipmentsChanged => {
                list::search_again(desk);
                manifests::stale(desk);
            }
            Event::OlderShipmentsRead => local_data::forget_old(desk),
            Event::ShipmentsForgotten => {
                list::search_again(desk);
                never_scanned::look(desk);
                history::look(desk);
            }
            Event::RefundsChanged => refunds::look(desk),
            Event::RefundsWanted => list::refresh(desk),
            Event::ParcelsTracked => never_scanned::look(desk),
            Event::TrackingCameRound => {
                if desk.state.practice.is_some() {
                    practice::refresh_clock(desk);
                }
            }
            Event::CatalogsChanged => {
                manifests::stale(desk);
                draft_edit::recheck(desk);
            }
            Event::CarrierAccountChanged => addresses::refresh(desk),
            Event::CarrierAccountLeaves(account) => draft_edit::drop_rate_of(desk, &account),
            Event::BookChanged => addresses::refresh(desk),
            Event::BookRead => address_sides::refresh(desk),
            Event::AccountIdSeen { scope, id } => sign_in::note_account_id(desk, &scope, &id),
            Event::PrintQueueChanged => printing::refresh(desk),
            Event::NumberUnknown(number) => tracking::track(desk, &number),
            Event::PackageWeighed { package, weighed } => {
                draft_edit::put_weight(desk, package, weighed);
            }
            Event::PracticeTimeRead => draft_edit::recheck(desk),
            Event::PracticeWorldChanged => {
                balance::refresh(desk);
                tracking::refresh_all(desk);
                refunds::ask_again(desk);
            }
        }
    }
}
