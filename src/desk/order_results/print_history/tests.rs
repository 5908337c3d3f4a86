use super::*;
use crate::orders::order_label::OrderLabel;

fn label(shipment: &str) -> OrderLabel {
    let label = serde_json::json!({
        "sequence": 1, "transaction": "t", "scope": "TEST/a", "station": "here",
        "status": "bought", "begun": "2026-11-23T08:00:00Z", "expected": null, "charged": null,
        "carrier": "", "service": "", "bought": null, "shipment": shipment, "manifest": null
    });
    serde_json::from_value(label).unwrap()
}

fn print(job: i64, by: &str, queued: &str) -> JobPrint {
    let queued: Timestamp = queued.parse().unwrap();
    JobPrint {
        print: LabelPrint {
            at: queued + SignedDuration::from_secs(5),
            printer: "Zebra".to_owned(),
            by: by.to_owned(),
            job,
        },
        queued,
    }
}

#[test]
fn a_job_is_recorded_once_in_the_label_that_it_printed() {
    let mut order = Order { labels: vec![label("first"), label("second")], ..Order::default() };
    let second = ShipmentId::new("second");
    let morning = "2026-11-23T08:00:00Z";
    for (prints, added, count) in [
        (vec![print(7, "desk", morning)], true, 1),
        // The same job again, after a restart.
        (vec![print(7, "desk", morning)], false, 1),
        // Reprinted.
        (vec![print(8, "desk", "2026-11-23T09:00:00Z")], true, 2),
        // The job of another computer has the same number.
        (vec![print(7, "dock", morning)], true, 3),
        // A new print queue numbers its jobs from the start.
        (vec![print(7, "desk", "2026-11-30T08:00:00Z")], true, 4),
        // One job of two, so that only the other is new.
        (
            vec![
                print(7, "desk", "2026-11-30T08:00:00Z"),
                print(9, "desk", "2026-11-30T08:01:00Z"),
            ],
            true,
            5,
        ),
    ] {
        let changed = add_prints(&mut order, [(&second, &prints)]);
        assert_eq!((changed, order.labels[1].prints.len()), (added, count));
    }
    assert!(order.labels[0].prints.is_empty());
}

/// Labels that were printed by an earlier version have no number of a job.
#[test]
fn a_print_without_a_job_is_readable() {
    let old = r#"{"at":"2026-11-23T08:00:00Z","printer":"Zebra","by":"desk"}"#;
    let print: LabelPrint = serde_json::from_str(old).unwrap();
    assert_eq!(print.job, 0);
}
