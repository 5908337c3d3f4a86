//! A small service whose lists a test configures: their order, pages, tokens and totals. It follows
//! the interface description alone (sections 4.1, 4.6 and 4.7) and uses the freedom it leaves.

use postroom::client::Options;

use crate::prelude::*;
use crate::wire::server::{ReceivedRequest, Reply, Server};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    NewestFirst,
    OldestFirst,
    Shuffled,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tokens {
    Numbers,
    /// Pages from this number on name themselves as the next page.
    Stuck(usize),
    /// Pages from this number on name the second page as the next one, long after it was read.
    Circle(usize),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wrapper {
    Results,
    Bare,
    /// Rows keyed by their ids, not in a list.
    ById,
    /// GET without `key` and `value` is refused, as section 4.7 may be read.
    KeyNeeded,
}

#[derive(Clone, Debug)]
pub struct List {
    pub rows: Vec<(Timestamp, Value)>,
    pub order: Order,
    pub page: usize,
    pub tokens: Tokens,
    pub wrapper: Wrapper,
    pub totals: bool,
    /// Pages with more rows than this are larger than any client reads.
    pub too_many: usize,
    /// How many pages were requested.
    pub asked: usize,
}

impl Default for List {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            order: Order::NewestFirst,
            page: 20,
            tokens: Tokens::Numbers,
            wrapper: Wrapper::Results,
            totals: true,
            too_many: usize::MAX,
            asked: 0,
        }
    }
}

#[derive(Default)]
pub struct Lists {
    pub shipments: List,
    pub history: List,
    pub manifests: List,
    /// POST /Manifest creates the manifest, but the response is lost.
    pub lose_manifests: bool,
    pub manifests_made: usize,
}

pub struct FakeListService {
    pub lists: Arc<Mutex<Lists>>,
    server: Server,
}

impl FakeListService {
    pub fn start(lists: Lists) -> Self {
        let lists = Arc::new(Mutex::new(lists));
        let shared = Arc::clone(&lists);
        let server = Server::with_token(move |seen| answer(&mut shared.lock().unwrap(), seen));
        Self { lists, server }
    }

    pub fn change(&self, change: impl FnOnce(&mut Lists)) {
        change(&mut self.lists.lock().unwrap());
    }

    pub fn asked(&self) -> usize {
        self.lists.lock().unwrap().shipments.asked
    }

    pub fn sign_in(&self, desk: &mut TestDesk) {
        desk.apply(SignInIntent::SignIn(SignIn {
            environment: Environment::Test,
            base_url: self.server.base_url(),
            api_key: "key".into(),
            api_secret: Secret::new("secret"),
            user_name: "dana.reyes".into(),
            password: Secret::new("pass"),
        }));
        desk.run_until("connected", |state| matches!(state.connection, Connection::Connected(_)));
    }
}

/// `count` shipments, an hour apart, the last of them an hour before `until`.
pub fn shipments(count: usize, until: Timestamp, name: &str) -> Vec<(Timestamp, Value)> {
    let hours = |nth: usize| SignedDuration::from_hours((count - nth) as i64);
    (0..count)
        .map(|nth| {
            let at = until - hours(nth);
            let row = json!({
                "id": format!("{name}-{nth}"), "transactionId": format!("{name}-t{nth}"),
                "createdDate": at.to_string(), "shipDate": at.to_string(),
                "carrierAccountId": "post", "carrierAccountName": "Postal",
                "fromAddress": {"street1": "233 S Wacker Dr", "city": "Chicago", "zip": "60606"},
                "toAddress": {"name": format!("Recipient {nth}")},
                "packages": [{"weight": 1}], "rates": [{"totalFee": 5.0, "currency": "USD"}],
                "tracking": {"status": "PreTransit", "trackingNumber": format!("{name}{nth}")},
            });
            (at, row)
        })
        .collect()
}

fn answer(lists: &mut Lists, seen: &ReceivedRequest) -> Reply {
    let parameter = |name: &str| seen.query(name);
    match (seen.method.as_str(), seen.path()) {
        ("GET", "/Account/Postage/Balance") => Reply::Json(200, json!({"balance": 12.5})),
        ("GET", "/Account/Postage/BalanceHistory") => page(&mut lists.history, parameter),
        ("GET", "/Shipment") if parameter("key").is_some() => {
            let rows = &lists.shipments.rows;
            one(rows, parameter("value"), "SHIPMENT.NOT_FOUND")
        }
        ("GET", "/Shipment") => page(&mut lists.shipments, parameter),
        ("GET", "/Manifest") if parameter("key").is_some() => {
            let rows = &lists.manifests.rows;
            one(rows, parameter("value"), "MANIFEST.NOT_FOUND")
        }
        ("GET", "/Manifest") => page(&mut lists.manifests, parameter),
        ("POST", "/Manifest") => make_manifest(lists, &seen.body),
        _ => Reply::Json(200, json!({})),
    }
}

fn make_manifest(lists: &mut Lists, body: &[u8]) -> Reply {
    let asked: Value = serde_json::from_slice(body).unwrap();
    lists.manifests_made += 1;
    let now = Timestamp::now();
    let row = json!({
        "id": format!("m{}", lists.manifests_made), "shipmentIds": asked["value"],
        "carrierAccountId": asked["carrierAccountId"], "transactionDate": now.to_string(),
        "messages": [{"code": "MANIFEST_QUEUED"}],
    });
    lists.manifests.rows.push((now, row.clone()));
    match lists.lose_manifests {
        true => Reply::Raw(Vec::new()),
        false => Reply::Json(200, row),
    }
}

fn one(rows: &[(Timestamp, Value)], id: Option<String>, missing: &str) -> Reply {
    let named = |row: &&(Timestamp, Value)| row.1["id"].as_str() == id.as_deref();
    match rows.iter().find(named) {
        Some((_, row)) => Reply::Json(200, row.clone()),
        None => refusal(404, missing),
    }
}

fn refusal(status: u16, code: &str) -> Reply {
    let error = json!({"StatusCode": status, "Errors": [{"Code": code, "Message": "No"}]});
    Reply::Json(status, error)
}

fn page(list: &mut List, parameter: impl Fn(&str) -> Option<String>) -> Reply {
    list.asked += 1;
    if list.wrapper == Wrapper::KeyNeeded {
        return refusal(422, "MANIFEST.VALIDATION_FAILED");
    }
    let date = |name: &str| parameter(name).map(|text| text.parse::<Timestamp>().unwrap());
    let (start, end) = (date("startDate"), date("endDate"));
    let mut rows: Vec<&(Timestamp, Value)> = list
        .rows
        .iter()
        .filter(|(at, _)| start.is_none_or(|start| *at >= start))
        .filter(|(at, _)| end.is_none_or(|end| *at < end))
        .collect();
    match list.order {
        Order::NewestFirst => rows.sort_by_key(|(at, _)| std::cmp::Reverse(*at)),
        Order::OldestFirst => rows.sort_by_key(|(at, _)| *at),
        Order::Shuffled => rows.sort_by_key(|(at, _)| at.as_second() / 3600 * 7919 % 10_007),
    }
    let pages = rows.len().div_ceil(list.page).max(1);
    let number = parameter("pageToken").map_or(1, |token| token.parse().unwrap());
    let (total, skip) = (rows.len(), (number - 1) * list.page);
    let rows: Vec<Value> =
        rows.into_iter().skip(skip).take(list.page).map(|(_, row)| row.clone()).collect();
    let next = match list.tokens {
        Tokens::Stuck(at) if number >= at => Some(number),
        Tokens::Circle(at) if number >= at => Some(2),
        _ => (number < pages).then_some(number + 1),
    };
    let large = rows.len() > list.too_many;
    let value = match list.wrapper {
        Wrapper::Bare => Value::Array(rows),
        Wrapper::ById => {
            let named = |row: Value| (row["id"].as_str().unwrap().to_owned(), row);
            let rows: serde_json::Map<_, _> = rows.into_iter().map(named).collect();
            json!({"entriesById": rows})
        }
        _ if list.totals => json!({
            "results": rows, "nextPage": next, "totalResults": total, "totalPages": pages,
            "pageSize": list.page,
        }),
        _ => json!({"results": rows, "nextPage": next}),
    };
    if large {
        let length = Options::default().json_cap + 1;
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n[");
        return Reply::Raw(head.into_bytes());
    }
    let body = serde_json::to_vec(&value).unwrap();
    Reply::Full(200, vec!["Content-Type: application/json".into()], body)
}
