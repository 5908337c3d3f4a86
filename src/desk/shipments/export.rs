//! Exports the shipments that match the search on screen to a CSV file.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::id::TrackingNumber;
use crate::base::spreadsheet_cell::escape_formula;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::records::{scale_reading, shipment_row};
use crate::desk::shipments::list;
use crate::desk::shipments::list::Shipments;
use crate::message;
use crate::store::cache::Scope;
use crate::store::journal::{Journal, JournalError};

const COLUMNS: [&str; 15] = [
    "created",
    "shipment_id",
    "tracking_number",
    "to_name",
    "to_place",
    "to_email",
    "reference",
    "carrier",
    "service",
    "packages",
    "price",
    "currency",
    "status",
    "refund_status",
    "weighed",
];
const PAGE: u32 = 1000;

/// Exports every row that matches the search on screen, including those not loaded yet.
pub(in crate::desk) fn shipments(me: &mut Shipments, ctx: &mut Ctx<'_>, file: PathBuf) {
    let (Some(scope), cache) = (ctx.scope.clone(), ctx.cache.clone()) else {
        return;
    };
    let mut query = list::query(me, ctx, 0, PAGE);
    let journal = ctx.journal.clone();
    ctx.jobs.spawn(|outbox: Outbox<Shipments>| async move {
        let mut rows = Vec::new();
        let read = loop {
            match cache.find_shipments(&scope, query.clone()).await {
                Ok(page) if page.rows.is_empty() => break Ok(()),
                Ok(page) => {
                    query.offset += page.rows.len() as u64;
                    rows.extend(page.rows.into_iter().map(shipment_row::row));
                }
                Err(error) => break Err(error),
            }
        };
        if let Err(error) = read {
            let trouble = failed(&error);
            return outbox.send(move |_, ctx| ctx.notice_failure(trouble)).await;
        }
        let weighed = match weighed(journal.as_ref(), &scope).await {
            Ok(weighed) => weighed,
            Err(error) => {
                let trouble = failed(&error);
                return outbox.send(move |_, ctx| ctx.notice_failure(trouble)).await;
            }
        };
        let count = rows.len();
        let path = file.clone();
        let written = tokio::task::spawn_blocking(move || write_csv(&path, &rows, &weighed)).await;
        outbox
            .send(move |_, ctx| match written {
                Ok(Ok(())) => {
                    let path = file.display().to_string();
                    let text = message!("shipments-exported", count = count, file = path);
                    ctx.notice_file(Tone::Good, text, file);
                }
                Ok(Err(error)) => ctx.notice_failure(failed(&error)),
                Err(error) => ctx.notice_failure(failed(&error)),
            })
            .await;
    });
}

fn failed(error: &dyn Error) -> Trouble {
    failure::describe_local_error(message!("shipments-failed-export"), error)
}

/// The weights shown by the scale, by shipment id.
type Weighed = HashMap<String, String>;

async fn weighed(journal: Option<&Journal>, scope: &Scope) -> Result<Weighed, JournalError> {
    let Some(journal) = journal else {
        return Ok(Weighed::new());
    };
    let known = journal.scale_readings(&scope.environment, &scope.account).await?;
    let cell =
        |(id, json): (String, String)| (id, scale_reading::cell(&scale_reading::read(&json)));
    Ok(known.into_iter().map(cell).collect())
}

fn write_csv(path: &Path, rows: &[Arc<ShipmentRow>], weighed: &Weighed) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_path(path)?;
    writer.write_record(COLUMNS)?;
    for row in rows {
        let weighed = weighed.get(row.id.as_str()).map_or("", String::as_str);
        writer.write_record(fields(row, weighed).iter().map(|text| escape_formula(text)))?;
    }
    writer.flush()?;
    Ok(())
}

fn fields(row: &ShipmentRow, weighed: &str) -> [String; 15] {
    let price = row.price.map(|price| price.amount.to_string());
    let currency = row.price.map(|price| price.currency.code().to_owned());
    let numbers: Vec<&str> = row.numbers().map(TrackingNumber::as_str).collect();
    [
        row.created.to_string(),
        row.id.to_string(),
        numbers.join(" "),
        row.to_name.clone(),
        row.to_place.clone(),
        row.to_email.clone(),
        row.reference.clone(),
        row.carrier.clone(),
        row.service.clone(),
        row.packages.to_string(),
        price.unwrap_or_default(),
        currency.unwrap_or_default(),
        row.status.clone(),
        row.refund_status.clone().unwrap_or_default(),
        weighed.to_owned(),
    ]
}
