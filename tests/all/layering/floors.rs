//! The layers ("floors") of `src/desk`, lowest first. A folder may name only the folders below it,
//! and a feature no other feature; only `flows` may name several.
//!
//! Violations are counted, and the counts may only shrink. Both are zero now.

use std::path::Path;

use super::circles::{arrows_of, modules};
use super::sources;
use crate::source_files::root;

const FLOORS: [&[&str]; 6] =
    [&["kernel"], &["records"], &["money"], &["order_records"], FEATURES, &["flows"]];

const FEATURES: &[&str] = &[
    "addresses",
    "balance",
    "carriers",
    "containers",
    "finder",
    "labels",
    "manifests",
    "order_batches",
    "order_import",
    "order_moves",
    "order_printing",
    "order_results",
    "order_rules",
    "orders",
    "practice",
    "printing",
    "refunds",
    "safekeeping",
    "scale",
    "scan_to_ship",
    "ship",
    "shipments",
    "sign_in",
    "stations",
    "tracking",
];

/// The maximum number of arrows from a folder to one that is not below it.
const AGAINST_THE_FLOORS: usize = 0;
/// The maximum number of files outside `flows` whose functions can change the whole desk.
const FILES_WITH_ALL_OF_THE_DESK: usize = 0;

#[test]
fn a_folder_of_the_desk_names_those_below_it() {
    let arrows = arrows_of(&modules(Path::new("src")));
    let folder = |module: &str| -> Option<(usize, String)> {
        let name = module.strip_prefix("desk::")?.split("::").next()?;
        let floor = FLOORS.iter().position(|floor| floor.contains(&name))?;
        Some((floor, name.to_owned()))
    };
    let mut against = Vec::new();
    for (from, targets) in &arrows {
        for to in targets {
            if let (Some(here), Some(there)) = (folder(from), folder(to))
                && here.1 != there.1
                && here.0 <= there.0
            {
                against.push(format!("{from} names {to}"));
            }
        }
    }
    super::only_shrinks(AGAINST_THE_FLOORS, &against);
}

#[test]
fn every_folder_of_the_desk_has_a_floor() {
    for entry in std::fs::read_dir(root().join("src/desk")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let has_floor = FLOORS.iter().any(|floor| floor.contains(&name));
        assert!(
            has_floor || ["mod.rs", "owner.rs", "intent.rs", "state.rs"].contains(&name),
            "src/desk/{name} has no floor"
        );
    }
}

/// Whether the desk is named as a parameter, and not a type whose name begins like it.
fn takes_the_desk(code: &str) -> bool {
    let mut after = code.split("&mut Desk").skip(1);
    after.any(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric()))
}

#[test]
fn fewer_files_may_change_the_whole_desk() {
    let files = sources(Path::new("src/desk"));
    let all = files.into_iter().filter(|(file, code)| {
        let above = ["src/desk/flows", "src/desk/mod.rs", "src/desk/owner.rs"];
        let is_of_tests = file.ends_with("tests.rs");
        !is_of_tests && takes_the_desk(code) && !above.iter().any(|above| file.starts_with(above))
    });
    let all: Vec<String> = all.map(|(file, _)| file.display().to_string()).collect();
    super::only_shrinks(FILES_WITH_ALL_OF_THE_DESK, &all);
}

/// Code that two panels share belongs in `ui/parts`.
#[test]
fn a_panel_names_no_other_panel() {
    let arrows = arrows_of(&modules(Path::new("src")));
    let panel = |module: &str| -> Option<String> {
        let name = module.strip_prefix("ui::panels::")?.split("::").next()?;
        Some(name.to_owned())
    };
    let below_panels = ["ui::parts", "ui::widgets"];
    let mut wrong = Vec::new();
    for (from, targets) in &arrows {
        for to in targets {
            let Some(there) = panel(to) else { continue };
            let shared = below_panels.iter().any(|below| from.starts_with(below));
            if shared || panel(from).is_some_and(|here| here != there) {
                wrong.push(format!("{from} names {to}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
