//! Labels to draw in tests: one of each class, simple and crowded.

use postroom::service::document::{LabelClass, LabelFacts};

fn lines(text: &[&str]) -> Vec<String> {
    text.iter().map(|line| (*line).to_owned()).collect()
}

pub fn postal() -> LabelFacts {
    LabelFacts {
        carrier_code: "POST-eVS".to_owned(),
        carrier_name: "Post eVS".to_owned(),
        service_code: "PriorityMail".to_owned(),
        service_name: "Priority Mail".to_owned(),
        class: LabelClass::Postal,
        from: lines(&["Dana Fields", "Fields Pottery", "418 Mill Creek Rd", "Asheville NC 28801"]),
        to: lines(&["Rowan Ellis", "2140 Shattuck Ave Apt 5", "Berkeley CA 94704"]),
        to_zip: Some("94704".to_owned()),
        to_country: "US".to_owned(),
        tracking_number: "9205590164917312751089".to_owned(),
        package_number: 1,
        package_count: 1,
        weight_text: "1.5 lb".to_owned(),
        dimensions_text: Some("10 × 6 × 4 in".to_owned()),
        ship_date: "2026-11-21".to_owned(),
        zone: Some("8".to_owned()),
        special_services: lines(&["SignatureConfirmation"]),
        custom_texts: [Some("Order 10231".to_owned()), None, None],
        declaration: Vec::new(),
        is_return: false,
    }
}

pub fn express() -> LabelFacts {
    LabelFacts {
        carrier_code: "NORTHWIND".to_owned(),
        carrier_name: "Northwind Express".to_owned(),
        service_code: "ExpressWorldwide".to_owned(),
        service_name: "Express Worldwide".to_owned(),
        class: LabelClass::Express,
        to: lines(&[
            "Žofie Nováková",
            "Keramika Nováková s.r.o.",
            "Vodičkova 681/14, 3. patro",
            "110 00 Praha 1",
            "CZECH REPUBLIC",
        ]),
        to_zip: None,
        to_country: "CZ".to_owned(),
        tracking_number: "NW7401882265".to_owned(),
        package_number: 2,
        package_count: 3,
        zone: None,
        special_services: lines(&["Insurance", "Delivery by 10:30"]),
        custom_texts: [
            Some("Order 10232".to_owned()),
            Some("Fragile: hand-thrown stoneware".to_owned()),
            Some("Cost centre 40-118".to_owned()),
        ],
        ..postal()
    }
}

pub fn parcel() -> LabelFacts {
    LabelFacts {
        carrier_code: "GROUNDLINE".to_owned(),
        carrier_name: "Groundline".to_owned(),
        service_code: "GroundResidential".to_owned(),
        service_name: "Ground Residential".to_owned(),
        class: LabelClass::Parcel,
        tracking_number: "1ZPR43780398221745".to_owned(),
        special_services: Vec::new(),
        custom_texts: [None, None, None],
        ..postal()
    }
}

/// An international shipment, with its customs declaration.
pub fn declared() -> LabelFacts {
    LabelFacts {
        custom_texts: [None, None, None],
        declaration: lines(&[
            "CUSTOMS DECLARATION · Merchandise",
            "2 × Hand-thrown stoneware mug · 48 USD · 1.5 lb · HS 6912.00 · from US",
            "1 × Greeting card · 4 USD · 0.1 lb · HS 4909.00 · from US",
            "Signed Dana Fields   Date 2026-11-21",
        ]),
        ..express()
    }
}

/// Every text as long as users make it.
pub fn crowded() -> LabelFacts {
    LabelFacts {
        carrier_name: "Transcontinental Consolidated Overnight Carriage".to_owned(),
        service_name: "Parcel Select Lightweight Destination Delivery Unit".to_owned(),
        from: lines(&[
            "Maximiliana Featherstonehaugh-Cholmondeley III",
            "The Asheville Pottery, Glass & Letterpress Cooperative Association",
            "c/o Receiving Department, Dock 14",
            "41800 Old Mill Creek Industrial Parkway South",
            "Building C, Suite 2200, Rear Entrance",
            "Asheville NC 28801-4471",
        ]),
        to: lines(&[
            "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine",
            "Rijksdienst voor het Cultureel Erfgoed, Afdeling Restauratie",
            "Attn: Incoming Goods / Goederenontvangst",
            "2140 Shattuck Avenue, Apartment 5, Buzzer 0042",
            "Unincorporated Berkeley Highlands",
            "Berkeley CA 94704-1210",
        ]),
        weight_text: "68 lb 15.9 oz".to_owned(),
        dimensions_text: Some("108.25 × 60.75 × 48.5 in".to_owned()),
        package_number: 118,
        package_count: 250,
        special_services: lines(&[
            "Restricted delivery",
            "Adult signature",
            "Insurance",
            "Electronic return receipt",
            "Hazmat",
        ]),
        custom_texts: [
            Some("Purchase order 2026-11-0009981-REV-C, release 4 of 12".to_owned()),
            Some("Deliver to the blue door on the north side; ring twice and wait".to_owned()),
            Some("日本語 Ελληνικά Кириллица".to_owned()),
        ],
        ..postal()
    }
}
