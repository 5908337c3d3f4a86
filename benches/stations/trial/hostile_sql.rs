//! What a hostile station writes: any column and any document that the role of a station may change, at
//! random and on purpose. Its statements are random, and so is the order or the row that each is about.

use postroom::orders::shop_database::{ShopDatabase, ShopDatabaseKind, TlsMode};
use serde_json::{Value, json};

use super::super::kit::Dice;

/// One order at random.
const ANY_ORDER: &str = "(SELECT id FROM postroom.orders ORDER BY random() LIMIT 1)";
const ANY_POSITION: &str = "(SELECT position FROM postroom.orders ORDER BY random() LIMIT 1)";
const ANY_CLAIM: &str = "(SELECT order_id FROM postroom.claims ORDER BY random() LIMIT 1)";
const ANY_STATION: &str = "(SELECT name FROM postroom.stations ORDER BY random() LIMIT 1)";

const QUERY: &str = "SELECT number FROM orders WHERE number = :number";

/// Where a document of a hostile station leads.
pub struct Traps {
    /// The port of a listener that counts who connects.
    pub port: u16,
    /// A file of SQLite that nobody chose.
    pub database: String,
    /// A picture that nobody chose.
    pub logo: String,
}

/// A change of the text of an order that stays an order.
const CHANGES_OF_TEXT: [&str; 9] = [
    // Another recipient, another place.
    r#"jsonb_set(json::jsonb, '{to,name}', '"Mallory"')"#,
    r#"jsonb_set(jsonb_set(json::jsonb, '{to,street1}', '"1 Hostile Way"'), '{to,zip}', '"99501"')"#,
    r#"jsonb_set(json::jsonb, '{to,country}', '"CA"')"#,
    // Another parcel and another price than the quote is for.
    r#"jsonb_set(json::jsonb, '{parcels,0,weight}', '"70"')"#,
    r#"jsonb_set(json::jsonb, '{quote,rate,totalFee}', '0.01')"#,
    // The label is taken out, or is another's.
    "json::jsonb - 'labels'",
    r#"jsonb_set(json::jsonb, '{labels,0,status}', '"not-bought"')"#,
    r#"jsonb_set(json::jsonb, '{labels,0,transaction}', '"0"')"#,
    "jsonb_set(json::jsonb, '{quote}', coalesce((SELECT other.json::jsonb -> 'quote'
       FROM postroom.order_details other ORDER BY random() LIMIT 1), 'null'))",
];

/// A text that is no order, or another order.
const OTHER_TEXTS: [&str; 5] = [
    "'{}'",
    "'no text of an order'",
    r#"'{"number": {}}'"#,
    "repeat('x', 3000000)",
    "(SELECT other.json FROM postroom.order_details other ORDER BY random() LIMIT 1)",
];

const COLUMNS_OF_ORDERS: [&str; 18] = [
    "revision = revision + 1",
    "revision = -9223372036854775808",
    "state = 'rated'",
    "state = 'bought'",
    "state = 'buying'",
    "state = 'in-doubt'",
    "state = 'zzz'",
    "number = repeat('9', 900)",
    "number = number || chr(8238)",
    "source = 'Another shop'",
    "recipient = repeat('M', 1000000)",
    "ship_by = 'not a day'",
    "preset = 'no such preset'",
    "changed = 'infinity'",
    "changed = '4713-01-01 BC'",
    "changed_by = repeat('Mallory / ', 50)",
    "id = md5(random()::text)",
    "position = DEFAULT",
];

const COLUMNS_OF_CLAIMS: [&str; 9] = [
    "station = 'mallory'",
    "transaction_id = md5(random()::text)",
    "body = 'no request'",
    "body = coalesce((SELECT body FROM postroom.claims ORDER BY random() LIMIT 1), '')",
    "purchase = '{}'",
    "purchase = replace(purchase, 'http', 'ftp')",
    "wanted_by = 'mallory', wanted_since = now()",
    "wanted_by = NULL, wanted_since = 'infinity'",
    "order_id = md5(random()::text)",
];

const COLUMNS_OF_STATIONS: [&str; 8] = [
    "lease_until = 'infinity'",
    "lease_until = '-infinity'",
    "version = repeat('9', 1000)",
    "first_seen = '-infinity'",
    "purchases = 0",
    "purchases = 9223372036854775807",
    "tables = 1",
    "report_wanted_by = 'mallory', report_wanted_since = now()",
];

const KINDS: [&str; 9] = [
    "preset",
    "rule",
    "mapping",
    "shop-database",
    "shop",
    "own-export",
    "print-run",
    "order-keys",
    "no such kind",
];

impl Traps {
    /// The next statement.
    pub fn statement(&self, dice: &mut Dice) -> String {
        match dice.below(100) {
            0..34 => of_text(dice, &CHANGES_OF_TEXT),
            34..38 => of_text(dice, &OTHER_TEXTS),
            38..56 => {
                let set = pick(dice, &COLUMNS_OF_ORDERS);
                format!("UPDATE postroom.orders SET {set} WHERE id = {ANY_ORDER}")
            }
            56..70 => {
                let set = pick(dice, &COLUMNS_OF_CLAIMS);
                format!("UPDATE postroom.claims SET {set} WHERE order_id = {ANY_CLAIM}")
            }
            70..72 => format!("DELETE FROM postroom.claims WHERE order_id = {ANY_CLAIM}"),
            72..76 => forged_claim().to_owned(),
            76..80 => {
                let set = pick(dice, &COLUMNS_OF_STATIONS);
                format!("UPDATE postroom.stations SET {set} WHERE name = {ANY_STATION}")
            }
            80..93 => self.document(dice),
            93..95 => format!("DELETE FROM postroom.orders WHERE id = {ANY_ORDER}"),
            95..97 => {
                "UPDATE postroom.addresses SET json = '{}', groups = 'x', revision = 0".into()
            }
            97 => "UPDATE postroom.address_sequence SET last = last - 5".into(),
            98 => "SELECT pg_notify('postroom', repeat('x', 7000))".into(),
            _ => "BEGIN; LOCK TABLE postroom.orders, postroom.claims IN EXCLUSIVE MODE;
                SELECT pg_sleep(2); COMMIT"
                .into(),
        }
    }

    /// A document that leads into a trap, or one that is no document.
    fn document(&self, dice: &mut Dice) -> String {
        let (kind, json) = match dice.below(6) {
            0 => ("shop-database", self.server()),
            1 => ("shop-database", self.file()),
            2 => (
                "shop",
                json!({"logo": self.logo, "keyed_database": "orders", "scan_buys": true,
                "slips_with_labels": true}),
            ),
            3 => ("rule", json!({"name": "All of it", "then": {"service": "NoSuchService"}})),
            4 => (pick(dice, &KINDS), json!({"name": ["no", "document"]})),
            _ => (pick(dice, &KINDS), json!("x".repeat(100_000))),
        };
        let key = match kind {
            "shop" => "shop",
            _ => "orders",
        };
        written((kind, key), &json)
    }

    /// A database of the shop that is the listener.
    fn server(&self) -> Value {
        json!(ShopDatabase {
            name: "Orders".to_owned(),
            kind: ShopDatabaseKind::Postgres,
            host: "127.0.0.1".to_owned(),
            port: self.port,
            database: "stations".to_owned(),
            user: "shop".to_owned(),
            tls: TlsMode::Off,
            query: QUERY.to_owned(),
            ..ShopDatabase::default()
        })
    }

    fn file(&self) -> Value {
        json!(ShopDatabase {
            name: "Orders".to_owned(),
            kind: ShopDatabaseKind::SqliteFile,
            database: self.database.clone(),
            query: QUERY.to_owned(),
            ..ShopDatabase::default()
        })
    }

    /// A document for each trap.
    pub fn all(&self) -> String {
        let server = written(("shop-database", "server"), &self.server());
        let file = written(("shop-database", "file"), &self.file());
        format!("{server}; {file}")
    }
}

fn written((kind, key): (&str, &str), json: &Value) -> String {
    format!(
        "INSERT INTO postroom.documents (kind, key, name, rank, json, revision, changed, changed_by)
         VALUES ('{kind}', '{key}', 'Mallory', 0, '{json}', 1, now(), 'mallory')
         ON CONFLICT (kind, key) DO UPDATE SET json = excluded.json,
           revision = postroom.documents.revision + 1, changed_by = 'mallory'"
    )
}

fn of_text(dice: &mut Dice, texts: &'static [&'static str]) -> String {
    let text = pick(dice, texts);
    format!("UPDATE postroom.order_details SET json = {text} WHERE position = {ANY_POSITION}")
}

/// The claim of one order with the request of another, of a station that is long gone.
fn forged_claim() -> &'static str {
    "INSERT INTO postroom.stations (name, lease_until, version)
       VALUES ('mallory', now() - interval '1 h', '9') ON CONFLICT DO NOTHING;
     INSERT INTO postroom.claims (order_id, transaction_id, station, purchase, body)
       SELECT id, md5(random()::text), 'mallory', purchase, body FROM postroom.orders,
         (SELECT purchase, body FROM postroom.claims ORDER BY random() LIMIT 1) known
       ORDER BY random() LIMIT 1 ON CONFLICT DO NOTHING"
}

fn pick(dice: &mut Dice, of: &'static [&'static str]) -> &'static str {
    of.get(dice.place(of.len())).copied().unwrap_or_default()
}
