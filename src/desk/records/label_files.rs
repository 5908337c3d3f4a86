//! Parses an entry of a label list: the file itself or its URL (section 2.16). Services differ in
//! how they write both.

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use std::sync::Arc;

use crate::api::label::PostageLabel;
use crate::api::shipment::Shipment;
use crate::api::value::{LabelFileType, LabelSize, LabelType};
use crate::base::id::ShipmentId;
use crate::desk::kernel::saved_values;
use crate::label::sniff;
use crate::store::cache::{Cache, Label, Scope};

/// The label of one package, as delivered.
#[derive(Clone, Debug)]
pub(in crate::desk) struct LabelFile {
    pub package_number: u32,
    pub file_type: LabelFileType,
    pub bytes: Arc<[u8]>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    File(Vec<u8>),
    /// A URL, absolute or relative to the base URL.
    Address(String),
    /// Neither a file nor a URL.
    Unreadable,
}

/// The label files inside a shipment; empty if it has URLs instead.
pub(in crate::desk) fn inside(shipment: &Shipment) -> Vec<LabelFile> {
    let label = shipment.postage_label.as_ref();
    label.map(inline_files).unwrap_or_default()
}

/// The files inside a label object; empty if any entry is not a file.
fn inline_files(label: &PostageLabel) -> Vec<LabelFile> {
    let entries = label.labels.iter().enumerate();
    let files: Option<Vec<LabelFile>> = entries
        .map(|(at, text)| match parse_label_entry(text, label.label_type.as_ref()) {
            Entry::File(bytes) => Some(file(label, number_of(at), bytes)),
            Entry::Address(_) | Entry::Unreadable => None,
        })
        .collect();
    files.unwrap_or_default()
}

/// Writes label files to the cache.
pub(in crate::desk) async fn keep(
    cache: &Cache,
    scope: &Scope,
    id: &ShipmentId,
    files: &[LabelFile],
) {
    for file in files {
        saved_values::logged(cache.put_label(file.row(scope, id)).await);
    }
}

impl LabelFile {
    /// As the cache stores it.
    pub(in crate::desk) fn row(&self, scope: &Scope, shipment: &ShipmentId) -> Label {
        Label {
            scope: scope.clone(),
            shipment: shipment.clone(),
            package_number: self.package_number,
            file_type: self.file_type.as_str().to_owned(),
            bytes: self.bytes.to_vec(),
        }
    }
}

pub(in crate::desk) fn file(
    label: &PostageLabel,
    package_number: u32,
    bytes: Vec<u8>,
) -> LabelFile {
    LabelFile {
        package_number,
        file_type: label.label_file_type.clone().unwrap_or(LabelFileType::Pdf),
        bytes: bytes.into(),
    }
}

pub(in crate::desk) fn number_of(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX).saturating_add(1)
}

pub fn parse_label_entry(entry: &str, said: Option<&LabelType>) -> Entry {
    let entry = entry.trim();
    if let Some(file) = in_data_url(entry) {
        return file.map_or(Entry::Unreadable, Entry::File);
    }
    let address = || Entry::Address(entry.to_owned());
    if names_scheme(entry) {
        // The client decides whether it may be fetched.
        return address();
    }
    let decoded = base64(entry).filter(|bytes| !bytes.is_empty());
    match decoded {
        Some(file) if sniff(&file).is_some() => Entry::File(file),
        // A path may happen to be valid Base64.
        _ if said == Some(&LabelType::Url) && is_relative(entry) => address(),
        Some(file) if !entry.starts_with(['/', '.']) => Entry::File(file),
        _ if entry.contains(['/', '.']) && is_relative(entry) => address(),
        _ => Entry::Unreadable,
    }
}

fn has_scheme(entry: &str, scheme: &str) -> bool {
    let start = entry.get(..scheme.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// Whether the entry starts with a scheme such as `https://`.
fn names_scheme(entry: &str) -> bool {
    entry.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Whether the entry may be a relative URL.
fn is_relative(entry: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte);
    let first = entry.split(['/', '?', '#']).next().unwrap_or_default();
    !entry.is_empty() && entry.bytes().all(plain) && !first.contains(':')
}

/// Decodes `data:application/pdf;base64,…`. The outer `None` means not a data URL, the inner one an
/// unreadable one.
fn in_data_url(entry: &str) -> Option<Option<Vec<u8>>> {
    if !has_scheme(entry, "data:") {
        return None;
    }
    let Some((head, data)) = entry.split_once(',') else {
        return Some(None);
    };
    let is_base64 = head.to_ascii_lowercase().trim_end().ends_with(";base64");
    let plain: Vec<u8> = percent_encoding::percent_decode_str(data).collect();
    Some(match is_base64 {
        true => std::str::from_utf8(&plain).ok().and_then(base64),
        false => Some(plain),
    })
}

/// Decodes Base64 with or without padding, in the standard or the URL-safe alphabet, with line
/// breaks.
fn base64(text: &str) -> Option<Vec<u8>> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let usual: String = text
        .chars()
        .filter(|letter| !letter.is_ascii_whitespace())
        .map(|letter| match letter {
            '-' => '+',
            '_' => '/',
            letter => letter,
        })
        .collect();
    let engine = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
    engine.decode(usual).ok()
}

/// Width and height of a page in inches; a letter page is 8.5 by 11.
pub(in crate::desk) fn inches(size: &LabelSize) -> Option<(f32, f32)> {
    match size {
        LabelSize::S4x6 => Some((4.0, 6.0)),
        LabelSize::S6x4 => Some((6.0, 4.0)),
        LabelSize::S4x8 => Some((4.0, 8.0)),
        LabelSize::S7x3 => Some((7.0, 3.0)),
        LabelSize::Letter => Some((8.5, 11.0)),
        LabelSize::Unknown(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finding C15: labels in every common notation.
    #[test]
    fn an_entry_is_a_file_an_address_or_said_to_be_neither() {
        let file = b"%PDF-1.4\n\xff\xfe\xfb\xef\xbe\xbe\xff".to_vec();
        for entry in [
            "JVBERi0xLjQK//77776+/w==",
            "JVBERi0xLjQK//77776+/w",
            "JVBERi0xLjQK__77776-_w==",
            "JVBERi0xLjQK__77776-_w",
            " JVBERi0x\r\nLjQK//77\t776+/w==\n",
            "data:application/pdf;base64,JVBERi0xLjQK//77776+/w==",
            "DATA:application/pdf;charset=x;base64,JVBERi0xLjQK__77776-_w",
            "data:;base64,JVBERi0xLjQK%2F%2F77776%2B%2Fw%3D%3D",
            "data:application/pdf,%25PDF-1.4%0A%FF%FE%FB%EF%BE%BE%FF",
        ] {
            for said in [None, Some(&LabelType::Base64), Some(&LabelType::Url)] {
                assert_eq!(parse_label_entry(entry, said), Entry::File(file.clone()), "{entry}");
            }
        }
        for (entry, said, wanted) in [
            ("https://a.example/l", None, true),
            ("HTTP://127.0.0.1/l", Some(LabelType::Base64), true),
            ("/labels/1.pdf?x=y", Some(LabelType::Url), true),
            ("/labels/abcd", Some(LabelType::Url), true),
            ("/labels/abcd", None, true),
            ("labels/1.pdf", None, true),
            ("abcd", Some(LabelType::Url), true),
            ("", Some(LabelType::Url), false),
            ("not a label", Some(LabelType::Url), false),
            ("javascript:alert(1)", Some(LabelType::Url), false),
            ("ftp://a.example/l", None, true),
            ("://a.example/l", None, false),
            ("data:application/pdf", None, false),
            ("data:application/pdf;base64,???", None, false),
            ("*", None, false),
        ] {
            let is = parse_label_entry(entry, said.as_ref());
            let wanted = match wanted {
                true => Entry::Address(entry.to_owned()),
                false => Entry::Unreadable,
            };
            assert_eq!(is, wanted, "{entry}");
        }
        // Bytes of an unknown format are stored as delivered; the preview reports it.
        assert_eq!(
            parse_label_entry("AAECAw==", Some(&LabelType::Base64)),
            Entry::File(vec![0, 1, 2, 3])
        );
    }
}
