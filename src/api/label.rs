//! The postage label object: section 2.16.

use serde::{Deserialize, Serialize};

use super::page::Row;
use super::tolerant;
use super::value::{LabelFileType, LabelOrientation, LabelSize, LabelType};

/// What label is wanted, and in a reply the labels themselves: one entry a label, a URL
/// or Base64 content according to `label_type`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PostageLabel {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_type: Option<LabelType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_file_type: Option<LabelFileType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_size: Option<LabelSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_orientation: Option<LabelOrientation>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub custom_text1: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub custom_text2: Option<String>,
    #[serde(
        deserialize_with = "tolerant::text",
        skip_serializing_if = "Option::is_none"
    )]
    pub custom_text3: Option<String>,
    #[serde(
        deserialize_with = "tolerant::list",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub labels: Vec<String>,
}

impl Row for PostageLabel {
    const NAME: &'static str = "label";
    const MARKS: &'static [&'static str] = &["labels", "labelType", "labelFileType", "labelSize"];
    const KEYS: &'static [&'static str] = &["postageLabel", "label"];
}
