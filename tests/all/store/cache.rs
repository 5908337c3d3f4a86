//! The cache: scopes are separate, search accepts any input, pages are in order.

use postroom::store::cache::{COUNTED_AT_MOST, Label, ShipmentPage};
use postroom::store::{Cache, Scope, ShipmentQuery, ShipmentRecord};

use super::{Folder, clock, dollars, run};
use crate::prelude::*;

fn scope(environment: &str, account: &str) -> Scope {
    Scope { environment: environment.to_owned(), account: account.to_owned() }
}

fn open(folder: &Folder) -> Cache {
    Cache::open(folder.path(), clock()).unwrap().cache
}

fn shipment(number: u32, search_text: &str) -> ShipmentRecord {
    let start: Timestamp = "2024-03-01T00:00:00Z".parse().unwrap();
    ShipmentRecord {
        id: ShipmentId::new(format!("shipment-{number}")),
        created: start + SignedDuration::from_secs(number.into()),
        to_name: search_text.to_owned(),
        to_place: "Zürich".to_owned(),
        to_country: String::new(),
        to_email: String::new(),
        reference: String::new(),
        carrier: "POST-eVS".to_owned(),
        service: "Ground".to_owned(),
        tracking_number: Some(TrackingNumber::new(format!("9400{number:06}"))),
        further_numbers: Vec::new(),
        status: if number.is_multiple_of(2) { "Created" } else { "Delivered" }.to_owned(),
        sub_status: String::new(),
        price: Some(dollars(790)),
        packages: 1,
        refund_status: number.is_multiple_of(5).then(|| "Initiated".to_owned()),
        search_text: search_text.to_owned(),
        json: format!("{{\"number\":{number}}}"),
    }
}

fn query(text: &str) -> ShipmentQuery {
    ShipmentQuery { text: text.to_owned(), limit: 100, ..ShipmentQuery::default() }
}

/// The numbers of the shipments found, in order.
fn found(cache: &Cache, scope: &Scope, query: ShipmentQuery) -> (Vec<u32>, u64, u64) {
    let page = run(cache.find_shipments(scope, query)).unwrap();
    let numbers = page
        .rows
        .iter()
        .map(|row| {
            assert!(row.json.is_empty());
            row.id.as_str()["shipment-".len()..].parse().unwrap()
        })
        .collect();
    (numbers, page.matching, page.total)
}

fn label(scope: &Scope, id: &ShipmentId, package_number: u32, kind: &str, byte: u8) -> Label {
    Label {
        scope: scope.clone(),
        shipment: id.clone(),
        package_number,
        file_type: kind.to_owned(),
        bytes: vec![byte],
    }
}

#[test]
fn what_one_scope_stores_no_other_sees() {
    let folder = Folder::new("scopes");
    let cache = open(&folder);
    let test = scope("test", "a");
    let number = TrackingNumber::new("9400000001");
    let id = ShipmentId::new("shipment-1");
    run(async {
        cache.put(Some(&test), "balance", "1".to_owned()).await.unwrap();
        cache.put_shipments(&test, vec![shipment(1, "Ann")]).await.unwrap();
        cache.put_label(label(&test, &id, 1, "PDF", 1)).await.unwrap();
        cache.put_tracking(&test, &number, "{}".to_owned()).await.unwrap();
    });
    let check = |scope: Option<&Scope>, wanted: bool| {
        run(async {
            let value = cache.get(scope, "balance").await.unwrap();
            assert_eq!(value.is_some(), wanted, "{scope:?}");
            let Some(scope) = scope else { return };
            let page = cache.find_shipments(scope, query("ann")).await.unwrap();
            assert_eq!((page.matching, page.total), (wanted.into(), wanted.into()));
            let page = cache.find_shipments(scope, query("")).await.unwrap();
            assert_eq!(page.rows.len(), usize::from(wanted));
            assert_eq!(cache.shipment(scope, &id).await.unwrap().is_some(), wanted);
            let by_number = cache.shipment_by_tracking(scope, &number).await.unwrap();
            assert_eq!(by_number.is_some(), wanted);
            assert_eq!(cache.labels(scope, &id).await.unwrap().len(), usize::from(wanted));
            assert_eq!(cache.tracked(scope).await.unwrap().len(), usize::from(wanted));
        });
    };
    let others = [scope("production", "a"), scope("test", "b"), scope("test", ""), scope("", "")];
    for other in &others {
        check(Some(other), false);
    }
    check(None, false);
    // The same ids in another scope are separate rows, and untracking one keeps the other.
    run(async {
        cache.put_shipments(&others[0], vec![shipment(1, "Bob")]).await.unwrap();
        cache.put_tracking(&others[0], &number, String::new()).await.unwrap();
        cache.untrack(&others[0], &number).await.unwrap();
        cache.put(None, "balance", "2".to_owned()).await.unwrap();
        assert_eq!(cache.get(Some(&test), "balance").await.unwrap().unwrap().json, "1");
    });
    check(Some(&test), true);
}

#[test]
fn a_shipment_comes_back_as_it_was_stored() {
    let folder = Folder::new("whole");
    let cache = open(&folder);
    let scope = scope("test", "a");
    let first = shipment(1, "Ann");
    let bare = ShipmentRecord {
        tracking_number: None,
        price: None,
        refund_status: None,
        ..shipment(2, "")
    };
    let changed = ShipmentRecord {
        search_text: "Charlotte".to_owned(),
        status: "Delivered".to_owned(),
        created: first.created + SignedDuration::from_hours(9),
        ..first.clone()
    };
    run(async {
        let both = vec![first.clone(), bare.clone()];
        cache.put_shipments(&scope, both).await.unwrap();
        for record in [&first, &bare] {
            let read = cache.shipment(&scope, &record.id).await.unwrap();
            assert_eq!(read.as_ref(), Some(record));
        }
        cache.put_shipments(&scope, vec![changed.clone()]).await.unwrap();
        let read = cache.shipment(&scope, &first.id).await.unwrap();
        assert_eq!(read, Some(changed));
    });
    // The old words are no longer found, the new ones are, and the order is updated.
    assert!(found(&cache, &scope, query("ann")).0.is_empty());
    assert_eq!(found(&cache, &scope, query("char")), (vec![1], 1, 2));
    assert_eq!(found(&cache, &scope, query("")).0, [1, 2]);
}

/// W2
#[test]
fn the_numbers_of_further_packages_are_found_and_outlive_a_refresh() {
    let folder = Folder::new("further");
    let cache = open(&folder);
    let scope = scope("test", "a");
    let number = |text: &str| TrackingNumber::new(text);
    let further = vec![number("1Z55 20"), number("1Z66")];
    let first = shipment(1, "Ann");
    run(async {
        let both = vec![first.clone(), shipment(2, "Bea")];
        cache.put_shipments(&scope, both).await.unwrap();
        let put = cache.put_further_numbers(&scope, &first.id, further.clone());
        put.await.unwrap();
        // The service's list does not have the numbers.
        let again = vec![first.clone()];
        cache.put_shipments(&scope, again).await.unwrap();
        let read = cache.shipment(&scope, &first.id).await.unwrap().unwrap();
        assert_eq!(read.further_numbers, further);
        for known in &further {
            let read = cache.shipment_by_tracking(&scope, known).await.unwrap();
            assert_eq!(read.map(|read| read.id), Some(first.id.clone()), "{known}");
        }
        for unknown in ["1Z6", "1Z667", ""] {
            let unknown = number(unknown);
            let read = cache.shipment_by_tracking(&scope, &unknown).await;
            assert_eq!(read.unwrap(), None, "{unknown}");
        }
        let nobody = ShipmentId::new("nobody");
        let put = cache.put_further_numbers(&scope, &nobody, further.clone());
        put.await.unwrap();
    });
    assert_eq!(found(&cache, &scope, query("1z66")).0, [1]);
    assert_eq!(found(&cache, &scope, query("ann 1z55")).0, [1]);
    assert_eq!(found(&cache, &scope, query("")).0, [2, 1]);
}

/// A list that was read before the refund was requested can arrive after its answer.
#[test]
fn an_older_record_does_not_take_a_refund_back() {
    let folder = Folder::new("refund");
    let cache = open(&folder);
    let scope = scope("test", "a");
    let with = |status: Option<&str>| ShipmentRecord {
        refund_status: status.map(str::to_owned),
        ..shipment(1, "Ann")
    };
    for (stored, wanted) in [
        (None, None),
        (Some("Initiated"), Some("Initiated")),
        (None, Some("Initiated")),
        (Some("Rejected"), Some("Rejected")),
    ] {
        run(cache.put_shipments(&scope, vec![with(stored)])).unwrap();
        let kept = run(cache.shipment(&scope, &shipment(1, "").id)).unwrap().unwrap();
        assert_eq!(kept.refund_status.as_deref(), wanted);
    }
}

#[test]
fn filters_and_pages_count_right() {
    let folder = Folder::new("pages");
    let cache = open(&folder);
    let scope = scope("test", "a");
    // Stored newest first, as a sync from the newest page does.
    let records = (0..30).rev().map(|number| shipment(number, "Ann Lee")).collect();
    run(cache.put_shipments(&scope, records)).unwrap();
    let check = |query: ShipmentQuery, wanted: &[u32], matching: u64| {
        for text in ["", "lee ann"] {
            let query = ShipmentQuery { text: text.to_owned(), ..query.clone() };
            let (numbers, counted, total) = found(&cache, &scope, query.clone());
            assert_eq!(numbers, wanted, "{query:?}");
            assert_eq!((counted, total), (matching, 30), "{query:?}");
        }
    };
    let page = |offset, limit| ShipmentQuery { offset, limit, ..ShipmentQuery::default() };
    check(page(0, 3), &[29, 28, 27], 30);
    check(page(28, 3), &[1, 0], 30);
    check(page(u64::MAX, 3), &[], 30);
    let even = ShipmentQuery {
        statuses: vec!["Created".to_owned(), "Odd \"one'".to_owned()],
        ..page(0, 2)
    };
    check(even.clone(), &[28, 26], 15);
    let refunded = ShipmentQuery { refunded: Some(true), ..even };
    check(refunded.clone(), &[20, 10], 3);
    let kept = ShipmentQuery { refunded: Some(false), ..refunded };
    check(kept, &[28, 26], 12);
    let late = ShipmentQuery { created_from: Some(shipment(28, "").created), ..page(0, 9) };
    check(late, &[29, 28], 2);
    let early = ShipmentQuery { created_to: Some(shipment(1, "").created), ..page(0, 9) };
    check(early, &[1, 0], 2);
}

#[test]
fn nothing_typed_into_the_search_box_fails() {
    let folder = Folder::new("typed");
    let cache = open(&folder);
    let scope = scope("test", "a");
    let records = vec![
        shipment(1, "Ann O'Hara Zürich a@b.example 9400000001"),
        shipment(2, "AND NOT Lee NEAR Łódź naïve"),
        shipment(3, "東京 Müller \"quoted\""),
    ];
    run(cache.put_shipments(&scope, records)).unwrap();
    for (text, wanted) in [
        ("", &[3, 2, 1][..]),
        ("   ", &[3, 2, 1]),
        ("\"", &[3, 2, 1]),
        ("*", &[3, 2, 1]),
        ("\0", &[3, 2, 1]),
        ("^ - + ( ) : { }", &[3, 2, 1]),
        ("zurich", &[1]),
        ("ZÜRICH", &[1]),
        ("Zürich", &[1]),
        ("Zu\u{308}rich", &[1]),
        ("naive", &[2]),
        ("mull", &[3]),
        ("AND", &[2]),
        ("and", &[2]),
        ("NOT lee", &[2]),
        ("OR", &[]),
        ("NEAR(", &[2]),
        ("NEAR(ann lee, 3)", &[]),
        ("words:ann", &[]),
        ("ann\"", &[1]),
        ("\"ann\" OR \"lee", &[]),
        ("a* b*", &[1]),
        ("a@b.ex", &[1]),
        ("o'h", &[1]),
        ("東", &[3]),
        ("東京", &[3]),
        ("9400000001", &[1]),
        ("ann zurich", &[1]),
        ("ann lee", &[]),
        ("ann\0zurich", &[1]),
        ("'; DROP TABLE shipments; --", &[]),
        ("🚚", &[3, 2, 1]),
        ("ann 🚚", &[1]),
        ("n", &[2]),
    ] {
        let (numbers, matching, _) = found(&cache, &scope, query(text));
        assert_eq!(numbers, wanted, "{text:?}");
        assert_eq!(matching, wanted.len() as u64, "{text:?}");
    }
    let long = "ann ".repeat(100_000);
    assert_eq!(found(&cache, &scope, query(&long)).0, [1]);
    assert!(found(&cache, &scope, query(&"x".repeat(1_000_000))).0.is_empty());
}

#[test]
fn values_labels_and_tracking_are_replaced_in_place() {
    let folder = Folder::new("values");
    let clock = clock();
    let cache = Cache::open(folder.path(), clock.clone()).unwrap().cache;
    let scope = scope("test", "a");
    let id = ShipmentId::new("s");
    let numbers = ["2", "1", "3"].map(TrackingNumber::new);
    run(async {
        cache.put(None, "draft", "1".to_owned()).await.unwrap();
        let first = cache.get(None, "draft").await.unwrap().unwrap();
        clock.advance(SignedDuration::from_secs(60));
        cache.put(None, "draft", "2".to_owned()).await.unwrap();
        let second = cache.get(None, "draft").await.unwrap().unwrap();
        assert_eq!((first.json.as_str(), second.json.as_str()), ("1", "2"));
        assert_eq!(second.at.duration_since(first.at), SignedDuration::from_secs(60));

        for (package, kind, byte) in [(2, "PDF", 1), (1, "ZPL", 2), (1, "PDF", 3), (1, "PDF", 4)] {
            cache.put_label(label(&scope, &id, package, kind, byte)).await.unwrap();
        }
        let labels = cache.labels(&scope, &id).await.unwrap();
        let wanted = [(1, "PDF", 4_u8), (1, "ZPL", 2), (2, "PDF", 1)];
        assert_eq!(labels, wanted.map(|(n, kind, byte)| (n, kind.to_owned(), vec![byte])));

        for number in &numbers {
            cache.put_tracking(&scope, number, String::new()).await.unwrap();
        }
        cache.put_tracking(&scope, &numbers[0], "{}".to_owned()).await.unwrap();
        cache.untrack(&scope, &numbers[1]).await.unwrap();
        let tracked = cache.tracked(&scope).await.unwrap();
        let shown: Vec<_> = tracked
            .iter()
            .map(|(number, snapshot)| (number.as_str(), snapshot.json.as_str()))
            .collect();
        assert_eq!(shown, [("2", "{}"), ("3", "")]);
    });
}

#[test]
fn a_common_word_is_counted_only_so_far() {
    let folder = Folder::new("common");
    let cache = open(&folder);
    let scope = scope("test", "a");
    let records = (0..1_200).map(|number| shipment(number, "Ann")).collect();
    run(cache.put_shipments(&scope, records)).unwrap();
    let page = |offset| {
        let query = ShipmentQuery { offset, ..query("an") };
        run(cache.find_shipments(&scope, query)).unwrap()
    };
    let counts = |page: &ShipmentPage| (page.rows.len(), page.matching, page.more);
    assert_eq!(counts(&page(0)), (100, COUNTED_AT_MOST, true));
    // Counting stops at the limit; paging does not, and the last page shows the exact number.
    assert_eq!(counts(&page(1_000)), (100, 1_100, true));
    assert_eq!(counts(&page(1_198)), (2, 1_200, false));
    // The first rows are available without a count.
    let first = run(cache.first_shipments(&scope, query("an"))).unwrap();
    assert_eq!(counts(&first), (100, 100, true));
    let first = run(cache.first_shipments(&scope, query("nobody"))).unwrap();
    assert_eq!(counts(&first), (0, 0, false));
    assert_eq!(found(&cache, &scope, query("")).1, 1_200);
}
