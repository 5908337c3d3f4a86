//! The container label document: section 4.9.

use serde::Serialize;

use super::address::Address;
use super::call::Call;
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
/// so its bytes are handed on as they came.
pub fn container_label_99m(request: &ContainerLabelRequest) -> Call<Vec<u8>> {
    Call::reading(
        "POST /Document/POST/99M",
        "Printing the container label",
        |bytes| Ok(bytes.to_vec()),
    )
    .write()
    .json(request)
}
