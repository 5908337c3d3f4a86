//! Reads the goldens, and compares JSON by meaning.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// One file of a call: its request, its reply, and the paths that may be dropped.
pub struct Golden {
    pub file: String,
    pub call: String,
    pub source: String,
    pub method: String,
    pub path: String,
    pub query: Map<String, Value>,
    pub headers: Map<String, Value>,
    pub body: Option<Value>,
    /// `None` if the interface does not show one.
    pub reply: Option<Value>,
    /// Paths of the reply that the client's types may drop.
    pub ignored: Vec<String>,
}

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

pub fn json(file: &str) -> Value {
    let text =
        std::fs::read_to_string(folder().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// The golden of one call: `account/token` for `account/token.json`.
pub fn load(name: &str) -> Golden {
    let file = format!("{name}.json");
    let value = json(&file);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let request = &value["request"];
    Golden {
        call: text(&value["call"]),
        source: text(&value["_source"]),
        method: text(&request["method"]),
        path: text(&request["path"]),
        query: request["query"].as_object().unwrap().clone(),
        headers: request["headers"].as_object().unwrap().clone(),
        body: request.get("body").cloned(),
        reply: value.get("reply").map(|reply| {
            assert_eq!(reply["status"], 200, "{file}");
            reply["body"].clone()
        }),
        ignored: value
            .get("ignored")
            .and_then(Value::as_array)
            .map(|paths| paths.iter().map(text).collect())
            .unwrap_or_default(),
        file,
    }
}

/// The goldens of all calls, sorted by name.
pub fn all_calls() -> Vec<Golden> {
    let mut names = Vec::new();
    for folder in std::fs::read_dir(folder()).unwrap() {
        let folder = folder.unwrap().path();
        let resource = folder.file_name().unwrap().to_str().unwrap().to_owned();
        // Errors are no call, and orders come from files of shops.
        if !folder.is_dir() || ["error", "orders"].contains(&resource.as_str()) {
            continue;
        }
        for file in std::fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            names.push(format!("{resource}/{stem}"));
        }
    }
    names.sort();
    names.iter().map(|name| load(name)).collect()
}

/// The same JSON with numbers compared by value (`10` equals `10.0`).
pub fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::String(format!("number {}", number.as_f64().unwrap())),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(key, value)| (key.clone(), plain(value))).collect())
        }
        other => other.clone(),
    }
}

/// Removes one dotted path, which must exist and hold an empty list.
pub fn remove_empty(value: &mut Value, path: &str, file: &str) {
    let (parents, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut at = value;
    for key in parents.split('.').filter(|key| !key.is_empty()) {
        at = &mut at[key];
    }
    let removed = at.as_object_mut().unwrap().remove(last);
    assert_eq!(removed, Some(Value::Array(vec![])), "{file}: {path}");
}
