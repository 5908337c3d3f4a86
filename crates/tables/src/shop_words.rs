//! The words by which shops say where an order stands and how it is shipped, from
//! `assets/orders/shop_words.txt`. A word that is in no list has no meaning here: a person is asked.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::headings::units::words_of_heading;
use super::word_lists::{has_word, lines_of};
use postroom_base::geography::plain_name;

/// What a cell means for shipping; of several meanings in one cell, the last one of this list counts.
/// The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShopWord {
    /// To be shipped by a carrier.
    Ship,
    /// Not yet: it is not paid, on hold, or looked at for fraud.
    Held,
    /// The buyer collects it, the shop brings it, or nothing is shipped.
    NotCarried,
    /// Shipped already, or its money was given back.
    Closed,
    Canceled,
}

impl ShopWord {
    /// The word of the arguments of `postroom batch`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ship => "ship",
            Self::Held => "held",
            Self::NotCarried => "not-carried",
            Self::Closed => "closed",
            Self::Canceled => "canceled",
        }
    }
}

/// The kind of the column that has the word. The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordColumn {
    Status,
    Shipping,
    /// The names of items, of which some are no pieces: a tip, a gift card.
    Item,
}

impl WordColumn {
    pub const ALL: [Self; 3] = [Self::Status, Self::Shipping, Self::Item];

    /// What a word of the column can mean, the most likely meaning first.
    pub const fn meanings(self) -> &'static [ShopWord] {
        match self {
            Self::Status => &[ShopWord::Ship, ShopWord::Held, ShopWord::Closed, ShopWord::Canceled],
            Self::Shipping | Self::Item => &[ShopWord::Ship, ShopWord::NotCarried],
        }
    }

    /// The word of the arguments of `postroom batch`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Shipping => "shipping",
            Self::Item => "item",
        }
    }
}

/// What a shop has said its own words mean, by column and words as [`words_of_cell`] joins them.
pub type ShopChoices = BTreeMap<WordColumn, BTreeMap<String, ShopWord>>;

/// Reads a cell: the longest known phrases from its first word on. Every word must be part of a
/// phrase or say nothing by itself.
///
/// # Errors
/// The words of the cell, if one of them is not known. They are the key of a [`ShopChoices`].
pub fn read_words(
    column: WordColumn,
    text: &str,
    choices: &ShopChoices,
) -> Result<ShopWord, String> {
    let words = words_of_cell(text);
    // A number alone is a code of the shop's own.
    let whole = if words.is_empty() { text.trim().to_owned() } else { words.join(" ") };
    let own = choices.get(&column);
    if let Some(meaning) = own.and_then(|own| own.get(&whole)) {
        return Ok(*meaning);
    }
    // `1/2 shipped` is another thing than `Shipped`.
    if column == WordColumn::Status && has_count(text) {
        return Err(whole);
    }
    let mut meaning = None;
    let mut is_mixed = false;
    let mut rest = words.as_slice();
    while !rest.is_empty() {
        let longest = (1..=rest.len().min(LISTS.longest)).rev().find_map(|length| {
            let (phrase, behind) = rest.split_at_checked(length)?;
            let phrase = phrase.join(" ");
            let own = own.and_then(|own| own.get(&phrase)).map(|own| Some(*own));
            let found = own.or_else(|| LISTS.phrases.get(&(column, phrase)).copied())?;
            Some((found, behind))
        });
        rest = match longest {
            Some((found, behind)) => {
                is_mixed |= meaning.is_some() && found.is_some() && meaning != found;
                meaning = meaning.max(found);
                behind
            }
            None => return is_collected_at_a_place(column, text, choices).ok_or(whole),
        };
    }
    // `DHL Abholung` may be the shop of a carrier.
    if column == WordColumn::Shipping && is_mixed {
        return Err(whole);
    }
    let says_nothing = !whole.contains(char::is_alphanumeric);
    meaning.or(says_nothing.then_some(ShopWord::Ship)).ok_or(whole)
}

/// Whether a status that is to be shipped says in a column of payments that the money has not come:
/// an open order is shipped, an open payment is not made. A shop that has chosen otherwise is heeded.
pub fn is_open_payment(heading: &str, text: &str, choices: &ShopChoices) -> bool {
    let whole = words_of_cell(text).join(" ");
    let own = choices.get(&WordColumn::Status);
    if !LISTS.open_payments.contains(&whole) || own.is_some_and(|own| own.contains_key(&whole)) {
        return false;
    }
    let words = words_of_cell(heading);
    // Without spaces each letter is a word.
    let joined = words.concat();
    LISTS.payment_headings.iter().any(|root| {
        let begins = words.iter().any(|word| word.starts_with(root.as_str()));
        begins || root.chars().all(is_unspaced) && joined.contains(root.as_str())
    })
}

/// Whether an item is a piece to ship. Any name may be one; some may be a tip, a fee or a gift card
/// that is sent by mail, and the shop knows.
///
/// # Errors
/// The words of the name, the key of a [`ShopChoices`], if a person has to say.
pub fn is_piece(name: &str, choices: &ShopChoices) -> Result<bool, String> {
    let words = words_of_cell(name);
    let whole = words.join(" ");
    let own = choices.get(&WordColumn::Item).and_then(|own| own.get(&whole));
    if let Some(meaning) = own {
        return Ok(*meaning == ShopWord::Ship);
    }
    // A single word is part of many names: `Tip Top Mug`, `ポテトチップス`.
    let longest = words.len().min(LISTS.longest);
    let phrases = (2..=longest).flat_map(|length| words.windows(length));
    let mut phrases = phrases.map(|words| words.join(" "));
    let is_doubtful = LISTS.no_pieces.contains(&whole)
        || phrases.any(|it| !it.contains(is_unspaced) && LISTS.no_pieces.contains(&it));
    if is_doubtful { Err(whole) } else { Ok(true) }
}

/// The name of the shop stands behind the word for collecting: `Local pickup - Main St`.
fn is_collected_at_a_place(
    column: WordColumn,
    text: &str,
    choices: &ShopChoices,
) -> Option<ShopWord> {
    let marks = [" - ", " – ", ": ", " (", ", ", " | "];
    let (before, _) = marks.iter().find_map(|mark| text.split_once(mark))?;
    let read = read_words(column, before, choices).ok()?;
    (column == WordColumn::Shipping && read == ShopWord::NotCarried).then_some(read)
}

/// Whether the text counts what was done: `1/2 shipped`, `0 shipped`. A day has two slashes.
fn has_count(text: &str) -> bool {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_whitespace().any(|word| {
        let parts: Vec<&str> = word.trim_matches(['(', ')', '[', ']', ',']).split('/').collect();
        let are_numbers = parts.iter().all(|part| !part.is_empty() && is_number(part));
        are_numbers && (parts.len() == 2 || parts == ["0"])
    })
}

/// Readings by the texts of a file: a column has few different ones.
#[derive(Default)]
pub struct WordLookup<'a> {
    found: HashMap<(WordColumn, &'a str), Result<ShopWord, String>>,
}

impl<'a> WordLookup<'a> {
    /// As [`read_words`].
    pub fn read(
        &mut self,
        column: WordColumn,
        text: &'a str,
        choices: &ShopChoices,
    ) -> Result<ShopWord, String> {
        let found = self.found.entry((column, text));
        found.or_insert_with(|| read_words(column, text, choices)).clone()
    }
}

/// The words of a cell without accents, numbers and punctuation. A script without spaces has a word
/// for each letter.
fn words_of_cell(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in words_of_heading(text) {
        let mut letters = String::new();
        for letter in word.chars().flat_map(plain_letters) {
            if is_unspaced(letter) {
                words.push(std::mem::take(&mut letters));
                words.push(letter.to_string());
            } else if !letter.is_numeric() {
                letters.push(letter);
            } else {
                words.push(std::mem::take(&mut letters));
            }
        }
        words.push(letters);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether the letter is of a script that is written without spaces.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}')
}

/// A letter of a Latin script without its accent, beyond what [`plain_name`] knows.
fn plain_letters(letter: char) -> impl Iterator<Item = char> {
    let plain = match letter {
        'ß' => "ss",
        'ą' => "a",
        'ć' | 'č' => "c",
        'ę' | 'ě' => "e",
        'ł' => "l",
        'ń' | 'ň' => "n",
        'ø' => "o",
        'ś' | 'š' => "s",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    };
    let as_it_is = plain.is_empty().then_some(letter);
    plain.chars().chain(as_it_is)
}

#[derive(Default)]
struct Lists {
    /// `None` for what says nothing by itself.
    phrases: HashMap<(WordColumn, String), Option<ShopWord>>,
    /// The most words of a phrase.
    longest: usize,
    /// Of a payment: it is not made.
    open_payments: HashSet<String>,
    /// Names of items that may be no pieces.
    no_pieces: HashSet<String>,
    /// How words begin that make a heading one of payments.
    payment_headings: Vec<String>,
}

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| lists_of(include_str!("../../../assets/orders/shop_words.txt")));

fn lists_of(text: &str) -> Lists {
    let mut lists = Lists { longest: 1, ..Lists::default() };
    for (section, _, phrases) in lines_of(text) {
        phrases.into_iter().for_each(|phrase| lists.add(section, &words_of_cell(phrase)));
    }
    lists
}

impl Lists {
    fn add(&mut self, section: &str, words: &[String]) {
        if words.is_empty() {
            return;
        }
        self.longest = self.longest.max(words.len());
        let (columns, meaning): (&[WordColumn], _) = match section {
            "no piece" => {
                self.no_pieces.insert(words.join(" "));
                return;
            }
            "open payment" => {
                self.open_payments.insert(words.join(" "));
                return;
            }
            "heading of payments" => return self.payment_headings.push(words.concat()),
            "open" => (&[WordColumn::Status], Some(ShopWord::Ship)),
            "held" => (&[WordColumn::Status], Some(ShopWord::Held)),
            "closed" => (&[WordColumn::Status], Some(ShopWord::Closed)),
            "canceled" => (&[WordColumn::Status], Some(ShopWord::Canceled)),
            "carried" => (&[WordColumn::Shipping], Some(ShopWord::Ship)),
            "pickup" | "local" | "digital" => (&[WordColumn::Shipping], Some(ShopWord::NotCarried)),
            _ => (&[WordColumn::Status, WordColumn::Shipping], None),
        };
        for column in columns {
            self.phrases.entry((*column, words.join(" "))).or_insert(meaning);
        }
    }
}

/// Whether a cell of [`OrderField::CanceledOn`](super::mapping::OrderField::CanceledOn) or
/// [`OrderField::ClosedOn`](super::mapping::OrderField::ClosedOn) says that it was done: it names a
/// day or says yes.
pub fn was_done(text: &str) -> bool {
    let plain = plain_name(text);
    !plain.is_empty() && !has_word("not done", &plain)
}

#[cfg(test)]
mod tests;
