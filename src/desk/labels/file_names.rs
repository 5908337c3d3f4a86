//! File names of saved labels: a pattern with placeholders that the user can change.

use crate::desk::kernel::files;
use crate::text;

pub use crate::desk::kernel::settings::USUAL_LABEL_NAME as USUAL;

/// Placeholders and what they stand for.
pub fn placeholders() -> [(&'static str, &'static str); 7] {
    [
        ("date", text!("labels-name-date")),
        ("carrier", text!("labels-name-carrier")),
        ("service", text!("labels-name-service")),
        ("tracking", text!("labels-name-tracking")),
        ("recipient", text!("labels-name-recipient")),
        ("order", text!("labels-name-order")),
        ("package", text!("labels-name-package")),
    ]
}

/// Values of the placeholders; an empty value leaves no gap.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub date: String,
    pub carrier: String,
    pub service: String,
    pub tracking: String,
    pub recipient: String,
    pub order: String,
    /// Empty if the shipment has only one package.
    pub package: String,
}

/// The file name without its extension, safe on every file system.
pub fn stem(pattern: &str, names: &Names) -> String {
    let pattern = match pattern.trim() {
        "" => USUAL,
        pattern => pattern,
    };
    let mut name = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        name.push_str(before);
        let Some((word, beyond)) = after.split_once('}') else {
            name.push_str(after);
            rest = "";
            break;
        };
        name.push_str(&value(word, names).unwrap_or_else(|| format!("{{{word}}}")));
        rest = beyond;
    }
    name.push_str(rest);
    for (twice, once) in [("__", "_"), ("  ", " "), ("_-_", "_"), (" - - ", " - ")] {
        while name.contains(twice) {
            name = name.replace(twice, once);
        }
    }
    files::file_name(name.trim_matches(['_', '-', ' ']))
}

/// What is wrong with a pattern, as a message for the user.
pub fn problem(pattern: &str) -> Option<String> {
    let mut rest = pattern;
    while let Some((_, after)) = rest.split_once('{') {
        let Some((word, beyond)) = after.split_once('}') else {
            return Some(text!("labels-name-unclosed").to_owned());
        };
        if value(word, &Names::default()).is_none() {
            return Some(text!("labels-name-unknown", name = word));
        }
        rest = beyond;
    }
    let is_unopened = rest.contains('}');
    is_unopened.then(|| text!("labels-name-unopened").to_owned())
}

/// An example file name with made-up values.
pub fn example(pattern: &str) -> String {
    let names = Names {
        date: "2026-11-21".to_owned(),
        carrier: "Postal Service".to_owned(),
        service: "Ground Advantage".to_owned(),
        tracking: "9205590164917312751089".to_owned(),
        recipient: "Casey Example".to_owned(),
        order: "A-1042".to_owned(),
        package: "2".to_owned(),
    };
    format!("{}.pdf", stem(pattern, &names))
}

fn value(word: &str, names: &Names) -> Option<String> {
    let value = match word.trim() {
        "date" => &names.date,
        "carrier" => &names.carrier,
        "service" => &names.service,
        "tracking" => &names.tracking,
        "recipient" => &names.recipient,
        "order" => &names.order,
        "package" => &names.package,
        _ => return None,
    };
    // A path separator or brace in a value must not act as part of the pattern.
    let safe = |c: char| match c {
        '/' | '\\' | '{' | '}' => '-',
        c => c,
    };
    Some(value.trim().chars().map(safe).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_filled_in_and_safe() {
        let names = Names {
            date: "2026-11-21".into(),
            recipient: "Ann / Bob: \"Ltd\"".into(),
            tracking: "9205".into(),
            order: String::new(),
            package: "2".into(),
            ..Names::default()
        };
        for (pattern, name) in [
            ("", "2026-11-21_Ann - Bob- -Ltd-_9205"),
            ("{tracking}", "9205"),
            ("{order}_{tracking}", "9205"),
            ("{tracking}_{order}_{package}", "9205_2"),
            ("{tracking} - {order} - {package}", "9205 - 2"),
            ("../{tracking}", "9205"),
            ("{order}", "label"),
            ("x{nothing}", "x-nothing-"),
        ] {
            assert_eq!(stem(pattern, &names), name, "{pattern}");
        }
    }

    #[test]
    fn a_wrong_pattern_is_told() {
        for (pattern, told) in [
            (USUAL, None),
            ("plain", None),
            ("{data}", Some("There is no {data}")),
            ("{date", Some("A { has no }")),
            ("date}", Some("A } has no {")),
        ] {
            assert_eq!(problem(pattern).as_deref(), told, "{pattern}");
        }
        assert_eq!(example(USUAL), "2026-11-21_Casey Example_9205590164917312751089.pdf");
        for (word, _) in placeholders() {
            assert_eq!(problem(&format!("{{{word}}}")), None, "{word}");
        }
    }
}
