//! Import of address files into the address book, and export.

use postroom::desk::addresses::WINDOW;
use postroom::desk::addresses::export::Format;
use postroom::desk::addresses::import::ImportIntent;
use postroom::desk::addresses::table::Target;
use postroom::tables::text_encoding::Encoding;

use super::addresses::{ask, chicago, lists, save, show, wait_for_work};
use crate::prelude::*;

/// Reads a file and waits until its preview is shown.
#[track_caller]
fn read(desk: &mut TestDesk, path: &Path) {
    ask(desk, AddressIntent::Import(ImportIntent::ReadFile(path.to_owned())));
    desk.run_until("the preview", |state| {
        let preview = &state.addresses.import.preview;
        !preview.is_loading() && (preview.value().is_some() || preview.trouble().is_some())
    });
}

fn write(world: &DeskFixture, name: &str, bytes: &[u8]) -> PathBuf {
    let path = world.folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn results(desk: &TestDesk) -> &[BatchRow] {
    &desk.state().addresses.work.as_ref().unwrap().rows
}

const TABLE: &str = "Recipient;Street address;Town;Region;PLZ;Land;Note\n\
    Jürgen Groß;Löwenstraße 1;Bonn;;53111;Germany;x\n\
    ;;Nowhere;;;;bad\n\
    Zoë Ünal;Rue de l'Été 5;Paris;;75001;Atlantis;bad\n\
    Renée Ça;Königsallee 7;Düsseldorf;;40212;DE;\n";

#[test]
fn tables_in_three_encodings_are_mapped_seen_and_imported() {
    let latin: Vec<u8> = TABLE.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let wide: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(TABLE.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for (encoding, bytes) in [
        (Encoding::Utf8, TABLE.as_bytes().to_vec()),
        (Encoding::Latin1, latin),
        (Encoding::Utf16Le, wide),
    ] {
        let world = DeskFixture::new();
        let mut desk = world.open();
        let path = write(&world, "book.csv", &bytes);
        read(&mut desk, &path);
        let preview = desk.state().addresses.import.preview.value().unwrap().clone();
        assert_eq!((preview.encoding, preview.good, preview.bad), (encoding, 2, 2), "{encoding:?}");
        let lines: Vec<u64> = preview.errors.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [3, 4]);
        let mut layout = preview.layout.unwrap();
        let targets: Vec<Target> = layout.columns.iter().map(|column| column.target).collect();
        let fields = [
            OrderField::Name,
            OrderField::Street1,
            OrderField::City,
            OrderField::State,
            OrderField::Zip,
            OrderField::Country,
        ];
        assert_eq!(targets[..6], fields.map(Target::Field));
        // The user maps the note column to groups; the preview is read again before anything is
        // written.
        layout.assign(6, Target::Groups);
        ask(
            &mut desk,
            AddressIntent::Import(ImportIntent::ReadAs { encoding, layout: Some(layout) }),
        );
        desk.run_until("read again", |state| {
            let preview = state.addresses.import.preview.value();
            preview.is_some_and(|preview| preview.rows[0].1.groups == ["x"])
                && !state.addresses.import.preview.is_loading()
        });
        assert_eq!(desk.state().ship.book.count, 0, "nothing is written before it is wanted");
        for (round, counts) in [(1, [2, 0, 2]), (2, [0, 2, 2])] {
            if round == 2 {
                ask(&mut desk, AddressIntent::Work(BatchIntent::Close));
                read(&mut desk, &path);
            }
            ask(&mut desk, AddressIntent::Import(ImportIntent::Run));
            wait_for_work(&mut desk);
            let tally = desk.state().addresses.work.as_ref().unwrap().tally();
            assert_eq!(
                (tally.done, tally.left, tally.failed, tally.total()),
                (counts[0], counts[1], counts[2], 4),
                "round {round}"
            );
        }
        let bad = results(&desk).iter().find(|result| result.line == Some(4)).unwrap();
        assert!(
            matches!(&bad.state, RowState::Failed(trouble) if trouble.cause.contains("Atlantis")),
            "{bad:?}"
        );
        assert!(bad.subject.ends_with("nal"), "{bad:?}");
        lists(&mut desk, "dusseldorf", None, &["Renée Ça"]);
        lists(&mut desk, "", Some("x"), &["Jürgen Groß"]);
    }
}

#[test]
fn a_file_that_is_none_says_so() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    read(&mut desk, &world.folder.join("missing.csv"));
    let trouble = desk.state().addresses.import.preview.trouble().unwrap().clone();
    assert!(trouble.cause.contains("missing.csv"), "{trouble:?}");
    let empty = write(&world, "empty.csv", b"\n\n");
    read(&mut desk, &empty);
    let trouble = desk.state().addresses.import.preview.trouble().unwrap().clone();
    assert!(trouble.cause.contains("contains no addresses"), "{trouble:?}");
}

#[test]
fn cards_and_tables_go_out_and_come_back() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    let full = AddressForm {
        company: "=Ünal; \"Söhne\", Ltd".to_owned(),
        street2: "Floor 3".to_owned(),
        phone: "+1 312 555 0100".to_owned(),
        email: "ann@example.com".to_owned(),
        ..chicago("陳大文")
    };
    save(&mut desk, full.clone(), &["VIP"]);
    save(&mut desk, chicago("Bob Ray"), &[]);
    show(&mut desk, "", None, |state| state.addresses.matching == 2);
    for (format, name) in
        [(Format::VCard3, "a.vcf"), (Format::VCard4, "b.vcf"), (Format::Csv, "c.csv")]
    {
        let file = world.folder.join(name);
        ask(&mut desk, AddressIntent::Export { file: file.clone(), format });
        desk.run_until("written", |state| {
            state
                .notices
                .iter()
                .any(|notice| notice.text == format!("Exported 2 addresses to {}", file.display()))
        });
        let fresh = DeskFixture::new();
        let mut other = fresh.open();
        read(&mut other, &file);
        ask(&mut other, AddressIntent::Import(ImportIntent::Run));
        wait_for_work(&mut other);
        show(&mut other, "ann@example", None, |state| state.addresses.matching == 1);
        let back = other.state().addresses.rows[0].clone();
        assert_eq!(
            (&back.form, back.groups.as_slice()),
            (&full, ["VIP".to_owned()].as_slice()),
            "{name}"
        );
    }
    // An export contains the rows that the search shows.
    lists(&mut desk, "bob", None, &["Bob Ray"]);
    let file = world.folder.join("bob.csv");
    ask(&mut desk, AddressIntent::Export { file: file.clone(), format: Format::Csv });
    desk.run_until_told("bob.csv");
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains("Bob Ray") && !text.contains("ann@example.com"));
}

#[test]
fn a_cancelled_import_keeps_what_it_wrote() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    let mut text = "Name,Street,City,State,ZIP\n".to_owned();
    for number in 0..30_000 {
        text.push_str(&format!("Person {number},{number} Main St,Chicago,IL,60606\n"));
    }
    let path = write(&world, "long.csv", text.as_bytes());
    read(&mut desk, &path);
    ask(&mut desk, AddressIntent::Import(ImportIntent::Run));
    desk.run_until("some", |state| {
        state.addresses.work.as_ref().is_some_and(|work| work.tally().done > 0)
    });
    ask(&mut desk, AddressIntent::Work(BatchIntent::Cancel));
    wait_for_work(&mut desk);
    let work = desk.state().addresses.work.clone().unwrap();
    let written = work.tally().done;
    assert!(work.cancelled && written < 30_000 && work.trouble.is_none());
    assert_eq!(work.tally().called_off, 30_000 - written);
    show(&mut desk, "", None, |state| state.addresses.matching == written);
    assert_eq!(desk.state().addresses.rows.len(), usize::try_from(WINDOW).unwrap());
}
