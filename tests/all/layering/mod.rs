//! Which module of the root package may import which, and the crates that only one place may use.
//! The compiler cannot enforce this inside one package, so this test reads the sources. What the
//! packages below `crates/` may use is in their manifests.

mod circles;
mod floors;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::source_files::{files_below, root, source_folders};

/// Each room (a top-level module of `src/`) and the rooms it may name.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("client", &["api", "base"]),
    ("store", &["rows", "base"]),
    ("shop_database", &["store", "rows", "tables", "orders", "base"]),
    (
        "desk",
        &[
            "client",
            "api",
            "store",
            "shop_database",
            "rows",
            "parcel",
            "tables",
            "orders",
            "watched_folder",
            "label",
            "drawing",
            "base",
        ],
    ),
    // The window draws the desk's state, which consists of types of these rooms.
    (
        "ui",
        &[
            "desk",
            "client",
            "shop_database",
            "api",
            "rows",
            "parcel",
            "tables",
            "orders",
            "label",
            "drawing",
            "base",
        ],
    ),
];

/// The packages that `src/lib.rs` gives to the rooms.
const PACKAGES: &[&str] = &[
    "api",
    "base",
    "drawing",
    "label",
    "orders",
    "parcel",
    "rows",
    "service",
    "tables",
    "watched_folder",
];

/// Text that may appear only in the code of these paths.
const ONLY_IN: &[(&str, &[&str])] = &[
    (
        "reqwest",
        &["src/client/http.rs", "src/client/http/", "crates/label/src/print/ipp/exchange.rs"],
    ),
    ("egui", &["src/ui/", "src/main.rs", "crates/stage/"]),
    ("eframe", &["src/ui/app.rs", "src/main.rs"]),
    // Only eframe opens the window.
    ("winit::", &[]),
    ("glutin", &[]),
    ("rusqlite", &["src/store/", "crates/service/"]),
    // Only under the names that `src/lib.rs` gives them.
    ("postroom_", &["src/lib.rs", "src/ui/stage.rs", "crates/"]),
    ("sqlx", &["src/shop_database/", "src/store/workspace/shared"]),
    ("hyper::", &["src/client/http.rs", "src/client/http/", "crates/service/src/listen.rs"]),
    ("zbus", &["src/store/secret/service.rs", "src/ui/dialogs/probe.rs"]),
    ("secret_service", &["src/store/secret/service.rs"]),
    ("calcard", &["src/desk/addresses/vcard.rs"]),
    ("hayro_ccitt", &["crates/label/src/tiff/fax.rs"]),
    ("hidapi", &["src/desk/scale/listed.rs"]),
    ("hidreport", &["src/desk/scale/descriptor.rs"]),
    ("rfd::", &["src/ui/dialogs/native.rs", "src/ui/app.rs"]),
    ("directories::", &["crates/base/src/folders.rs"]),
    ("keyring_core", &["src/store/secret/native"]),
    ("keyring_store", &["src/store/secret/native/"]),
    ("security_framework", &["src/store/secret/native/macos.rs"]),
    // It may end its process, so it is used only in a child process.
    ("use printers::", &["crates/label/src/print/spooler/worker.rs"]),
    ("aead", &["src/store/secret/vault.rs"]),
    ("Instant::now", &["crates/base/src/clock.rs"]),
    ("SystemTime::now", &["crates/base/src/clock.rs"]),
    ("Timestamp::now", &["crates/base/src/clock.rs"]),
    ("Zoned::now", &["crates/base/src/clock.rs"]),
    // Child processes must not inherit the sign-in secrets.
    ("Command::new", &["crates/base/src/child.rs"]),
    ("open::that", &[]),
    ("open::with", &[]),
    ("open::commands", &["crates/base/src/child.rs"]),
    ("SendPermit::after_commit", &["src/store/journal"]),
    ("TransactionId::mint", &["src/store/journal", "crates/base/src/id.rs"]),
];

#[test]
fn rooms_name_only_the_rooms_below_them() {
    let mut wrong = Vec::new();
    for (room, allowed) in MAY_NAME {
        for (file, code) in sources(&Path::new("src").join(room)) {
            for named in named_rooms(&code) {
                if named != *room && !allowed.contains(&named.as_str()) {
                    wrong.push(format!("{} names {named}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_room_is_in_the_table() {
    let known: Vec<&str> = MAY_NAME.iter().map(|(room, _)| *room).collect();
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let room = path.file_name().unwrap().to_str().unwrap().to_owned();
            assert!(known.contains(&room.as_str()), "src/{room} has no rule here");
        }
    }
}

/// Whether the text is in the code, and not as the end of a longer word (*seguimiento* has "egui").
fn names_word(code: &str, word: &str) -> bool {
    let mut found = code.match_indices(word);
    found.any(|(at, _)| !code[..at].ends_with(char::is_alphanumeric))
}

#[test]
fn some_crates_have_one_home() {
    let mut wrong = Vec::new();
    for (file, code) in source_folders().iter().flat_map(|folder| sources(folder)) {
        let name = file.to_str().unwrap().replace('\\', "/");
        for (word, homes) in ONLY_IN {
            if names_word(&code, word) && !homes.iter().any(|home| name.starts_with(home)) {
                wrong.push(format!("{name} uses {word}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Packages that only compute.
const ONLY_COMPUTE: &[&str] =
    &["crates/api/src", "crates/orders/src", "crates/parcel/src", "crates/rows/src"];

/// They are told everything, so they are tested without a desk, a folder or a wait.
#[test]
fn what_only_computes_asks_nothing_of_the_computer() {
    let asking =
        ["fs::", "Clock", "Stopwatch", "child::", "base::private", "read_limited", "tokio", "sqlx"];
    let mut wrong = Vec::new();
    let files = ONLY_COMPUTE.iter().flat_map(|folder| sources(Path::new(folder)));
    let is_of_tests = |file: &Path| {
        let mut names = file.iter();
        names.any(|name| name == "tests" || name == "tests.rs")
    };
    for (file, code) in files.filter(|(file, _)| !is_of_tests(file)) {
        let found = asking.iter().filter(|word| names_word(&code, word));
        wrong.extend(found.map(|word| format!("{} uses {word}", file.display())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A job replaces the job of its slot: two slots with one name would end each other's jobs.
#[test]
fn every_slot_has_a_name_of_its_own() {
    let mut names = BTreeMap::new();
    for (file, code) in sources(Path::new("src/desk")) {
        for (at, _) in code.match_indices("Slot::") {
            let Some((_, rest)) = code[at..].split_once('(') else {
                continue;
            };
            let Some((name, _)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'))
            else {
                continue;
            };
            let other = names.insert(name.to_owned(), file.clone());
            assert_eq!(other, None, "{name}, also in {}", file.display());
        }
    }
    assert!(names.len() > 50, "{names:?}");
}

#[test]
fn the_check_sees_a_forbidden_import() {
    assert_eq!(
        named_rooms(
            "use crate::api::rate;
use crate::service;\n"
        ),
        ["api", "service"]
    );
    assert_eq!(named_rooms("let x = crate::ui::app::run();"), ["ui"]);
    assert_eq!(strip_comments("a // crate::ui\nb"), "a \nb");
}

/// Asserts that the count is exactly the limit, so that the limit is lowered with every
/// improvement.
fn only_shrinks(at_most: usize, found: &[String]) {
    let count = found.len();
    assert!(count <= at_most, "{count}, at most {at_most}: {found:#?}");
    assert!(count == at_most, "only {count} are left: write that down instead of {at_most}");
}

/// Rooms named by `crate::…` paths, also inside a braced `use`.
fn named_rooms(code: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(list) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut start = true;
            let mut word = String::new();
            for c in list.chars() {
                match c {
                    '}' if depth == 0 => break,
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => start = true,
                    c if depth == 0 && start && (c.is_alphanumeric() || c == '_') => word.push(c),
                    c if depth == 0 && start && !c.is_whitespace() => start = false,
                    _ => {}
                }
                if (!start || c == ',') && !word.is_empty() && depth == 0 {
                    rooms.push(std::mem::take(&mut word));
                }
            }
            if !word.is_empty() {
                rooms.push(word);
            }
        } else {
            let room: String =
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            rooms.push(room);
        }
    }
    let is_room = |name: &str| MAY_NAME.iter().any(|(room, _)| *room == name);
    rooms.retain(|name| is_room(name) || PACKAGES.contains(&name.as_str()));
    rooms
}

/// Every `.rs` file below a folder, comments stripped, paths relative to the package.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let files = files_below(&root().join(folder), "rs");
    files
        .into_iter()
        .map(|file| {
            let code = strip_comments(&fs::read_to_string(&file).unwrap());
            (file.strip_prefix(root()).unwrap().to_owned(), code)
        })
        .collect()
}

fn strip_comments(code: &str) -> String {
    code.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}
