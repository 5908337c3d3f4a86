//! Page tokens and sign-in tokens, over sockets.

use std::collections::HashSet;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use percent_encoding::{NON_ALPHANUMERIC, percent_encode};

use crate::service::every_call::world;
use crate::socket::{HttpConnection, kind};
use crate::{Broken, Report, Run, change};

/// The answer must be a page or `VALIDATION_FAILED`.
pub fn pages(run: &mut Run) -> Result<Report, Broken> {
    let world = world();
    for _ in 0..45 {
        world.send(&world.request("POST /Shipment")).ok();
    }
    let lists = ["/Account/Postage/BalanceHistory", "/Shipment", "/Manifest"];
    let mut tokens: Vec<Vec<u8>> = lists
        .iter()
        .filter_map(|path| {
            let page = world.clerk.get(path).ok();
            page["nextPage"].as_str().map(|token| token.as_bytes().to_vec())
        })
        .collect();
    let mut line = HttpConnection::new(&world.service.base);
    let headers = format!("Authorization: Bearer {}\r\n", world.clerk.token);
    let (mut met, mut tried) = (HashSet::new(), 0);
    while Instant::now() < run.until {
        tried += 1;
        let token = damaged(run, &tokens);
        let path = format!(
            "{}?pageToken={}",
            run.draw.one(&lists),
            percent_encode(&token, NON_ALPHANUMERIC)
        );
        let answer = line.exchange("GET", &path, headers.as_bytes(), b"")?;
        let code = answer.body["Errors"][0]["Code"].as_str().unwrap_or_default();
        if answer.status != 200 && !code.ends_with(".VALIDATION_FAILED") {
            return Err(Broken { what: format!("{path}: {code}"), input: token });
        }
        if met.insert(kind(&answer)) {
            tokens.push(token);
        }
    }
    Ok(Report { tried, different: met.len() })
}

/// Only the exact token that was issued may pass.
pub fn sign_ins(run: &mut Run) -> Result<Report, Broken> {
    let world = world();
    let good = world.clerk.token.clone().into_bytes();
    let mut line = HttpConnection::new(&world.service.base);
    let (mut met, mut tried) = (HashSet::new(), 0);
    while Instant::now() < run.until {
        tried += 1;
        let mut token = match run.draw.below(3) {
            0 => by_parts(run, &good),
            _ => damaged(run, std::slice::from_ref(&good)),
        };
        // A header cannot contain line ends or control characters.
        token.retain(|byte| *byte >= 0x20 && *byte != 0x7f);
        token.truncate(8000);
        let trimmed = token.trim_ascii().to_vec();
        let headers = [b"Authorization: Bearer ", token.as_slice(), b"\r\n"].concat();
        let answer = line.exchange("GET", "/Carrier", &headers, b"")?;
        let passed = answer.status == 200;
        if passed != (trimmed == good) || (!passed && answer.status != 401) {
            return Err(Broken {
                what: format!("a changed token brought {}", answer.status),
                input: token,
            });
        }
        met.insert(kind(&answer));
    }
    Ok(Report { tried, different: met.len() })
}

/// A token damaged as text, or inside its Base64.
fn damaged(run: &mut Run, tokens: &[Vec<u8>]) -> Vec<u8> {
    let mut token = run.draw.one(tokens).clone();
    match URL_SAFE_NO_PAD.decode(&token) {
        Ok(mut inside) if run.draw.chance(60) => {
            change::bytes(&mut run.draw, &mut inside);
            URL_SAFE_NO_PAD.encode(inside).into_bytes()
        }
        _ => {
            change::bytes(&mut run.draw, &mut token);
            token
        }
    }
}

/// Changes the header or the claims as JSON and keeps the signature.
fn by_parts(run: &mut Run, good: &[u8]) -> Vec<u8> {
    let mut parts: Vec<Vec<u8>> = good.split(|byte| *byte == b'.').map(<[u8]>::to_vec).collect();
    let at = run.draw.below(parts.len());
    let inside = URL_SAFE_NO_PAD.decode(&parts[at]).unwrap_or_default();
    parts[at] = match serde_json::from_slice(&inside) {
        Ok(json) => {
            let changed = change::tree(&mut run.draw, &json, &[]);
            URL_SAFE_NO_PAD.encode(changed.to_string()).into_bytes()
        }
        Err(_) => {
            let mut inside = inside;
            change::bytes(&mut run.draw, &mut inside);
            URL_SAFE_NO_PAD.encode(inside).into_bytes()
        }
    };
    parts.join(&b'.')
}
