//! Whether the content of a file looks finished. Some copies have their full size, and an old time,
//! before their content has arrived.

/// A sign that the rest of the file is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// A zip file, such as a workbook, without the record at its end.
    ZipWithoutEnd,
    /// The place of the content is reserved and still zero.
    ReservedSpace,
}

const ZIP_ENTRY: &[u8] = b"PK\x03\x04";
const ZIP_DIRECTORY_ENTRY: &[u8] = b"PK\x01\x02";
const ZIP_END: &[u8] = b"PK\x05\x06";
/// Stands before the end record of a zip file whose sizes do not fit 32 bits.
const ZIP64_LOCATOR: &[u8] = b"PK\x06\x07";
const ZIP64_LOCATOR_BYTES: usize = 20;
/// Of the end record without its comment, which has at most 65,535 bytes.
const ZIP_END_BYTES: usize = 22;
/// Old workbooks, which may end in zeros, and encrypted ones.
const OLE: &[u8] = b"\xD0\xCF\x11\xE0";

/// No text and no workbook ends in as many zero bytes.
const ZEROS_AT_END: usize = 64;

/// The sign by which the content is unfinished, if there is one.
pub fn find_unfinished(content: &[u8]) -> Option<Unfinished> {
    if content.starts_with(OLE) {
        return None;
    }
    let is_zero = |bytes: &[u8]| bytes.iter().all(|byte| *byte == 0);
    let last = content.len().checked_sub(ZEROS_AT_END).and_then(|from| content.get(from..));
    if last.is_some_and(is_zero) || content.get(..4).is_some_and(is_zero) {
        return Some(Unfinished::ReservedSpace);
    }
    let is_whole = !content.starts_with(ZIP_ENTRY) || has_zip_end(content);
    (!is_whole).then_some(Unfinished::ZipWithoutEnd)
}

/// Whether there is an end record that names a directory of this very file. A workbook inside the
/// zip file has an end record too, whose directory is elsewhere.
fn has_zip_end(content: &[u8]) -> bool {
    let first = content.len().saturating_sub(ZIP_END_BYTES + usize::from(u16::MAX));
    let Some(tail) = content.get(first..) else {
        return false;
    };
    let mut ends = memchr::memmem::rfind_iter(tail, ZIP_END).map(|at| first + at);
    ends.any(|at| is_zip_end(content, at))
}

fn is_zip_end(content: &[u8], at: usize) -> bool {
    let number = |offset: usize, bytes: usize| -> Option<usize> {
        let from = at.checked_add(offset)?;
        let field = content.get(from..from.checked_add(bytes)?)?;
        let value = field.iter().rev().fold(0_u64, |value, byte| (value << 8) | u64::from(*byte));
        usize::try_from(value).ok()
    };
    let (Some(entries), Some(size), Some(start), Some(comment)) =
        (number(10, 2), number(12, 4), number(16, 4), number(20, 2))
    else {
        return false;
    };
    if at + ZIP_END_BYTES + comment > content.len() {
        return false;
    }
    let locator = at.checked_sub(ZIP64_LOCATOR_BYTES).and_then(|from| content.get(from..));
    if locator.is_some_and(|bytes| bytes.starts_with(ZIP64_LOCATOR)) {
        return true;
    }
    let directory = content.get(start..).unwrap_or_default();
    start.checked_add(size).is_some_and(|end| end <= at)
        && (entries == 0 || directory.starts_with(ZIP_DIRECTORY_ENTRY))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A zip file of one stored entry.
    fn zip_of(content: &[u8], comment: &[u8]) -> Vec<u8> {
        let mut zip = Vec::from(ZIP_ENTRY);
        zip.extend([0; 26]);
        zip.extend(content);
        let directory = u32::try_from(zip.len()).unwrap();
        zip.extend(ZIP_DIRECTORY_ENTRY);
        zip.extend([0; 42]);
        zip.extend(ZIP_END);
        zip.extend([0, 0, 0, 0, 1, 0, 1, 0]);
        zip.extend(46_u32.to_le_bytes());
        zip.extend(directory.to_le_bytes());
        zip.extend(u16::try_from(comment.len()).unwrap().to_le_bytes());
        zip.extend(comment);
        zip
    }

    #[test]
    fn unfinished_content_is_recognized() {
        let text = "number,name\n1001,Zoë\n".repeat(20);
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let old_workbook = [OLE, &[1; 100], &[0; 400]].concat();
        let reserved = [text.as_bytes(), &[0; 64]].concat();
        let reserved_at_begin = [&[0; 4096], text.as_bytes()].concat();
        let zip = zip_of(b"<sheet/>", b"");
        let commented = zip_of(b"<sheet/>", b"made by a shop");
        let with_zip_inside = zip_of(&zip, b"");
        // The inner file is there with its end, the outer directory is not.
        let cut_after_inner = &with_zip_inside[..30 + zip.len()];
        let mut zip64 = zip[..zip.len() - ZIP_END_BYTES].to_vec();
        zip64.extend(ZIP64_LOCATOR);
        zip64.extend([0; 16]);
        zip64.extend(ZIP_END);
        zip64.extend([0xFF; 16]);
        zip64.extend([0, 0]);
        let no_end = Some(Unfinished::ZipWithoutEnd);
        let zeros = Some(Unfinished::ReservedSpace);
        for (case, content, unfinished) in [
            ("text", text.as_bytes(), None),
            ("UTF-16", &utf16, None),
            ("an old workbook", &old_workbook, None),
            ("reserved space behind", &reserved, zeros),
            ("reserved space before", &reserved_at_begin, zeros),
            ("nothing but zeros", &[0; 4096], zeros),
            ("a workbook", &zip, None),
            ("a workbook with a comment", &commented, None),
            ("a workbook in a zip file", &with_zip_inside, None),
            ("a large workbook", &zip64, None),
            ("cut in its directory", &zip[..zip.len() - 30], no_end),
            ("cut in its end record", &zip[..zip.len() - 1], no_end),
            ("cut in its comment", &commented[..commented.len() - 1], no_end),
            ("cut behind a zip file inside", cut_after_inner, no_end),
            ("only the beginning", ZIP_ENTRY, no_end),
            ("one byte", b"1", None),
        ] {
            assert_eq!(find_unfinished(content), unfinished, "{case}");
        }
    }
}
