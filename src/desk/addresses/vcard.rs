//! Address cards: versions 3.0 and 4.0, and 2.1 to read; names, organisation, addresses,
//! telephone, mail and categories. Everything else of a card is passed over.

mod quoted;

use super::contact;
use super::table::{self, Entry, Read, Refused};
use crate::base::place;
use crate::desk::draft::AddressForm;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    #[default]
    V3,
    V4,
}

/// Octets of a line before it is folded.
const FOLD: usize = 75;

/// Whether a text is cards rather than a table.
pub fn is_vcard(text: &str) -> bool {
    text.trim_start()
        .get(..11)
        .is_some_and(|start| start.eq_ignore_ascii_case("BEGIN:VCARD"))
}

/// An entry for each address of each card, with the line its card begins at.
pub fn read(text: &str) -> Vec<Read> {
    let mut entries = Vec::new();
    let mut card: Option<Card> = None;
    for (line, content) in unfolded(text) {
        let Some(property) = Property::parse(&content) else {
            continue;
        };
        match property.name.as_str() {
            "BEGIN" => card = Some(Card::at(line)),
            "END" => entries.extend(card.take().into_iter().flat_map(Card::entries)),
            _ => {
                if let Some(card) = &mut card {
                    card.take(&property);
                }
            }
        }
    }
    if let Some(card) = card {
        entries.push((card.line, Err(Refused::new("", "The card has no end"))));
    }
    entries
}

#[derive(Default)]
struct Card {
    line: u64,
    full_name: String,
    name: String,
    company: String,
    addresses: Vec<AddressForm>,
    unknown_country: Option<String>,
    phone: String,
    email: String,
    groups: Vec<String>,
}

impl Card {
    fn at(line: u64) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    fn take(&mut self, property: &Property) {
        let part = |at: usize| property.part(at);
        match property.name.as_str() {
            "FN" => first(&mut self.full_name, property.whole()),
            "N" => {
                let words = [part(3), part(1), part(2), part(0), part(4)];
                let words: Vec<String> =
                    words.into_iter().filter(|word| !word.is_empty()).collect();
                first(&mut self.name, words.join(" "));
            }
            "ORG" => first(&mut self.company, part(0)),
            "TEL" => {
                let number = property.whole();
                let number = number.strip_prefix("tel:").unwrap_or(&number).to_owned();
                first(&mut self.phone, number);
            }
            "EMAIL" => first(&mut self.email, property.whole()),
            "CATEGORIES" => self.groups.extend(
                split(&property.value, ',')
                    .iter()
                    .map(|group| unescape(group)),
            ),
            "ADR" => self.address(property),
            _ => {}
        }
    }

    /// Post office box, extension, street, town, region, code, country.
    fn address(&mut self, property: &Property) {
        let street = property.part(2);
        let mut lines: Vec<String> = street.lines().map(|line| line.trim().to_owned()).collect();
        lines.push(property.part(1));
        lines.insert(0, property.part(0));
        lines.retain(|line| !line.is_empty());
        let mut lines = lines.into_iter();
        let mut line = || lines.next().unwrap_or_default();
        let mut form = AddressForm {
            street1: line(),
            street2: line(),
            street3: line(),
            city: property.part(3),
            state: property.part(4),
            zip: property.part(5),
            ..AddressForm::default()
        };
        match property.part(6) {
            named if named.is_empty() => {}
            named => match table::country(&named) {
                Ok(code) => form.country = code,
                Err(problem) => self.unknown_country = Some(problem),
            },
        }
        self.addresses.push(form);
    }

    fn entries(self) -> Vec<Read> {
        let line = self.line;
        let name = match self.full_name.is_empty() {
            true => self.name,
            false => self.full_name,
        };
        let nowhere = || "The card holds no postal address".to_owned();
        let nowhere = self.addresses.is_empty().then(nowhere);
        if let Some(why) = self.unknown_country.or(nowhere) {
            return vec![(line, Err(Refused::new(name, why)))];
        }
        let groups: Vec<String> = self
            .groups
            .into_iter()
            .filter(|group| !group.is_empty())
            .collect();
        let entry = |form: AddressForm| Entry {
            form: AddressForm {
                // A card must be called something; a company's is called as the company.
                name: if name == self.company {
                    String::new()
                } else {
                    name.clone()
                },
                company: self.company.clone(),
                phone: self.phone.clone(),
                email: self.email.clone(),
                ..form
            },
            groups: groups.clone(),
        };
        let checked = |entry: Entry| match contact::problem(&entry.form) {
            Some(problem) => Err(Refused::new(contact::shown_name(&entry.form), problem)),
            None => Ok(entry),
        };
        let addresses = self.addresses.into_iter();
        addresses.map(|form| (line, checked(entry(form)))).collect()
    }
}

/// A card with the line ends and folds the standard asks for.
pub fn write(entry: &Entry, version: Version) -> String {
    let form = &entry.form;
    let version = match version {
        Version::V3 => "3.0",
        Version::V4 => "4.0",
    };
    let (given, family) = match form.name.trim().rsplit_once(' ') {
        Some((given, family)) => (given, family),
        None => (form.name.trim(), ""),
    };
    let streets = [&form.street1, &form.street2, &form.street3]
        .into_iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n");
    let country = place::country(&form.country)
        .map_or(form.country.as_str(), |country| country.name.as_str());
    let groups: Vec<String> = entry.groups.iter().map(|group| escape(group)).collect();
    let mut card = String::new();
    let mut line = |name: &str, value: String| {
        if !value.is_empty() {
            fold(&mut card, &format!("{name}:{value}"));
        }
    };
    line("BEGIN", "VCARD".to_owned());
    line("VERSION", version.to_owned());
    line("FN", escape(contact::shown_name(form)));
    line("N", format!("{};{};;;", escape(family), escape(given)));
    line("ORG", escape(&form.company));
    let parts = [
        "",
        "",
        &streets,
        &form.city,
        &form.state,
        &form.zip,
        country,
    ];
    line("ADR", parts.map(escape).join(";"));
    line("TEL", escape(&form.phone));
    line("EMAIL", escape(&form.email));
    line("CATEGORIES", groups.join(","));
    line("END", "VCARD".to_owned());
    card
}

struct Property {
    name: String,
    /// With its parameters.
    head: String,
    /// Still escaped.
    value: String,
}

impl Property {
    /// `item1.ADR;TYPE="home,work":…`; what stands in quotes holds no separators.
    fn parse(line: &str) -> Option<Self> {
        let mut quoted = false;
        let colon = line.char_indices().find_map(|(at, c)| {
            quoted ^= c == '"';
            (c == ':' && !quoted).then_some(at)
        })?;
        let (head, value) = line.split_at(colon);
        let name = head.split(';').next()?;
        let name = name.rsplit('.').next()?.trim().to_ascii_uppercase();
        Some(Self {
            name,
            head: head.to_owned(),
            value: value.get(1..)?.to_owned(),
        })
    }

    fn whole(&self) -> String {
        self.words(&self.value)
    }

    fn words(&self, part: &str) -> String {
        match quoted::is_quoted(&self.head) {
            true => unescape(&quoted::decode(&self.head, part)),
            false => unescape(part),
        }
    }

    fn part(&self, at: usize) -> String {
        split(&self.value, ';')
            .get(at)
            .map(|part| self.words(part))
            .unwrap_or_default()
    }
}

fn first(place: &mut String, text: String) {
    if place.is_empty() {
        *place = text;
    }
}

/// Logical lines with the number of their first.
fn unfolded(text: &str) -> Vec<(u64, String)> {
    let mut lines: Vec<(u64, String)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some((_, last)) = lines.last_mut()
            && goes_on(last)
        {
            last.pop();
            last.push_str(line);
            continue;
        }
        match (line.strip_prefix([' ', '\t']), lines.last_mut()) {
            (Some(rest), Some((_, last))) => last.push_str(rest),
            _ => lines.push((number, line.to_owned())),
        }
    }
    lines
}

/// A quoted line broken where it is not at its end.
fn goes_on(line: &str) -> bool {
    let head = line.split(':').next().unwrap_or_default();
    line.ends_with('=') && quoted::is_quoted(head)
}

/// Cuts at separators that no backslash stands before.
fn split(value: &str, separator: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut escaped = false;
    for c in value.chars() {
        if c == separator && !escaped {
            parts.push(String::new());
            continue;
        }
        escaped = c == '\\' && !escaped;
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts
}

fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n' | 'N') => text.push('\n'),
                Some(other) => text.push(other),
                None => {}
            },
            c => text.push(c),
        }
    }
    text.trim().to_owned()
}

fn escape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.trim().chars() {
        match c {
            '\\' | ',' | ';' => {
                value.push('\\');
                value.push(c);
            }
            '\n' => value.push_str("\\n"),
            '\r' => {}
            c => value.push(c),
        }
    }
    value
}

/// A line of at most 75 octets, then its rest behind a space; no letter is cut in two.
fn fold(card: &mut String, line: &str) {
    let mut room = FOLD;
    for c in line.chars() {
        if c.len_utf8() > room {
            card.push_str("\r\n ");
            room = FOLD - 1;
        }
        room -= c.len_utf8();
        card.push(c);
    }
    card.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_of_an_old_telephone_is_read() {
        let card = "BEGIN:VCARD\r\nVERSION:2.1\r\n\
            N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gro=C3=9F;J=C3=BCrgen;;;\r\n\
            ORG:Muster GmbH\r\n\
            ADR;HOME;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;L=C3=B6wenstra=\r\n\
            =C3=9Fe 1=0D=0AHinterhaus;Bonn;;53111;Germany\r\n\
            TEL;CELL:+49 228 555 0143\r\nEND:VCARD\r\n";
        let [(1, Ok(entry))] = &read(card)[..] else {
            panic!("{:?}", read(card));
        };
        let form = &entry.form;
        assert_eq!(
            [&form.name, &form.company, &form.street1, &form.street2],
            ["Jürgen Groß", "Muster GmbH", "Löwenstraße 1", "Hinterhaus"]
        );
        assert_eq!(
            [&form.city, &form.zip, &form.country],
            ["Bonn", "53111", "DE"]
        );
        assert_eq!(form.phone, "+49 228 555 0143");
    }
}
