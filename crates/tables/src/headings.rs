//! Which heading of a table is which field of an order: by the published column lists of shops and
//! shipping programs, else by the words of the headings.

mod heading_row;
mod known_tables;
mod problems;
mod saved;
pub mod units;
mod words;

use std::collections::{HashMap, HashSet};

use super::mapping::{MappedColumn, Mapping, OrderField, WeightIs, same_heading};
use super::sheet::{Sheet, SheetRow};
use crate::read_cell::money::number_of_amount;
use postroom_base::geography::plain_name;

use known_tables::{KnownTable, known_table};
use words::{
    Meaning, is_shipping_alone, is_street_or_state, may_be_whole_address, meaning_of_words,
    names_the_buyer, part_of_address,
};

pub use heading_row::{find_heading_row, is_order_row};
pub use problems::{MappingProblem, problems};
pub use saved::{SavedMapping, apply_saved};

/// What a table is taken for.
#[derive(Clone, Debug, PartialEq)]
pub struct Recognition {
    /// The place of the heading in [`Sheet::rows`]; `None` for a table without one.
    pub heading_row: Option<usize>,
    /// Every column of the heading, in its order. Name and source are those of the shop or program,
    /// and empty for any other table.
    pub mapping: Mapping,
    /// The name of the shop or program whose table it is, the same in every language.
    pub origin: Option<&'static str>,
    /// The columns need no look: [`problems`] finds none, and no column was guessed. Questions about
    /// units and the like are asked when the orders are read.
    pub sure: bool,
}

/// Recognizes the columns of a table.
pub fn recognize(sheet: &Sheet) -> Recognition {
    recognize_below(sheet, find_heading_row(sheet))
}

/// As [`recognize`], with the heading that a person has named; `None` for a table without one.
pub fn recognize_below(sheet: &Sheet, heading_row: Option<usize>) -> Recognition {
    let Some(heading) = heading_row.and_then(|at| sheet.rows.get(at)) else {
        return without_heading(sheet);
    };
    let (guess, table) = guess_fields(sheet, heading, heading_row);
    let origin = table.map(|table| table.name);
    let notation = table.map(|table| table.notation.clone()).unwrap_or_default();
    let columns = columns_of(sheet, heading, heading_row, &guess.fields);
    let mapping = Mapping {
        name: origin.unwrap_or_default().to_owned(),
        source: origin.unwrap_or_default().to_owned(),
        weight_is: notation.weight_is.or_else(|| weight_is(&columns)),
        columns,
        ..notation
    };
    let sure = guess.sure && problems(&mapping, sheet).is_empty();
    Recognition { heading_row, mapping, origin, sure }
}

/// The field and the rank of each column, if the row is the heading.
pub fn fields_of_heading(sheet: &Sheet, heading_row: usize) -> Vec<Option<(OrderField, u8)>> {
    let heading = sheet.rows.get(heading_row);
    heading.map(|row| guess_fields(sheet, row, Some(heading_row)).0.fields).unwrap_or_default()
}

fn guess_fields(
    sheet: &Sheet,
    heading: &SheetRow,
    heading_row: Option<usize>,
) -> (Guess, Option<&'static KnownTable>) {
    let plain: Vec<String> = heading.cells.iter().map(|cell| plain_name(cell.text())).collect();
    match known_table(&plain) {
        Some(table) => (fields_of_table(table, heading, &plain), Some(table)),
        None => (fields_of_words(sheet, heading, heading_row), None),
    }
}

/// The field and the rank of each column of a heading.
struct Guess {
    fields: Vec<Option<(OrderField, u8)>>,
    sure: bool,
}

impl Guess {
    fn has(&self, field: OrderField) -> bool {
        let fields = self.fields.iter().flatten();
        fields.into_iter().any(|(taken, _)| *taken == field)
    }

    fn give(&mut self, at: usize, field: OrderField, rank: u8) {
        if let Some(slot) = self.fields.get_mut(at) {
            *slot = Some((field, rank));
        }
    }

    /// Gives the field behind the columns that have it.
    fn give_next(&mut self, at: usize, field: OrderField) {
        let taken = self.fields.iter().flatten().filter(|(taken, _)| *taken == field);
        self.give(at, field, u8::try_from(taken.count()).unwrap_or(u8::MAX));
    }
}

/// Gives the columns of a published list their fields, and other columns those of their words that
/// are still free.
fn fields_of_table(table: &KnownTable, heading: &SheetRow, plain: &[String]) -> Guess {
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (at, title) in plain.iter().enumerate() {
        places.entry(title).or_insert(at);
    }
    let mut guess = Guess { fields: vec![None; plain.len()], sure: true };
    let mut taken: HashSet<(OrderField, u8)> = HashSet::new();
    for (title, field, rank) in &table.fields {
        let Some(at) = places.get(title).copied() else {
            continue;
        };
        let has_value = *field == OrderField::ItemLineValue && guess.has(OrderField::ItemValue);
        let is_first = taken.insert((*field, *rank)) || field.may_have_several_columns();
        if is_first && !has_value {
            guess.give(at, *field, *rank);
        }
    }
    for (title, field, rank) in &table.also {
        if let Some(at) = places.get(title).copied() {
            guess.give(at, *field, *rank);
        }
    }
    let has_number = guess.has(OrderField::Number);
    let mut others: Vec<(Meaning, usize)> = Vec::new();
    for (at, (cell, title)) in heading.cells.iter().zip(plain).enumerate() {
        if !table.lists(title)
            && let Some(meaning) = meaning_of_words(cell.text())
        {
            others.push((meaning, at));
        }
    }
    others.sort_unstable();
    for (meaning, at) in others {
        // A column that was added to an export is no part of its address.
        if !guess.has(meaning.field) && !meaning.field.is_of_address() {
            guess.give(at, meaning.field, 0);
        }
    }
    guess.sure = has_number;
    guess
}

/// Gives each field to the column whose heading names it best.
fn fields_of_words(sheet: &Sheet, heading: &SheetRow, heading_row: Option<usize>) -> Guess {
    let titles: Vec<&str> = heading.cells.iter().map(|cell| cell.text()).collect();
    let mut meanings: Vec<(Meaning, usize)> = Vec::new();
    let mut parts: Vec<(String, Meaning, usize)> = Vec::new();
    for (at, title) in titles.iter().enumerate() {
        if let Some((kind, meaning)) = part_of_address(title) {
            parts.push((kind, meaning, at));
            continue;
        }
        let method = is_shipping_alone(title) && holds_words(sheet, heading_row, at);
        let meaning = match method {
            true => Some(Meaning { distance: 1900, field: OrderField::Shipping }),
            false => meaning_of_words(title),
        };
        meanings.extend(meaning.map(|meaning| (meaning, at)));
    }
    meanings.sort_unstable();
    let mut guess = Guess { fields: vec![None; titles.len()], sure: true };
    let mut nearest: HashMap<OrderField, usize> = HashMap::new();
    for (meaning, at) in &meanings {
        let field = meaning.field;
        let before = nearest.get(&field).copied();
        match before {
            None => {
                nearest.insert(field, meaning.distance);
                guess.give(*at, field, 0);
            }
            Some(_) if field.may_have_several_columns() => guess.give(*at, field, 0),
            Some(_) if adds_a_unit(&guess, &titles, *at, field) => guess.give(*at, field, 0),
            Some(_) if matches!(field, OrderField::Phone | OrderField::Email) => {
                guess.give_next(*at, field);
            }
            // The second of two columns `Address` is the second line.
            Some(_) if field == OrderField::Street1 && has_twin(&titles, *at) => {
                let further = [OrderField::Street2, OrderField::Street3];
                let free = further.into_iter().find(|field| !guess.has(*field));
                guess.sure &= free.is_some();
                if let Some(field) = free {
                    nearest.insert(field, 0);
                    guess.give(*at, field, 0);
                }
            }
            // Two columns with one heading: which of them is meant is asked if they differ.
            Some(distance) if distance == meaning.distance => {
                guess.sure = false;
                guess.give(*at, field, 0);
            }
            Some(_) => {}
        }
    }
    settle_names(&mut guess, &titles);
    settle_addresses(&mut guess, &titles);
    add_addresses(&mut guess, &parts);
    settle_whole_addresses(&mut guess, &titles);
    settle_values(&mut guess, &titles);
    if !guess.has(OrderField::Number)
        && let Some((_, at)) =
            meanings.iter().find(|(meaning, _)| meaning.field == OrderField::Reference)
    {
        guess.give(*at, OrderField::Number, 0);
        guess.sure = false;
    }
    guess
}

/// Whether an earlier column has the same heading.
fn has_twin(titles: &[&str], at: usize) -> bool {
    let title = titles.get(at).map(|title| same_heading(title));
    let mut before = titles.iter().take(at);
    before.any(|other| Some(same_heading(other)) == title)
}

/// Whether a second column of weights is in another unit: pounds and ounces.
fn adds_a_unit(guess: &Guess, titles: &[&str], at: usize, field: OrderField) -> bool {
    if !matches!(field, OrderField::Weight | OrderField::ItemWeight) {
        return false;
    }
    let unit_at = |at: usize| units::weight_unit_of_heading(titles.get(at)?);
    let Some(unit) = unit_at(at) else {
        return false;
    };
    let mut same = (0..titles.len())
        .filter(|other| guess.fields.get(*other).copied().flatten() == Some((field, 0)));
    same.all(|other| unit_at(other).is_some_and(|other| other != unit))
}

/// `Name` beside a first name without a last name is the last name, and `Nombre` beside a last name
/// without a first name is the first name.
fn settle_names(guess: &mut Guess, titles: &[&str]) {
    let first = guess.has(OrderField::FirstName);
    let last = guess.has(OrderField::LastName);
    // The buyer is the recipient only if no column names one.
    if first || last {
        for (slot, title) in guess.fields.iter_mut().zip(titles) {
            if matches!(slot, Some((OrderField::Name, _))) && names_the_buyer(title) {
                *slot = None;
            }
        }
    }
    let meant = match (first, last) {
        (true, false) => OrderField::LastName,
        (false, true) => OrderField::FirstName,
        _ => return,
    };
    for (slot, title) in guess.fields.iter_mut().zip(titles) {
        let is_name = matches!(slot, Some((OrderField::Name, 0)));
        let plain = plain_name(title);
        let may_be = match meant {
            OrderField::LastName => ["name", "nom"].contains(&plain.as_str()),
            _ => plain == "nombre",
        };
        if is_name && may_be {
            *slot = Some((meant, 0));
        }
    }
}

/// `St` is the state beside a street, and else the street. Columns of their own say more than a whole
/// address beside them.
fn settle_addresses(guess: &mut Guess, titles: &[&str]) {
    for (at, title) in titles.iter().enumerate() {
        let street = guess.has(OrderField::Street1);
        let meant = if street { OrderField::State } else { OrderField::Street1 };
        if is_street_or_state(title) && !guess.has(meant) {
            guess.give(at, meant, 0);
        }
    }
    if guess.has(OrderField::City) || guess.has(OrderField::Zip) {
        let fields = guess.fields.iter_mut();
        fields
            .filter(|slot| matches!(slot, Some((OrderField::Address, _))))
            .for_each(|slot| *slot = None);
    }
}

/// `Address` without a city and a postcode is a whole address.
fn settle_whole_addresses(guess: &mut Guess, titles: &[&str]) {
    if guess.has(OrderField::City) || guess.has(OrderField::Zip) {
        return;
    }
    for (slot, title) in guess.fields.iter_mut().zip(titles) {
        if matches!(slot, Some((OrderField::Street1, 0))) && may_be_whole_address(title) {
            *slot = Some((OrderField::Address, 0));
        }
    }
}

/// The addresses of a contact with several: the first one is that of the columns without a kind if
/// they lack one, each other one is read where those before it are blank.
fn add_addresses(guess: &mut Guess, parts: &[(String, Meaning, usize)]) {
    let mut kinds: Vec<&str> = parts.iter().map(|(kind, ..)| kind.as_str()).collect();
    let mut seen = HashSet::new();
    kinds.retain(|kind| seen.insert(*kind));
    let mut next = 1;
    for kind in kinds {
        let mut columns: HashMap<OrderField, (usize, usize)> = HashMap::new();
        for (_, meaning, at) in parts.iter().filter(|part| part.0 == kind) {
            if !meaning.field.is_of_place() {
                guess.give_next(*at, meaning.field);
                continue;
            }
            let found = (meaning.distance, *at);
            let nearest = columns.entry(meaning.field).or_insert(found);
            *nearest = found.min(*nearest);
        }
        let has_street =
            [OrderField::Street1, OrderField::Address].iter().any(|it| columns.contains_key(it));
        let is_free = columns.keys().all(|field| !guess.has(*field));
        let rank = match is_free {
            true if has_street || columns.len() > 1 => 0,
            false if has_street && columns.len() > 1 => next,
            _ => continue,
        };
        next += u8::from(rank > 0);
        for (field, (_, at)) in columns {
            guess.give(at, field, rank);
        }
    }
}

/// `Value` and `Amount` beside the columns of items are of one item, and else of the order. The
/// value of a row is not needed beside the value of a piece.
fn settle_values(guess: &mut Guess, titles: &[&str]) {
    let of_items = guess.has(OrderField::ItemName) || guess.has(OrderField::ItemSku);
    let has_value = guess.has(OrderField::ItemValue);
    for (slot, title) in guess.fields.iter_mut().zip(titles) {
        let is_value = ["value", "valor"].contains(&plain_name(title).as_str());
        match slot {
            Some((OrderField::Total, 0)) if of_items && !has_value && is_value => {
                *slot = Some((OrderField::ItemValue, 0));
            }
            Some((OrderField::ItemLineValue, _)) if has_value => *slot = None,
            _ => {}
        }
    }
}

/// Whether the first cells of a column are words and not amounts.
fn holds_words(sheet: &Sheet, heading_row: Option<usize>, at: usize) -> bool {
    let rows = rows_below(sheet, heading_row).take(SAMPLE);
    let mut texts =
        rows.filter_map(|row| row.cells.get(at)).filter(|cell| !cell.is_blank()).peekable();
    texts.peek().is_some() && texts.all(|cell| number_of_amount(cell.text()).is_none())
}

/// Rows of which a column is judged.
const SAMPLE: usize = 1000;

/// Every column of the heading, except blank ones without a heading.
fn columns_of(
    sheet: &Sheet,
    heading: &SheetRow,
    heading_row: Option<usize>,
    fields: &[Option<(OrderField, u8)>],
) -> Vec<MappedColumn> {
    let mut seen: HashMap<String, u16> = HashMap::new();
    let mut columns = Vec::new();
    for (at, (cell, given)) in heading.cells.iter().zip(fields).enumerate() {
        let title = cell.text().trim_matches(['\u{FEFF}', ' ', '\t', '\n', '\r']);
        let next = seen.entry(same_heading(title)).or_default();
        let occurrence = *next;
        *next = next.saturating_add(1);
        let mut rows = rows_below(sheet, heading_row).take(SAMPLE);
        if title.is_empty() && rows.all(|row| row.cells.get(at).is_none_or(|cell| cell.is_blank()))
        {
            continue;
        }
        columns.push(MappedColumn {
            heading: title.to_owned(),
            occurrence,
            field: given.map(|(field, _)| field),
            fallback: given.map_or(0, |(_, rank)| rank),
        });
    }
    columns
}

/// Whether a weight is of the order or of a piece, if its heading tells: `Package weight`, but not
/// `Weight`.
fn weight_is(columns: &[MappedColumn]) -> Option<WeightIs> {
    let mut weights = columns.iter().filter(|it| it.field == Some(OrderField::Weight));
    let open = ["weight", "peso", "gewicht", "poids"];
    let says_nothing = |heading: &str| {
        let words = units::words_of_heading(heading);
        let mut words = words.iter().filter(|word| !units::is_unit_word(word));
        words.all(|word| open.contains(&word.as_str()))
    };
    let first = weights.next()?;
    (!says_nothing(&first.heading)).then_some(WeightIs::OfOrder)
}

/// The rows below the heading that are orders.
fn rows_below(sheet: &Sheet, heading_row: Option<usize>) -> impl Iterator<Item = &SheetRow> {
    let heading = heading_row.and_then(|at| sheet.rows.get(at));
    let rows = sheet.rows.iter().skip(heading_row.map_or(0, |at| at + 1));
    rows.filter(move |row| is_order_row(row, heading))
}

/// A mapping of a table without a heading. Its columns have no fields: nothing names them.
fn without_heading(sheet: &Sheet) -> Recognition {
    let widest = sheet.rows.iter().map(|row| row.cells.len()).max();
    let last = u16::try_from(widest.unwrap_or_default()).unwrap_or(u16::MAX);
    let columns = (0..last).map(|at| MappedColumn {
        heading: String::new(),
        occurrence: at,
        field: None,
        fallback: 0,
    });
    Recognition {
        heading_row: None,
        mapping: Mapping { columns: columns.collect(), headless: true, ..Mapping::default() },
        origin: None,
        sure: false,
    }
}

#[cfg(test)]
mod tests;
