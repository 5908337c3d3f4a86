//! The container label document: section 4.9.

use serde::Serialize;
use serde_json::Value;

use super::address::Address;
use super::call::Call;
use super::label::PostageLabel;
use super::lenient::Decoded;
use super::value::LabelType;
use crate::base::id::CarrierAccountId;

/// Body of POST /Document/POST/99M. Both addresses need their full details.
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

/// `type`; one value is listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum DocumentType {
    #[default]
    ContainerLabel,
}

/// Prints container labels with a 99M barcode. The interface does not show the reply,
/// so its bytes are handed on as they came; [`labels_of`] looks for labels in them.
pub fn container_label_99m(request: &ContainerLabelRequest) -> Call<Vec<u8>> {
    Call::reading(
        "POST /Document/POST/99M",
        "Making the container labels",
        |bytes| Ok(Decoded::whole(bytes.to_vec())),
    )
    .write()
    .json(request)
}

/// The labels a reply names, in the shapes the interface uses for labels elsewhere: the
/// object of section 2.16, one under `postageLabel` as in a shipment, or the bare list of
/// its `labels`. `None` where the reply names none: then it may be the file itself.
pub fn labels_of(reply: &[u8]) -> Option<PostageLabel> {
    let mut label = match serde_json::from_slice(reply).ok()? {
        Value::String(one) => PostageLabel {
            labels: vec![one],
            ..PostageLabel::default()
        },
        Value::Array(items) => PostageLabel {
            labels: serde_json::from_value(Value::Array(items)).ok()?,
            ..PostageLabel::default()
        },
        Value::Object(mut object) => match object.remove("postageLabel") {
            Some(inner) => serde_json::from_value(inner).ok()?,
            None => serde_json::from_value(Value::Object(object)).ok()?,
        },
        _ => return None,
    };
    label.labels.retain(|entry| !entry.trim().is_empty());
    let first = label.labels.first()?;
    let is_url = first.starts_with("http://") || first.starts_with("https://");
    label.label_type.get_or_insert(if is_url {
        LabelType::Url
    } else {
        LabelType::Base64
    });
    Some(label)
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
        ] {
            let label = labels_of(reply.as_bytes()).unwrap_or_else(|| panic!("{reply}"));
            assert_eq!(label.label_type, Some(kind), "{reply}");
            assert_eq!(label.labels, [entry], "{reply}");
        }
        for reply in [
            "%PDF-1.7",
            "",
            "null",
            "{}",
            "[]",
            "[7]",
            r#"{"labels":[]}"#,
            "\"\"",
        ] {
            assert_eq!(labels_of(reply.as_bytes()), None, "{reply}");
        }
    }
}
