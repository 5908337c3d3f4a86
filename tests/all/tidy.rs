//! Project rules that a test can check: file sizes, unfinished work, dependencies with a reason and a
//! license, and pages that stay short.

mod pages;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::source_files::{files_below, root, source_folders};

/// A longer file is cut by subject; one that is shorter is cut where two subjects meet, too.
const MOST_LINES: usize = 800;

#[test]
fn no_source_file_outgrows_its_subject() {
    let long: Vec<String> = rust_files()
        .into_iter()
        .filter_map(|file| {
            let lines = fs::read_to_string(&file).unwrap().lines().count();
            (lines > MOST_LINES).then(|| format!("{}: {lines} lines", file.display()))
        })
        .collect();
    assert!(long.is_empty(), "to be cut by subject, not by count: {long:#?}");
}

/// A reader must be able to search for a name. `put` is allowed beside `get`, on a key-value store.
#[test]
fn no_exported_function_is_one_vague_verb() {
    let vague = ["look", "told", "of", "put"];
    let stores = ["src/store/cache.rs", "src/store/book.rs"];
    let folders = source_folders();
    let mut found = Vec::new();
    for file in rust_files() {
        let is_source = folders.iter().any(|folder| file.starts_with(root().join(folder)));
        if !is_source || stores.iter().any(|store| file.ends_with(store)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let exported = text.lines().map(str::trim_start);
        for line in exported.filter(|line| line.starts_with("pub")) {
            let name = line.split_once("fn ").map(|(_, rest)| rest);
            let name = name.and_then(|rest| rest.split(['(', '<']).next());
            if name.is_some_and(|name| vague.contains(&name)) {
                found.push(format!("{}: {line}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn nothing_is_left_unfinished_or_switched_off() {
    // Assembled from halves so that this file does not find itself.
    let words: Vec<String> = [
        ["TO", "DO"],
        ["FIX", "ME"],
        ["todo", "!"],
        ["unimplemented", "!"],
        ["#[ign", "ore"],
        ["assert!(t", "rue)"],
        ["allow(dead_", "code)"],
    ]
    .iter()
    .map(|halves| halves.concat())
    .collect();
    let mut found = Vec::new();
    for file in rust_files() {
        let code = fs::read_to_string(&file).unwrap();
        for (number, line) in code.lines().enumerate() {
            let mut words = words.iter().filter(|word| {
                // It compiles helpers of `all` and uses only a part of them.
                !(word.ends_with("code)") && file.ends_with("tests/window/main.rs"))
            });
            if let Some(word) = words.find(|word| line.contains(word.as_str())) {
                found.push(format!("{}:{} {word}", file.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_direct_dependency_has_its_reason_written_down() {
    let reasons = fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let missing: Vec<String> = direct_dependencies()
        .into_iter()
        .filter(|name| !reasons.contains(&format!("| `{name}` |")))
        .collect();
    assert!(missing.is_empty(), "no row in docs/dependencies.md for {missing:?}");
}

/// Names such as `room::module::tests::name` in the security documentation.
#[test]
fn the_security_page_names_tests_that_exist() {
    let page = fs::read_to_string(root().join("docs/security.md")).unwrap();
    let code: String = rust_files().iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let named: Vec<&str> = page
        .split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|words| words.rsplit_once("::"))
        .map(|(_, last)| last)
        .filter(|last| last.contains('_'))
        .collect();
    assert!(named.len() > 20, "only {named:?} are named");
    let missing: Vec<&&str> =
        named.iter().filter(|name| !code.contains(&format!("fn {name}("))).collect();
    assert!(missing.is_empty(), "no such test: {missing:?}");
}

#[test]
fn every_licence_is_on_the_list_of_deny_toml() {
    let allowed = allowed_licences();
    assert!(allowed.contains("MIT"), "deny.toml was not understood");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--filter-platform"])
        .arg(host_triple())
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let resolved: BTreeSet<&str> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| node["id"].as_str().unwrap())
        .collect();
    let mut refused = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        if !resolved.contains(package["id"].as_str().unwrap()) {
            continue;
        }
        let licence = package["license"].as_str().unwrap_or("none");
        if !satisfied(licence, &allowed) {
            refused.push(format!("{}: {licence}", package["name"]));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

/// W34: *About Postroom* lists each crate of the program with its version and licence. The list is that
/// of `cargo tree --package postroom --edges normal --target all --prefix none --format "{p}: {l}"`.
#[test]
fn about_lists_the_crates_of_the_program() {
    let listed = fs::read_to_string(root().join("assets/crates.txt")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", "postroom", "--edges", "normal"])
        .args(["--prefix", "none", "--format", "{p}: {l}", "--target", &host_triple()])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    let crates: BTreeSet<String> = tree
        .lines()
        .filter(|line| !line.starts_with("postroom"))
        .map(|line| {
            line.trim_end_matches(" (*)").replace(" (proc-macro)", "").replacen(" v", " ", 1)
        })
        .collect();
    assert!(crates.len() > 200, "{} crates", crates.len());
    let listed: BTreeSet<&str> = listed.lines().collect();
    let missing: Vec<&String> = crates.iter().filter(|it| !listed.contains(it.as_str())).collect();
    assert!(missing.is_empty(), "not in assets/crates.txt: {missing:#?}");
}

#[test]
fn licence_expressions_are_understood() {
    let allowed: BTreeSet<String> = ["MIT", "Apache-2.0", "Zlib"].map(str::to_owned).into();
    for (expression, holds) in [
        ("MIT", true),
        ("MIT/Apache-2.0", true),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(MIT OR GPL-3.0) AND Zlib", true),
        ("(MIT OR GPL-3.0) AND OSL-3.0", false),
        ("OSL-3.0", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-2.0", true),
    ] {
        assert_eq!(satisfied(expression, &allowed), holds, "{expression}");
    }
}

/// `A AND B` needs both, `A OR B` (also `A/B`) needs one; parentheses nest one level,
/// as deep as crates really write them.
fn satisfied(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let mut flat = expression.replace('/', " OR ");
    while let Some(open) = flat.find('(') {
        let close = flat[open..].find(')').unwrap() + open;
        let inner = satisfied(&flat[open + 1..close], allowed);
        let verdict = if inner { "ALLOWED" } else { "REFUSED" };
        flat.replace_range(open..=close, verdict);
    }
    flat.split(" OR ").any(|side| {
        side.split(" AND ").all(|term| {
            let name = term.split(" WITH ").next().unwrap().trim();
            name == "ALLOWED" || allowed.contains(name)
        })
    })
}

fn allowed_licences() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("deny.toml")).unwrap();
    let list = text.split("allow = [").nth(1).unwrap().split(']').next().unwrap();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The crates that any of the packages names, without our own.
fn direct_dependencies() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for manifest in manifests() {
        let mut inside = false;
        for line in manifest.lines() {
            if line.starts_with('[') {
                inside = line.contains("dependencies]");
            } else if inside
                && !line.starts_with('#')
                && let Some((name, _)) = line.split_once(['=', '.'])
            {
                names.insert(name.trim().to_owned());
            }
        }
    }
    names.retain(|name| !name.starts_with("postroom-"));
    names
}

fn manifests() -> Vec<String> {
    let packages = source_folders();
    let files = packages.iter().map(|source| root().join(source).with_file_name("Cargo.toml"));
    files.map(|file| fs::read_to_string(file).unwrap()).collect()
}

fn host_triple() -> String {
    let output = Command::new("rustc").arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

fn rust_files() -> Vec<PathBuf> {
    let folders = ["src", "crates", "tests", "benches"];
    folders.iter().flat_map(|folder| files_below(&root().join(folder), "rs")).collect()
}
