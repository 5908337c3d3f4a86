//! The postage label object: section 2.16.

use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::page::ListItem;
use super::tolerant::Member;
use super::value::{LabelFileType, LabelOrientation, LabelSize, LabelType};

wire! {
    /// The requested label format, and in a response the labels themselves: one entry per label, a URL
    /// or Base64 content according to `label_type`.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct PostageLabel {
        pub label_type: Option<LabelType>,
        pub label_file_type: Option<LabelFileType>,
        pub label_size: Option<LabelSize>,
        pub label_orientation: Option<LabelOrientation>,
        pub custom_text1: Option<String>,
        pub custom_text2: Option<String>,
        pub custom_text3: Option<String>,
        ;
        #[serde(deserialize_with = "entries", skip_serializing_if = "Vec::is_empty")]
        pub labels: Vec<String>,
    }
}

/// Keys under which an entry that is an object may hold its text, by precedence.
pub(super) const CONTENTS: [&str; 15] = [
    "label", "content", "contents", "base64", "data", "document", "file", "body", "image", "pdf",
    "url", "labelUrl", "href", "uri", "link",
];

fn entries<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let entries = Vec::<Entry>::read(deserializer)?;
    Ok(entries.into_iter().map(|entry| entry.0).collect())
}

/// One entry of `labels`: text, or an object that contains it.
struct Entry(String);

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = String;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a label")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
                Ok(text.to_owned())
            }

            fn visit_string<E: Error>(self, text: String) -> Result<String, E> {
                Ok(text)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<String, A::Error> {
                let mut found: Option<(usize, String)> = None;
                while let Some((name, value)) = members.next_entry::<String, Value>()? {
                    let rank = CONTENTS.iter().position(|key| name.eq_ignore_ascii_case(key));
                    if let (Some(rank), Value::String(text)) = (rank, value)
                        && !text.trim().is_empty()
                        && found.as_ref().is_none_or(|(known, _)| rank < *known)
                    {
                        found = Some((rank, text));
                    }
                }
                let text = found.map(|(_, text)| text);
                text.ok_or_else(|| Error::custom("no label in the object"))
            }
        }

        deserializer.deserialize_any(Text).map(Self)
    }
}

impl ListItem for PostageLabel {
    const NAME: &'static str = "label";
    const MARKS: &'static [&'static str] = &["labels", "labelType", "labelFileType", "labelSize"];
    const KEYS: &'static [&'static str] = &["postageLabel", "label"];
}
