//! The address book: persists over a restart, is searched by any word, last used first.

use jiff::SignedDuration;
use postroom::store::Book;

use super::{Folder, clock, run};

fn names(records: Vec<postroom::store::BookRecord>) -> Vec<String> {
    records.into_iter().map(|record| record.name).collect()
}

#[test]
fn the_last_used_comes_first_and_any_word_finds() {
    let folder = Folder::new("book");
    let clock = clock();
    let book = Book::open(folder.path(), clock.clone()).unwrap();
    let rows: Vec<i64> = ["dora", "Ann", "Bob", "Cleo"]
        .iter()
        .map(|name| {
            let text = format!("{name} 12 Löwenstraße Zürich");
            run(book.put(None, name, &text, format!("{{\"n\":\"{name}\"}}"))).unwrap()
        })
        .collect();
    for row in [rows[3], rows[2]] {
        clock.advance(SignedDuration::from_secs(1));
        run(book.touch(row)).unwrap();
    }
    let check = |text: &str, limit: u32, wanted: &[&str]| {
        assert_eq!(names(run(book.find(text, limit)).unwrap()), wanted, "{text:?}");
    };
    check("", 9, &["Bob", "Cleo", "Ann", "dora"]);
    check("\" * (", 9, &["Bob", "Cleo", "Ann", "dora"]);
    check("zurich", 9, &["Bob", "Cleo", "Ann", "dora"]);
    check("lowen 12", 2, &["Bob", "Cleo"]);
    check("DOR", 9, &["dora"]);
    check("NEAR(\"", 9, &[]);
    assert_eq!(names(run(book.recent(1)).unwrap()), ["Bob"]);
    assert_eq!(run(book.count()).unwrap(), 4);

    // A changed record keeps the time it was last used and is no longer found by its old words.
    run(async {
        let before = book.get(rows[2]).await.unwrap().unwrap();
        let row =
            book.put(Some(rows[2]), "Robert", "Robert Genève", "{}".to_owned()).await.unwrap();
        assert_eq!(row, rows[2]);
        let after = book.get(row).await.unwrap().unwrap();
        assert_eq!(after.last_used, before.last_used);
        assert!(after.last_used.is_some());
        assert_eq!((after.name.as_str(), after.json.as_str()), ("Robert", "{}"));
    });
    check("bob", 9, &[]);
    check("geneve", 9, &["Robert"]);
    run(book.remove(rows[2])).unwrap();
    check("geneve", 9, &[]);
    assert_eq!(run(book.get(rows[2])).unwrap(), None);
    drop(book);
    let book = Book::open(folder.path(), clock).unwrap();
    assert_eq!(names(run(book.recent(9)).unwrap()), ["Cleo"]);
    assert_eq!(names(run(book.find("", 9)).unwrap()), ["Cleo", "Ann", "dora"]);
}

#[test]
fn an_import_is_found_whole() {
    let folder = Folder::new("import");
    let book = Book::open(folder.path(), clock()).unwrap();
    let records = (0..1_200)
        .map(|number| {
            let name = format!("Ann {number:04}");
            [name.clone(), name, "{}".to_owned()]
        })
        .collect();
    run(book.put_all(records)).unwrap();
    assert_eq!(run(book.count()).unwrap(), 1_200);
    for (text, found) in [("ann 0007", 1), ("ann 000", 10), ("ann", 500), ("", 1_000)] {
        assert_eq!(run(book.find(text, 1_000)).unwrap().len(), found, "{text:?}");
    }
}
