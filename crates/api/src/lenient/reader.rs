//! A deserializer over parsed JSON that records the path of a member that cannot be read, and that
//! skips members which failed before. Member names are matched ignoring case, and a number is
//! accepted where text is expected.

use std::collections::HashSet;
use std::fmt;

use serde::Deserializer;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

/// The members that a pass skips, and whether it is a dry run.
pub(super) struct Context {
    left_out: HashSet<usize>,
    /// Shortens long texts: the decoded value is discarded.
    pub(super) is_rehearsal: bool,
}

/// One step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Member(String),
    Element(usize),
}

/// A decoding error with its path, innermost step first.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) path: Vec<Step>,
    pub(super) message: String,
}

#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    value: &'a Value,
    context: &'a Context,
}

/// Longer texts are shortened in a dry run, in bytes.
const LONG: usize = 4096;

impl Context {
    pub(super) fn rehearsal() -> Self {
        Self { left_out: HashSet::new(), is_rehearsal: true }
    }

    /// Skips the value in the next pass. `false` if it is skipped already.
    pub(super) fn leave_out(&mut self, value: &Value) -> bool {
        self.left_out.insert(place_of(value))
    }

    fn keeps(&self, value: &Value) -> bool {
        self.left_out.is_empty() || !self.left_out.contains(&place_of(value))
    }
}

/// Identifies a value by its address; the parsed response does not move while it is decoded.
fn place_of(value: &Value) -> usize {
    std::ptr::from_ref(value).addr()
}

impl<'a> Reader<'a> {
    pub(super) fn new(value: &'a Value, context: &'a Context) -> Self {
        Self { value, context }
    }

    fn list<V: Visitor<'a>>(self, items: &'a [Value], visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(Elements { items: items.iter().enumerate(), context: self.context })
    }

    fn text<V: Visitor<'a>>(self, text: &'a str, visitor: V) -> Result<V::Value, Fault> {
        if self.context.is_rehearsal && text.len() > LONG {
            return visitor.visit_borrowed_str(
                text.get(..text.floor_char_boundary(LONG)).unwrap_or_default(),
            );
        }
        visitor.visit_borrowed_str(text)
    }

    fn members(
        self,
        object: &'a Map<String, Value>,
        fields: &'static [&'static str],
    ) -> Members<'a> {
        let mut taken: HashSet<&str> = HashSet::new();
        let mut members = Vec::with_capacity(object.len());
        for (name, value) in object {
            if !self.context.keeps(value) {
                continue;
            }
            let field = if fields.is_empty() || fields.contains(&name.as_str()) {
                name.as_str()
            } else {
                let meant = fields
                    .iter()
                    .find(|field| same_name(field, name) && !object.contains_key(**field));
                match meant {
                    Some(field) => field,
                    None => continue,
                }
            };
            if taken.insert(field) {
                members.push((field, name.as_str(), value));
            }
        }
        Members { members: members.into_iter(), pending: None, context: self.context }
    }
}

/// Whether a key means the field: `TrackingNumber`, `tracking_number` and `trackingnumber` all mean
/// `trackingNumber`.
pub(crate) fn same_name(field: &str, name: &str) -> bool {
    let plain = |text: &str| {
        text.chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect::<String>()
    };
    plain(field) == plain(name)
}

/// Delegates number types to `serde_json`, which knows its own representation of numbers.
macro_rules! exact_numbers {
    ($($method:ident)+) => {$(
        fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.value.$method(visitor).map_err(Fault::of)
        }
    )+};
}

impl<'a> Deserializer<'a> for Reader<'a> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Array(items) => self.list(items, visitor),
            Value::Object(object) => visitor.visit_map(self.members(object, &[])),
            Value::String(text) => self.text(text, visitor),
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            // With `arbitrary_precision` the representation of a number is internal to
            // `serde_json`.
            Value::Number(_) => self.value.deserialize_any(visitor).map_err(Fault::of),
        }
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    /// Ids and names may be sent as numbers.
    fn deserialize_string<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Number(number) => visitor.visit_string(number.to_string()),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_string(visitor)
    }

    /// Ids are the only newtypes. An empty id is an error.
    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.value {
            Value::String(text) if text.trim().is_empty() => {
                Err(de::Error::custom(format!("an empty {name}")))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.value {
            Value::Object(object) => visitor.visit_map(self.members(object, fields)),
            // A derived visitor would read a list as the fields in declaration order.
            Value::Array(_) => Err(de::Error::custom("a list in the place of an object")),
            _ => self.deserialize_any(visitor),
        }
    }

    /// `null` is an empty list; a single object or text is a list of one.
    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Null => self.list(&[], visitor),
            Value::Object(_) => self.list(std::slice::from_ref(self.value), visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.value {
            Value::String(text) => visitor.visit_enum(Variant(text)),
            _ => Err(de::Error::custom("no name of a value")),
        }
    }

    exact_numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool char bytes byte_buf unit unit_struct tuple tuple_struct map identifier ignored_any
    }
}

struct Elements<'a> {
    items: std::iter::Enumerate<std::slice::Iter<'a, Value>>,
    context: &'a Context,
}

impl<'a> SeqAccess<'a> for Elements<'a> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let context = self.context;
        let Some((place, value)) = self.items.find(|(_, value)| context.keeps(value)) else {
            return Ok(None);
        };
        seed.deserialize(Reader { value, context })
            .map(Some)
            .map_err(|fault| fault.within(Step::Element(place)))
    }
}

struct Members<'a> {
    /// The field's name, the key in the response, and the value.
    members: std::vec::IntoIter<(&'a str, &'a str, &'a Value)>,
    pending: Option<(&'a str, &'a Value)>,
    context: &'a Context,
}

impl<'a> MapAccess<'a> for Members<'a> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        let Some((field, name, value)) = self.members.next() else {
            return Ok(None);
        };
        self.pending = Some((name, value));
        seed.deserialize(BorrowedStrDeserializer::new(field)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let Some((name, value)) = self.pending.take() else {
            return Err(de::Error::custom("a member without a name"));
        };
        let context = self.context;
        seed.deserialize(Reader { value, context })
            .map_err(|fault| fault.within(Step::Member(name.to_owned())))
    }
}

/// The text of an enum without data.
struct Variant<'a>(&'a str);

impl<'a> EnumAccess<'a> for Variant<'a> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let name = seed.deserialize(BorrowedStrDeserializer::new(self.0))?;
        Ok((name, self))
    }
}

impl<'a> VariantAccess<'a> for Variant<'a> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, _seed: T) -> Result<T::Value, Fault> {
        Err(de::Error::custom("a name without its data"))
    }

    fn tuple_variant<V: Visitor<'a>>(self, _len: usize, _visitor: V) -> Result<V::Value, Fault> {
        Err(de::Error::custom("a name without its data"))
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Fault> {
        Err(de::Error::custom("a name without its data"))
    }
}

impl Fault {
    fn of(error: serde_json::Error) -> Self {
        de::Error::custom(error)
    }

    fn within(mut self, step: Step) -> Self {
        self.path.push(step);
        self
    }
}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { path: Vec::new(), message: message.to_string() }
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
