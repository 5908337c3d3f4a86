//! vCards, read and written by `calcard`: reads versions 2.1, 3.0 and 4.0, writes 3.0 and 4.0.
//! Name, organization, addresses, telephone, email and categories are used; all other properties
//! are ignored.

mod quoted;

use calcard::Parser;
use calcard::vcard::{
    VCard, VCardEntry, VCardParameterName, VCardProperty, VCardValue, VCardVersion,
};

use crate::base::geography;
use crate::base::locale::Message;
use crate::desk::addresses::table::{Entry, Read, Refused, checked, unknown_country};
use crate::message;
use crate::parcel::address_parts;
use crate::parcel::draft::AddressForm;
use crate::parcel::paste_address::read_block;
use crate::parcel::postcode::read_zip;
use crate::tables::text_encoding::Encoding;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    #[default]
    V3,
    V4,
}

const BEGIN: &str = "BEGIN:VCARD";
const END: &str = "END:VCARD";

/// Whether a text consists of vCards rather than a table.
pub fn is_vcard(text: &str) -> bool {
    text.trim_start().get(..BEGIN.len()).is_some_and(|start| start.eq_ignore_ascii_case(BEGIN))
}

/// Reads one entry for each address of each card, with the line number at which its card begins.
pub fn read(text: &str) -> Vec<Read> {
    let mut entries = Vec::new();
    let mut open: Option<(u64, quoted::Lines)> = None;
    let cut = |(line, _)| {
        let why = message!("addresses-import-card-cut");
        (line, Err(Refused::new("", why)))
    };
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_end().eq_ignore_ascii_case(BEGIN) {
            let card = (number, quoted::Lines::default());
            entries.extend(open.replace(card).map(cut));
        }
        if let Some((_, card)) = &mut open {
            card.push(line);
        }
        if line.trim_end().eq_ignore_ascii_case(END)
            && let Some((line, card)) = open.take()
        {
            let read = Card::read(&card.text()).entries();
            entries.extend(read.into_iter().map(|entry| (line, entry)));
        }
    }
    entries.extend(open.map(cut));
    entries
}

#[derive(Default)]
struct Card {
    full_name: String,
    name: String,
    company: String,
    addresses: Vec<Result<AddressForm, Message>>,
    phone: String,
    email: String,
    groups: Vec<String>,
}

impl Card {
    fn read(text: &str) -> Self {
        let mut card = Self::default();
        // The text is always one card: `read` cuts the file at the BEGIN and END lines.
        if let calcard::Entry::VCard(read) = Parser::new(text).entry() {
            for property in &read.entries {
                card.take(property);
            }
        }
        card
    }

    fn take(&mut self, property: &VCardEntry) {
        let part = |at: usize| part(property, at, ", ");
        match property.name {
            VCardProperty::Fn => first(&mut self.full_name, part(0)),
            VCardProperty::N => {
                let words = [3, 1, 2, 0, 4].map(|at| self::part(property, at, " "));
                let words = words.into_iter().filter(|word| !word.is_empty());
                first(&mut self.name, words.collect::<Vec<_>>().join(" "));
            }
            VCardProperty::Org => first(&mut self.company, part(0)),
            VCardProperty::Tel if !is_fax(property) => {
                let number = part(0);
                let number = number.strip_prefix("tel:").unwrap_or(&number);
                first(&mut self.phone, number.replace(";ext=", " ext. "));
            }
            VCardProperty::Email => first(&mut self.email, part(0)),
            VCardProperty::Categories => self.groups.extend((0..property.values.len()).map(part)),
            VCardProperty::Adr => self.addresses.extend(address(property)),
            _ => {}
        }
    }

    fn entries(self) -> Vec<Result<Entry, Refused>> {
        let name = match self.full_name.is_empty() {
            true => self.name,
            false => self.full_name,
        };
        if self.addresses.is_empty() {
            return vec![Err(Refused::new(name, message!("addresses-import-card-empty")))];
        }
        // FN is required, so a card of a company repeats the company there.
        let company = if name == self.company { String::new() } else { self.company };
        let groups: Vec<String> =
            self.groups.into_iter().filter(|group| !group.is_empty()).collect();
        let entry = |address: Result<AddressForm, Message>| {
            let form = address.map_err(|why| Refused::new(&name, why))?;
            let mut form = AddressForm {
                name: name.clone(),
                company: company.clone(),
                phone: self.phone.clone(),
                email: self.email.clone(),
                ..form
            };
            form.name_by_company();
            checked(Entry { form, groups: groups.clone() }, None)
        };
        self.addresses.into_iter().map(entry).collect()
    }
}

/// Reads an ADR property: post office box, extension, street, city, region, postal code, country.
/// `None` if all are blank.
fn address(property: &VCardEntry) -> Option<Result<AddressForm, Message>> {
    let part = |at: usize| part(property, at, ", ");
    let street = part(2);
    let mut lines: Vec<String> = street.lines().map(|line| line.trim().to_owned()).collect();
    lines.push(part(1));
    lines.insert(0, part(0));
    lines.retain(|line| !line.is_empty());
    let [city, state, zip, named] = [3, 4, 5, 6].map(part);
    let known = geography::country(if named.is_empty() { "US" } else { &named });
    let Some(known) = known else {
        return Some(Err(unknown_country(&named)));
    };
    if [&city, &state, &zip].into_iter().all(|part| part.is_empty()) {
        // A telephone that did not take the address apart has all of it in the street or the label.
        let mut labels = property.parameters(&VCardParameterName::Label);
        let label = labels.find_map(|label| label.as_text()).unwrap_or_default();
        let whole = if lines.is_empty() { label.to_owned() } else { lines.join("\n") };
        // The name of the card stands above it.
        let told = if named.is_empty() { "" } else { known.a2.as_str() };
        let mut form = read_block(&["Somebody\n", &whole].concat(), told, "US").form;
        if form.country.is_empty() {
            form.country.clone_from(&known.a2);
        }
        return (!whole.is_empty()).then_some(Ok(form));
    }
    let state = known.usual_state(&state).to_owned();
    let zip = read_zip(&zip, &known.a2, &state).zip.into_owned();
    let mut lines = lines.into_iter();
    let mut line = || lines.next().unwrap_or_default();
    Some(Ok(AddressForm {
        street1: line(),
        street2: line(),
        street3: line(),
        city,
        state,
        zip,
        country: known.a2.clone(),
        ..AddressForm::default()
    }))
}

fn is_fax(property: &VCardEntry) -> bool {
    let mut types = property.params.iter().filter_map(|it| it.value.as_text());
    types.any(|kind| kind.eq_ignore_ascii_case("fax"))
}

/// The text of one component of a property; the members of a list are joined with `joint`.
fn part(property: &VCardEntry, at: usize, joint: &str) -> String {
    let words = match property.values.get(at) {
        Some(VCardValue::Text(text)) => text.trim().to_owned(),
        Some(VCardValue::Component(list)) => {
            let members = list.iter().map(|member| member.trim());
            members.collect::<Vec<_>>().join(joint)
        }
        // The card names no known charset and the bytes are not UTF-8.
        Some(VCardValue::Binary(data)) => {
            let text = Encoding::detect(&data.data).decode(&data.data);
            text.trim().to_owned()
        }
        _ => String::new(),
    };
    words.replace("\r\n", "\n")
}

fn first(place: &mut String, text: String) {
    if place.is_empty() {
        *place = text;
    }
}

/// Writes a card with the line ends and line folding of the standard.
pub fn write(entry: &Entry, version: Version) -> String {
    let form = &entry.form;
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
    let country = geography::country(&form.country)
        .map_or(form.country.as_str(), |country| country.english_name.as_str());
    let address = ["", "", &streets, &form.city, &form.state, &form.zip, country];
    let groups: Vec<&str> = entry.groups.iter().map(String::as_str).collect();
    let mut card = VCard::default();
    for (name, parts) in [
        (VCardProperty::Fn, &[address_parts::shown_name(form)][..]),
        (VCardProperty::N, &[family, given, "", "", ""]),
        (VCardProperty::Org, &[&form.company]),
        (VCardProperty::Adr, &address),
        (VCardProperty::Tel, &[&form.phone]),
        (VCardProperty::Email, &[&form.email]),
        (VCardProperty::Categories, &groups),
    ] {
        let values: Vec<VCardValue> = parts.iter().map(|part| text(part)).collect();
        // N and ADR are written even if all their components are empty.
        if parts.len() > 1 || parts.first().is_some_and(|part| !part.trim().is_empty()) {
            let property = VCardEntry::new(name).with_values(values);
            card.entries.push(property);
        }
    }
    let version = match version {
        Version::V3 => VCardVersion::V3_0,
        Version::V4 => VCardVersion::V4_0,
    };
    let mut written = String::new();
    // Writing to a string does not fail.
    let _ = card.write_to(&mut written, version);
    written
}

fn text(words: &str) -> VCardValue {
    VCardValue::Text(words.trim().replace('\r', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(card: &str) -> Vec<String> {
        let named = |(_, row): Read| row.map_or_else(|refused| refused.name, |it| it.form.name);
        read(card).into_iter().map(named).collect()
    }

    #[test]
    fn letters_come_back_in_their_charset() {
        for (head, value, name) in [
            ("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE", "J=C3=BCrgen", "Jürgen"),
            ("FN;QUOTED-PRINTABLE;CHARSET=ISO-8859-1", "J=FCrgen", "Jürgen"),
            ("fn;charset=iso-8859-2;encoding=quoted-printable", "=A3=F3d=BC", "Łódź"),
            ("FN;CHARSET=WINDOWS-1251;ENCODING=QUOTED-PRINTABLE", "=C0=ED=ED=E0", "Анна"),
            ("FN;ENCODING=QUOTED-PRINTABLE", "J=C3=BCrgen", "Jürgen"),
            ("FN;ENCODING=QUOTED-PRINTABLE", "J=FCrgen", "Jürgen"),
            ("FN;QUOTED-PRINTABLE", "a=0D=0Ab = c=x", "a\nb = c=x"),
            ("FN;ENCODING=QUOTED-PRINTABLE", "Ann =\r\n=C3=9Cnal=\r\n=3B Co", "Ann Ünal; Co"),
            ("FN;CHARSET=UTF-8", "Ann =C3", "Ann =C3"),
        ] {
            let card = format!("BEGIN:VCARD\r\nVERSION:2.1\r\n{head}:{value}\r\nEND:VCARD\r\n");
            assert_eq!(names(&card), [name], "{head}:{value}");
        }
    }

    #[test]
    fn many_cards_are_told_apart_wherever_one_breaks_off() {
        let card = |name: &str| format!("begin:vcard\nFN:{name}\nADR:;;1 A;B;;1;US\nend:vcard \n");
        let text = format!(
            "{}\nBEGIN:VCARD\nFN:Cut\n{}words between\n{}",
            card("Ann"),
            card("Ben"),
            card("Cy")
        );
        let lines: Vec<u64> = read(&text).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 6, 8, 13]);
        assert_eq!(names(&text), ["Ann", "", "Ben", "Cy"]);
    }

    #[test]
    fn a_list_within_a_part_keeps_its_members() {
        let text = "BEGIN:VCARD\nVERSION:4.0\nN:Lee;Ann;Q,R;;\n\
                    ADR:;;Hauptstr. 1, Hof;Bonn;;53111;Germany\nEND:VCARD\n";
        let [(1, Ok(entry))] = &read(text)[..] else {
            panic!("{:?}", read(text));
        };
        assert_eq!(entry.form.name, "Ann Q R Lee");
        assert_eq!(entry.form.street1, "Hauptstr. 1, Hof");
    }

    #[test]
    fn damaged_cards_end_quietly() {
        let card = "BEGIN:VCARD\r\nVERSION:2.1\r\n\
            N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gro=C3=9F;J=\r\n=C3=BCrgen;;;\r\n\
            item1.ADR;TYPE=\"a:b\";LABEL=x:;;1\\n2,3;\\;B;;1;US\r\n PHOTO;BASE64:AAAA\r\nEND:VCARD";
        for at in 0..card.len() {
            let (before, after) = card.split_at(at);
            for put in ["", "\\", "=", "\r\n", "\n ", "\"", ";", ",", ":", ".", "\0", "ü"] {
                let kept = after.get(1..).unwrap_or_default();
                for changed in [format!("{before}{put}{after}"), format!("{before}{put}{kept}")] {
                    assert!(read(&changed).len() <= 2, "{changed}");
                }
            }
        }
    }

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
        assert_eq!([&form.city, &form.zip, &form.country], ["Bonn", "53111", "DE"]);
        assert_eq!(form.phone, "+49 228 555 0143");
    }

    #[track_caller]
    fn forms(text: &str) -> Vec<String> {
        let form = |(_, row): Read| {
            let entry = row.unwrap_or_else(|refused| panic!("{}", refused.why));
            address_parts::parts(&entry.form).join("|").trim_end_matches('|').to_owned()
        };
        read(text).into_iter().map(form).collect()
    }

    #[test]
    fn o36_cards_of_telephones_are_read() {
        for (card, expected) in [
            // An iPhone: grouped properties, a ZIP without its zero, a fax before the telephone.
            (
                "BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:-//Apple Inc.//iPhone OS 17.0//EN\r\n\
                 N:Other;Bob;;;\r\nFN:Bob Other\r\nTEL;type=WORK;type=FAX:(617) 555-0199\r\n\
                 TEL;type=CELL;type=VOICE;type=pref:(617) 555-0101\r\n\
                 item1.ADR;type=HOME;type=pref:;;9 Elm Ct;Boston;MA;2116;United States\r\n\
                 item1.X-ABADR:us\r\nEND:VCARD\r\n",
                &["Bob Other||9 Elm Ct|||Boston|MA|02116|US|(617) 555-0101"][..],
            ),
            // An old Android: not taken apart, and a second address that is blank.
            (
                "BEGIN:VCARD\nVERSION:2.1\nN:Test;Ana;;;\nFN:Ana Test\nTEL;CELL:615-555-0100\n\
                 ADR;HOME:;;100 Main St, Nashville, TN 37206;;;;\nADR;WORK:;;;;;;\nEND:VCARD\n",
                &["Ana Test||100 Main St|||Nashville|TN|37206|US|615-555-0100"],
            ),
            (
                "BEGIN:VCARD\nVERSION:2.1\nN:Muster;Eva\n\
                 ADR;HOME;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;Hauptstr. 5=0A10115 Berlin=0A=\n\
                 Deutschland;;;;\nEND:VCARD\n",
                &["Eva Muster||Hauptstr. 5|||Berlin||10115|DE"],
            ),
            // Version 4.0, with the address in the label only and an extension in the number.
            (
                "BEGIN:VCARD\nVERSION:4.0\nFN:Joe Bloggs\n\
                 TEL;VALUE=uri;TYPE=\"voice,cell\":tel:+44-113-496-0000;ext=5\n\
                 ADR;LABEL=\"12 High St\\nLeeds\\nLS1 4AP\\nUnited Kingdom\";TYPE=home:;;;;;;\n\
                 END:VCARD\n",
                &["Joe Bloggs||12 High St|||Leeds||LS1 4AP|GB|+44-113-496-0000 ext. 5"],
            ),
            // A company, with two addresses.
            (
                "BEGIN:VCARD\nVERSION:3.0\nFN:ACME LLC\nORG:ACME LLC;Sales\n\
                 ADR;TYPE=work:;Suite 4;100 Main St;Nashville;TN;37206;USA\n\
                 ADR;TYPE=work:PO Box 9;;;Memphis;TN;38101;USA\nEND:VCARD\n",
                &[
                    "ACME LLC||100 Main St|Suite 4||Nashville|TN|37206|US",
                    "ACME LLC||PO Box 9|||Memphis|TN|38101|US",
                ],
            ),
        ] {
            assert_eq!(forms(card), expected, "{card}");
        }
    }

    /// One unknown country does not keep the other addresses of a card away.
    #[test]
    fn o36_an_unknown_country_concerns_one_address() {
        let rows = read(
            "BEGIN:VCARD\nFN:Ann\nADR:;;1 A St;B;;1;Atlantis\nADR:;;1 Side St;Oslo;;0150;Norway\n\
             END:VCARD\n",
        );
        let results: Vec<bool> = rows.iter().map(|(_, row)| row.is_ok()).collect();
        assert_eq!(results, [false, true]);
    }
}
