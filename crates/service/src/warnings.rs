//! Warnings (section 7.4): which fields of a request were ignored. They are part of the response to
//! that call and are not stored, so a later query of the shipment has no warnings.

use serde_json::{Value, json};

use super::carriers::{Carrier, OPTIONS};
use super::facts::with_members;
use super::fail::{self, Code, Fail};
use super::special::Specials;

/// The most warnings per response, in case a request has a thousand unknown fields.
const MOST: usize = 50;
/// The prefixes of the warning codes that section 7.3 does not list among the errors.
const SHIPMENT: &str = "SHIPMENT";
const TRACKING: &str = "SHIPMENT.TRACKING";

/// A field that has a meaning, and the type of its value.
enum KnownField {
    Value(&'static str),
    /// An object, or a list of them.
    Fields(&'static str, &'static [KnownField]),
    Address(&'static str),
}

use KnownField::{Address, Fields as Inner, Value as Plain};

/// The fields of section 4.6. `billTo` is from section 2.17, which does not name a request.
const SHIPMENT_FIELDS: &[KnownField] = &[
    Address("fromAddress"),
    Address("toAddress"),
    Address("altReturnAddress"),
    Inner("packages", PACKAGE),
    Plain("service"),
    Plain("carrierAccountId"),
    Inner("customsInfo", CUSTOMS),
    Inner("postageLabel", LABEL),
    Plain("shipDate"),
    Plain("specialService"),
    Inner("specialServiceParam", PARAM),
    // Which of its fields are used depends on the carrier.
    Plain("option"),
    Inner("billTo", BILL_TO),
];

/// The fields of section 4.5.
const RATE_FIELDS: &[KnownField] = &[
    Address("fromAddress"),
    Address("toAddress"),
    Inner("packages", PACKAGE),
    Plain("service"),
    Plain("carrierAccountId"),
    Plain("specialService"),
    Inner("customsInfo", CUSTOMS),
    Inner("specialServiceParam", PARAM),
];

/// The fields of POST /Shipment/Refund, section 4.6.
const REFUND_FIELDS: &[KnownField] = &[Plain("key"), Plain("value")];

/// The fields of section 2.6, without those only in responses. `save` and `verify` are checked
/// separately.
const ADDRESS: [&str; 16] = [
    "name",
    "company",
    "street1",
    "street2",
    "street3",
    "city",
    "state",
    "zip",
    "country",
    "phone",
    "email",
    "source",
    "verificationStatus",
    "isResidential",
    "referenceType",
    "referenceValue",
];

/// The fields of section 2.10, without those only in responses.
const PACKAGE: &[KnownField] = &[
    Plain("id"),
    Plain("packageType"),
    Plain("isRectangle"),
    Plain("length"),
    Plain("width"),
    Plain("height"),
    Plain("dimensionUnit"),
    Plain("weight"),
    Plain("weightUnit"),
];

/// The fields of section 2.14.
const CUSTOMS: &[KnownField] = &[
    Inner("customsItem", ITEM),
    Plain("id"),
    Plain("contentType"),
    Plain("contentsExplanation"),
    Plain("customsCertify"),
    Plain("customsSigner"),
    Plain("currency"),
    Plain("nonDeliveryOption"),
    Plain("restrictionType"),
    Plain("restrictionComments"),
    Plain("eelpfc"),
    Plain("aesitn"),
    Plain("importersContact"),
    Plain("importersReference"),
    Plain("exportersContact"),
    Plain("exportersReference"),
    Plain("certificateNumber"),
    Plain("invoiceNumber"),
    Plain("licenseNumber"),
];

/// The fields of section 2.15.
const ITEM: &[KnownField] = &[
    Plain("weightUnit"),
    Plain("customsInfoId"),
    Plain("id"),
    Plain("description"),
    Plain("quantity"),
    Plain("weight"),
    Plain("value"),
    Plain("hsTariffNumber"),
    Plain("originCountry"),
    Plain("itemCode"),
    Plain("packageNumber"),
    Plain("createdDate"),
    Plain("itemCategory"),
    Plain("itemSubcategory"),
];

/// The fields of section 2.13.
const PARAM: &[KnownField] = &[
    Plain("hazmatDescription"),
    Plain("hazmatPhone"),
    Plain("hazmatType"),
    Plain("codAmount"),
    Plain("registeredMailAmount"),
    Plain("insuranceAmount"),
    Plain("liveAnimalsType"),
    Plain("returnsImageType"),
];

/// The fields of section 2.16, without `labels`, which is only in responses.
const LABEL: &[KnownField] = &[
    Plain("labelType"),
    Plain("labelFileType"),
    Plain("labelSize"),
    Plain("labelOrientation"),
    Plain("customText1"),
    Plain("customText2"),
    Plain("customText3"),
];

/// The fields of section 2.17.
const BILL_TO: &[KnownField] =
    &[Plain("type"), Plain("account"), Plain("zip"), Plain("countryCode")];

/// The special service that each parameter belongs to (section 2.13).
const PARAM_OF: [(&str, &str); 8] = [
    ("hazmatDescription", "HAZMAT"),
    ("hazmatPhone", "HAZMAT"),
    ("hazmatType", "HAZMAT"),
    ("codAmount", "COD"),
    ("registeredMailAmount", "RegisteredMail"),
    ("insuranceAmount", "Insurance"),
    ("liveAnimalsType", "LiveAnimals"),
    ("returnsImageType", "Returns"),
];

/// Selects what is stored of a request and returned with the shipment: only the fields that have a
/// meaning and are not null.
pub mod kept {
    use super::{BILL_TO, CUSTOMS, PARAM, Value, only};
    use crate::carriers::OPTIONS;

    pub fn customs(info: &Value) -> Value {
        only(info, CUSTOMS)
    }

    pub fn bill_to(bill_to: &Value) -> Value {
        only(bill_to, BILL_TO)
    }

    pub fn params(param: &Value) -> Value {
        only(param, PARAM)
    }

    /// The shipment options of section 2.18.
    pub fn option(option: &Value) -> Value {
        let texts = option.as_object().into_iter().flatten();
        texts
            .filter(|(name, value)| OPTIONS.contains(&name.as_str()) && value.is_string())
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }
}

fn only(value: &Value, known: &[KnownField]) -> Value {
    let members = value.as_object().into_iter().flatten();
    members
        .filter_map(|(name, value)| {
            let meant = known.iter().find(|known| match known {
                Plain(field) | Inner(field, _) | Address(field) => field == name,
            })?;
            let kept = match (meant, value) {
                (_, Value::Null) => return None,
                (Inner(_, inner), Value::Array(list)) => {
                    list.iter().map(|entry| only(entry, inner)).collect()
                }
                (Inner(_, inner), value) => only(value, inner),
                // A plain field has one value; a list or an object in its place is dropped.
                (_, Value::Array(_) | Value::Object(_)) => return None,
                (_, value) => value.clone(),
            };
            Some((name.clone(), kept))
        })
        .collect()
}

/// Collects the warnings of one response.
#[derive(Clone, Debug, Default)]
pub struct Warnings(Vec<Value>);

impl Warnings {
    /// The warnings of POST /Shipment that do not depend on the carrier.
    pub fn in_shipment(body: &Value, specials: &Specials) -> Self {
        let mut ignored = Self::default();
        ignored.walk("", body, SHIPMENT_FIELDS);
        ignored.params(body, specials);
        ignored
    }

    /// The warnings of POST /ShipmentRate.
    pub fn in_rates(body: &Value, specials: &Specials) -> Self {
        let mut ignored = Self::default();
        ignored.walk("", body, RATE_FIELDS);
        ignored.params(body, specials);
        ignored
    }

    /// The warnings of POST /Shipment/Refund.
    pub fn in_refund(body: &Value) -> Self {
        let mut ignored = Self::default();
        ignored.walk("", body, REFUND_FIELDS);
        ignored
    }

    /// The warnings of GET /Tracking: every query parameter except `key` and `value`.
    pub fn in_tracking(query: &[(String, String)]) -> Self {
        let mut ignored = Self::default();
        for (name, _) in query {
            if name != "key" && name != "value" {
                let words = format!("The query parameter {name} has no meaning here.");
                ignored.add(Code::from_module_and_kind(TRACKING, "ATTRIBUTE_IGNORED"), name, words);
            }
        }
        ignored
    }

    pub fn bill_to(&mut self, carrier: &Carrier) {
        let words = format!("{} bills the sender only.", carrier.name);
        self.add(Code::from_module_and_kind(SHIPMENT, "ATTRIBUTE_IGNORED"), "billTo", words);
    }

    /// Warns of option fields that the carrier does not use or that do not exist. A field that
    /// would be ignored because the other field of its pair is missing is a mistake of the caller,
    /// so it is an error before anything is bought.
    pub fn option(&mut self, option: &Value, carrier: &Carrier) -> Result<(), Fail> {
        let code = fail::SHIPMENT_OPTION_ATTRIBUTE_IGNORED;
        let given = |name: &str| option.get(name).is_some_and(|value| !value.is_null());
        for (name, value) in option.as_object().into_iter().flatten() {
            if value.is_null() || carrier.options.contains(&name.as_str()) {
                continue;
            }
            let words = if OPTIONS.contains(&name.as_str()) {
                format!("{} makes no use of option.{name}.", carrier.name)
            } else {
                format!("option.{name} has no meaning.")
            };
            self.add(code.clone(), &format!("option.{name}"), words);
        }
        for (half, other) in [
            ("POST_EntryFacilityZip", "POST_EntryFacilityType"),
            ("POST_ContainerType1", "POST_ContainerID1"),
            ("POST_ContainerType2", "POST_ContainerID2"),
            ("POST_ContainerType3", "POST_ContainerID3"),
        ] {
            if carrier.options.contains(&half) && given(half) && !given(other) {
                let words = format!("option.{half} would be ignored without option.{other}.");
                let info = json!({"field": format!("option.{half}")});
                return Err(Fail::new(code, words).with_info(info));
            }
        }
        Ok(())
    }

    /// Adds `Warnings` to the response, if there are any.
    pub fn attach_to(self, mut answer: Value) -> Value {
        if let Some(map) = answer.as_object_mut()
            && !self.0.is_empty()
        {
            map.insert("Warnings".to_owned(), Value::Array(self.0));
        }
        answer
    }

    /// The same for a response that is JSON text.
    pub fn ride_text(self, answer: String) -> String {
        if self.0.is_empty() {
            return answer;
        }
        let warnings = Value::Array(self.0).to_string();
        with_members(&answer, &[("Warnings", &warnings)])
    }

    fn add(&mut self, code: Code, field: &str, words: String) {
        if self.0.len() < MOST {
            let entry = Fail::new(code, format!("{words} It was ignored."));
            self.0.push(entry.with_info(json!({"field": field})).entry());
        }
    }

    fn unknown(&mut self, field: &str) {
        let words = format!("{field} has no meaning in this request.");
        self.add(Code::from_module_and_kind(SHIPMENT, "ATTRIBUTE_IGNORED"), field, words);
    }

    fn walk(&mut self, path: &str, value: &Value, known: &[KnownField]) {
        for (name, value) in value.as_object().into_iter().flatten() {
            // A null field counts as missing, as everywhere.
            if value.is_null() {
                continue;
            }
            let path = join(path, name);
            let found = known.iter().find(|known| match known {
                Plain(field) | Inner(field, _) | Address(field) => field == name,
            });
            match found {
                None => self.unknown(&path),
                Some(Plain(_)) => {}
                Some(Address(_)) => self.address(&path, value),
                Some(Inner(_, inner)) => match value.as_array() {
                    None => self.walk(&path, value, inner),
                    Some(list) => {
                        for (at, entry) in list.iter().enumerate() {
                            self.walk(&format!("{path}[{at}]"), entry, inner);
                        }
                    }
                },
            }
        }
    }

    /// An id refers to a stored address only if it is given without details (section 2.6). `save`
    /// and `verify` belong to POST /Address, and shipments store their addresses anyway.
    fn address(&mut self, path: &str, value: &Value) {
        let given = |name: &str| value.get(name).is_some_and(|value| !value.is_null());
        let by_id = given("id") && !given("street1");
        for (name, value) in value.as_object().into_iter().flatten() {
            let counts = match name.as_str() {
                _ if value.is_null() => true,
                "id" => by_id,
                "save" => true,
                "verify" => value == &Value::Bool(false),
                _ => !by_id && ADDRESS.contains(&name.as_str()),
            };
            if !counts {
                self.unknown(&join(path, name));
            }
        }
    }

    /// Warns of parameters of special services that were not chosen: a caller that sends an insured
    /// amount without Insurance must learn that nothing is insured.
    fn params(&mut self, body: &Value, specials: &Specials) {
        let param = body.get("specialServiceParam");
        for (name, service) in PARAM_OF {
            let given =
                param.and_then(|param| param.get(name)).is_some_and(|value| !value.is_null());
            if given && !specials.has(service) {
                let field = format!("specialServiceParam.{name}");
                let words = format!("{field} belongs to {service}, which was not chosen.");
                self.add(Code::from_module_and_kind(SHIPMENT, "ATTRIBUTE_IGNORED"), &field, words);
            }
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
