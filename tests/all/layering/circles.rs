//! Dependency cycles between files. In a cycle, no file can be read, tested or moved without the
//! others, so the largest one is measured and may only shrink.
//!
//! An arrow leads from a file to each file of its package whose items it names, in a `use` or in a path.
//! Tests inside a file are ignored: they may name anything. A file and the files split off it
//! (`jobs.rs` and `jobs/…`) count as one; a folder with a `mod.rs` does not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, UseTree};

use crate::source_files::{files_below, root, source_folders};

/// The size of the largest cycle across folders. Lower it with every change that makes the cycle
/// smaller.
const LARGEST_ACROSS_FOLDERS: usize = 3;
/// The same for cycles inside one folder, such as a feature whose files all change its one state.
const LARGEST_IN_A_FOLDER: usize = 15;

pub type Arrows = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_circle_of_files_grows() {
    let circles_of_package = |folder: &Path| {
        let arrows = arrows_of(&modules(folder));
        circles(&between_units(&arrows, &split_files(folder)))
    };
    let folders = source_folders();
    let all = folders.iter().flat_map(|folder| circles_of_package(folder));
    let (inside, across): (Vec<_>, Vec<_>) = all.partition(is_in_one_folder);
    for (circles, limit) in [(across, LARGEST_ACROSS_FOLDERS), (inside, LARGEST_IN_A_FOLDER)] {
        let largest = circles.iter().max_by_key(|circle| circle.len());
        let files: Vec<String> = largest.into_iter().flatten().cloned().collect();
        super::only_shrinks(limit, &files);
    }
}

#[test]
fn arrows_follow_uses_names_and_paths() {
    let sources = [
        ("", "mod a; mod b;"),
        ("a", "use crate::b::{inner, Thing as Other}; fn f() { inner::g(); }"),
        ("a::deep", "use super::super::b; fn f(x: b::inner::T) {}"),
        ("b", "mod inner; pub use inner::T; #[cfg(test)] mod tests { use crate::a; }"),
        ("b::inner", "fn f() { crate::a::f() }"),
    ];
    let modules: BTreeMap<String, String> =
        sources.iter().map(|(module, code)| ((*module).to_owned(), (*code).to_owned())).collect();
    let arrows = arrows_of(&modules);
    let of = |module: &str| -> Vec<&str> { arrows[module].iter().map(String::as_str).collect() };
    assert_eq!(of("a"), ["b", "b::inner"]);
    assert_eq!(of("a::deep"), ["b", "b::inner"]);
    assert_eq!(of("b"), ["b::inner"], "what tests name does not count");
    assert_eq!(of("b::inner"), ["a"]);
    let circle = BTreeSet::from(["a", "b", "b::inner"].map(str::to_owned));
    assert_eq!(circles(&arrows), std::slice::from_ref(&circle));
    assert!(!is_in_one_folder(&circle));
    let folder = BTreeSet::from(["b", "b::inner", "b::other"].map(str::to_owned));
    assert!(is_in_one_folder(&folder));
    let units = between_units(&arrows, &BTreeSet::from(["b".to_owned()]));
    let circle = BTreeSet::from(["a", "b"].map(str::to_owned));
    assert_eq!(circles(&units), [circle]);
}

/// The code of each file below a folder, by its module path without `crate`.
pub fn modules(folder: &Path) -> BTreeMap<String, String> {
    let base = root().join(folder);
    let files = files_below(&base, "rs");
    files
        .iter()
        .filter(|file| !file.ends_with("main.rs") && !is_of_tests_file(file, &base))
        .map(|file| {
            let inside = file.strip_prefix(&base).unwrap().with_extension("");
            let mut names: Vec<&str> = inside.iter().map(|name| name.to_str().unwrap()).collect();
            if matches!(names.last(), Some(&"mod" | &"lib")) {
                names.pop();
            }
            (names.join("::"), fs::read_to_string(file).unwrap())
        })
        .collect()
}

/// Files with a folder of the same name, which contains the files split off them.
fn split_files(folder: &Path) -> BTreeSet<String> {
    let base = root().join(folder);
    files_below(&base, "rs")
        .iter()
        .filter(|file| file.with_extension("").is_dir())
        .map(|file| {
            let inside = file.strip_prefix(&base).unwrap().with_extension("");
            let names: Vec<&str> = inside.iter().map(|name| name.to_str().unwrap()).collect();
            names.join("::")
        })
        .collect()
}

/// The arrows between files, where a file and the files split off it count as one.
fn between_units(arrows: &Arrows, split: &BTreeSet<String>) -> Arrows {
    let unit = |module: &String| -> String {
        let mut names = split_path(module);
        while let Some(at) = (1..names.len()).find(|at| split.contains(&names[..*at].join("::"))) {
            names.truncate(at);
        }
        names.join("::")
    };
    let mut between = Arrows::new();
    for (from, targets) in arrows {
        let here = unit(from);
        let targets = targets.iter().map(unit).filter(|there| *there != here);
        between.entry(here.clone()).or_default().extend(targets);
    }
    between
}

/// `tests.rs` and the files in a folder `tests`, which may name anything.
fn is_of_tests_file(file: &Path, base: &Path) -> bool {
    let mut names = file.with_extension("");
    let mut is_of_tests = false;
    while let Some(name) = names.file_name() {
        is_of_tests |= name == "tests";
        if !names.pop() || names == base {
            break;
        }
    }
    is_of_tests
}

pub fn arrows_of(modules: &BTreeMap<String, String>) -> Arrows {
    let named = |(module, code): (&String, &String)| {
        let file = syn::parse_file(code).unwrap_or_else(|error| panic!("{module}: {error}"));
        let mut names = Names {
            here: split_path(module),
            modules,
            aliases: BTreeMap::new(),
            found: BTreeSet::new(),
        };
        // A name may be used above the line that imports it.
        let mut uses = Uses(&mut names);
        uses.visit_file(&file);
        names.visit_file(&file);
        let mut targets: BTreeSet<String> =
            names.found.iter().filter_map(|path| nearest(path, modules)).collect();
        targets.remove(module);
        // `lib.rs` only lists the top-level modules.
        targets.remove("");
        (module.clone(), targets)
    };
    modules.iter().map(named).collect()
}

/// The longest prefix of a path that is a file.
fn nearest(path: &[String], modules: &BTreeMap<String, String>) -> Option<String> {
    (0..=path.len())
        .rev()
        .map(|length| path[..length].join("::"))
        .find(|module| modules.contains_key(module))
}

fn split_path(module: &str) -> Vec<String> {
    let names = module.split("::").filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// The paths that one file names.
struct Names<'a> {
    here: Vec<String>,
    /// Every file, to distinguish a file below this one from another crate.
    modules: &'a BTreeMap<String, String>,
    /// The names that a `use` brings in, and the paths they stand for.
    aliases: BTreeMap<String, Vec<String>>,
    found: BTreeSet<Vec<String>>,
}

impl Names<'_> {
    /// The path from the crate root; `None` for another crate's path or a local name.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let (first, mut rest) = path.split_first()?;
        let mut start = match first.as_str() {
            "crate" => Vec::new(),
            "self" => self.here.clone(),
            "super" => {
                let mut above = self.here.clone();
                above.pop()?;
                above
            }
            name => match self.aliases.get(name) {
                Some(path) => path.clone(),
                None => {
                    let mut below = self.here.clone();
                    below.push(name.to_owned());
                    self.modules.contains_key(&below.join("::")).then_some(below)?
                }
            },
        };
        while let Some((word, after)) = rest.split_first()
            && word == "super"
        {
            start.pop()?;
            rest = after;
        }
        start.extend(rest.iter().cloned());
        Some(start)
    }

    fn note_use(&mut self, tree: &UseTree, so_far: &mut Vec<String>) {
        match tree {
            UseTree::Path(path) => {
                so_far.push(path.ident.to_string());
                self.note_use(&path.tree, so_far);
                so_far.pop();
            }
            UseTree::Name(name) => {
                let ident = name.ident.to_string();
                if ident == "self" {
                    let name = so_far.last().cloned().unwrap_or_default();
                    self.note_alias(name, so_far);
                } else {
                    so_far.push(ident.clone());
                    self.note_alias(ident, so_far);
                    so_far.pop();
                }
            }
            UseTree::Rename(rename) => {
                so_far.push(rename.ident.to_string());
                self.note_alias(rename.rename.to_string(), so_far);
                so_far.pop();
            }
            UseTree::Glob(_) => {
                if let Some(path) = self.absolute(so_far) {
                    self.found.insert(path);
                }
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.note_use(tree, so_far);
                }
            }
        }
    }

    fn note_alias(&mut self, name: String, path: &[String]) {
        if let Some(path) = self.absolute(path) {
            self.found.insert(path.clone());
            self.aliases.insert(name, path);
        }
    }
}

struct Uses<'a, 'b>(&'a mut Names<'b>);

impl<'ast> Visit<'ast> for Uses<'_, '_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_of_tests(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.0.note_use(&item.tree, &mut Vec::new());
    }
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_of_tests(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, _: &'ast ItemUse) {}

    /// `pub(in crate::desk)` says who may name the item, not what it names.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if words.len() > 1
            && let Some(path) = self.absolute(&words)
        {
            self.found.insert(path);
        }
        visit::visit_path(self, path);
    }
}

fn is_of_tests(item: &Item) -> bool {
    let attributes: &[Attribute] = match item {
        Item::Mod(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        _ => &[],
    };
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "test")
    })
}

/// Whether all files are a module and its direct children.
fn is_in_one_folder(circle: &BTreeSet<String>) -> bool {
    let Some(shortest) = circle.iter().min_by_key(|module| module.len()) else {
        return true;
    };
    let parent = |module: &str| module.rsplit_once("::").map(|(above, _)| above.to_owned());
    let of = |folder: Option<String>| {
        circle.iter().all(|module| Some(module) == folder.as_ref() || parent(module) == folder)
    };
    of(Some(shortest.clone())) || of(parent(shortest))
}

/// Every set of files that reach each other.
fn circles(arrows: &Arrows) -> Vec<BTreeSet<String>> {
    let names: Vec<&String> = arrows.keys().collect();
    let number: BTreeMap<&String, usize> =
        names.iter().enumerate().map(|(number, name)| (*name, number)).collect();
    let targets: Vec<Vec<usize>> =
        arrows.values().map(|to| to.iter().map(|name| number[name]).collect()).collect();
    let reaches = |from: usize| -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let mut open = targets[from].clone();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(&targets[next]);
            }
        }
        seen
    };
    let reached: Vec<BTreeSet<usize>> = (0..names.len()).map(reaches).collect();
    let mut found: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
    for (from, to) in reached.iter().enumerate() {
        if to.contains(&from) {
            let circle = to.iter().filter(|other| reached[**other].contains(&from));
            found.insert(circle.copied().collect());
        }
    }
    found
        .into_iter()
        .map(|circle| circle.into_iter().map(|at| names[at].clone()).collect())
        .collect()
}
