//! The alternative spellings that the interface allows, and its default values.

use serde_json::json;

use super::Table;
use super::values::{buy, order, with};
use crate::service::every_call::world;

const CREATE: &str = "POST /Shipment";
const RATE: &str = "POST /ShipmentRate";

pub fn run(table: &mut Table) {
    let world = &world();

    table.case(CREATE, "the path in lower case", || {
        let mut request = world.request(CREATE);
        request.path = "/shipment".to_owned();
        world.send(&request).ok();
    });
    table.case("GET /Shipment", "the path in lower case", || {
        let mut request = world.request("GET /Shipment");
        request.path = request.path.replace("/Shipment", "/shipment");
        world.send(&request).ok();
    });
    for (call, field) in [
        ("POST /CarrierAccount", "shipFromAddressId"),
        ("PUT /CarrierAccount", "ShipFromAddressId"),
    ] {
        table.case(call, field, || {
            let mut request = world.request(call);
            request.body.as_mut().unwrap()["configuration"] = json!({field: world.address});
            let made = world.send(&request).ok();
            assert_eq!(made["configuration"]["ShipFromAddressId"], world.address);
        });
    }
    for field in ["fromAddress", "toAddress"] {
        for call in [CREATE, RATE] {
            table.case(call, format_args!("{field} by its id alone"), || {
                let mut request = world.request(call);
                request.body.as_mut().unwrap()[field] = json!({"id": world.address});
                world.send(&request).ok();
            });
        }
    }
    for text in ["2026-03-05", "2026-03-05T10:00:00", "2026-03-05T10:00:00Z"] {
        table.case(CREATE, text, || {
            let bought = buy(world, &with(order(world), "shipDate", text));
            assert!(bought["shipDate"].as_str().unwrap().starts_with("2026-03-05"));
        });
    }
    for path in ["/Account/Postage/BalanceHistory", "/Shipment", "/Manifest"] {
        for text in ["2026-03-01", "2026-03-01T00:00:00.000Z"] {
            let call = match path {
                "/Shipment" => "GET /Shipment",
                "/Manifest" => "GET /Manifest",
                _ => "GET /Account/Postage/BalanceHistory",
            };
            table.case(call, text, || {
                let page = world.clerk.get(&format!("{path}?startDate={text}&pageToken=null"));
                assert!(page.ok()["totalResults"].as_u64().unwrap() > 0);
            });
        }
    }
    table.case(CREATE, "units left out", || {
        let bought = buy(world, &order(world));
        let package = &bought["packages"][0];
        assert_eq!(package["weightUnit"], "lb");
        assert_eq!(package["dimensionUnit"], "in");
        assert_eq!(package["isRectangle"], true);
        assert_eq!(bought["postageLabel"]["labelType"], "Url");
        assert_eq!(bought["postageLabel"]["labelFileType"], "PDF");
        assert_eq!(bought["postageLabel"]["labelSize"], "4x6");
        assert_eq!(bought["postageLabel"]["labelOrientation"], "Portrait");
        assert_eq!(bought["tracking"]["status"], "PreTransit");
        assert_eq!(bought["tracking"]["subStatus"], "LabelGenerated");
    });
}
