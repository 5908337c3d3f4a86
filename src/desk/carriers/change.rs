//! Changes of carrier accounts, one at a time, and the confirmation before them.

use jiff::SignedDuration;
use serde_json::{Map, Value};

use crate::api;
use crate::api::carrier_account::{CarrierAccount, CarrierAccountRequest};
use crate::api::value::CarrierAccountStatus;
use crate::base::id::CarrierAccountId;
use crate::desk::carriers::{Carriers, catalogs};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::kernel::{saved_values, service_time};
use crate::desk::records::{shipment_row, stored_address};
use crate::message;
use crate::store::book::Book;
use crate::store::cache::{Cache, Scope, ShipmentQuery};
use crate::text;

use crate::desk::carriers::{
    AccountForm, ConfigEntry, ConfigValue, Question, Risk, SHIP_FROM, ShipFrom, displayed_value,
};

const CHANGE: Slot<Carriers> = Slot::with_account("carrier account");
const QUESTION: Slot<Carriers> = Slot::with_account("question of a carrier account");

pub(super) fn save(me: &mut Carriers, ctx: &mut Ctx<'_>, form: AccountForm) {
    let wanted = status_of(form.enabled);
    let what = match form.id {
        Some(_) => text!("carriers-changing"),
        None => text!("carriers-creating"),
    };
    let book = ctx.book.clone();
    change(me, ctx, what, move |link| async move {
        let account = write(&link, &book, form).await?;
        Ok(Changed {
            name: account.name.unwrap_or_default(),
            status: account.status,
            wanted: Some(wanted),
        })
    });
}

/// Enables an account, or disables it once the user has confirmed.
pub(super) fn set_enabled(
    me: &mut Carriers,
    ctx: &mut Ctx<'_>,
    id: CarrierAccountId,
    enabled: bool,
) {
    let wanted = status_of(enabled);
    let what = match enabled {
        true => text!("carriers-enabling"),
        false => text!("carriers-disabling"),
    };
    if !enabled {
        ctx.announce(Event::CarrierAccountLeaves(id.clone()));
    }
    change(me, ctx, what, move |link| async move {
        let live = live(&link, &id).await?;
        let request = CarrierAccountRequest {
            id: Some(id),
            name: live.name.unwrap_or_default(),
            carrier_code: live.carrier_code.unwrap_or_default(),
            configuration: spelled_for_requests(live.configuration.unwrap_or_default()),
            description: live.description,
            logo: live.logo,
            status: Some(wanted.clone()),
        };
        let account = link.send(api::carrier_account::update(&request)).await?;
        Ok(Changed {
            name: account.name.unwrap_or_default(),
            status: account.status,
            wanted: Some(wanted),
        })
    });
}

pub(super) fn delete(me: &mut Carriers, ctx: &mut Ctx<'_>, id: CarrierAccountId) {
    ctx.announce(Event::CarrierAccountLeaves(id.clone()));
    let name = name_of(me, &id);
    let what = text!("carriers-deleting");
    change(me, ctx, what, move |link| async move {
        link.send(api::carrier_account::delete(&id)).await?;
        Ok(Changed { name, status: None, wanted: None })
    });
}

/// Finds out what would stop working, then asks the user. Only reads the cache.
pub(super) fn question(me: &mut Carriers, ctx: &mut Ctx<'_>, id: CarrierAccountId, risk: Risk) {
    let name = name_of(me, &id);
    let rate = me.chosen_for_draft.as_ref() == Some(&id);
    let accounts = me.accounts.value();
    let enabled = accounts.into_iter().flatten().filter(|account| account.is_enabled());
    let last = enabled.map(|account| account.id.as_ref()).eq([Some(&id)]);
    let now = service_time::now(ctx);
    let (cache, scope) = (ctx.cache.clone(), ctx.scope.clone());
    let work = async move {
        let labels = match &scope {
            Some(scope) => unscanned(&cache, scope, &id, now).await,
            None => 0,
        };
        Question { account: id, name, risk, breaks: breaks(risk, labels, rate, last) }
    };
    ctx.jobs.answer(QUESTION, work, move |me, _, question| me.change.question = Some(question));
}

fn breaks(risk: Risk, labels: usize, rate: bool, last: bool) -> Vec<String> {
    let mut breaks = vec![match risk {
        Risk::Disable => text!("carriers-breaks-until-enabled").to_owned(),
        Risk::Delete => text!("carriers-breaks-for-good").to_owned(),
    }];
    if labels > 0 {
        breaks.push(match labels {
            MOST_LOOKED_AT.. => text!("carriers-breaks-many-labels", count = labels),
            _ => text!("carriers-breaks-labels", count = labels),
        });
    }
    if rate {
        breaks.push(text!("carriers-breaks-rate").to_owned());
    }
    if last {
        breaks.push(text!("carriers-breaks-last").to_owned());
    }
    breaks
}

/// Labels examined for the confirmation. Counting more would not change the message.
const MOST_LOOKED_AT: usize = 2000;

async fn unscanned(
    cache: &Cache,
    scope: &Scope,
    id: &CarrierAccountId,
    now: jiff::Timestamp,
) -> usize {
    let query = ShipmentQuery {
        created_from: now.checked_sub(SignedDuration::from_hours(30 * 24)).ok(),
        // An empty status means that only the purchase is known.
        statuses: vec!["PreTransit".to_owned(), String::new()],
        refunded: Some(false),
        limit: u32::try_from(MOST_LOOKED_AT).unwrap_or(u32::MAX),
        ..ShipmentQuery::default()
    };
    let page = saved_values::logged(cache.find_shipments(scope, query).await);
    let mut count = 0;
    for row in page.into_iter().flat_map(|page| page.rows) {
        // A row of the list has only the account's name; the full shipment has its id.
        let whole = saved_values::logged(cache.shipment(scope, &row.id).await).flatten();
        let shipment = whole.as_ref().and_then(shipment_row::shipment);
        count += usize::from(
            shipment.is_some_and(|shipment| shipment.carrier_account_id.as_ref() == Some(id)),
        );
    }
    count
}

/// Runs one change at a time. The lists are read again afterwards, unless the service did not
/// answer.
fn change<F>(
    me: &mut Carriers,
    ctx: &mut Ctx<'_>,
    what: &'static str,
    send: impl FnOnce(std::sync::Arc<Link>) -> F,
) where
    F: Future<Output = Result<Changed, RequestError>> + Send + 'static,
{
    let Some(link) = ctx.link.clone() else {
        return ctx.notice(Tone::Info, message!("carriers-sign-in-first"), None);
    };
    if ctx.jobs.is_running(&CHANGE) {
        return ctx.notice(Tone::Info, message!("carriers-busy"), None);
    }
    me.change.under_way = Some(what);
    me.change.trouble = None;
    let sending = send(link);
    ctx.jobs.answer(CHANGE, sending, move |me, ctx, answer| {
        me.change.under_way = None;
        match ctx.note_failure(answer) {
            Ok(changed) => {
                me.change.done += 1;
                notice_change(ctx, changed);
                catalogs::refresh_carriers(me, ctx);
                ctx.announce(Event::CarrierAccountChanged);
            }
            Err(trouble) => {
                if !trouble.offline {
                    catalogs::refresh_carriers(me, ctx);
                }
                me.change.trouble = Some(explained(trouble));
            }
        }
    });
}

/// The account after the change. Both statuses are missing after a deletion.
struct Changed {
    name: String,
    /// The status in the response.
    status: Option<CarrierAccountStatus>,
    /// The requested status.
    wanted: Option<CarrierAccountStatus>,
}

/// Reports the result. A status other than the requested one means that the account waits for
/// approval or was disabled by an administrator (section 3.2).
fn notice_change(ctx: &mut Ctx<'_>, changed: Changed) {
    let Changed { name, status, wanted } = changed;
    let Some(wanted) = wanted else {
        return ctx.notice(Tone::Good, message!("carriers-deleted", name = name), None);
    };
    if status.as_ref() == Some(&wanted) || status.is_none() {
        let words = match wanted {
            CarrierAccountStatus::Disabled => message!("carriers-disabled", name = name),
            _ => message!("carriers-saved", name = name),
        };
        return ctx.notice(Tone::Good, words, None);
    }
    ctx.notice(Tone::Warning, message!("carriers-kept-off", name = name), None);
}

/// Explains error codes that have a special meaning for carrier accounts.
fn explained(mut trouble: Trouble) -> Trouble {
    let has = |wanted: &str| trouble.codes.iter().any(|code| code == wanted);
    if has("ADDRESS.NOT_FOUND") {
        trouble.cause = message!("carriers-cause-ship-from");
        trouble.advice = message!("carriers-advice-ship-from");
    } else if has("CARRIERACCOUNT.BAD_REQUEST") || has("CARRIERACCOUNT.CONFIG.BAD_REQUEST") {
        trouble.cause = message!("carriers-cause-configuration", cause = &trouble.cause);
        trouble.advice = message!("carriers-advice-configuration");
    } else if !trouble.retry_is_safe && trouble.codes.is_empty() {
        trouble.advice = message!("carriers-advice-uncertain");
    }
    trouble
}

async fn write(
    link: &Link,
    book: &Book,
    form: AccountForm,
) -> Result<CarrierAccount, RequestError> {
    let live = match &form.id {
        Some(id) => Some(live(link, id).await?),
        None => None,
    };
    let ship_from = match form.ship_from {
        ShipFrom::Unset => None,
        ShipFrom::Id(id) => Some(id),
        ShipFrom::Book(row) => Some(stored_address::id_at_service(link, book, row).await?),
    };
    let known = live.as_ref().and_then(|live| live.configuration.as_ref());
    let text = |text: String| (!text.trim().is_empty()).then(|| text.trim().to_owned());
    let request = CarrierAccountRequest {
        configuration: configuration(known, form.entries, ship_from),
        id: form.id,
        name: form.name.trim().to_owned(),
        carrier_code: form.carrier_code,
        description: text(form.description),
        logo: live.and_then(|live| live.logo),
        status: Some(status_of(form.enabled)),
    };
    match request.id {
        Some(_) => link.send(api::carrier_account::update(&request)).await,
        None => link.send(api::carrier_account::create(&request)).await,
    }
}

/// The typed configuration merged with the service's. A value whose text did not change keeps its
/// JSON type; keys removed from the form are removed.
fn configuration(
    known: Option<&Map<String, Value>>,
    entries: Vec<ConfigEntry>,
    ship_from: Option<String>,
) -> Map<String, Value> {
    let mut map = Map::new();
    for entry in entries {
        let key = entry.key.trim().to_owned();
        let old = known.and_then(|known| known.get(&key));
        let value = match entry.value {
            ConfigValue::Kept => old.cloned(),
            ConfigValue::Secret(secret) => Some(Value::String(secret.expose().to_owned())),
            ConfigValue::Text(text) => match old {
                Some(old) if displayed_value(old) == text => Some(old.clone()),
                _ => Some(Value::String(text)),
            },
        };
        if let Some(value) = value.filter(|_| !key.is_empty()) {
            map.insert(key, value);
        }
    }
    map.retain(|key, _| !key.eq_ignore_ascii_case(SHIP_FROM));
    if let Some(id) = ship_from {
        map.insert(SHIP_FROM.to_owned(), Value::String(id));
    }
    map
}

fn spelled_for_requests(configuration: Map<String, Value>) -> Map<String, Value> {
    let spelled = |(key, value): (String, Value)| {
        let key = if key.eq_ignore_ascii_case(SHIP_FROM) { SHIP_FROM.to_owned() } else { key };
        (key, value)
    };
    configuration.into_iter().map(spelled).collect()
}

/// The account as the service has it now, including secrets. It must not leave the job.
async fn live(link: &Link, id: &CarrierAccountId) -> Result<CarrierAccount, RequestError> {
    let accounts = link.send(api::carrier_account::list()).await?;
    let found = accounts.into_iter().find(|account| account.id.as_ref() == Some(id));
    found.ok_or_else(|| RequestError {
        trouble: Trouble {
            attempted: message!("carriers-attempted-change"),
            cause: message!("carriers-cause-gone"),
            advice: message!("carriers-advice-gone"),
            ..Trouble::default()
        },
        sign_in: false,
    })
}

fn status_of(enabled: bool) -> CarrierAccountStatus {
    match enabled {
        true => CarrierAccountStatus::Enabled,
        false => CarrierAccountStatus::Disabled,
    }
}

fn name_of(me: &Carriers, id: &CarrierAccountId) -> String {
    let accounts = me.accounts.value().into_iter().flatten();
    let mut named = accounts.filter(|account| account.id.as_ref() == Some(id));
    let name = named.next().and_then(|account| account.name.clone());
    name.unwrap_or_else(|| text!("carriers-unnamed").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::secret::Secret;

    #[test]
    fn an_untouched_secret_and_an_untouched_number_stay() {
        let known = serde_json::json!({
            "password": "old", "accountNumber": 17, "gone": "x", "ShipFromAddressId": "a-1"
        });
        let entry = |key: &str, value| ConfigEntry { key: key.to_owned(), value };
        let entries = vec![
            entry("password", ConfigValue::Kept),
            entry("accountNumber", ConfigValue::Text("17".to_owned())),
            entry("token", ConfigValue::Secret(Secret::new("new"))),
            entry(" ", ConfigValue::Text("nothing".to_owned())),
        ];
        let sent = configuration(known.as_object(), entries, Some("a-2".to_owned()));
        let wanted = serde_json::json!({
            "password": "old", "accountNumber": 17, "token": "new", "shipFromAddressId": "a-2"
        });
        assert_eq!(Value::Object(sent), wanted);
    }
}
