//! How much of a long test runs. `cargo test` runs a short form, which has every kind of its cases
//! at least once and is the same every time; `.ci/run` sets `POSTROOM_WHOLE` and runs them whole.

use std::collections::BTreeSet;

pub fn whole() -> bool {
    std::env::var_os("POSTROOM_WHOLE").is_some()
}

/// The first value in the short form, the second one in the whole form.
pub fn extent<T>(short: T, in_full: T) -> T {
    if whole() { in_full } else { short }
}

/// All rows in the whole form; in the short form some of them, in their order, with every kind that
/// any of the rows has.
pub fn sample<R, K: Ord>(rows: Vec<R>, seed: u64, kinds: impl Fn(&R) -> Vec<K>) -> Vec<R> {
    if whole() { rows } else { covering(rows, seed, kinds) }
}

fn covering<R, K: Ord>(rows: Vec<R>, seed: u64, kinds: impl Fn(&R) -> Vec<K>) -> Vec<R> {
    let mut drawn: Vec<usize> = (0..rows.len()).collect();
    drawn.sort_by_key(|at| mixed(seed.wrapping_add(*at as u64)));
    let mut seen = BTreeSet::new();
    let mut kept = BTreeSet::new();
    for at in drawn {
        let new = kinds(&rows[at]).into_iter().filter(|kind| !seen.contains(kind));
        let new: Vec<K> = new.collect();
        if !new.is_empty() {
            kept.insert(at);
            seen.extend(new);
        }
    }
    let rows = rows.into_iter().enumerate();
    rows.filter(|(at, _)| kept.contains(at)).map(|(_, row)| row).collect()
}

/// SplitMix64: equal numbers give equal results, and neighbours give very different ones.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[test]
fn a_sample_has_every_kind_and_is_the_same_every_time() {
    let rows: Vec<(u32, u32)> = (0..30).flat_map(|a| (0..20).map(move |b| (a, b))).collect();
    let kinds = |row: &(u32, u32)| vec![("a", row.0), ("b", row.1)];
    for seed in 0..20 {
        let some = covering(rows.clone(), seed, kinds);
        let of = |rows: &[(u32, u32)]| rows.iter().flat_map(kinds).collect::<BTreeSet<_>>();
        assert_eq!(of(&some), of(&rows), "seed {seed}");
        assert!(some.len() <= 49 && some.is_sorted(), "seed {seed}: {some:?}");
        assert_eq!(some, covering(rows.clone(), seed, kinds));
    }
    assert_ne!(covering(rows.clone(), 1, kinds), covering(rows, 2, kinds));
}
