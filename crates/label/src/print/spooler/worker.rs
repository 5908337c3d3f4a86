//! The child process that uses the spooler. It reads one request from standard input, a line of
//! JSON that may be followed by a document, and writes one response to standard output.

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::time::Duration;

use printers::common::base::job::{PrinterJobOptions, PrinterJobState};
use printers::common::base::printer::{Printer, PrinterState};
use printers::common::converters::Converter;
use serde::{Deserialize, Serialize};

use super::spooler_messages::{self, Seen, SendResult};

/// The time between two checks of a job: a label is printed in a second and then forgotten.
const LOOK: Duration = Duration::from_millis(200);
/// The number of checks before the job is reported as still waiting.
const LOOKS: u32 = 25;

#[derive(Debug, Serialize, Deserialize)]
pub enum Question {
    Queues,
    /// A document of `length` bytes follows. An incomplete one is never printed.
    Print {
        queue: String,
        title: String,
        length: usize,
    },
    Watch(Job),
    Cancel(Job),
}

/// Job numbers restart when the spooler does, so the title is needed to identify a job.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    pub queue: String,
    pub title: String,
    pub number: i32,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The name of each queue with the spooler's reasons for the state of its printer.
    Queues(Vec<(String, Vec<String>)>),
    Accepted(i32),
    NotOpened(String),
    Refused(String),
    Doubtful(String),
    Seen(Seen),
    Cancelled,
    /// The job to cancel is no longer in its queue.
    Left,
    /// The spooler returned no list of jobs.
    NoList(String),
}

/// The main function of the child process.
pub fn run_worker() -> ExitCode {
    // The library's errors capture a backtrace, which looks up an environment variable and
    // overwrites the thread's last error. The lookup is made once per process, so it is made now.
    drop(std::backtrace::Backtrace::capture());
    let mut input = Vec::new();
    if io::stdin().lock().read_to_end(&mut input).is_err() {
        return ExitCode::FAILURE;
    }
    let end = input.iter().position(|byte| *byte == b'\n');
    let (head, document) = input.split_at(end.unwrap_or(input.len()));
    let Ok(question) = serde_json::from_slice::<Question>(head) else {
        return ExitCode::FAILURE;
    };
    let document = document.get(1..).unwrap_or_default().to_vec();
    let answer = match question {
        Question::Queues => fresh(queues),
        Question::Print { length, .. } if length != document.len() => None,
        Question::Print { queue, title, .. } => fresh(move || print(&queue, &title, &document)),
        Question::Watch(job) => watch(&job),
        Question::Cancel(job) => cancel(job),
    };
    let written = answer.and_then(|answer| {
        let json = serde_json::to_vec(&answer).ok()?;
        let mut output = io::stdout().lock();
        output.write_all(&json).and_then(|()| output.flush()).ok()
    });
    match written {
        Some(()) => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}

/// Runs the work on a new thread, so that its last error belongs to this work. `None` if it
/// panicked.
fn fresh<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    std::thread::spawn(work).join().ok()
}

fn last_error() -> io::Error {
    io::Error::last_os_error()
}

fn number(error: &io::Error) -> i32 {
    error.raw_os_error().unwrap_or_default()
}

fn queues() -> Answer {
    let found = printers::get_printers();
    let of = |printer: Printer| (printer.system_name, printer.state_reasons);
    Answer::Queues(found.into_iter().map(of).collect())
}

fn print(queue: &str, title: &str, document: &[u8]) -> Answer {
    let options =
        PrinterJobOptions { name: Some(title), raw_properties: &[], converter: Converter::None };
    let answer = named(queue).print(document, options);
    let error = last_error();
    let answer = answer.as_ref().map_err(|error| error.message.as_str());
    match spooler_messages::handed(answer.copied(), number(&error)) {
        SendResult::Whole(job) => Answer::Accepted(job),
        SendResult::Nothing => Answer::NotOpened(error.to_string()),
        SendResult::Refused => Answer::Refused(error.to_string()),
        SendResult::Doubtful => Answer::Doubtful(error.to_string()),
    }
}

/// Checks the job until Windows reports its final state or some seconds have passed.
fn watch(job: &Job) -> Option<Answer> {
    let mut looks = LOOKS;
    loop {
        let (queue, title, number) = (job.queue.clone(), job.title.clone(), job.number);
        let answer = fresh(move || look(&queue, &title, number))?;
        looks -= 1;
        match answer {
            Answer::Seen(Seen::Waiting | Seen::Held | Seen::Stuck) if looks > 0 => {
                std::thread::sleep(LOOK);
            }
            last => return Some(last),
        }
    }
}

fn look(queue: &str, title: &str, job: i32) -> Answer {
    let jobs = named(queue).get_job_history();
    let error = last_error();
    if !spooler_messages::is_list(jobs.len(), number(&error)) {
        return Answer::NoList(error.to_string());
    }
    let ours =
        jobs.iter().find(|listed| u64::try_from(job) == Ok(listed.id) && listed.name == title);
    Answer::Seen(match ours.map(|listed| &listed.state) {
        None => Seen::Absent,
        Some(PrinterJobState::COMPLETED) => Seen::Printed,
        Some(PrinterJobState::CANCELLED) => Seen::Deleted,
        Some(PrinterJobState::PAUSED) => Seen::Held,
        Some(PrinterJobState::PENDING) => Seen::Stuck,
        Some(PrinterJobState::PROCESSING | PrinterJobState::UNKNOWN) => Seen::Waiting,
    })
}

fn cancel(job: Job) -> Option<Answer> {
    fresh(move || match look(&job.queue, &job.title, job.number) {
        Answer::Seen(Seen::Absent | Seen::Printed) => Answer::Left,
        Answer::Seen(_) => {
            let number = u64::try_from(job.number).unwrap_or_default();
            match named(&job.queue).cancel_job(number) {
                Ok(()) => Answer::Cancelled,
                Err(_) => Answer::Refused(last_error().to_string()),
            }
        }
        other => other,
    })
}

/// The library needs a printer it has listed, but uses only the name.
fn named(queue: &str) -> Printer {
    Printer {
        name: queue.to_owned(),
        system_name: queue.to_owned(),
        driver_name: String::new(),
        uri: String::new(),
        port_name: String::new(),
        processor: String::new(),
        data_type: String::new(),
        description: String::new(),
        location: String::new(),
        is_default: false,
        is_shared: false,
        state: PrinterState::UNKNOWN,
        state_reasons: Vec::new(),
    }
}
