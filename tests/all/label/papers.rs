//! Documents that are not labels, drawn and read back.

use postroom::label::{Verdict, self_check};
use postroom::service::document::{
    ContainerFacts, FormFacts, FormPackage, LabelClass, container_labels, scan_form,
};

use super::pages;

const SERVICES: [&str; 13] = [
    "Priority Mail",
    "Priority Mail Express",
    "Parcel Select",
    "Parcel Select Lightweight Destination Entry",
    "Ground Advantage",
    "Priority Mail Express International",
    "Priority Mail International",
    "Global Express Guaranteed",
    "First-Class International",
    "Library Mail",
    "Media Mail",
    "Bound Printed Matter",
    "First-Class",
];

fn form(class: LabelClass, number: &str, packages: usize, services: usize) -> FormFacts {
    let package = |at: usize| FormPackage {
        tracking_number: format!("92055899917{at:011}"),
        service_name: SERVICES[at % services].to_owned(),
        weight_text: "1 lb 8 oz".to_owned(),
        destination: "94111".to_owned(),
    };
    FormFacts {
        carrier_name: "Postal Service".to_owned(),
        carrier_account_name: "Warehouse".to_owned(),
        class,
        form_number: number.to_owned(),
        from: ["Riley Sample", "233 S Wacker Dr", "Chicago IL 60606"].map(str::to_owned).to_vec(),
        ship_date: "2026-03-02".to_owned(),
        made: "2026-03-02 18:00 UTC".to_owned(),
        shipment_count: packages,
        packages: (0..packages).map(package).collect(),
    }
}

#[test]
fn a_form_reads_back_its_number_on_as_many_pages_as_its_list_needs() {
    for (class, number, packages, services, wanted) in [
        (LabelClass::Postal, "9275089991700000000078", 1, 1, 1),
        (LabelClass::Express, "NXF00000000073", 21, 2, 1),
        (LabelClass::Parcel, "OPF00000000073", 22, 2, 2),
        (LabelClass::Postal, "9275089991700000000078", 100, 13, 3),
    ] {
        let bytes = scan_form(&form(class, number, packages, services)).expect("a form");
        let pages = pages(&bytes);
        assert_eq!(pages.len(), wanted, "{packages} packages");
        let check = self_check(&pages, number, Some((8.5, 11.0)));
        assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
        // No other page repeats the barcode, because a courier scans the form once.
        let others = self_check(&pages[1..], number, None);
        assert_eq!(others.verdict, Verdict::NoBarcode, "{}", others.sentence);
    }
}

#[test]
fn a_container_label_reads_back_its_own_number_on_each_page() {
    let numbers = ["99M899917000000000007", "99M899917000000000008"].map(str::to_owned);
    let facts = ContainerFacts {
        carrier_name: "Postal Service".to_owned(),
        from: vec!["Riley Sample".to_owned(), "Chicago IL 60606".to_owned()],
        to: vec!["Processing centre".to_owned(), "San Francisco CA 94111".to_owned()],
        destination: "94111".to_owned(),
        content_code: "CC1".to_owned(),
        made: "2026-03-02".to_owned(),
        numbers: numbers.to_vec(),
    };
    let pages = pages(&container_labels(&facts).expect("labels"));
    assert_eq!(pages.len(), 2);
    for (page, number) in pages.iter().zip(&numbers) {
        let check = self_check(std::slice::from_ref(page), number, Some((4.0, 6.0)));
        assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
    }
}
