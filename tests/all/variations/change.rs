//! A change of a reply, and the bytes that are sent for it.

use std::io::Write;
use std::time::Duration;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use serde_json::{Map, Value, json};

use super::path::{Path, Step};
use super::server::{JSON, Part, Script, head, whole};

#[derive(Clone, Debug)]
pub enum Change {
    /// The reply as the second service writes it.
    None,
    /// Replaces one member of the reply.
    Member(Path, Replacement),
    /// Adds an unknown member to an object of the reply.
    Beside(Path),
    /// Spells the member's name differently.
    Spelled(Path, Spelling),
    /// Writes the member twice, with the same value.
    Twice(Path),
    /// Puts these elements around those of a list.
    Among(Path, Value),
    /// Replaces the whole document.
    Document(Value),
    Status(u16, Body),
    Wire(Wire),
    /// Changes only the first reply; later ones are unchanged.
    Once(Box<Change>),
}

#[derive(Clone, Debug)]
pub enum Replacement {
    Missing,
    Value(Value),
}

#[derive(Clone, Copy, Debug)]
pub enum Spelling {
    Pascal,
    Lower,
    Snake,
}

/// The body sent with a status.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// The reply itself.
    Reply,
    Empty,
    /// The error of section 7.1 with this code.
    Documented(&'static str),
    LowerCase(&'static str),
    /// `Errors` is one object and not a list.
    One(&'static str),
    Plain,
    Html,
    /// A `Location` header with a URL that returns the reply.
    Elsewhere,
    /// A `Retry-After: 86400` header with the error of section 7.1.
    Later(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub enum Wire {
    Gzip,
    GzipUnsaid,
    GzipInCapitals,
    Deflate,
    RawDeflate,
    ByteOrderMark,
    Utf16,
    ContentType(Option<&'static str>),
    Chunked,
    ChunkedOneByOne,
    /// Every byte is a separate chunk with an extension.
    ChunkedWithNotes,
    NoLength,
    Http10,
    ManyHeaders,
    LongHeader,
    Continued,
    EarlyHints,
    /// Umlauts in Latin-1.
    Latin1,
    LoneSurrogate,
    RawControl,
    Spaces,
    Padded(usize),
    HeadCut(usize),
    BodyCut(Cut),
    Length(i64),
    TwoAnswers,
    Drip,
    SlowHead,
    HangBefore,
    HangAfterHead,
    HangInBody,
}

#[derive(Clone, Copy, Debug)]
pub enum Cut {
    Nothing,
    OneByte,
    Half,
    LastByte,
}

impl Change {
    /// The sort of the change, and the member that is changed.
    pub fn sort(&self) -> (&'static str, Option<&Path>) {
        match self {
            Self::None => ("none", None),
            Self::Member(place, _) => ("member", Some(place)),
            Self::Beside(place) => ("beside", Some(place)),
            Self::Spelled(place, _) => ("spelled", Some(place)),
            Self::Twice(place) => ("twice", Some(place)),
            Self::Among(place, _) => ("among", Some(place)),
            Self::Document(_) => ("document", None),
            Self::Status(..) => ("status", None),
            Self::Wire(_) => ("wire", None),
            Self::Once(_) => ("once", None),
        }
    }
}

/// The server's replies, one script per request; the last one is repeated.
pub fn scripts(base: &Value, change: &Change) -> Vec<Script> {
    match change {
        Change::Once(inner) => {
            let mut scripts = scripts(base, inner);
            scripts.truncate(1);
            scripts.push(script(base, &Change::None));
            scripts
        }
        other => vec![script(base, other)],
    }
}

/// The document after a change of its members.
pub fn changed(base: &Value, change: &Change) -> Value {
    let mut value = base.clone();
    match change {
        Change::Member(place, Replacement::Missing) => place.remove(&mut value),
        Change::Member(place, Replacement::Value(new)) => place.put(&mut value, new.clone()),
        Change::Beside(place) => {
            if let Some(Value::Object(object)) = place.get_mut(&mut value) {
                object.insert("zzLater".into(), json!({"deep": [1, null, {"x": "y"}]}));
            }
        }
        Change::Spelled(place, spelling) => {
            if let Some(Step::Key(key)) = place.last()
                && let Some(Value::Object(object)) = place.parent().get_mut(&mut value)
                && let Some(member) = object.remove(key)
            {
                object.insert(spell(key, *spelling), member);
            }
        }
        Change::Among(place, strangers) => {
            if let Some(Value::Array(items)) = place.get_mut(&mut value) {
                items.extend(strangers.as_array().cloned().unwrap_or_default());
            }
        }
        Change::Document(document) => value = document.clone(),
        _ => {}
    }
    value
}

/// The member's name in the changed spelling.
pub fn spell(key: &str, spelling: Spelling) -> String {
    match spelling {
        Spelling::Lower => key.to_ascii_lowercase(),
        Spelling::Pascal => {
            let (first, rest) = key.split_at(1);
            format!("{}{rest}", first.to_ascii_uppercase())
        }
        Spelling::Snake => {
            let mut snake = String::new();
            for letter in key.chars() {
                if letter.is_ascii_uppercase() && !snake.is_empty() {
                    snake.push('_');
                }
                snake.push(letter.to_ascii_lowercase());
            }
            snake
        }
    }
}

fn script(base: &Value, change: &Change) -> Script {
    let lines = [JSON.to_owned()];
    match change {
        Change::Twice(place) => {
            let text = twice(base, place);
            Script::answer(200, &lines, text.as_bytes())
        }
        Change::Status(status, body) => status_script(base, *status, *body),
        Change::Wire(wire) => wire_script(&text_of(base), *wire),
        other => {
            let text = text_of(&changed(base, other));
            Script::answer(200, &lines, text.as_bytes())
        }
    }
}

/// Writes members in reverse alphabetical order: a client must not depend on the order.
fn text_of(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            let members: Vec<String> = object
                .iter()
                .rev()
                .map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), text_of(value)))
                .collect();
            format!("{{ {} }}", members.join(",\n "))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(text_of).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

fn twice(base: &Value, place: &Path) -> String {
    let Some(Step::Key(key)) = place.last() else {
        return text_of(base);
    };
    let mut value = base.clone();
    let marker = format!("zzAgain:{key}");
    if let Some(Value::Object(object)) = place.parent().get_mut(&mut value) {
        let member = object.get(key).cloned().unwrap_or_default();
        object.insert(marker.clone(), member);
    }
    text_of(&value).replace(&marker, key)
}

fn status_script(base: &Value, status: u16, body: Body) -> Script {
    let mut lines = vec![JSON.to_owned()];
    let documented = |code: &str| {
        json!({
            "StatusCode": status,
            "TimeStamp": "2026-11-20T08:15:30Z",
            "Source": "Second",
            "Path": "/v3.1/Somewhere",
            "Errors": [{"Code": code, "Message": "Said by the second service", "AdditionalInfo": {}}],
        })
    };
    let bytes = match body {
        Body::Reply => text_of(base),
        Body::Empty => {
            lines.clear();
            String::new()
        }
        Body::Documented(code) => text_of(&documented(code)),
        Body::Later(code) => {
            lines.push("Retry-After: 86400".to_owned());
            text_of(&documented(code))
        }
        Body::LowerCase(code) => text_of(&json!({
            "statusCode": status,
            "source": "Second",
            "errors": [{"code": code, "message": "Said by the second service"}],
        })),
        Body::One(code) => text_of(&json!({
            "StatusCode": status,
            "Errors": {"Code": code, "Message": "Said by the second service"},
        })),
        Body::Plain => {
            lines = vec!["Content-Type: text/plain".to_owned()];
            "upstream said no".to_owned()
        }
        Body::Html => {
            lines = vec!["Content-Type: text/html; charset=utf-8".to_owned()];
            "<!doctype html><title>Sorry</title><h1>It is not you</h1>".to_owned()
        }
        Body::Elsewhere => {
            lines.push("Location: /s0/v3.1/elsewhere".to_owned());
            text_of(base)
        }
    };
    if matches!(status, 204 | 304) {
        return Script::bytes(head(status, &lines, None));
    }
    Script::answer(status, &lines, bytes.as_bytes())
}

fn wire_script(text: &str, wire: Wire) -> Script {
    let json = || vec![JSON.to_owned()];
    let with = |line: &str| vec![JSON.to_owned(), line.to_owned()];
    let body = text.as_bytes();
    let gzip = || {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(body).unwrap();
        encoder.finish().unwrap()
    };
    match wire {
        Wire::Gzip => Script::answer(200, &with("Content-Encoding: gzip"), &gzip()),
        Wire::GzipInCapitals => Script::answer(200, &with("content-encoding: GZIP"), &gzip()),
        Wire::GzipUnsaid => Script::answer(200, &json(), &gzip()),
        Wire::Deflate => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(body).unwrap();
            let packed = encoder.finish().unwrap();
            Script::answer(200, &with("Content-Encoding: deflate"), &packed)
        }
        Wire::RawDeflate => {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(body).unwrap();
            let packed = encoder.finish().unwrap();
            Script::answer(200, &with("Content-Encoding: deflate"), &packed)
        }
        Wire::ByteOrderMark => {
            Script::answer(200, &json(), &[b"\xEF\xBB\xBF".as_slice(), body].concat())
        }
        Wire::Utf16 => {
            let wide: Vec<u8> = std::iter::once(0xFEFF)
                .chain(text.encode_utf16())
                .flat_map(u16::to_le_bytes)
                .collect();
            let lines = ["Content-Type: application/json; charset=utf-16".to_owned()];
            Script::answer(200, &lines, &wide)
        }
        Wire::ContentType(given) => {
            let lines: Vec<String> =
                given.map(|kind| format!("Content-Type: {kind}")).into_iter().collect();
            Script::answer(200, &lines, body)
        }
        Wire::Chunked => Script::bytes(chunked(body, 700, ";note=1")),
        Wire::ChunkedOneByOne => Script::bytes(chunked(body, 1, "")),
        Wire::ChunkedWithNotes => {
            let note = format!(";note={}", "n".repeat(100));
            Script::bytes(chunked(body, 16, &note))
        }
        Wire::NoLength => Script::closing([head(200, &json(), None), body.to_vec()].concat()),
        Wire::Http10 => {
            let head = format!("HTTP/1.0 200 OK\r\n{JSON}\r\nConnection: close\r\n\r\n");
            Script::closing([head.as_bytes(), body].concat())
        }
        Wire::ManyHeaders => {
            let mut lines = json();
            lines.extend((0..90).map(|at| format!("X-Note-{at}: {}", "n".repeat(1_100))));
            Script::answer(200, &lines, body)
        }
        Wire::LongHeader => {
            Script::answer(200, &with(&format!("X-Note: {}", "n".repeat(100_000))), body)
        }
        Wire::Continued => {
            let go_on = b"HTTP/1.1 100 Continue\r\n\r\n".to_vec();
            Script::bytes([go_on, whole(200, &json(), body)].concat())
        }
        Wire::EarlyHints => {
            let hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".to_vec();
            Script::bytes([hints, whole(200, &json(), body)].concat())
        }
        Wire::Latin1 => {
            let old: Vec<u8> = text
                .chars()
                .map(|letter| u8::try_from(u32::from(letter)).unwrap_or(b'?'))
                .collect();
            Script::answer(200, &json(), &old)
        }
        Wire::LoneSurrogate => {
            let text = text.replacen("\"name\": \"", "\"name\": \"\\ud83d", 1);
            Script::answer(200, &json(), text.as_bytes())
        }
        Wire::RawControl => {
            let text = text.replacen("\"name\": \"", "\"name\": \"\t\n", 1);
            Script::answer(200, &json(), text.as_bytes())
        }
        Wire::Spaces => Script::answer(200, &json(), format!("\r\n\t  {text}\n\n\n").as_bytes()),
        Wire::Padded(bytes) => {
            let text = format!("{}{text}", " ".repeat(bytes));
            Script::answer(200, &json(), text.as_bytes())
        }
        other => broken_script(body, other),
    }
}

fn broken_script(body: &[u8], wire: Wire) -> Script {
    let json = || vec![JSON.to_owned()];
    let whole_one = whole(200, &json(), body);
    let pause = |millis| Part::Pause(Duration::from_millis(millis));
    match wire {
        Wire::HeadCut(bytes) => Script::closing(whole_one[..bytes].to_vec()),
        Wire::BodyCut(cut) => {
            let kept = match cut {
                Cut::Nothing => 0,
                Cut::OneByte => 1,
                Cut::Half => body.len() / 2,
                Cut::LastByte => body.len() - 1,
            };
            Script::closing(whole_one[..whole_one.len() - body.len() + kept].to_vec())
        }
        Wire::Length(more) => {
            let said = (body.len() as i64 + more).max(0) as usize;
            Script::closing([head(200, &json(), Some(said)), body.to_vec()].concat())
        }
        // Like a proxy that lost count: the second response does not belong to any request.
        Wire::TwoAnswers => {
            let other = br#"{"id":"SHP-OF-SOMEBODY-ELSE","token":"of-somebody-else"}"#;
            Script::bytes([whole_one, whole(200, &json(), other)].concat())
        }
        Wire::Drip => Script {
            parts: whole_one
                .chunks((whole_one.len() / 8).max(1))
                .flat_map(|chunk| [Part::Bytes(chunk.to_vec()), pause(12)])
                .collect(),
            close: false,
        },
        Wire::SlowHead => {
            let (first, rest) = whole_one.split_at(40);
            let mut parts: Vec<Part> =
                first.iter().flat_map(|byte| [Part::Bytes(vec![*byte]), pause(2)]).collect();
            parts.push(Part::Bytes(rest.to_vec()));
            Script { parts, close: false }
        }
        Wire::HangBefore => hanging(Vec::new()),
        Wire::HangAfterHead => hanging(head(200, &json(), Some(body.len()))),
        Wire::HangInBody => hanging(whole_one[..whole_one.len() - body.len() / 2].to_vec()),
        _ => Script::bytes(whole_one),
    }
}

fn hanging(first: Vec<u8>) -> Script {
    Script { parts: vec![Part::Bytes(first), Part::Hang], close: true }
}

fn chunked(body: &[u8], size: usize, note: &str) -> Vec<u8> {
    let lines = [JSON.to_owned(), "Transfer-Encoding: chunked".to_owned()];
    let mut bytes = head(200, &lines, None);
    for chunk in body.chunks(size) {
        bytes.extend_from_slice(format!("{:x}{note}\r\n", chunk.len()).as_bytes());
        bytes.extend_from_slice(chunk);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"0\r\nX-Trailer: yes\r\n\r\n");
    bytes
}

/// An object with one member.
pub fn under(key: &str, value: Value) -> Value {
    let mut object = Map::new();
    object.insert(key.to_owned(), value);
    Value::Object(object)
}
