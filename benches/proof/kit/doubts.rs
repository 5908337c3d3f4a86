//! Many purchases with an unknown outcome at a start: most were bought and their responses lost,
//! some never arrived. The desk does not know which.

use std::path::Path;
use std::time::{Duration, Instant};

use postroom::base::clock::Clock;
use postroom::base::id::OrderId;
use postroom::desk::Timing;
use postroom::desk::money::purchase::PurchaseStatus;
use postroom::store::{Entry, EntryKind, Journal, NewEntry};
use serde_json::{Value, json};

use super::shop::{Server, ShopDesk, ask, is_settled};
use super::trade::Clerk;
use super::{Failure, Folder};

/// One of this many never arrived.
const LOST_EACH: u64 = 10;
const PATIENCE: Duration = Duration::from_secs(400);

/// Measurements; times are from opening the desk or from the network's return.
#[derive(Debug, Default)]
pub struct Cleared {
    /// Until the first call of the desk reached the service; `None` if none did while the network
    /// was down.
    pub first_call: Option<Duration>,
    /// Until the first look-up ended. With the network down this takes the two retry delays of its
    /// sign-in, which are random up to 0.4 s and 0.8 s.
    pub first_look: Duration,
    /// For every purchase, from the network's return until it was settled.
    pub resolved: Vec<Duration>,
    /// The longest single frame of the desk.
    pub longest_frame: Duration,
}

/// Fills the journal of `folder`'s desk with purchases whose outcome is unknown and opens it with
/// the network down; after `down` it returns. Ends when all are settled.
pub fn clear_up(
    folder: &Folder,
    server: &Server,
    (doubts, down): (u64, Duration),
    pace: &Timing,
) -> Result<Cleared, Failure> {
    let desk = folder.join("desk");
    // One ordinary purchase supplies the request to copy.
    let mut counter = ShopDesk::open(desk.clone(), &server.login, pace)?;
    Clerk::new(3).buy(&mut counter, 1)?;
    counter.close();
    let bearer = sign_in(server)?;
    doubt(&desk, server, doubts, &bearer)?;

    if !down.is_zero() {
        let outage = json!({"call": "*", "kind": "cut_before_commit", "chance": 1.0});
        server.meet(folder, &outage)?;
    }
    let opened = Instant::now();
    let mut counter = ShopDesk::open_only(desk, &server.login, pace)?;
    let mut cleared = Cleared::default();
    let all = counter.desk.state().purchases.list.len();
    if all as u64 != doubts {
        return Err(format!("{all} of {doubts} are listed").into());
    }
    let (mut back, mut begun, mut settled) = (None, false, 0);
    loop {
        let frame = Instant::now();
        counter.desk.tick();
        cleared.longest_frame = cleared.longest_frame.max(frame.elapsed());
        let state = counter.desk.state();
        let called = || server.met().iter().any(|(_, count)| *count > 0);
        if cleared.first_call.is_none() && back.is_none() && called() {
            cleared.first_call = Some(opened.elapsed());
        }
        // A look-up counts with or without a response, because the network is down at first.
        let looked = |status: &PurchaseStatus| match status {
            PurchaseStatus::Checking { attempts, .. } => *attempts > 0,
            status => is_settled(status),
        };
        if !begun && state.purchases.list.iter().any(|it| looked(&it.status)) {
            begun = true;
            cleared.first_look = opened.elapsed();
        }
        if back.is_none() && opened.elapsed() >= down {
            server.clear_faults();
            back = Some(Instant::now());
        }
        let open = |status: &PurchaseStatus| {
            !is_settled(status) || matches!(status, PurchaseStatus::Absent { .. })
        };
        // Settled purchases leave the list after some time, so the open ones are counted.
        let open = state.purchases.list.iter().filter(|purchase| open(&purchase.status)).count();
        let now = all.saturating_sub(open);
        let since = back.map_or(Duration::ZERO, |back: Instant| back.elapsed());
        cleared.resolved.resize(now.max(settled), since);
        settled = now.max(settled);
        if settled as u64 == doubts {
            break;
        }
        if opened.elapsed() > PATIENCE {
            return Err(format!("{settled} of {doubts}: {}", counter.tell()).into());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    counter.close();
    Ok(cleared)
}

/// Writes rows as a killed desk leaves them: sending, with no result. Most are really sent.
fn doubt(desk: &Path, server: &Server, doubts: u64, bearer: &str) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let journal = Journal::open(desk, Clock::System)?;
    let model = runtime.block_on(journal.recent(1))?;
    let model = model.first().ok_or("nothing was bought")?;
    for number in 0..doubts {
        let entry = runtime.block_on(async {
            let entry = journal.intend(like(model, number)).await?;
            journal.mark_sending(&entry.transaction).await?;
            Ok::<Entry, Failure>(entry)
        })?;
        if number % LOST_EACH != 0 {
            let url = format!("{}/Shipment", server.login.base_url);
            let headers =
                [("Authorization", bearer), ("transactionId", entry.transaction.as_str())];
            ask(&url, &headers, &entry.body)?;
        }
    }
    Ok(())
}

fn like(model: &Entry, number: u64) -> NewEntry {
    NewEntry {
        kind: EntryKind::Label,
        order: Some(OrderId::new(format!("doubt {number}"))),
        sequence: 1,
        environment: model.environment.clone(),
        account: model.account.clone(),
        base_url: model.base_url.clone(),
        call: model.call.clone(),
        body: model.body.clone(),
        expected: model.expected,
        title: format!("Doubt {number}"),
    }
}

fn sign_in(server: &Server) -> Result<String, Failure> {
    let login = &server.login;
    let body = json!({
        "apiKey": login.api_key, "apiSecret": login.api_secret.expose(),
        "userName": login.user_name, "password": login.password.expose(),
    });
    let url = format!("{}/Account/Token", login.base_url);
    let answer = ask(&url, &[], body.to_string().as_bytes())?;
    let token = answer.get("token").and_then(Value::as_str);
    Ok(format!("Bearer {}", token.ok_or("no token")?))
}
