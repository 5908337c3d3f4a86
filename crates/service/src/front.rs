//! The page at `/`: the calls with an example of each, and the state of the practice world. It has no
//! scripts and nothing from elsewhere, and it changes nothing: the guard refuses what a page sends.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use rusqlite::Connection;
use serde_json::Value;

use super::app::App;
use super::call_spec::CallSpec;
use super::fail::Fail;
use super::label::origin;
use super::spec::{Kind, Need, Shape};
use super::spec_openapi::{Part, calls_of};
use super::stamp::stamp_z;
use postroom_base::money::Amount;

/// How many accounts are shown.
const MOST_ACCOUNTS: usize = 50;
const STYLE: &str = "
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--accent:#2563c9}
@media(prefers-color-scheme:dark){:root{--accent:#8ab4f8}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem}
h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.15rem;margin:2rem 0 .5rem}
code,pre{font:13px/1.45 ui-monospace,monospace;overflow-wrap:anywhere}
pre{background:var(--soft);padding:.7rem;border-radius:.4rem;overflow-x:auto;white-space:pre-wrap}
a{color:var(--accent)}
details{border-top:1px solid var(--line);padding:.1rem 0}
summary{cursor:pointer;padding:.6rem 0;min-height:2.75rem}
summary b{display:inline-block;min-width:4.2rem;font:600 13px/1 ui-monospace,monospace}
summary span{opacity:.75;display:block;font-size:.9rem}
.table{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.35rem .8rem .35rem 0;border-top:1px solid var(--line);vertical-align:top}
th{font-weight:600}dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem;margin:0}dt{opacity:.75}dd{margin:0}
";

/// GET /
pub async fn page(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Fail> {
    let origin = origin(&headers);
    let world = app.db.read(World::read).await?;
    let mut page = Page::default();
    page.raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">");
    page.raw("<title>Practice service</title><style>").raw(STYLE).raw("</style></head><body>");
    page.raw("<h1>Practice service</h1><p>Speaks the shipping interface at <code>");
    page.text(&format!("{origin}/v3.1")).raw("</code>. Described in OpenAPI 3.1: ");
    for (at, path) in
        [("the interface", "/v3.1/openapi"), (", the practice calls", "/practice/openapi")]
    {
        page.text(at)
            .raw(&format!(" (<a href=\"{path}.json\">JSON</a>, <a href=\"{path}.yaml\">YAML</a>)"));
    }
    page.raw(".</p>");
    page.state(&app, &world);
    page.raw("<h2>To try the examples</h2><p>An account of your own, and its token:</p><pre>");
    page.text(&first_steps(&origin)).raw("</pre>");
    page.calls("The calls", &format!("{origin}/v3.1"), Part::Interface);
    page.calls("The practice calls", &format!("{origin}/practice"), Part::Practice);
    page.raw("</body></html>\n");
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ];
    Ok((headers, page.0).into_response())
}

fn first_steps(origin: &str) -> String {
    format!(
        "BASE={origin}/v3.1 PRACTICE={origin}/practice\n\
         curl -s \"$PRACTICE/accounts\" -H 'Content-Type: application/json' -d '{{\"name\": \"mine\"}}'\n\
         API_KEY=mine-key API_SECRET=mine-secret USER_NAME=mine PASSWORD=mine-password\n\
         TOKEN=…          # of POST /Account/Token below\n\
         CARRIER_ACCOUNT_ID=…  # of the first answer"
    )
}

/// What the page shows of the database.
struct World {
    accounts: Vec<Account>,
    account_count: i64,
    shipments: i64,
    manifests: i64,
    admin: Vec<String>,
}

struct Account {
    id: String,
    name: String,
    status: String,
    key: String,
    balance: Amount,
}

impl World {
    fn read(conn: &Connection) -> Result<Self, Fail> {
        let count = |table: &str| -> Result<i64, Fail> {
            Ok(conn.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?)
        };
        let mut accounts = conn.prepare_cached(
            "SELECT a.id, a.name, a.status, p.api_key, w.balance FROM accounts a
             JOIN apps p ON p.account_id = a.id JOIN wallets w ON w.account_id = a.id AND w.env = 'P'
             ORDER BY a.rowid LIMIT ?1",
        )?;
        let accounts = accounts
            .query_map([MOST_ACCOUNTS as i64], |row| {
                Ok(Account {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    status: row.get(2)?,
                    key: row.get(3)?,
                    balance: Amount::from_micros(row.get(4)?),
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        let mut admin =
            conn.prepare_cached("SELECT kind, subject, state FROM admin ORDER BY kind, subject")?;
        let admin = admin
            .query_map([], |row| {
                let (kind, subject, state): (String, String, String) =
                    (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(format!("{kind} {subject}: {state}"))
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(Self {
            accounts,
            account_count: count("accounts")?,
            shipments: count("shipments")?,
            manifests: count("manifests")?,
            admin,
        })
    }
}

/// HTML as it grows.
#[derive(Default)]
struct Page(String);

impl Page {
    fn raw(&mut self, html: &str) -> &mut Self {
        self.0.push_str(html);
        self
    }

    fn text(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            match letter {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                letter => self.0.push(letter),
            }
        }
        self
    }

    fn row(&mut self, cell: &str, texts: &[&str]) {
        self.raw("<tr>");
        for text in texts {
            self.raw(&format!("<{cell}>")).text(text).raw(&format!("</{cell}>"));
        }
        self.raw("</tr>");
    }

    fn fact(&mut self, name: &str, value: &str) {
        self.raw("<dt>").text(name).raw("</dt><dd>").text(value).raw("</dd>");
    }

    fn state(&mut self, app: &App, world: &World) {
        self.raw("<h2>The practice world</h2><dl>");
        let clock = app.clock.state();
        let pace = match (clock.paused, clock.day_seconds) {
            (true, _) => "paused".to_owned(),
            (false, seconds) => format!("a day lasts {seconds} s"),
        };
        self.fact("Clock", &format!("{} ({pace})", stamp_z(app.clock.now())));
        let (made, kept) = app.journal.counts();
        self.fact("Calls", &format!("{made}, of which {kept} are in GET /practice/calls"));
        self.fact("Accounts", &world.account_count.to_string());
        self.fact("Accounts with a clock of their own", &app.clock.own_count().to_string());
        self.fact("Shipments", &world.shipments.to_string());
        self.fact("Manifests", &world.manifests.to_string());
        self.raw("</dl>");
        if !world.accounts.is_empty() {
            self.raw("<div class=\"table\"><table>");
            self.row("th", &["Account", "Key", "Balance", "Status", "Its time"]);
            for account in &world.accounts {
                let now = stamp_z(app.clock.now_of_account(&account.id));
                let balance = account.balance.to_string();
                self.row("td", &[&account.name, &account.key, &balance, &account.status, &now]);
            }
            self.raw("</table></div>");
        }
        self.raw("<h2>Faults</h2>");
        let faults = app.faults.show();
        let pending = faults.get("faults").and_then(Value::as_array).cloned().unwrap_or_default();
        if pending.is_empty() {
            self.raw("<p>None are pending.</p>");
        }
        for fault in pending {
            self.raw("<p><code>")
                .text(&super::reply::without_nulls(fault).to_string())
                .raw("</code></p>");
        }
        self.raw("<h2>The administrator</h2>");
        if world.admin.is_empty() {
            self.raw("<p>Nothing is changed.</p>");
        }
        for change in &world.admin {
            self.raw("<p><code>").text(change).raw("</code></p>");
        }
    }

    fn calls(&mut self, title: &str, base: &str, part: Part) {
        let variable = if part == Part::Interface { "$BASE" } else { "$PRACTICE" };
        self.raw("<h2>").text(title).raw("</h2><p><code>").text(base).raw("</code></p>");
        for (path, call) in calls_of(part) {
            self.raw("<details><summary><b>").text(call.method).raw("</b> <code>").text(path);
            self.raw("</code><span>").text(call.title).raw("</span></summary>");
            if !call.words.is_empty() {
                self.raw("<p>").text(call.words).raw("</p>");
            }
            self.raw("<pre>").text(&curl(variable, path, call)).raw("</pre>");
            if let Some(body) = call.body {
                self.fields(body);
            }
            let codes = call.codes().join(", ");
            self.raw("<p>Can fail with <code>").text(&codes).raw("</code></p></details>");
        }
    }

    fn fields(&mut self, shape: &'static Shape) {
        self.raw("<div class=\"table\"><table>");
        for field in shape.in_requests() {
            let need = match field.need {
                Need::Always => "required",
                Need::Sometimes | Need::Never => "",
            };
            self.row("td", &[field.name, &kind_words(&field.kind), need, field.words]);
        }
        self.raw("</table></div>");
    }
}

fn kind_words(kind: &Kind) -> String {
    match kind {
        Kind::Text => "text".to_owned(),
        Kind::Time => "date".to_owned(),
        Kind::Flag => "true or false".to_owned(),
        Kind::Measure | Kind::Number => "number".to_owned(),
        Kind::Amount => "amount".to_owned(),
        Kind::Whole(..) => "whole number".to_owned(),
        Kind::OneOf(values) | Kind::Loosely(values) => values.join(", "),
        Kind::SomeOf(values) => format!("one or a list of {}", values.join(", ")),
        Kind::Texts(..) => "list of texts".to_owned(),
        Kind::Object(shape) => shape.name.to_owned(),
        Kind::Objects(shape, ..) => format!("list of {}", shape.name),
        Kind::Free | Kind::Catalogue(_) => "object".to_owned(),
        Kind::FreeList => "list".to_owned(),
    }
}

/// The call as a command line; what differs each time is a variable of the shell.
fn curl(base: &str, path: &str, call: &CallSpec) -> String {
    let mut address = format!("{base}{path}");
    for (name, variable) in [
        ("{carrierAccountId}", "$CARRIER_ACCOUNT_ID"),
        ("{token}", "$LABEL_TOKEN"),
        ("{number}", "$TRACKING_NUMBER"),
        ("{id}", if path.starts_with("/Address") { "$ADDRESS_ID" } else { "$SHIPMENT_ID" }),
    ] {
        address = address.replace(name, variable);
    }
    if call.query.iter().any(|param| param.must) {
        address.push_str("?key=TrackingNumber&value=$TRACKING_NUMBER");
    }
    let mut command = format!("curl -s -X {} \"{address}\"", call.method);
    if !call.open {
        command.push_str(" \\\n  -H \"Authorization: Bearer $TOKEN\"");
    }
    if call.transaction {
        command.push_str(" \\\n  -H \"transactionId: $(uuidgen)\"");
    }
    if call.body.is_some() {
        command.push_str(&format!(
            " \\\n  -H 'Content-Type: application/json' --data @- <<JSON\n{}\nJSON",
            call.example
        ));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_never_markup() {
        let mut page = Page::default();
        page.row("td", &["<script>\"&"]);
        assert_eq!(page.0, "<tr><td>&lt;script&gt;&quot;&amp;</td></tr>");
    }

    #[test]
    fn an_example_is_a_command() {
        let (path, call) =
            calls_of(Part::Interface).find(|(path, _)| *path == "/Tracking").unwrap();
        assert_eq!(
            curl("$BASE", path, call),
            "curl -s -X GET \"$BASE/Tracking?key=TrackingNumber&value=$TRACKING_NUMBER\" \\\n  -H \"Authorization: Bearer $TOKEN\""
        );
    }
}
