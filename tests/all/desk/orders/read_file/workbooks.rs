//! Spreadsheet files made of their parts.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateDecoder, DeflateEncoder};

/// A zip file of parts with their names.
pub fn zip(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let parts: Vec<ZipPart<'_>> =
        parts.iter().map(|(name, bytes)| ZipPart::new(name, bytes)).collect();
    zip_of(&parts)
}

/// The parts of a zip file with their names. Local headers name the sizes.
pub fn unzip(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut parts = Vec::new();
    let mut rest = file;
    while let Some(header) = rest.strip_prefix(b"PK\x03\x04") {
        let short = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let packed = short(14) | short(16) << 16;
        let name = 26 + short(22);
        let begin = name + short(24);
        let bytes = &header[begin..begin + packed];
        let content = if short(4) == 0 {
            bytes.to_vec()
        } else {
            let mut decoder = DeflateDecoder::new(Vec::new());
            decoder.write_all(bytes).unwrap();
            decoder.finish().unwrap()
        };
        let name = String::from_utf8(header[26..name].to_vec()).unwrap();
        parts.push((name, content));
        rest = &header[begin + packed..];
    }
    parts
}

/// A part of a zip file, with sizes that may be a lie.
pub struct ZipPart<'a> {
    pub name: &'a str,
    pub packed: Vec<u8>,
    pub unpacked_size: u32,
    pub checksum: u32,
}

impl<'a> ZipPart<'a> {
    pub fn new(name: &'a str, bytes: &[u8]) -> Self {
        let mut sum = flate2::Crc::new();
        sum.update(bytes);
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        Self {
            name,
            packed: encoder.finish().unwrap(),
            unpacked_size: u32::try_from(bytes.len()).unwrap(),
            checksum: sum.sum(),
        }
    }

    /// Everything from the compression method to the length of the name.
    fn sizes(&self) -> Vec<u8> {
        let mut sizes = vec![8, 0, 0, 0, 0, 0];
        sizes.extend(self.checksum.to_le_bytes());
        sizes.extend(u32::try_from(self.packed.len()).unwrap().to_le_bytes());
        sizes.extend(self.unpacked_size.to_le_bytes());
        sizes.extend(u16::try_from(self.name.len()).unwrap().to_le_bytes());
        sizes
    }
}

pub fn zip_of(parts: &[ZipPart<'_>]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for part in parts {
        let offset = u32::try_from(file.len()).unwrap();
        file.extend(b"PK\x03\x04\x14\0\0\x08");
        file.extend(part.sizes());
        file.extend([0, 0]);
        file.extend(part.name.as_bytes());
        file.extend(&part.packed);
        directory.extend(b"PK\x01\x02\x14\0\x14\0\0\x08");
        directory.extend(part.sizes());
        directory.extend([0; 12]);
        directory.extend(offset.to_le_bytes());
        directory.extend(part.name.as_bytes());
    }
    let offset = u32::try_from(file.len()).unwrap();
    let count = u16::try_from(parts.len()).unwrap().to_le_bytes();
    file.extend(&directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend(count.iter().chain(&count));
    file.extend(u32::try_from(directory.len()).unwrap().to_le_bytes());
    file.extend(offset.to_le_bytes());
    file.extend([0, 0]);
    file
}

/// The parts of a `.xlsx` that tests change.
pub struct Xlsx {
    /// Name, attributes and content of each sheet, from `<sheetData>` on.
    pub sheets: Vec<(&'static str, &'static str, String)>,
    pub workbook_properties: &'static str,
    pub shared_strings: String,
    /// Number formats by their code, from 164; the styles 1, 2 … use one after the other.
    pub formats: Vec<&'static str>,
}

impl Xlsx {
    /// A workbook with one sheet of these rows.
    pub fn of(rows: &str) -> Self {
        Self {
            sheets: vec![("Orders", "", format!("<sheetData>{rows}</sheetData>"))],
            workbook_properties: "<workbookPr/>",
            shared_strings: String::new(),
            formats: Vec::new(),
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        let parts = self.parts();
        let parts: Vec<(&str, &[u8])> =
            parts.iter().map(|(name, part)| (name.as_str(), part.as_bytes())).collect();
        zip(&parts)
    }

    pub fn parts(&self) -> Vec<(String, String)> {
        const MAIN: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
        const KINDS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
        let relationship = |id: &str, kind: &str, target: &str| {
            format!("<Relationship Id=\"{id}\" Type=\"{KINDS}/{kind}\" Target=\"{target}\"/>")
        };
        let relationships = |list: String| {
            format!("<Relationships xmlns=\"{PACKAGE}/relationships\">{list}</Relationships>")
        };
        let (mut sheets, mut targets) = (String::new(), String::new());
        let mut parts = Vec::new();
        for (at, (name, attributes, content)) in self.sheets.iter().enumerate() {
            let path = format!("worksheets/sheet{at}.xml");
            sheets += &format!(
                "<sheet name=\"{name}\" sheetId=\"{}\" {attributes} any:id=\"s{at}\"/>",
                at + 1
            );
            targets += &relationship(&format!("s{at}"), "worksheet", &path);
            parts.push((format!("xl/{path}"), format!("<worksheet {MAIN}>{content}</worksheet>")));
        }
        targets += &relationship("t", "styles", "styles.xml");
        targets += &relationship("u", "sharedStrings", "sharedStrings.xml");
        let (mut formats, mut styles) = (String::new(), "<xf numFmtId=\"0\"/>".to_owned());
        for (at, code) in self.formats.iter().enumerate() {
            let id = 164 + at;
            formats += &format!("<numFmt numFmtId=\"{id}\" formatCode=\"{code}\"/>");
            styles += &format!("<xf numFmtId=\"{id}\"/>");
        }
        let own = [
            ("[Content_Types].xml", format!("<Types xmlns=\"{PACKAGE}/content-types\"/>")),
            ("_rels/.rels", relationships(relationship("r", "officeDocument", "xl/workbook.xml"))),
            (
                "xl/workbook.xml",
                format!(
                    "<workbook {MAIN} xmlns:any=\"{KINDS}\">{}<sheets>{sheets}</sheets></workbook>",
                    self.workbook_properties
                ),
            ),
            ("xl/_rels/workbook.xml.rels", relationships(targets)),
            (
                "xl/styles.xml",
                format!(
                    "<styleSheet {MAIN}><numFmts>{formats}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>"
                ),
            ),
            ("xl/sharedStrings.xml", format!("<sst {MAIN}>{}</sst>", self.shared_strings)),
        ];
        parts.extend(own.map(|(name, part)| (name.to_owned(), part)));
        parts
    }
}

/// An `.ods` with these tables.
pub fn ods(tables: &str) -> Vec<u8> {
    let spaces: String = ["office", "table", "text", "style"]
        .map(|name| format!("xmlns:{name}=\"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0\" "))
        .concat();
    let content = format!(
        "<office:document-content {spaces}><office:body><office:spreadsheet>{tables}\
         </office:spreadsheet></office:body></office:document-content>"
    );
    zip(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", content.as_bytes()),
        ("META-INF/manifest.xml", b"<manifest:manifest/>"),
    ])
}
