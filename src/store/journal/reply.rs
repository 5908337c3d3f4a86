//! The server's response as stored with its entry: compressed, and for a very large one only the
//! start and the end, with its length and SHA-256. It is evidence of a purchase and not the
//! label, which is stored in the cache.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

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
    // On labels in base64, the usual level takes twice the time and saves at most a sixth more.
    let mut writer = GzEncoder::new(PACKED.to_vec(), Compression::fast());
    let mut write = || {
        writer.write_all(head)?;
        if let Some((note, tail)) = &tail {
            writer.write_all(note.as_bytes())?;
            writer.write_all(tail)?;
        }
        Ok::<(), std::io::Error>(())
    };
    // Writing to memory does not fail. If it did, the start is better than nothing.
    match write().and_then(|()| writer.finish()) {
        Ok(bytes) => bytes,
        Err(_) => head.to_vec(),
    }
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
        Err(_) => stored,
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
