use jiff::civil::date;

use super::*;
use crate::day_report::{Costs, Manifest, NotShipped, PresetCosts, ServiceCosts, WhyNotShipped};
use crate::message;
use postroom_base::id::OrderId;
use postroom_base::money::{Amount, Currency, Money};
use postroom_label::{Limits, decode_in_process};

fn costs(cents: &[i64]) -> Costs {
    let mut costs = Costs::default();
    for cents in cents {
        let price = Money::new(Amount::from_cents(*cents), Currency::USD);
        costs.add(Some(price));
    }
    costs
}

fn report(not_shipped: usize) -> DayReport {
    DayReport {
        day: date(2026, 11, 23),
        total: costs(&[812, 645]),
        return_labels: Costs::default(),
        by_service: vec![ServiceCosts {
            carrier: "Postal Service".to_owned(),
            service: "PriorityMail".to_owned(),
            costs: costs(&[812, 645]),
        }],
        by_preset: vec![PresetCosts { preset: None, costs: costs(&[812, 645]) }],
        by_station: Vec::new(),
        refunds: Vec::new(),
        refunded: Costs::default(),
        manifests: vec![Manifest {
            id: "3f1c9a52-7f0e-4d1e-9c55-0b9f6a1d2e3f".to_owned(),
            carrier: "Postal Service".to_owned(),
            labels: 2,
        }],
        without_manifest: 0,
        printed: 2,
        not_printed: Vec::new(),
        not_shipped: (0..not_shipped)
            .map(|at| NotShipped {
                id: OrderId::new(format!("{at}")),
                order: format!("#{}", 1001 + at),
                recipient: "Ann Reed".to_owned(),
                ship_by: None,
                why: WhyNotShipped::OnHold,
                reason: message!("order-papers-report-held"),
            })
            .collect(),
    }
}

fn words(report: &DayReport, paper: PaperSize) -> Vec<Vec<String>> {
    let faces = Typefaces::open().unwrap();
    let maker = ReportMaker {
        faces: &faces,
        style: PageStyle::of_paper(paper),
        shop: "Bright Mugs",
        day: "Monday, November 23, 2026".to_owned(),
    };
    let pages = maker.pages(&report.sections()).into_iter().map(|page| {
        let texts = page.into_iter().filter_map(|mark| match mark {
            Mark::Text { line, .. } => Some(line.words().to_owned()),
            _ => None,
        });
        texts.collect()
    });
    pages.collect()
}

#[test]
fn the_sections_stand_one_below_the_other() {
    let pages = words(&report(1), PaperSize::Letter);
    let expected = [
        "Day report",
        "Bright Mugs",
        "Monday, November 23, 2026",
        "Summary",
        "What",
        "Number",
        "Cost",
        "Labels bought",
        "2",
        "$14.57",
        "Labels printed",
        "2",
        "Labels on manifests",
        "2",
        "On hold",
        "1",
        "Cost by carrier and service",
        "Carrier",
        "Service",
        "Labels",
        "Cost",
        "Postal Service",
        "Priority Mail",
        "2",
        "$14.57",
        "Cost by preset",
        "Preset",
        "Labels",
        "Cost",
        "No preset",
        "2",
        "$14.57",
        "Manifests",
        "Carrier",
        "Manifest",
        "Labels",
        "Postal Service",
        "3f1c9a52-7f0e-4d1e-9c55-0b9f6a1d2e3f",
        "2",
        "Not shipped",
        "Order",
        "Recipient",
        "Ship by",
        "Reason",
        "#1001",
        "Ann Reed",
        "On hold",
    ];
    let words = pages[0].iter().map(String::as_str);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    assert_eq!(words, expected);
    assert_eq!(pages.len(), 1);
}

#[test]
fn every_order_is_on_a_page_with_its_heading() {
    for paper in PaperSize::ALL {
        let pages = words(&report(120), paper);
        assert!(pages.len() > 2, "{paper:?}");
        let numbers: Vec<&String> =
            pages.iter().flatten().filter(|it| it.starts_with('#')).collect();
        let expected: Vec<String> = (1001..1121).map(|number| format!("#{number}")).collect();
        assert_eq!(numbers, expected.iter().collect::<Vec<_>>(), "{paper:?}");
        for page in &pages {
            assert!(page.contains(&"Day report".to_owned()), "{page:?}");
        }
        let last = pages.last().unwrap();
        assert!(last.contains(&"Reason".to_owned()), "{paper:?}");
    }
}

#[test]
fn the_file_can_be_read_again() {
    for paper in PaperSize::ALL {
        let pdf = day_report_paper(&report(1), "Bright Mugs", paper).unwrap();
        let pages = decode_in_process(&pdf, 100.0, &Limits::default()).unwrap();
        let dark = pages[0].luma.iter().filter(|level| **level < 128).count();
        assert!(dark > 500, "{paper:?}: {dark}");
    }
}
