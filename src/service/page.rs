//! Paged lists (sections 4.1 and 4.6): twenty rows a page, newest first.
//!
//! A page token is opaque to clients. It holds the page number and the newest row the
//! first page saw, so rows added meanwhile shift nothing.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::fail::Fail;
use super::wire::Call;

pub const PAGE_SIZE: i64 = 20;
const DAY_MS: i64 = 86_400_000;

#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// From 0.
    page: i64,
    /// The newest row number in view; `None` on the first page.
    newest: Option<i64>,
    pub start_ms: i64,
    pub end_ms: i64,
}

impl Window {
    /// `pageToken`, `startDate` and `endDate`. A bare end date includes its day. A start
    /// not before the end fails with `<module>.VALIDATION_FAILED`.
    pub fn read(call: &Call, module: &'static str) -> Result<Self, Fail> {
        let start = call.time_param(module, "startDate")?;
        let end = call.time_param(module, "endDate")?;
        if let (Some((start, _)), Some((end, _))) = (start, end)
            && start >= end
        {
            return Err(Fail::invalid(module, "startDate must be before endDate."));
        }
        let ms = |at: Timestamp| at.as_millisecond();
        let (page, newest) = match call.param("pageToken") {
            None => (0, None),
            Some(token) => {
                let (page, newest) = decode(token).ok_or_else(|| {
                    Fail::invalid(module, "pageToken was not made by this service.")
                })?;
                (page, Some(newest))
            }
        };
        Ok(Self {
            page,
            newest,
            start_ms: start.map_or(i64::MIN, |(at, _)| ms(at)),
            end_ms: end.map_or(
                i64::MAX,
                |(at, day)| if day { ms(at) + DAY_MS - 1 } else { ms(at) },
            ),
        })
    }

    /// The newest row number to look at, given the newest there is.
    pub fn newest_or(&self, newest: i64) -> i64 {
        self.newest.unwrap_or(newest)
    }

    pub fn offset(&self) -> i64 {
        self.page.saturating_mul(PAGE_SIZE)
    }

    /// The wrapper: `results`, `nextPage`, `previousPage`, `pageSize`, `totalResults`, `totalPages`.
    pub fn wrap(&self, results: Vec<Value>, total: i64, newest: i64) -> Value {
        let pages = (total + PAGE_SIZE - 1) / PAGE_SIZE;
        let token = |page: i64| (page >= 0 && page < pages).then(|| encode(page, newest));
        json!({
            "results": results,
            "nextPage": token(self.page.saturating_add(1)),
            "previousPage": token(self.page - 1),
            "pageSize": PAGE_SIZE,
            "totalResults": total,
            "totalPages": pages,
        })
    }
}

fn encode(page: i64, newest: i64) -> String {
    URL_SAFE_NO_PAD.encode(format!("p{page}.{newest}"))
}

fn decode(token: &str) -> Option<(i64, i64)> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(token).ok()?).ok()?;
    let (page, newest) = text.strip_prefix('p')?.split_once('.')?;
    let page = page
        .parse()
        .ok()
        .filter(|page| (0..1_000_000_000).contains(page))?;
    Some((page, newest.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_back_and_others_do_not() {
        assert_eq!(decode(&encode(3, 77)), Some((3, 77)));
        for bad in ["", "x", "cDM", "!!", &URL_SAFE_NO_PAD.encode("p-1.4")] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}
