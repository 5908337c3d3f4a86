//! Who makes a call, by its token.

use std::sync::Arc;

use axum::http::{HeaderMap, header};
use ring::digest;

use super::app::App;
use super::auth::{Identity, MOST_PASSED, VerifiedToken, need_active};
use super::fail::{self, Fail};
use super::request_text::header_text;

/// The caller of a protected call: the token must be valid and the account active, otherwise 401 or
/// `ACCOUNT.NOT_ACTIVE` (sections 3.1 and 5).
pub async fn identify(app: &App, headers: &HeaderMap) -> Result<Arc<Identity>, Fail> {
    let refuse = |why: &str| Fail::new(fail::ACCOUNT_APP_AUTHENTICATION_FAILED, why);
    let header = header_text(headers, header::AUTHORIZATION)
        .ok_or_else(|| refuse("The Authorization header is missing."))?;
    let (scheme, token) =
        header.split_once(' ').ok_or_else(|| refuse("The Authorization header is malformed."))?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(refuse("The Authorization header is malformed."));
    }
    let (token, now) = (token.trim(), app.clock.machine_now());
    // Read before the account is checked, so that a concurrent change gets a later version.
    let version = app.db.version();
    let mut hash = [0; digest::SHA256_OUTPUT_LEN];
    hash.copy_from_slice(digest::digest(&digest::SHA256, token.as_bytes()).as_ref());
    let passed = app.keys.passed().get(&hash).cloned();
    let (who, expires_secs) = match passed {
        Some(passed) if now.as_second() < passed.expires_secs => {
            if passed.version == version {
                return Ok(passed.who);
            }
            (passed.who, passed.expires_secs)
        }
        _ => {
            let (who, expires_secs) = app
                .keys
                .check(token, now)
                .ok_or_else(|| refuse("The token is invalid or has expired."))?;
            (Arc::new(who), expires_secs)
        }
    };
    app.db.read(|conn| need_active(conn, &who.account_id)).await?;
    let mut table = app.keys.passed();
    if table.len() >= MOST_PASSED {
        table.clear();
    }
    let seen = VerifiedToken { who: Arc::clone(&who), expires_secs, version };
    table.insert(hash, seen);
    drop(table);
    Ok(who)
}
