//! A hostile station: a process with the documented rights of a station that changes every column and
//! every document it may, while other stations buy. Afterwards each label is compared with the order as
//! the database noted it at that moment, each price with what its station had agreed to, and what a
//! document of the hostile station led to must not have been touched.

use std::collections::{HashMap, HashSet};
use std::fs::{File, FileTimes};
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use postroom::orders::order::Order;
use serde_json::{Value, json};

use super::super::database_servers::PASSWORD;
use super::super::kit::audit::journal_rows;
use super::super::kit::crash::{Program, text};
use super::super::kit::orders::kills::read_only;
use super::super::kit::{Dice, Failure, PATIENCE};
use super::besieged::{AGREED, UNREADABLE};
use super::database::Database;
use super::hostile_sql::Traps;
use super::station::{end_with_parent, station_name};
use super::{Place, Trial};

const LOOK: Duration = Duration::from_millis(500);
/// Between two looks of the owner of the database, who puts back what stops the whole shop.
const MENDING: Duration = Duration::from_secs(2);
/// An order counts as it was at any moment in so much time before its claim, and until just after it.
const READ_BEFORE: i64 = 10_000_000;
const READ_AFTER: i64 = 1_000_000;
/// Stations settle what they have begun.
const LONGEST_SETTLING: Duration = PATIENCE.saturating_mul(3);

/// Each text of an order, from the moment at which it was written.
const HISTORY_OF_TEXTS: &str = "
    CREATE TABLE history.texts (
      number bigserial PRIMARY KEY,
      micros bigint NOT NULL,
      order_id text,
      json text NOT NULL
    );
    CREATE FUNCTION history.note_text() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        IF length(NEW.json) < 100000 THEN
          INSERT INTO history.texts (micros, order_id, json)
            SELECT extract(epoch FROM clock_timestamp()) * 1000000, id, NEW.json
            FROM postroom.orders WHERE position = NEW.position;
        END IF;
        RETURN NULL;
      END $$;
    INSERT INTO history.texts (micros, order_id, json)
      SELECT 0, id, json FROM postroom.orders JOIN postroom.order_details USING (position);
    CREATE TRIGGER note_text AFTER INSERT OR UPDATE OF json ON postroom.order_details
      FOR EACH ROW EXECUTE FUNCTION history.note_text();";

/// Without a sender, or with a rule for everything, nobody could buy anything. Any station's role can do
/// that; the owner of the database takes it back.
const PUT_BACK: &str = "
    UPDATE postroom.documents SET json = known.json, revision = postroom.documents.revision + 1
      FROM history.documents known
      WHERE postroom.documents.kind = known.kind AND postroom.documents.json <> known.json;
    DELETE FROM postroom.documents WHERE kind IN ('rule', 'preset') AND changed_by = 'mallory'";

#[derive(Clone, Copy, Debug)]
pub struct Siege {
    pub stations: usize,
    /// So many labels are bought at least.
    pub orders: u64,
    pub window: Duration,
    /// Between two statements of the hostile station.
    pub pause: Duration,
    pub seed: u64,
}

/// The result of one siege.
#[derive(Debug, Default)]
pub struct Besieged {
    pub labels: u64,
    /// Of these, those that were bought while the hostile station wrote.
    pub meanwhile: u64,
    pub statements: u64,
    /// Of these, those that the database refused.
    pub refused: u64,
    /// Labels of which no order said so at that moment.
    pub other: Vec<String>,
    /// Labels above the agreed price.
    pub above: Vec<String>,
    /// Connections to the server that a hostile document names.
    pub connections: u64,
    /// Files that a hostile document names and that were read, changed or moved.
    pub files: Vec<String>,
    pub unreadable: Vec<String>,
    /// Purchases without an end.
    pub stuck: Vec<String>,
    /// Labels at the service that no journal has as bought.
    pub lost: Vec<String>,
    /// Orders with more than one label: a station's role may take a label out of an order.
    pub again: u64,
    /// Once a person has allowed the hostile documents, the traps catch.
    pub traps_work: bool,
}

impl Besieged {
    /// What must be empty.
    pub fn violations(&self) -> [(&'static str, &[String]); 6] {
        [
            ("labels other than the orders said at that moment", &self.other),
            ("labels above the agreed price", &self.above),
            ("files read or moved that nobody chose", &self.files),
            ("lists unreadable", &self.unreadable),
            ("purchases without an end", &self.stuck),
            ("labels that no journal has as bought", &self.lost),
        ]
    }

    /// # Errors
    /// Every violation, as text.
    pub fn must_be_clean(&self) -> Result<(), Failure> {
        let lines = self.violations();
        let is_clean = lines.iter().all(|(_, lines)| lines.is_empty());
        match is_clean && self.connections == 0 && self.traps_work {
            true => Ok(()),
            false => Err(format!("{self:?}").into()),
        }
    }
}

/// The child's task: writes until its parent ends it.
pub fn work(task: &Value) -> Result<(), Failure> {
    end_with_parent();
    let number = |name: &str| task.get(name).and_then(Value::as_u64).unwrap_or_default();
    let traps = Traps {
        port: u16::try_from(number("trap"))?,
        database: text(task, "database"),
        logo: text(task, "logo"),
    };
    let (mut dice, pause) = (Dice::new(number("seed")), Duration::from_millis(number("pause")));
    let mut psql = Command::new("psql")
        .env("PGPASSWORD", PASSWORD)
        .args(["-X", "-q", "-U", "shop", "-d", "stations", "-h", "127.0.0.1", "-p"])
        .arg(number("port").to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    let mut to = psql.stdin.take().ok_or("psql takes no statements")?;
    let mut count = File::create(text(task, "count"))?;
    loop {
        writeln!(to, "{};", traps.statement(&mut dice))?;
        to.flush()?;
        writeln!(count)?;
        std::thread::sleep(pause);
    }
}

pub fn measure(siege: &Siege, child: Program<'_>) -> Result<Besieged, Failure> {
    let mut place = Place::set_up(Trial {
        stations: siege.stations,
        // Many orders become unreadable, are deleted, or need a person.
        orders: siege.orders * 3,
        kills: 0,
        lost: 0,
        late: 0,
        restarts: 0,
        seed: siege.seed,
        faulted: 0.0,
        is_pooled: false,
        ages_leases: false,
    })?;
    place.database.server.admin_in("stations", HISTORY_OF_TEXTS);
    place.database.ask(
        "CREATE TABLE history.documents AS SELECT * FROM postroom.documents WHERE kind = 'shop'",
    )?;
    let bait = Bait::lay(&place.folder.join("bait"))?;
    let stop = place.folder.join("stop");
    let begun = Instant::now();
    let pause =
        siege.window.as_millis() as u64 * siege.stations as u64 / (siege.orders / 20).max(1);
    for at in 0..siege.stations {
        let direct = place.database.address("shop", place.database.server.port());
        let more = json!({"workspace": direct, "stop": stop, "pause": pause / 2,
            "database": place.database.server.port()});
        let task = with(place.task(at, "besieged")?, &more);
        place.spawn(at, child, &task)?;
    }
    let (errors, count) = (place.folder.join("mallory.txt"), place.folder.join("count.txt"));
    let task = json!({"what": "hostile", "port": place.database.server.port(), "trap": bait.port,
        "database": bait.database, "logo": bait.logo, "seed": siege.seed, "count": count,
        "pause": u64::try_from(siege.pause.as_millis())?});
    let mut hostile =
        super::super::kit::crash::spawn_telling(child, &task, Stdio::from(File::create(&errors)?))?;
    let mut mended = Instant::now();
    while begun.elapsed() < siege.window {
        if mended.elapsed() > MENDING {
            mended = Instant::now();
            place.database.ask(PUT_BACK)?;
        }
        if let Some(status) = hostile.try_wait()? {
            let said = std::fs::read_to_string(&errors)?;
            return Err(format!("the hostile station ended with {status}: {said}").into());
        }
        all_run(&mut place)?;
        std::thread::sleep(LOOK);
    }
    end(&mut hostile)?;
    let meanwhile = place.labels()?;
    place.database.ask(PUT_BACK)?;
    while place.labels()? < siege.orders {
        if begun.elapsed() > siege.window * 2 + PATIENCE {
            let states = "SELECT state, count(*) FROM postroom.orders GROUP BY state";
            let states = place.database.ask(states)?;
            return Err(format!("only {} labels: {states}", place.labels()?).into());
        }
        all_run(&mut place)?;
        std::thread::sleep(LOOK);
    }
    // As docs/stations.md says of a station that is given up.
    place.database.ask(
        "UPDATE postroom.stations SET lease_until = '-infinity', report_wanted_since = NULL
           WHERE name = 'mallory';
         UPDATE postroom.stations SET lease_until = now() WHERE lease_until > now() + interval '1 h'",
    )?;
    File::create(&stop)?;
    wait_for_all(&mut place)?;
    let mut found = Besieged { meanwhile, ..Besieged::default() };
    found.statements = lines(&count)?;
    let said = std::fs::read_to_string(&errors)?;
    found.refused = said.lines().filter(|line| line.contains("ERROR:")).count() as u64;
    found.connections = bait.connections();
    found.files = bait.touched()?;
    for desk in &place.desks {
        let said = std::fs::read_to_string(desk.folder.join(UNREADABLE))?;
        found.unreadable.extend(said.lines().map(str::to_owned));
    }
    found.labels = place.labels()?;
    compare(&place, &mut found)?;
    // The traps catch whoever obeys.
    let direct = place.database.address("shop", place.database.server.port());
    place.database.ask(&bait.traps().all())?;
    let task = with(place.task(0, "obedient")?, &json!({"workspace": direct}));
    place.spawn(0, child, &task)?;
    wait_for_all(&mut place)?;
    found.traps_work = bait.connections() > 0 && bait.touched()?.contains(&bait.database);
    let Place { server, .. } = place;
    server.stop();
    Ok(found)
}

fn with(mut task: Value, more: &Value) -> Value {
    if let (Some(members), Some(more)) = (task.as_object_mut(), more.as_object()) {
        members.extend(more.clone());
    }
    task
}

fn lines(file: &Path) -> Result<u64, Failure> {
    Ok(BufReader::new(File::open(file)?).lines().count() as u64)
}

fn end(child: &mut Child) -> Result<(), Failure> {
    child.kill()?;
    child.wait()?;
    Ok(())
}

/// # Errors
/// What a station said that has ended.
fn all_run(place: &mut Place) -> Result<(), Failure> {
    for desk in &mut place.desks {
        if let Some(child) = &mut desk.child
            && let Some(status) = child.try_wait()?
        {
            return Err(format!("a station ended with {status}: {}", desk.said()).into());
        }
    }
    Ok(())
}

fn wait_for_all(place: &mut Place) -> Result<(), Failure> {
    let begun = Instant::now();
    for desk in &mut place.desks {
        let Some(mut child) = desk.child.take() else {
            continue;
        };
        loop {
            match child.try_wait()? {
                Some(status) if status.success() => break,
                Some(status) => {
                    return Err(format!("a station ended with {status}: {}", desk.said()).into());
                }
                None if begun.elapsed() > LONGEST_SETTLING => {
                    end(&mut child)?;
                    return Err(format!("a station does not end: {}", desk.said()).into());
                }
                None => std::thread::sleep(LOOK),
            }
        }
    }
    Ok(())
}

/// What the documents of a hostile station lead to.
struct Bait {
    port: u16,
    connections: Arc<AtomicU64>,
    folder: PathBuf,
    database: String,
    logo: String,
    /// The files with the time at which each was read last.
    files: Vec<PathBuf>,
}

impl Bait {
    fn lay(folder: &Path) -> Result<Self, Failure> {
        std::fs::create_dir_all(folder)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        let connections = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&connections);
        std::thread::spawn(move || {
            for _ in listener.incoming() {
                counted.fetch_add(1, Ordering::Relaxed);
            }
        });
        let (database, logo) = (folder.join("orders.db"), folder.join("logo.png"));
        let file = rusqlite::Connection::open(&database)?;
        file.execute_batch(
            "CREATE TABLE orders (number TEXT); INSERT INTO orders VALUES ('CANARY-1')",
        )?;
        file.close().map_err(|(_, error)| error)?;
        image::RgbImage::new(8, 8).save(&logo)?;
        let control = folder.join("control.txt");
        std::fs::write(&control, "read by the proof itself")?;
        for file in [&database, &logo, &control] {
            File::options()
                .write(true)
                .open(file)?
                .set_times(FileTimes::new().set_accessed(SystemTime::UNIX_EPOCH))?;
        }
        // A file system that keeps no times of reading would make the figure worthless.
        std::fs::read(&control)?;
        if read_at(&control)? == SystemTime::UNIX_EPOCH {
            return Err("this file system does not note when a file was read".into());
        }
        Ok(Self {
            port,
            connections,
            folder: folder.to_owned(),
            files: vec![database.clone(), logo.clone()],
            database: database.display().to_string(),
            logo: logo.display().to_string(),
        })
    }

    fn connections(&self) -> u64 {
        self.connections.load(Ordering::Relaxed)
    }

    fn traps(&self) -> Traps {
        Traps { port: self.port, database: self.database.clone(), logo: self.logo.clone() }
    }

    fn touched(&self) -> Result<Vec<String>, Failure> {
        let mut touched = Vec::new();
        for file in &self.files {
            if !file.exists() || read_at(file)? != SystemTime::UNIX_EPOCH {
                touched.push(file.display().to_string());
            }
        }
        for entry in std::fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if !self.files.contains(&path) && !path.ends_with("control.txt") {
                touched.push(format!("{} is new", path.display()));
            }
        }
        Ok(touched)
    }
}

fn read_at(file: &Path) -> Result<SystemTime, Failure> {
    Ok(std::fs::metadata(file)?.accessed()?)
}

/// A text of an order, and the time until which it was the text.
struct Told {
    from: i64,
    until: i64,
    order: Option<Order>,
}

/// Compares the labels of the service with the orders, the claims, the prices and the journals.
fn compare(place: &Place, found: &mut Besieged) -> Result<(), Failure> {
    let texts = texts(&place.database)?;
    let claims = claims(&place.database)?;
    let mut journal: HashMap<String, Purchase> = HashMap::new();
    let mut agreed: HashMap<String, i64> = HashMap::new();
    for desk in &place.desks {
        let file = desk.folder.join("journal.db");
        let station = station_name(&desk.folder)?;
        let bodies = super::audit::bodies(&file)?;
        for (transaction, row) in journal_rows(&file)? {
            if matches!(row.state.as_str(), "intent" | "sending" | "unknown") {
                let line = format!("{transaction} is {} at {station}", row.state);
                found.stuck.push(line);
            }
            let purchase = journal.entry(transaction.clone()).or_default();
            purchase.order = row.order.unwrap_or_default();
            purchase.is_bought |= row.state == "confirmed";
            purchase.body = bodies.get(&transaction).cloned().unwrap_or_default();
            purchase.stations.insert(station.clone());
        }
        for line in std::fs::read_to_string(desk.folder.join(AGREED))?.lines() {
            let (order, price) = line.split_once('\t').ok_or("a line without a price")?;
            let known = agreed.entry(order.to_owned()).or_default();
            *known = (*known).max(price.parse()?);
        }
    }
    let service = read_only(&place.folder.join("service").join("practice.db"))?;
    let mut read = service.prepare("SELECT transaction_id, charge, facts FROM shipments")?;
    let shipments = read.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?))
    })?;
    let mut bought: HashMap<String, u64> = HashMap::new();
    for shipment in shipments {
        let (transaction, charge, facts) = shipment?;
        let Some(purchase) = journal.get(&transaction) else {
            found.lost.push(format!("{transaction} is in no journal"));
            continue;
        };
        if !purchase.is_bought {
            found.lost.push(format!("{transaction} is not bought in any journal"));
        }
        *bought.entry(purchase.order.clone()).or_default() += 1;
        let mut moments = claims.get(&transaction).into_iter().flatten();
        let moments: Vec<i64> = moments
            .by_ref()
            .filter(|(station, _)| purchase.stations.contains(station))
            .map(|(_, at)| *at)
            .collect();
        let versions = texts.get(&purchase.order).map(Vec::as_slice).unwrap_or_default();
        let at_that_moment: Vec<&Order> = versions
            .iter()
            .filter(|told| {
                let mut moments = moments.iter();
                moments.any(|at| told.from <= at + READ_AFTER && told.until >= at - READ_BEFORE)
            })
            .filter_map(|told| told.order.as_ref())
            .collect();
        let says_so = |order: &&&Order| {
            asks_for(&purchase.body, order) && facts.contains(&format!("{:?}", order.to.name))
        };
        let order = &purchase.order;
        if at_that_moment.iter().find(says_so).is_none() {
            found.other.push(format!("{transaction} of {order}: {facts}"));
        }
        let quotes = at_that_moment.iter().filter_map(|order| order.quote.as_ref()?.rate.price());
        let quoted = quotes.map(|price| price.amount.micros()).max().unwrap_or_default();
        let limit = agreed.get(order).copied().unwrap_or(quoted);
        if charge > limit {
            let line = format!("{transaction} of {order} cost {charge}, agreed was {limit}");
            found.above.push(line);
        }
    }
    found.again = bought.values().filter(|labels| **labels > 1).count() as u64;
    Ok(())
}

#[derive(Default)]
struct Purchase {
    order: String,
    is_bought: bool,
    body: Vec<u8>,
    stations: HashSet<String>,
}

/// Whether the request is for what the order says: the recipient and the weight of the parcel.
fn asks_for(body: &[u8], order: &Order) -> bool {
    let Ok(request) = serde_json::from_slice::<Value>(body) else {
        return false;
    };
    let at = |pointer: &str| request.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let weight = request.pointer("/packages/0/weight").and_then(Value::as_f64);
    let parcel = order.parcels.first();
    let (to, wanted) = (&order.to, parcel.and_then(|parcel| parcel.weight.parse::<f64>().ok()));
    at("/toAddress/name") == to.name
        && at("/toAddress/street1") == to.street1
        && at("/toAddress/zip") == to.zip
        && at("/toAddress/country") == to.country
        && weight.is_some_and(|weight| wanted == Some(weight))
}

fn texts(database: &Database) -> Result<HashMap<String, Vec<Told>>, Failure> {
    let sql = "SELECT micros, order_id, translate(json, E'\\t\\n', '  ') FROM history.texts
        WHERE order_id IS NOT NULL ORDER BY number";
    let mut texts: HashMap<String, Vec<Told>> = HashMap::new();
    for row in database.rows(sql, 3)? {
        let [micros, order, json] = row.as_slice() else {
            return Err(format!("the history has the line {row:?}").into());
        };
        let from: i64 = micros.parse()?;
        let versions = texts.entry(order.clone()).or_default();
        if let Some(last) = versions.last_mut() {
            last.until = from;
        }
        versions.push(Told { from, until: i64::MAX, order: serde_json::from_str(json).ok() });
    }
    Ok(texts)
}

/// Who had the claim of each purchase, from when.
fn claims(database: &Database) -> Result<HashMap<String, Vec<(String, i64)>>, Failure> {
    let sql = "SELECT transaction_id, micros, after FROM history.claims WHERE after IS NOT NULL";
    let mut claims: HashMap<String, Vec<(String, i64)>> = HashMap::new();
    for row in database.rows(sql, 3)? {
        let [transaction, micros, station] = row.as_slice() else {
            return Err(format!("the history has the line {row:?}").into());
        };
        claims.entry(transaction.clone()).or_default().push((station.clone(), micros.parse()?));
    }
    Ok(claims)
}
