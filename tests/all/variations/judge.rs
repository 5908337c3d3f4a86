//! Compares what the client read with what was sent, except where the variation changed it.

use serde_json::Value;

use super::path::{Path, Step, pruned};

/// Asserts that everything but the place is unchanged. A row or element may be missing entirely
/// only if nothing of it could be read.
pub fn same_except(before: &Value, after: &Value, place: &[Step]) -> Result<(), String> {
    compare(&pruned(before), &pruned(after), place, &Path::default())
}

pub fn same(before: &Value, after: &Value) -> Result<(), String> {
    let (before, after) = (pruned(before), pruned(after));
    if means(&before, &after) {
        return Ok(());
    }
    Err(first_difference(&before, &after, &Path::default()))
}

fn compare(before: &Value, after: &Value, place: &[Step], here: &Path) -> Result<(), String> {
    let Some((step, rest)) = place.split_first() else {
        return Ok(());
    };
    match (step, before, after) {
        (Step::Key(key), Value::Object(old), _) => {
            let none = serde_json::Map::new();
            let new = match after {
                Value::Object(new) => new,
                Value::Null => &none,
                other => return Err(format!("{here} became {other}")),
            };
            for name in old.keys().chain(new.keys()).filter(|name| *name != key) {
                let (old, new) = (old.get(name), new.get(name));
                if !means(old.unwrap_or(&Value::Null), new.unwrap_or(&Value::Null)) {
                    let (old, new) = (old.unwrap_or(&Value::Null), new.unwrap_or(&Value::Null));
                    return Err(first_difference(old, new, &here.key(name)));
                }
            }
            let old = old.get(key).unwrap_or(&Value::Null);
            let new = new.get(key).unwrap_or(&Value::Null);
            compare(old, new, rest, &here.key(key))
        }
        (Step::At(index), Value::Array(old), _) => {
            let new: &[Value] = match after {
                Value::Array(new) => new,
                Value::Null => &[],
                other => return Err(format!("{here} became {other}")),
            };
            let others = |items: &[Value]| -> Vec<Value> {
                let mut items = items.to_vec();
                items.remove(*index);
                items
            };
            let left = others(old);
            let mut without = old[*index].clone();
            Path(rest.to_vec()).remove(&mut without);
            let gone = rest.is_empty() || pruned(&without).is_null();
            if gone && same(&Value::Array(left.clone()), &Value::Array(new.to_vec())).is_ok() {
                return Ok(());
            }
            if new.len() != old.len() {
                return Err(format!("{here} had {} elements, has {}", old.len(), new.len()));
            }
            let (left, kept) = (Value::Array(left), Value::Array(others(new)));
            if !means(&left, &kept) {
                return Err(first_difference(&left, &kept, here));
            }
            compare(&old[*index], &new[*index], rest, &here.at(*index))
        }
        // The client does not read this member at all, so it cannot be lost.
        (_, Value::Null, _) => Ok(()),
        (_, old, new) => Err(first_difference(old, new, here)),
    }
}

fn first_difference(before: &Value, after: &Value, here: &Path) -> String {
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            for name in old.keys().chain(new.keys()) {
                let old = old.get(name).unwrap_or(&Value::Null);
                let new = new.get(name).unwrap_or(&Value::Null);
                if !means(old, new) {
                    return first_difference(old, new, &here.key(name));
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                if !means(old, new) {
                    return first_difference(old, new, &here.at(index));
                }
            }
        }
        _ => {}
    }
    format!("{here} was {}, is {}", short(before), short(after))
}

pub fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(90) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Whether the value read has the meaning of the value sent: a number may be text, a word may have
/// another case or spaces, and one value may stand for a list of one.
pub fn means(given: &Value, read: &Value) -> bool {
    let (given, read) = (&pruned(given), &pruned(read));
    match (given, read) {
        (Value::Object(old), Value::Object(new)) => {
            old.keys().chain(new.keys()).all(|key| match (old.get(key), new.get(key)) {
                (Some(old), Some(new)) => means(old, new),
                _ => false,
            })
        }
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| means(old, new))
        }
        (Value::Array(old), one) if !one.is_null() => old.len() == 1 && means(&old[0], one),
        (one, Value::Array(new)) if !one.is_null() => new.len() == 1 && means(one, &new[0]),
        (Value::Null, Value::Null) => true,
        (given, Value::Bool(flag)) => truth(given) == Some(*flag),
        (given, read) => {
            let words = matches!((word(given), word(read)), (Some(a), Some(b)) if a == b);
            let numbers = match (number(given), number(read)) {
                (Some(given), Some(read)) => (given - read).abs() <= given.abs() * 1e-6,
                _ => false,
            };
            words || numbers || moment(given).is_some_and(|it| Some(it) == moment(read))
        }
    }
}

fn truth(value: &Value) -> Option<bool> {
    match word(value)?.as_str() {
        "true" | "yes" | "y" | "1" => Some(true),
        "false" | "no" | "n" | "0" => Some(false),
        _ => None,
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().trim_start_matches('$').replace(',', "").parse().ok(),
        _ => None,
    }
}

/// A timestamp in seconds; also accepts Unix seconds.
fn moment(value: &Value) -> Option<i64> {
    if let Value::Number(number) = value {
        return number.as_i64().filter(|seconds| *seconds > 1_000_000_000);
    }
    let text = value.as_str()?;
    if let Some(millis) = text.strip_prefix("/Date(") {
        return Some(millis.strip_suffix(")/")?.parse::<i64>().ok()? / 1_000);
    }
    text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_second)
}

fn word(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        _ => return None,
    };
    Some(
        text.chars()
            .filter(|c| !c.is_whitespace() && *c != '_')
            .flat_map(char::to_lowercase)
            .collect(),
    )
}

/// Whether the value has any meaning: `[null]`, `{}` and the date used for no date can be left out
/// without loss.
pub fn says_something(value: &Value) -> bool {
    !pruned(value).is_null() && value != "0001-01-01T00:00:00"
}
