//! Labels: the label settings of section 2.16, the reprint of section 4.6 and the label files.
//!
//! Nothing is drawn at the purchase, which only stores the facts. A label is drawn when it is first
//! requested and stored from then on, so that a reprint is identical to the byte.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::app::App;
use super::carriers::{self, Class};
use super::customs;
use super::document::{self, FileType, LabelClass, LabelFacts, Orientation, Size};
use super::facts::{member, with_members};
use super::fail::{self, Code, Fail};
use super::fields::Fields;
use super::paper;
use super::reply::{JsonText, text_without_nulls, without_nulls};
use super::stored_shipment::{self, Stored, StoredParcel};
use super::tariff;
use super::wire::Call;
use postroom_base::text;

const FILE_TYPES: [(&str, FileType, &str); 6] = [
    ("PDF", FileType::Pdf, "application/pdf"),
    ("TIF", FileType::Tif, "image/tiff"),
    ("ZPL", FileType::Zpl, "application/x-zpl"),
    ("PNG", FileType::Png, "image/png"),
    ("ZPL2", FileType::Zpl2, "application/x-zpl"),
    ("JPEG", FileType::Jpeg, "image/jpeg"),
];
const SIZES: [(&str, Size); 5] = [
    ("4x6", Size::S4x6),
    ("6x4", Size::S6x4),
    ("4x8", Size::S4x8),
    ("7x3", Size::S7x3),
    ("Letter", Size::Letter),
];
const ORIENTATIONS: [(&str, Orientation); 2] =
    [("Portrait", Orientation::Portrait), ("Landscape", Orientation::Landscape)];

/// Limits concurrent drawing: a page of pixels takes tens of megabytes while it is drawn.
pub static DRAWING: Semaphore = Semaphore::const_new(3);

/// The requested label settings, as values of section 2.16.
#[derive(Clone, Debug)]
pub struct LabelSettings {
    pub label_type: &'static str,
    pub file_type: &'static str,
    size: &'static str,
    orientation: &'static str,
    pub custom_texts: [Option<String>; 3],
}

impl LabelSettings {
    pub fn read(fields: Option<&Fields<'_>>) -> Result<Self, Fail> {
        let mut wish = Self {
            label_type: "Url",
            file_type: "PDF",
            size: "4x6",
            orientation: "Portrait",
            custom_texts: [None, None, None],
        };
        let Some(fields) = fields else {
            return Ok(wish);
        };
        wish.label_type = fields.one_of("labelType")?.unwrap_or(wish.label_type);
        wish.file_type = fields.one_of("labelFileType")?.unwrap_or(wish.file_type);
        wish.size = fields.one_of("labelSize")?.unwrap_or(wish.size);
        wish.orientation = fields.one_of("labelOrientation")?.unwrap_or(wish.orientation);
        wish.custom_texts =
            [fields.text("customText1")?, fields.text("customText2")?, fields.text("customText3")?];
        Ok(wish)
    }

    pub fn to_value(&self) -> Value {
        let [text1, text2, text3] = &self.custom_texts;
        without_nulls(json!({
            "labelType": self.label_type,
            "labelFileType": self.file_type,
            "labelSize": self.size,
            "labelOrientation": self.orientation,
            "customText1": text1,
            "customText2": text2,
            "customText3": text3,
        }))
    }
}

/// GET /Shipment/:id/Label
pub async fn reprint(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    call: Call,
) -> Result<JsonText, Fail> {
    let who = call.caller()?;
    let package = stored_shipment::package_number(&call)?;
    let stored = app.db.read(move |conn| stored_shipment::by_key(conn, &who, "Id", &id)).await?;
    let text = answer(&app, &stored, &call.headers, package, true).await?;
    Ok(JsonText(text))
}

/// The PostageLabel of a response as JSON text: URLs, or the content if Base64 was requested.
pub async fn answer(
    app: &Arc<App>,
    stored: &Stored,
    headers: &HeaderMap,
    package: Option<u32>,
    with_content: bool,
) -> Result<String, Fail> {
    let wanted: Vec<&StoredParcel> = stored
        .parcels
        .iter()
        .filter(|parcel| package.is_none_or(|number| number == parcel.number))
        .collect();
    if wanted.is_empty() {
        return Err(Fail::new(fail::SHIPMENT_NOT_FOUND, text!("practice-service-no-such-package")));
    }
    let wish = stored.facts.part(&["label", "wish"])?;
    let base64 = member(wish, "labelType") == Some("\"Base64\"");
    // Written as JSON directly: a Base64 label is long and needs no escaping.
    let mut labels = String::from("[");
    for parcel in wanted {
        if base64 && !with_content {
            continue;
        }
        labels.push_str(if labels.len() > 1 { "," } else { "" });
        if base64 {
            let bytes = content(app, stored, parcel.number).await?;
            labels.push('"');
            STANDARD.encode_string(bytes, &mut labels);
            labels.push('"');
        } else {
            let url = format!("{}/v3.1/Label/{}", origin(headers), parcel.label_token);
            labels.push_str(&serde_json::to_string(&url)?);
        }
    }
    labels.push(']');
    let wish = text_without_nulls(wish)?;
    Ok(with_members(&wish, &[("labels", &labels)]))
}

/// GET /Label/:token: the file of a label, a form or container labels. The token in the URL cannot
/// be guessed and is the only authorization needed.
pub async fn file(
    State(app): State<Arc<App>>,
    Path(token): Path<String>,
) -> Result<Response, Fail> {
    let asked = token.clone();
    let found: Option<(String, u32, String, Option<Vec<u8>>)> = app
        .db
        .read(|conn| {
            Ok(conn
                .prepare_cached(
                    "SELECT shipment_id, package_number, label_file_type, label
                     FROM parcels WHERE label_token = ?1",
                )?
                .query_row([asked], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
                .optional()?)
        })
        .await?;
    let Some((id, number, kind, kept)) = found else {
        let paper = paper::pdf(&app, &token).await?;
        return paper.map(|bytes| sent("application/pdf", bytes)).ok_or_else(|| {
            Fail::new(
                Code::from_module_and_kind("SHIPMENT.LABEL", "NOT_FOUND"),
                text!("practice-service-no-such-label"),
            )
        });
    };
    let mime = FILE_TYPES
        .iter()
        .find(|(word, _, _)| *word == kind)
        .map_or("application/octet-stream", |(_, _, mime)| mime);
    let bytes = match kept {
        Some(bytes) => bytes,
        None => {
            let stored = app.db.read(move |conn| stored_shipment::by_id(conn, &id)).await?;
            content(&app, &stored, number).await?
        }
    };
    Ok(sent(mime, bytes))
}

fn sent(mime: &'static str, bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, mime), (header::CACHE_CONTROL, "private, no-store")], bytes)
        .into_response()
}

/// The bytes of one label: loaded, or drawn and stored.
async fn content(app: &Arc<App>, stored: &Stored, number: u32) -> Result<Vec<u8>, Fail> {
    let id = stored.id.clone();
    let kept: Option<Vec<u8>> = app
        .db
        .read(move |conn| {
            let kept = conn
                .prepare_cached(
                    "SELECT label FROM parcels WHERE shipment_id = ?1 AND package_number = ?2",
                )?
                .query_row(params![id, number], |row| row.get(0))
                .optional()?;
            Ok(kept.flatten())
        })
        .await?;
    if let Some(bytes) = kept {
        return Ok(bytes);
    }
    let (facts, wish) =
        (facts(stored, number)?, stored.facts.pointer("/label/wish").cloned().unwrap_or_default());
    let _turn = DRAWING.acquire().await.map_err(Fail::internal)?;
    let drawn = tokio::task::spawn_blocking(move || draw(&facts, &wish))
        .await
        .map_err(Fail::internal)??;
    let id = stored.id.clone();
    // Two concurrent first requests may both draw the label; the first one stored is used.
    app.db
        .write(move |tx| {
            tx.prepare_cached(
                "UPDATE parcels SET label = coalesce(label, ?1) WHERE shipment_id = ?2 AND package_number = ?3",
            )?
            .execute(params![drawn, id, number])?;
            let kept = tx
                .prepare_cached("SELECT label FROM parcels WHERE shipment_id = ?1 AND package_number = ?2")?
                .query_row(params![id, number], |row| row.get(0))?;
            Ok(kept)
        })
        .await
}

fn draw(facts: &LabelFacts, wish: &Value) -> Result<Vec<u8>, Fail> {
    let word = |name: &str| wish.get(name).and_then(Value::as_str).unwrap_or_default();
    let unreadable = || Fail::internal("a stored label wish cannot be read");
    let file_type = FILE_TYPES.iter().find(|(known, _, _)| *known == word("labelFileType"));
    let (_, file_type, _) = *file_type.ok_or_else(unreadable)?;
    let (_, size) =
        *SIZES.iter().find(|(known, _)| *known == word("labelSize")).ok_or_else(unreadable)?;
    let orientation = ORIENTATIONS.iter().find(|(known, _)| *known == word("labelOrientation"));
    let (_, orientation) = *orientation.ok_or_else(unreadable)?;
    document::render(facts, file_type, size, orientation).map_err(|error| {
        tracing::error!(%error, "drawing a label");
        Fail::new(
            fail::SHIPMENT_OPERATION_FAILED,
            format!("The label could not be drawn: {error}."),
        )
    })
}

fn facts(stored: &Stored, number: u32) -> Result<LabelFacts, Fail> {
    let carrier = carriers::find(&stored.carrier_code)
        .ok_or_else(|| Fail::internal("a stored carrier is gone"))?;
    let parcel = stored.parcels.iter().find(|parcel| parcel.number == number).ok_or_else(|| {
        Fail::new(fail::SHIPMENT_NOT_FOUND, format!("The shipment has no package {number}."))
    })?;
    let code = stored.fact("/shown/service");
    let at = number.saturating_sub(1);
    let lines = |pointer: &str| texts(stored.facts.pointer(pointer));
    let text = |name: &str| {
        stored
            .facts
            .pointer(&format!("/label/parcels/{at}/{name}"))
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    let custom = |number: u8| {
        stored
            .facts
            .pointer(&format!("/label/wish/customText{number}"))
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    let zip = stored.facts.pointer("/label/toZip").and_then(Value::as_str);
    let specials = texts(stored.facts.pointer("/shown/specialService"));
    let ship_date = stored.fact("/label/shipDate");
    Ok(LabelFacts {
        carrier_code: carrier.code.to_owned(),
        carrier_name: carrier.name.to_owned(),
        service_code: code.to_owned(),
        service_name: tariff::service(code).map_or(code, |service| service.name).to_owned(),
        class: label_class(carrier.class),
        from: lines("/label/from"),
        to: lines("/label/to"),
        to_zip: zip.and_then(|zip| zip.get(..5)).map(str::to_owned),
        to_country: stored.fact("/label/toCountry").to_owned(),
        tracking_number: parcel.tracking_number.clone(),
        package_number: number,
        package_count: u32::try_from(stored.parcels.len()).unwrap_or(u32::MAX),
        weight_text: text("weight").unwrap_or_default(),
        dimensions_text: text("dimensions"),
        ship_date: ship_date.to_owned(),
        zone: Some(stored.fact("/label/zone").to_owned()).filter(|zone| !zone.is_empty()),
        is_return: specials.iter().any(|code| code == "Returns"),
        special_services: specials,
        custom_texts: [custom(1), custom(2), custom(3)],
        // Earlier versions stored it in `shown`.
        declaration: stored
            .facts
            .pointer("/label/customs")
            .or_else(|| stored.facts.pointer("/shown/customsInfo"))
            .map(|info| customs::declaration(info, ship_date))
            .unwrap_or_default(),
    })
}

/// The document design of a carrier class.
pub fn label_class(class: Class) -> LabelClass {
    match class {
        Class::Postal => LabelClass::Postal,
        Class::Express => LabelClass::Express,
        Class::Parcel => LabelClass::Parcel,
    }
}

fn texts(list: Option<&Value>) -> Vec<String> {
    list.and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default()
}

/// The base URL at which the caller reached this service. The guard has checked the host name; the
/// port may be that of a local proxy.
pub fn origin(headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    format!("http://{host}")
}
