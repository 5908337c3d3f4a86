//! The tags of the XML parts of a workbook, for what `calamine` leaves out. Little is checked:
//! `calamine` reads the same parts.

use std::io::BufReader;
use std::ops::ControlFlow;

use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::zip_directory::ZipDirectory;

/// A tag between `<` and `>`.
pub(super) struct Tag<'a> {
    /// With its prefix, such as `table:table-row`.
    pub name: &'a str,
    pub kind: TagKind,
    start: Option<&'a BytesStart<'a>>,
    /// The text between the tag before and this one.
    pub text_before: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagKind {
    Open,
    Close,
    /// `<a/>`.
    Empty,
}

/// What comes after a tag; `None` if the part cannot be right.
pub(super) type Next = Option<ControlFlow<()>>;
pub(super) const NEXT: Next = Some(ControlFlow::Continue(()));
pub(super) const DONE: Next = Some(ControlFlow::Break(()));

/// Calls `each` with the tags of a part, one after the other. `None` if there is no such part, or if
/// it cannot be read so far.
pub(super) fn each_tag(
    zip: &ZipDirectory<'_>,
    path: &str,
    mut each: impl FnMut(Tag<'_>) -> Next,
) -> Option<()> {
    let mut reader = Reader::from_reader(BufReader::new(zip.open(zip.part(path)?)?));
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let (mut buffer, mut text) = (Vec::new(), String::new());
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer).ok()?;
        let (kind, start) = match &event {
            Event::Start(start) => (TagKind::Open, Some(start)),
            Event::Empty(start) => (TagKind::Empty, Some(start)),
            Event::End(_) => (TagKind::Close, None),
            Event::Eof => return Some(()),
            other => {
                add_text(&mut text, other);
                continue;
            }
        };
        let end = if let Event::End(end) = &event { end.name().into_inner() } else { "" };
        let name = start.map_or(end, |start| start.name().into_inner());
        if each(Tag { name, kind, start, text_before: &text })?.is_break() {
            return Some(());
        }
        text.clear();
    }
}

fn add_text(text: &mut String, event: &Event<'_>) {
    let letter = |entity: &BytesRef<'_>| entity.resolve_char_ref().ok().flatten();
    match event {
        Event::Text(more) => text.push_str(more),
        Event::CData(more) => text.push_str(more),
        Event::GeneralRef(entity) => match (letter(entity), resolve_xml_entity(entity)) {
            (Some(letter), _) => text.push(letter),
            (None, Some(known)) => text.push_str(known),
            (None, None) => text.extend(["&", entity, ";"]),
        },
        _ => {}
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
        let mut attributes = self.start?.attributes();
        let mut attributes = attributes.with_checks(false).map_while(Result::ok);
        let found = attributes.find(|attribute| is_wanted(attribute.key.into_inner()))?;
        Some(found.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
    }

    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.attribute(name)?.parse().ok()
    }
}

/// What `pick` takes from each element with this local name.
pub(super) fn elements<T>(
    zip: &ZipDirectory<'_>,
    path: &str,
    name: &str,
    pick: impl Fn(&Tag<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let mut found = Vec::new();
    each_tag(zip, path, |tag| {
        if tag.kind != TagKind::Close && tag.local_name() == name {
            found.extend(pick(&tag));
        }
        NEXT
    })?;
    Some(found)
}

/// The part that the relationships of a workbook name by an id. `folder` is that of the workbook.
pub(super) fn related_part(
    zip: &ZipDirectory<'_>,
    (folder, relationships): (&str, &str),
    id: &str,
) -> Option<String> {
    let targets = elements(zip, relationships, "Relationship", |tag| {
        (tag.attribute("Id")? == id).then(|| tag.attribute("Target"))?
    });
    let target = targets?.into_iter().next()?;
    Some(match target.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => format!("{folder}{target}"),
    })
}
