//! A 4x6 label through a decoder process that is already running.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use postroom::label::Decoder;
use postroom::service::document::{FileType, Orientation, Size, render};

use crate::facts;

/// Fewer labels than a child process draws before it is replaced.
const TIMES: usize = 180;
const LIMITS: [(&str, FileType, f64); 5] = [
    ("PDF", FileType::Pdf, 15.0),
    ("ZPL", FileType::Zpl, 40.0),
    ("PNG", FileType::Png, 10.0),
    ("TIF", FileType::Tif, 10.0),
    ("JPEG", FileType::Jpeg, 10.0),
];

pub fn measured() -> bool {
    super::heading("4x6 through the warm child, 203 dpi");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let mut holds = true;
    for (name, file_type, limit) in LIMITS {
        for (what, facts) in [("postal", facts::postal()), ("parcel", facts::parcel())] {
            let label = render(&facts, file_type, Size::S4x6, Orientation::Portrait);
            let bytes: Arc<[u8]> = label.expect("a label").into();
            let times = runtime.block_on(times(bytes));
            holds &= super::told(&format!("{name}, {what}"), times, limit);
        }
    }
    holds
}

async fn times(bytes: Arc<[u8]>) -> Vec<Duration> {
    let decoder = Decoder::new(PathBuf::from(env!("CARGO_BIN_EXE_postroom")));
    let first = decoder.decode(Arc::clone(&bytes), 203.0).await;
    let first = first.expect("a picture");
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let begun = Instant::now();
        let pages = decoder.decode(Arc::clone(&bytes), 203.0).await;
        times.push(begun.elapsed());
        assert!(pages.as_deref() == Ok(&first), "another picture");
    }
    times
}
