//! Addresses: section 2.6 and the calls of 4.3.

use serde::{Deserialize, Deserializer, Serialize};

use super::call::Call;
use super::lenient::Decoded;
use super::page::{self, ListItem, RowMatch};
use super::tolerant::Member;
use super::value::ReferenceType;
use crate::text;
use postroom_base::clock::WireTime;
use postroom_base::id::AddressId;

wire! {
    /// One address: a request object, a stored resource and a response (section 2.6). A request may
    /// refer to a stored address by its id alone.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Address {
        pub id: Option<AddressId>,
        pub name: Option<String>,
        pub company: Option<String>,
        pub street1: Option<String>,
        pub street2: Option<String>,
        pub street3: Option<String>,
        pub city: Option<String>,
        pub state: Option<String>,
        pub zip: Option<String>,
        pub country: Option<String>,
        pub phone: Option<String>,
        pub email: Option<String>,
        pub save: Option<bool>,
        pub verify: Option<bool>,
        pub source: Option<String>,
        pub verification_status: Option<String>,
        pub is_residential: Option<bool>,
        pub reference_type: Option<ReferenceType>,
        pub reference_value: Option<String>,
        pub errors: Vec<serde_json::Value>,
        pub created_date: Option<WireTime>,
    }
}

/// An address of a request is always written.
impl Member for Address {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::deserialize(from)
    }
}

impl Address {
    /// A reference to a stored address: the id alone.
    pub fn by_id(id: AddressId) -> Self {
        Self { id: Some(id), ..Self::default() }
    }
}

impl ListItem for Address {
    const NAME: &'static str = "address";
    const MARKS: &'static [&'static str] =
        &["id", "street1", "city", "zip", "name", "company", "verificationStatus"];
    const KEYS: &'static [&'static str] = &["address", "addresses"];
}

/// Reads a stored address. A response with another id is treated as unintelligible.
pub fn get(id: &AddressId) -> Call<Address> {
    let asked = id.clone();
    let decode = move |bytes: &[u8]| {
        page::one(bytes, |row: &Address| match &row.id {
            None => RowMatch::Silent,
            Some(own) if own.same_as(&asked) => RowMatch::Requested,
            Some(_) => RowMatch::Another,
        })
    };
    Call::with_decoder("GET /Address/:id", || text!("errors-attempt-read-address"), decode)
        .route("id", id.as_str())
}

/// Stores the address, validates it, or both. At least one of `save` and `verify` must be true;
/// otherwise the server answers `ADDRESS.VALIDATION_FAILED`.
pub fn create(address: &Address) -> Call<Address> {
    Call::with_decoder("POST /Address", || text!("errors-attempt-save-address"), one)
        .write()
        .uncertain(|| text!("errors-uncertain-save-address"))
        .json(address)
}

/// Validates a stored address again; the response is the validated address.
pub fn validate(id: &AddressId) -> Call<Address> {
    Call::with_decoder("POST /Address/:id/Validate", || text!("errors-attempt-check-address"), one)
        .write()
        .route("id", id.as_str())
}

fn one(bytes: &[u8]) -> Result<Decoded<Address>, serde_json::Error> {
    page::one(bytes, |_| RowMatch::Requested)
}
