mod countries;
mod postcodes;
mod subdivisions;

use super::*;

#[test]
fn tables_are_whole() {
    assert_eq!(countries().len(), 250);
    assert_eq!(us_states().len(), 62);
    assert_eq!(us_zips().len(), 41_703);
    assert_eq!(world_cities().len(), 3_371);
}

#[test]
fn every_zip_of_the_table_is_found() {
    let table = include_str!("../../../../assets/place/us_zips.csv");
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let row = us_zip(cells[0]).unwrap();
        assert_eq!([&row.zip, &row.city, &row.state], cells[..3]);
        let degrees = |cell: &str| cell.parse::<f64>().unwrap();
        assert_eq!((row.lat, row.lon), (degrees(cells[3]), degrees(cells[4])));
    }
}

#[test]
fn looks_up_by_what_people_type() {
    assert_eq!(country("usa").unwrap().a2, "US");
    assert!(country("Atlantis").is_none() && country("").is_none());
    assert!(country("no").unwrap().hts_required);
    assert_eq!(us_state("georgia").unwrap().code, "GA");
    assert_eq!(us_zip("60606-6306").unwrap().city, "Chicago");
    assert!(us_zip("00000").is_none());
    assert!(is_military_zip("09012") && !is_military_zip("10001"));
}

#[test]
fn every_code_is_found_in_either_case() {
    for land in countries() {
        for code in [&land.a2, &land.a3] {
            let lower = code.to_ascii_lowercase();
            assert_eq!(country(code).unwrap().a2, land.a2, "{code}");
            assert_eq!(country(&lower).unwrap().a2, land.a2, "{lower}");
        }
    }
    for state in us_states() {
        let lower = format!(" {} ", state.code.to_ascii_lowercase());
        assert_eq!(us_state(&lower).unwrap().code, state.code, "{lower}");
    }
    for nothing in ["ZZ", "z", "A-", "[[", "é"] {
        assert!(country(nothing).is_none(), "{nothing}");
        assert!(us_state(nothing).is_none(), "{nothing}");
    }
}

#[test]
fn a_scan_is_found_by_the_best_it_names() {
    let near = |found: Option<(f64, f64)>, lon: f64, lat: f64| {
        let (x, y) = found.unwrap();
        assert!((x - lon).abs() < 1.0 && (y - lat).abs() < 1.0, "{x} {y}");
    };
    near(locate_tracking_event("", "", "60606", "US"), -87.6, 41.9);
    near(locate_tracking_event("MEMPHIS", "TN", "", ""), -90.0, 35.1);
    near(locate_tracking_event("Nowhere at all", "CO", "", "USA"), -105.5, 39.0);
    near(locate_tracking_event("Toronto", "ON", "M5V 1A1", "CA"), -79.4, 43.7);
    near(locate_tracking_event("paris", "", "", "France"), 2.35, 48.85);
    assert!(locate_tracking_event("Nowhere", "", "", "DE").is_some());
    assert!(locate_tracking_event("Nowhere", "", "", "").is_none());
}

#[test]
fn postcodes_are_matched_whole() {
    let us = country("US").unwrap();
    assert!(us.postcode_fits("94111") && us.postcode_fits("94111-1234"));
    assert!(!us.postcode_fits("9411") && !us.postcode_fits("x94111"));
}

#[test]
fn zones_grow_with_distance() {
    assert_eq!(postal_zone("10001", "10002"), Some(1));
    assert_eq!(postal_zone("10001", "94111"), Some(8));
    assert_eq!(postal_zone("10001", "96960"), Some(9));
    assert_eq!(postal_zone("10001", "zz"), None);
}
