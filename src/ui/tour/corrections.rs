//! The sample orders that need attention, corrected by keyboard: Enter stores what was typed and
//! goes to the next problem.

use egui::{Key, Modifiers};

use super::{Tour, TourError};
use crate::desk::state::State;

/// What a clerk does with the first problem of an order.
#[derive(Clone, Copy)]
enum Correction {
    /// Types into the field that has the keyboard.
    Type(&'static str, &'static str),
    /// The wrong field is the one before that.
    TypeBefore(&'static str, &'static str),
    /// Opens the list that has the keyboard and types the beginning of a row.
    Pick(&'static str, &'static str),
    /// Presses the button that has the keyboard: what the file says is right.
    Right,
}

/// The corrections by the number of the order, as its customer or the shelf would answer. The last
/// order has no number in the file.
const CORRECTIONS: [(&str, Correction); 17] = [
    ("#2010", Correction::Type("Recipient ZIP", "29201")),
    ("#2028", Correction::Pick("Recipient country", "Norway")),
    ("#2044", Correction::Type("Recipient street", "214 Watauga Ave")),
    ("#2063", Correction::Type("Weight", "0.45")),
    ("#2078", Correction::Type("Quantity of item 1", "1")),
    ("#2097", Correction::Type("Recipient name", "Kareem Kendrick")),
    // The ZIP is right and the state is not.
    ("#2107", Correction::TypeBefore("Recipient ZIP", "CA")),
    ("#2129", Correction::Right),
    ("#2129 (2)", Correction::Right),
    ("#2152", Correction::Type("Weight", "1.25")),
    ("#2169", Correction::Type("Recipient city", "Shreveport")),
    ("#2192", Correction::Type("Recipient ZIP", "H2J 3K5")),
    ("#2212", Correction::Type("Recipient ZIP", "77002")),
    ("#2221", Correction::Type("Recipient phone", "+49 89 5550123")),
    ("#2234", Correction::Right),
    ("#2251", Correction::Type("Recipient email", "sandoval.eduardo@example.com")),
    ("", Correction::Right),
];
const SETTLE: &str = "It’s right";
/// Frames between two letters: nobody types as fast as a scanner.
const FRAMES_OF_LETTER: usize = 4;

/// The number of the open order, and its revision.
fn open_order(state: &State) -> Option<(String, i64)> {
    let open = state.orders.open.as_ref()?;
    Some((open.order.number.clone(), open.revision))
}

impl Tour<'_> {
    /// Corrects every order that needs attention. Returns how many there were.
    pub(super) fn correct_orders(&mut self) -> Result<usize, TourError> {
        self.click("Correct orders")?;
        self.wait("the first order that needs attention", |state| state.orders.open.is_some())?;
        self.end_step("orders-attention")?;
        let mut corrected = 0;
        while let Some((number, revision)) = open_order(self.driver.state()) {
            self.correct(&number)?;
            let what = format!("the order after {number}");
            self.wait(&what, |state| {
                let open = state.orders.open.as_ref();
                open.is_none_or(|open| {
                    let is_stored = open.revision != revision && !open.problems.is_empty();
                    open.order.number != number || is_stored
                })
            })?;
            let open = self.driver.state().orders.open.as_ref();
            let left = open.filter(|open| open.order.number == number);
            let left = left.and_then(|open| open.problems.first());
            let left = left.map(|problem| problem.in_words().to_string());
            self.holds(left.is_none(), || {
                format!("{number} is not right yet: {}", left.unwrap_or_default())
            })?;
            corrected += 1;
        }
        Ok(corrected)
    }

    fn correct(&mut self, number: &str) -> Result<(), TourError> {
        let mut known = CORRECTIONS.iter();
        // The number that the import makes up is not told beforehand.
        let found = known.find(|(of, _)| *of == number || of.is_empty());
        let (_, correction) = found.ok_or_else(|| self.broken("no order needs attention"))?;
        match *correction {
            Correction::Type(field, words) => {
                self.has_keyboard(number, field)?;
                self.type_words(words);
                self.press(Modifiers::NONE, Key::Enter);
            }
            Correction::TypeBefore(field, words) => {
                self.has_keyboard(number, field)?;
                self.press(Modifiers::SHIFT, Key::Tab);
                self.press(Modifiers::COMMAND, Key::A);
                self.type_words(words);
                self.press(Modifiers::NONE, Key::Enter);
            }
            Correction::Pick(list, words) => {
                self.has_keyboard(number, list)?;
                self.press(Modifiers::NONE, Key::ArrowDown);
                self.type_words(words);
                self.press(Modifiers::NONE, Key::Enter);
            }
            Correction::Right => {
                self.has_keyboard(number, SETTLE)?;
                self.press(Modifiers::NONE, Key::Enter);
            }
        }
        Ok(())
    }

    fn has_keyboard(&mut self, number: &str, name: &str) -> Result<(), TourError> {
        self.driver.settle();
        let mut elements = self.driver.elements();
        let focused = elements.find(|element| element.focused && element.is_control());
        let focused = focused.map(|element| element.name).unwrap_or_default();
        self.holds(focused == name, || {
            format!("the keyboard is not on “{name}” of order {number} but on “{focused}”")
        })
    }

    /// Types into the control that has the keyboard, at the pace of a person.
    pub(super) fn type_words(&mut self, words: &str) {
        for letter in words.chars() {
            self.driver.type_letter(letter);
            for _ in 0..FRAMES_OF_LETTER {
                self.driver.step();
            }
        }
        self.driver.settle();
        self.effort.letters += words.chars().count();
    }
}
