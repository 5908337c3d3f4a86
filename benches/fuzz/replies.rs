//! What a server may answer to each call of the client: its JSON, its errors, its labels.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde_json::{Value, json};

use crate::wire::calls::{Case, cases};
use crate::wire::golden;
use crate::wire::server::{Reply, Server};
use crate::{Broken, Report, Run, change};

/// Read statuses that are sent again by themselves would only cost time here.
const STATUSES: [u16; 8] = [200, 200, 200, 201, 400, 404, 409, 422];

pub fn run(run: &mut Run) -> Result<Report, Broken> {
    let next = Arc::new(Mutex::new((200, Vec::new())));
    let served = Arc::clone(&next);
    let server = Server::with_token(move |_| {
        let (status, body) = served.lock().unwrap().clone();
        Reply::Full(status, Vec::new(), body)
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let client = server.client();
    let calls: Vec<(Case, Value)> = cases()
        .into_iter()
        .filter(|case| case.golden != "account/token")
        .map(|case| {
            let reply = golden::load(case.golden).reply.unwrap_or(json!({}));
            (case, reply)
        })
        .collect();
    let errors = golden::json("error/codes.json");
    let errors: Vec<Value> = errors["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["body"].clone())
        .collect();
    let mut seeds: Vec<Vec<Value>> = calls.iter().map(|(_, reply)| vec![reply.clone()]).collect();
    let (mut met, mut tried) = (HashSet::new(), 0);
    while Instant::now() < run.until {
        tried += 1;
        let at = run.draw.below(calls.len());
        let refusal = run.draw.chance(25);
        let from = if refusal { &errors } else { &seeds[at] };
        let body = run.draw.one(from).clone();
        let lender = run.draw.below(seeds.len());
        let body = change::tree(&mut run.draw, &body, &seeds[lender]);
        let text = change::text(&mut run.draw, &body);
        let status = if refusal {
            *run.draw.one(&STATUSES)
        } else {
            200
        };
        *next.lock().unwrap() = (status, text.clone());
        let read = runtime.block_on((calls[at].0.run)(client.clone()));
        let kind = match &read {
            Ok(value) => shape(value),
            // What a person would be shown; it must not panic either.
            Err(error) => {
                let mut words = error.to_string();
                words.retain(|c| !c.is_ascii_digit());
                words.chars().take(120).collect()
            }
        };
        if let Some(panic) = crate::panicked() {
            return Err(Broken {
                what: format!("{}: {panic}", calls[at].0.golden),
                input: text,
            });
        }
        if met.insert(format!("{at} {kind}")) && !refusal && seeds[at].len() < 400 {
            seeds[at].push(body);
        }
        server.forget();
    }
    Ok(Report {
        tried,
        different: met.len(),
    })
}

/// Which fields came through, not what is in them.
fn shape(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| format!("{key}{}", shape(value)))
            .collect(),
        Value::Array(list) => format!("[{}]", list.first().map(shape).unwrap_or_default()),
        _ => "=".to_owned(),
    }
}
