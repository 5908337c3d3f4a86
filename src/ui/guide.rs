//! The user guide as the window shows it: `docs/user-guide.md` and `docs/guia-de-uso.md`, which have
//! the same headings in the same order, and `docs/stations.md`. Each is read at its first use.

use std::sync::OnceLock;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::panel::Panel;
use crate::base::locale::{Language, language};
use crate::base::search_text::folded;

/// What the help shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpPage {
    /// The page of the guide about the panel on screen.
    OfPanel,
    /// A section of the guide, by its key.
    Section(String),
    About,
}

/// The guide of one language.
#[derive(Debug, Default)]
pub struct Guide {
    pub sections: Vec<Section>,
}

/// What stands below one heading.
#[derive(Debug)]
pub struct Section {
    /// Of the English heading, so that it is the same in each language: `end-of-day`.
    pub key: String,
    /// Of its own heading, as links in the text name it.
    anchor: String,
    pub title: String,
    /// The first section of a page has the title of the page.
    pub begins_page: bool,
    pub blocks: Vec<Block>,
    /// Its words, each behind a space, for the search.
    plain: String,
}

#[derive(Debug)]
pub enum Block {
    Paragraph(Vec<Span>),
    Item { depth: usize, number: Option<u64>, spans: Vec<Span> },
    Table { head: Vec<Vec<Span>>, rows: Vec<Vec<Vec<Span>>> },
    Code(String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    pub words: String,
    pub style: SpanStyle,
    /// The anchor of another section.
    pub link: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpanStyle {
    #[default]
    Plain,
    Emphasis,
    Strong,
    Code,
}

const ENGLISH: &str = include_str!("../../docs/user-guide.md");
const SPANISH: &str = include_str!("../../docs/guia-de-uso.md");
/// For whoever sets up the database of several computers. There is one text for all languages.
const STATIONS: &str = include_str!("../../docs/stations.md");
/// How the keys of its sections begin.
const OF_STATIONS: &str = "stations-";
/// What the data and typefaces in `assets/` are licensed under.
const NOTICES: &str = include_str!("../../assets/NOTICE.md");

/// The guide in the language of the program.
pub fn guide() -> &'static Guide {
    static GUIDES: [OnceLock<Guide>; 2] = [const { OnceLock::new() }; 2];
    let [english, spanish] = &GUIDES;
    let english = english.get_or_init(|| Guide::read(ENGLISH));
    match language() {
        Language::Spanish => spanish.get_or_init(|| Guide::read(SPANISH).with_keys_of(english)),
        Language::English | Language::BritishEnglish | Language::Pseudo => english,
    }
}

/// The notices of other people's data in the program.
pub fn notices() -> &'static [Block] {
    static NOTICES_READ: OnceLock<Vec<Block>> = OnceLock::new();
    NOTICES_READ.get_or_init(|| {
        let read = sections(NOTICES);
        read.into_iter().flat_map(|section| section.blocks).collect()
    })
}

impl Guide {
    fn read(source: &str) -> Self {
        // What stands before the first heading of a page is for readers of the file.
        let mut own = sections(source).into_iter().skip(1).collect::<Vec<_>>();
        let mut stations = sections(STATIONS);
        for (at, section) in stations.iter_mut().enumerate() {
            section.begins_page = at == 0;
            section.key = format!("{OF_STATIONS}{}", section.key);
        }
        own.append(&mut stations);
        Self { sections: own }
    }

    fn with_keys_of(mut self, other: &Self) -> Self {
        for (section, other) in self.sections.iter_mut().zip(&other.sections) {
            section.key.clone_from(&other.key);
        }
        self
    }

    pub fn section(&self, key: &str) -> Option<usize> {
        self.sections.iter().position(|section| section.key == key)
    }

    /// The section that a link in the text leads to.
    pub fn linked(&self, anchor: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.anchor == anchor)
    }

    /// The sections of the page that this section is on, with the place of the first one.
    pub fn page_of(&self, section: usize) -> (usize, &[Section]) {
        let upto = self.sections.get(..=section).unwrap_or_default();
        let start = upto.iter().rposition(|it| it.begins_page).unwrap_or(0);
        let rest = self.sections.get(start..).unwrap_or_default();
        let length = rest.iter().skip(1).position(|it| it.begins_page);
        let end = length.map_or(rest.len(), |length| length + 1);
        (start, rest.get(..end).unwrap_or_default())
    }

    /// The sections that have a word with each beginning, those with the words in their title first.
    pub fn find(&self, needles: &[String]) -> Vec<usize> {
        let needles: Vec<String> = needles.iter().map(|needle| format!(" {needle}")).collect();
        let has = |text: &str| needles.iter().all(|needle| text.contains(needle.as_str()));
        let mut found: Vec<(bool, usize)> = self
            .sections
            .iter()
            .enumerate()
            .filter(|(_, section)| has(&section.plain))
            .map(|(at, section)| (!has(&words_apart(&section.title)), at))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, at)| at).collect()
    }
}

impl Section {
    /// Whether its text is in another language than the program.
    pub fn is_foreign(&self) -> bool {
        language() == Language::Spanish && self.key.starts_with(OF_STATIONS)
    }
}

/// The section of the guide about a panel.
pub fn section_of(panel: Panel) -> &'static str {
    match panel {
        Panel::Ship => "ship",
        Panel::Orders => "orders",
        Panel::Shipments => "shipments",
        Panel::Tracking => "tracking",
        Panel::Manifests => "end-of-day",
        Panel::Refunds => "refunds",
        Panel::Addresses => "addresses",
        Panel::Balance => "balance",
        Panel::Rates => "rates",
        Panel::Carriers => "carriers",
        Panel::Containers => "containers",
        Panel::Activity => "activity",
        Panel::Practice => "practice",
        Panel::Settings => "settings",
    }
}

/// The plain words of a text, each behind a space.
fn words_apart(text: &str) -> String {
    let plain = folded(text);
    let letters = plain.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' });
    std::iter::once(' ').chain(letters).collect()
}

/// The anchor that a heading has on the web: lower case, without punctuation, hyphens for spaces.
fn anchor_of(title: &str) -> String {
    let kept = title.chars().flat_map(char::to_lowercase).filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' => Some('-'),
        letter => letter.is_alphanumeric().then_some(letter),
    });
    kept.collect()
}

fn sections(source: &str) -> Vec<Section> {
    let mut reader = Reader::default();
    for event in Parser::new_ext(source, Options::ENABLE_TABLES) {
        reader.take(event);
    }
    reader.sections
}

/// Turns the events of the parser into sections.
#[derive(Default)]
struct Reader {
    sections: Vec<Section>,
    spans: Vec<Span>,
    style: Vec<SpanStyle>,
    link: Option<String>,
    /// Of each open list, the number of its next item.
    lists: Vec<Option<u64>>,
    cells: Vec<Vec<Span>>,
    rows: Vec<Vec<Vec<Span>>>,
    code: Option<String>,
    /// Pictures and their descriptions are left out.
    in_picture: bool,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(words) => self.words(&words, None),
            Event::Code(words) => self.words(&words, Some(SpanStyle::Code)),
            Event::SoftBreak | Event::HardBreak => self.words(" ", None),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } => self.spans.clear(),
            Tag::Emphasis => self.style.push(SpanStyle::Emphasis),
            Tag::Strong => self.style.push(SpanStyle::Strong),
            Tag::Link { dest_url, .. } => self.link = inner_link(&dest_url),
            Tag::Image { .. } => self.in_picture = true,
            // The text of the list item that contains this list.
            Tag::List(first) => {
                self.flush();
                self.lists.push(first);
            }
            Tag::CodeBlock(_) => self.code = Some(String::new()),
            Tag::Table(_) => self.rows.clear(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::Emphasis | TagEnd::Strong => drop(self.style.pop()),
            TagEnd::Link => self.link = None,
            TagEnd::Image => self.in_picture = false,
            TagEnd::Paragraph | TagEnd::Item => self.flush(),
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                self.push(Block::Code(code.trim_end().to_owned()));
            }
            TagEnd::TableCell => self.cells.push(std::mem::take(&mut self.spans)),
            TagEnd::TableHead | TagEnd::TableRow => {
                self.rows.push(std::mem::take(&mut self.cells));
            }
            TagEnd::Table => {
                let mut rows = std::mem::take(&mut self.rows).into_iter();
                let head = rows.next().unwrap_or_default();
                self.push(Block::Table { head, rows: rows.collect() });
            }
            _ => {}
        }
    }

    fn words(&mut self, words: &str, style: Option<SpanStyle>) {
        if self.in_picture {
            return;
        }
        if let Some(code) = &mut self.code {
            code.push_str(words);
            return;
        }
        if let Some(section) = self.sections.last_mut() {
            section.plain.push_str(&words_apart(words));
        }
        let style = style.or(self.style.last().copied()).unwrap_or_default();
        let link = self.link.clone();
        match self.spans.last_mut() {
            Some(last) if last.style == style && last.link == link => last.words.push_str(words),
            _ => self.spans.push(Span { words: words.to_owned(), style, link }),
        }
    }

    fn heading(&mut self, level: HeadingLevel) {
        let title: String = self.spans.drain(..).map(|span| span.words).collect();
        let anchor = anchor_of(&title);
        self.sections.push(Section {
            key: anchor.clone(),
            anchor,
            plain: words_apart(&title),
            title,
            begins_page: level <= HeadingLevel::H2,
            blocks: Vec::new(),
        });
    }

    /// Ends a paragraph, or an item of a list.
    fn flush(&mut self) {
        let spans = std::mem::take(&mut self.spans);
        if spans.iter().all(|span| span.words.trim().is_empty()) {
            return;
        }
        let depth = self.lists.len();
        let Some(number) = self.lists.last_mut() else {
            return self.push(Block::Paragraph(spans));
        };
        let own = *number;
        *number = own.map(|own| own + 1);
        self.push(Block::Item { depth, number: own, spans });
    }

    fn push(&mut self, block: Block) {
        if let Some(section) = self.sections.last_mut() {
            section.plain.push(' ');
            section.blocks.push(block);
        }
    }
}

/// A link to a heading of the same file. Other files are not in the window.
fn inner_link(target: &CowStr<'_>) -> Option<String> {
    target.strip_prefix('#').map(ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guides() -> [Guide; 2] {
        [Guide::read(ENGLISH), Guide::read(SPANISH)]
    }

    /// W34: the page of each panel exists. That both languages have the same pages is held with their
    /// texts (`tests/all/texts.rs`).
    #[test]
    fn each_panel_has_a_page() {
        let [english, spanish] = guides();
        for panel in Panel::ALL {
            let at = english.section(section_of(panel)).unwrap_or_else(|| panic!("{panel:?}"));
            assert!(
                english.sections[at].begins_page && spanish.sections[at].begins_page,
                "{panel:?}"
            );
        }
    }

    fn kind(block: &Block) -> char {
        match block {
            Block::Paragraph(_) => 'p',
            Block::Item { number: Some(_), .. } => 'n',
            Block::Item { number: None, .. } => 'i',
            Block::Table { .. } => 't',
            Block::Code(_) => 'c',
        }
    }

    fn spans(block: &Block) -> Vec<&Span> {
        match block {
            Block::Paragraph(spans) | Block::Item { spans, .. } => spans.iter().collect(),
            Block::Table { head, rows } => {
                head.iter().chain(rows.iter().flatten()).flatten().collect()
            }
            Block::Code(_) => Vec::new(),
        }
    }

    /// W34: no link of the guide leads nowhere.
    #[test]
    fn each_link_leads_to_a_section() {
        for guide in guides() {
            let blocks = guide.sections.iter().flat_map(|section| &section.blocks);
            let links = blocks.flat_map(spans).filter_map(|span| span.link.as_deref());
            let links: Vec<&str> = links.collect();
            assert!(links.len() > 5, "{links:?}");
            for link in links {
                assert!(guide.linked(link).is_some(), "{link}");
            }
        }
    }

    #[test]
    fn a_section_is_found_by_its_words() {
        let [english, _] = guides();
        let found = |words: &str| {
            let needles: Vec<String> = words.split(' ').map(folded).collect();
            let first = english.find(&needles).into_iter().next();
            first.map(|at| english.sections[at].key.clone())
        };
        assert_eq!(found("express mode").as_deref(), Some("express-mode"));
        assert_eq!(found("udev").as_deref(), Some("the-scale"));
        assert_eq!(found("no such word anywhere"), None);
    }

    #[test]
    fn marks_become_blocks() {
        let read = sections(
            "## A *b*\n\nOne **two** `three` [four](#a-b) [five](x.md).\n\n1. x\n2. y\n   - z\n\n| k | v |\n|---|---|\n| F1 | help |\n",
        );
        let section = &read[0];
        assert_eq!((section.title.as_str(), section.anchor.as_str()), ("A b", "a-b"));
        let kinds: String = section.blocks.iter().map(kind).collect();
        assert_eq!(kinds, "pnnit");
        let first = spans(&section.blocks[0]);
        let styles: Vec<SpanStyle> = first.iter().map(|it| it.style).collect();
        use SpanStyle::{Code, Plain, Strong};
        assert_eq!(styles, [Plain, Strong, Plain, Code, Plain, Plain, Plain]);
        assert_eq!(first[5].link.as_deref(), Some("a-b"));
        assert_eq!(first[6].words, " five.");
        let Block::Item { depth, .. } = &section.blocks[3] else { panic!() };
        assert_eq!(*depth, 2);
    }
}
