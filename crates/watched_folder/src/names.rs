//! Names of files in the watched folder: which are never imported, and which name a file gets in
//! `done/` or `failed/`.

/// The file beside an imported one that says what became of its orders.
pub const RESULT_SUFFIX: &str = ".result.csv";
/// The file beside one that cannot be imported.
pub const REASON_SUFFIX: &str = ".reason.txt";

/// Endings of names under which browsers, file transfers and editors keep unfinished files, of empty
/// files that say that another is done, and of shortcuts.
const NEVER_IMPORTED: [&str; 21] = [
    ".part",
    ".partial",
    ".filepart",
    ".tmp",
    ".temp",
    ".crdownload",
    ".download",
    ".opdownload",
    ".aria2",
    ".swp",
    ".lock",
    ".lck",
    ".bak",
    ".ok",
    ".done",
    ".ready",
    ".lnk",
    ".url",
    "~",
    RESULT_SUFFIX,
    REASON_SUFFIX,
];

/// Files that the system puts in a folder.
const OF_THE_SYSTEM: [&str; 2] = ["desktop.ini", "thumbs.db"];

/// In bytes, with number and suffix. File systems allow 255.
const LONGEST_NAME: usize = 240;

/// Whether a file with this name is no import: hidden, unfinished, a lock, a marker, or written by
/// this program. It stays where it is.
pub fn is_never_imported(name: &str) -> bool {
    let name = name.to_lowercase();
    name.starts_with(['.', '~'])
        || OF_THE_SYSTEM.contains(&name.as_str())
        || NEVER_IMPORTED.iter().any(|ending| name.ends_with(ending))
}

/// The files that office programs keep beside a file while it is open: Excel, then LibreOffice.
pub fn office_locks_of(name: &str) -> [String; 2] {
    [format!("~${name}"), format!(".~lock.{name}#")]
}

/// The first of `orders.csv`, `orders (2).csv`, `orders (3).csv`… for which `is_taken` says no. A
/// long name is cut, so that a suffix fits behind it.
pub fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && is_file_type(ending) => {
            (stem, format!(".{ending}"))
        }
        _ => (name, String::new()),
    };
    let mut number = 1_u64;
    loop {
        let behind = match number {
            1 => ending.clone(),
            _ => format!(" ({number}){ending}"),
        };
        let mut stem = stem.to_owned();
        while stem.len() + behind.len() + RESULT_SUFFIX.len() > LONGEST_NAME {
            if stem.pop().is_none() {
                break;
            }
        }
        let free = format!("{stem}{behind}");
        if !is_taken(&free) {
            return free;
        }
        number = number.saturating_add(1);
    }
}

/// Behind the last dot may also be a part of the name, as in `Orders of Nov. 23`.
fn is_file_type(ending: &str) -> bool {
    ending.len() <= 8 && ending.chars().all(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn unfinished_and_hidden_files_are_never_imported() {
        for (name, never) in [
            ("orders.csv", false),
            ("ORDERS.XLSX", false),
            ("orders", false),
            ("part.csv", false),
            ("orders.part.csv", false),
            ("orders.csv.part", true),
            ("Orders.CSV.PART", true),
            ("orders.csv.filepart", true),
            ("orders.crdownload", true),
            ("orders.tmp", true),
            ("~$orders.xlsx", true),
            (".~lock.orders.ods#", true),
            (".DS_Store", true),
            ("._orders.csv", true),
            ("orders.csv~", true),
            ("orders.csv.ok", true),
            ("Thumbs.db", true),
            ("desktop.ini", true),
            ("orders.csv.result.csv", true),
            ("orders.csv.reason.txt", true),
            ("Orders - Shortcut.lnk", true),
        ] {
            assert_eq!(is_never_imported(name), never, "{name}");
        }
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let long = "東".repeat(90) + ".csv";
        let cut = "東".repeat(75) + ".csv";
        let cut_with_number = "東".repeat(73) + " (2).csv";
        for (name, taken, free) in [
            ("orders.csv", &[][..], "orders.csv"),
            ("orders.csv", &["orders.csv"], "orders (2).csv"),
            ("orders.csv", &["orders.csv", "orders (2).csv"], "orders (3).csv"),
            ("orders.csv", &["orders (2).csv"], "orders.csv"),
            ("orders", &["orders"], "orders (2)"),
            ("a.tar.gz", &["a.tar.gz"], "a.tar (2).gz"),
            ("Orders of Nov. 23 2026", &["Orders of Nov. 23 2026"], "Orders of Nov. 23 2026 (2)"),
            (&long, &[], &cut),
            (&long, &[&cut], &cut_with_number),
        ] {
            let taken: HashSet<&str> = taken.iter().copied().collect();
            let found = free_name(name, |name| taken.contains(name));
            assert_eq!(found, free, "{name}");
            assert!(found.len() + RESULT_SUFFIX.len() <= LONGEST_NAME, "{found}");
        }
    }
}
