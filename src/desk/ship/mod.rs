//! The shipment being prepared: its draft and addresses, its rates, and warnings before buying it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::api::carrier_account::CarrierAccount;
use crate::api::rate::Rate;
use crate::base::clock::Stopwatch;
use crate::base::id::{OrderId, ShipmentId};
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::remote::Remote;
use crate::desk::ship::address_sides::{AddressBook, AddressChecks};
use crate::desk::ship::compare::Comparison;
use crate::desk::ship::duplicate_alert::{DuplicateShipment, ParcelFingerprint};
use crate::desk::ship::rate_history::PastQuotes;
use crate::desk::ship::special_prices::SpecialPrices;
use crate::parcel::address_parts::same_words;
use crate::parcel::catalogs::Catalogs;
use crate::parcel::draft::{Draft, Problem};
use crate::parcel::preset::KeyedPreset;
use crate::parcel::rate_ranking::Quote;
use crate::store::cache::Scope;

pub mod address_sides;
pub mod compare;
pub(in crate::desk) mod draft_edit;
pub mod duplicate_alert;
pub mod intent;
mod past_cheapest;
pub(in crate::desk) mod preset_choice;
pub mod rate_history;
pub mod rates;
pub mod special_prices;

/// The shipment on the screen that is not bought yet.
#[derive(Debug, Default)]
pub struct Ship {
    pub draft: Draft,
    /// The current draft is saved in the cache; a crash now loses nothing.
    pub draft_saved: bool,
    /// The problems that prevent a quote or a purchase; updated by the desk.
    pub problems: Vec<Problem>,
    pub book: AddressBook,
    pub checks: AddressChecks,
    pub quote: Remote<Quote>,
    /// The inputs changed since the quote was requested.
    pub quote_outdated: bool,
    pub rate_history: PastQuotes,
    pub special_prices: SpecialPrices,
    /// A label like the draft, bought minutes ago.
    pub duplicate: Option<DuplicateShipment>,
    /// The draft that was loaded from a shipment: it is meant to be like that one.
    pub copy: Option<OrderId>,
    /// The draft on screen took the place of one that was put aside.
    pub has_put_aside: bool,
    /// Requests besides the quote.
    pub comparison: Comparison,
    /// The preset that chooses the draft's rate, as it was when it was used.
    pub preset: Option<KeyedPreset>,
    /// The shipment just bought, shown instead of the wizard until the next one is started.
    pub just_bought: Option<ShipmentId>,
    /// Time since the last edit that is not saved yet.
    pub(in crate::desk) edited: Option<Stopwatch>,
    /// Since the recipient changed; until the service was asked about the address.
    pub(in crate::desk) recipient_changed: Option<Stopwatch>,
    /// Since the recipient's check was begun.
    pub(in crate::desk) check_begun: Option<Stopwatch>,
    /// The pause that the service asked for before the next check by itself.
    pub(in crate::desk) check_pause: Option<(Stopwatch, Duration)>,
    /// Since a price input changed that no rates were asked for yet.
    pub(in crate::desk) inputs_changed: Option<Stopwatch>,
    /// The draft that the quote on the screen was requested for.
    pub(in crate::desk) quoted: Option<Box<Draft>>,
    /// The chosen rate that the check of an address made outdated: a person saw its price.
    pub(in crate::desk) rate_before_check: Option<Box<Rate>>,
    /// The draft that the columns of the comparison were requested for.
    pub(in crate::desk) compared: Option<Box<Draft>>,
    /// The properties last searched for a duplicate.
    pub(in crate::desk) looked_for_duplicates_of: Option<ParcelFingerprint>,
    pub(in crate::desk) dismissed_duplicate: Option<ShipmentId>,
    /// Drafts of accounts that are not on the screen.
    pub(in crate::desk) drafts: HashMap<Scope, Draft>,
    pub(in crate::desk) known: KnownToShip,
}

impl AccountChange for Ship {
    fn give_up_requests(&mut self) {
        self.checks.from.cancel_loading();
        self.checks.to.cancel_loading();
        self.quote.cancel_loading();
        for reason in &mut self.comparison.reasons {
            reason.answer.cancel_loading();
        }
        for column in &mut self.comparison.columns {
            column.answer.cancel_loading();
        }
    }

    /// The draft itself is switched by the caller: each account has its own.
    fn forget_rows(&mut self) {
        let Self {
            draft,
            checks,
            quote,
            quote_outdated,
            rate_history: past,
            special_prices,
            duplicate: twin,
            copy,
            has_put_aside,
            comparison,
            preset,
            just_bought,
            recipient_changed,
            check_begun,
            check_pause,
            inputs_changed,
            quoted,
            rate_before_check,
            compared,
            looked_for_duplicates_of: likeness,
            draft_saved: _,
            problems: _,
            book: _,
            edited: _,
            dismissed_duplicate: _,
            drafts: _,
            known: _,
        } = self;
        draft.chosen = None;
        for side in [&mut draft.from, &mut draft.to] {
            // Ids of stored addresses are valid only under their account.
            side.stored = None;
        }
        if let Some(sender) = &mut draft.usual_sender {
            sender.stored = None;
        }
        *checks = AddressChecks::default();
        *quote = Remote::NotAsked;
        *quote_outdated = false;
        *past = PastQuotes::default();
        special_prices.clear();
        *twin = None;
        *copy = None;
        *has_put_aside = false;
        *comparison = Comparison::default();
        *preset = None;
        *just_bought = None;
        *recipient_changed = Some(Stopwatch::start());
        *check_begun = None;
        *check_pause = None;
        *inputs_changed = Some(Stopwatch::start());
        *quoted = None;
        *rate_before_check = None;
        *compared = None;
        *likeness = None;
    }
}

impl Ship {
    /// The similar label that is shown above the draft. A draft loaded from a shipment is similar on
    /// purpose, so the question comes only when it is bought.
    pub fn duplicate_to_tell(&self) -> Option<&DuplicateShipment> {
        self.duplicate.as_ref().filter(|_| !self.is_copy())
    }

    /// The label like the draft that buying has to be confirmed for.
    pub fn duplicate_to_confirm(&self) -> Option<&DuplicateShipment> {
        self.duplicate.as_ref().filter(|_| self.is_copy())
    }

    /// Why the service refuses the recipient's address, or what it doubts. Buying has to be confirmed
    /// then; an address that the clerk kept as typed is confirmed.
    pub fn doubt_about_recipient(&self) -> Option<String> {
        match &self.checks.to {
            Remote::Failed { trouble, .. } if address_sides::is_refusal(trouble) => {
                Some(trouble.cause.to_string())
            }
            Remote::Ready(known) if same_words(&known.value.typed, &self.draft.to) => {
                let remarks = known.value.remarks.join(" ");
                (!remarks.is_empty()).then_some(remarks)
            }
            _ => None,
        }
    }

    fn is_copy(&self) -> bool {
        self.copy.as_ref() == Some(&self.draft.order)
    }
}

/// The state of other features that the draft is checked against. Copied after each of their
/// changes.
#[derive(Debug, Default)]
pub(in crate::desk) struct KnownToShip {
    pub catalogs: Option<Arc<Catalogs>>,
    pub accounts: Option<Arc<Vec<CarrierAccount>>>,
    pub presets: Arc<Vec<KeyedPreset>>,
    /// The label of the draft is being bought: its request is in the journal, and the screen must
    /// show what is bought.
    pub is_being_bought: bool,
}
