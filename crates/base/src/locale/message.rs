//! Messages that are kept: what happened stays, and the words follow the language of the window.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use super::{Argument, Language, TextOf, catalog, format, language_place};
use crate::money::Money;

/// A text for the screen that is kept for longer than a frame: a notice, a title, the cause of a
/// failure. Each reading gives it in the language of the window, because that can change meanwhile.
/// Made with [`crate::message!`]; other text stays as it was written.
#[derive(Clone)]
pub struct Message(Arc<Kept>);

struct Kept {
    words: Words,
    /// The text in each language in which it was read. Most messages of a long list are never read.
    read: OnceLock<Box<Readings>>,
}

/// One text for each language, in the order of [`Language::ALL`].
type Readings = [OnceLock<Box<str>>; Language::ALL.len()];

enum Words {
    /// In no language, or in the one it was written in.
    Written(Box<str>),
    Named(TextOf),
    /// A value that is put into words when it is shown.
    Shown(Box<dyn fmt::Display + Send + Sync>),
    Listed(Id, Vec<(Cow<'static, str>, Part)>),
    /// Read from a file, with the text as it was when it was stored.
    Stored(Id, Vec<(Cow<'static, str>, Part)>, Box<str>),
}

/// The id of a message in `assets/language/`.
type Id = Cow<'static, str>;

/// One argument of a kept message.
pub enum Part {
    Text(Box<str>),
    Number(f64),
    Money(Money),
    Message(Message),
    /// A list, with the commas and the last word that the language puts between its entries.
    List(Vec<String>),
}

impl Message {
    /// The message with this id; [`crate::message!`] writes this.
    pub fn new(id: &'static str, arguments: Vec<(&'static str, Part)>) -> Self {
        let arguments = arguments.into_iter().map(|(name, part)| (Cow::Borrowed(name), part));
        Self::of(Words::Listed(Cow::Borrowed(id), arguments.collect()))
    }

    /// What a value says of itself, such as an error that has its words in the catalogs.
    pub fn shown(value: impl fmt::Display + Send + Sync + 'static) -> Self {
        Self::of(Words::Shown(Box::new(value)))
    }

    /// What this says whenever it is asked, in the language of that time.
    pub fn composed(words: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self::shown(Composed(words))
    }

    fn of(words: Words) -> Self {
        Self(Arc::new(Kept { words, read: OnceLock::new() }))
    }

    /// The text in the language of the window.
    pub fn as_str(&self) -> &str {
        match &self.0.words {
            Words::Written(text) => text,
            words => match self.0.read.get_or_init(Box::default).get(language_place()) {
                Some(read) => read.get_or_init(|| words.text().into()),
                None => "",
            },
        }
    }

    /// The text as it was when the message was stored, for programs that know it by that text.
    pub fn as_stored(&self) -> &str {
        match &self.0.words {
            Words::Stored(_, _, text) => text,
            _ => self.as_str(),
        }
    }

    /// The form for a file, from which [`Message::from_stored`] reads the message in any language.
    /// Text that is in no catalog is stored as it is.
    pub fn to_stored(&self) -> String {
        let stored = self.stored_value();
        stored.map_or_else(|| self.as_str().to_owned(), |value| value.to_string())
    }

    /// The id in `assets/language/`; `None` for text that is in no catalog.
    pub fn id(&self) -> Option<&str> {
        match &self.0.words {
            Words::Listed(id, _) | Words::Stored(id, ..) => Some(id),
            Words::Named(text) => catalog::catalog_of(super::language()).id_of(text()),
            Words::Written(_) | Words::Shown(_) => None,
        }
    }

    /// Id, arguments and text; `None` for text that is in no catalog.
    fn stored_value(&self) -> Option<Value> {
        let id = self.id()?;
        let arguments: &[_] = match &self.0.words {
            Words::Listed(_, arguments) | Words::Stored(_, arguments, _) => arguments,
            _ => &[],
        };
        let arguments: BTreeMap<&str, Value> =
            arguments.iter().map(|(name, part)| (&**name, part.to_stored())).collect();
        Some(json!({ "id": id, "arguments": arguments, "text": self.as_stored() }))
    }

    /// Reads [`Message::to_stored`]. A message that this version no longer has stays in the language
    /// in which it was stored.
    pub fn from_stored(stored: &str) -> Self {
        Self::read_stored(stored).unwrap_or_else(|| stored.into())
    }

    fn read_stored(stored: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(stored).ok()?;
        Self::of_value(&value)
    }

    fn of_value(value: &Value) -> Option<Self> {
        let of = |name: &str| value.get(name)?.as_str();
        let (id, text) = (of("id")?, of("text")?);
        let arguments = value.get("arguments")?.as_object()?.iter();
        if !catalog::catalog_of(Language::English).has(id) {
            return Some(text.into());
        }
        let arguments = arguments.map(|(name, part)| (name.clone().into(), part.into()));
        let id = Cow::Owned(id.to_owned());
        Some(Self::of(Words::Stored(id, arguments.collect(), text.into())))
    }
}

struct Composed<F>(F);

impl<F: Fn() -> String> fmt::Display for Composed<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0())
    }
}

impl Words {
    fn text(&self) -> String {
        match self {
            Self::Written(text) => text.to_string(),
            Self::Named(text) => text().to_owned(),
            Self::Shown(value) => value.to_string(),
            Self::Listed(id, arguments) | Self::Stored(id, arguments, _) => {
                let arguments: Vec<(&str, Argument)> =
                    arguments.iter().map(|(name, part)| (&**name, part.argument())).collect();
                super::text_with(id, &arguments)
            }
        }
    }
}

impl Part {
    fn argument(&self) -> Argument<'_> {
        match self {
            Self::Text(text) => Argument::Text(Cow::Borrowed(text)),
            Self::Number(number) => Argument::Number(*number),
            Self::Money(money) => Argument::from(*money),
            Self::Message(message) => Argument::from(message),
            Self::List(entries) => Argument::from(format::list(entries)),
        }
    }

    fn to_stored(&self) -> Value {
        match self {
            Self::Text(text) => json!(text),
            Self::Number(number) => json!(number),
            Self::Money(money) => json!(format::money(*money)),
            Self::Message(message) => {
                let stored = message.stored_value();
                stored.unwrap_or_else(|| json!(message.as_str()))
            }
            Self::List(entries) => json!(entries),
        }
    }
}

impl From<&Value> for Part {
    fn from(stored: &Value) -> Self {
        match stored {
            Value::String(text) => text.into(),
            Value::Array(entries) => {
                let entries = entries.iter().filter_map(Value::as_str);
                Self::List(entries.map(str::to_owned).collect())
            }
            other => match (other.as_f64(), Message::of_value(other)) {
                (Some(number), _) => Self::Number(number),
                (None, Some(message)) => Self::Message(message),
                (None, None) => other.to_string().into(),
            },
        }
    }
}

/// As [`Message::to_stored`].
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.to_stored())
    }
}

/// As [`Message::from_stored`].
impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|stored| Self::from_stored(&stored))
    }
}

impl Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// Two messages are equal if a person reads the same.
impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.as_str() == other.as_str()
    }
}

impl Eq for Message {}

impl PartialEq<str> for Message {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Message {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Message {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl Default for Message {
    fn default() -> Self {
        "".into()
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Self {
        Self::of(Words::Written(text.into()))
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Self::of(Words::Written(text.into()))
    }
}

impl From<TextOf> for Message {
    fn from(text: TextOf) -> Self {
        Self::of(Words::Named(text))
    }
}

impl<'a> From<&'a Message> for Argument<'a> {
    fn from(message: &'a Message) -> Self {
        Self::Text(Cow::Borrowed(message.as_str()))
    }
}

impl From<&str> for Part {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Part {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<&String> for Part {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<Cow<'_, str>> for Part {
    fn from(text: Cow<'_, str>) -> Self {
        Self::Text(text.into())
    }
}

impl From<Money> for Part {
    fn from(money: Money) -> Self {
        Self::Money(money)
    }
}

impl From<Vec<&str>> for Part {
    fn from(entries: Vec<&str>) -> Self {
        Self::List(entries.into_iter().map(str::to_owned).collect())
    }
}

impl From<Message> for Part {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl From<&Message> for Part {
    fn from(message: &Message) -> Self {
        Self::Message(message.clone())
    }
}

impl From<TextOf> for Part {
    fn from(text: TextOf) -> Self {
        Self::Message(text.into())
    }
}

macro_rules! from_number {
    ($($number:ty),+) => {
        $(impl From<$number> for Part {
            fn from(number: $number) -> Self {
                match Argument::from(number) {
                    Argument::Number(number) => Self::Number(number),
                    Argument::Text(text) => text.into(),
                }
            }
        })+
    };
}

from_number!(u8, u16, u32, u64, usize, i16, i32, i64, f64, f32);
