//! kill -9. A child of this program runs the desk and buys one label from a service that
//! lives in the parent; after a given number of journal commits its jobs stand still, and the
//! parent kills it. Then the parent opens the desk of that folder and lets it finish.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use postroom::base::secret::Secret;
use postroom::desk::PracticeAccess;
use postroom::desk::state::PurchaseStatus;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};

use super::shop::{Counter, Server, is_settled, quick};
use super::trade::{Clerk, idle};
use super::{Failure, Folder, PATIENCE};

const TASK: &str = "POSTROOM_PROOF_TASK";
const FROZEN: &str = "it stands still";
const SETTLED: &str = "it is settled";

/// The program of a child: this one, however it is told to run the same code.
pub type Program<'a> = &'a dyn Fn() -> Result<Command, Failure>;

/// Where a child was when it was killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Killed {
    /// After this many commits, in this state.
    After(u64, String),
    /// There was no such step: the purchase was over before.
    Settled,
}

/// Does what a parent asked for; false where there is no parent.
pub fn act_as_child() -> Result<bool, Failure> {
    let Some(task) = std::env::var_os(TASK) else {
        return Ok(false);
    };
    let task: Value = serde_json::from_str(&task.to_string_lossy())?;
    match text(&task, "what").as_str() {
        "buy" => buy(&task)?,
        "race" => super::races::race(&task)?,
        other => return Err(format!("no such task: {other}").into()),
    }
    Ok(true)
}

pub fn text(task: &Value, name: &str) -> String {
    task.get(name)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

pub fn spawn(program: Program<'_>, task: &Value) -> Result<Child, Failure> {
    Ok(program()?
        .env(TASK, task.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?)
}

/// One purchase through `fault`, killed after `step` commits and finished by another desk.
/// The folder is new and stays for the audit.
pub fn kill_and_finish(
    server: &Server,
    folder: &Folder,
    (fault, step): (&Value, u64),
    program: Program<'_>,
) -> Result<(PathBuf, Killed), Failure> {
    let desk = folder.join(&format!("desk-{}", uuid::Uuid::new_v4()));
    server.let_be();
    server.meet(folder, fault)?;
    let task = json!({
        "what": "buy", "folder": desk, "step": step,
        "base": server.login.base_url, "practice": server.login.practice_url,
        "key": server.login.api_key, "secret": server.login.api_secret.expose(),
        "user": server.login.user_name, "password": server.login.password.expose(),
    });
    let mut child = spawn(program, &task)?;
    let heard = hear(&mut child);
    // SIGKILL, also where it was not heard from.
    child.kill()?;
    child.wait()?;
    let (events, state) = journal_at(&desk.join("journal.db"))?;
    let killed = match heard?.as_str() {
        FROZEN if events == step => Killed::After(step, state),
        FROZEN => return Err(format!("stood at {events} {state}, not at {step}").into()),
        _ => Killed::Settled,
    };
    server.let_be();
    finish(&desk, server)?;
    Ok((desk, killed))
}

/// Opens the desk of the folder, as the person does after a crash, and waits for the end.
fn finish(desk: &Path, server: &Server) -> Result<(), Failure> {
    let mut counter = Counter::open(desk.to_owned(), &server.login, &quick())?;
    Clerk::new(0).settle(&mut counter)?;
    // What was not found is looked for again; a request may be under way still.
    counter.wait("the watched purchase", |state| {
        state.purchases.list.iter().all(|purchase| {
            is_settled(&purchase.status)
                && !matches!(purchase.status, PurchaseStatus::Absent { .. })
        })
    })?;
    counter.close();
    Ok(())
}

/// The child's part: buys one label; once `step` events stand in the journal, every job
/// stands still until the kill.
fn buy(task: &Value) -> Result<(), Failure> {
    let folder = PathBuf::from(text(task, "folder"));
    let step = task.get("step").and_then(Value::as_u64).unwrap_or_default();
    let login = PracticeAccess {
        base_url: text(task, "base"),
        practice_url: text(task, "practice"),
        api_key: text(task, "key"),
        api_secret: Secret::new(text(task, "secret")),
        user_name: text(task, "user"),
        password: Secret::new(text(task, "password")),
    };
    let journal = folder.join("journal.db");
    // The jobs have one thread, and call this on it after each commit, before they go on.
    let waker = move || {
        if journal_at(&journal).is_ok_and(|(events, _)| events >= step) {
            say(FROZEN);
            loop {
                std::thread::park();
            }
        }
    };
    let mut counter = Counter::open_woken(folder, &login, &quick(), (1, Arc::new(waker)))?;
    counter.connect()?;
    Clerk::new(7).buy(&mut counter, 1)?;
    idle(&mut counter, Duration::from_millis(50));
    say(SETTLED);
    loop {
        std::thread::park();
    }
}

/// How many events the journal holds, and the state of the last one.
fn journal_at(path: &Path) -> Result<(u64, String), Failure> {
    let journal = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let events: i64 = journal.query_row("SELECT count(*) FROM events", [], |row| row.get(0))?;
    let state = journal.query_row(
        "SELECT coalesce((SELECT state FROM events ORDER BY number DESC LIMIT 1), 'nothing')",
        [],
        |row| row.get(0),
    )?;
    Ok((events.unsigned_abs(), state))
}

/// The first of the two words a child says.
fn hear(child: &mut Child) -> Result<String, Failure> {
    let lines = BufReader::new(child.stderr.take().ok_or("no standard error")?);
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut said = String::new();
        for line in lines.lines().map_while(Result::ok) {
            if line == FROZEN || line == SETTLED {
                // Whoever listened has given up if this fails.
                let _ = tell.send(Ok(line));
                return;
            }
            said.push_str(&line);
            said.push('\n');
        }
        let _ = tell.send(Err(said));
    });
    match told.recv_timeout(PATIENCE) {
        Ok(Ok(line)) => Ok(line),
        Ok(Err(said)) => Err(format!("the child ended: {said}").into()),
        Err(_) => Err("the child says nothing".into()),
    }
}

/// To standard error, in one write: a test harness keeps what is printed.
pub fn say(line: &str) {
    // A parent that is gone hears nothing, and needs nothing.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}
