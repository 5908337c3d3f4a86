//! Warnings (section 7.4): which fields of a request were ignored. They are part of the response to
//! that call and are not stored, so a later query of the shipment has no warnings.

use serde_json::{Value, json};

use super::carriers::Carrier;
use super::facts::with_members;
use super::fail::{self, Code, Fail};
use super::spec::{Field, Kind, Shape, Side};
use super::spec_shapes;
use super::special::Specials;

/// The most warnings per response, in case a request has a thousand unknown fields.
const MOST: usize = 50;
/// The prefixes of the warning codes that section 7.3 does not list among the errors.
const SHIPMENT: &str = "SHIPMENT";
const TRACKING: &str = "SHIPMENT.TRACKING";

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
    use super::{Value, only};
    use crate::spec_shapes;

    pub fn customs(info: &Value) -> Value {
        only(info, &spec_shapes::CUSTOMS)
    }

    pub fn bill_to(bill_to: &Value) -> Value {
        only(bill_to, &spec_shapes::BILL_TO)
    }

    pub fn params(param: &Value) -> Value {
        only(param, &spec_shapes::SPECIAL_SERVICE_PARAM)
    }

    /// The shipment options of section 2.18.
    pub fn option(option: &Value) -> Value {
        let texts = option.as_object().into_iter().flatten();
        texts
            .filter(|(name, value)| spec_shapes::OPTION.field(name).is_some() && value.is_string())
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }
}

/// The field of a request, if it has a meaning there.
fn meant(shape: &Shape, name: &str) -> Option<&'static Field> {
    shape.field(name).filter(|field| field.side != Side::Answer)
}

fn only(value: &Value, shape: &Shape) -> Value {
    let members = value.as_object().into_iter().flatten();
    members
        .filter_map(|(name, value)| {
            let kept = match (meant(shape, name)?.kind, value) {
                (_, Value::Null) => return None,
                (Kind::Objects(inner, ..), Value::Array(list)) => {
                    list.iter().map(|entry| only(entry, inner)).collect()
                }
                (Kind::Object(inner) | Kind::Objects(inner, ..), value) => only(value, inner),
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
        ignored.walk("", body, &spec_shapes::SHIPMENT_REQUEST);
        ignored.params(body, specials);
        ignored
    }

    /// The warnings of POST /ShipmentRate.
    pub fn in_rates(body: &Value, specials: &Specials) -> Self {
        let mut ignored = Self::default();
        ignored.walk("", body, &spec_shapes::RATE_REQUEST);
        ignored.params(body, specials);
        ignored
    }

    /// The warnings of POST /Shipment/Refund.
    pub fn in_refund(body: &Value) -> Self {
        let mut ignored = Self::default();
        ignored.walk("", body, &spec_shapes::REFUND_REQUEST);
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
            let words = if spec_shapes::OPTION.field(name).is_some() {
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

    fn walk(&mut self, path: &str, value: &Value, shape: &Shape) {
        for (name, value) in value.as_object().into_iter().flatten() {
            // A null field counts as missing, as everywhere.
            if value.is_null() {
                continue;
            }
            let path = join(path, name);
            match meant(shape, name).map(|field| field.kind) {
                None => self.unknown(&path),
                Some(Kind::Object(inner)) if std::ptr::eq(inner, &spec_shapes::ADDRESS) => {
                    self.address(&path, value);
                }
                // Which of its fields are used depends on the carrier.
                Some(Kind::Object(inner)) if std::ptr::eq(inner, &spec_shapes::OPTION) => {}
                Some(Kind::Object(inner) | Kind::Objects(inner, ..)) => match value.as_array() {
                    None => self.walk(&path, value, inner),
                    Some(list) => {
                        for (at, entry) in list.iter().enumerate() {
                            self.walk(&format!("{path}[{at}]"), entry, inner);
                        }
                    }
                },
                Some(_) => {}
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
                name => !by_id && meant(&spec_shapes::ADDRESS, name).is_some(),
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
