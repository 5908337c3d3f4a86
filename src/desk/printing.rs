//! Printers and the print queue: labels into jobs, jobs to their printers in order, and
//! what the queues say of them afterwards.
//!
//! A job is marked on disk before its first byte (see `store::spool`). Only what provably
//! was not sent is tried again by itself; everything else waits for a person.

mod queue;

use std::sync::Arc;

use super::jobs::{Outbox, Slot};
use super::labels::{self, Expected, LabelFile};
use super::remote::Remote;
use super::state::{PrintQuestion, Tone, Trouble};
use super::{Desk, trouble};
use crate::base::id::ShipmentId;
use crate::label::print::{self, Language, Printer, cups};
use crate::label::{Decoder, Kind, SelfCheck, Verdict, self_check, sniff};
use crate::store::spool::{JobRecord, NewJob, Spool};

pub(super) use self::queue::{cancel, next_wake, refresh, retry, settle, work_when_due};

/// Where the system's printing service listens, unless `CUPS_SERVER` says otherwise.
const CUPS: &str = "localhost:631";

/// What the last run left, in the form the store keeps.
pub(super) fn take_up(desk: &mut Desk, printers: Vec<String>, jobs: Vec<JobRecord>) {
    desk.state.printing.printers = printers
        .iter()
        .filter_map(|json| {
            serde_json::from_str(json)
                .inspect_err(|error| tracing::warn!(%error, "a printer is not readable"))
                .ok()
        })
        .collect();
    queue::show_jobs(desk, jobs);
}

pub(super) fn save_printer(desk: &mut Desk, replaces: Option<String>, printer: Printer) {
    let Some(spool) = usable(desk) else {
        return;
    };
    let printers = &mut desk.state.printing.printers;
    let place = |name: &str| printers.iter().position(|known| known.name == name);
    let at = replaces
        .as_deref()
        .and_then(place)
        .or_else(|| place(&printer.name));
    match at.and_then(|at| printers.get_mut(at)) {
        Some(known) => *known = printer.clone(),
        None => printers.push(printer.clone()),
    }
    let renamed = replaces.filter(|old| *old != printer.name);
    desk.jobs.spawn_lasting(|outbox| async move {
        let write = async {
            if let Some(old) = renamed {
                spool.remove_printer(&old).await?;
            }
            let json = serde_json::to_string(&printer).unwrap_or_default();
            spool.put_printer(&printer.name, json).await
        };
        if let Err(error) = write.await {
            complain(&outbox, trouble::local("Saving the printer", &error)).await;
        }
    });
}

pub(super) fn remove_printer(desk: &mut Desk, name: String) {
    let Some(spool) = usable(desk) else {
        return;
    };
    let printers = &mut desk.state.printing.printers;
    printers.retain(|printer| printer.name != name);
    desk.jobs.spawn_lasting(|outbox| async move {
        if let Err(error) = spool.remove_printer(&name).await {
            complain(&outbox, trouble::local("Removing the printer", &error)).await;
        }
    });
}

/// Asks the system for its queues.
pub(super) fn find(desk: &mut Desk) {
    desk.state.printing.found.start_loading();
    desk.jobs
        .start_lasting(Slot::FindPrinters, |outbox| async move {
            let server = std::env::var("CUPS_SERVER").unwrap_or_else(|_| CUPS.to_owned());
            let found = tokio::task::spawn_blocking(move || cups::queues(&server)).await;
            let found = found.unwrap_or_else(|error| Err(error.to_string()));
            outbox
                .send(move |desk| {
                    let now = desk.clock.now();
                    let found = found.map_err(|cause| Trouble {
                        attempted: "Finding printers".to_owned(),
                        cause,
                        advice: "Add the printer by its network address instead".to_owned(),
                        retry_is_safe: true,
                        ..Trouble::default()
                    });
                    match found {
                        Ok(queues) => desk.state.printing.found = Remote::ready(queues, now),
                        Err(trouble) => desk.state.printing.found.settle(Err(trouble), now),
                    }
                })
                .await;
        });
}

pub(super) fn test_print(desk: &mut Desk, name: &str) {
    let Some(spool) = usable(desk) else {
        return;
    };
    let printers = &desk.state.printing.printers;
    let Some(printer) = printers.iter().find(|known| known.name == name).cloned() else {
        return;
    };
    desk.jobs.spawn_lasting(|outbox| async move {
        let drawn = {
            let printer = printer.clone();
            // A grid at 600 dpi has eight million dots.
            tokio::task::spawn_blocking(move || print::test_page(&printer)).await
        };
        match drawn {
            Ok(Ok(document)) => {
                let job = job_for(&printer, "test", "Test print".to_owned(), document);
                queue(&spool, &outbox, vec![job]).await;
            }
            Ok(Err(error)) => {
                complain(&outbox, trouble::local("Drawing the test print", &error)).await
            }
            Err(error) => complain(&outbox, trouble::local("Drawing the test print", &error)).await,
        }
    });
}

/// Straight after a purchase, where the settings say so.
pub(super) fn after_purchase(desk: &mut Desk, id: &ShipmentId) {
    if desk.state.settings.auto_print && !desk.state.printing.printers.is_empty() {
        print_label(desk, id.clone(), None, None, false);
    }
}

/// Prepares a label for its printer and queues it. What the self-check minds is asked
/// about first, unless a person is `sure`.
pub(super) fn print_label(
    desk: &mut Desk,
    id: ShipmentId,
    package: Option<u32>,
    printer: Option<String>,
    sure: bool,
) {
    desk.state.printing.question = None;
    let Some(spool) = usable(desk) else {
        return;
    };
    let mut printers = desk.state.printing.printers.clone();
    if let Some(name) = &printer {
        printers.retain(|known| known.name == *name);
    }
    if printers.is_empty() {
        let words = "No printer is set up; add one in Settings";
        return desk.notice(Tone::Warning, words, None);
    }
    let Some(scope) = desk.scope.clone() else {
        return;
    };
    let (cache, link) = (desk.cache.clone(), desk.link.clone());
    let decoder = Arc::clone(&desk.decoder);
    desk.jobs.spawn(|outbox| async move {
        let gathered = labels::gather(&cache, link.as_deref(), &scope, &id, false).await;
        let (mut files, expected) = match gathered {
            Ok(gathered) => gathered,
            Err(setback) => {
                let fold = move |desk: &mut Desk| {
                    let answer: Result<(), Trouble> = desk.heed(Err(setback));
                    if let Err(trouble) = answer {
                        desk.complain(trouble);
                    }
                };
                return outbox.send(fold).await;
            }
        };
        if let Some(number) = package {
            files.retain(|file| file.package_number == number);
        }
        let asked = async {
            let printer = choose(&printers, &files, &expected)?;
            let documents = documents(&decoder, &files, &expected, package, printer).await?;
            Ok::<_, String>((printer.clone(), documents))
        };
        let (printer, (documents, doubts)) = match asked.await {
            Ok(ready) => ready,
            Err(cause) => {
                let trouble = Trouble {
                    attempted: "Printing the label".to_owned(),
                    cause,
                    advice: "Nothing was sent to a printer".to_owned(),
                    retry_is_safe: true,
                    ..Trouble::default()
                };
                return outbox.send(move |desk| desk.complain(trouble)).await;
            }
        };
        if !sure && !doubts.is_empty() {
            let question = PrintQuestion {
                shipment: id,
                package,
                printer: printer.name,
                doubts,
            };
            let ask = move |desk: &mut Desk| desk.state.printing.question = Some(question);
            return outbox.send(ask).await;
        }
        let world = format!("{}/{}/{id}", scope.environment, scope.account);
        let what = title(&expected, &id);
        let many = documents.len() > 1;
        let jobs = documents.into_iter().map(|(number, document)| {
            let title = match many {
                true => format!("{what}, package {number}"),
                false => what.clone(),
            };
            job_for(&printer, &format!("{world}/{number}"), title, document)
        });
        queue(&spool, &outbox.lasting(), jobs.collect()).await;
    });
}

fn title(expected: &Expected, id: &ShipmentId) -> String {
    let number = expected.tracking.as_ref().map(ToString::to_string);
    let number = number.unwrap_or_else(|| id.to_string());
    match expected.to_name.is_empty() {
        true => format!("Label {number}"),
        false => format!("Label for {}, {number}", expected.to_name),
    }
}

fn job_for(printer: &Printer, subject: &str, title: String, document: Vec<u8>) -> NewJob {
    NewJob {
        subject: subject.to_owned(),
        title,
        destination: printer.destination.to_string(),
        printer: serde_json::to_string(printer).unwrap_or_default(),
        document,
    }
}

/// The printer whose paper is cut for the label and that speaks its language; then one
/// with such paper; then one with room for it.
fn choose<'a>(
    printers: &'a [Printer],
    files: &[LabelFile],
    expected: &Expected,
) -> Result<&'a Printer, String> {
    if let [only] = printers {
        return Ok(only);
    }
    let size = expected.size.as_ref().and_then(labels::inches);
    let is_zpl = files
        .first()
        .is_some_and(|file| sniff(&file.bytes) == Some(Kind::Zpl));
    let rank = |printer: &Printer| {
        let speaks = (printer.language == Language::Zpl) == is_zpl;
        let Some(size) = size else {
            return Some(u8::from(!speaks));
        };
        match (printer.is_cut_for(size), printer.takes(size)) {
            (true, _) => Some(u8::from(!speaks)),
            (false, true) => Some(2),
            (false, false) => None,
        }
    };
    printers
        .iter()
        .filter_map(|printer| rank(printer).map(|rank| (rank, printer)))
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, printer)| printer)
        .ok_or_else(|| {
            let (wide, high) = size.unwrap_or_default();
            format!("No printer holds {wide} × {high} in paper; add one in Settings")
        })
}

type Documents = Vec<(u32, Vec<u8>)>;

/// The bytes of each package's label, and what the self-check minds about the dots that
/// would be burnt.
async fn documents(
    decoder: &Decoder,
    files: &[LabelFile],
    expected: &Expected,
    package: Option<u32>,
    printer: &Printer,
) -> Result<(Documents, Vec<String>), String> {
    let (mut documents, mut pages, mut doubts) = (Vec::new(), Vec::new(), Vec::new());
    for file in files {
        let prepared = print::prepare(decoder, Arc::clone(&file.bytes), printer).await;
        let prepared = prepared.map_err(|error| error.to_string())?;
        documents.push((file.package_number, prepared.bytes));
        pages.extend(prepared.pages);
    }
    // The shipment's number is on its first package; the others have their own.
    let tracking = expected.tracking.clone();
    if let Some(tracking) = tracking.filter(|_| package.is_none_or(|number| number == 1)) {
        let size = expected.size.as_ref().and_then(labels::inches);
        // On larger paper the page is the paper, and only the barcode can be compared.
        let size = size.filter(|size| printer.is_cut_for(*size));
        let read = move || self_check(&pages, tracking.as_str(), size);
        let checked = tokio::task::spawn_blocking(read).await;
        let SelfCheck { verdict, sentence } = checked.map_err(|error| error.to_string())?;
        if verdict != Verdict::Matches {
            doubts.push(sentence);
        }
    }
    Ok((documents, doubts))
}

async fn queue(spool: &Spool, outbox: &Outbox, jobs: Vec<NewJob>) {
    for job in jobs {
        match spool.add(job).await {
            Ok(Some(_)) => {}
            Ok(None) => {
                let words = "This label is waiting for the printer already";
                outbox
                    .send(move |desk| desk.notice(Tone::Info, words, None))
                    .await;
            }
            Err(error) => complain(outbox, trouble::local("Queueing the label", &error)).await,
        }
    }
    outbox.send(refresh).await;
}

fn usable(desk: &mut Desk) -> Option<Spool> {
    let spool = desk.spool.clone();
    if spool.is_none() {
        let words = desk.state.printing.blocked.clone().unwrap_or_default();
        desk.notice(Tone::Bad, words, None);
    }
    spool
}

async fn complain(outbox: &Outbox, trouble: Trouble) {
    outbox.send(move |desk| desk.complain(trouble)).await;
}
