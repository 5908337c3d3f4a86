//! Requests besides the quote: the service's own reason for a missing rate, and rates of the same
//! shipment in other packages. The rate request has no date (section 4.5), so dates cannot be
//! compared.

use crate::api;
use crate::api::carrier_account::CarrierAccount;
use crate::api::rate::Rate;
use crate::api::value::{PackageType, Service};
use crate::base::id::CarrierAccountId;
use crate::base::locale::{Message, TextOf};
use crate::base::measure::LengthUnit;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::ship::{Ship, draft_edit, rate_history, rates};
use crate::message;
use crate::parcel::catalogs::Catalogs;
use crate::parcel::draft::{Draft, PackageForm};
use crate::parcel::names;
use crate::parcel::problems::{needs_dimensions, offered};
use crate::parcel::rate_ranking::{quote, service_name};
use crate::parcel::requests;
use crate::text;

/// The request for one account and service that returned no rate.
const NO_RATE: Slot<Ship> = Slot::with_account("reason for no rate");
/// The requests for the draft in other packages.
const COMPARE: Slot<Ship> = Slot::with_account("comparison");

/// Every column is a separate request; nobody compares more than this side by side.
pub const MOST_COLUMNS: usize = 8;

/// Common box sizes, in inches: the button's text, the name, the package type, the dimensions.
pub const COMMON_SIZES: [(TextOf, TextOf, PackageType, [&str; 3]); 4] = [
    (
        || text!("ship-preset-small"),
        || text!("ship-preset-small-box"),
        PackageType::Parcel,
        ["8", "6", "4"],
    ),
    (
        || text!("ship-preset-medium"),
        || text!("ship-preset-medium-box"),
        PackageType::Parcel,
        ["12", "10", "6"],
    ),
    (
        || text!("ship-preset-large"),
        || text!("ship-preset-large-box"),
        PackageType::Parcel,
        ["18", "14", "8"],
    ),
    (
        || text!("ship-preset-mailer"),
        || text!("ship-preset-mailer-whole"),
        PackageType::SoftPack,
        ["12", "9", "1"],
    ),
];

#[derive(Debug, Default)]
pub struct Comparison {
    /// The repeated requests, one per account and service.
    pub reasons: Vec<Reason>,
    /// The current draft, then the other packages.
    pub columns: Vec<Column>,
    /// The draft changed since the columns were requested, in more than its packages.
    pub outdated: bool,
}

#[derive(Debug)]
pub struct Reason {
    pub account: CarrierAccountId,
    pub service: Service,
    /// Fails with the service's own message and codes, which are the expected result here.
    pub answer: Remote<()>,
}

#[derive(Debug)]
pub struct Column {
    pub name: Message,
    pub packages: Vec<PackageForm>,
    pub answer: Remote<Vec<Rate>>,
}

/// One way to package the draft.
#[derive(Clone, Debug, PartialEq)]
pub struct PackageChoice {
    /// The same in every language, unlike the name.
    pub key: String,
    pub name: Message,
    pub packages: Vec<PackageForm>,
}

impl Comparison {
    pub fn reason(&self, account: &CarrierAccountId, service: &Service) -> Option<&Reason> {
        self.reasons.iter().find(|reason| reason.account == *account && reason.service == *service)
    }

    pub fn is_loading(&self) -> bool {
        self.columns.iter().any(|column| column.answer.is_loading())
    }
}

/// Alternative packages for the draft: the preset sizes, and the fixed-size types in the catalog of
/// an enabled account. Weights are kept.
pub fn choices(
    draft: &Draft,
    catalogs: Option<&Catalogs>,
    accounts: &[CarrierAccount],
) -> Vec<PackageChoice> {
    let with = |key: String, name: Message, change: &dyn Fn(&mut PackageForm)| PackageChoice {
        key,
        name,
        packages: draft
            .packages
            .iter()
            .cloned()
            .map(|mut package| {
                change(&mut package);
                package.carried_over = false;
                package
            })
            .collect(),
    };
    let shelf = COMMON_SIZES.iter().map(|(_, name, kind, [length, width, height])| {
        let key = format!("{} {length}x{width}x{height}", kind.as_str());
        with(key, (*name).into(), &|package| {
            package.kind = kind.clone();
            (*length).clone_into(&mut package.length);
            (*width).clone_into(&mut package.width);
            (*height).clone_into(&mut package.height);
            package.length_unit = LengthUnit::In;
            package.irregular = false;
        })
    });
    let listed =
        catalogs.and_then(|known| offered(&known.package_types, accounts)).unwrap_or_default();
    let own_size = PackageType::ALL
        .iter()
        .filter(|kind| !needs_dimensions(kind))
        .filter(|kind| listed.iter().any(|(_, code)| PackageType::parse(code) == **kind))
        .map(|kind| {
            let named = kind.clone();
            let name = Message::composed(move || names::package_type(&named).into_owned());
            let key = kind.as_str().to_owned();
            with(key, name, &|package| package.kind = kind.clone())
        });
    own_size.chain(shelf).filter(|choice| !same_packages(draft, &choice.packages)).collect()
}

/// Requests rates for one account and service alone: the service then gives its reason.
pub(in crate::desk) fn ask_why(
    me: &mut Ship,
    ctx: &mut Ctx<'_>,
    account: CarrierAccountId,
    service: Service,
) {
    let Some(link) = ctx.link.clone() else {
        return ctx.notice(Tone::Warning, message!("ship-sign-in-for-reason"), None);
    };
    if !rates::quote_is_current(me) {
        return ctx.notice(Tone::Info, message!("ship-changed-get-rates"), None);
    }
    let mut body = requests::rate_request(&me.draft);
    body.carrier_account_id = Some(account.clone());
    body.service = Some(service.clone());
    let reasons = &mut me.comparison.reasons;
    reasons.retain(|reason| reason.account != account || reason.service != service);
    reasons.push(Reason {
        account: account.clone(),
        service: service.clone(),
        answer: Remote::Loading { previous: None },
    });
    let slot = NO_RATE.about(&(&account, &service));
    let work = async move { link.send(api::rate::quote(&body)).await };
    ctx.jobs.answer(slot, work, move |me, ctx, answer| {
        let answer = ctx.note_failure(answer);
        let now = ctx.clock.now();
        let known = me.comparison.reasons.iter_mut();
        let mut known = known.filter(|it| it.account == account && it.service == service);
        // Removed if the shipment changed meanwhile: the answer is out of date.
        let Some(reason) = known.next() else { return };
        match answer {
            Ok(reply) => {
                reason.answer = Remote::ready((), now);
                take_late(me, ctx, &service, reply.rates);
            }
            Err(trouble) => reason.answer.settle(Err(trouble), now),
        }
    });
}

/// Adds the rates of a service that gave one when requested alone.
fn take_late(me: &mut Ship, ctx: &mut Ctx<'_>, service: &Service, late: Vec<Rate>) {
    let (Some(known), false) = (me.quote.known(), late.is_empty()) else {
        return;
    };
    let (at, mut rates) = (known.at, known.value.rates.clone());
    rates.extend(late);
    let order = known.value.order.clone();
    if let Some(asked) = me.quoted.clone() {
        rate_history::remember(me, ctx, &asked, &rates);
    }
    me.quote = Remote::ready(quote(order, rates), at);
    let words = message!("ship-late-rate", service = service_name(service));
    ctx.notice(Tone::Info, words, None);
}

/// Requests rates for the draft and for other packages, one after another.
pub(in crate::desk) fn request_comparison(
    me: &mut Ship,
    ctx: &mut Ctx<'_>,
    choices: Vec<PackageChoice>,
) {
    let Some(link) = ctx.link.clone() else {
        return ctx.notice(Tone::Warning, message!("ship-sign-in-for-rates"), None);
    };
    if let Some(missing) = rates::not_ready(me, ctx) {
        return ctx.notice(Tone::Info, missing, None);
    }
    let draft = me.draft.clone();
    let current = rates::quote_is_current(me)
        .then(|| me.quote.known().map(|known| (known.value.rates.clone(), known.at)))
        .flatten();
    let waiting = || Remote::Loading { previous: None };
    let own = Column {
        name: message!("ship-compare-own"),
        packages: draft.packages.clone(),
        answer: current.map_or_else(waiting, |(rates, at)| Remote::ready(rates, at)),
    };
    let others = choices.into_iter().take(MOST_COLUMNS - 1).map(|choice| Column {
        name: choice.name,
        packages: choice.packages,
        answer: waiting(),
    });
    let columns: Vec<Column> = std::iter::once(own).chain(others).collect();
    let bodies: Vec<_> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.answer.is_loading())
        .map(|(index, column)| {
            let packed = with_packages(&draft, &column.packages);
            (index, requests::rate_request(&packed), packed)
        })
        .collect();
    me.comparison.columns = columns;
    me.comparison.outdated = false;
    me.compared = Some(Box::new(draft));
    ctx.jobs.start(COMPARE, |outbox| async move {
        for (index, body, packed) in bodies {
            let answer = link.send(api::rate::quote(&body)).await;
            outbox
                .send(move |me, ctx| {
                    let answer = ctx.note_failure(answer).map(|reply| reply.rates);
                    if let Ok(rates) = &answer {
                        rate_history::remember_aside(ctx, &packed, rates);
                    }
                    let now = ctx.clock.now();
                    if let Some(column) = me.comparison.columns.get_mut(index) {
                        column.answer.settle(answer, now);
                    }
                })
                .await;
        }
    });
}

/// Copies the packages of a column and one of its rates into the wizard.
pub(in crate::desk) fn choose(me: &mut Ship, ctx: &mut Ctx<'_>, column: usize, rate: Rate) {
    if me.comparison.outdated {
        return ctx.notice(Tone::Info, message!("ship-changed-compare"), None);
    }
    let Some(known) = me.comparison.columns.get(column) else {
        return;
    };
    let Some(answer) = known.answer.known() else {
        return;
    };
    if !answer.value.contains(&rate) {
        return;
    }
    let (packages, rates, at) = (known.packages.clone(), answer.value.to_vec(), answer.at);
    draft_edit::change(me, ctx, |draft| draft.packages = packages);
    // The column's rates are for exactly this draft, so they become its quote.
    let order = me.draft.order.clone();
    me.quoted = Some(Box::new(me.draft.clone()));
    me.quote = Remote::ready(quote(order, rates), at);
    // The hint about a cheaper past quote was for other packages.
    rate_history::forget_hint(me, ctx);
    draft_edit::mark_quote(me);
    rates::choose(me, ctx, rate);
}

/// Updates what a change of the draft outdates.
pub(in crate::desk) fn mark(me: &mut Ship) {
    if me.quote_outdated {
        me.comparison.reasons.clear();
    }
    let draft = &me.draft;
    me.comparison.outdated = me.compared.as_ref().is_some_and(|compared| {
        let unpacked = with_packages(draft, &compared.packages);
        compared.order != draft.order
            || !requests::rate_inputs_equal(compared, &unpacked)
            || !me.comparison.columns.iter().any(|column| same_packages(draft, &column.packages))
    });
}

/// Clears everything, for another shipment or another account.
pub(in crate::desk) fn forget(me: &mut Ship) {
    me.compared = None;
    me.comparison = Comparison::default();
}

fn with_packages(draft: &Draft, packages: &[PackageForm]) -> Draft {
    Draft { packages: packages.to_vec(), ..draft.clone() }
}

fn same_packages(draft: &Draft, packages: &[PackageForm]) -> bool {
    requests::rate_inputs_equal(draft, &with_packages(draft, packages))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::carrier::CatalogEntry;

    fn catalogs(codes: &[&str]) -> Catalogs {
        let entries = codes
            .iter()
            .map(|code| CatalogEntry { code: Some((*code).to_owned()), ..CatalogEntry::default() });
        Catalogs {
            package_types: [("POST-eVS".to_owned(), entries.collect())].into(),
            ..Catalogs::default()
        }
    }

    fn account() -> CarrierAccount {
        CarrierAccount { carrier_code: Some("POST-eVS".to_owned()), ..CarrierAccount::default() }
    }

    fn draft() -> Draft {
        let mut draft = Draft::default();
        for package in &mut draft.packages {
            package.weight = "2".to_owned();
            package.length = "8".to_owned();
            package.width = "6".to_owned();
            package.height = "4".to_owned();
        }
        draft
    }

    #[test]
    fn only_what_a_catalogue_lists_and_what_differs_is_offered() {
        let names: Vec<String> =
            choices(&draft(), Some(&catalogs(&["Parcel", "SmallFlatRateBox"])), &[account()])
                .into_iter()
                .map(|choice| choice.name.to_string())
                .collect();
        // The draft already has the size of the small preset box.
        assert_eq!(names, ["Small Flat Rate Box", "Medium box", "Large box", "Mailer"]);
    }

    #[test]
    fn the_weight_of_every_package_stays() {
        let mut draft = draft();
        draft.packages.push(PackageForm { weight: "5".to_owned(), ..PackageForm::default() });
        let choices = choices(&draft, Some(&catalogs(&["FlatRateEnvelope"])), &[account()]);
        let envelope = choices.first().unwrap();
        let packed: Vec<_> = envelope
            .packages
            .iter()
            .map(|package| (package.kind.clone(), package.weight.as_str()))
            .collect();
        assert_eq!(
            packed,
            [(PackageType::FlatRateEnvelope, "2"), (PackageType::FlatRateEnvelope, "5")]
        );
    }
}
