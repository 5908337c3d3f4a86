//! The addresses of the draft: the address book, and validation by the service.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::Mutex;

use crate::api;
use crate::api::address::Address;
use crate::base::clock::Stopwatch;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{NoSlot, Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::pace;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::saved_values;
use crate::desk::kernel::session::Connection;
use crate::desk::records::contact::StoredContact;
use crate::desk::records::stored_address::BookEntry;
use crate::desk::ship::{Ship, draft_edit};
use crate::message;
use crate::parcel::address_check::{AddressCheck, KEPT_AS_TYPED, accepted, compare, form_of};
use crate::parcel::address_parts;
use crate::parcel::address_parts::{same_door, same_words};
use crate::parcel::draft::{AddressForm, Side};
use crate::parcel::problems::{Section, section_done};
use crate::parcel::requests;
use crate::store::book::{Book, BookError, BookRecord};

/// The part of the local address book that is on screen.
#[derive(Clone, Debug, Default)]
pub struct AddressBook {
    /// The text that is being searched for; a reply to an older text is dropped.
    pub query: String,
    /// The text that `rows` were found for.
    pub found: String,
    pub rows: Vec<BookEntry>,
    /// Those that labels were bought to, the last one first.
    pub recent: Vec<BookEntry>,
    pub count: u64,
}

#[derive(Debug, Default)]
pub struct AddressChecks {
    pub from: Remote<AddressCheck>,
    pub to: Remote<AddressCheck>,
}

const SEARCH: Slot<Ship> = Slot::with_window("address book search");
const CHECK: Slot<Ship> = Slot::with_account("address check of the draft");
const SAVE: Slot<Ship> = Slot::with_account("address of the draft to keep");

/// Most rows of a search.
const FOUND: u32 = 50;
const RECENT: u32 = 8;

/// Reloads the search on screen, the recent rows and the count. Also runs after any announced
/// change of the book.
pub(in crate::desk) fn refresh(me: &mut Ship, ctx: &mut Ctx<'_>) {
    search(me, ctx, me.book.query.clone());
}

pub(in crate::desk) fn search(me: &mut Ship, ctx: &mut Ctx<'_>, text: String) {
    me.book.query.clone_from(&text);
    let book = ctx.book.clone();
    let work = async move {
        let rows = book.find(&text, FOUND).await?;
        let recent = book.recent(RECENT).await?;
        Ok::<_, BookError>((rows, recent, book.count().await?, text))
    };
    ctx.jobs.answer(SEARCH, work, move |me, ctx, found| match found {
        Ok((rows, recent, count, text)) => {
            let shown = &mut me.book;
            shown.found = text;
            shown.rows = rows.into_iter().filter_map(entry).collect();
            shown.recent = recent.into_iter().filter_map(entry).collect();
            shown.count = count;
        }
        Err(error) => unreadable(ctx, &error),
    });
}

pub(in crate::desk) fn pick(me: &mut Ship, ctx: &mut Ctx<'_>, side: Side, row: i64) {
    let book = ctx.book.clone();
    let order = me.draft.order.clone();
    let work = async move { book.get(row).await };
    ctx.jobs.answer(NoSlot::<Ship>::with_window(), work, move |me, ctx, record| match record {
        Ok(Some(record)) => {
            if me.draft.order == order
                && let Some(entry) = entry(record)
            {
                // Picked for the next parcel, which is behind the label just bought.
                me.just_bought = None;
                draft_edit::set_side(me, ctx, side, entry.address);
            }
            // The field of the search is empty again.
            search(me, ctx, String::new());
        }
        Ok(None) => ctx.notice(Tone::Info, message!("ship-book-gone"), None),
        Err(error) => unreadable(ctx, &error),
    });
}

/// Marks the recipient's entries in the book as used after a purchase, even if the address was
/// typed; a recipient who is not in the book is added, so that the next parcel finds them. Entries
/// match as in the search for duplicates. `sent` is the body of the purchase, `checked` the recipient of
/// the draft, which may have been checked.
pub(in crate::desk) fn bought_to(
    ctx: &mut Ctx<'_>,
    sent: &[u8],
    answered: Option<&Address>,
    checked: Option<&AddressForm>,
) {
    let sent: Option<Value> = serde_json::from_slice(sent).ok();
    let typed = sent.and_then(|sent| Address::deserialize(sent.get("toAddress")?).ok());
    // A stored address is sent as its id alone; the response has it in full.
    let typed = typed.filter(|address| address.street1.is_some());
    let Some(mut form) = typed.as_ref().or(answered).map(form_of) else {
        return;
    };
    if let Some(checked) = checked.filter(|checked| same_door(checked, &form)) {
        form.verification = checked.verification.clone().or(form.verification);
    }
    let book = ctx.book.clone();
    let work = async move { mark(&book, form).await };
    ctx.jobs.answer(NoSlot::<Ship>::until_finished(), work, move |_, ctx, marked| match marked {
        Ok(()) => ctx.announce(Event::BookChanged),
        Err(error) => tracing::warn!(%error, "the address could not be marked as used"),
    });
}

/// Two purchases for one recipient that end together must not both add them.
static MARKING: Mutex<()> = Mutex::const_new(());

async fn mark(book: &Book, form: AddressForm) -> Result<(), BookError> {
    let _alone = MARKING.lock().await;
    let zip: String = form.zip.chars().take(5).collect();
    let words = format!("{} {zip}", address_parts::shown_name(&form));
    let (mut known, mut checked) = (Vec::new(), Vec::new());
    for record in book.find(&words, FOUND).await? {
        let kept = StoredContact::read(&record);
        let Some(kept) = kept.filter(|kept| same_door(&kept.form, &form)) else {
            continue;
        };
        known.push(record.row);
        if kept.form.verification.is_none() && form.verification.is_some() {
            let verification = form.verification.clone();
            let address = AddressForm { verification, ..kept.form.clone() };
            checked.push(kept.with(address).put_change(Some(record.row), None));
        }
    }
    if !checked.is_empty() {
        book.change(checked).await?;
    }
    if known.is_empty() && address_parts::problem(&form).is_none() {
        let added = StoredContact::from(form).put_change(None, None);
        known = book.change(vec![added]).await?;
    }
    for row in known {
        book.touch(row).await?;
    }
    Ok(())
}

pub(in crate::desk) fn put_in_book(ctx: &mut Ctx<'_>, form: AddressForm) {
    let book = ctx.book.clone();
    let work = async move { keep(&book, form).await };
    ctx.jobs.answer(NoSlot::<Ship>::until_finished(), work, move |_, ctx, kept| match kept {
        Ok(()) => ctx.announce(Event::BookChanged),
        Err(error) => unreadable(ctx, &error),
    });
}

/// Saves the address in the local book, and at the service to get an id (section 4.3, `save`).
pub(in crate::desk) fn save_side(me: &mut Ship, ctx: &mut Ctx<'_>, side: Side) {
    let form = draft_edit::side_of(&mut me.draft, side).clone();
    put_in_book(ctx, form.clone());
    let words = message!("ship-book-saved", name = &form.name);
    ctx.notice(Tone::Good, words, None);
    let Some(link) = ctx.link.clone() else {
        return;
    };
    let address = Address { save: Some(true), ..requests::details(&form) };
    let work = async move { link.send(api::address::create(&address)).await };
    ctx.jobs.answer(SAVE.about(&side), work, move |me, ctx, answer| {
        match ctx.note_failure(answer) {
            Ok(saved) => {
                let now = draft_edit::side_of(&mut me.draft, side);
                if *now == form {
                    now.stored = saved.id;
                }
            }
            Err(trouble) => ctx.notice_failure(trouble),
        }
    });
}

/// Asks the service about the recipient once the address is complete and has rested: once for the same
/// words, and not before the pause that the service asked for has passed.
pub(in crate::desk) fn check_when_due(me: &mut Ship, ctx: &mut Ctx<'_>) {
    if next_check(me, ctx).is_some_and(|wait| wait.is_zero()) {
        validate(me, ctx, Side::To, Asked::ByItself);
    }
}

/// Time until the recipient is checked; `None` if it is not to be.
pub(in crate::desk) fn next_check(me: &Ship, ctx: &Ctx<'_>) -> Option<Duration> {
    let is_wanted = me.just_bought.is_none()
        && !draft_edit::is_frozen(me)
        && matches!(ctx.connection, Connection::Connected(_))
        && me.draft.to.verification.is_none()
        && section_done(&me.problems, Section::To);
    let rest =
        pace::remaining(me.recipient_changed.as_ref().filter(|_| is_wanted), ctx.pace.rates)?;
    let pause =
        me.check_pause.as_ref().and_then(|(since, wish)| pace::remaining(Some(since), *wish));
    Some(rest.max(pause.unwrap_or_default()))
}

/// How long rates wait for the check of the recipient, which may change their prices: a residential
/// address costs more. `None` if none is on its way.
pub(in crate::desk) fn rates_wait(me: &Ship) -> Option<Duration> {
    const PATIENCE: Duration = Duration::from_millis(1_500);
    let begun = me.check_begun.as_ref().filter(|_| me.checks.to.is_loading());
    pace::remaining(begun, PATIENCE).filter(|left| !left.is_zero())
}

/// Who wants to know.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::desk) enum Asked {
    ByHand,
    /// A failure that says nothing about the address is nobody's business then.
    ByItself,
}

/// Whether the service refuses the address. Any other failure says nothing about it: a service
/// without this call, without a network or too busy.
pub(super) fn is_refusal(trouble: &Trouble) -> bool {
    matches!(trouble.status, Some(400 | 409 | 422))
}

pub(in crate::desk) fn validate(me: &mut Ship, ctx: &mut Ctx<'_>, side: Side, asked: Asked) {
    let Some(link) = ctx.link.clone() else {
        return ctx.notice(Tone::Info, message!("ship-sign-in-to-check"), None);
    };
    if side == Side::To {
        me.recipient_changed = None;
        me.check_begun = Some(Stopwatch::start());
    }
    let typed = draft_edit::side_of(&mut me.draft, side).clone();
    let address = Address { verify: Some(true), ..requests::details(&typed) };
    check_of(me, side).start_loading();
    let work = async move { link.send(api::address::create(&address)).await };
    ctx.jobs.answer(CHECK.about(&side), work, move |me, ctx, answer| {
        let now = ctx.clock.now();
        let answer = ctx.note_failure(answer);
        if let Err(trouble) = &answer
            && (!same_words(&typed, draft_edit::side_of(&mut me.draft, side))
                || asked == Asked::ByItself && !is_refusal(trouble))
        {
            if let Some(wish) = trouble.retry_after {
                me.check_pause = Some((Stopwatch::start(), wish));
                me.recipient_changed = Some(Stopwatch::start());
            }
            check_of(me, side).cancel_loading();
            return;
        }
        let answer = answer.map(|suggested| compare(typed, suggested));
        if let Ok(check) = &answer
            && !check.differs
            && check.remarks.is_empty()
        {
            take_findings(me, ctx, side, check);
        }
        check_of(me, side).settle(answer, now);
    });
}

/// Stores the result of a validation that confirmed the typed address. A residential address may
/// change the price.
fn take_findings(me: &mut Ship, ctx: &mut Ctx<'_>, side: Side, check: &AddressCheck) {
    if *draft_edit::side_of(&mut me.draft, side) != check.typed || draft_edit::is_frozen(me) {
        return;
    }
    let before = me.draft.chosen.clone();
    draft_edit::change(me, ctx, |draft| {
        let form = draft_edit::side_of(draft, side);
        form.verification.clone_from(&check.suggested.verification_status);
        form.residential = check.suggested.is_residential.or(form.residential);
    });
    if me.draft.chosen.is_none() {
        me.rate_before_check = before.map(Box::new);
    }
}

pub(in crate::desk) fn accept_suggestion(me: &mut Ship, ctx: &mut Ctx<'_>, side: Side) {
    let Some(check) = check_of(me, side).value() else {
        return;
    };
    let accepted = accepted(check);
    draft_edit::set_side(me, ctx, side, accepted);
}

/// Stores the choice with the address, also in the book, so that the user is not asked again.
pub(in crate::desk) fn keep_mine(me: &mut Ship, ctx: &mut Ctx<'_>, side: Side) {
    draft_edit::change(me, ctx, |draft| {
        draft_edit::side_of(draft, side).verification = Some(KEPT_AS_TYPED.to_owned());
    });
    let form = draft_edit::side_of(&mut me.draft, side).clone();
    *check_of(me, side) = Remote::NotAsked;
    put_in_book(ctx, form);
}

pub(in crate::desk) fn use_samples(me: &mut Ship, ctx: &mut Ctx<'_>) {
    let mut samples = samples().into_iter();
    if let (Some(from), Some(to)) = (samples.next(), samples.nth(1)) {
        draft_edit::set_side(me, ctx, Side::From, from);
        draft_edit::set_side(me, ctx, Side::To, to);
    }
}

/// Adds sample addresses for practice; a book that has entries is left unchanged.
pub(in crate::desk) fn seed_when_empty(ctx: &mut Ctx<'_>) {
    let book = ctx.book.clone();
    ctx.jobs.spawn_lasting(|outbox: Outbox<Ship>| async move {
        let seeded = async {
            if book.count().await? > 0 {
                return Ok(());
            }
            for form in samples() {
                keep(&book, form).await?;
            }
            Ok::<_, BookError>(())
        };
        let seeded = seeded.await;
        outbox
            .send(move |_, ctx| match seeded {
                Ok(()) => ctx.announce(Event::BookChanged),
                Err(error) => unreadable(ctx, &error),
            })
            .await;
    });
}

/// Fictional people at plausible addresses, domestic and foreign.
pub(in crate::desk) fn samples() -> Vec<AddressForm> {
    const AT_HOME: &str = include_str!("../../../assets/samples/sample_addresses_us.csv");
    const ABROAD: &str = include_str!("../../../assets/samples/sample_addresses_intl.csv");
    let mut samples = rows(AT_HOME, "US", |kind| kind == "ok" || kind == "ok_residential");
    samples.truncate(7);
    samples.extend(rows(ABROAD, "", |_| true).into_iter().take(5));
    samples
}

async fn keep(book: &Book, form: AddressForm) -> Result<(), BookError> {
    // The service's id belongs to one account, the book to all of them.
    let form = AddressForm { stored: None, ..form };
    let same = book
        .find(&format!("{} {} {}", form.name, form.street1, form.zip), FOUND)
        .await?
        .into_iter()
        .find(|record| {
            entry(record.clone()).is_some_and(|known| {
                let known = known.address;
                (known.name, known.street1, known.street2, known.zip)
                    == (
                        form.name.clone(),
                        form.street1.clone(),
                        form.street2.clone(),
                        form.zip.clone(),
                    )
            })
        });
    let row = same.as_ref().map(|record| record.row);
    let known = same.as_ref().and_then(StoredContact::read).unwrap_or_default();
    book.change(vec![known.with(form).put_change(row, None)]).await?;
    Ok(())
}

fn entry(record: BookRecord) -> Option<BookEntry> {
    Some(BookEntry {
        row: record.row,
        address: saved_values::readable(&record.json, "an address of the book")?,
        last_used: record.last_used,
    })
}

fn rows(text: &str, country: &str, wanted: impl Fn(&str) -> bool) -> Vec<AddressForm> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().cloned().unwrap_or_default();
    reader
        .records()
        .filter_map(Result::ok)
        .filter_map(|record| {
            let field = |name: &str| {
                let at = columns.iter().position(|column| column == name)?;
                record.get(at).map(str::to_owned)
            };
            let text = |name: &str| field(name).unwrap_or_default();
            wanted(&text("case")).then(|| AddressForm {
                name: text("name"),
                company: text("company"),
                street1: text("street1"),
                street2: text("street2"),
                city: text("city"),
                state: text("state"),
                zip: text("zip"),
                country: field("country").unwrap_or_else(|| country.to_owned()),
                phone: text("phone"),
                ..AddressForm::default()
            })
        })
        .collect()
}

fn check_of(me: &mut Ship, side: Side) -> &mut Remote<AddressCheck> {
    match side {
        Side::From => &mut me.checks.from,
        Side::To => &mut me.checks.to,
    }
}

fn unreadable(ctx: &mut Ctx<'_>, error: &BookError) {
    ctx.notice_failure(crate::desk::kernel::failure::describe_local_error(
        message!("ship-book-attempt"),
        error,
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::rate::Rate;
    use crate::base::geography;

    #[test]
    fn samples_are_whole_addresses_at_home_and_abroad() {
        let samples = samples();
        assert_eq!(samples.len(), 12);
        assert!(samples.iter().all(|form| !form.name.is_empty()
            && !form.street1.is_empty()
            && geography::country(&form.country).is_some()));
        assert!(samples.iter().any(|form| form.country != "US"));
    }

    /// A contact of the book may be a company without a person; a parcel needs a name.
    #[test]
    fn o33_a_company_without_a_person_is_the_name() {
        crate::desk::tests::with_desk(|desk| {
            desk.ship(|me, ctx| {
                let mut form = samples().remove(0);
                (form.name, form.company) = (String::new(), "ACME LLC".to_owned());
                form.stored = Some(crate::base::id::AddressId::new("i-1"));
                draft_edit::set_side(me, ctx, Side::To, form);
                let to = &me.draft.to;
                assert_eq!([to.name.as_str(), &to.company], ["ACME LLC", ""]);
                // The service has other words under the id.
                assert_eq!(to.stored, None);
            });
        });
    }

    /// A rate is chosen for a recipient whom the check then finds to live there.
    fn find_residential(me: &mut Ship, ctx: &mut Ctx<'_>, chosen: Rate) {
        let typed = samples().remove(0);
        draft_edit::set_side(me, ctx, Side::To, typed.clone());
        me.quoted = Some(Box::new(me.draft.clone()));
        me.draft.chosen = Some(chosen);
        draft_edit::mark_quote(me);
        assert!(!me.quote_outdated);
        let suggested = Address {
            is_residential: Some(true),
            verification_status: Some("Success".to_owned()),
            ..requests::details(&typed)
        };
        take_findings(me, ctx, Side::To, &compare(typed, suggested));
    }

    /// Finding M9: a validation result that changes the price outdates the quote.
    #[test]
    fn a_check_that_says_residential_outdates_the_rates() {
        crate::desk::tests::with_desk(|desk| {
            desk.ship(|me, ctx| {
                find_residential(me, ctx, Rate::default());
                let draft = &me.draft;
                assert_eq!(draft.to.residential, Some(true));
                assert_eq!(draft.to.verification.as_deref(), Some("Success"));
                assert!(me.quote_outdated && draft.chosen.is_none());
                // W47: the next quote says that the price is another one.
                assert!(me.rate_before_check.is_some());
            });
        });
    }

    /// W47: a price that changed by the check was not said.
    #[test]
    fn the_next_quote_says_the_new_price() {
        use crate::api::value::Service;
        use crate::base::id::CarrierAccountId;
        use crate::base::money::Amount;
        crate::desk::tests::with_desk(|desk| {
            desk.ship(|me, ctx| {
                let rate = |cents| Rate {
                    final_service: Some(Service::Ground),
                    carrier_account_id: Some(CarrierAccountId::new("a")),
                    total_fee: Some(Amount::from_cents(cents)),
                    ..Rate::default()
                };
                find_residential(me, ctx, rate(500));
                let order = me.draft.order.clone();
                let quote = crate::parcel::rate_ranking::quote(order, vec![rate(865)]);
                me.quote = Remote::ready(quote, ctx.clock.now());
                me.quoted = Some(Box::new(me.draft.clone()));
                draft_edit::mark_quote(me);
                crate::desk::ship::rates::take_usual(me, ctx);
                let said = ctx.notices.iter().any(|it| it.text.contains("8.65"));
                assert!(said, "{:?}", ctx.notices);
            });
        });
    }
}
