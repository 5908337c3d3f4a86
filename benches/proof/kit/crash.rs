//! Crashes by kill -9. A child of this program runs the desk and buys one label from a service in
//! the parent. After a given number of journal commits the child's jobs stop, and the parent kills
//! it. Then the parent opens the desk of that folder and lets it finish.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use postroom::base::secret::Secret;
use postroom::desk::PracticeAccess;
use postroom::desk::money::purchase::PurchaseStatus;
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};

use super::shop::{Server, ShopDesk, is_settled, quick};
use super::trade::{Clerk, idle};
use super::{Failure, Folder, PATIENCE};

const TASK: &str = "POSTROOM_PROOF_TASK";
const FROZEN: &str = "it stands still";
const SETTLED: &str = "it is settled";

/// Returns the command for a child: this program, with the arguments that make it call
/// [`act_as_child`].
pub type Program<'a> = &'a dyn Fn() -> Result<Command, Failure>;

/// The progress of a child when it was killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Killed {
    /// After this number of commits, with the last event in this state.
    After(u64, String),
    /// The purchase was finished before that commit.
    Settled,
}

/// Runs the task that the parent gave in the environment; `false` if there is none.
pub fn act_as_child() -> Result<bool, Failure> {
    let Some(task) = task_of_parent()? else {
        return Ok(false);
    };
    match text(&task, "what").as_str() {
        "buy" => buy(&task)?,
        "orders" => super::orders::clerk::work(&task)?,
        "race" => super::races::race(&task)?,
        other => return Err(format!("no such task: {other}").into()),
    }
    Ok(true)
}

/// What the parent gave in the environment.
pub fn task_of_parent() -> Result<Option<Value>, Failure> {
    let task = std::env::var_os(TASK);
    let task = task.map(|task| serde_json::from_str(&task.to_string_lossy()));
    Ok(task.transpose()?)
}

pub fn text(task: &Value, name: &str) -> String {
    task.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// How a child reaches the service of its parent.
pub fn access(task: &Value) -> PracticeAccess {
    PracticeAccess {
        base_url: text(task, "base"),
        practice_url: text(task, "practice"),
        api_key: text(task, "key"),
        api_secret: Secret::new(text(task, "secret")),
        user_name: text(task, "user"),
        password: Secret::new(text(task, "password")),
    }
}

pub fn spawn(program: Program<'_>, task: &Value) -> Result<Child, Failure> {
    spawn_telling(program, task, Stdio::piped())
}

/// Like [`spawn`], with another place for what the child writes to standard error.
pub fn spawn_telling(program: Program<'_>, task: &Value, errors: Stdio) -> Result<Child, Failure> {
    Ok(program()?
        .env(TASK, task.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(errors)
        .spawn()?)
}

/// Makes one purchase through `fault`, kills it after `step` commits, and lets another desk finish
/// it. The folder is new and is not removed, for the audit.
pub fn kill_and_finish(
    server: &Server,
    folder: &Folder,
    (fault, step): (&Value, u64),
    program: Program<'_>,
) -> Result<(PathBuf, Killed), Failure> {
    let desk = folder.join(&format!("desk-{}", uuid::Uuid::new_v4()));
    server.clear_faults();
    server.meet(folder, fault)?;
    let task = json!({
        "what": "buy", "folder": desk, "step": step,
        "base": server.login.base_url, "practice": server.login.practice_url,
        "key": server.login.api_key, "secret": server.login.api_secret.expose(),
        "user": server.login.user_name, "password": server.login.password.expose(),
    });
    let mut child = spawn(program, &task)?;
    let heard = hear(&mut child);
    // SIGKILL, even if the child reported nothing.
    child.kill()?;
    child.wait()?;
    let (events, state) = journal_at(&desk.join("journal.db"))?;
    let killed = match heard?.as_str() {
        FROZEN if events == step => Killed::After(step, state),
        FROZEN => return Err(format!("stood at {events} {state}, not at {step}").into()),
        _ => Killed::Settled,
    };
    server.clear_faults();
    finish(&desk, server)?;
    Ok((desk, killed))
}

/// Opens the desk of the folder, as the user does after a crash, and waits for the end.
fn finish(desk: &Path, server: &Server) -> Result<(), Failure> {
    let mut counter = ShopDesk::open(desk.to_owned(), &server.login, &quick())?;
    Clerk::new(0).settle(&mut counter)?;
    // A missing purchase is looked up again, because its request may still be on the way.
    counter.wait("the watched purchase", |state| {
        state.purchases.list.iter().all(|purchase| {
            is_settled(&purchase.status)
                && !matches!(purchase.status, PurchaseStatus::Absent { .. })
        })
    })?;
    counter.close();
    Ok(())
}

/// The child's task: buys one label. Once `step` events are in the journal, every job stops until
/// the kill.
fn buy(task: &Value) -> Result<(), Failure> {
    let folder = PathBuf::from(text(task, "folder"));
    let step = task.get("step").and_then(Value::as_u64).unwrap_or_default();
    let login = access(task);
    let journal = folder.join("journal.db");
    // The jobs have one thread. They call this on it after each commit, before they continue.
    let waker = move || {
        if journal_at(&journal).is_ok_and(|(events, _)| events >= step) {
            say(FROZEN);
            loop {
                std::thread::park();
            }
        }
    };
    let mut counter = ShopDesk::open_woken(folder, &login, &quick(), (1, Arc::new(waker)))?;
    counter.connect()?;
    Clerk::new(7).buy(&mut counter, 1)?;
    idle(&mut counter, Duration::from_millis(50));
    say(SETTLED);
    loop {
        std::thread::park();
    }
}

/// The number of events in the journal, and the state of the last one.
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

/// Waits for one of the two status lines of a child.
fn hear(child: &mut Child) -> Result<String, Failure> {
    let lines = BufReader::new(child.stderr.take().ok_or("no standard error")?);
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut said = String::new();
        for line in lines.lines().map_while(Result::ok) {
            if line == FROZEN || line == SETTLED {
                // This fails only if the receiver has timed out.
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

/// Writes to standard error in one write, because a test harness captures printed output.
pub fn say(line: &str) {
    // A parent that has ended does not need the line.
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}
