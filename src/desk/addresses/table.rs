//! Address tables as spreadsheets write them: four possible separators, headings of any wording.
//! Pure functions from text to entries.

use crate::desk::parcel::draft::AddressForm;
use crate::desk::parcel::paste_address::country_by_line;
use crate::desk::records::contact;

/// The meaning of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    #[default]
    Skip,
    Name,
    FirstName,
    LastName,
    Company,
    Street1,
    Street2,
    Street3,
    City,
    State,
    Zip,
    Country,
    Phone,
    Email,
    Residential,
    Groups,
}

impl Target {
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::Skip, "Leave out"),
        (Self::Name, "Name"),
        (Self::FirstName, "First name"),
        (Self::LastName, "Last name"),
        (Self::Company, "Company"),
        (Self::Street1, "Street"),
        (Self::Street2, "Street line 2"),
        (Self::Street3, "Street line 3"),
        (Self::City, "City"),
        (Self::State, "State"),
        (Self::Zip, "ZIP"),
        (Self::Country, "Country"),
        (Self::Phone, "Phone"),
        (Self::Email, "Email"),
        (Self::Residential, "Residential"),
        (Self::Groups, "Groups"),
    ];

    /// Guesses the meaning of a column from its heading.
    pub fn guess(heading: &str) -> Self {
        let plain: String = heading
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        // Shops prefix the party: "Ship to name", "Recipient city".
        let bare = [
            "shipto",
            "shipping",
            "recipient",
            "receiver",
            "delivery",
            "to",
        ]
        .iter()
        .find_map(|word| plain.strip_prefix(word).filter(|rest| !rest.is_empty()))
        .unwrap_or(&plain);
        let known = |word: &str| WORDS.iter().find(|(_, words)| words.contains(&word));
        known(&plain)
            .or_else(|| known(bare))
            .map_or(Self::Skip, |(target, _)| *target)
    }
}

const WORDS: [(Target, &[&str]); 15] = [
    (
        Target::Name,
        &[
            "name",
            "fullname",
            "contact",
            "contactname",
            "attention",
            "attn",
            "customer",
            "customername",
            "nombre",
            "nom",
            "person",
            "recipient",
            "receiver",
        ],
    ),
    (
        Target::FirstName,
        &[
            "firstname",
            "givenname",
            "first",
            "vorname",
            "prénom",
            "prenom",
        ],
    ),
    (
        Target::LastName,
        &["lastname", "surname", "familyname", "last", "nachname"],
    ),
    (
        Target::Company,
        &[
            "company",
            "companyname",
            "organization",
            "organisation",
            "business",
            "firma",
            "empresa",
            "société",
        ],
    ),
    (
        Target::Street1,
        &[
            "street",
            "street1",
            "address",
            "address1",
            "addressline1",
            "line1",
            "streetaddress",
            "strasse",
            "straße",
            "adresse",
            "rue",
            "calle",
            "direccion",
        ],
    ),
    (
        Target::Street2,
        &[
            "street2",
            "address2",
            "addressline2",
            "line2",
            "apt",
            "apartment",
            "suite",
            "unit",
        ],
    ),
    (
        Target::Street3,
        &["street3", "address3", "addressline3", "line3"],
    ),
    (
        Target::City,
        &[
            "city", "town", "locality", "ort", "stadt", "ville", "ciudad",
        ],
    ),
    (
        Target::State,
        &[
            "state",
            "province",
            "region",
            "county",
            "stateprovince",
            "bundesland",
        ],
    ),
    (
        Target::Zip,
        &[
            "zip",
            "zipcode",
            "postcode",
            "postalcode",
            "postal",
            "plz",
            "codepostal",
            "cp",
        ],
    ),
    (
        Target::Country,
        &["country", "countrycode", "land", "pays", "país", "pais"],
    ),
    (
        Target::Phone,
        &[
            "phone",
            "phonenumber",
            "telephone",
            "tel",
            "mobile",
            "cell",
            "telefon",
            "téléphone",
        ],
    ),
    (Target::Email, &["email", "emailaddress", "mail", "correo"]),
    (
        Target::Residential,
        &["residential", "isresidential", "home"],
    ),
    (
        Target::Groups,
        &[
            "groups",
            "group",
            "tags",
            "tag",
            "category",
            "categories",
            "labels",
        ],
    ),
];

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
    pub why: String,
}

impl Refused {
    pub fn new(name: impl Into<String>, why: impl Into<String>) -> Self {
        let (name, why) = (name.into(), why.into());
        Self { name, why }
    }
}

impl Layout {
    /// Guesses the layout of a text: its separator, whether it has headings, and the meaning of the
    /// columns.
    pub fn guess(text: &str) -> Self {
        let first = text
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        let separator = *[b',', b';', b'\t', b'|']
            .iter()
            .max_by_key(|separator| outside_quotes(first, char::from(**separator)))
            .unwrap_or(&b',');
        Self {
            separator,
            country: "US".to_owned(),
            ..Self::default()
        }
        .with_columns(text)
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
        self.headings = columns.iter().any(|target| *target != Target::Skip);
        if !self.headings {
            columns = AS_EXPORTED.iter().map(|(target, _)| *target).collect();
            columns.resize(cells.len(), Target::Skip);
        }
        self.columns = columns;
        self
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
        rows.skip(usize::from(self.headings))
            .filter_map(|row| match row {
                Ok(row) if row.iter().all(|cell| cell.trim().is_empty()) => None,
                Ok(row) => {
                    let line = row.position().map_or(0, |at| line_of(text, at));
                    Some((line, self.entry(&row)))
                }
                Err(error) => {
                    let line = error.position().map_or(0, ::csv::Position::line);
                    Some((
                        line,
                        Err(Refused::new("", "The row cannot be read as a table")),
                    ))
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
        if row
            .iter()
            .any(|cell| cell.contains(char::REPLACEMENT_CHARACTER))
        {
            wrong = Some("Some letters cannot be read; choose other characters".to_owned());
        }
        match wrong.or_else(|| contact::problem(&entry.form).map(str::to_owned)) {
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
    let [a, b, c, d, e, f, g, h, i, j, k] = contact::parts(form).map(|(_, words)| words);
    let [l, m, n] = [residential, &groups, verification];
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n].map(crate::base::spreadsheet_cell::escape_formula)
}

/// The line at which a row begins. The reader reports the line before any blank lines that precede
/// the row.
fn line_of(text: &str, at: &::csv::Position) -> u64 {
    let start = usize::try_from(at.byte()).unwrap_or(usize::MAX);
    let before = text.as_bytes().get(start..).unwrap_or_default();
    let blank = before
        .iter()
        .take_while(|byte| matches!(byte, b'\r' | b'\n'));
    at.line() + blank.filter(|byte| **byte == b'\n').count() as u64
}

/// Two-letter code of a country given by code or name.
pub fn country(text: &str) -> Result<String, String> {
    let known = country_by_line(text).map(|country| country.a2.clone());
    known.ok_or_else(|| format!("The country {text} is not known"))
}

pub fn groups(text: &str) -> Vec<String> {
    let names = text.split([';', ',']).map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
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
        "yes" | "y" | "true" | "1" | "residential" => Some(true),
        "no" | "n" | "false" | "0" | "commercial" | "business" => Some(false),
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
