//! Past quotes in the cache: searched by words, compared by price, separate for each account.

use postroom::store::cache::QuoteRecord;
use postroom::store::{Cache, Scope};

use super::{Folder, clock, dollars, run};
use crate::prelude::*;

fn open(folder: &Folder) -> Cache {
    Cache::open(folder.path(), clock()).unwrap().cache
}

fn scope(account: &str) -> Scope {
    Scope { environment: "test".to_owned(), account: account.to_owned() }
}

fn at(days: i64) -> Timestamp {
    let first: Timestamp = "2026-03-01T10:00:00Z".parse().unwrap();
    first + SignedDuration::from_hours(24 * days)
}

fn quote(days: i64, (label, likeness): (&str, &str), price: Money, words: &str) -> QuoteRecord {
    QuoteRecord {
        row: 0,
        at: at(days),
        label: label.to_owned(),
        similarity_key: likeness.to_owned(),
        cheapest: Some(price),
        listed: format!("{{\"day\":{days}}}"),
        search_text: words.to_owned(),
        json: format!("{{\"whole\":{days}}}"),
    }
}

fn days(cache: &Cache, account: &str, text: &str) -> Vec<String> {
    let page = run(cache.find_quotes(&scope(account), text, 0, 10)).unwrap();
    assert_eq!(page.matching, page.rows.len() as u64, "{text}");
    page.rows.into_iter().map(|row| row.listed).collect()
}

#[test]
fn they_are_found_by_the_beginnings_of_words_newest_first() {
    let folder = Folder::new("quotes");
    let cache = open(&folder);
    for (day, words) in [
        (1, "Ann Zürich 8001 Ground Advantage"),
        (2, "Ben Chicago 60606 Priority Mail"),
        (3, "Ann Chicago 60606 Ground"),
    ] {
        let record = quote(day, (&format!("label-{day}"), "like"), dollars(700), words);
        run(cache.put_quote(&scope("a"), record)).unwrap();
    }
    let day = |day: i64| format!("{{\"day\":{day}}}");
    for (text, found) in [
        ("", vec![3, 2, 1]),
        ("ann", vec![3, 1]),
        ("zuri", vec![1]),
        ("606 ground", vec![3]),
        ("express", vec![]),
    ] {
        let found: Vec<String> = found.into_iter().map(day).collect();
        assert_eq!(days(&cache, "a", text), found, "{text}");
    }
    let other = quote(9, ("label-9", "like"), dollars(700), "Zoe");
    run(cache.put_quote(&scope("b"), other)).unwrap();
    for (text, found) in [("", vec![day(9)]), ("ann", vec![])] {
        assert_eq!(days(&cache, "b", text), found, "{text}");
    }
    let page = run(cache.find_quotes(&scope("a"), "", 1, 1)).unwrap();
    assert_eq!((page.rows[0].listed.as_str(), page.total), (&*day(2), 3));
    let whole = run(cache.quote(&scope("a"), page.rows[0].row)).unwrap();
    assert_eq!(whole.unwrap().json, "{\"whole\":2}");
    let other = run(cache.quote(&scope("b"), page.rows[0].row)).unwrap();
    assert_eq!(other, None);
}

#[test]
fn asking_again_without_news_leaves_one() {
    let folder = Folder::new("quotes-again");
    let cache = open(&folder);
    let put = |record| run(cache.put_quote(&scope("a"), record)).unwrap();
    put(quote(1, ("one", "like"), dollars(700), "x"));
    put(quote(2, ("one", "like"), dollars(700), "x"));
    assert_eq!(days(&cache, "a", "x"), ["{\"day\":2}"]);
    // Another price, another parcel or another label is stored as a new quote.
    put(quote(3, ("one", "like"), dollars(800), "x"));
    put(quote(4, ("one", "heavier"), dollars(800), "x"));
    put(quote(5, ("two", "like"), dollars(800), "x"));
    assert_eq!(days(&cache, "a", "x").len(), 4);
}

#[test]
fn the_cheapest_of_a_like_parcel_is_told() {
    let folder = Folder::new("quotes-cheaper");
    let cache = open(&folder);
    let euros = Money { currency: Currency::parse("EUR").unwrap(), ..dollars(100) };
    for (day, (account, likeness), price) in [
        (1, ("a", "like"), dollars(650)),
        (2, ("a", "like"), dollars(690)),
        (3, ("a", "like"), dollars(690)),
        (4, ("a", "other"), dollars(100)),
        (5, ("a", "like"), euros),
        (6, ("b", "like"), dollars(100)),
    ] {
        let record = quote(day, (&format!("l-{day}"), likeness), price, "x");
        run(cache.put_quote(&scope(account), record)).unwrap();
    }
    let cheaper = |than, since| {
        let account = scope("a");
        let found = cache.cheaper_quote(&account, "like", than, at(since));
        run(found).unwrap().map(|record| record.listed)
    };
    assert_eq!(cheaper(dollars(700), 0).as_deref(), Some("{\"day\":1}"));
    // The older one is too old to count. If two cost the same, the newer one is returned.
    assert_eq!(cheaper(dollars(700), 2).as_deref(), Some("{\"day\":3}"));
    assert_eq!(cheaper(dollars(650), 0), None);
}

#[test]
fn what_is_forgotten_is_gone_and_others_stay() {
    let folder = Folder::new("quotes-forgotten");
    let cache = open(&folder);
    for account in ["a", "b"] {
        for day in 1..=3 {
            let label = format!("label-{day}");
            let record = quote(day, (&label, "like"), dollars(700), "Somebody");
            run(cache.put_quote(&scope(account), record)).unwrap();
        }
    }
    run(cache.forget_quotes(&scope("a"), at(2))).unwrap();
    assert_eq!(days(&cache, "a", ""), ["{\"day\":3}", "{\"day\":2}"]);
    assert_eq!(days(&cache, "a", "somebody").len(), 2);
    run(cache.forget_scope(&scope("a"))).unwrap();
    assert_eq!(days(&cache, "a", ""), Vec::<String>::new());
    assert_eq!(days(&cache, "b", "somebody").len(), 3);
    run(cache.clear()).unwrap();
    assert_eq!(days(&cache, "b", ""), Vec::<String>::new());
}
