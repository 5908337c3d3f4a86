//! The shipment being prepared: edits, what they invalidate, and keeping it all.

use jiff::civil::Date;

use crate::api::address::Address;
use crate::api::shipment::Shipment;
use crate::api::value::PackageType;
use crate::base::clock::{Stopwatch, desk_zone};
use crate::base::id::{CarrierAccountId, OrderId, ShipmentId};
use crate::base::measure::{LengthUnit, WeightUnit};
use crate::desk::Desk;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::{saved_values, service_time};
use crate::desk::money::purchases;
use crate::desk::parcel::draft::{AddressForm, Draft, PackageForm, Usual, Weighed};
use crate::desk::parcel::{paste_address as paste_text, problems, requests};
use crate::desk::records::shipment_row;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::parcel::draft::Side;
use crate::desk::kernel::notices::Tone;

const SAVE_DRAFT: Slot = Slot::until_finished("draft to keep");

const FROZEN: &str = "Not changed: this label is being bought. Start a new shipment to go on";

/// Takes an edit over. A draft of another order is an edit of something that is no
/// longer on the screen, and is dropped.
pub(in crate::desk) fn edit(desk: &mut Desk, draft: Draft) {
    let current = &desk.state.draft;
    if draft.order != current.order || draft.sequence != current.sequence {
        return;
    }
    change(desk, |now| {
        let chosen = now.chosen.take();
        *now = draft;
        now.chosen = chosen;
    });
}

/// Whether the label of the draft is being bought: its request is written down, and what
/// is on the screen must be what is bought.
pub(in crate::desk) fn is_frozen(desk: &Desk) -> bool {
    purchases::is_beginning(desk) || desk.state.living_try().is_some()
}

/// Changes the draft and what depends on it: the chosen rate, the quote, the problems.
/// A draft whose label is being bought stays as it is, and a notice says so.
pub(in crate::desk) fn change(desk: &mut Desk, with: impl FnOnce(&mut Draft)) {
    let before = desk.state.draft.clone();
    let mut changed = before.clone();
    with(&mut changed);
    if changed != before && is_frozen(desk) {
        return desk.notice(Tone::Warning, FROZEN, None);
    }
    desk.state.draft = changed;
    let draft = &mut desk.state.draft;
    forget_id(&before.from, &mut draft.from);
    forget_id(&before.to, &mut draft.to);
    if !requests::rate_inputs_equal(&before, draft)
        && let Some(undone) = draft.chosen.take()
    {
        draft.usual = Some(Usual::of(&undone));
    }
    mark_quote(desk);
    crate::desk::ship::duplicate_alert::look(desk);
    recheck(desk);
    desk.timers.draft_edited = Some(Stopwatch::start());
    desk.state.draft_saved = false;
}

/// Whether the quote on the screen still answers to the draft.
pub(in crate::desk) fn mark_quote(desk: &mut Desk) {
    let draft = &desk.state.draft;
    desk.state.quote_outdated = desk.quoted.as_ref().is_some_and(|quoted| {
        quoted.order != draft.order || !requests::rate_inputs_equal(quoted, draft)
    });
    crate::desk::ship::compare::mark(desk);
}

pub(in crate::desk) fn recheck(desk: &mut Desk) {
    let today = today(desk);
    let state = &mut desk.state;
    let accounts = state
        .carrier_accounts
        .value()
        .map(Vec::as_slice)
        .unwrap_or_default();
    state.problems = problems::check(&state.draft, state.catalogs.value(), accounts, today);
}

/// The day the server lives in: the practice service's own, else the desk's.
pub(in crate::desk) fn today(desk: &Desk) -> Date {
    let now = service_time::now(desk);
    now.to_zoned(desk_zone()).date()
}

pub(in crate::desk) fn start_new(desk: &mut Desk) {
    desk.state.just_bought = None;
    begin(desk);
}

/// What was bought is frozen; the form is ready for the next parcel.
pub(in crate::desk) fn reset_after_purchase(desk: &mut Desk) {
    begin(desk);
}

pub(in crate::desk) fn paste(desk: &mut Desk, side: Side, text: &str) {
    let form = paste_text::parse_block(text);
    set_side(desk, side, form);
}

pub(in crate::desk) fn set_side(desk: &mut Desk, side: Side, form: AddressForm) {
    change(desk, |draft| *side_of(draft, side) = form);
    let checks = &mut desk.state.checks;
    match side {
        Side::From => checks.from = crate::desk::kernel::remote::Remote::NotAsked,
        Side::To => checks.to = crate::desk::kernel::remote::Remote::NotAsked,
    }
}

pub(in crate::desk) fn side_of(draft: &mut Draft, side: Side) -> &mut AddressForm {
    match side {
        Side::From => &mut draft.from,
        Side::To => &mut draft.to,
    }
}

/// A new draft with the addresses and parcels of something bought before.
pub(in crate::desk) fn another(desk: &mut Desk, id: ShipmentId) {
    let Some(scope) = desk.scope.clone() else {
        return;
    };
    let cache = desk.cache.clone();
    desk.jobs.spawn(|outbox| async move {
        let record = saved_values::logged(cache.shipment(&scope, &id).await).flatten();
        let shipment = record.as_ref().and_then(shipment_row::shipment);
        outbox
            .send(move |desk| match shipment {
                Some(shipment) => fill_from(desk, &shipment),
                None => desk.notice(Tone::Warning, "This shipment is not in the cache", None),
            })
            .await;
    });
}

/// Saves a while after the last keystroke, so that a crash costs a word at most.
pub(in crate::desk) fn autosave_when_due(desk: &mut Desk) {
    let due = desk
        .timers
        .draft_edited
        .as_ref()
        .is_some_and(|since| since.elapsed() >= desk.pace.autosave);
    if due {
        desk.timers.draft_edited = None;
        save(desk);
    }
}

pub(in crate::desk) fn save(desk: &mut Desk) {
    let Ok(json) = serde_json::to_string(&desk.state.draft) else {
        return;
    };
    let cache = desk.cache.clone();
    desk.jobs.start(SAVE_DRAFT, |outbox| async move {
        let kept = cache.put(None, saved_values::DRAFT, json).await;
        outbox
            .send(move |desk| match kept {
                Ok(()) => desk.state.draft_saved = desk.timers.draft_edited.is_none(),
                Err(error) => {
                    let text = format!("The draft could not be saved: {error}");
                    desk.notice(Tone::Warning, text, None);
                }
            })
            .await;
    });
}

/// A fresh draft; sender, sizes and label settings are carried over.
fn begin(desk: &mut Desk) {
    let old = &desk.state.draft;
    let packages: Vec<PackageForm> = old
        .packages
        .iter()
        .take(1)
        .map(|package| PackageForm {
            weight: String::new(),
            weighed: None,
            carried_over: !package.length.is_empty(),
            ..package.clone()
        })
        .collect();
    let fresh = Draft {
        from: old.from.clone(),
        packages: if packages.is_empty() {
            vec![PackageForm::default()]
        } else {
            packages
        },
        label: old.label.clone(),
        usual: old
            .chosen
            .as_ref()
            .map(Usual::of)
            .or_else(|| old.usual.clone()),
        ..Draft::default()
    };
    replace(desk, fresh);
}

/// The draft an account was left with. What was bought of it meanwhile is no draft any more.
pub(in crate::desk) fn put_back(desk: &mut Desk, draft: Draft) {
    let bought = desk.state.purchases.iter().any(|purchase| {
        purchase.order.as_ref() == Some(&draft.order)
            && purchase.sequence == draft.sequence
            && matches!(purchase.status, PurchaseStatus::Bought { .. })
    });
    replace(
        desk,
        Draft {
            chosen: None,
            ..draft
        },
    );
    if bought {
        begin(desk);
    }
}

fn replace(desk: &mut Desk, draft: Draft) {
    desk.state.draft = draft;
    desk.state.checks = crate::desk::ship::address_sides::AddressChecks::default();
    desk.state.quote = crate::desk::kernel::remote::Remote::NotAsked;
    desk.state.quote_outdated = false;
    desk.quoted = None;
    crate::desk::ship::compare::forget(desk);
    crate::desk::ship::rate_history::forget_hint(desk);
    crate::desk::ship::duplicate_alert::look(desk);
    recheck(desk);
    // At once: what was bought must not come back as a draft after a crash.
    save(desk);
}

/// A whole draft from elsewhere; what is on the screen is given up for it.
pub(in crate::desk) fn take(desk: &mut Desk, draft: Draft) {
    desk.state.just_bought = None;
    replace(desk, draft);
}

fn fill_from(desk: &mut Desk, shipment: &Shipment) {
    let side = |address: &Option<Address>| {
        address
            .as_ref()
            .map(crate::desk::records::address_check::form_of)
            .unwrap_or_default()
    };
    let packages: Vec<PackageForm> = shipment.packages.iter().map(package_form).collect();
    let draft = Draft {
        order: OrderId::mint(),
        from: side(&shipment.from_address),
        to: side(&shipment.to_address),
        packages: if packages.is_empty() {
            vec![PackageForm::default()]
        } else {
            packages
        },
        label: desk.state.draft.label.clone(),
        usual: Some(Usual {
            account: shipment.carrier_account_id.clone(),
            service: shipment.service.clone(),
        }),
        ..Draft::default()
    };
    take(desk, draft);
}

fn package_form(package: &crate::api::package::Package) -> PackageForm {
    let text = |number: Option<f64>| number.map(|n| n.to_string()).unwrap_or_default();
    PackageForm {
        kind: package.package_type.clone().unwrap_or(PackageType::Parcel),
        weight: text(package.weight),
        weight_unit: package
            .weight_unit
            .as_deref()
            .and_then(WeightUnit::parse)
            .unwrap_or_default(),
        length: text(package.length),
        width: text(package.width),
        height: text(package.height),
        length_unit: package
            .dimension_unit
            .as_deref()
            .and_then(LengthUnit::parse)
            .unwrap_or_default(),
        irregular: package.is_rectangle == Some(false),
        carried_over: true,
        weighed: None,
    }
}

/// The id of a stored address stands for exactly its fields; so does a validation.
fn forget_id(before: &AddressForm, now: &mut AddressForm) {
    if now.stored == before.stored && now.verification == before.verification {
        let same_fields = AddressForm {
            residential: now.residential,
            ..before.clone()
        } == *now;
        if !same_fields {
            now.stored = None;
            now.verification = None;
        }
    }
}

/// What the scale showed becomes the weight of a package.
pub(in crate::desk) fn put_weight(desk: &mut Desk, package: usize, weighed: Weighed) {
    change(desk, |draft| {
        if let Some(package) = draft.packages.get_mut(package) {
            package.weight.clone_from(&weighed.digits);
            package.weight_unit = weighed.unit;
            package.weighed = Some(weighed);
        }
    });
}

/// A rate of an account that is going away must not be bought.
pub(in crate::desk) fn drop_rate_of(desk: &mut Desk, account: &CarrierAccountId) {
    let chosen = desk.state.draft.chosen.as_ref();
    if chosen.is_some_and(|rate| rate.carrier_account_id.as_ref() == Some(account)) {
        desk.quoted = None;
        desk.state.quote = Remote::NotAsked;
        change(desk, |draft| draft.chosen = None);
    }
}
