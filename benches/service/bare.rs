//! The baseline for the practice service: axum and SQLite with nothing in between.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, mpsc};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path as Route, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rusqlite::types::Value;
use rusqlite::{Connection, TransactionBehavior, params_from_iter};
use tokio::sync::oneshot;
use uuid::Uuid;

use crate::load::Failure;

/// Single rows that the service's handlers read too.
const ROWS: [(&str, &str, &str); 6] = [
    ("address", "application/json", "SELECT body FROM addresses WHERE id = ?1"),
    ("shipment", "application/json", "SELECT facts FROM shipments WHERE id = ?1"),
    (
        "wallet",
        "application/json",
        "SELECT CAST(balance AS TEXT) FROM wallets WHERE account_id = ?1 AND env = 'P'",
    ),
    ("parcel", "application/json", "SELECT label_token FROM parcels WHERE tracking_number = ?1"),
    ("label", "image/png", LABEL),
    (ENCODED, "application/json", LABEL),
];
const LABEL: &str = "SELECT label FROM parcels WHERE label_token = ?1";
/// The only row that is sent as Base64 in JSON instead of as it is.
const ENCODED: &str = "label64";

/// The tables to which a purchase adds a row, with the columns that need a new value in each row.
const WRITTEN: [(&str, &[&str]); 5] = [
    ("used_transactions", &["transaction_id"]),
    ("ledger", &["id", "transaction_id"]),
    ("addresses", &["id"]),
    ("shipments", &["id", "transaction_id"]),
    ("parcels", &["shipment_id", "tracking_number", "label_token"]),
];
/// A purchase stores both of its addresses.
const ADDRESSES: usize = 2;

struct Bare {
    path: PathBuf,
    writer: mpsc::SyncSender<oneshot::Sender<rusqlite::Result<()>>>,
    readers: Mutex<Vec<Connection>>,
    /// The response to a purchase.
    answer: String,
}

/// Serves a copy of the service's own database. `POST /write` commits the rows of one purchase on a
/// single writer thread and returns `answer`, which is as large as the service's response. `GET
/// /row/KIND/KEY` reads one row in `spawn_blocking`, and `GET /inline/KIND/KEY` on the async
/// thread; both send it as it is.
pub async fn start(path: &Path, answer: String) -> Result<SocketAddr, Failure> {
    let (writer, jobs) = mpsc::sync_channel::<oneshot::Sender<rusqlite::Result<()>>>(256);
    let mut purchase = Purchase::open(path)?;
    std::thread::spawn(move || {
        for job in jobs {
            let _ = job.send(purchase.commit());
        }
    });
    let bare =
        Arc::new(Bare { path: path.to_owned(), writer, readers: Mutex::new(Vec::new()), answer });
    let router = Router::new()
        .route("/row/{kind}/{key}", get(read_blocking))
        .route("/inline/{kind}/{key}", get(read))
        .route("/write", post(write))
        .with_state(bare);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

async fn read_blocking(state: State<Arc<Bare>>, route: Route<(String, String)>) -> Response {
    tokio::task::spawn_blocking(move || state.0.answer_row(&route.0.0, &route.0.1))
        .await
        .unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

async fn read(
    State(bare): State<Arc<Bare>>,
    Route((kind, key)): Route<(String, String)>,
) -> Response {
    bare.answer_row(&kind, &key)
}

async fn write(State(bare): State<Arc<Bare>>, _body: Bytes) -> Response {
    let (done, wait) = oneshot::channel();
    let sent = bare.writer.try_send(done).is_ok();
    match wait.await {
        Ok(Ok(())) if sent => {
            ([(header::CONTENT_TYPE, "application/json")], bare.answer.clone()).into_response()
        }
        _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

impl Bare {
    fn answer_row(&self, kind: &str, key: &str) -> Response {
        let Some((_, mime, sql)) = ROWS.iter().find(|(name, ..)| *name == kind) else {
            return StatusCode::NOT_FOUND.into_response();
        };
        match self.row(sql, key) {
            Ok(body) if kind == ENCODED => {
                let mut text = String::from("{\"labels\":[\"");
                STANDARD.encode_string(body, &mut text);
                text.push_str("\"]}");
                ([(header::CONTENT_TYPE, *mime)], text).into_response()
            }
            Ok(body) => ([(header::CONTENT_TYPE, *mime)], body).into_response(),
            Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
        }
    }

    fn row(&self, sql: &str, key: &str) -> Result<Vec<u8>, Failure> {
        let broken = |_| "the readers' lock is broken";
        let kept = self.readers.lock().map_err(broken)?.pop();
        let conn = match kept {
            Some(conn) => conn,
            None => Connection::open(&self.path)?,
        };
        let body = conn.prepare_cached(sql)?.query_row([key], |row| {
            let value = row.get_ref(0)?;
            Ok(value.as_bytes().unwrap_or_default().to_vec())
        })?;
        self.readers.lock().map_err(|_| "the readers' lock is broken")?.push(conn);
        Ok(body)
    }
}

/// The rows of the newest purchase, written repeatedly with new keys.
struct Purchase {
    conn: Connection,
    rows: Vec<Template>,
    number: i64,
}

struct Template {
    sql: String,
    columns: Vec<String>,
    values: Vec<Value>,
    fresh: &'static [&'static str],
}

impl Purchase {
    fn open(path: &Path) -> Result<Self, Failure> {
        let conn = Connection::open(path)?;
        conn.pragma_update(None, "journal_mode", "WAL")?;
        conn.pragma_update(None, "synchronous", "FULL")?;
        conn.pragma_update(None, "foreign_keys", true)?;
        conn.set_prepared_statement_cache_capacity(128);
        let mut rows = Vec::new();
        for (table, fresh) in WRITTEN {
            let times = if table == "addresses" { ADDRESSES } else { 1 };
            for _ in 0..times {
                rows.push(Template::read(&conn, table, fresh)?);
            }
        }
        // Higher than the existing numbers in both tables that have them.
        let number = 1_000_000_000;
        Ok(Self { conn, rows, number })
    }

    fn commit(&mut self) -> rusqlite::Result<()> {
        self.number += 1;
        let tx = self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        tx.prepare_cached("UPDATE wallets SET balance = balance - 1 WHERE env = 'P'")?
            .execute([])?;
        // One new text per column, shared by the rows, because the parcel refers to its shipment by
        // it.
        let mut texts: HashMap<&str, String> = HashMap::new();
        for row in &self.rows {
            texts.remove("id");
            let values = row.columns.iter().zip(&row.values).map(|(column, value)| {
                if column == "seq" {
                    Value::Null
                } else if column == "number" {
                    Value::Integer(self.number)
                } else if let Some(name) = row.fresh.iter().find(|name| *name == column) {
                    let text = texts.entry(name).or_insert_with(|| Uuid::new_v4().to_string());
                    Value::Text(text.clone())
                } else {
                    value.clone()
                }
            });
            tx.prepare_cached(&row.sql)?.execute(params_from_iter(values))?;
        }
        tx.commit()
    }
}

impl Template {
    fn read(
        conn: &Connection,
        table: &str,
        fresh: &'static [&'static str],
    ) -> Result<Self, Failure> {
        let mut newest =
            conn.prepare(&format!("SELECT * FROM {table} ORDER BY rowid DESC LIMIT 1"))?;
        let columns: Vec<String> = newest.column_names().map(str::to_owned).collect();
        let values = newest.query_row([], |row| {
            (0..columns.len()).map(|at| row.get(at)).collect::<rusqlite::Result<Vec<Value>>>()
        })?;
        let places = vec!["?"; columns.len()].join(", ");
        Ok(Self { sql: format!("INSERT INTO {table} VALUES({places})"), columns, values, fresh })
    }
}
