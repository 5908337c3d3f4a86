//! Paths in a JSON document, and the enumeration of all of them.

use std::fmt;

use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Key(String),
    At(usize),
}

/// A path such as `rates[0].totalFee`; the empty path is the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<Step>);

impl Path {
    pub fn of(text: &str) -> Self {
        let mut steps = Vec::new();
        for part in text.split(['.', '[']).filter(|part| !part.is_empty()) {
            match part.strip_suffix(']') {
                Some(index) => steps.push(Step::At(index.parse().unwrap())),
                None => steps.push(Step::Key(part.to_owned())),
            }
        }
        Self(steps)
    }

    pub fn key(&self, key: &str) -> Self {
        let mut steps = self.0.clone();
        steps.push(Step::Key(key.to_owned()));
        Self(steps)
    }

    pub fn at(&self, index: usize) -> Self {
        let mut steps = self.0.clone();
        steps.push(Step::At(index));
        Self(steps)
    }

    pub fn parent(&self) -> Self {
        Self(self.0.split_last().map(|(_, rest)| rest.to_vec()).unwrap_or_default())
    }

    /// The name of the last member.
    pub fn name(&self) -> Option<&str> {
        self.0.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::At(_) => None,
        })
    }

    pub fn last(&self) -> Option<&Step> {
        self.0.last()
    }

    pub fn get<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        self.0.iter().try_fold(value, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::At(index) => value.get(index),
        })
    }

    pub fn get_mut<'a>(&self, value: &'a mut Value) -> Option<&'a mut Value> {
        self.0.iter().try_fold(value, |value, step| match step {
            Step::Key(key) => value.get_mut(key),
            Step::At(index) => value.get_mut(index),
        })
    }

    pub fn remove(&self, value: &mut Value) {
        let Some(last) = self.last() else { return };
        match (self.parent().get_mut(value), last) {
            (Some(Value::Object(object)), Step::Key(key)) => {
                object.remove(key);
            }
            (Some(Value::Array(items)), Step::At(index)) if *index < items.len() => {
                items.remove(*index);
            }
            _ => {}
        }
    }

    pub fn put(&self, value: &mut Value, new: Value) {
        if let Some(place) = self.get_mut(value) {
            *place = new;
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("the reply");
        }
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if place == 0 => write!(f, "{key}")?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::At(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Every member and the first element of every list, outermost first. The other rows of a list are
/// not varied, because they behave like the first.
pub fn every_place(value: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    walk(value, &Path::default(), &mut found);
    found
}

fn walk(value: &Value, here: &Path, found: &mut Vec<Path>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let place = here.key(key);
                found.push(place.clone());
                walk(value, &place, found);
            }
        }
        Value::Array(items) => {
            if let Some(first) = items.first() {
                let place = here.at(0);
                found.push(place.clone());
                walk(first, &place, found);
            }
        }
        _ => {}
    }
}

/// Every object of the document, including the document itself.
pub fn every_object(value: &Value) -> Vec<Path> {
    std::iter::once(Path::default())
        .chain(every_place(value))
        .filter(|place| place.get(value).is_some_and(Value::is_object))
        .collect()
}

/// The value without `null`, `[]`, `{}` and `""`, which have no meaning.
pub fn pruned(value: &Value) -> Value {
    match value {
        Value::Object(object) => Value::Object(
            object
                .iter()
                // Notes that the client stores with a shipment for itself.
                .filter(|(key, _)| !key.starts_with("postroom:"))
                .map(|(key, value)| (key.clone(), pruned(value)))
                .filter(|(_, value)| !value.is_null())
                .collect(),
        )
        .or_null_when_empty(),
        Value::Array(items) => {
            Value::Array(items.iter().map(pruned).filter(|value| !value.is_null()).collect())
                .or_null_when_empty()
        }
        Value::String(text) if text.trim().is_empty() => Value::Null,
        other => other.clone(),
    }
}

trait Emptied {
    fn or_null_when_empty(self) -> Self;
}

impl Emptied for Value {
    fn or_null_when_empty(self) -> Self {
        let empty = match &self {
            Self::Object(object) => object.is_empty(),
            Self::Array(items) => items.is_empty(),
            _ => false,
        };
        if empty { Self::Null } else { self }
    }
}
