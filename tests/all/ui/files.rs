//! Choosing files and folders: every place that asks for one, with a test chooser instead of the
//! system's dialogs.

mod places;

use std::cell::RefCell;
use std::rc::Rc;

use postroom::base::folders::UserFolders;
use postroom::desk::addresses::import::ImportIntent;
use postroom::ui::dialogs::{FileChooser, FileDialogKind, Files, Outcome, Question, Reply};

use self::places::{Place, places, with_addresses};

use crate::prelude::*;

/// Dialogs that the test answers.
#[derive(Clone, Default)]
pub struct Dialogs(Rc<RefCell<Vec<(Question, Reply)>>>);

impl FileChooser for Dialogs {
    fn open(&mut self, question: Question, reply: Reply) {
        self.0.borrow_mut().push((question, reply));
    }
}

impl Dialogs {
    pub fn of(files: &mut Files) -> Self {
        let dialogs = Self::default();
        let folders = UserFolders {
            documents: Some(PathBuf::from("/home/clerk/Documents")),
            downloads: Some(PathBuf::from("/home/clerk/Downloads")),
        };
        files.use_chooser(Box::new(dialogs.clone()), folders, || {});
        dialogs
    }

    /// The request of the only open dialog.
    #[track_caller]
    pub fn question(&self) -> Question {
        let open = self.0.borrow();
        assert_eq!(open.len(), 1, "one dialog is open");
        open[0].0.clone()
    }

    #[track_caller]
    pub fn answer(&self, outcome: Outcome) {
        let (_, reply) = self.0.borrow_mut().pop().expect("a dialog is open");
        reply.send(outcome);
    }

    #[track_caller]
    pub fn choose(&self, path: &str) {
        self.answer(Outcome::Chosen(PathBuf::from(path)));
    }
}

/// Opens the place's dialog.
fn asked(place: &Place) -> (AnsweringScene, Dialogs) {
    let mut board = AnsweringScene::new();
    let dialogs = Dialogs::of(&mut board.window.local.files);
    board.go_to(place.panel);
    (place.set_up)(&mut board);
    for name in place.clicks {
        board.click(name);
    }
    (board, dialogs)
}

#[track_caller]
fn done(board: &AnsweringScene, place: &Place, times: usize) {
    assert_eq!(board.count(place.done), times, "{}: {:?}", place.title, board.asked);
}

#[test]
fn every_place_asks_with_its_name_its_filter_and_its_folder() {
    for place in places() {
        let (mut board, dialogs) = asked(&place);
        let question = dialogs.question();
        assert_eq!(question.title, place.title);
        assert_eq!(question.wanted, place.wanted, "{}", place.title);
        let extensions: Vec<&str> = question
            .filters
            .iter()
            .flat_map(|(_, extensions)| extensions.iter().copied())
            .collect();
        assert_eq!(extensions, place.extensions, "{}", place.title);
        let folder = question.folder.as_deref();
        assert_eq!(folder, Some(Path::new(place.begins)), "{}", place.title);

        dialogs.choose(place.chosen);
        board.settle();
        done(&board, &place, 1);
        board.shot(&format!("file-{}", place.title));
    }
}

#[test]
fn the_folder_used_last_is_where_the_next_dialog_begins() {
    for place in places() {
        let (mut board, dialogs) = asked(&place);
        dialogs.choose(place.chosen);
        board.settle();
        let changed = board.asked.iter().rev().find_map(|intent| match intent {
            Intent::ChangeSettings(settings) => Some((**settings).clone()),
            _ => None,
        });
        let mut again = AnsweringScene::new();
        let dialogs = Dialogs::of(&mut again.window.local.files);
        again.state.settings = changed.expect(place.title);
        again.go_to(place.panel);
        (place.set_up)(&mut again);
        for name in place.clicks {
            again.click(name);
        }
        let folder = dialogs.question().folder;
        assert_eq!(folder, Some(PathBuf::from("/media/stick")), "{}", place.title);
    }
}

#[test]
fn a_cancelled_dialog_changes_nothing() {
    for place in places() {
        let (mut board, dialogs) = asked(&place);
        let before = board.asked.len();
        dialogs.answer(Outcome::Cancelled);
        board.settle();
        let after = &board.asked[before..];
        assert!(after.is_empty(), "{}: {after:?}", place.title);
        assert!(!board.stage.shows("A file dialog is open"), "{}", place.title);
        assert!(board.stage.find("Cancel the path").is_err(), "{}", place.title);
    }
}

/// While a dialog is open, the window is still drawn, names the dialog and opens no second one.
#[test]
fn one_dialog_at_a_time() {
    for place in places() {
        let (mut board, dialogs) = asked(&place);
        let words = format!("A file dialog is open: {}", place.title);
        assert!(board.stage.shows(&words), "{words}");
        board.shot(&format!("file-open-{}", place.title));
        let last = place.clicks.last().unwrap();
        if let Ok(button) = board.stage.find(last) {
            assert!(button.disabled, "{last}");
            let reason = button.description.unwrap_or_default();
            assert!(reason.contains("A file dialog is open"), "{last}: {reason}");
        }
        assert_eq!(dialogs.question().title, place.title);
    }
}

#[test]
fn without_a_dialog_the_path_is_typed_and_the_reason_said() {
    for place in places() {
        let (mut board, dialogs) = asked(&place);
        dialogs.answer(Outcome::Unavailable("No dialog here".to_owned()));
        board.settle();
        assert!(board.stage.shows("No dialog here"), "{}", place.title);
        board.shot(&format!("file-typed-{}", place.title));
        let (field, go) = match place.wanted {
            FileDialogKind::FileToRead => ("File to open", "Open file"),
            FileDialogKind::FileToWrite { .. } => ("File to save", "Save file"),
            FileDialogKind::Folder => ("Folder", "Use folder"),
        };
        let proposed = board.value(field);
        assert!(proposed.starts_with(place.begins), "{}: {proposed}", place.title);
        board.type_into(field, place.chosen);
        done(&board, &place, 0);
        board.click(go);
        done(&board, &place, 1);
        assert!(board.stage.find(go).is_err(), "{}", place.title);
        // The user was not asked about replacing an existing file.
        let replaces = |intent: &Intent| {
            matches!(
                intent,
                Intent::Labels(LabelIntent::Save { to: SaveTo::File { replace: true, .. }, .. })
                    | Intent::Documents(DocumentIntent::Save {
                        to: SaveTo::File { replace: true, .. },
                        ..
                    })
            )
        };
        assert_eq!(board.count(replaces), 0, "{}", place.title);
    }
}

#[test]
fn a_person_may_type_instead() {
    let place = &places()[3];
    let (mut board, dialogs) = asked(place);
    board.click("Type the path instead");
    board.type_into("File to save", place.chosen);
    // The answer of the abandoned dialog is ignored.
    dialogs.choose("/elsewhere/s.csv");
    board.settle();
    done(&board, place, 0);
    board.click("Save file");
    done(&board, place, 1);

    let mut board = AnsweringScene::new();
    let dialogs = Dialogs::of(&mut board.window.local.files);
    board.state.settings.type_paths = true;
    board.go_to(place.panel);
    (place.set_up)(&mut board);
    board.click("Export CSV…");
    assert!(dialogs.0.borrow().is_empty());
    board.click("Cancel the path");
    assert!(board.stage.find("File to save").is_err());
}

#[test]
fn a_dialog_that_ends_without_an_answer_leaves_the_typed_path() {
    let (mut board, dialogs) = asked(&places()[3]);
    dialogs.0.borrow_mut().clear();
    board.settle();
    assert!(board.stage.shows("The file dialog closed without an answer"));
    assert!(board.stage.find("File to save").is_ok());
}

#[test]
fn an_answer_that_comes_after_another_account_signed_in_does_nothing() {
    for place in places() {
        let (mut board, dialogs) = asked(&place);
        if let Connection::Connected(session) = &mut board.state.connection {
            session.account_name = "Another Shop".to_owned();
        }
        dialogs.choose(place.chosen);
        board.settle();
        let is_of_account = matches!(place.panel, Panel::Ship | Panel::Shipments | Panel::Balance)
            || place.title == "Save command sheet";
        done(&board, &place, usize::from(!is_of_account));
        let refused = "the account changed while you were choosing the file";
        assert_eq!(board.stage.shows(refused), is_of_account, "{}", place.title);
    }
}

#[test]
fn a_preview_that_was_closed_meanwhile_is_not_written() {
    let all = places();
    let place = all.iter().find(|place| place.title == "Save diagnostics");
    let place = place.unwrap();
    let (mut board, dialogs) = asked(place);
    board.state.safekeeping.preview = None;
    dialogs.choose(place.chosen);
    board.settle();
    done(&board, place, 0);
    assert!(board.stage.shows("the preview was closed while you were choosing the file"));
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("the window reads no file".to_owned())
    }
}

#[test]
fn files_are_dropped_where_they_are_taken_and_refused_elsewhere() {
    let imported: fn(&Intent) -> bool = |intent| {
        matches!(intent, Intent::Addresses(AddressIntent::Import(ImportIntent::ReadFile(path)))
            if path.starts_with("/drop"))
    };
    let orders: fn(&Intent) -> bool = |intent| {
        matches!(intent, Intent::OrderImport(OrderImportIntent::ReadFile(path))
            if path.starts_with("/drop"))
    };
    let trusted: fn(&Intent) -> bool = |intent| matches!(intent, Intent::ChangeSettings(settings) if settings.ca_file == "/drop/our.PEM");
    for (panel, files, hint, refused, wanted) in [
        (
            Panel::Addresses,
            &["/drop/book.CSV"][..],
            "Import addresses from book.CSV",
            None,
            Some(imported),
        ),
        (
            Panel::Addresses,
            &["/drop/team.vcf"],
            "Import addresses from team.vcf",
            None,
            Some(imported),
        ),
        (
            Panel::Orders,
            &["/drop/morning.XLSX"],
            "Import orders from morning.XLSX",
            None,
            Some(orders),
        ),
        (Panel::Orders, &["/drop/orders.csv"], "Import orders from orders.csv", None, Some(orders)),
        (
            Panel::Orders,
            &["/drop/photo.jpg"],
            "This can’t be dropped here",
            Some(
                "photo.jpg can’t be used: Orders accepts CSV tables, Excel and OpenDocument \
                 spreadsheets",
            ),
            None,
        ),
        (
            Panel::Settings,
            &["/drop/our.PEM"],
            "Trust the certificates in our.PEM",
            None,
            Some(trusted),
        ),
        (
            Panel::Addresses,
            &["/drop/photo.jpg"],
            "This can’t be dropped here",
            Some("photo.jpg can’t be used: Addresses accepts CSV tables and vCards"),
            None,
        ),
        (
            Panel::Settings,
            &["/drop/book.csv"],
            "This can’t be dropped here",
            Some("book.csv can’t be used: Settings accepts PEM certificates"),
            None,
        ),
        (
            Panel::Addresses,
            &["/drop/a.csv", "/drop/b.csv"],
            "This can’t be dropped here",
            Some("Drop one file at a time"),
            None,
        ),
        (
            Panel::Ship,
            &["/drop/book.csv"],
            "This can’t be dropped here",
            Some("Ship doesn’t accept files"),
            None,
        ),
    ] {
        let mut board = AnsweringScene::new();
        with_addresses(&mut board);
        board.go_to(panel);
        let before = board.asked.len();
        board.hover(files);
        assert!(board.stage.shows(hint), "{files:?} on {panel:?}");
        board.shot(&format!("drop-{panel:?}-{}", files.len()));
        assert_eq!(board.asked.len(), before, "{files:?}: hovering does nothing");
        let dropped = files
            .iter()
            .map(|file| -> egui::DroppedFileHandle { Arc::new(Dropped(PathBuf::from(file))) });
        board.drop_files(dropped.collect());
        match (refused, wanted) {
            (Some(words), _) => {
                assert!(board.stage.shows(words), "{words}");
                assert_eq!(board.asked.len(), before, "{files:?}: {:?}", board.asked);
                board.click("Dismiss");
                assert!(!board.stage.shows(words), "{words}");
            }
            (None, Some(wanted)) => assert_eq!(board.count(wanted), 1, "{files:?}"),
            (None, None) => unreachable!(),
        }
    }
}

/// A file manager opens a table with the program, mostly before an account is on screen.
#[test]
fn a_table_that_another_program_opens_waits_for_an_account_and_is_imported_once() {
    let mut board = AnsweringScene::new();
    let connected = std::mem::replace(&mut board.state.connection, Connection::None);
    board.window.open_table("/home/clerk/orders.csv".into());
    board.settle();
    let imports = |board: &AnsweringScene| {
        let opens = |intent: &&Intent| format!("{intent:?}").contains("/home/clerk/orders.csv");
        board.asked.iter().filter(opens).count()
    };
    assert_eq!(imports(&board), 0);
    board.state.connection = connected;
    board.settle();
    board.settle();
    assert_eq!(imports(&board), 1);
    assert_eq!(board.window.panel, Panel::Orders);

    board.window.open_table("/home/clerk/label.pdf".into());
    board.settle();
    assert!(board.stage.elements().any(|it| it.name.contains("label.pdf")), "nothing says why");
}
