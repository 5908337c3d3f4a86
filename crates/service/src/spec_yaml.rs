//! Writes JSON as YAML in blocks. A text is written as JSON writes it, which YAML reads the same.

use serde_json::Value;

pub fn write(value: &Value) -> String {
    let mut text = String::new();
    block(value, 0, &mut text);
    text
}

fn block(value: &Value, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                text.push_str(&format!("{indent}{}:", Value::from(name.as_str())));
                inside(value, depth + 1, text);
            }
        }
        Value::Array(list) => {
            for value in list {
                text.push_str(&format!("{indent}-"));
                inside(value, depth + 1, text);
            }
        }
        plain => text.push_str(&format!("{indent}{plain}\n")),
    }
}

/// What follows a name or a dash: on the same line if it has no parts.
fn inside(value: &Value, depth: usize, text: &mut String) {
    let has_parts = match value {
        Value::Object(map) => !map.is_empty(),
        Value::Array(list) => !list.is_empty(),
        _ => false,
    };
    if has_parts {
        text.push('\n');
        block(value, depth, text);
    } else {
        text.push_str(&format!(" {value}\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parts_are_indented_and_texts_are_quoted() {
        let value = json!({"a": {"b": ["x: y", 1.5, {"c": null}], "d": []}, "e": {}, "f": "1"});
        let wanted = "\"a\":\n  \"b\":\n    - \"x: y\"\n    - 1.5\n    -\n      \"c\": null\n  \"d\": []\n\"e\": {}\n\"f\": \"1\"\n";
        assert_eq!(write(&value), wanted);
    }
}
