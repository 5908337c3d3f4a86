//! Parsing and writing of address tables.

use super::super::vcard::{self, Version};
use super::*;
use crate::parcel::address_parts;
use crate::tables::text_encoding::Encoding;
use OrderField::{City, Country, FirstName, LastName, Name, State, Street1, Street2, Zip};
use Target::Field as F;

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

#[track_caller]
fn table(text: &str) -> AddressTable {
    AddressTable::read(text, None).unwrap()
}

fn read(text: &str) -> Vec<Read> {
    let mut rows = Vec::new();
    table(text).read_rows(|read| {
        rows.push(read);
        true
    });
    rows
}

fn targets(text: &str) -> Vec<Target> {
    table(text).layout.columns.iter().map(|column| column.target).collect()
}

/// name | company | street 1 to 3 | city | state | zip | country | phone | email | groups
#[track_caller]
fn forms(text: &str) -> Vec<String> {
    let entry = |(line, row): Read| {
        let entry = row.unwrap_or_else(|refused| panic!("line {line}: {}", refused.why));
        let fields = address_parts::parts(&entry.form).join("|");
        [&fields, "|", &entry.groups.join("; ")].concat().trim_end_matches('|').to_owned()
    };
    read(text).into_iter().map(entry).collect()
}

#[test]
fn headings_mean_what_they_mean_for_orders() {
    for (heading, target) in [
        ("ship_to_name", F(Name)),
        ("Código postal", F(Zip)),
        ("Order number", Target::Skip),
        ("Town/City", F(City)),
        ("Ctry", F(Country)),
        ("City/State", Target::Skip),
        ("Business Country/Region", Target::Skip),
        ("Categories", Target::Groups),
    ] {
        let columns = targets(&format!("{heading};Vorname;Nachname\nx;y;z\n"));
        assert_eq!(columns, [target, F(FirstName), F(LastName)], "{heading}");
    }
}

/// W10
#[test]
fn st_is_the_state_beside_a_street() {
    assert_eq!(
        targets("Name,Addr1,Town/City,St,Zip/Postal"),
        [F(Name), F(Street1), F(City), F(State), F(Zip)]
    );
    assert_eq!(targets("Name,St,City,State"), [F(Name), F(Street1), F(City), F(State)]);
}

/// W10
#[test]
fn a_column_with_words_that_are_not_imported_is_known() {
    let text = "Name,Street,City,Gift,Empty,\nAnn,1 Main St,Oslo,ring twice,,\n\
                Bob,2 Main St,Oslo,,,,beyond\n";
    let mut table = table(text);
    assert_eq!(table.find_unused(), [3, 6]);
    table.layout.assign(3, F(Street2));
    assert_eq!(table.find_unused(), [6]);
    // Two columns cannot be one field: the one that had it is left out, and known to be.
    table.layout.assign(3, F(Street1));
    assert_eq!(table.layout.columns[1].target, Target::Skip);
    assert_eq!(table.find_unused(), [1, 6]);
}

#[test]
fn rows_keep_their_line_and_tell_what_they_lack() {
    let text = "First name;Last name;Address;City;PLZ;Land;Tel\n\
                Ann;Lee;\"12 Main St; rear\";Bonn;53111;Germany;'+49 228 1\n\
                \n\
                ;;5 High St;Leeds;LS1;GB;\n\
                Bob;Ray;1 Low St;Oslo;0150;Atlantis;\n";
    let layout = table(text).layout;
    assert_eq!((layout.separator, layout.headings), (b';', true));
    let rows = read(text);
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
                Ana;Gil;;Reforma 1;Puebla;Pue.;06600;Mexico;ana@example.com;sí\n\
                ;;Muster;Hauptstr. 1;Bonn;;53111;Alemania;;no\n";
    let rows = read(text);
    let form = |at: usize| &rows[at].1.as_ref().unwrap().form;
    let (ana, bonn) = (form(0), form(1));
    assert_eq!(
        [&ana.name, &ana.city, &ana.zip, &ana.country, &ana.email],
        ["Ana Gil", "Puebla", "06600", "MX", "ana@example.com"]
    );
    assert_eq!([&bonn.name, &bonn.country], ["Muster", "DE"]);
    assert_eq!([ana.residential, bonn.residential], [Some(true), Some(false)]);
}

#[test]
fn a_table_without_headings_is_read_in_the_order_of_an_export() {
    let text = "Ann Lee,,12 Main St,,,Chicago,IL,60606\n";
    assert!(!table(text).layout.headings);
    assert_eq!(forms(text), ["Ann Lee||12 Main St|||Chicago|IL|60606|US"]);
}

/// One address of several: the first that is not blank, with all of its parts.
#[test]
fn o36_contacts_of_google_are_read() {
    let newer = "First Name,Middle Name,Last Name,Organization Name,Notes,Labels,E-mail 1 - Label,\
         E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,\
         Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,\
         Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address\n\
         Ana,,Test,ACME,,* myContacts,* Work,ana@example.com,Mobile,+1 615-555-0100,Home,\
         \"100 Main St\nNashville, TN 37206\nUS\",100 Main St,Nashville,,TN,37206,US,Apt 4\n\
         Bob,,Other,,,* VIP ::: * myContacts,,,Mobile,(617) 555-0101 ::: (617) 555-0102,Home,\
         \"9 Elm Ct\nBoston, MA 2116\",9 Elm Ct,Boston,,MA,2116,US,\n\
         Cy,,Third,,,,,,,,,\"7 Oak Rd\nLeeds\nWest Yorkshire\nLS1 4AP\nUnited Kingdom\",,,,,,,\n";
    assert_eq!(
        forms(newer),
        [
            "Ana Test|ACME|100 Main St|Apt 4||Nashville|TN|37206|US|+1 615-555-0100|ana@example.com",
            "Bob Other||9 Elm Ct|||Boston|MA|02116|US|(617) 555-0101||VIP",
            "Cy Third||7 Oak Rd|||Leeds|West Yorkshire|LS1 4AP|GB",
        ]
    );
    let older = "Name,Given Name,Additional Name,Family Name,Yomi Name,Nickname,Birthday,Gender,\
         Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,\
         Organization 1 - Type,Organization 1 - Name,Address 1 - Type,Address 1 - Formatted,\
         Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,\
         Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address,\
         Address 2 - Type,Address 2 - Street,Address 2 - City,Address 2 - Region,\
         Address 2 - Postal Code,Address 2 - Country,Website 1 - Type,Website 1 - Value\n\
         Eva Muster,Eva,,Muster,,,,,* myContacts ::: * Shop,* Home,eva@example.com,Home,\
         +49 351 1,,Muster GmbH,Home,,Hauptstr. 5,Dresden,,,1067,Deutschland,,\
         Work,1 Side St,Leeds,,LS1 4AP,UK,Profile,x\n\
         Dan Two,Dan,,Two,,,,,,,,,,,,Home,,,,,,,,,Work,5 High St,Austin,TX,78701,,,\n";
    assert_eq!(
        forms(older),
        [
            "Eva Muster|Muster GmbH|Hauptstr. 5|||Dresden||01067|DE|+49 351 1|eva@example.com|Shop",
            "Dan Two||5 High St|||Austin|TX|78701|US",
        ]
    );
}

#[test]
fn o36_contacts_of_outlook_are_read() {
    let text = "First Name,Middle Name,Last Name,Company,Business Street,Business Street 2,\
         Business City,Business State,Business Postal Code,Business Country/Region,Home Street,\
         Home City,Home State,Home Postal Code,Home Country/Region,E-mail Address,Mobile Phone,\
         Business Phone\n\
         Ana,,Test,ACME,100 Main St,Suite 4,Nashville,Tennessee,37206,United States (US),,,,,,\
         ana@example.com,+1 615-555-0100,\n\
         Bob,,Other,,,,,,,,9 Elm Ct,Boston,MA,02116,United States of America,bob@example.com,,\n\
         Cy,,Third,,1 Work Rd,,Reno,NV,89502,,7 Oak Rd,Ely,NV,89301,,,,775-555-0100\n";
    assert_eq!(
        forms(text),
        [
            "Ana Test|ACME|100 Main St|Suite 4||Nashville|TN|37206|US|+1 615-555-0100|ana@example.com",
            "Bob Other||9 Elm Ct|||Boston|MA|02116|US||bob@example.com",
            "Cy Third||1 Work Rd|||Reno|NV|89502|US|775-555-0100",
        ]
    );
    // Home before business, with an address that is neither.
    let text = "Title;First Name;Last Name;Company;Home Street;Home City;Home State;\
         Home ZIP/Postal Code;Home Country/Region;Other Street;Other City;Other State/Province;\
         Other Postal Code;Other Country/Region;Home Phone;Categories\n\
         Dr.;Eva;Muster;;;;;;;Rue X 5;Paris;;75001;Francia;0351 1;Shop\n";
    assert_eq!(forms(text), ["Eva Muster||Rue X 5|||Paris||75001|FR|0351 1||Shop"]);
}

/// W41 too: the zeros of a ZIP are restored, and one of another state is refused with the reason.
#[test]
fn o36_a_lost_zero_comes_back() {
    let text = "Name,Address,City,State,ZIP,Country\n\
         Bob Other,9 Elm Ct,Boston,MA,2116,USA\n\
         Eva Müller,Hauptstr. 5,Dresden,,1067,Deutschland\n\
         Ann Pike,4 Bay Rd,Portland,Maine,4101,\n\
         Ole Vik,Storgata 1,Oslo,,150,Norge\n";
    assert_eq!(
        forms(text),
        [
            "Bob Other||9 Elm Ct|||Boston|MA|02116|US",
            "Eva Müller||Hauptstr. 5|||Dresden||01067|DE",
            "Ann Pike||4 Bay Rd|||Portland|ME|04101|US",
            "Ole Vik||Storgata 1|||Oslo||0150|NO",
        ]
    );
    let text =
        "Name,Street,City,State,ZIP\nBob,9 Elm Ct,Austin,TX,10001\nCy,9 Elm Ct,Austin,TX,2116\n";
    let why = |(_, row): Read| row.unwrap_err().why.to_string();
    let reasons: Vec<String> = read(text).into_iter().map(why).collect();
    assert!(reasons[0].contains("New York") && reasons[1].contains("2116"), "{reasons:?}");
}

#[test]
fn o13_o21_a_cell_that_is_not_what_a_person_wrote_is_refused_with_the_reason() {
    let text = "Name,Street,Street 2,City,State,ZIP,Birthday\n\
         Ana,9 Elm Ct,12-May,Austin,TX,78701,12-May\n\
         ZoÃ« BÃ©ranger,9 Elm Ct,,Austin,TX,78701,\n\
         Bob,9 Elm Ct,Apt 4,Austin,TX,78701,12-May\n";
    let rows: Vec<Read> = read(text);
    let why = |at: usize| rows[at].1.as_ref().unwrap_err().why.to_string();
    assert!(why(0).contains("“12-May”"), "{}", why(0));
    assert!(why(1).contains("can’t be read"), "{}", why(1));
    assert!(rows[2].1.is_ok(), "the birthday is not imported");
}

#[test]
fn o36_a_whole_address_in_one_column_is_read() {
    let text = "Name,Address\n\
         Ana Test,\"100 Main St, Nashville, TN 37206\"\n\
         Harlan Tweed,\"PO Box 4471,Santa Fe,New Mexico,87502\"\n";
    assert_eq!(
        forms(text),
        [
            "Ana Test||100 Main St|||Nashville|TN|37206|US",
            "Harlan Tweed||PO Box 4471|||Santa Fe|NM|87502|US",
        ]
    );
}

#[test]
fn o33_a_company_without_a_person_is_the_name() {
    let text = "Name,Company,Street,City,State,ZIP\n\
         ,ACME LLC,100 Main St,Nashville,TN,37206\nAna,ACME LLC,100 Main St,Nashville,TN,37206\n";
    assert_eq!(
        forms(text),
        [
            "ACME LLC||100 Main St|||Nashville|TN|37206|US",
            "Ana|ACME LLC|100 Main St|||Nashville|TN|37206|US",
        ]
    );
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
            state: "Cairo".to_owned(),
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
    // A company without a person is the name.
    let mut company =
        Entry { form: AddressForm { name: String::new(), ..entry().form }, groups: Vec::new() };
    let card = vcard::write(&company, Version::V4);
    company.form.name_by_company();
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
    written.write_record(as_exported().map(|(_, name)| name)).unwrap();
    let mut entry = entry();
    entry.form.residential = Some(true);
    // Group names must not contain a separator of groups.
    entry.groups = vec!["Friends".to_owned(), "VIP".to_owned()];
    written.write_record(cells(&entry)).unwrap();
    let text = String::from_utf8(written.into_inner().unwrap()).unwrap();
    assert!(text.contains("'=Sample"), "no cell is a formula");
    assert_eq!(read(&text), vec![(2, Ok(entry))]);
}
