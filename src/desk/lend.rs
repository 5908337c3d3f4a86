//! How the desk lends a feature its own state and the context, and nothing else.

use std::any::Any;

use crate::desk::Desk;
use crate::desk::addresses::Addresses;
use crate::desk::balance::Balance;
use crate::desk::carriers::Carriers;
use crate::desk::containers::Containers;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::{Feature, Fold};
use crate::desk::labels::Labels;
use crate::desk::manifests::Manifests;
use crate::desk::money::Purchases;
use crate::desk::practice::Practice;
use crate::desk::printing::shown::Printing;
use crate::desk::refunds::Refunds;
use crate::desk::safekeeping::Safekeeping;
use crate::desk::scale::Scales;
use crate::desk::ship::Ship;
use crate::desk::shipments::list::Shipments;
use crate::desk::sign_in::Accounts;
use crate::desk::tracking::Parcels;

macro_rules! context {
    ($desk:ident) => {
        Ctx {
            jobs: &mut $desk.jobs,
            clock: &$desk.clock,
            pace: &$desk.pace,
            cache: &$desk.cache,
            book: &$desk.book,
            journal: &$desk.journal,
            spool: &$desk.spool,
            spooler: &$desk.spooler,
            decoder: &$desk.decoder,
            data_dir: &$desk.data_dir,
            given_ca_file: &$desk.ca_file,
            link: &mut $desk.link,
            links: &$desk.links,
            scope: &mut $desk.scope,
            connection: &mut $desk.state.connection,
            line: &mut $desk.state.line,
            retried: &mut $desk.retried,
            settings: &mut $desk.state.settings,
            practice: &mut $desk.state.practice_clock,
            notices: &mut $desk.state.notices,
            activity: &mut $desk.state.activity,
            aside: &mut $desk.aside,
            events: &mut $desk.events,
            changed: &mut $desk.changed,
        }
    };
}

macro_rules! features {
    ($($name:ident: $feature:ty,)*) => {
        impl Desk {
            $(
                pub(in crate::desk) fn $name<R>(
                    &mut self,
                    with: impl FnOnce(&mut $feature, &mut Ctx<'_>) -> R,
                ) -> R {
                    let mut ctx = context!(self);
                    with(&mut self.state.$name, &mut ctx)
                }
            )*
        }

        $(
            impl Feature for $feature {
                fn lend(desk: &mut dyn Any, fold: impl FnOnce(&mut Self, &mut Ctx<'_>)) {
                    if let Some(desk) = desk.downcast_mut::<Desk>() {
                        desk.$name(fold);
                    }
                }
            }
        )*
    };
}

features! {
    accounts: Accounts,
    addresses: Addresses,
    balance: Balance,
    carriers: Carriers,
    containers: Containers,
    labels: Labels,
    manifests: Manifests,
    practice: Practice,
    printing: Printing,
    purchases: Purchases,
    refunds: Refunds,
    safekeeping: Safekeeping,
    scale: Scales,
    ship: Ship,
    shipments: Shipments,
    tracking: Parcels,
}

impl Desk {
    /// What concerns no feature: a notice, the line, a request of the activity list.
    pub(in crate::desk) fn kernel<R>(&mut self, with: impl FnOnce(&mut Ctx<'_>) -> R) -> R {
        with(&mut context!(self))
    }
}

impl Feature for () {
    fn lend(desk: &mut dyn Any, fold: impl FnOnce(&mut Self, &mut Ctx<'_>)) {
        if let Some(desk) = desk.downcast_mut::<Desk>() {
            desk.kernel(|ctx| fold(&mut (), ctx));
        }
    }
}

/// An answer that changes several features at once.
pub(in crate::desk) fn to_desk(fold: impl FnOnce(&mut Desk) + Send + 'static) -> Fold {
    Box::new(move |desk| {
        if let Some(desk) = desk.downcast_mut::<Desk>() {
            fold(desk);
        }
    })
}
