//! Container labels (section 4.9). The interface does not define the response; it is a PostageLabel
//! (2.16) whose only entry is the document, with one page per container.

use std::sync::Arc;

use axum::extract::State;
use rusqlite::{Connection, params};
use serde_json::json;

use super::address::{self, Address, AddressInput, RequiredAddressFields};
use super::app::App;
use super::auth::Identity;
use super::carrier_account;
use super::carriers::{self, Class};
use super::document::ContainerFacts;
use super::fail::{self, Fail};
use super::fields::Fields;
use super::label::origin;
use super::number;
use super::paper::{self, DocumentKind};
use super::rate;
use super::reply::{Json, Reply};
use super::spec_shapes::MOST_CONTAINERS;
use super::wire::Call;
use postroom_base::text;

const MODULE: &str = "DOCUMENT";
/// What fits in its row of the label in legible type.
const LONGEST_CONTENT_CODE: usize = 20;

struct Order {
    from: AddressInput,
    to: AddressInput,
    content_code: String,
    carrier_account_id: String,
    pages: u64,
}

impl Order {
    fn read(fields: &Fields<'_>) -> Result<Self, Fail> {
        let from = whole_address(fields, "fromAddress")?;
        let to = whole_address(fields, "toAddress")?;
        let content_code = fields.need_text("contentCode")?;
        if content_code.chars().count() > LONGEST_CONTENT_CODE
            || content_code.chars().any(char::is_control)
        {
            return Err(Fail::invalid(
                MODULE,
                format!(
                    "contentCode can have at most {LONGEST_CONTENT_CODE} characters, on one line."
                ),
            ));
        }
        fields.need_one_of("type")?;
        Ok(Self {
            from,
            to,
            content_code,
            carrier_account_id: fields.need_text("carrierAccountId")?,
            pages: read_pages(fields)?,
        })
    }
}

/// Section 4.9 requires full details: the id of a stored address is not enough.
fn whole_address(fields: &Fields<'_>, name: &str) -> Result<AddressInput, Fail> {
    match address::read_given(&fields.need_object(name)?, RequiredAddressFields::Whole)? {
        AddressInput::Id(_) => Err(Fail::bad_request(
            MODULE,
            format!("{name} needs its full details; an id alone is not enough."),
        )),
        given => Ok(given),
    }
}

fn read_pages(fields: &Fields<'_>) -> Result<u64, Fail> {
    match fields.whole("pages")? {
        None => Ok(1),
        Some(Ok(pages)) => Ok(pages),
        Some(Err(value)) if !value.is_i64() && !value.is_u64() => {
            Err(Fail::bad_request(MODULE, "pages must be a whole number."))
        }
        Some(Err(value)) => Err(Fail::invalid(
            MODULE,
            format!("pages must be from 1 to {MOST_CONTAINERS}, not {value}."),
        )),
    }
}

/// POST /Document/POST/99M
pub async fn create(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let body = call.object()?;
    let order = Order::read(&call.fields(&body)?)?;
    let now = app.clock.now_of(&who);
    let token = who.luck.text()?;
    let kept = token.clone();
    app.db.write(move |tx| make(tx, &who, order, &kept, now)).await?;
    Ok(Json(json!({
        "labelType": "Url",
        "labelFileType": "PDF",
        "labelSize": "4x6",
        "labelOrientation": "Portrait",
        "labels": [format!("{}/v3.1/Label/{token}", origin(&call.headers))],
    })))
}

/// Assigns numbers to the containers and stores the contents of their labels. Runs in the caller's
/// transaction.
fn make(
    conn: &Connection,
    who: &Identity,
    order: Order,
    token: &str,
    now: jiff::Timestamp,
) -> Result<(), Fail> {
    let from = address::resolve(conn, who, order.from)?;
    let to = address::resolve(conn, who, order.to)?;
    let account = carrier_account::load_active(conn, who, &order.carrier_account_id)?;
    let carrier = carriers::find_for_env(who.env, &account.carrier_code)?;
    if carrier.class != Class::Postal {
        return Err(Fail::new(
            fail::CARRIER_NOT_SUPPORTED,
            text!("practice-service-no-containers", carrier = carrier.name),
        ));
    }
    let mut numbers = Vec::new();
    for _ in 0..order.pages {
        conn.prepare_cached(
            "INSERT INTO containers(account_id, env, paper_token) VALUES(?1, ?2, ?3)",
        )?
        .execute(params![who.account_id, who.env.code(), token])?;
        let row = conn.last_insert_rowid();
        let count: i64 = conn
            .prepare_cached("SELECT count(*) FROM containers WHERE account_id = ?1 AND env = ?2")?
            .query_row(params![who.account_id, who.env.code()], |row| row.get(0))?;
        numbers.push(number::container_number(number::serial(conn, who, row, count)?));
    }
    let facts = ContainerFacts {
        carrier_name: carrier.name.to_owned(),
        from: from.lines(),
        to: to.lines(),
        destination: destination(&to),
        content_code: order.content_code,
        made: rate::local_today(&from, now).to_string(),
        numbers,
    };
    paper::store(conn, token, DocumentKind::ContainerLabels, &facts, now.as_millisecond())
}

/// The destination printed on the label: the five-digit ZIP or the country.
fn destination(to: &Address) -> String {
    match to.zip.get(..5) {
        Some(zip) if to.is_domestic() => zip.to_owned(),
        _ => to.country.clone(),
    }
}
