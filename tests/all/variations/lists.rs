//! The real desk reads the list of shipments in every order, page size and kind of page token that
//! the interface allows. It may call the list complete only after it has seen everything.

use std::sync::PoisonError;

use super::desk::{Counter, stock};
use super::run::Tally;
use super::server::{JSON, Script, Service};
use super::shop::Shop;
use crate::prelude::*;
use crate::wire::server::ReceivedRequest;

const SHIPMENTS: usize = 45;
/// Longer than a short list takes; a list that is not read by then never will be.
const PATIENCE: Duration = Duration::from_secs(15);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Newest,
    Oldest,
    Mixed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    Named,
    Numeric,
    /// The last page has `""` as the next token.
    EmptyAtEnd,
    /// The last page has no next token.
    MissingAtEnd,
    /// The second page has its own token as the next.
    Repeated,
    /// There always is a new token, and after the last row the first rows repeat.
    Endless,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Total {
    Right,
    Missing,
    TooFew,
    TooMany,
}

#[derive(Clone, Copy, Debug)]
struct Paging {
    finding: &'static str,
    order: Order,
    size: usize,
    token: Token,
    total: Total,
    /// Whether one of the rows is not a shipment.
    stranger: bool,
    /// The fewest rows shown in the end, and whether the list may be called complete.
    shown: usize,
    complete: Option<bool>,
}

const USUAL: Paging = Paging {
    finding: "",
    order: Order::Newest,
    size: 20,
    token: Token::Named,
    total: Total::Right,
    stranger: false,
    shown: SHIPMENTS,
    complete: Some(true),
};

fn table() -> Vec<Paging> {
    let mut table = vec![USUAL];
    for (finding, order) in [("C3 C4", Order::Oldest), ("C4", Order::Mixed)] {
        for size in [1, 7, 20, 1_000] {
            table.push(Paging { finding, order, size, ..USUAL });
        }
    }
    for size in [1, 44, 45, 1_000] {
        table.push(Paging { size, ..USUAL });
    }
    for token in [Token::Numeric, Token::EmptyAtEnd, Token::MissingAtEnd] {
        table.push(Paging { token, ..USUAL });
    }
    table.push(Paging {
        finding: "M6",
        token: Token::Repeated,
        shown: 20,
        complete: None,
        ..USUAL
    });
    table.push(Paging { token: Token::Endless, complete: None, ..USUAL });
    for total in [Total::Missing, Total::TooFew, Total::TooMany] {
        for order in [Order::Newest, Order::Oldest] {
            table.push(Paging {
                finding: "C4",
                order,
                total,
                complete: match total {
                    Total::TooMany => None,
                    _ => Some(true),
                },
                ..USUAL
            });
        }
    }
    table.push(Paging { finding: "C7", stranger: true, complete: None, ..USUAL });
    table
}

struct Lists {
    shop: Arc<Shop>,
    paging: Paging,
    asked: Mutex<usize>,
}

impl Service for Lists {
    fn answer(&self, slot: usize, asked: &ReceivedRequest) -> Script {
        if asked.method != "GET" || asked.path() != "/Shipment" || asked.query("key").is_some() {
            return self.shop.answer(slot, asked);
        }
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        let page = self.page(asked);
        Script::answer(200, &[JSON.to_owned()], page.to_string().as_bytes())
    }
}

impl Lists {
    fn page(&self, asked: &ReceivedRequest) -> Value {
        let Paging { order, size, token, total, .. } = self.paging;
        let mut rows = self.rows(asked);
        let all = rows.len();
        match order {
            Order::Newest => rows.reverse(),
            Order::Oldest => {}
            Order::Mixed => rows.sort_by_key(|row| row["id"].to_string().len() * 7 % 5),
        }
        let given = asked.query("pageToken").unwrap_or_default();
        let from: usize = given.trim_start_matches("from-").parse().unwrap_or(0);
        let start = if token == Token::Endless && all > 0 { from % all } else { from };
        let mut rows: Vec<Value> = rows.into_iter().skip(start).take(size).collect();
        let next = from + size;
        let more = start + rows.len() < all;
        let named = |at: usize| json!(format!("from-{at}"));
        let next = match token {
            Token::Endless => named(next),
            Token::Repeated if from > 0 => json!(given),
            Token::Numeric if more => json!(next),
            _ if more => named(next),
            Token::EmptyAtEnd => json!(""),
            _ => Value::Null,
        };
        if self.paging.stranger {
            rows.insert(rows.len().min(3), json!("not a shipment"));
        }
        let mut page = json!({"results": rows, "nextPage": next, "pageSize": size});
        let figure = match total {
            Total::Right => all,
            Total::TooFew => 5,
            Total::TooMany => 500,
            Total::Missing => 0,
        };
        if total != Total::Missing {
            page["totalResults"] = json!(figure);
            page["totalPages"] = json!(figure.div_ceil(size));
        }
        if token == Token::MissingAtEnd
            && !more
            && let Some(page) = page.as_object_mut()
        {
            page.remove("nextPage");
        }
        page
    }

    /// The rows in the requested date range, in the order of purchase.
    fn rows(&self, asked: &ReceivedRequest) -> Vec<Value> {
        let date = |name: &str| asked.query(name)?.parse::<Timestamp>().ok();
        let (from, to) = (date("startDate"), date("endDate"));
        let books = self.shop.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = books.labels.iter().map(|made| made.reply.clone());
        rows.filter(|row| {
            let created = row["createdDate"].as_str().unwrap_or_default();
            let created: Timestamp = created.parse().unwrap();
            from.is_none_or(|from| created >= from) && to.is_none_or(|to| created <= to)
        })
        .collect()
    }
}

pub fn run() -> Tally {
    let table = Arc::new(Mutex::new(table()));
    let tally = Arc::new(Mutex::new(Tally::default()));
    let workers: Vec<_> = (0..4)
        .map(|_| {
            let (table, tally) = (Arc::clone(&table), Arc::clone(&tally));
            std::thread::spawn(move || {
                loop {
                    let paging = table.lock().unwrap().pop();
                    let Some(paging) = paging else { return };
                    let found = read(paging);
                    let mut tally = tally.lock().unwrap();
                    tally.apply += 1;
                    if let Err(what) = found {
                        tally.failed.push(format!(
                            "the list at the desk · {} · {paging:?}: {what}",
                            paging.finding
                        ));
                    }
                }
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    std::mem::take(&mut *tally.lock().unwrap())
}

fn read(paging: Paging) -> Result<(), String> {
    let shop = Arc::new(Shop::default());
    stock(&shop, SHIPMENTS);
    age(&shop);
    let lists = Arc::new(Lists { shop, paging, asked: Mutex::new(0) });
    let mut counter = Counter::open(&lists);
    let begun = Instant::now();
    loop {
        counter.frame();
        let state = counter.desk.state();
        let all = state.shipments.total >= paging.shown as u64;
        let ended = !state.shipments.sync.running
            && (state.shipments.sync.complete || state.shipments.sync.trouble.is_some());
        if all && (state.shipments.sync.complete || paging.complete != Some(true)) && ended {
            break;
        }
        if begun.elapsed() > PATIENCE {
            break;
        }
    }
    let state = counter.desk.state();
    let (shown, complete) = (state.shipments.total, state.shipments.sync.complete);
    let asked = *lists.asked.lock().unwrap();
    if shown < paging.shown as u64 {
        return Err(format!("{shown} of {SHIPMENTS} shown, complete {complete}, {asked} pages"));
    }
    if complete && shown < SHIPMENTS as u64 {
        return Err(format!("complete with {shown} of {SHIPMENTS}"));
    }
    if paging.complete.is_some_and(|wanted| wanted != complete) {
        return Err(format!("complete {complete} with {shown} shown, {asked} pages"));
    }
    Ok(())
}

/// Dates the shipments over the last ninety days, two days apart.
fn age(shop: &Shop) {
    let mut books = shop.0.lock().unwrap();
    let now = Timestamp::now();
    let count = books.labels.len();
    for (at, made) in books.labels.iter_mut().enumerate() {
        let days = SignedDuration::from_hours(48 * (count - at) as i64);
        made.reply["createdDate"] = json!((now - days).to_string());
    }
}
