//! The address in the columns of a row.

use std::cell::RefCell;

use crate::columns::Columns;
use crate::import_note::{ImportNote, ImportNoteKind};
use crate::mapping::OrderField;
use crate::read_cell::country::CountryLookup;
use crate::read_cell::{plain_text, read_phone};
use crate::sheet::SheetRow;
use postroom_base::geography;
use postroom_base::geography::plain_name;
use postroom_parcel::address_parts;
use postroom_parcel::draft::{AddressField, AddressForm};
use postroom_parcel::paste_address::read_block;
use postroom_parcel::postcode::read_zip;

/// The address of a row, with what was changed or not understood.
#[derive(Default)]
pub struct Recipient {
    pub form: AddressForm,
    pub notes: Vec<ImportNote>,
    /// Cells that could not be put into the form, with their headings.
    pub left_over: Vec<(String, String)>,
}

/// What reading addresses needs.
pub struct AddressReader<'r, 'a> {
    pub columns: &'r Columns<'a>,
    /// Two-letter code, of addresses that name no country.
    pub home_country: &'r str,
    pub countries: &'r RefCell<CountryLookup<'a>>,
}

impl<'a> AddressReader<'_, 'a> {
    /// Reads the address in the columns of one rank.
    pub fn read(&self, row: &'a SheetRow, rank: u8) -> Recipient {
        let mut read = Recipient::default();
        let text = |field| first_value(self.columns.text_of_rank(row, field, rank));
        let (first, last) = (text(OrderField::FirstName), text(OrderField::LastName));
        let form = &mut read.form;
        form.name = match text(OrderField::Name) {
            "" => one_line(&[first, " ", last].concat()),
            name => one_line(name),
        };
        form.company = one_line(text(OrderField::Company));
        let streets = [OrderField::Street1, OrderField::Street2, OrderField::Street3].map(text);
        fill_streets(form, streets);
        form.city = one_line(text(OrderField::City));
        form.state = one_line(text(OrderField::State));
        let (country, address) = (text(OrderField::Country), text(OrderField::Address));
        self.read_country(row, country, &mut read);
        self.read_postcode(row, rank, &mut read);
        read_contacts(self.columns, row, &mut read.form);
        if !address.is_empty() {
            self.read_whole_address(address, country.is_empty(), &mut read);
        }
        self.read_state(row, &mut read);
        read
    }

    fn read_country(&self, row: &SheetRow, text: &'a str, read: &mut Recipient) {
        let form = &mut read.form;
        form.country.clear();
        if text.is_empty() {
            form.country.push_str(self.home_country);
            return;
        }
        match self.countries.borrow_mut().find(text) {
            Some(country) => form.country.push_str(&country.a2),
            None => {
                let kind = ImportNoteKind::CountryUnknown;
                read.notes.push(self.columns.note_of(kind, row, OrderField::Country, text));
            }
        }
    }

    fn read_postcode(&self, row: &SheetRow, rank: u8, read: &mut Recipient) {
        let mut cells = self.columns.filled(row, OrderField::Zip);
        let Some((column, cell)) = cells.find(|(column, _)| column.rank == rank) else {
            return;
        };
        let text = first_value(plain_text(cell));
        let zip = read_zip(text, &read.form.country, &read.form.state);
        if zip.restored {
            let (kind, heading) = (ImportNoteKind::ZipRestored, column.heading.as_ref());
            read.notes.push(ImportNote::new(kind, heading, text, row.number));
        }
        read.form.zip = one_line(&zip.zip);
    }

    /// Writes the state as carriers are told it. Where the city alone says the state, a blank one is
    /// filled.
    fn read_state(&self, row: &SheetRow, read: &mut Recipient) {
        let form = &mut read.form;
        let Some(country) = geography::country(&form.country) else {
            return;
        };
        if !form.state.is_empty() {
            form.state = country.usual_state(&form.state).to_owned();
        } else if STATE_BY_CITY.contains(&country.a2.as_str())
            && let Some(found) = country.subdivision(&form.city)
        {
            found.label.clone_into(&mut form.state);
            let kind = ImportNoteKind::StateFilled;
            read.notes.push(self.columns.note_of(kind, row, OrderField::City, found.label));
        }
    }

    /// Fills what is blank from an address in one cell. Columns of their own say more. What the form
    /// has no place for, and a text that is not understood as a whole, is left over.
    fn read_whole_address(&self, text: &str, country_is_open: bool, read: &mut Recipient) {
        let heading = self.columns.heading_of(OrderField::Address);
        let form = &mut read.form;
        if [&form.street1, &form.city, &form.zip].into_iter().any(|part| !part.is_empty()) {
            read.left_over.push((heading, text.to_owned()));
            return;
        }
        let known = if country_is_open { "" } else { form.country.as_str() };
        let mut block = read_block(text, known, self.home_country);
        let parsed = &mut block.form;
        if !country_is_open || parsed.country.is_empty() {
            parsed.country.clone_from(&form.country);
        }
        let place = [&parsed.street1, &parsed.city, &parsed.zip];
        if place.into_iter().any(|part| part.is_empty()) {
            read.left_over.push((heading, text.to_owned()));
        } else if !block.aside.is_empty() {
            read.left_over.push((heading, block.aside.join("\n")));
        }
        if form.company.is_empty() && parsed.company.is_empty() && differ(&form.name, &parsed.name)
        {
            form.company = std::mem::take(&mut parsed.name);
        }
        let columns = std::mem::replace(form, block.form);
        overwrite_with(form, columns);
    }
}

/// Countries that need a state which people leave out, because it has the name of the city.
const STATE_BY_CITY: [&str; 4] = ["AE", "HK", "JM", "TW"];

/// Telephone and email, which do not belong to the rank of an address.
pub fn read_contacts(columns: &Columns<'_>, row: &SheetRow, form: &mut AddressForm) {
    form.phone = one_line(read_phone(first_value(columns.text(row, OrderField::Phone))));
    form.email = one_line(first_value(columns.text(row, OrderField::Email)));
}

/// Google writes several addresses or numbers of one kind into one cell.
fn first_value(text: &str) -> &str {
    // Most cells have no colon at all.
    let several = if text.contains(':') { text.split_once(" ::: ") } else { None };
    several.map_or(text, |(first, _)| first)
}

/// Whether the names are of two, such as a person and a company: they have no word in common.
fn differ(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> { text.split(' ').map(plain_name).collect() };
    let (one, other) = (words(one), words(other));
    let is_blank = |words: &[String]| words.iter().all(String::is_empty);
    !is_blank(&one) && !is_blank(&other) && !one.iter().any(|word| other.contains(word))
}

/// Streets of three columns. Lines of one cell become fields of their own if those are blank.
fn fill_streets(form: &mut AddressForm, [one, two, three]: [&str; 3]) {
    if one.contains('\n') && two.is_empty() && three.is_empty() {
        let mut lines = one.lines().map(str::trim).filter(|line| !line.is_empty());
        form.street1 = lines.next().map_or_else(String::new, one_line);
        form.street2 = lines.next().map_or_else(String::new, one_line);
        form.street3 = one_line(&lines.collect::<Vec<_>>().join(", "));
    } else {
        form.street1 = one_line(one);
        form.street2 = one_line(two);
        form.street3 = one_line(three);
    }
}

/// A text without line ends, tabs and doubled spaces.
pub fn one_line(text: &str) -> String {
    let mut before = b' ';
    let is_plain = text.bytes().all(|byte| {
        // A byte of 0x80 and more may be of a space or a control character.
        let is_plain = (b'!'..0x7f).contains(&byte) || (byte == b' ' && before != b' ');
        before = byte;
        is_plain
    });
    if text.is_empty() || (is_plain && before != b' ') {
        return text.to_owned();
    }
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Every part but the country, which is known already.
fn overwrite_with(form: &mut AddressForm, mut other: AddressForm) {
    other.country.clear();
    for field in AddressField::ALL {
        if !field.text(&other).is_empty() {
            *field.text_mut(form) = std::mem::take(field.text_mut(&mut other));
        }
    }
}

/// Whether two rows of an order name the same recipient. A blank part says nothing.
pub fn is_same_recipient(one: &AddressForm, other: &AddressForm) -> bool {
    // Telephone and email belong to no address.
    let mut parts = address_parts::parts(one).into_iter().zip(address_parts::parts(other)).take(9);
    parts.all(|(one, other)| {
        one == other
            || one.is_empty()
            || other.is_empty()
            || one.eq_ignore_ascii_case(other)
            || plain_name(one) == plain_name(other)
    })
}

/// Fills the blank parts of an order's recipient from another row of the order.
pub fn fill_blanks(form: &mut AddressForm, mut other: AddressForm) {
    for field in AddressField::ALL {
        if field.text(form).is_empty() {
            *field.text_mut(form) = std::mem::take(field.text_mut(&mut other));
        }
    }
}
