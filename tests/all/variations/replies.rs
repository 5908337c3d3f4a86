//! The replies of the second service. Another author than that of the practice service and the
//! goldens wrote them from the interface alone: other ids, other optional members, times with seven
//! decimals, several rows in each list.

use serde_json::{Value, json};

pub const TRANSACTION: &str = "7F00AC11-5e5e-4b1d-9d3c-aa00bb11cc22";
pub const SHIPMENT: &str = "SHP-90210-0001";
pub const TRACKING: &str = "1Z999AA10123456784";
pub const MANIFEST: &str = "MAN-2026-11-20-7";
pub const ADDRESS: &str = "ADR-000451";
pub const CARRIER_ACCOUNT: &str = "CA-77-Dock";
pub const ACCOUNT: &str = "ACC-31337";
pub const TOKEN: &str = "eyJhbGciOiJub25lIn0.e30.c2Vjb25k";
/// The ZPL of a label with one line, in Base64.
pub const LABEL: &str = "XlhBXkZPNTAsNTBeQTBOLDUwLDUwXkZEc2Vjb25kXkZTXlha";

/// The second service's reply to a call of section 4, without variations.
pub fn reply(call: &str) -> Value {
    match call {
        "POST /Account/Token" => json!({"token": TOKEN}),
        "GET /Account/Postage/Balance" => balance(),
        "PUT /Account/Postage/Balance" | "PUT /Account/Postage/AutoBuy" => account(),
        "GET /Account/Postage/BalanceHistory" => history(),
        "POST /User/SignUp/Customer" => sign_up(),
        "POST /User/ApproveTermsAndConditions" => {
            json!({"accountId": ACCOUNT, "result": "Activated"})
        }
        "GET /Address/:id" | "POST /Address" | "POST /Address/:id/Validate" => {
            address(ADDRESS, "Åsa Lindqvist")
        }
        "GET /Carrier" => carriers(),
        "GET /CarrierAccount" => json!([
            carrier_account(CARRIER_ACCOUNT, "Dock 7"),
            carrier_account("CA-78-Roof", "Roof"),
        ]),
        "POST /CarrierAccount" | "PUT /CarrierAccount" => {
            carrier_account(CARRIER_ACCOUNT, "Dock 7")
        }
        "DELETE /CarrierAccount/:carrierAccountId" => json!(true),
        "GET /CarrierAccount/Service" => {
            catalog(&[("PriorityMail", "Priority"), ("GroundAdvantage", "Ground Advantage")])
        }
        "GET /CarrierAccount/SpecialService" => {
            catalog(&[("Insurance", "Insurance"), ("COD", "Cash on delivery")])
        }
        "GET /CarrierAccount/PackageType" => package_types(),
        "POST /ShipmentRate" => json!({"rates": [
            rate("RT-1", "PriorityMail", 12.31, 2),
            rate("RT-2", "GroundAdvantage", 7.05, 5),
            rate("RT-3", "PriorityMailExpress", 31.4, 1),
        ]}),
        "GET /Shipment" | "POST /Shipment" => shipment(SHIPMENT, TRANSACTION, TRACKING),
        LIST_OF_SHIPMENTS => page(json!([
            shipment(SHIPMENT, TRANSACTION, TRACKING),
            shipment("SHP-90210-0002", "7f00ac11-0002", "1Z999AA10123456793"),
            shipment("SHP-90210-0003", "7f00ac11-0003", "1Z999AA10123456800"),
        ])),
        "POST /Shipment/Refund" => {
            let mut refunded = shipment(SHIPMENT, TRANSACTION, TRACKING);
            refunded["refundStatus"] = json!("Initiated");
            refunded
        }
        "GET /Shipment/:id/Label" => label(),
        "POST /Manifest" | "GET /Manifest" => manifest(MANIFEST, SHIPMENT),
        LIST_OF_MANIFESTS => page(json!([
            manifest(MANIFEST, SHIPMENT),
            manifest("MAN-2026-11-19-2", "SHP-90210-0002"),
        ])),
        "GET /Tracking" => tracking(TRACKING),
        "POST /Document/POST/99M" => label(),
        other => panic!("no reply for {other}"),
    }
}

/// GET /Shipment and GET /Manifest without a key return a page.
pub const LIST_OF_SHIPMENTS: &str = "GET /Shipment (list)";
pub const LIST_OF_MANIFESTS: &str = "GET /Manifest (list)";

pub fn page(rows: Value) -> Value {
    let count = rows.as_array().unwrap().len();
    json!({
        "totalResults": count,
        "totalPages": 2,
        "pageSize": count,
        "nextPage": "cursor::2",
        "previousPage": null,
        "results": rows,
    })
}

pub fn shipment(id: &str, transaction: &str, tracking_number: &str) -> Value {
    json!({
        "transactionId": transaction,
        "id": id,
        "appId": "APP-1",
        "accountId": ACCOUNT,
        "createdDate": "2026-11-20T08:15:30.1234567",
        "shipDate": "2026-11-20T00:00:00",
        "service": "PriorityMail",
        "carrierAccountId": CARRIER_ACCOUNT,
        "carrierAccountName": "Dock 7",
        "carrierCode": "POST-eVS",
        "fromAddress": address(ADDRESS, "Åsa Lindqvist"),
        "toAddress": {
            "id": "ADR-000777",
            "name": "Bjørn Œuvré",
            "street1": "12 Rue de l’Été",
            "city": "Boston",
            "state": "MA",
            "zip": "02108",
            "isResidential": true,
        },
        "packages": [{
            "packageNumber": 1,
            "packageType": "Parcel",
            "finalPackageType": "Parcel",
            "weight": 2.25,
            "weightUnit": "lb",
            "finalWeight": 2.25,
            "finalWeightUnit": "lb",
            "length": 9.5,
            "width": 6.25,
            "height": 4,
            "dimensionUnit": "in",
            "finalDimensionUnit": "in",
            "finalVolume": 237.5,
            "oversized": false,
            "isRectangle": true,
        }],
        "rates": [rate("RT-1", "PriorityMail", 12.31, 2)],
        "postageLabel": label(),
        "tracking": tracking(tracking_number),
        "specialService": ["Insurance", "SignatureConfirmation"],
        "specialServiceParam": {"insuranceAmount": 150.5},
        "forms": [{"formType": "CN22", "pages": 1}],
        "errors": [],
        "billTo": {"type": "Sender", "account": "4411"},
    })
}

pub fn address(id: &str, name: &str) -> Value {
    json!({
        "createdDate": "2026-10-01T00:00:00Z",
        "id": id,
        "name": name,
        "company": "Second & Sons",
        "street1": "4 Quay Rd",
        "street2": "Unit 9",
        "city": "Chicago",
        "state": "IL",
        "zip": "60606",
        "country": "US",
        "phone": "+1 312 555 0188",
        "email": "dock@example.org",
        "isResidential": false,
        "verificationStatus": "Success",
        "referenceType": "VATNumber",
        "referenceValue": "SE-5501",
        "errors": [{"field": "street2", "text": "unit not confirmed"}],
    })
}

pub fn rate(id: &str, service: &str, total: f64, days: u32) -> Value {
    json!({
        "finalService": service,
        "id": id,
        "currency": "USD",
        "totalFee": total,
        "fees": [
            {"type": "Base", "fee": total, "packageNumber": 1, "ratingType": "WeightAndZone"},
            {"type": "SundayDelivery", "fee": 0, "packageNumber": 1},
        ],
        "deliveryDays": days,
        "deliveryDate": "2026-11-23T17:00:00",
        "deliveryDateGuaranteed": true,
        "zone": "6",
        "carrierCode": "POST-eVS",
        "carrierAccountName": "Dock 7",
        "carrierAccountId": CARRIER_ACCOUNT,
        "createdDate": "2026-11-20T08:15:29Z",
    })
}

pub fn label() -> Value {
    json!({
        "labels": [LABEL],
        "labelType": "Base64",
        "labelFileType": "ZPL2",
        "labelSize": "4x6",
        "labelOrientation": "Portrait",
        "customText1": "Shelf 3",
    })
}

pub fn tracking(number: &str) -> Value {
    json!({
        "trackingDetails": [
            {
                "dateTime": "2026-11-20T09:00:00.0000001",
                "status": "InTransit",
                "subStatus": "Arrived at facility",
                "city": "Gary",
                "state": "IN",
                "zip": "46401",
                "country": "US",
            },
            {"dateTime": "2026-11-20T08:15:31Z", "status": "PreTransit", "subStatus": "LabelGenerated"},
        ],
        "trackingNumber": number,
        "trackingBarcodeNumber": format!("42002108{number}"),
        "trackingUrl": "https://track.example.org/p",
        "status": "InTransit",
        "subStatus": "OriginScan",
    })
}

pub fn manifest(id: &str, shipment: &str) -> Value {
    json!({
        "messages": [
            {"code": "MANIFEST_GENERATED", "description": "Form is ready"},
            {"code": "SVC3.FIELD_DEPRECATED", "description": "Use messages"},
        ],
        "message": "Form is ready",
        "messageCode": "MANIFEST_GENERATED",
        "formNumber": "9275 0901 1935 6200 0000 13",
        "formUrl": "https://forms.example.org/13.pdf",
        "id": id,
        "appId": "APP-1",
        "carrierAccountId": CARRIER_ACCOUNT,
        "carrierAccountName": "Dock 7",
        "carrierCode": "POST-eVS",
        "shipmentIds": [shipment, "SHP-90210-0009"],
        "trackingNumbers": [TRACKING],
        "transactionIds": [TRANSACTION],
        "transactionDate": "2026-11-20T16:00:00.5",
        "shipDate": "2026-11-20T00:00:00",
        "fromAddress": address(ADDRESS, "Åsa Lindqvist"),
    })
}

pub fn account() -> Value {
    json!({
        "createdDate": "2024-05-05T05:05:05.0505050",
        "balance": 1250.75,
        "currency": "USD",
        "id": ACCOUNT,
        "name": "Second & Sons",
        "level": "Customer",
        "status": "Active",
        "parentAccountId": "PAR-9",
        "isAutoBuy": true,
        "autoBuyAmount": 250,
        "autoBuyThreshold": 25.5,
        "visibleAccountNumber": "0042-7",
        "subscriptionPlan": "Basic",
        "subscriptionPlanChangeDate": "2025-01-01T00:00:00",
        "users": [user()],
    })
}

fn user() -> Value {
    json!({
        "email": "asa@example.org",
        "userName": "asa.4711",
        "firstName": "Åsa",
        "lastName": "Lindqvist",
        "id": "USR-5",
        "role": "AccountAdmin",
        "isActivated": true,
        "isEmailVerified": true,
        "createdDate": "2024-05-05T05:05:05Z",
        "lastLoginDate": "2026-11-19T20:00:00.7",
        "passwordChangeDate": "2026-01-01T00:00:00",
        "passwordChangeDueDate": "2027-01-01T00:00:00",
    })
}

fn balance() -> Value {
    json!({
        "currency": "USD",
        "balance": 1250.75,
        "autoBuyThreshold": 25.5,
        "autoBuyAmount": 250,
        "isAutoBuy": true,
        "name": "Second & Sons",
        "status": "Active",
        "level": "Customer",
        "emailAddress": "asa@example.org",
        "firstName": "Åsa",
        "lastName": "Lindqvist",
        "creditCardPaymentAccountResponse": {
            "cardHolderName": "A LINDQVIST",
            "lastFour": "0042",
            "expirationMonth": "07",
            "expirationYear": "2031",
            "active": true,
            "default": true,
        },
        "achPaymentAccountResponse": {
            "accountHolderName": "Second & Sons",
            "routingNumber": "021000021",
            "lastFour": "9001",
            "active": false,
            "default": false,
        },
        "subscriptionPlan": "Basic",
        "subscriptionPlanChangeDate": "2025-01-01T00:00:00",
        "createdDate": "2024-05-05T05:05:05Z",
    })
}

pub fn history_line(id: &str, transaction: &str, amount: f64) -> Value {
    json!({
        "transactionId": transaction,
        "id": id,
        "accountId": ACCOUNT,
        "eventType": "OnLabelGenerate",
        "transactionType": "Debit",
        "transactionDate": "2026-11-20T08:15:30.1234567",
        "createdDate": "2026-11-20T08:15:31",
        "originalAmount": amount,
        "amount": amount,
        "balance": 1250.75,
        "currency": "USD",
        "comments": "Label 1Z999AA1",
        "PaymentTypeId": "PT-3",
    })
}

fn history() -> Value {
    page(json!([
        history_line("HIS-3", TRANSACTION, -12.31),
        history_line("HIS-2", "7f00ac11-0002", -7.05),
        history_line("HIS-1", "7f00ac11-0003", 100.0),
    ]))
}

fn carriers() -> Value {
    let carrier = |id: &str, code: &str, name: &str| {
        json!({
            "code": code,
            "name": name,
            "id": id,
            "description": "Letters and parcels",
            "logo": "https://cdn.example.org/c.png",
            "createdDate": "2023-02-02T02:02:02.2222222",
        })
    };
    json!([
        carrier("CR-1", "POST-eVS", "Post"),
        carrier("CR-2", "POST-ePostage", "Post, by card"),
        carrier("CR-3", "LYNX", "Lynx Express"),
    ])
}

fn carrier_account(id: &str, name: &str) -> Value {
    json!({
        "carrierCode": "POST-eVS",
        "id": id,
        "name": name,
        "configuration": {"ShipFromAddressId": ADDRESS, "permit": 17},
        "description": "By the water",
        "status": "Enabled",
        "createdDate": "2024-06-06T06:06:06Z",
        "modifiedDate": "2026-06-06T06:06:06.6",
    })
}

fn catalog(entries: &[(&str, &str)]) -> Value {
    let entries: Vec<Value> = entries
        .iter()
        .map(|(code, name)| {
            json!({
                "name": name,
                "code": code,
                "id": format!("CAT-{code}"),
                "createdDate": "2023-02-02T02:02:02Z",
            })
        })
        .collect();
    json!({"POST-eVS": entries, "LYNX": [{"code": "Ground", "name": "Lynx Ground", "id": "CAT-9"}]})
}

fn package_types() -> Value {
    json!({
        "POST-eVS": [
            {"code": "Parcel", "name": "Parcel", "id": "CAT-P", "length": 0, "width": 0, "height": 0},
            {
                "code": "MediumFlatRateBox1", "name": "Medium box", "id": "CAT-M",
                "length": 11.25, "width": 8.75, "height": 6, "createdDate": "2023-02-02T02:02:02Z",
            },
        ],
        "LYNX": [{"code": "Parcel", "name": "Box", "id": "CAT-LP"}],
    })
}

fn sign_up() -> Value {
    let mut with_account = user();
    let mut account = account();
    account["status"] = json!("TnCPending");
    account["parentAccount"] = json!({
        "id": "PAR-9",
        "level": "Partner",
        "name": "Partner & Co",
        "logo": "https://cdn.example.org/p.png",
        "status": "Active",
    });
    with_account["account"] = account.clone();
    json!({
        "status": "TnCPending",
        "apiKey": "key-live-2",
        "accessToken": TOKEN,
        "refreshToken": "refresh-2",
        "account": account,
        "user": with_account,
        "apps": [{
            "apiKey": "key-live-2",
            "apiSecret": "secret-live-2",
            "testApiKey": "key-test-2",
            "testApiSecret": "secret-test-2",
            "id": "APPREC-1",
            "appId": "APP-1",
            "accountId": ACCOUNT,
            "partnerAccountId": "PAR-9",
            "partnerName": "Partner & Co",
            "appName": "Default",
            "appDescription": "First",
            "apiVersion": "v3",
            "helpUrl": "https://help.example.org",
            "dateCreated": "2024-05-05T05:05:05.0505050",
            "status": "Enabled",
        }],
    })
}
