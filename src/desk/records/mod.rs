//! Data that several features derive from the service's responses: a shipment as a row, its label
//! files, the numbers of its packages, the contact of an address.

pub mod contact;
pub mod document_id;
pub(in crate::desk) mod label_fetch;
pub(in crate::desk) mod label_files;
pub(in crate::desk) mod package_numbers;
pub mod scale_reading;
pub mod shipment_row;
pub mod stored_address;
pub(in crate::desk) mod void_labels;
