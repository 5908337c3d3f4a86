//! Fetches labels from the service: one per package, each separately if the service gives URLs.
//! Each is cached before the next is requested, so that a broken connection loses only those that
//! had not arrived.

use std::sync::Arc;
use std::time::Duration;

use url::Url;

use crate::api;
use crate::api::label::PostageLabel;
use crate::api::value::LabelFileType;
use crate::base::id::ShipmentId;
use crate::base::locale::Message;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::saved_values;
use crate::desk::kernel::session::{Link, RequestError, setback};
use crate::desk::records::label_files::{Entry, LabelFile, file, keep, number_of};
use crate::desk::records::package_numbers::{Expected, known_numbers};
use crate::desk::records::{label_files, shipment_row};
use crate::label::{Decoder, LabelFormat, Verdict, check_packages, sniff};
use crate::message;
use crate::store::cache::{Cache, Scope};

/// Sufficient for counting pages.
const COUNTING_DPI: f32 = 36.0;
/// Sufficient for reading barcodes.
const READING_DPI: f32 = 203.0;
/// Before a label is fetched again: some services have it a moment after the purchase.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

/// The first label of a label object, downloaded if it is a URL.
pub(in crate::desk) async fn first_file(
    link: &Link,
    label: &PostageLabel,
) -> Result<Vec<u8>, RequestError> {
    let text = label.labels.first().map(String::as_str).unwrap_or_default();
    match label_files::parse_label_entry(text, label.label_type.as_ref()) {
        Entry::File(bytes) => Ok(bytes),
        Entry::Address(address) => download(link, &address).await,
        Entry::Unreadable => Err(unreadable(1, label.labels.len())),
    }
}

/// Where to look for labels.
pub(in crate::desk) struct LabelSources<'a> {
    pub cache: &'a Cache,
    pub decoder: &'a Decoder,
    pub link: Option<&'a Link>,
    pub scope: &'a Scope,
}

impl LabelSources<'_> {
    /// The label files, from the cache unless `from_server`, and what the labels are expected to
    /// contain.
    pub(in crate::desk) async fn gather(
        &self,
        id: &ShipmentId,
        from_server: bool,
    ) -> Result<(Vec<LabelFile>, Expected), RequestError> {
        let record = saved_values::logged(self.cache.shipment(self.scope, id).await).flatten();
        let expected = record
            .as_ref()
            .and_then(shipment_row::shipment)
            .map(|shipment| Expected::from_shipment(&shipment))
            .unwrap_or_default();
        let mut files = Vec::new();
        if !from_server {
            files = cached_files(self.cache, self.scope, id).await;
        }
        if files.is_empty() {
            let source = self.source(id).ok_or_else(not_connected)?;
            files = source.fetch(&files).await?;
        }
        let files = self.completed(id, files, &expected).await;
        let expected = known_numbers(self.cache, self.link, self.scope, id, expected).await;
        Ok((files, expected))
    }

    /// The label files for a folder that nobody looks at: each is read as the window reads it. What is
    /// no label, or is the label of another parcel, is fetched again, twice at most.
    ///
    /// # Errors
    /// Also what is wrong with the files that came last.
    pub(in crate::desk) async fn gather_read(
        &self,
        id: &ShipmentId,
    ) -> Result<Vec<LabelFile>, RequestError> {
        let (mut files, mut expected) = self.gather(id, false).await?;
        for pause in PAUSES {
            let Err(objection) = self.read(&files, &expected).await else {
                return Ok(files);
            };
            tracing::warn!(%objection, id = id.as_str(), "a label is fetched again");
            tokio::time::sleep(pause).await;
            (files, expected) = self.gather(id, true).await?;
        }
        match self.read(&files, &expected).await {
            Ok(()) => Ok(files),
            Err(objection) => Err(trouble(objection)),
        }
    }

    /// Why these are not the labels of this shipment. Commands of printers that are not drawn here
    /// are taken as they are.
    async fn read(&self, files: &[LabelFile], expected: &Expected) -> Result<(), Message> {
        let mut drawn = Vec::new();
        for file in files {
            if matches!(sniff(&file.bytes), Some(LabelFormat::Commands(_))) {
                continue;
            }
            let pages = self.decoder.decode_reporting(Arc::clone(&file.bytes), READING_DPI).await;
            let pages = pages.map_err(Message::shown)?.pages;
            drawn.push((file.package_number, pages));
        }
        if drawn.is_empty() || expected.tracking.is_none() {
            return Ok(());
        }
        let expected = expected.clone();
        let check = move || {
            let packages = drawn.iter().map(|(number, pages)| expected.package(*number, pages));
            check_packages(&packages.collect::<Vec<_>>(), None)
        };
        match tokio::task::spawn_blocking(check).await {
            Ok(check) if matches!(check.verdict, Verdict::Differs { .. }) => Err(check.sentence),
            _ => Ok(()),
        }
    }

    /// Tries to complete the files to one label per package. One file may contain all of them.
    pub(in crate::desk) async fn completed(
        &self,
        id: &ShipmentId,
        files: Vec<LabelFile>,
        expected: &Expected,
    ) -> Vec<LabelFile> {
        let lacks = |files: &[LabelFile]| files.len() < expected.packages.max(1);
        let Some(source) = self.source(id).filter(|_| lacks(&files)) else {
            return files;
        };
        let pages = pages_of_first(self.decoder, &files, expected).await;
        if pages >= expected.packages {
            return files;
        }
        let files = match source.fetch(&files).await {
            Ok(more) if more.len() >= files.len() => more,
            _ => files,
        };
        if !lacks(&files) {
            return files;
        }
        let pages = pages_of_first(self.decoder, &files, expected).await;
        if files.len() == 1 && pages >= expected.packages {
            return files;
        }
        source.completed(files, pages, expected).await
    }

    fn source<'b>(&'b self, id: &'b ShipmentId) -> Option<Source<'b>> {
        Some(Source { cache: self.cache, scope: self.scope, link: self.link?, id })
    }
}

/// Fetches the labels of one shipment and caches them.
pub(in crate::desk) struct Source<'a> {
    pub cache: &'a Cache,
    pub scope: &'a Scope,
    pub link: &'a Link,
    pub id: &'a ShipmentId,
}

impl Source<'_> {
    /// Fetches the label object and downloads the URLs it contains, except for packages already in
    /// `have`. An entry that is neither a file nor a URL is skipped if others are readable.
    pub async fn fetch(&self, have: &[LabelFile]) -> Result<Vec<LabelFile>, RequestError> {
        let label = self.link.send(api::shipment::label(self.id, None)).await?;
        let all = label.labels.len();
        let mut files: Vec<LabelFile> = Vec::new();
        let mut strange = None;
        for (at, text) in label.labels.iter().enumerate() {
            let number = number_of(at);
            let bytes = match label_files::parse_label_entry(text, label.label_type.as_ref()) {
                Entry::File(bytes) => bytes,
                Entry::Address(address) => {
                    if let Some(known) = have.iter().find(|one| one.package_number == number) {
                        files.push(known.clone());
                        continue;
                    }
                    download(self.link, &address).await?
                }
                Entry::Unreadable => {
                    tracing::warn!(label = number, all, "a label is neither a file nor an address");
                    strange.get_or_insert(at + 1);
                    continue;
                }
            };
            let arrived = file(&label, number, bytes);
            keep(self.cache, self.scope, self.id, std::slice::from_ref(&arrived)).await;
            files.push(arrived);
        }
        match (files.is_empty(), strange) {
            (false, _) => Ok(files),
            (true, Some(place)) => Err(unreadable(place, all)),
            (true, None) => Err(trouble(message!("shipments-label-none"))),
        }
    }

    /// Completes the labels by requesting each missing package separately (`packageNumber`). What
    /// cannot be fetched stays missing, and the label check reports it.
    pub async fn completed(
        &self,
        files: Vec<LabelFile>,
        pages_of_first: usize,
        expected: &Expected,
    ) -> Vec<LabelFile> {
        // Several packages in one file cannot be distinguished from one label of several pages. All
        // packages are then requested, and the result is used only if it is complete.
        let anew = files.len() == 1 && pages_of_first > 1;
        let mut known = if anew { Vec::new() } else { files.clone() };
        for number in (1..).take(expected.packages) {
            if known.iter().any(|one| one.package_number == number) {
                continue;
            }
            let Some(own) = self.of_package(number).await else {
                break;
            };
            // A service that sends the same label again does not distinguish packages.
            let same = |one: &LabelFile| one.bytes == own.bytes;
            if known.iter().any(same) || (number > 1 && files.iter().any(same)) {
                break;
            }
            known.push(own);
        }
        if anew && known.len() < expected.packages {
            return files;
        }
        known.sort_by_key(|one| one.package_number);
        keep(self.cache, self.scope, self.id, &known).await;
        known
    }

    async fn of_package(&self, number: u32) -> Option<LabelFile> {
        let call = api::shipment::label(self.id, Some(number));
        let label = self.link.send(call).await.ok()?;
        let unusable =
            || tracing::warn!(shipment = %self.id, number, "a label of a package is unusable");
        let [text] = label.labels.as_slice() else {
            unusable();
            return None;
        };
        let bytes = match label_files::parse_label_entry(text, label.label_type.as_ref()) {
            Entry::File(bytes) => bytes,
            Entry::Address(address) => download(self.link, &address).await.ok()?,
            Entry::Unreadable => {
                unusable();
                return None;
            }
        };
        Some(file(&label, number, bytes))
    }
}

/// The number of pages of the only file, if it may contain the labels of several packages;
/// otherwise zero, without decoding.
pub(in crate::desk) async fn pages_of_first(
    decoder: &Decoder,
    files: &[LabelFile],
    expected: &Expected,
) -> usize {
    let [only] = files else {
        return 0;
    };
    if expected.packages < 2 {
        return 0;
    }
    let drawn = decoder.decode_reporting(Arc::clone(&only.bytes), COUNTING_DPI);
    drawn.await.map_or(1, |drawn| drawn.pages.len())
}

/// Downloads a label. A relative URL is resolved against the base URL. The token is sent to that
/// origin only.
async fn download(link: &Link, address: &str) -> Result<Vec<u8>, RequestError> {
    let base = format!("{}/", link.client.base_url());
    let absolute = Url::parse(&base).and_then(|base| base.join(address));
    let absolute = absolute.map_err(|_| trouble(message!("shipments-label-no-link")))?;
    let answer = link.client.download(absolute.as_str()).await;
    Ok(answer.map_err(|error| setback(&error))?.value)
}

fn unreadable(place: usize, all: usize) -> RequestError {
    trouble(match all {
        1 => message!("shipments-label-unreadable"),
        _ => message!("shipments-label-unreadable-of", number = place, count = all),
    })
}

fn trouble(cause: Message) -> RequestError {
    RequestError {
        trouble: Trouble {
            attempted: message!("shipments-label-failed"),
            cause,
            advice: message!("shipments-label-advice"),
            retry_is_safe: true,
            ..Trouble::default()
        },
        sign_in: false,
    }
}

async fn cached_files(cache: &Cache, scope: &Scope, id: &ShipmentId) -> Vec<LabelFile> {
    saved_values::logged(cache.labels(scope, id).await)
        .unwrap_or_default()
        .into_iter()
        .map(|(package_number, file_type, bytes)| LabelFile {
            package_number,
            file_type: LabelFileType::parse(&file_type),
            bytes: bytes.into(),
        })
        .collect()
}

fn not_connected() -> RequestError {
    RequestError {
        trouble: Trouble {
            attempted: message!("shipments-label-failed"),
            cause: message!("shipments-label-signed-out"),
            advice: message!("shipments-label-sign-in"),
            retry_is_safe: true,
            ..Trouble::default()
        },
        sign_in: false,
    }
}
