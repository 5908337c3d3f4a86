//! The cost per service, with sums kept up to date by triggers (see `schema`), so that a program
//! start does not read a million shipments for one chart.

use std::ops::RangeInclusive;

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::schema::{SPAN_BITS, scope_number};
use super::shipments::{first_row, last_row};
use super::{CacheError, Scope, Spending, count_of, sql};
use crate::store::file::money_columns;

/// The start (inclusive) and the end (exclusive).
type Times = (Option<Timestamp>, Option<Timestamp>);

pub fn sums(
    connection: &mut Connection,
    scope: &Scope,
    times: Times,
) -> Result<Vec<Spending>, CacheError> {
    let mut read = || {
        // One transaction, so that the stored sums and the single rows agree.
        let view = connection.transaction()?;
        match scope_number(&view, scope)? {
            Some(scope) => add_up(&view, scope, times),
            None => Ok(Vec::new()),
        }
    };
    read().map_err(sql("add up what services cost"))
}

const SUMS: &str = "
    SELECT carrier, service, currency, sum(micros) AS micros, sum(shipments) AS shipments
    FROM (
      SELECT carrier, service, currency, micros, shipments FROM spending
      WHERE scope = ?1 AND span BETWEEN ?2 AND ?3
      UNION ALL
      SELECT carrier, service, price_currency, price_micros, 1 FROM spent
      WHERE +scope = ?1 AND row BETWEEN ?4 AND ?5 AND created >= ?8 AND created < ?9
      UNION ALL
      SELECT carrier, service, price_currency, price_micros, 1 FROM spent
      WHERE +scope = ?1 AND row BETWEEN ?6 AND ?7 AND created >= ?8 AND created < ?9
    )
    GROUP BY carrier, service, currency ORDER BY sum(micros) DESC";

fn add_up(
    connection: &Connection,
    scope: i64,
    (from, to): Times,
) -> rusqlite::Result<Vec<Spending>> {
    let [spans, before, after] = parts((from, to));
    let from = from.map_or(i64::MIN, Timestamp::as_microsecond);
    let to = to.map_or(i64::MAX, Timestamp::as_microsecond);
    connection
        .prepare_cached(SUMS)?
        .query_map(
            params![
                scope,
                spans.start(),
                spans.end(),
                before.start(),
                before.end(),
                after.start(),
                after.end(),
                from,
                to,
            ],
            read,
        )?
        .collect()
}

/// The spans that lie completely within the period, and the row ranges before and after them.
fn parts((from, to): Times) -> [RangeInclusive<i64>; 3] {
    const NONE: RangeInclusive<i64> = RangeInclusive::new(1, 0);
    let first_span = from.map(|from| (first_row(from) >> SPAN_BITS) + 1);
    let last_span = to.map(|to| (first_row(to) >> SPAN_BITS) - 1);
    let spans = first_span.unwrap_or(i64::MIN)..=last_span.unwrap_or(i64::MAX);
    if let (Some(from), Some(to)) = (from, to)
        && spans.is_empty()
    {
        return [NONE, first_row(from)..=last_row(to), NONE];
    }
    let before = from.zip(first_span).map(|(from, span)| first_row(from)..=(span << SPAN_BITS) - 1);
    let after = to.zip(last_span).map(|(to, span)| (span + 1) << SPAN_BITS..=last_row(to));
    [spans, before.unwrap_or(NONE), after.unwrap_or(NONE)]
}

fn read(row: &Row<'_>) -> rusqlite::Result<Spending> {
    Ok(Spending {
        carrier: row.get("carrier")?,
        service: row.get("service")?,
        sum: money_columns(row, "micros", "currency")?.unwrap_or_default(),
        shipments: count_of(row.get("shipments")?),
    })
}

#[cfg(test)]
mod tests {
    use super::super::schema::STEPS;
    use super::super::{ShipmentRecord, shipments};
    use super::*;
    use crate::base::id::ShipmentId;
    use crate::base::money::{Amount, Currency, Money};
    use crate::store::file;

    const SPAN_MS: i64 = 1 << (SPAN_BITS - 20);

    fn scope() -> Scope {
        Scope { environment: "test".to_owned(), account: "a".to_owned() }
    }

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::from_millisecond(milliseconds).unwrap()
    }

    fn shipment(number: i64, created: Timestamp) -> ShipmentRecord {
        ShipmentRecord {
            id: ShipmentId::new(format!("s-{number}")),
            created,
            to_name: String::new(),
            to_place: String::new(),
            to_country: String::new(),
            to_email: String::new(),
            reference: String::new(),
            carrier: "POST".to_owned(),
            service: ["Ground", "Air"][(number % 2) as usize].to_owned(),
            tracking_number: None,
            further_numbers: Vec::new(),
            status: "PreTransit".to_owned(),
            sub_status: String::new(),
            price: (number % 7 != 0)
                .then(|| Money::new(Amount::from_cents(100 + number), Currency::USD)),
            packages: 1,
            refund_status: match number % 5 {
                0 => Some("Refunded".to_owned()),
                1 => Some("Initiated".to_owned()),
                _ => None,
            },
            search_text: String::new(),
            json: String::new(),
        }
    }

    /// Times before, at and after every border of some spans, and between the borders.
    fn moments() -> Vec<i64> {
        let borders = (-1..4).map(|span| span * SPAN_MS);
        borders.flat_map(|border| [border - 1, border, border + 1, border + SPAN_MS / 2]).collect()
    }

    /// The sums computed from the shipment rows alone.
    fn by_rows(connection: &Connection, (from, to): Times) -> Vec<(String, i64, i64)> {
        let mut rows = connection
            .prepare(
                "SELECT service, sum(price_micros), count(*) FROM shipments
                 WHERE price_micros IS NOT NULL AND refund_status IS NOT 'Refunded'
                   AND (?1 IS NULL OR created >= ?1) AND (?2 IS NULL OR created < ?2)
                 GROUP BY service ORDER BY sum(price_micros) DESC",
            )
            .unwrap();
        let micros = |time: Option<Timestamp>| time.map(Timestamp::as_microsecond);
        rows.query_map([micros(from), micros(to)], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .unwrap()
        .map(Result::unwrap)
        .collect()
    }

    fn by_sums(connection: &mut Connection, times: Times) -> Vec<(String, i64, i64)> {
        let sums = sums(connection, &scope(), times).unwrap();
        sums.into_iter()
            .map(|row| (row.service, row.sum.amount.micros(), row.shipments as i64))
            .collect()
    }

    #[test]
    fn kept_sums_are_those_of_the_rows() {
        let mut connection = Connection::open_in_memory().unwrap();
        file::migrate(&mut connection, "memory".as_ref(), STEPS).unwrap();
        let all: Vec<ShipmentRecord> =
            (1_i64..).zip(moments()).map(|(number, moment)| shipment(number, at(moment))).collect();
        shipments::put_shipments(&connection, &scope(), &all, None).unwrap();
        // One is refunded, one changes its price and day, and the oldest are forgotten.
        let mut changed = vec![all[2].clone(), all[8].clone()];
        changed[0].refund_status = Some("Refunded".to_owned());
        changed[1].created = at(3 * SPAN_MS + 7);
        changed[1].price = Some(Money::new(Amount::from_cents(9), Currency::USD));
        shipments::put_shipments(&connection, &scope(), &changed, None).unwrap();
        let other = Scope { account: "b".to_owned(), ..scope() };
        let gone = shipments::forget(&mut connection, &scope(), at(0), 100).unwrap();
        assert!(gone > 2);
        let mut limits: Vec<Option<Timestamp>> = moments().into_iter().map(at).map(Some).collect();
        limits.push(None);
        for from in &limits {
            for to in &limits {
                let times = (*from, *to);
                let wanted = by_rows(&connection, times);
                assert_eq!(by_sums(&mut connection, times), wanted, "{times:?}");
            }
        }
        assert!(sums(&mut connection, &other, (None, None)).unwrap().is_empty());
        shipments::forget(&mut connection, &scope(), Timestamp::MAX, 100).unwrap();
        let left: i64 =
            connection.query_row("SELECT count(*) FROM spending", [], |row| row.get(0)).unwrap();
        assert_eq!(left, 0);
    }

    #[test]
    fn shipments_kept_earlier_are_added_up() {
        let mut connection = Connection::open_in_memory().unwrap();
        file::migrate(&mut connection, "memory".as_ref(), &STEPS[..4]).unwrap();
        let all: Vec<ShipmentRecord> =
            (1_i64..).zip(moments()).map(|(number, moment)| shipment(number, at(moment))).collect();
        // As the version of that time stored them.
        connection.execute_batch("INSERT INTO scopes VALUES (1, 'test', 'a', 0)").unwrap();
        for (number, record) in (0_i64..).zip(&all) {
            let values = rusqlite::params![
                shipments::first_row(record.created) + number,
                record.id.as_str(),
                record.created.as_microsecond(),
                record.carrier,
                record.service,
                record.status,
                record.price.map(|price| price.amount.micros()),
                record.price.map(|price| price.currency.code().to_owned()),
                record.refund_status,
            ];
            connection
                .execute(
                    "INSERT INTO shipments VALUES (?1, 1, ?2, ?3, '', '', ?4, ?5, NULL, ?6, '',
                       ?7, ?8, 1, ?9)",
                    values,
                )
                .unwrap();
        }
        file::migrate(&mut connection, "memory".as_ref(), STEPS).unwrap();
        let times = (Some(at(5)), None);
        let wanted = by_rows(&connection, times);
        assert_eq!(wanted.len(), 2);
        assert_eq!(by_sums(&mut connection, times), wanted);
    }

    #[test]
    fn the_sums_read_spans_and_the_rows_at_their_edges() {
        let mut connection = Connection::open_in_memory().unwrap();
        file::migrate(&mut connection, "memory".as_ref(), STEPS).unwrap();
        let plan = file::plan(&connection, SUMS);
        let of_files: Vec<&str> = plan
            .iter()
            .map(String::as_str)
            .filter(|step| step.starts_with("SEARCH") || step.starts_with("SCAN"))
            .filter(|step| !step.contains("subquery"))
            .collect();
        let edge = "SEARCH shipments USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)";
        let spans = "SEARCH spending USING PRIMARY KEY (scope=? AND span>? AND span<?)";
        assert_eq!(of_files, [spans, edge, edge]);
    }
}
