//! Strict reading of the JSON of requests. Errors name the field that is missing or of the wrong type.

use serde_json::{Map, Value};

use super::fail::Fail;
use super::spec::{Field, Kind, LONGEST_TEXT, MEASURE_LIMIT, Need, Shape, Side};
use postroom_base::money::Amount;
/// The fields of one JSON object of a request, with its description, and its path for messages. What
/// is not described cannot be read: that is an error of this service.
#[derive(Clone)]
pub struct Fields<'a> {
    pub module: &'static str,
    shape: &'static Shape,
    path: String,
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    pub fn new(
        module: &'static str,
        shape: &'static Shape,
        value: &'a Value,
    ) -> Result<Self, Fail> {
        Self::at(module, shape, String::new(), value)
    }

    fn at(
        module: &'static str,
        shape: &'static Shape,
        path: String,
        value: &'a Value,
    ) -> Result<Self, Fail> {
        match value.as_object() {
            Some(map) => Ok(Self { module, shape, path, map }),
            None => Err(Fail::bad_request(module, format!("{path} must be an object."))),
        }
    }

    pub fn field_path(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// The names of the fields that are not null.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        let given = self.map.iter().filter(|(_, value)| !value.is_null());
        given.map(|(name, _)| name.as_str())
    }

    /// The value of a described field, of whatever kind.
    pub fn raw(&self, name: &str) -> Option<&'a Value> {
        let described = self.shape.field(name).filter(|field| field.side != Side::Answer);
        if described.is_none() {
            tracing::error!(name, shape = self.shape.name, "a field is not described");
        }
        described.and(self.map.get(name)).filter(|value| !value.is_null())
    }

    /// The description of a field that the caller reads as one of these kinds. `needed` is whether it
    /// refuses a request without the field.
    fn described(
        &self,
        name: &str,
        needed: bool,
        fits: impl Fn(&Kind) -> bool,
    ) -> Result<&'static Field, Fail> {
        let in_requests = |field: &&'static Field| field.side != Side::Answer;
        let found = self.shape.field(name).filter(in_requests).filter(|field| fits(&field.kind));
        let wrong_need = if needed { Need::Never } else { Need::Always };
        found.filter(|field| field.need != wrong_need).ok_or_else(|| {
            Fail::internal(format_args!("{} describes {name} otherwise", self.shape.name))
        })
    }

    pub fn missing(&self, name: &str) -> Fail {
        Fail::bad_request(self.module, format!("{} is required.", self.field_path(name)))
    }

    fn wrong(&self, name: &str, wanted: &str) -> Fail {
        Fail::bad_request(self.module, format!("{} must be {wanted}.", self.field_path(name)))
    }

    /// A string, trimmed; an empty one counts as absent.
    pub fn text(&self, name: &str) -> Result<Option<String>, Fail> {
        self.described(name, false, is_text)?;
        self.read_text(name)
    }

    fn read_text(&self, name: &str) -> Result<Option<String>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::String(text)) => {
                let text = text.trim();
                if text.len() > LONGEST_TEXT {
                    let most = format!("at most {LONGEST_TEXT} characters long");
                    return Err(self.wrong(name, &most));
                }
                Ok((!text.is_empty()).then(|| text.to_owned()))
            }
            Some(_) => Err(self.wrong(name, "a string")),
        }
    }

    pub fn need_text(&self, name: &str) -> Result<String, Fail> {
        self.described(name, true, is_text)?;
        self.read_text(name)?.ok_or_else(|| self.missing(name))
    }

    pub fn flag(&self, name: &str) -> Result<Option<bool>, Fail> {
        self.described(name, false, |kind| matches!(kind, Kind::Flag))?;
        self.read_flag(name)
    }

    pub fn need_flag(&self, name: &str) -> Result<bool, Fail> {
        self.described(name, true, |kind| matches!(kind, Kind::Flag))?;
        self.read_flag(name)?.ok_or_else(|| self.missing(name))
    }

    fn read_flag(&self, name: &str) -> Result<Option<bool>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(self.wrong(name, "true or false")),
        }
    }

    /// A finite number that is not negative.
    pub fn measure(&self, name: &str) -> Result<Option<f64>, Fail> {
        self.described(name, false, |kind| matches!(kind, Kind::Measure))?;
        self.read_measure(name)
    }

    /// A required measure whose absence the caller refuses itself.
    pub fn measure_or_missing(&self, name: &str) -> Result<Option<f64>, Fail> {
        self.described(name, true, |kind| matches!(kind, Kind::Measure))?;
        self.read_measure(name)
    }

    pub fn need_measure(&self, name: &str) -> Result<f64, Fail> {
        self.described(name, true, |kind| matches!(kind, Kind::Measure))?;
        self.read_measure(name)?.ok_or_else(|| self.missing(name))
    }

    fn read_measure(&self, name: &str) -> Result<Option<f64>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Number(number)) => number
                .as_f64()
                .filter(|value| value.is_finite() && *value >= 0.0 && *value < MEASURE_LIMIT)
                .map(Some)
                .ok_or_else(|| self.wrong(name, "a number that is not negative")),
            Some(_) => Err(self.wrong(name, "a number")),
        }
    }

    pub fn amount(&self, name: &str) -> Result<Option<Amount>, Fail> {
        self.described(name, false, |kind| matches!(kind, Kind::Amount))?;
        self.read_amount(name)
    }

    fn read_amount(&self, name: &str) -> Result<Option<Amount>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Number(number)) => number
                .to_string()
                .parse()
                .map(Some)
                .map_err(|error| self.wrong(name, &format!("an amount: {error}"))),
            Some(_) => Err(self.wrong(name, "a number")),
        }
    }

    pub fn need_amount(&self, name: &str) -> Result<Amount, Fail> {
        self.described(name, true, |kind| matches!(kind, Kind::Amount))?;
        self.read_amount(name)?.ok_or_else(|| self.missing(name))
    }

    /// A whole number within the described limits: `None` if it is absent, and the value itself if it
    /// is anything else.
    pub fn whole(&self, name: &str) -> Result<Option<Result<u64, &'a Value>>, Fail> {
        let field = self.described(name, false, |kind| matches!(kind, Kind::Whole(..)))?;
        let Kind::Whole(least, most) = field.kind else {
            return Ok(None);
        };
        Ok(self.raw(name).map(|value| {
            value.as_u64().filter(|number| (least..=most).contains(number)).ok_or(value)
        }))
    }

    pub fn object(&self, name: &str) -> Result<Option<Fields<'a>>, Fail> {
        let field = self.described(name, false, |kind| matches!(kind, Kind::Object(_)))?;
        self.read_object(field)
    }

    fn read_object(&self, field: &Field) -> Result<Option<Fields<'a>>, Fail> {
        let Kind::Object(shape) = field.kind else {
            return Ok(None);
        };
        let path = self.field_path(field.name);
        self.raw(field.name).map(|value| Self::at(self.module, shape, path, value)).transpose()
    }

    pub fn need_object(&self, name: &str) -> Result<Fields<'a>, Fail> {
        let field = self.described(name, true, |kind| matches!(kind, Kind::Object(_)))?;
        self.read_object(field)?.ok_or_else(|| self.missing(name))
    }

    pub fn objects(&self, name: &str) -> Result<Option<Vec<Fields<'a>>>, Fail> {
        let field = self.described(name, false, |kind| matches!(kind, Kind::Objects(..)))?;
        self.read_objects(field)
    }

    /// A list of as many objects as described; an empty one counts as missing.
    pub fn need_objects(&self, name: &str) -> Result<Vec<Fields<'a>>, Fail> {
        let field = self.described(name, true, |kind| matches!(kind, Kind::Objects(..)))?;
        let list = self.read_objects(field)?.filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| self.missing(name))?;
        match field.kind {
            Kind::Objects(_, _, most) if list.len() > most => {
                Err(Fail::invalid(self.module, format!("{name} holds more than {most}.")))
            }
            _ => Ok(list),
        }
    }

    fn read_objects(&self, field: &Field) -> Result<Option<Vec<Fields<'a>>>, Fail> {
        let Kind::Objects(shape, ..) = field.kind else {
            return Ok(None);
        };
        let name = field.name;
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Array(list)) => list
                .iter()
                .enumerate()
                .map(|(at, value)| {
                    let path = format!("{}[{at}]", self.field_path(name));
                    Self::at(self.module, shape, path, value)
                })
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(self.wrong(name, "a list")),
        }
    }

    /// A string or a list of strings, like `specialService` (section 2.12).
    pub fn texts(&self, name: &str) -> Result<Vec<String>, Fail> {
        self.described(name, false, |kind| matches!(kind, Kind::SomeOf(_)))?;
        self.read_texts(name)
    }

    /// A list of strings; a single string is none. An empty list counts as missing. The second result
    /// is the most that there may be.
    pub fn need_texts(&self, name: &str) -> Result<(Vec<String>, usize), Fail> {
        let field = self.described(name, true, |kind| matches!(kind, Kind::Texts(..)))?;
        if self.raw(name).is_some_and(Value::is_string) {
            return Err(self.wrong(name, "a list of strings"));
        }
        let texts = self.read_texts(name)?;
        match field.kind {
            Kind::Texts(_, most) if !texts.is_empty() => Ok((texts, most)),
            _ => Err(self.missing(name)),
        }
    }

    fn read_texts(&self, name: &str) -> Result<Vec<String>, Fail> {
        match self.raw(name) {
            None => Ok(Vec::new()),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(Vec::new()),
            Some(Value::String(text)) => Ok(vec![text.trim().to_owned()]),
            Some(Value::Array(list)) => list
                .iter()
                .map(|value| {
                    value
                        .as_str()
                        .map(|text| text.trim().to_owned())
                        .ok_or_else(|| self.wrong(name, "a list of strings"))
                })
                .collect(),
            Some(_) => Err(self.wrong(name, "a string or a list of strings")),
        }
    }

    /// One of the described values, which must match exactly.
    pub fn one_of(&self, name: &str) -> Result<Option<&'static str>, Fail> {
        let field = self.described(name, false, |kind| matches!(kind, Kind::OneOf(_)))?;
        self.read_one_of(field, |text, value| text == value)
    }

    pub fn need_one_of(&self, name: &str) -> Result<&'static str, Fail> {
        let field = self.described(name, true, |kind| matches!(kind, Kind::OneOf(_)))?;
        self.read_one_of(field, |text, value| text == value)?.ok_or_else(|| self.missing(name))
    }

    /// One of the described values, whatever its case, spaces and underscores: samples of the
    /// interface write these values in capitals and with spaces.
    pub fn loosely(&self, name: &str) -> Result<Option<&'static str>, Fail> {
        let field = self.described(name, false, |kind| matches!(kind, Kind::Loosely(_)))?;
        let plain = |text: &str| {
            text.chars().filter(|c| *c != ' ' && *c != '_').collect::<String>().to_lowercase()
        };
        self.read_one_of(field, |text, value| plain(text) == plain(value))
    }

    fn read_one_of(
        &self,
        field: &Field,
        is_same: impl Fn(&str, &str) -> bool,
    ) -> Result<Option<&'static str>, Fail> {
        let (Kind::OneOf(allowed) | Kind::Loosely(allowed)) = field.kind else {
            return Ok(None);
        };
        let Some(text) = self.read_text(field.name)? else {
            return Ok(None);
        };
        allowed.iter().find(|value| is_same(&text, value)).copied().map(Some).ok_or_else(|| {
            Fail::invalid(
                self.module,
                format!(
                    "{} cannot be {text:?}; allowed: {}.",
                    self.field_path(field.name),
                    allowed.join(", ")
                ),
            )
        })
    }
}

fn is_text(kind: &Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Time | Kind::OneOf(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec_shapes::SHIPMENT_REQUEST;
    use serde_json::json;

    #[test]
    fn failures_name_the_field() {
        let body = json!({"fromAddress": {"id": 3, "referenceType": "x"}, "specialService": [1]});
        let fields = Fields::new("SHIPMENT", &SHIPMENT_REQUEST, &body).unwrap();
        let inner = fields.need_object("fromAddress").unwrap();
        for (fail, words) in [
            (inner.text("id").unwrap_err(), "fromAddress.id must be a string."),
            (inner.need_text("name").unwrap_err(), "fromAddress.name is required."),
            (
                inner.one_of("referenceType").unwrap_err(),
                "fromAddress.referenceType cannot be \"x\"; allowed: TaxCode, VATNumber, ImportExportCode.",
            ),
            (
                fields.texts("specialService").unwrap_err(),
                "specialService must be a list of strings.",
            ),
        ] {
            assert_eq!(fail.message, words);
        }
    }

    #[test]
    fn only_what_is_described_can_be_read() {
        let body = json!({"service": "Ground", "colour": "red", "packages": []});
        let fields = Fields::new("SHIPMENT", &SHIPMENT_REQUEST, &body).unwrap();
        assert_eq!(fields.need_text("service").unwrap(), "Ground");
        for (reader, read) in [
            ("an unknown field", fields.text("colour").map(drop)),
            ("another kind", fields.flag("service").map(drop)),
            ("a required field as an optional one", fields.text("service").map(drop)),
            ("an optional field as a required one", fields.need_object("option").map(drop)),
            ("a field of answers", fields.text("id").map(drop)),
        ] {
            assert_eq!(read.unwrap_err().code, crate::fail::Code::internal(), "{reader}");
        }
        assert!(fields.raw("colour").is_none());
    }
}
