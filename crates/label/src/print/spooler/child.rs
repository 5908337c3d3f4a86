//! The parent's side: starts a child process for each request and applies a time limit.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use tokio::time::timeout;

use super::worker::{Answer, Job, Question};
use super::{SCHEME, Spooler, spooler_messages};
use crate::print::cups::{Progress, Queue, SpoolOutcome};
use crate::print::{Language, Printer};
use postroom_base::child;
use postroom_base::text;

/// The time limit of a request. A queue on another computer can be slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// The longest title Windows shows of a job; a longer one would not be found again.
const TITLE: usize = 120;

fn silent() -> String {
    text!("printing-windows-silent").to_owned()
}

enum Lost {
    /// The child process could not be started, so nothing was done.
    NotStarted(String),
    /// The child ended or was ended without a response.
    Silent,
}

impl Spooler {
    /// The queues of this computer.
    ///
    /// # Errors
    /// A message saying why they cannot be listed.
    pub async fn queues(&self) -> Result<Vec<Queue>, String> {
        // Windows hands over what a label printer understands, and the program nothing else.
        let usual = Printer::default();
        Ok(self
            .listed()
            .await?
            .into_iter()
            .map(|(name, reasons)| Queue {
                uri: format!("{SCHEME}{name}"),
                state: spooler_messages::trouble(&reasons)
                    .unwrap_or_else(|| text!("printing-state-ready"))
                    .to_owned(),
                language: Language::of_printer(&name).unwrap_or(usual.language),
                media_in: usual.media_in,
                edge_in: usual.edge_in,
                name,
            })
            .collect())
    }

    /// Sends one document unchanged to a queue, once.
    pub async fn print(&self, queue: &str, title: &str, bytes: Vec<u8>) -> SpoolOutcome {
        let question =
            Question::Print { queue: queue.to_owned(), title: short(title), length: bytes.len() };
        match self.ask(&question, &bytes).await {
            Ok(Answer::Accepted(job)) => SpoolOutcome::Accepted { job },
            Ok(Answer::NotOpened(reason)) => SpoolOutcome::Not {
                reason: text!("printing-windows-no-queue", queue = queue, reason = reason),
            },
            Ok(Answer::Refused(reason)) => {
                SpoolOutcome::Refused { reason: text!("printing-windows-refused", reason = reason) }
            }
            Ok(Answer::Doubtful(reason)) => SpoolOutcome::Unknown {
                reason: text!("printing-windows-doubtful", reason = reason),
            },
            Err(Lost::NotStarted(reason)) => SpoolOutcome::Not { reason },
            Ok(_) | Err(Lost::Silent) => SpoolOutcome::Unknown { reason: silent() },
        }
    }

    /// Watches a job for some seconds, or until Windows reports its final state. `known` is the
    /// message shown before.
    pub async fn progress(&self, queue: &str, title: &str, job: i32, known: &str) -> Progress {
        let no_answer = |reason: String| Progress::NoAnswer { reason };
        let seen = match self.ask(&Question::Watch(of(queue, title, job)), &[]).await {
            Ok(Answer::Seen(seen)) => seen,
            Ok(Answer::NoList(reason)) => {
                return no_answer(text!("printing-windows-silent-because", reason = reason));
            }
            Err(Lost::NotStarted(reason)) => return no_answer(reason),
            Ok(_) | Err(Lost::Silent) => return no_answer(silent()),
        };
        // If the printers cannot be listed, only the reason in the message is lost.
        let listed = self.listed().await.unwrap_or_default();
        let ours = listed.into_iter().find(|(name, _)| name == queue);
        let reasons = ours.map(|(_, reasons)| reasons).unwrap_or_default();
        spooler_messages::progress(seen, &reasons, known)
    }

    /// Removes a job from its queue.
    ///
    /// # Errors
    /// A message if Windows does not answer or no longer has the job.
    pub async fn cancel(&self, queue: &str, title: &str, job: i32) -> Result<(), String> {
        match self.ask(&Question::Cancel(of(queue, title, job)), &[]).await {
            Ok(Answer::Cancelled) => Ok(()),
            Ok(Answer::Left) => Err(text!("printing-windows-job-left").to_owned()),
            Ok(Answer::Refused(reason) | Answer::NoList(reason))
            | Err(Lost::NotStarted(reason)) => Err(reason),
            Ok(_) | Err(Lost::Silent) => Err(silent()),
        }
    }

    async fn listed(&self) -> Result<Vec<(String, Vec<String>)>, String> {
        match self.ask(&Question::Queues, &[]).await {
            Ok(Answer::Queues(queues)) => Ok(queues),
            Err(Lost::NotStarted(reason)) => Err(reason),
            Ok(_) | Err(Lost::Silent) => Err(silent()),
        }
    }

    async fn ask(&self, question: &Question, document: &[u8]) -> Result<Answer, Lost> {
        let failed = |error: &dyn std::fmt::Display| {
            Lost::NotStarted(text!("printing-windows-no-child", reason = error.to_string(),))
        };
        let head = serde_json::to_vec(question).map_err(|error| failed(&error))?;
        let mut child = Command::from(child::command(&self.program))
            .arg("spooler-worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .env_remove("RUST_BACKTRACE")
            .env_remove("RUST_LIB_BACKTRACE")
            .creation_flags(postroom_base::child::NO_CONSOLE)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| failed(&error))?;
        let mut input = child.stdin.take().ok_or(Lost::Silent)?;
        let exchange = async {
            for part in [head.as_slice(), b"\n", document] {
                input.write_all(part).await.map_err(|_| Lost::Silent)?;
            }
            input.flush().await.map_err(|_| Lost::Silent)?;
            drop(input);
            let output = child.wait_with_output().await.map_err(|_| Lost::Silent)?;
            serde_json::from_slice(&output.stdout).map_err(|_| Lost::Silent)
        };
        timeout(PATIENCE, exchange).await.unwrap_or(Err(Lost::Silent))
    }
}

fn of(queue: &str, title: &str, number: i32) -> Job {
    Job { queue: queue.to_owned(), title: short(title), number }
}

fn short(title: &str) -> String {
    title.chars().take(TITLE).collect()
}
