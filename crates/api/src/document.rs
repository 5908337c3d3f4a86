//! The container label document: section 4.9.

use serde::Serialize;
use serde_json::Value;

use super::address::Address;
use super::call::Call;
use super::label::{CONTENTS, PostageLabel};
use super::lenient::{self, Decoded, UnreadableMember};
use super::value::LabelType;
use crate::text;
use postroom_base::id::CarrierAccountId;

/// Body of POST /Document/POST/99M. Both addresses need all their fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContainerLabelRequest {
    pub from_address: Address,
    pub to_address: Address,
    pub content_code: String,
    #[serde(rename = "type")]
    pub kind: DocumentType,
    pub carrier_account_id: CarrierAccountId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<u32>,
}

/// The `type` field; the interface lists one value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum DocumentType {
    #[default]
    ContainerLabel,
}

/// Response of POST /Document/POST/99M; the interface does not document its form.
#[derive(Clone, Debug, PartialEq)]
pub struct ContainerLabels {
    /// The labels found in the response. `None` if there are none; then it may be the file itself.
    pub label: Option<PostageLabel>,
    /// The body as received.
    pub bytes: Vec<u8>,
}

/// Prints container labels with a 99M barcode.
pub fn container_label_99m(request: &ContainerLabelRequest) -> Call<ContainerLabels> {
    Call::with_decoder(
        "POST /Document/POST/99M",
        || text!("errors-attempt-container-labels"),
        |bytes| {
            let mut oddities = Vec::new();
            let value =
                ContainerLabels { label: labels_of(bytes, &mut oddities), bytes: bytes.to_vec() };
            Ok(Decoded { value, oddities })
        },
    )
    .write()
    .uncertain(|| text!("errors-uncertain-container-labels"))
    .json(request)
}

/// Finds the labels in a response: the object of section 2.16, such an object under `postageLabel`
/// as in a shipment, the list of its `labels` alone, a single text, or an object with one of these
/// under `document`, `url` or a similar key.
fn labels_of(reply: &[u8], oddities: &mut Vec<UnreadableMember>) -> Option<PostageLabel> {
    // A response that is not JSON may be the file.
    let value = lenient::parse(reply, oddities).ok()?;
    let mut label = search(&value, DEPTH, oddities)?;
    label.labels.retain(|entry| !entry.trim().is_empty());
    let first = label.labels.first()?.trim_start();
    let is_url = ["http://", "https://"]
        .iter()
        .any(|scheme| first.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme)));
    label.label_type.get_or_insert(if is_url { LabelType::Url } else { LabelType::Base64 });
    Some(label)
}

/// Nesting limit for objects and lists around a label.
const DEPTH: usize = 4;

/// Keys of objects and lists that contain labels.
const WRAPPERS: [&str; 10] = [
    "postageLabel",
    "labels",
    "documents",
    "results",
    "result",
    "files",
    "items",
    "value",
    "pages",
    "response",
];

fn search(
    value: &Value,
    depth: usize,
    oddities: &mut Vec<UnreadableMember>,
) -> Option<PostageLabel> {
    let object = match value {
        Value::String(text) => return Some(holding(vec![text.clone()])),
        Value::Array(items) if depth > 0 => return of_items(items, depth, oddities),
        Value::Object(object) if depth > 0 => object,
        _ => return None,
    };
    let mut own = Vec::new();
    let label: PostageLabel = lenient::from_value(value, "", &mut own).ok()?;
    if label.labels.iter().any(|entry| !entry.trim().is_empty()) {
        oddities.append(&mut own);
        return Some(label);
    }
    let keys = WRAPPERS.iter().chain(&CONTENTS);
    let mut members = keys.filter_map(|key| {
        let mut members = object.iter();
        members.find(|(name, _)| name.eq_ignore_ascii_case(key))
    });
    let inner = members.find_map(|(_, inner)| {
        let found = search(inner, depth - 1, oddities);
        found.filter(|label| !label.labels.is_empty())
    })?;
    // The outer object's label type and size apply unless the inner one has its own.
    Some(PostageLabel {
        label_type: inner.label_type.or(label.label_type),
        label_file_type: inner.label_file_type.or(label.label_file_type),
        label_size: inner.label_size.or(label.label_size),
        ..inner
    })
}

/// Collects the labels of all items. The other fields come from the first item with labels.
fn of_items(
    items: &[Value],
    depth: usize,
    oddities: &mut Vec<UnreadableMember>,
) -> Option<PostageLabel> {
    let mut found: Option<PostageLabel> = None;
    for (number, item) in items.iter().enumerate() {
        match (search(item, depth - 1, oddities), &mut found) {
            (None, _) => oddities.push(lenient::oddity(format!("[{number}]"), item)),
            (Some(label), Some(found)) => found.labels.extend(label.labels),
            (Some(label), none) => *none = Some(label),
        }
    }
    found.filter(|label| !label.labels.is_empty())
}

fn holding(labels: Vec<String>) -> PostageLabel {
    PostageLabel { labels, ..PostageLabel::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_found_in_each_shape_a_reply_may_have() {
        let url = "https://labels.example.com/c.pdf";
        for (reply, kind, entry) in [
            (
                format!(r#"{{"labelType":"Url","labelFileType":"PDF","labels":["{url}"]}}"#),
                LabelType::Url,
                url,
            ),
            (format!(r#"{{"labels":["{url}"]}}"#), LabelType::Url, url),
            (
                r#"{"id":"d1","postageLabel":{"labelType":"Base64","labels":["JVBERi0="]}}"#.into(),
                LabelType::Base64,
                "JVBERi0=",
            ),
            (format!(r#"["{url}"]"#), LabelType::Url, url),
            (r#"["JVBERi0="]"#.into(), LabelType::Base64, "JVBERi0="),
            (format!(r#""{url}""#), LabelType::Url, url),
            // Finding C15: other forms that a service may use.
            (format!(r#"{{"url":"{url}"}}"#), LabelType::Url, url),
            (r#"{"document":"JVBERi0="}"#.into(), LabelType::Base64, "JVBERi0="),
            (r#"{"data":{"content":"JVBERi0="}}"#.into(), LabelType::Base64, "JVBERi0="),
            (format!(r#"{{"documents":[{{"href":"{url}"}}]}}"#), LabelType::Url, url),
            (format!(r#"[{{"url":"{url}"}}]"#), LabelType::Url, url),
            (format!(r#"{{"labels":[{{"url":"{url}"}}]}}"#), LabelType::Url, url),
            (format!(r#"{{"labels":"{url}"}}"#), LabelType::Url, url),
        ] {
            let label =
                labels_of(reply.as_bytes(), &mut Vec::new()).unwrap_or_else(|| panic!("{reply}"));
            assert_eq!(label.label_type, Some(kind), "{reply}");
            assert_eq!(label.labels, [entry], "{reply}");
        }
        for reply in ["%PDF-1.7", "", "null", "{}", "[]", "[7]", r#"{"labels":[]}"#, "\"\""] {
            assert_eq!(labels_of(reply.as_bytes(), &mut Vec::new()), None, "{reply}");
        }
    }
}
