//! The server's response as stored with its entry: compressed, and for a very large one only the
//! start and the end, with its length and SHA-256. It is evidence of a purchase and not the
//! label, which is stored in the cache.

use std::cell::RefCell;
use std::io::{Read, Write};

use flate2::read::GzDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::chain::sha256_hex;

/// The prefix of a compressed response. Earlier versions stored a response as plain JSON, which
/// starts differently.
const PACKED: &[u8] = b"postroom:gzip:";
/// The largest response that is stored completely, in bytes.
const WHOLE: usize = 1 << 20;
/// How many bytes of a larger one are stored from each end.
const END: usize = 128 << 10;

/// Packs a response for the `reply` column.
pub fn packed(answer: &[u8]) -> Vec<u8> {
    let (head, tail) = match answer.len() {
        0..=WHOLE => (answer, None),
        length => {
            let (head, rest) = answer.split_at(END);
            let (left_out, tail) = rest.split_at(rest.len().saturating_sub(END));
            let note = format!(
                "\n[{} bytes are left out here; the answer had {length}, SHA-256 {}]\n",
                left_out.len(),
                sha256_hex(answer)
            );
            (head, Some((note, tail)))
        }
    };
    let parts = match &tail {
        Some((note, tail)) => vec![head, note.as_bytes(), tail],
        None => vec![head],
    };
    // Writing to memory does not fail. If it did, the start is better than nothing.
    gzipped(&parts).unwrap_or_else(|_| head.to_vec())
}

/// The header of a file of gzip: deflate, without a name and a time.
const GZIP: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff];

thread_local! {
    /// A compressor has tables of 300 kB, which take longer to set up than an answer to compress. On
    /// labels in base64, the usual level takes twice the time and saves at most a sixth more.
    static DEFLATE: RefCell<DeflateEncoder<Vec<u8>>> =
        RefCell::new(DeflateEncoder::new(Vec::new(), Compression::fast()));
}

/// These parts, one after the other, as a file of gzip (RFC 1952) after the prefix.
fn gzipped(parts: &[&[u8]]) -> std::io::Result<Vec<u8>> {
    let mut sum = Crc::new();
    let mut bytes = DEFLATE.with_borrow_mut(|encoder| {
        // An error of an earlier answer may have left something behind.
        encoder.reset([PACKED, &GZIP].concat())?;
        for part in parts {
            sum.update(part);
            encoder.write_all(part)?;
        }
        encoder.reset(Vec::new())
    })?;
    bytes.extend(sum.sum().to_le_bytes());
    bytes.extend(sum.amount().to_le_bytes());
    Ok(bytes)
}

/// Unpacks the `reply` column, also of an older version. Data that does not unpack is returned as
/// it is.
pub fn unpacked(stored: Vec<u8>) -> Vec<u8> {
    let Some(rest) = stored.strip_prefix(PACKED) else {
        return stored;
    };
    let most = (WHOLE + 4096) as u64;
    let mut answer = Vec::new();
    match GzDecoder::new(rest).take(most).read_to_end(&mut answer) {
        Ok(_) => answer,
        Err(error) => {
            tracing::warn!(%error, "an answer in the journal cannot be unpacked");
            stored
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_comes_back_as_it_was() {
        for answer in [&b""[..], b"{}", b"\xff\x00garbage", &[b'x'; WHOLE]] {
            let stored = packed(answer);
            assert!(stored.starts_with(PACKED));
            assert!(stored.len() < answer.len() + 64);
            assert_eq!(unpacked(stored), answer);
        }
        // The format of an earlier version.
        assert_eq!(unpacked(b"{\"id\":1}".to_vec()), b"{\"id\":1}");
    }

    #[test]
    fn of_a_very_large_answer_both_ends_stay_with_its_sum() {
        let mut answer = b"{\"id\":\"s-1\",".to_vec();
        answer.resize(40 << 20, b'A');
        answer.extend_from_slice(b",\"transactionId\":\"t-1\"}");
        let stored = packed(&answer);
        assert!(stored.len() < 8 << 10, "{}", stored.len());
        let kept = String::from_utf8(unpacked(stored)).unwrap();
        assert!(kept.starts_with("{\"id\":\"s-1\",AAA"));
        assert!(kept.ends_with("AAA,\"transactionId\":\"t-1\"}"));
        let sum = sha256_hex(&answer);
        assert!(kept.contains(&format!("the answer had {}, SHA-256 {sum}", answer.len())));
    }
}
