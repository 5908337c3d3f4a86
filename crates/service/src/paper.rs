//! Documents that are not labels: a manifest's form and container labels. They are stored like
//! labels: the facts at once, the drawn file when it is first requested.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::app::App;
use super::document::{self, DrawError};
use super::fail::{Code, Fail};
use super::label::DRAWING;

/// The kind of document drawn from the facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    ScanForm,
    ContainerLabels,
}

impl DocumentKind {
    fn word(self) -> &'static str {
        match self {
            DocumentKind::ScanForm => "ScanForm",
            DocumentKind::ContainerLabels => "ContainerLabels",
        }
    }
}

/// Stores the facts of a document under its token. It is not available before `ready_ms`.
pub fn store(
    conn: &Connection,
    token: &str,
    kind: DocumentKind,
    facts: &impl Serialize,
    ready_ms: i64,
) -> Result<(), Fail> {
    conn.prepare_cached("INSERT INTO papers(token, kind, facts, ready_ms) VALUES(?1, ?2, ?3, ?4)")?
        .execute(params![token, kind.word(), serde_json::to_string(facts)?, ready_ms])?;
    Ok(())
}

struct StoredDocument {
    kind: String,
    facts: String,
    ready_ms: i64,
    file: Option<Vec<u8>>,
    /// Whose manifest it is; container labels are ready at once.
    account_id: Option<String>,
}

/// The PDF of a token: loaded, or drawn and stored. `None` if it does not exist or is not ready.
pub async fn pdf(app: &Arc<App>, token: &str) -> Result<Option<Vec<u8>>, Fail> {
    let asked = token.to_owned();
    let kept = app
        .db
        .read(move |conn| {
            Ok(conn
                .prepare_cached(
                    "SELECT kind, facts, ready_ms, file,
                     (SELECT account_id FROM manifests WHERE form_token = token)
                     FROM papers WHERE token = ?1",
                )?
                .query_row([asked], |row| {
                    Ok(StoredDocument {
                        kind: row.get(0)?,
                        facts: row.get(1)?,
                        ready_ms: row.get(2)?,
                        file: row.get(3)?,
                        account_id: row.get(4)?,
                    })
                })
                .optional()?)
        })
        .await?;
    let is_ready = |kept: &StoredDocument| {
        let now = kept.account_id.as_deref().map(|id| app.clock.now_of_account(id));
        now.is_none_or(|now| kept.ready_ms <= now.as_millisecond())
    };
    let Some(kept) = kept.filter(is_ready) else {
        return Ok(None);
    };
    if kept.file.is_some() {
        return Ok(kept.file);
    }
    let _turn = DRAWING.acquire().await.map_err(Fail::internal)?;
    let drawn = tokio::task::spawn_blocking(move || draw(&kept.kind, &kept.facts))
        .await
        .map_err(Fail::internal)??;
    let token = token.to_owned();
    // Two concurrent first requests may both draw the file; the first one stored is used.
    app.db
        .write(move |tx| {
            tx.prepare_cached("UPDATE papers SET file = coalesce(file, ?1) WHERE token = ?2")?
                .execute(params![drawn, token])?;
            Ok(tx
                .prepare_cached("SELECT file FROM papers WHERE token = ?1")?
                .query_row([token], |row| row.get(0))?)
        })
        .await
}

fn draw(kind: &str, facts: &str) -> Result<Vec<u8>, Fail> {
    if kind == DocumentKind::ScanForm.word() {
        finished(document::scan_form(&read(facts)?), "MANIFEST", "form")
    } else if kind == DocumentKind::ContainerLabels.word() {
        let drawn = document::container_labels(&read(facts)?);
        finished(drawn, "DOCUMENT", "container label")
    } else {
        Err(Fail::internal(format_args!("a paper of kind {kind:?}")))
    }
}

fn read<T: DeserializeOwned>(facts: &str) -> Result<T, Fail> {
    Ok(serde_json::from_str(facts)?)
}

fn finished(drawn: Result<Vec<u8>, DrawError>, module: &str, what: &str) -> Result<Vec<u8>, Fail> {
    drawn.map_err(|error| {
        tracing::error!(%error, "drawing a {what}");
        Fail::new(
            Code::from_module_and_kind(module, "OPERATION_FAILED"),
            format!("The {what} could not be drawn: {error}."),
        )
    })
}
