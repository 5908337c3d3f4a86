//! How long the texts of an order may be.

use postroom_base::locale::Message;

use crate::message;
use crate::order::OrderWrite;

/// The longest text of an order, in characters: a cell of a table, a field.
pub const LONGEST_TEXT: usize = 32_768;

/// The longest order that is read, in bytes of its JSON. A new one has room for what follows.
pub const LONGEST_ORDER: usize = 4 * LONGEST_NEW_ORDER;

const LONGEST_NEW_ORDER: usize = 1024 * 1024;

/// Bytes of an order's number, and of its source: both together are a key of an index, which takes
/// 2,700 bytes.
const LONGEST_NUMBER: usize = 1_000;

impl OrderWrite {
    /// Why no workspace takes this new order; `None` if it does. An order that is there is always
    /// written: it may have been bought.
    pub fn refusal(&self) -> Option<Message> {
        let fields = &self.fields;
        let is_long = |text: &str| text.len() > LONGEST_NUMBER;
        match self.revision {
            Some(_) => None,
            None if is_long(&fields.number) || is_long(&fields.source) => {
                Some(message!("workspace-refused-number", most = LONGEST_NUMBER as u64))
            }
            None if fields.json.len() > LONGEST_NEW_ORDER || is_too_long(&fields.recipient) => {
                Some(message!("workspace-refused-long"))
            }
            None => None,
        }
    }
}

/// That a column, or a field of an order, has a text that is longer than [`LONGEST_TEXT`].
pub fn long_text(name: &str) -> Message {
    message!("workspace-row-long", column = name, most = LONGEST_TEXT as u64)
}

/// Whether a text is longer than [`LONGEST_TEXT`].
pub fn is_too_long(text: &str) -> bool {
    // No letter is shorter than a byte.
    text.len() > LONGEST_TEXT && text.chars().nth(LONGEST_TEXT).is_some()
}
