//! Lists of cases for tests. The tests of `parcel` read theirs with it too.

/// The cases of a list: a line, and the lines below it that are indented. `#` begins a comment.
pub fn listed(text: &str) -> Vec<(String, Vec<String>)> {
    let mut cases: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(below) => cases.last_mut().unwrap().1.push(below.to_owned()),
            None => cases.push((line.to_owned(), Vec::new())),
        }
    }
    cases
}
