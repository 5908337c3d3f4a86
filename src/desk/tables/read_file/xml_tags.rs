//! The tags of an XML file, one after the other, for what `calamine` leaves out. It checks nothing:
//! `calamine` has read the file.

use std::io::{self, BufRead};

/// A longer tag or text is no part of a table.
const LONGEST: usize = 1024 * 1024;

pub(super) struct XmlTags<R> {
    input: R,
    tag: Vec<u8>,
    text: Vec<u8>,
}

/// A tag between `<` and `>`.
pub(super) struct Tag<'a> {
    /// With its prefix, such as `table:table-row`.
    pub name: &'a str,
    pub kind: TagKind,
    attributes: &'a str,
    /// The text before the tag, with its entities.
    pub text_before: &'a [u8],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagKind {
    Open,
    Close,
    /// `<a/>`.
    Empty,
}

impl<R: BufRead> XmlTags<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, tag: Vec::new(), text: Vec::new() }
    }

    /// The next tag; comments, declarations and what is no UTF-8 are skipped. `None` at the end.
    ///
    /// # Errors
    /// The part cannot be unpacked, or a tag is too long.
    pub(super) fn next_tag(&mut self) -> io::Result<Option<Tag<'_>>> {
        self.text.clear();
        loop {
            read_limited(&mut self.input, b'<', &mut self.text)?;
            self.tag.clear();
            read_limited(&mut self.input, b'>', &mut self.tag)?;
            if self.tag.is_empty() {
                return Ok(None);
            }
            while is_open(&self.tag) {
                let before = self.tag.len();
                self.tag.push(b'>');
                read_limited(&mut self.input, b'>', &mut self.tag)?;
                if self.tag.len() <= before + 1 {
                    return Ok(None);
                }
            }
            if !matches!(self.tag.first(), Some(b'!' | b'?'))
                && std::str::from_utf8(&self.tag).is_ok()
            {
                break;
            }
        }
        let whole = std::str::from_utf8(&self.tag).unwrap_or_default();
        let (inner, kind) = match (whole.strip_prefix('/'), whole.strip_suffix('/')) {
            (Some(inner), _) => (inner, TagKind::Close),
            (None, Some(inner)) => (inner, TagKind::Empty),
            (None, None) => (whole, TagKind::Open),
        };
        let (name, attributes) =
            inner.split_once(|letter: char| letter.is_ascii_whitespace()).unwrap_or((inner, ""));
        Ok(Some(Tag { name, kind, attributes, text_before: &self.text }))
    }
}

impl Tag<'_> {
    /// The name without its prefix.
    pub(super) fn local_name(&self) -> &str {
        self.name.rsplit(':').next().unwrap_or_default()
    }

    /// The value of an attribute, named with its prefix.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        self.find_attribute(|key| key == name)
    }

    /// The value of the attribute with this name and any prefix.
    pub(super) fn local_attribute(&self, name: &str) -> Option<String> {
        self.find_attribute(|key| key.rsplit(':').next() == Some(name))
    }

    fn find_attribute(&self, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
        let mut rest = self.attributes;
        loop {
            let (key, after) = rest.split_once('=')?;
            let after = after.trim_start();
            let quote = after.chars().next();
            let quote = quote.filter(|mark| matches!(mark, '"' | '\''))?;
            let (value, more) = after.get(1..)?.split_once(quote)?;
            if is_wanted(key.trim()) {
                return Some(unescape(value));
            }
            rest = more;
        }
    }

    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.attribute(name)?.parse().ok()
    }
}

/// Reads up to the mark, which is left out.
fn read_limited(input: &mut impl BufRead, mark: u8, into: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let available = input.fill_buf()?;
        if available.is_empty() {
            return Ok(());
        }
        if into.len() > LONGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        if let Some(at) = memchr::memchr(mark, available) {
            into.extend_from_slice(available.get(..at).unwrap_or_default());
            input.consume(at + 1);
            return Ok(());
        }
        into.extend_from_slice(available);
        let used = available.len();
        input.consume(used);
    }
}

/// Whether the `>` after these bytes is part of a comment, of a text or of an attribute.
fn is_open(tag: &[u8]) -> bool {
    if let Some(comment) = tag.strip_prefix(b"!--") {
        return !comment.ends_with(b"--");
    }
    if let Some(text) = tag.strip_prefix(b"![CDATA[") {
        return !text.ends_with(b"]]");
    }
    let mut quote = None;
    for byte in tag {
        match quote {
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            Some(open) if open == byte => quote = None,
            _ => {}
        }
    }
    quote.is_some()
}

/// Replaces entities by their characters.
pub(super) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let entity = after.split_once(';').filter(|(name, _)| name.len() <= 10);
        let found = entity.and_then(|(name, more)| Some((character(name)?, more)));
        match found {
            Some((letter, more)) => {
                out.push(letter);
                rest = more;
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out + rest
}

fn character(entity: &str) -> Option<char> {
    let code = |digits: &str, base| u32::from_str_radix(digits, base).ok();
    match entity {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => match entity.strip_prefix('#') {
            Some(digits) => char::from_u32(match digits.strip_prefix('x') {
                Some(hex) => code(hex, 16)?,
                None => code(digits, 10)?,
            }),
            None => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(xml: &str) -> Vec<(String, TagKind, Option<String>, String)> {
        let mut tags = XmlTags::new(xml.as_bytes());
        let mut all = Vec::new();
        while let Some(tag) = tags.next_tag().unwrap() {
            let before = String::from_utf8_lossy(tag.text_before).into_owned();
            all.push((tag.name.to_owned(), tag.kind, tag.attribute("r"), before));
        }
        all
    }

    #[test]
    fn tags_come_with_attributes_and_the_text_before() {
        let xml = r#"<?xml version="1.0"?><!-- <a> --><x:c r="A&amp;1" s='2'>5<f a=">" r = "7"/>
            </x:c>"#;
        let expected = [
            ("x:c", TagKind::Open, Some("A&1"), ""),
            ("f", TagKind::Empty, Some("7"), "5"),
            ("x:c", TagKind::Close, None, "\n            "),
        ];
        let found = tags(xml);
        assert_eq!(found.len(), expected.len());
        for ((name, kind, r, before), found) in expected.iter().zip(&found) {
            let r = r.map(str::to_owned);
            assert_eq!(found, &((*name).to_owned(), *kind, r, (*before).to_owned()));
        }
    }

    #[test]
    fn files_that_end_early_end() {
        for xml in ["", "<", "<a", "<a b=\"", "<!-- ", "<![CDATA[ >", "text"] {
            assert!(tags(xml).len() <= 1, "{xml}");
        }
    }

    #[test]
    fn entities_become_characters() {
        for (text, plain) in [
            ("a &lt; b", "a < b"),
            ("&#65;&#x42;&apos;", "AB'"),
            ("R&D; &nothing; &", "R&D; &nothing; &"),
            ("&#1114112;", "&#1114112;"),
        ] {
            assert_eq!(unescape(text), plain);
        }
    }
}
