//! Request bodies of all calls against the practice service.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use serde_json::{Value, json};

use crate::service::every_call::{PreparedService, world};
use crate::socket::{HttpConnection, kind};
use crate::wire::golden;
use crate::{Broken, Report, Run, change};

/// A call with its valid request and the bodies that gave a new kind of answer.
struct Seeds {
    method: String,
    path: String,
    money: bool,
    call: String,
    bodies: Vec<Value>,
}

pub fn run(run: &mut Run) -> Result<Report, Broken> {
    let world = world();
    let mut seeds = seeds(&world);
    let mut line = HttpConnection::new(&world.service.base);
    let mut met = HashSet::new();
    let (mut tried, mut bought) = (0_u64, shipments(&world));
    while Instant::now() < run.until {
        let at = run.draw.below(seeds.len());
        let others = seeds[run.draw.below(seeds.len())].bodies.clone();
        let seed = &mut seeds[at];
        let body = run.draw.one(&seed.bodies).clone();
        let body = change::tree(&mut run.draw, &body, &others);
        let text = change::text(&mut run.draw, &body);
        tried += 1;
        let mut headers = format!("Authorization: Bearer {}\r\n", world.clerk.token);
        if seed.money {
            headers.push_str(&format!("transactionId: fuzz-{tried}\r\n"));
        }
        let answer = line.exchange(&seed.method, &seed.path, headers.as_bytes(), &text)?;
        if answer.status == 200 && seed.call == "POST /Shipment" {
            bought += 1;
        }
        if met.insert(format!("{} {}", seed.call, kind(&answer))) {
            seed.bodies.push(body);
        }
    }
    nothing_lost(&world, bought)?;
    Ok(Report { tried, different: met.len() })
}

/// The bodies of the golden files, which use every field, with ids that this service knows, and the
/// plain valid bodies.
fn seeds(world: &PreparedService) -> Vec<Seeds> {
    let goldens: HashMap<String, golden::Golden> =
        golden::all_calls().into_iter().map(|golden| (golden.call.clone(), golden)).collect();
    let mut calls: Vec<&str> = goldens.keys().map(String::as_str).collect();
    calls.sort_unstable();
    calls
        .into_iter()
        .filter_map(|call| {
            let call: &'static str = call.to_owned().leak();
            let request = world.request(call);
            let mut bodies = vec![request.body.clone()?];
            bodies.extend(goldens[call].body.clone().map(|mut body| {
                if body.get("carrierAccountId").is_some() {
                    body["carrierAccountId"] = json!(world.account);
                }
                body
            }));
            Some(Seeds {
                method: request.method().to_owned(),
                path: request.path,
                money: request.transaction.is_some(),
                call: call.to_owned(),
                bodies,
            })
        })
        .collect()
}

fn shipments(world: &PreparedService) -> u64 {
    world.clerk.get("/Shipment").ok()["totalResults"].as_u64().unwrap()
}

/// Checks that every confirmed purchase is listed and that the balance matches the history.
fn nothing_lost(world: &PreparedService, bought: u64) -> Result<(), Broken> {
    let broken = |what: String| Broken { what, input: b"after the run".to_vec() };
    let there = shipments(world);
    if there != bought {
        return Err(broken(format!("{bought} shipments were bought, {there} are there")));
    }
    let history = world.clerk.get("/Account/Postage/BalanceHistory").ok();
    let last = history["results"][0]["balance"].to_string();
    let balance = world.clerk.balance_text();
    if last != balance {
        return Err(broken(format!("the history ends at {last}, the balance is {balance}")));
    }
    Ok(())
}
