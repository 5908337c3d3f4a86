use super::*;
use crate::address_parts;
use crate::test_lists::listed;

/// name | company | street 1 to 3 | city | state | zip | country | phone | email
fn shown(block: &str) -> String {
    address_parts::parts(&parse_block(block)).join("|").trim_end_matches('|').to_owned()
}

/// O15, O16, O17, O25, O30, O31, W5
#[test]
fn blocks_are_read_as_people_write_them() {
    let cases = listed(include_str!("tests/blocks.txt"));
    assert_eq!(cases.len(), 157);
    let wrong = cases.iter().filter_map(|(block, expected)| {
        let found = shown(&block.replace("\\n", "\n").replace("\\r", "\r"));
        (*expected != [found.as_str()]).then(|| format!("{block}\n  {found}\n  {expected:?}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn nothing_is_dropped() {
    assert_eq!(shown("Jane Sample\nsomewhere far"), "Jane Sample||somewhere far||||||US");
    assert_eq!(shown(""), "||||||||US");
}

#[test]
fn a_whole_address_has_somebody_and_a_place() {
    for text in [
        "Riley Sample, 233 S Wacker Dr, Chicago, IL 60606",
        "Riley Sample 233 S Wacker Dr Chicago IL 60606",
        "Example GmbH\nLöwenstraße 1\n53111 Bonn\nGermany",
    ] {
        assert!(whole_address(text).is_some(), "{text}");
    }
    for text in [
        "",
        "casey",
        "Riley Sample",
        "Riley Sample, Chicago, IL 60606",
        "233 S Wacker Dr, Chicago, IL 60606",
        "Riley Sample, 233 S Wacker Dr, Chicago, IL",
    ] {
        assert!(whole_address(text).is_none(), "{text}");
    }
}
