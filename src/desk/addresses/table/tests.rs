//! Parsing and writing of address tables.

use super::super::vcard::{self, Version};
use super::*;
use crate::desk::records::text_encoding::Encoding;

fn utf16(text: &str, mark: bool) -> Vec<u8> {
    let mark: &[u8] = if mark { &[0xff, 0xfe] } else { &[] };
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    mark.iter().copied().chain(units).collect()
}

#[test]
fn encodings_are_told_apart() {
    let text = "Name,Street\nJürgen Groß,Löwenstraße 1\n";
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, encoding) in [
        (text.as_bytes().to_vec(), Encoding::Utf8),
        (format!("\u{feff}{text}").into_bytes(), Encoding::Utf8),
        (latin, Encoding::Latin1),
        (utf16(text, true), Encoding::Utf16Le),
        (utf16(text, false), Encoding::Utf16Le),
        (big, Encoding::Utf16Be),
    ] {
        assert_eq!(Encoding::detect(&bytes), encoding);
        assert_eq!(encoding.decode(&bytes), text, "{encoding:?}");
    }
    assert_eq!(Encoding::detect(b""), Encoding::Utf8);
}

#[test]
fn code_pages_a_person_chooses_are_read() {
    for (encoding, bytes, text) in [
        (Encoding::Latin1, &[0x80, b'5', 0x96, 0x81][..], "€5–\u{81}"),
        (Encoding::CentralEuropean, b"\xa3\xf3d\x9f", "Łódź"),
        (Encoding::Cyrillic, b"\xcc\xe8\xed\xf1\xea", "Минск"),
        (Encoding::Greek, b"\xc1\xe8\xde\xed\xe1", "Αθήνα"),
        (Encoding::Turkish, b"\xddzmir", "İzmir"),
        (Encoding::Baltic, b"R\xeegas", "Rīgas"),
        (Encoding::Japanese, b"\x93\x8c\x8b\x9e", "東京"),
        (Encoding::ChineseSimplified, b"\xb1\xb1\xbe\xa9", "北京"),
        (Encoding::ChineseTraditional, b"\xa5x\xa5_", "台北"),
        (Encoding::Korean, b"\xbc\xad\xbf\xef", "서울"),
        (Encoding::Utf8, b"a\xffb", "a\u{fffd}b"),
        (Encoding::Utf16Be, b"\xfe\xff\xd8\x00\0a", "\u{fffd}a"),
    ] {
        assert_eq!(encoding.decode(bytes), text, "{encoding:?}");
    }
    for (at, encoding) in Encoding::ALL.iter().enumerate() {
        let before = &Encoding::ALL[..at];
        assert!(!before.contains(encoding), "{encoding:?} twice");
    }
}

#[test]
fn headings_of_many_shops_are_understood() {
    for (heading, target) in [
        ("Full Name", Target::Name),
        ("ship_to_name", Target::Name),
        ("Recipient City", Target::City),
        ("Address Line 1", Target::Street1),
        ("address2", Target::Street2),
        ("Town", Target::City),
        ("PLZ", Target::Zip),
        ("Postal Code", Target::Zip),
        ("E-Mail", Target::Email),
        ("Nombre", Target::Name),
        ("Código postal", Target::Zip),
        ("CIUDAD DEL DESTINATARIO", Target::City),
        ("Dirección 2", Target::Street2),
        ("Teléfono", Target::Phone),
        ("Correo electrónico", Target::Email),
        ("Provincia", Target::State),
        ("Order number", Target::Skip),
        ("Town/City", Target::City),
        ("Addr 2", Target::Street2),
        ("Addr1", Target::Street1),
        ("Address (line 1)", Target::Street1),
        ("Ctry", Target::Country),
        ("Postcode", Target::Zip),
        ("Zip/Postal", Target::Zip),
        ("ZIP or postal code", Target::Zip),
        ("Ship to: State / Province", Target::State),
        ("City/State", Target::Skip),
    ] {
        assert_eq!(Target::guess(heading), target, "{heading}");
    }
}

/// W10
#[test]
fn st_is_the_state_beside_a_street() {
    let columns = |headings: &str| Layout::guess(headings).columns;
    assert_eq!(
        columns("Name,Addr1,Town/City,St,Zip/Postal"),
        [Target::Name, Target::Street1, Target::City, Target::State, Target::Zip]
    );
    assert_eq!(
        columns("Name,St,City,State"),
        [Target::Name, Target::Street1, Target::City, Target::State]
    );
}

/// W10
#[test]
fn a_column_with_words_that_are_not_imported_is_known() {
    let text = "Name,Street,City,Note,Empty,\nAnn,1 Main St,Oslo,ring twice,,\n\
                Bob,2 Main St,Oslo,,,,beyond\n";
    let mut layout = Layout::guess(text);
    assert_eq!(layout.find_unused(text), [3, 6]);
    layout.assign(3, Target::Street2);
    assert_eq!(layout.find_unused(text), [6]);
    // Two columns cannot be one field: the one that had it is left out, and known to be.
    layout.assign(3, Target::Street1);
    assert_eq!(layout.columns[1], Target::Skip);
    assert_eq!(layout.find_unused(text), [1, 6]);
}

#[test]
fn rows_keep_their_line_and_tell_what_they_lack() {
    let text = "First name;Last name;Address;City;PLZ;Land;Tel\n\
                Ann;Lee;\"12 Main St; rear\";Bonn;53111;Germany;'+49 228 1\n\
                \n\
                ;;5 High St;Leeds;LS1;GB;\n\
                Bob;Ray;1 Low St;Oslo;0150;Atlantis;\n";
    let layout = Layout::guess(text);
    assert_eq!((layout.separator, layout.headings), (b';', true));
    let rows: Vec<Read> = layout.rows(text).collect();
    let (line, ann) = &rows[0];
    let ann = &ann.as_ref().unwrap().form;
    assert_eq!(
        (*line, ann.name.as_str(), ann.street1.as_str(), ann.country.as_str(), ann.phone.as_str()),
        (2, "Ann Lee", "12 Main St; rear", "DE", "+49 228 1")
    );
    assert_eq!(rows[1], (4, Err(Refused::new("", "Name or company is missing"))));
    assert_eq!(rows[2].1, Err(Refused::new("Bob Ray", "Unknown country: Atlantis")));
    assert_eq!(rows.len(), 3);
}

#[test]
fn a_spanish_table_is_read() {
    let text = "Nombre;Apellidos;Empresa;Calle;Ciudad;Estado;C.P.;País;Correo;Residencial\n\
                Ana;Gil;;Reforma 1;México;CDMX;06600;Mexico;ana@example.com;sí\n\
                ;;Muster;Hauptstr. 1;Bonn;;53111;Alemania;;no\n";
    let rows: Vec<Read> = Layout::guess(text).rows(text).collect();
    let form = |at: usize| &rows[at].1.as_ref().unwrap().form;
    let (ana, bonn) = (form(0), form(1));
    assert_eq!(
        [&ana.name, &ana.state, &ana.zip, &ana.country, &ana.email],
        ["Ana Gil", "CDMX", "06600", "MX", "ana@example.com"]
    );
    assert_eq!([&bonn.company, &bonn.country], ["Muster", "DE"]);
    assert_eq!([ana.residential, bonn.residential], [Some(true), Some(false)]);
}

#[test]
fn a_table_without_headings_is_read_in_the_order_of_an_export() {
    let text = "Ann Lee,,12 Main St,,,Chicago,IL,60606\n";
    let layout = Layout::guess(text);
    assert!(!layout.headings);
    let rows: Vec<Read> = layout.rows(text).collect();
    let form = &rows[0].1.as_ref().unwrap().form;
    assert_eq!((form.name.as_str(), form.zip.as_str()), ("Ann Lee", "60606"));
}

fn entry() -> Entry {
    Entry {
        form: AddressForm {
            name: "陳大文, \"Big\"; \\Man".to_owned(),
            company: "=Sample, Ltd; \"Ünal\" \\ Söhne und ein Name, der länger ist als eine Zeile sein darf".to_owned(),
            street1: "1; Löwenstraße, rear".to_owned(),
            street2: "Apt 5".to_owned(),
            street3: "c/o Lee".to_owned(),
            city: "القاهرة".to_owned(),
            state: "C".to_owned(),
            zip: "11511".to_owned(),
            country: "EG".to_owned(),
            phone: "+20 2 555".to_owned(),
            email: "a@example.com".to_owned(),
            ..AddressForm::default()
        },
        groups: vec!["Friends; family, all".to_owned(), "VIP".to_owned()],
    }
}

#[test]
fn cards_come_back_as_they_went() {
    for version in [Version::V3, Version::V4] {
        let card = vcard::write(&entry(), version);
        assert!(card.lines().all(|line| line.len() <= 75), "{card}");
        assert!(card.split("\r\n").count() > 10 && !card.replace("\r\n", "").contains('\n'));
        assert!(vcard::is_vcard(&card));
        assert_eq!(vcard::read(&card), vec![(1, Ok(entry()))]);
    }
    let company =
        Entry { form: AddressForm { name: String::new(), ..entry().form }, groups: Vec::new() };
    let card = vcard::write(&company, Version::V4);
    assert_eq!(vcard::read(&card), vec![(1, Ok(company))]);
}

#[test]
fn cards_of_other_programs_are_read() {
    let text = "BEGIN:VCARD\nVERSION:3.0\nN:Lee;Ann;Q;Dr.;\nORG:Sample Goods;Sales\n\
                item1.ADR;TYPE=\"work:x\":;Suite 5;12 Main\n  St;Chicago;IL;60606;United States\n\
                ADR;TYPE=home:;;1 Side St;Oslo;;0150;Norway\n\
                TEL;VALUE=uri:tel:+1-312-555-0100\nEND:VCARD\n\
                BEGIN:VCARD\nFN:No Where\nEND:VCARD\nBEGIN:VCARD\nFN:Cut\n";
    let rows = vcard::read(text);
    let ann = &rows[0].1.as_ref().unwrap().form;
    assert_eq!(
        (ann.name.as_str(), ann.company.as_str(), ann.street1.as_str(), ann.street2.as_str()),
        ("Dr. Ann Q Lee", "Sample Goods", "12 Main St", "Suite 5")
    );
    assert_eq!(ann.phone, "+1-312-555-0100");
    assert_eq!(rows[1].1.as_ref().unwrap().form.country, "NO");
    assert_eq!(rows[2], (10, Err(Refused::new("No Where", "The vCard has no postal address"))));
    assert_eq!(rows[3], (13, Err(Refused::new("", "The vCard is incomplete"))));
}

#[test]
fn a_table_comes_back_as_it_went() {
    let mut written = ::csv::Writer::from_writer(Vec::new());
    written.write_record(AS_EXPORTED.map(|(_, name)| name)).unwrap();
    let mut entry = entry();
    entry.form.residential = Some(true);
    // Group names must not contain a separator of groups.
    entry.groups = vec!["Friends".to_owned(), "VIP".to_owned()];
    written.write_record(cells(&entry)).unwrap();
    let text = String::from_utf8(written.into_inner().unwrap()).unwrap();
    assert!(text.contains("'=Sample"), "no cell is a formula");
    let rows: Vec<Read> = Layout::guess(&text).rows(&text).collect();
    assert_eq!(rows, vec![(2, Ok(entry))]);
}
