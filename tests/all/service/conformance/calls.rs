//! Each call: that it responds, that it requires a token, and that every required field and every
//! field's type is checked, with errors that name the field.

use serde_json::{Value, json};

use super::Table;
use crate::coverage::CALLS;
use crate::service::every_call::{PreparedService, Request, world};

pub fn run(table: &mut Table) {
    let world = world();
    for call in CALLS {
        let request = world.request(call);
        table.case(call, "it answers", || answers(&world, &request));
        if request.token {
            table.case(call, "it asks for a token", || {
                let stranger = Request { token: false, ..world.request(call) };
                let answer = world.send(&stranger);
                assert_eq!(answer.status, 401);
                assert_eq!(answer.code(), "ACCOUNT.APP.AUTHENTICATION_FAILED");
            });
        }
        if request.transaction.is_some() {
            table.case(call, "transactionId is required", || {
                let without = Request { transaction: None, ..world.request(call) };
                refused(&world, &without, "transactionId");
            });
        }
        for name in request.required {
            table.case(call, format_args!("{name} is required"), || {
                let mut without = world.request(call);
                object(&mut without).remove(*name);
                refused(&world, &without, name);
            });
        }
        let fields: Vec<String> = match &request.body {
            Some(Value::Object(map)) => map.keys().cloned().collect(),
            _ => Vec::new(),
        };
        for name in fields {
            table.case(call, format_args!("{name} of a wrong type"), || {
                wrong_type(&world, call, &name);
            });
        }
    }
    terms_are_accepted_once(table, &world);
}

fn answers(world: &PreparedService, request: &Request) {
    let answer = world.send(request);
    let body = answer.ok();
    assert!(answer.header("x-correlation-id").is_some_and(|id| id.len() == 36));
    assert!(answer.header("content-type").is_some_and(|kind| kind.starts_with("application/json")));
    if request.call.starts_with("DELETE") {
        assert_eq!(body, json!(true));
    } else {
        assert!(body.is_object() || body.is_array(), "{body}");
    }
}

/// Asserts a 400 whose message names the field.
fn refused(world: &PreparedService, request: &Request, name: &str) {
    let answer = world.send(request);
    let code = answer.code();
    assert_eq!(answer.status, 400, "{code}: {}", answer.message());
    assert!(code.ends_with(".BAD_REQUEST"), "{code}");
    assert!(answer.message().contains(name), "{}", answer.message());
}

/// Asserts that a value of another type is refused and does not crash the service.
fn wrong_type(world: &PreparedService, call: &'static str, name: &str) {
    let is_now = world.request(call).body.unwrap()[name].clone();
    let others = [
        json!(12.5),
        json!(true),
        json!("text"),
        json!([[]]),
        json!([7]),
        json!({"a": {"b": []}}),
        json!(1e300),
    ];
    for other in others {
        if std::mem::discriminant(&other) == std::mem::discriminant(&is_now)
            && !other.is_array()
            && !other.is_object()
        {
            continue;
        }
        let mut request = world.request(call);
        object(&mut request).insert(name.to_owned(), other.clone());
        let answer = world.send(&request);
        if answer.status == 200 {
            // An empty object or a list of one is valid where the interface accepts either.
            assert!(is_now.is_object() || is_now.is_array(), "{name}: {other}");
            continue;
        }
        let code = answer.code();
        assert!(
            matches!(answer.status, 400 | 404 | 422),
            "{name}: {other}: {} {code}",
            answer.status
        );
    }
}

fn object(request: &mut Request) -> &mut serde_json::Map<String, Value> {
    request.body.as_mut().unwrap().as_object_mut().unwrap()
}

fn terms_are_accepted_once(table: &mut Table, world: &PreparedService) {
    let call = "POST /User/ApproveTermsAndConditions";
    table.case(call, "a second time it is refused", || {
        let mut request = world.request(call);
        request.body = Some(json!({"accountId": world.signed_up()}));
        assert_eq!(world.send(&request).ok()["result"], "Activated");
        assert_eq!(world.send(&request).code(), "ACCOUNT.VALIDATION_FAILED");
    });
}
