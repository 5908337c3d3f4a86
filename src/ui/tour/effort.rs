//! What the hands of a clerk do in a tour: clicks, keys, and letters.

use serde_json::{Value, json};

/// What a part of the tour took.
#[derive(Debug, Default)]
pub(super) struct Effort {
    /// The controls that were clicked, in order. A click into a field is one of them.
    pub clicked: Vec<String>,
    /// Keys that are no letters, such as Enter. A shortcut is one key.
    pub keys: usize,
    /// Letters and digits that were typed.
    pub letters: usize,
}

impl Effort {
    pub fn in_json(&self) -> Value {
        json!({
            "clicks": self.clicked.len(),
            "keys": self.keys,
            "letters": self.letters,
            "clicked": self.clicked,
        })
    }
}
