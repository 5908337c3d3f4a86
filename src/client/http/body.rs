//! Reading of a response body as it arrives. Compressed data is decompressed even if compression
//! was not requested, up to the size limit. Only one copy of the body is held in memory.

use std::io::{self, Write};

use flate2::write::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// Why a body cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// Larger than the limit, measured after decompression.
    TooLarge,
    /// The compressed data ends too early, or its checksum is wrong.
    Truncated,
    /// The compressed data is damaged or has an unknown encoding.
    Unreadable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Gzip,
    Deflate,
}

/// Decodes a body from its pieces, in order.
pub(super) struct Intake {
    stage: Stage,
    json: bool,
    /// In the order in which they were applied; the last one is decoded first.
    codings: Vec<Coding>,
    cap: u64,
    declared: Option<u64>,
    arrived: u64,
}

/// State of the decoding; the first two bytes decide which decoders are used.
enum Stage {
    First(Vec<u8>),
    Then(Chain),
    Broken,
}

/// Decoders, each of which writes into the next one.
enum Chain {
    Plain(Sink),
    Gzip(Box<MultiGzDecoder<Chain>>),
    Zlib(Box<ZlibDecoder<Chain>>),
    Deflate(Box<DeflateDecoder<Chain>>),
}

struct Sink {
    bytes: Vec<u8>,
    cap: u64,
    /// How many more values of JSON may follow; `None` where the body is a file.
    values_left: Option<usize>,
}

/// Compressed data is processed in pieces of this size, so that a decompression bomb reaches the
/// limit early.
const PIECE_BYTES: usize = 16 * 1024;
/// More layers of compression than any chain of proxies adds.
const MOST_CODINGS: usize = 3;
/// Values of JSON in one answer, each of which takes some hundred bytes once it is read: a page of 1,500
/// shipments. What has more is too large, as what has too many bytes is.
const MOST_VALUES: usize = 300_000;

impl Unusable {
    fn of(error: &io::Error) -> Self {
        match error.kind() {
            // The error kind that `Sink` returns.
            io::ErrorKind::FileTooLarge => Self::TooLarge,
            _ => Self::Unreadable,
        }
    }
}

impl Intake {
    /// `encodings` are the values of `Content-Encoding`, and `declared` is that of
    /// `Content-Length`. If JSON is expected, the content decides and not the header, because data
    /// that parses as JSON is not compressed.
    pub fn new<'a>(
        encodings: impl Iterator<Item = &'a str>,
        declared: Option<u64>,
        cap: u64,
        json: bool,
    ) -> Result<Self, Unusable> {
        let mut codings = Vec::new();
        let mut unknown = false;
        for name in encodings.flat_map(|value| value.split(',')).map(str::trim) {
            match name.to_ascii_lowercase().as_str() {
                "" | "identity" => {}
                "gzip" | "x-gzip" => codings.push(Coding::Gzip),
                "deflate" => codings.push(Coding::Deflate),
                _ => unknown = true,
            }
        }
        if codings.len() > MOST_CODINGS || (unknown && !json) {
            return Err(Unusable::Unreadable);
        }
        if unknown {
            // Read without decoding: text in an unknown encoding does not parse as JSON.
            codings.clear();
        }
        if declared.is_some_and(|length| length > cap && codings.is_empty()) {
            return Err(Unusable::TooLarge);
        }
        Ok(Self { stage: Stage::First(Vec::new()), json, codings, cap, declared, arrived: 0 })
    }

    pub fn push(&mut self, piece: &[u8]) -> Result<(), Unusable> {
        self.arrived = self.arrived.saturating_add(piece.len() as u64);
        // Compressed data can continue forever without producing output.
        let most_raw = self.cap.saturating_add(self.cap / 8).saturating_add(65_536);
        if self.arrived > most_raw {
            return Err(Unusable::TooLarge);
        }
        if let Stage::First(start) = &mut self.stage {
            start.extend_from_slice(piece);
            if start.len() < 2 {
                return Ok(());
            }
            let start = std::mem::take(start);
            self.stage = Stage::Then(self.chain_for(&start));
            return self.write(&start);
        }
        self.write(piece)
    }

    /// How many bytes of the decoded body are in memory.
    pub fn size(&self) -> usize {
        match &self.stage {
            Stage::First(start) => start.len(),
            Stage::Then(chain) => chain.size(),
            Stage::Broken => 0,
        }
    }

    /// The whole decoded body.
    pub fn finish(mut self) -> Result<Vec<u8>, Unusable> {
        if let Stage::First(start) = &mut self.stage {
            let start = std::mem::take(start);
            // A response without a body is empty, whatever its headers say.
            if start.is_empty() {
                return Ok(start);
            }
            self.stage = Stage::Then(self.chain_for(&start));
            self.write(&start)?;
        }
        match self.stage {
            Stage::Then(chain) => Ok(chain.finish()?.bytes),
            Stage::First(_) | Stage::Broken => Err(Unusable::Unreadable),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Unusable> {
        let Stage::Then(chain) = &mut self.stage else {
            return Err(Unusable::Unreadable);
        };
        for piece in bytes.chunks(PIECE_BYTES) {
            if let Err(error) = chain.write_all(piece) {
                self.stage = Stage::Broken;
                return Err(Unusable::of(&error));
            }
        }
        Ok(())
    }

    fn chain_for(&self, start: &[u8]) -> Chain {
        let is_gzip = start.starts_with(&[0x1f, 0x8b]);
        let codings: &[Coding] = match self.codings.last() {
            // Some proxies decompress the body but leave the header unchanged.
            Some(Coding::Gzip) if !is_gzip => &[],
            None if is_gzip && self.json => &[Coding::Gzip],
            _ => &self.codings,
        };
        let reserved = match codings {
            [] => self.declared.unwrap_or_default(),
            _ => 0,
        };
        let mut chain = Chain::Plain(Sink::new(self.cap, reserved, self.json));
        for (place, coding) in codings.iter().enumerate() {
            let outermost = place + 1 == codings.len();
            chain = match coding {
                Coding::Gzip => Chain::Gzip(Box::new(MultiGzDecoder::new(chain))),
                // Some servers omit the zlib header.
                Coding::Deflate if outermost && !is_zlib(start) => {
                    Chain::Deflate(Box::new(DeflateDecoder::new(chain)))
                }
                Coding::Deflate => Chain::Zlib(Box::new(ZlibDecoder::new(chain))),
            };
        }
        chain
    }
}

fn is_zlib(start: &[u8]) -> bool {
    let [method, check, ..] = start else {
        return false;
    };
    method & 0x0f == 8 && (u16::from(*method) * 256 + u16::from(*check)).is_multiple_of(31)
}

impl Chain {
    fn size(&self) -> usize {
        match self {
            Self::Plain(sink) => sink.bytes.len(),
            Self::Gzip(decoder) => decoder.get_ref().size(),
            Self::Zlib(decoder) => decoder.get_ref().size(),
            Self::Deflate(decoder) => decoder.get_ref().size(),
        }
    }

    /// Flushes the decoders into the sink, which can still exceed the limit.
    fn finish(self) -> Result<Sink, Unusable> {
        let inner = match self {
            Self::Plain(sink) => return Ok(sink),
            Self::Gzip(decoder) => decoder.finish(),
            Self::Zlib(decoder) => decoder.finish(),
            Self::Deflate(decoder) => decoder.finish(),
        };
        // Damage is found while reading. An error at the end means that the data was cut off or its
        // checksum is wrong.
        inner
            .map_err(|error| match Unusable::of(&error) {
                Unusable::TooLarge => Unusable::TooLarge,
                _ => Unusable::Truncated,
            })?
            .finish()
    }
}

impl Write for Chain {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(sink) => sink.write(bytes),
            Self::Gzip(decoder) => decoder.write(bytes),
            Self::Zlib(decoder) => decoder.write(bytes),
            Self::Deflate(decoder) => decoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(sink) => sink.flush(),
            Self::Gzip(decoder) => decoder.flush(),
            Self::Zlib(decoder) => decoder.flush(),
            Self::Deflate(decoder) => decoder.flush(),
        }
    }
}

impl Sink {
    fn new(cap: u64, reserved: u64, json: bool) -> Self {
        let mut bytes = Vec::new();
        // If reserving fails, memory grows as data arrives.
        let _ = bytes.try_reserve_exact(usize::try_from(reserved.min(cap)).unwrap_or_default());
        Self { bytes, cap, values_left: json.then_some(MOST_VALUES) }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.bytes.len().saturating_add(bytes.len());
        if length as u64 > self.cap || self.bytes.try_reserve(bytes.len()).is_err() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        if let Some(left) = &mut self.values_left {
            let more = bytes.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count();
            *left = left.checked_sub(more).ok_or(io::ErrorKind::FileTooLarge)?;
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = br#"{"balance":12.5}"#;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn deflate(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Reads the body in pieces of several sizes, from one byte up.
    fn read(encoding: &str, json: bool, cap: u64, body: &[u8]) -> Result<Vec<u8>, Unusable> {
        let mut all = Vec::new();
        for size in [1, 2, 3, 7, body.len().max(1)] {
            let mut intake = Intake::new([encoding].into_iter(), None, cap, json)?;
            let pushed = body.chunks(size).try_for_each(|piece| intake.push(piece));
            all.push(pushed.and_then(|()| intake.finish()));
        }
        assert!(all.windows(2).all(|two| two[0] == two[1]), "{all:?}");
        all.remove(0)
    }

    #[test]
    fn what_is_compressed_is_inflated_whatever_its_header_says() {
        let two_members = [gzip(&TEXT[..5]), gzip(&TEXT[5..])].concat();
        for (encoding, json, body) in [
            ("", true, TEXT.to_vec()),
            ("identity", true, TEXT.to_vec()),
            ("gzip", true, gzip(TEXT)),
            ("GZip", false, gzip(TEXT)),
            ("x-gzip", true, gzip(TEXT)),
            ("deflate", true, zlib(TEXT)),
            ("deflate", true, deflate(TEXT)),
            ("gzip, gzip", true, gzip(&gzip(TEXT))),
            ("deflate, gzip", true, gzip(&zlib(TEXT))),
            ("gzip", true, two_members),
            // Compressed without a header, and a header without compression.
            ("", true, gzip(TEXT)),
            ("gzip", true, TEXT.to_vec()),
            ("gzip", false, TEXT.to_vec()),
            ("utf-8", true, TEXT.to_vec()),
        ] {
            let read = read(encoding, json, 1000, &body);
            assert_eq!(read.as_deref(), Ok(TEXT), "{encoding} {body:?}");
        }
        // A file that is itself compressed is not decompressed.
        let file = gzip(TEXT);
        assert_eq!(read("", false, 1000, &file).as_deref(), Ok(&file[..]));
        assert_eq!(read("gzip", true, 1000, b"").as_deref(), Ok(&b""[..]));
    }

    #[test]
    fn what_cannot_be_inflated_is_said() {
        let whole = gzip(TEXT);
        let mut damaged = whole.clone();
        // A deflate block of an invalid type.
        damaged[10] |= 0b110;
        let mut wrong_sum = whole.clone();
        wrong_sum[whole.len() - 6] ^= 0xff;
        for (encoding, json, body, why) in [
            ("gzip", true, &whole[..whole.len() - 4], Unusable::Truncated),
            ("gzip", true, &whole[..12], Unusable::Truncated),
            ("gzip", true, &damaged[..], Unusable::Unreadable),
            ("gzip", true, &wrong_sum[..], Unusable::Truncated),
            ("br", false, TEXT, Unusable::Unreadable),
            ("gzip, gzip, gzip, gzip", true, &whole[..], Unusable::Unreadable),
        ] {
            assert_eq!(read(encoding, json, 1000, body), Err(why), "{encoding}");
        }
    }

    #[test]
    fn the_cap_counts_what_was_inflated() {
        let bomb = gzip(&vec![b' '; 1 << 20]);
        assert!(bomb.len() < 2000);
        assert_eq!(read("gzip", true, 1 << 20, &bomb).unwrap().len(), 1 << 20);
        let over = (1 << 20) - 1;
        assert_eq!(read("gzip", true, over, &bomb), Err(Unusable::TooLarge));
        assert_eq!(read("", true, 15, TEXT), Err(Unusable::TooLarge));
        assert_eq!(read("", true, 16, TEXT).as_deref(), Ok(TEXT));
        let declared = Intake::new([].into_iter(), Some(17), 16, true);
        assert_eq!(declared.err(), Some(Unusable::TooLarge));
    }

    /// 16 million zeros in 32 MB of text take half a gigabyte once they are read.
    #[test]
    fn an_answer_has_a_limit_of_values() {
        let list = |count: usize| [b"[".as_slice(), &b"0,".repeat(count)].concat();
        let (most, more) = (list(MOST_VALUES - 1), list(MOST_VALUES));
        assert_eq!(read("", true, 1 << 30, &most).unwrap().len(), most.len());
        assert_eq!(read("", true, 1 << 30, &more), Err(Unusable::TooLarge));
        // A file has no values.
        assert_eq!(read("", false, 1 << 30, &more).unwrap().len(), more.len());
    }
}
