//! Editing the draft: what an edit invalidates, and saving it.

use std::time::Duration;

use crate::api::address::Address;
use crate::api::shipment::Shipment;
use crate::api::value::PackageType;
use crate::base::clock::Stopwatch;
use crate::base::id::{CarrierAccountId, OrderId, ShipmentId};
use crate::base::measure::{LengthUnit, WeightUnit};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::{NoSlot, Slot};
use crate::desk::kernel::notices::{NoticeSubject, Tone};
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::{pace, saved_values, service_time};
use crate::desk::records::shipment_row;
use crate::desk::ship::rate_history::has_typed_work;
use crate::desk::ship::{Ship, address_sides, rates};
use crate::message;
use crate::parcel::address_parts::{same_door, same_words};
use crate::parcel::draft::{
    AddressForm, Draft, LabelForm, PackageForm, PreferredService, Side, Weighed,
};
use crate::parcel::{last_service, paste_address as paste_text, problems, requests};

const SAVE_DRAFT: Slot<Ship> = Slot::until_finished("draft to keep");

/// Applies an edit from a panel. A draft of another order is no longer on the screen, so its edit
/// is dropped.
pub(in crate::desk) fn edit(me: &mut Ship, ctx: &mut Ctx<'_>, draft: Draft) {
    let current = &me.draft;
    if draft.order != current.order || draft.sequence != current.sequence {
        return;
    }
    change(me, ctx, |now| {
        let chosen = now.chosen.take();
        *now = draft;
        now.chosen = chosen;
    });
}

/// Whether the label of the draft is being bought: its request is in the journal, and the screen
/// must show what is bought.
pub(in crate::desk) fn is_frozen(me: &Ship) -> bool {
    me.known.is_being_bought
}

/// Changes the draft and what depends on it: the chosen rate, the quote, the problems. If the label
/// is being bought, the draft stays unchanged and a notice is shown.
pub(in crate::desk) fn change(me: &mut Ship, ctx: &mut Ctx<'_>, with: impl FnOnce(&mut Draft)) {
    let before = me.draft.clone();
    let mut changed = before.clone();
    with(&mut changed);
    if changed != before && is_frozen(me) {
        return ctx.notice(Tone::Warning, message!("ship-frozen"), None);
    }
    me.draft = changed;
    let draft = &mut me.draft;
    forget_id(&before.from, &mut draft.from);
    forget_id(&before.to, &mut draft.to);
    for (check, before, now) in [
        (&mut me.checks.from, &before.from, &draft.from),
        (&mut me.checks.to, &before.to, &draft.to),
    ] {
        if !same_words(before, now) {
            // A refusal is of the earlier words.
            check.forget_failure();
        }
    }
    if !same_words(&before.to, &draft.to) {
        me.recipient_changed = Some(Stopwatch::start());
    }
    if !requests::rate_inputs_equal(&before, draft) {
        me.inputs_changed = Some(Stopwatch::start());
        me.rate_before_check = None;
        if let Some(undone) = draft.chosen.take() {
            draft.usual = Some(PreferredService::chosen_now(&undone));
        }
    }
    let was_outdated = me.quote_outdated;
    mark_quote(me);
    if was_outdated && !me.quote_outdated {
        // The edit was undone, as after a scan into a field: so is what it did to the choice.
        rates::take_usual(me, ctx);
    }
    crate::desk::ship::duplicate_alert::look_for_duplicate(me, ctx);
    recheck(me, ctx);
    me.edited = Some(Stopwatch::start());
    me.draft_saved = false;
}

/// Updates whether the quote on the screen is still valid for the draft.
pub(in crate::desk) fn mark_quote(me: &mut Ship) {
    let draft = &me.draft;
    me.quote_outdated = me.quoted.as_ref().is_some_and(|quoted| {
        quoted.order != draft.order || !requests::rate_inputs_equal(quoted, draft)
    });
    crate::desk::ship::compare::mark(me);
}

pub(in crate::desk) fn recheck(me: &mut Ship, ctx: &mut Ctx<'_>) {
    let today = service_time::today(ctx);
    let accounts = me.known.accounts.as_deref().map(Vec::as_slice);
    me.problems = problems::check(
        &me.draft,
        me.known.catalogs.as_deref(),
        accounts.unwrap_or_default(),
        today,
    );
}

pub(in crate::desk) fn start_new(me: &mut Ship, ctx: &mut Ctx<'_>) {
    me.just_bought = None;
    put_aside(me);
    begin(me, ctx);
}

/// Prepares the form for the next parcel after a purchase.
pub(in crate::desk) fn reset_after_purchase(me: &mut Ship, ctx: &mut Ctx<'_>) {
    begin(me, ctx);
}

/// How many drafts are kept aside; the oldest goes.
const MOST_ASIDE: usize = 10;

/// Keeps the draft on screen before another one takes its place, if somebody typed into it. One whose
/// label is being bought is a purchase and no longer a draft.
fn put_aside(me: &mut Ship) {
    let draft = &mut me.draft;
    me.has_put_aside = has_typed_work(draft) && !me.known.is_being_bought;
    if me.has_put_aside {
        let mut aside = std::mem::take(&mut draft.aside);
        aside.push(draft.clone());
        let surplus = aside.len().saturating_sub(MOST_ASIDE);
        draft.aside = aside.split_off(surplus);
    }
}

/// Puts a draft that was put aside on screen again. The one on screen takes its place there.
pub(in crate::desk) fn bring_back(me: &mut Ship, ctx: &mut Ctx<'_>, order: &OrderId) {
    if is_frozen(me) {
        return ctx.notice(Tone::Warning, message!("ship-frozen"), None);
    }
    let Some(at) = me.draft.aside.iter().position(|draft| draft.order == *order) else {
        return;
    };
    let mut draft = me.draft.aside.remove(at);
    // Its prices are of another hour.
    if let Some(undone) = draft.chosen.take() {
        draft.usual = Some(PreferredService::chosen_now(&undone));
    }
    draft.last_services.clone_from(&me.draft.last_services);
    replace_draft(me, ctx, draft);
    me.has_put_aside = false;
}

pub(in crate::desk) fn paste(me: &mut Ship, ctx: &mut Ctx<'_>, side: Side, text: &str) {
    let form = paste_text::parse_block(text);
    set_side(me, ctx, side, form);
}

pub(in crate::desk) fn set_side(
    me: &mut Ship,
    ctx: &mut Ctx<'_>,
    side: Side,
    mut form: AddressForm,
) {
    form.name_by_company();
    change(me, ctx, |draft| *side_of(draft, side) = form);
    let checks = &mut me.checks;
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

/// Starts a new draft with the addresses and packages of an earlier shipment.
pub(in crate::desk) fn another(ctx: &mut Ctx<'_>, id: ShipmentId) {
    copy(ctx, id, fill_from);
}

/// Starts a new draft that sends an earlier shipment back.
pub(in crate::desk) fn return_of(ctx: &mut Ctx<'_>, id: ShipmentId) {
    copy(ctx, id, fill_return);
}

/// Reads an earlier shipment and fills the draft from it.
fn copy(ctx: &mut Ctx<'_>, id: ShipmentId, fill: fn(&mut Ship, &mut Ctx<'_>, &Shipment)) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let cache = ctx.cache.clone();
    let work = async move {
        let record = saved_values::logged(cache.shipment(&scope, &id).await).flatten();
        record.as_ref().and_then(shipment_row::shipment)
    };
    ctx.jobs.answer(
        NoSlot::<Ship>::with_account(),
        work,
        move |me, ctx, shipment| match shipment {
            Some(shipment) => fill(me, ctx, &shipment),
            None => ctx.notice(Tone::Warning, message!("ship-copy-missing"), None),
        },
    );
}

/// Saves shortly after the last edit, so that a crash loses at most a word.
pub(in crate::desk) fn autosave_when_due(me: &mut Ship, ctx: &mut Ctx<'_>) {
    let due = me.edited.as_ref().is_some_and(|since| since.elapsed() >= ctx.pace.autosave);
    if due {
        me.edited = None;
        save(me, ctx);
    }
}

pub(in crate::desk) fn next_wake(me: &Ship, ctx: &Ctx<'_>) -> Option<Duration> {
    let save = pace::remaining(me.edited.as_ref(), ctx.pace.autosave);
    let ask = rates::is_wanted(me, ctx).then_some(me.inputs_changed.as_ref());
    let ask = pace::remaining(ask.flatten(), ctx.pace.rates);
    save.into_iter()
        .chain(ask)
        .chain(address_sides::next_check(me, ctx))
        .chain(address_sides::rates_wait(me))
        .min()
}

pub(in crate::desk) fn save(me: &mut Ship, ctx: &mut Ctx<'_>) {
    let Ok(json) = serde_json::to_string(&me.draft) else {
        return;
    };
    let cache = ctx.cache.clone();
    let work = async move { cache.put(None, saved_values::DRAFT, json).await };
    ctx.jobs.answer(SAVE_DRAFT, work, move |me, ctx, kept| match kept {
        Ok(()) => me.draft_saved = me.edited.is_none(),
        Err(error) => {
            let text = message!("ship-draft-not-saved", error = error.to_string());
            ctx.notice(Tone::Warning, text, None);
        }
    });
}

/// Starts a new draft; sender and sizes are carried over, the label is that of the settings.
fn begin(me: &mut Ship, ctx: &mut Ctx<'_>) {
    let old = &me.draft;
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
        from: sender_of_next(old),
        packages: if packages.is_empty() { vec![PackageForm::of_region()] } else { packages },
        label: label_of_settings(ctx),
        last_services: last_service::carry_over(old),
        aside: old.aside.clone(),
        ..Draft::default()
    };
    ctx.remove_notices_about(&NoticeSubject::Unbought(old.order.clone()));
    replace(me, ctx, fresh);
}

/// Restores the draft that the account was left with. If it was bought meanwhile, it is no longer a
/// draft.
pub(in crate::desk) fn put_back(me: &mut Ship, ctx: &mut Ctx<'_>, draft: Draft, is_bought: bool) {
    replace(me, ctx, Draft { chosen: None, ..draft });
    if is_bought {
        begin(me, ctx);
    }
}

fn replace(me: &mut Ship, ctx: &mut Ctx<'_>, draft: Draft) {
    me.draft = draft;
    me.preset = None;
    me.inputs_changed = Some(Stopwatch::start());
    me.recipient_changed = Some(Stopwatch::start());
    me.checks = crate::desk::ship::address_sides::AddressChecks::default();
    me.quote = crate::desk::kernel::remote::Remote::NotAsked;
    me.quote_outdated = false;
    me.quoted = None;
    me.rate_before_check = None;
    crate::desk::ship::compare::forget(me);
    crate::desk::ship::rate_history::forget_hint(me, ctx);
    crate::desk::ship::duplicate_alert::look_for_duplicate(me, ctx);
    recheck(me, ctx);
    // Saved at once: a bought draft must not come back after a crash.
    save(me, ctx);
}

/// Replaces the draft on the screen with a complete one.
pub(in crate::desk) fn replace_draft(me: &mut Ship, ctx: &mut Ctx<'_>, draft: Draft) {
    me.just_bought = None;
    put_aside(me);
    let aside = std::mem::take(&mut me.draft.aside);
    replace(me, ctx, Draft { aside, ..draft });
}

/// The sender that the next draft begins with.
fn sender_of_next(draft: &Draft) -> AddressForm {
    let usual = draft.usual_sender.as_deref();
    usual.unwrap_or(&draft.from).clone()
}

/// A return label is copied as a return: the customer sends it, and the sender of the next parcel
/// stays. Only without a usual sender is that of the copy used from now on.
fn fill_from(me: &mut Ship, ctx: &mut Ctx<'_>, shipment: &Shipment) {
    let usual_sender = sender_of_next(&me.draft);
    let mut draft = draft_like(me, ctx, shipment);
    if !usual_sender.is_blank() && !same_door(&usual_sender, &draft.from) {
        draft.usual_sender = Some(Box::new(usual_sender));
    }
    me.copy = Some(draft.order.clone());
    replace_draft(me, ctx, draft);
}

fn fill_return(me: &mut Ship, ctx: &mut Ctx<'_>, shipment: &Shipment) {
    let usual_sender = sender_of_next(&me.draft);
    let there = draft_like(me, ctx, shipment);
    let back = Draft {
        from: there.to,
        to: there.from,
        usual_sender: Some(Box::new(usual_sender)),
        ..there
    };
    replace_draft(me, ctx, back);
}

/// A draft with the addresses, packages and service of a shipment.
fn draft_like(me: &Ship, ctx: &Ctx<'_>, shipment: &Shipment) -> Draft {
    let side = |address: &Option<Address>| {
        address.as_ref().map(crate::parcel::address_check::form_of).unwrap_or_default()
    };
    let packages: Vec<PackageForm> = shipment.packages.iter().map(package_form).collect();
    Draft {
        order: OrderId::mint(),
        from: side(&shipment.from_address),
        to: side(&shipment.to_address),
        packages: if packages.is_empty() { vec![PackageForm::of_region()] } else { packages },
        label: label_of_settings(ctx),
        usual: Some(PreferredService {
            account: shipment.carrier_account_id.clone(),
            service: shipment.service.clone(),
            of_this_parcel: false,
        }),
        last_services: last_service::carry_over(&me.draft),
        ..Draft::default()
    }
}

/// The label of a new draft.
fn label_of_settings(ctx: &Ctx<'_>) -> LabelForm {
    let label = ctx.settings.label_defaults();
    LabelForm { file_type: label.file_type, size: label.size, orientation: label.orientation }
}

/// Gives the draft the label of the settings, which were just changed, unless work on it has begun.
pub(in crate::desk) fn use_label_of_settings(me: &mut Ship, ctx: &mut Ctx<'_>) {
    let weighed = |package: &PackageForm| !package.weight.trim().is_empty();
    let has_begun = !me.draft.to.is_blank() || me.draft.packages.iter().any(weighed);
    if !has_begun && !is_frozen(me) {
        let label = label_of_settings(ctx);
        change(me, ctx, |draft| draft.label = label);
    }
}

fn package_form(package: &crate::api::package::Package) -> PackageForm {
    let text = |number: Option<f64>| number.map(|n| n.to_string()).unwrap_or_default();
    PackageForm {
        kind: package.package_type.clone().unwrap_or(PackageType::Parcel),
        weight: text(package.weight),
        weight_unit: package.weight_unit.as_deref().and_then(WeightUnit::parse).unwrap_or_default(),
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

/// The id of a stored address and its validation are valid for exactly these fields.
fn forget_id(before: &AddressForm, now: &mut AddressForm) {
    if now.stored == before.stored && now.verification == before.verification {
        let same_fields = AddressForm { residential: now.residential, ..before.clone() } == *now;
        if !same_fields {
            now.stored = None;
            now.verification = None;
        }
    }
}

/// Uses the scale's reading as the weight of a package.
pub(in crate::desk) fn put_weight(
    me: &mut Ship,
    ctx: &mut Ctx<'_>,
    package: usize,
    weighed: Weighed,
) {
    change(me, ctx, |draft| {
        if let Some(package) = draft.packages.get_mut(package) {
            package.weight.clone_from(&weighed.digits);
            package.weight_unit = weighed.unit;
            package.weighed = Some(weighed);
        }
    });
}

/// Clears the quote if the chosen rate is of an account that is being removed: it must not be
/// bought.
pub(in crate::desk) fn drop_rate_of(me: &mut Ship, ctx: &mut Ctx<'_>, account: &CarrierAccountId) {
    let chosen = me.draft.chosen.as_ref();
    if chosen.is_some_and(|rate| rate.carrier_account_id.as_ref() == Some(account)) {
        me.quoted = None;
        me.quote = Remote::NotAsked;
        change(me, ctx, |draft| draft.chosen = None);
    }
}
