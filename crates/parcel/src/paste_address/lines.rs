//! The lines of a block: headings and labels, telephone and email, numbers of taxes.

use super::people::{is_street, is_unit};
use super::words::{has, words};
use crate::draft::AddressForm;
use postroom_base::geography;
use postroom_base::geography::{Country, plain_name};

/// The lines of a block that are left to be understood, with what labels tell.
pub(super) struct Lines {
    pub parts: Vec<String>,
    /// What a label or its form tells: blank fields are still in the lines.
    pub form: AddressForm,
    pub country: Option<&'static Country>,
    pub aside: Vec<String>,
}

impl Lines {
    pub fn read(text: &str) -> Self {
        let mut form = AddressForm::default();
        form.country.clear();
        let mut lines = Self { parts: Vec::new(), form, country: None, aside: Vec::new() };
        let rows = text.lines().flat_map(|line| line.split(['\t', '|', '•', '·']));
        let rows: Vec<String> = rows.map(clean).filter(|row| !row.is_empty()).collect();
        match rows.as_slice() {
            [only] => lines.add_pieces(only),
            _ => rows.iter().for_each(|row| lines.add_row(row)),
        }
        lines
    }

    /// Adds the pieces of a text of one line, which is split at its commas.
    pub fn add_pieces(&mut self, text: &str) {
        pieces(text).iter().for_each(|piece| self.add_row(piece));
    }

    fn add_row(&mut self, row: &str) {
        split_at_labels(row).iter().for_each(|piece| self.add(&clean(piece)));
    }

    fn add(&mut self, piece: &str) {
        if piece.is_empty() || is_heading(piece) {
            return;
        }
        let Some((label, value)) = labelled(piece) else {
            if is_tax_number(piece) {
                self.aside.push(piece.to_owned());
            } else if !self.take_contacts(piece) {
                self.parts.push(piece.to_owned());
            }
            return;
        };
        let field = match label {
            _ if value.is_empty() => return,
            Label::Line => return self.parts.push(value.to_owned()),
            Label::Country => match geography::country(value) {
                Some(country) => return self.country = Some(country),
                None => return self.parts.push(value.to_owned()),
            },
            Label::Name if self.take_contacts(value) => return,
            Label::Phone | Label::Email if self.take_contacts(piece) => return,
            Label::Aside | Label::Phone | Label::Email => return self.aside.push(piece.to_owned()),
            Label::Name => &mut self.form.name,
            Label::Company => &mut self.form.company,
            Label::City => &mut self.form.city,
            Label::State => &mut self.form.state,
            Label::Zip => &mut self.form.zip,
        };
        if field.is_empty() { value.clone_into(field) } else { self.parts.push(value.to_owned()) }
    }

    /// Takes a line that consists of telephone numbers and email addresses. Those beyond the first
    /// are set aside.
    fn take_contacts(&mut self, line: &str) -> bool {
        let mut contacts = Vec::new();
        let line = line.replace(", ext", " ext").replace(", x", " x");
        for piece in line.split([',', ';']).flat_map(|piece| piece.split(" / ")) {
            let Some(contact) = contact(&clean(piece)) else {
                return false;
            };
            contacts.push(contact);
        }
        for contact in contacts {
            let (field, text) = match contact {
                Contact::Phone(text) => (&mut self.form.phone, text),
                Contact::Email(text) => (&mut self.form.email, text),
            };
            if field.is_empty() { *field = text } else { self.aside.push(text) }
        }
        true
    }
}

/// The pieces of a text between its commas.
pub(super) fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for piece in text.split([',', ';']).map(clean).filter(|piece| !piece.is_empty()) {
        let is_behind_street = is_house_number(&piece)
            && pieces.last().is_some_and(|street| {
                let is_name = pieces.len() == 1 && !is_street(street);
                !is_name && !street.contains(|letter: char| letter.is_ascii_digit())
            });
        match pieces.last_mut() {
            // `Rua das Flores, 123` is one line.
            Some(street) if is_behind_street => *street = [street, ", ", &piece].concat(),
            _ => pieces.push(piece),
        }
    }
    pieces
}

/// A piece without doubled spaces and without the separators around it.
pub(super) fn clean(piece: &str) -> String {
    let words: Vec<&str> = piece.split_whitespace().collect();
    words.join(" ").trim_matches([',', ';']).trim().to_owned()
}

enum Contact {
    Phone(String),
    Email(String),
}

fn contact(text: &str) -> Option<Contact> {
    let bare = match labelled(text) {
        Some((Label::Phone | Label::Email, value)) => value,
        _ => without_label(text),
    };
    let email = bare.trim_matches(['<', '>']);
    if email.contains('@') && !email.contains(' ') {
        return Some(Contact::Email(email.to_owned()));
    }
    is_phone(bare, bare.len() < text.len()).then(|| Contact::Phone(bare.to_owned()))
}

/// The text after one of the labels (`Tel. …`), or the whole text.
fn without_label(text: &str) -> &str {
    let rest = words("contact").iter().find_map(|label| {
        let head = text.get(..label.len())?;
        let rest = text.get(label.len()..)?;
        (head.eq_ignore_ascii_case(label) && !rest.starts_with(char::is_alphanumeric))
            .then(|| rest.trim_start_matches(['.', ':', ' ']))
    });
    rest.unwrap_or(text)
}

/// Whether the text is a telephone number, perhaps with an extension. Without a label it has to be
/// long, or to begin as such a number does: a postcode has as many digits as a short one.
fn is_phone(text: &str, is_labelled: bool) -> bool {
    let lower = text.to_lowercase().replace("extension", "x").replace("ext", "x");
    let (main, extension) = lower.split_once(['x', '#']).unwrap_or((&lower, "0"));
    let digits = main.chars().filter(char::is_ascii_digit).count();
    let is_made_of = |text: &str, marks: &str| {
        text.chars().all(|letter| letter.is_ascii_digit() || marks.contains(letter))
    };
    let least = match (is_labelled, main.starts_with(['+', '('])) {
        (true, _) => 5,
        (_, true) => 7,
        (_, false) => 10,
    };
    digits >= least && is_made_of(main, " +-()./") && is_made_of(extension, " .:")
}

/// What the label of a line says of it.
#[derive(Clone, Copy, PartialEq)]
enum Label {
    Name,
    Company,
    /// A line of the address, or all of it.
    Line,
    City,
    State,
    Zip,
    Country,
    Phone,
    Email,
    /// No part of an address.
    Aside,
}

impl Label {
    const ALL: [(Self, &'static str); 10] = [
        (Self::Name, "label name"),
        (Self::Company, "label company"),
        (Self::Line, "label line"),
        (Self::City, "label city"),
        (Self::State, "label state"),
        (Self::Zip, "label zip"),
        (Self::Country, "label country"),
        (Self::Phone, "label phone"),
        (Self::Email, "label email"),
        (Self::Aside, "label aside"),
    ];
}

fn label_of(key: &str) -> Option<Label> {
    let plain = plain_name(key);
    let found = Label::ALL.iter().find(|(_, list)| has(list, &plain));
    found.map(|(label, _)| *label)
}

/// The label of a line and the text behind it.
fn labelled(line: &str) -> Option<(Label, &str)> {
    let (key, value) = line.split_once([':', '：'])?;
    Some((label_of(key)?, value.trim()))
}

/// `City: Nashville State: TN` is two lines.
fn split_at_labels(row: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line: Vec<&str> = Vec::new();
    for word in row.split(' ') {
        if word.ends_with(':') {
            // The longest label that ends with this word.
            let starts = line.len().saturating_sub(2)..=line.len();
            let start = starts.into_iter().find(|start| {
                let words = line.get(*start..).unwrap_or_default();
                let key = [&words.concat(), word].concat();
                label_of(&key).is_some()
            });
            if let Some(start) = start.filter(|start| *start > 0) {
                let label = line.split_off(start);
                lines.push(std::mem::replace(&mut line, label).join(" "));
            }
        }
        line.push(word);
    }
    lines.push(line.join(" "));
    lines
}

fn is_heading(line: &str) -> bool {
    has("heading", &plain_name(line))
}

/// `VAT GB123456789`, without a colon.
fn is_tax_number(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    (1..=3).any(|count| {
        let Some((label, number)) = words.split_at_checked(count) else {
            return false;
        };
        let has_digits = |word: &&str| word.bytes().filter(u8::is_ascii_digit).count() > 3;
        // `Pan Street 12345` is none.
        let capitals = label.concat().chars().filter(|letter| letter.is_uppercase()).count();
        capitals > 1
            && number.len() <= 2
            && number.iter().any(has_digits)
            && label_of(&label.concat()) == Some(Label::Aside)
    })
}

/// `123`, `12 B`, `s/n`: the number of a house, alone.
fn is_house_number(piece: &str) -> bool {
    let bare = piece.trim_start_matches(['#', 'N', 'n', 'º', '°', 'o', '.', ' ']);
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let rest = bare.get(digits..).unwrap_or_default();
    let is_number =
        (1..=4).contains(&digits) && rest.trim_start_matches([' ', '-', '/']).len() <= 3;
    // `123 - Centro` of Brazil has the quarter behind the number.
    let has_quarter = (1..=5).contains(&digits) && rest.starts_with(" - ");
    let is_none = ["s/n", "sn", "s/nº"].contains(&piece.to_lowercase().as_str());
    !is_unit(piece) && (is_number || has_quarter || is_none)
}
