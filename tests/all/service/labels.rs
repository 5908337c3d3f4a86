//! Labels in every file type, as content and by URL.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::http::send;
use super::setup::{parcel, shipment, signed_in};

#[test]
fn each_file_type_comes_as_content_and_by_address() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    for (file_type, start, mime) in [
        ("PDF", b"%PDF-".as_slice(), "application/pdf"),
        ("PNG", b"\x89PNG", "image/png"),
        ("ZPL", b"^XA", "application/x-zpl"),
        ("ZPL2", b"^XA", "application/x-zpl"),
        ("JPEG", b"\xff\xd8\xff", "image/jpeg"),
        ("TIF", b"II*\0", "image/tiff"),
    ] {
        let mut order = shipment(&account, "PriorityMail");
        order["postageLabel"] = json!({"labelType": "Base64", "labelFileType": file_type});
        let bought = clerk.buy(&format!("content-{file_type}"), order.clone()).ok();
        assert_eq!(bought["postageLabel"]["labelType"], "Base64");
        let text = bought["postageLabel"]["labels"][0].as_str().unwrap();
        assert!(STANDARD.decode(text).unwrap().starts_with(start), "{file_type}");
        order["postageLabel"] = json!({"labelType": "Url", "labelFileType": file_type});
        let bought = clerk.buy(&format!("address-{file_type}"), order).ok();
        let url = bought["postageLabel"]["labels"][0].as_str().unwrap();
        assert!(url.starts_with(&service.base), "{url}");
        let file = send(url, "GET", "", &[], None);
        assert_eq!((file.status, file.header("content-type").unwrap()), (200, mime));
        assert!(file.bytes.starts_with(start), "{file_type}");
    }
}

/// A label is drawn when first requested and read from the database from then on.
#[test]
fn a_label_is_drawn_once_and_then_served_from_the_store() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let store = rusqlite::Connection::open(service.folder.join("practice.db")).unwrap();
    let kept = |id: &str| -> Option<Vec<u8>> {
        let sql = "SELECT label FROM parcels WHERE shipment_id = ?1";
        store.query_row(sql, [id], |row| row.get(0)).unwrap()
    };
    let mut order = shipment(&account, "PriorityMail");
    order["postageLabel"] = json!({"labelType": "Url", "labelFileType": "PNG"});
    let bought = clerk.buy("by-address", order.clone()).ok();
    let (id, url) =
        (bought["id"].as_str().unwrap(), bought["postageLabel"]["labels"][0].as_str().unwrap());
    assert_eq!(kept(id), None, "nothing is drawn at the purchase");
    let first = send(url, "GET", "", &[], None).bytes;
    assert!(first.starts_with(b"\x89PNG"));
    assert!(kept(id).as_ref() == Some(&first));
    assert!(send(url, "GET", "", &[], None).bytes == first);

    order["postageLabel"] = json!({"labelType": "Base64", "labelFileType": "PNG"});
    let bought = clerk.buy("as-content", order).ok();
    let inline = bought["id"].as_str().unwrap();
    let content = bought["postageLabel"]["labels"][0].as_str().unwrap();
    assert!(kept(inline) == STANDARD.decode(content).ok());

    store.execute("UPDATE parcels SET label = x'706f69736f6e'", []).unwrap();
    assert_eq!(send(url, "GET", "", &[], None).bytes, b"poison");
    for path in [format!("/Shipment/{inline}/Label"), format!("/Shipment?key=Id&value={inline}")] {
        let answer = clerk.get(&path).ok();
        let labels = answer.get("labels").unwrap_or(&answer["postageLabel"]["labels"]);
        assert_eq!(labels, &json!([STANDARD.encode("poison")]), "{path}");
    }
}

#[test]
fn each_package_has_its_own_label_and_number() {
    let (_service, clerk) = signed_in();
    let mut order = shipment(&clerk.carrier_account("NOVA"), "Ground");
    order["packages"] = json!([parcel(), parcel(), parcel()]);
    let bought = clerk.buy("three", order).ok();
    let labels = bought["postageLabel"]["labels"].as_array().unwrap();
    assert_eq!(labels.len(), 3);
    let id = bought["id"].as_str().unwrap();
    let second = clerk.get(&format!("/Shipment/{id}/Label?packageNumber=2")).ok();
    assert_eq!(second["labels"], json!([labels[1]]));
    let one = clerk.get(&format!("/Shipment?key=Id&value={id}&packageNumber=3")).ok();
    assert_eq!(one["packages"].as_array().unwrap().len(), 1);
    assert_eq!(
        clerk.get(&format!("/Shipment/{id}/Label?packageNumber=4")).code(),
        "SHIPMENT.NOT_FOUND"
    );
    assert_eq!(
        clerk.get(&format!("/Shipment/{id}/Label?packageNumber=x")).code(),
        "SHIPMENT.BAD_REQUEST"
    );
}
