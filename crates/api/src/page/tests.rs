use super::*;
use crate::shipment::Shipment;

#[test]
fn a_list_is_read_from_any_of_its_shapes() {
    let one = r#"{"id":"s1","packages":[{"weight":1}],"rates":[]}"#;
    for (text, ids, next) in [
        (format!("[{one}]"), vec!["s1"], None),
        (one.to_owned(), vec!["s1"], None),
        (
            format!(r#"{{"results":[{one}],"nextPage":"t2","totalResults":"21"}}"#),
            vec!["s1"],
            Some("t2"),
        ),
        (format!(r#"{{"shipments":[{one}],"nextPage":null}}"#), vec!["s1"], None),
        (format!(r#"{{"items":[{one}]}}"#), vec!["s1"], None),
        (format!(r#"{{"parcelsOfToday":[{one}]}}"#), vec!["s1"], None),
        (format!(r#"{{"results":{one}}}"#), vec!["s1"], None),
        (format!(r#"{{"id":"request","results":[{one}]}}"#), vec!["s1"], None),
        (format!(r#"{{"id":"request","data":{one}}}"#), vec!["s1"], None),
        (r#"{"id":"s1","packages":[],"items":[{"id":"thing"}]}"#.into(), vec!["s1"], None),
        (
            format!(r#"{{"data":{{"results":[{one}]}},"meta":{{"nextPage":7}}}}"#),
            vec!["s1"],
            Some("7"),
        ),
        (r#"{"results":[],"nextPage":"","totalResults":0}"#.into(), vec![], None),
        (r#"{"results":null,"nextPage":false}"#.into(), vec![], None),
        (r#"{"totalResults":0}"#.into(), vec![], None),
        ("[]".into(), vec![], None),
        ("null".into(), vec![], None),
    ] {
        let page = read::<Shipment>(text.as_bytes()).unwrap().value;
        let read: Vec<_> = page.results.iter().map(|s| s.id.as_ref().unwrap().as_str()).collect();
        assert_eq!((read, page.next_page.as_deref()), (ids, next), "{text}");
    }
}

/// Finding C6.
#[test]
fn an_unknown_shape_is_an_error_and_no_empty_list() {
    for text in [
        "\"gone\"",
        "7",
        "{}",
        r#"{"things":[]}"#,
        r#"{"things":[{"name":"x"}]}"#,
        r#"{"nextPage":"t2","pageSize":20}"#,
        r#"{"totalResults":3}"#,
    ] {
        assert!(read::<Shipment>(text.as_bytes()).is_err(), "{text}");
    }
}

/// Finding C7.
#[test]
fn an_odd_row_is_left_out_and_reported() {
    let text = r#"{"results":[{"id":"a"},7,{"id":"b","packages":[{"weight":"heavy"}]},null]}"#;
    let Decoded { value, oddities } = read::<Shipment>(text.as_bytes()).unwrap();
    assert_eq!((value.results.len(), value.skipped), (2, 2));
    let told: Vec<_> = oddities.iter().map(|odd| (odd.path.as_str(), odd.was.as_str())).collect();
    assert_eq!(
        told,
        [
            ("results[1]", "7"),
            ("results[2].packages[0].weight", "\"heavy\""),
            ("results[3]", "null"),
        ]
    );
}

/// Finding C9: a wrapper of this name made a purchase that was bought stay uncertain.
#[test]
fn a_response_inside_a_response_is_read() {
    for key in ["response", "Response", "payload"] {
        let row = r#"{"id":"a","transactionId":"t","packages":[]}"#;
        for inner in [row.to_owned(), format!(r#"{{"results":[{row}]}}"#), format!("[{row}]")] {
            let text = format!(r#"{{"{key}":{inner}}}"#);
            let Decoded { value, .. } = read::<Shipment>(text.as_bytes()).unwrap();
            assert_eq!(value.results.len(), 1, "{text}");
        }
    }
}
