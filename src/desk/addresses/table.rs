//! Address tables as spreadsheets write them: four possible separators, headings of any wording.
//! Pure functions from text to entries.

mod target;

pub use target::Target;

use crate::base::geography::{self, plain_name};
use crate::base::locale::Message;
use crate::desk::parcel::draft::AddressForm;
use crate::desk::records::contact;
use crate::message;

/// How a text is parsed as a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    pub separator: u8,
    /// The first line names the columns.
    pub headings: bool,
    pub columns: Vec<Target>,
    /// Country of rows that name none.
    pub country: String,
}

/// One row as it will be stored in the book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    pub form: AddressForm,
    pub groups: Vec<String>,
}

/// The line number of a row and its result.
pub type Read = (u64, Result<Entry, Refused>);

/// A row that is not imported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refused {
    /// Name of the person or company, if known.
    pub name: String,
    pub why: Message,
}

impl Refused {
    pub fn new(name: impl Into<String>, why: impl Into<Message>) -> Self {
        let (name, why) = (name.into(), why.into());
        Self { name, why }
    }
}

impl Layout {
    /// Guesses the layout of a text: its separator, whether it has headings, and the meaning of the
    /// columns.
    pub fn guess(text: &str) -> Self {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let separator = *[b',', b';', b'\t', b'|']
            .iter()
            .max_by_key(|separator| outside_quotes(first, char::from(**separator)))
            .unwrap_or(&b',');
        Self { separator, country: "US".to_owned(), ..Self::default() }.with_columns(text)
    }

    /// Guesses the meaning of the columns again with the same separator.
    pub fn with_columns(mut self, text: &str) -> Self {
        let cells = self.titles(text);
        let mut columns: Vec<Target> = Vec::new();
        for cell in &cells {
            let target = Target::guess(cell);
            // If two columns have the same meaning, the first one is used.
            let taken = columns.contains(&target);
            columns.push(if taken { Target::Skip } else { target });
        }
        // "St" is the state beside a street, and else the street.
        let street_known = columns.contains(&Target::Street1);
        for (at, cell) in cells.iter().enumerate() {
            let meant = match street_known {
                true => Target::State,
                false => Target::Street1,
            };
            if target::is_street_or_state(cell) && !columns.contains(&meant) {
                columns.splice(at..=at, [meant]);
            }
        }
        // Beside "Apellidos", "Nombre" is the first name.
        if columns.contains(&Target::LastName) && !columns.contains(&Target::FirstName) {
            for (target, cell) in columns.iter_mut().zip(&cells) {
                if *target == Target::Name && plain_name(cell) == "nombre" {
                    *target = Target::FirstName;
                }
            }
        }
        self.headings = columns.iter().any(|target| *target != Target::Skip);
        if !self.headings {
            columns = AS_EXPORTED.iter().map(|(target, _)| *target).collect();
            columns.resize(cells.len(), Target::Skip);
        }
        self.columns = columns;
        self
    }

    /// Gives a column a meaning. The column that had it before is no longer imported: two columns
    /// cannot fill the same field.
    pub fn assign(&mut self, at: usize, target: Target) {
        for (column, held) in self.columns.iter_mut().enumerate() {
            if column == at {
                *held = target;
            } else if *held == target {
                *held = Target::Skip;
            }
        }
    }

    /// The columns that contain something and are not imported. A row may have more cells than the
    /// first line has; the columns of the layout are extended to the longest row.
    pub fn find_unused(&mut self, text: &str) -> Vec<usize> {
        let mut filled: Vec<bool> = vec![false; self.columns.len()];
        let rows = self.reader(text).into_records();
        for row in rows.skip(usize::from(self.headings)).flatten() {
            if row.len() > filled.len() {
                filled.resize(row.len(), false);
            }
            for (filled, cell) in filled.iter_mut().zip(&row) {
                *filled |= !cell.trim().is_empty();
            }
        }
        self.columns.resize(filled.len(), Target::Skip);
        let skipped = self.columns.iter().map(|target| *target == Target::Skip);
        let unused = skipped.zip(filled).enumerate();
        unused.filter(|(_, (skipped, filled))| *skipped && *filled).map(|(at, _)| at).collect()
    }

    /// The cells of the first line, trimmed.
    pub fn titles(&self, text: &str) -> Vec<String> {
        let mut reader = self.reader(text);
        let first = reader.records().next();
        let first = first.and_then(Result::ok).unwrap_or_default();
        first.iter().map(|cell| cell.trim().to_owned()).collect()
    }

    /// The cells of the first row below the headings, trimmed.
    pub fn example(&self, text: &str) -> Vec<String> {
        let mut reader = self.reader(text);
        let first = reader.records().nth(usize::from(self.headings));
        let first = first.and_then(Result::ok).unwrap_or_default();
        first.iter().map(|cell| cell.trim().to_owned()).collect()
    }

    /// Parses every row below the headings; blank lines are skipped.
    pub fn rows<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Read> + 'a {
        let rows = self.reader(text).into_records();
        rows.skip(usize::from(self.headings)).filter_map(|row| match row {
            Ok(row) if row.iter().all(|cell| cell.trim().is_empty()) => None,
            Ok(row) => {
                let line = row.position().map_or(0, |at| line_of(text, at));
                Some((line, self.entry(&row)))
            }
            Err(error) => {
                let line = error.position().map_or(0, ::csv::Position::line);
                Some((line, Err(Refused::new("", message!("addresses-import-bad-row")))))
            }
        })
    }

    fn reader<'a>(&self, text: &'a str) -> ::csv::Reader<&'a [u8]> {
        ::csv::ReaderBuilder::new()
            .delimiter(self.separator)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes())
    }

    fn entry(&self, row: &::csv::StringRecord) -> Result<Entry, Refused> {
        let (mut entry, mut wrong) = (Entry::default(), None);
        let (mut first, mut last) = (String::new(), String::new());
        entry.form.country.clone_from(&self.country);
        for (target, cell) in self.columns.iter().zip(row) {
            let text = plain(cell);
            let form = &mut entry.form;
            match target {
                Target::Skip => {}
                Target::Name => form.name = text,
                Target::FirstName => first = text,
                Target::LastName => last = text,
                Target::Company => form.company = text,
                Target::Street1 => form.street1 = text,
                Target::Street2 => form.street2 = text,
                Target::Street3 => form.street3 = text,
                Target::City => form.city = text,
                Target::State => form.state = text,
                Target::Zip => form.zip = text,
                Target::Country if text.is_empty() => {}
                Target::Country => match country(&text) {
                    Ok(code) => form.country = code,
                    Err(why) => wrong = Some(why),
                },
                Target::Phone => form.phone = text,
                Target::Email => form.email = text,
                Target::Residential => form.residential = yes_or_no(&text),
                Target::Groups => entry.groups = groups(&text),
            }
        }
        if entry.form.name.is_empty() {
            entry.form.name = format!("{first} {last}").trim().to_owned();
        }
        if row.iter().any(|cell| cell.contains(char::REPLACEMENT_CHARACTER)) {
            wrong = Some(message!("addresses-import-bad-letters"));
        }
        match wrong.or_else(|| contact::problem(&entry.form).map(Message::from)) {
            Some(why) => Err(Refused::new(contact::shown_name(&entry.form), why)),
            None => Ok(entry),
        }
    }
}

/// Columns of an exported file; also assumed for files without headings.
pub const AS_EXPORTED: [(Target, &str); 14] = [
    (Target::Name, "name"),
    (Target::Company, "company"),
    (Target::Street1, "street1"),
    (Target::Street2, "street2"),
    (Target::Street3, "street3"),
    (Target::City, "city"),
    (Target::State, "state"),
    (Target::Zip, "zip"),
    (Target::Country, "country"),
    (Target::Phone, "phone"),
    (Target::Email, "email"),
    (Target::Residential, "residential"),
    (Target::Groups, "groups"),
    (Target::Skip, "verification"),
];

/// The cells of an entry under [`AS_EXPORTED`], safe to open in a spreadsheet.
pub fn cells(entry: &Entry) -> [String; 14] {
    let form = &entry.form;
    let yes_or_no = |yes| if yes { "yes" } else { "no" };
    let residential = form.residential.map_or("", yes_or_no);
    let verification = form.verification.as_deref().unwrap_or_default();
    let groups = entry.groups.join("; ");
    let [a, b, c, d, e, f, g, h, i, j, k] = contact::parts(form);
    let [l, m, n] = [residential, &groups, verification];
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n].map(crate::base::spreadsheet_cell::escape_formula)
}

/// The line at which a row begins. The reader reports the line before any blank lines that precede
/// the row.
fn line_of(text: &str, at: &::csv::Position) -> u64 {
    let start = usize::try_from(at.byte()).unwrap_or(usize::MAX);
    let before = text.as_bytes().get(start..).unwrap_or_default();
    let blank = before.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    at.line() + blank.filter(|byte| **byte == b'\n').count() as u64
}

/// Two-letter code of a country given by code or name.
pub fn country(text: &str) -> Result<String, Message> {
    let known = geography::country(text).map(|country| country.a2.clone());
    known.ok_or_else(|| message!("addresses-import-unknown-country", name = text))
}

pub fn groups(text: &str) -> Vec<String> {
    let names = text.split([';', ',']).map(str::trim);
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Removes the apostrophe that protects a cell from being run as a formula.
fn plain(cell: &str) -> String {
    let cell = cell.trim();
    match cell.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@']) => rest.to_owned(),
        _ => cell.to_owned(),
    }
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "true" | "1" | "residential" | "sí" | "si" | "verdadero" | "residencial" => {
            Some(true)
        }
        "no" | "n" | "false" | "0" | "commercial" | "business" | "falso" | "comercial" => {
            Some(false)
        }
        _ => None,
    }
}

fn outside_quotes(line: &str, wanted: char) -> usize {
    let mut quoted = false;
    line.chars()
        .filter(|c| {
            quoted ^= *c == '"';
            !quoted && *c == wanted
        })
        .count()
}

#[cfg(test)]
mod tests;
