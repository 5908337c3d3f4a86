//! Manifests: section 2.21 and the calls of 4.7.

use serde::{Deserialize, Serialize};

use super::address::Address;
use super::call::Call;
use super::page::{self, DateRange, ListItem, Lookup, Page, RowMatch};
use super::shipment::ShipmentKey;
use crate::text;
use postroom_base::clock::WireTime;
use postroom_base::id::{CarrierAccountId, ManifestId};

wire! {
    /// An end-of-day form (section 2.21). `form_number` and `form_url` are set once it is generated.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Manifest {
        pub id: Option<ManifestId>,
        pub app_id: Option<String>,
        pub shipment_ids: Vec<String>,
        pub tracking_numbers: Vec<String>,
        pub transaction_ids: Vec<String>,
        pub carrier_account_name: Option<String>,
        pub carrier_code: Option<String>,
        pub carrier_account_id: Option<CarrierAccountId>,
        pub from_address: Option<Address>,
        pub transaction_date: Option<WireTime>,
        pub ship_date: Option<WireTime>,
        pub form_number: Option<String>,
        pub form_url: Option<String>,
        pub message: Option<String>,
        pub message_code: Option<String>,
        pub messages: Vec<ManifestMessage>,
    }

    /// A status message; the code is `MANIFEST_QUEUED`, `MANIFEST_GENERATED` and so on.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct ManifestMessage {
        pub code: Option<String>,
        pub description: Option<String>,
    }
}

/// Body of POST /Manifest (section 4.7).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ManifestRequest {
    /// The full address, or its id alone.
    pub from_address: Address,
    pub carrier_account_id: CarrierAccountId,
    /// What the entries of `value` are.
    pub key: ShipmentKey,
    pub value: Vec<String>,
    /// `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ship_date: Option<String>,
    /// Deprecated; the interface recommends to always send `true`.
    #[serde(rename = "async")]
    pub asynchronous: bool,
}

impl ListItem for Manifest {
    const NAME: &'static str = "manifest";
    const MARKS: &'static [&'static str] = &[
        "id",
        "shipmentIds",
        "trackingNumbers",
        "transactionIds",
        "formNumber",
        "formUrl",
        "messages",
    ];
    const KEYS: &'static [&'static str] = &["manifests", "manifest"];
}

/// Requests an end-of-day form; the response is usually `MANIFEST_QUEUED`. There is no transaction
/// id: after a lost response, check the list before requesting again.
pub fn create(request: &ManifestRequest) -> Call<Manifest> {
    let decode = |bytes: &[u8]| page::one(bytes, |row| naming(row, None));
    Call::with_decoder("POST /Manifest", || text!("errors-attempt-create-manifest"), decode)
        .write()
        .uncertain(|| text!("errors-uncertain-create-manifest"))
        .json(request)
}

/// Reads one manifest.
pub fn get(id: &ManifestId) -> Call<Lookup<Manifest>> {
    let asked = id.clone();
    let decode = move |bytes: &[u8]| page::look_up(bytes, |row| naming(row, Some(&asked)));
    Call::with_decoder("GET /Manifest", || text!("errors-attempt-read-manifest"), decode)
        .query("key", Some("Id".to_owned()))
        .query("value", Some(id.to_string()))
}

fn naming(row: &Manifest, asked: Option<&ManifestId>) -> RowMatch {
    match (&row.id, asked) {
        (None, _) => RowMatch::Another,
        (Some(_), None) => RowMatch::Silent,
        (Some(own), Some(asked)) if own.same_as(asked) => RowMatch::Requested,
        (Some(_), Some(_)) => RowMatch::Another,
    }
}

/// Lists the manifests of a date range. The interface documents no wrapper for this list, so any of
/// the usual forms is read.
pub fn list(range: DateRange, page_token: Option<&str>) -> Call<Page<Manifest>> {
    Call::with_decoder("GET /Manifest", || text!("errors-attempt-read-manifests"), page::read)
        .query("pageToken", page_token.map(str::to_owned))
        .query("startDate", range.start_text())
        .query("endDate", range.end_text())
}

#[cfg(test)]
mod tests {
    use super::*;
    use postroom_base::id::ManifestId;

    #[test]
    fn one_manifest_is_read_from_any_of_the_shapes_of_a_list() {
        let manifest = r#"{"id":"m1","messages":[{"code":"MANIFEST_QUEUED"}]}"#;
        for text in [
            manifest.to_owned(),
            format!("[{manifest}]"),
            format!(r#"{{"results":[{manifest}],"totalResults":1}}"#),
            format!(r#"{{"manifests":[{manifest}]}}"#),
        ] {
            let id = ManifestId::new("m1");
            let made = (create(&request()).decode)(text.as_bytes()).unwrap().value;
            let read = (get(&id).decode)(text.as_bytes()).unwrap().value;
            assert_eq!(made.id, Some(id), "{text}");
            assert_eq!(made.messages.len(), 1, "{text}");
            assert_eq!(read, Lookup::Found(made), "{text}");
            let listed = (list(DateRange::default(), None).decode)(text.as_bytes()).unwrap();
            assert_eq!(listed.value.results.len(), 1, "{text}");
            // Finding C8: another manifest is neither the requested one nor an empty result.
            let other = get(&ManifestId::new("m2"));
            assert!((other.decode)(text.as_bytes()).is_err(), "{text}");
        }
        for text in ["[]", "null", r#"{"results":[]}"#] {
            let read = (get(&ManifestId::new("m1")).decode)(text.as_bytes()).unwrap();
            assert_eq!(read.value, Lookup::Nothing, "{text}");
            assert!((create(&request()).decode)(text.as_bytes()).is_err(), "{text}");
        }
        assert!((get(&ManifestId::new("m1")).decode)(b"{}").is_err());
        for text in ["[]", "null", r#"{"results":[],"nextPage":null}"#] {
            let listed = (list(DateRange::default(), None).decode)(text.as_bytes()).unwrap();
            assert_eq!(listed.value.results, [], "{text}");
        }
    }

    fn request() -> ManifestRequest {
        ManifestRequest {
            from_address: Address::default(),
            carrier_account_id: CarrierAccountId::new("c1"),
            key: ShipmentKey::Id,
            value: Vec::new(),
            ship_date: None,
            asynchronous: true,
        }
    }
}
