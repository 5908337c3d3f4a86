//! Postcodes in the form in which their countries write them.

use super::Country;

/// Letters on the cars of a country that people write before its postcodes. Many countries have
/// their code of two or three letters there.
const CAR_LETTERS: [(&str, &str); 14] = [
    ("AT", "A"),
    ("BE", "B"),
    ("DE", "D"),
    ("ES", "E"),
    ("FR", "F"),
    ("GR", "EL"),
    ("HU", "H"),
    ("IT", "I"),
    ("LI", "FL"),
    ("LU", "L"),
    ("NO", "N"),
    ("PT", "P"),
    ("SE", "S"),
    ("SI", "SLO"),
];

/// What is sent for an address without a postcode, since the service requires one (section 2.6).
pub const NO_POSTCODE: &str = "00000";

impl Country {
    /// Whether an address can have this postcode; none and [`NO_POSTCODE`] if it needs none.
    pub fn takes_postcode(&self, text: &str) -> bool {
        let is_none = matches!(text.trim(), "" | NO_POSTCODE);
        is_none && !self.needs_postcode() || self.postcode_fits(text)
    }

    /// The postcode as the country writes it: `SW1A 1AA` for `sw1a1aa`, `10115` for `D-10115`.
    /// `None` if the text is no postcode of the country, or if no form is known.
    pub fn usual_postcode(&self, text: &str) -> Option<String> {
        self.postcode_example()?;
        let plain = plain(text);
        let bare = self.without_prefix(&plain);
        let arranged = self.arranged(&plain).or_else(|| self.arranged(bare));
        // `LV-1010` always has its letters.
        let has_prefix = self.zipex.starts_with(&self.a2);
        let missing = || self.arranged(&[&self.a2, bare].concat());
        arranged.or_else(|| has_prefix.then(missing).flatten())
    }

    /// The text in capitals and without what stands before the postcode.
    pub fn bare_postcode(&self, text: &str) -> String {
        self.without_prefix(&plain(text)).to_owned()
    }

    /// `10115` of `D-10115`.
    fn without_prefix<'a>(&self, text: &'a str) -> &'a str {
        let letters = CAR_LETTERS.iter().find(|(country, _)| *country == self.a2);
        let letters = letters.map_or("", |(_, letters)| *letters);
        let mut prefixes = [self.a3.as_str(), &self.a2, letters].into_iter();
        let rest = prefixes.find_map(|prefix| text.strip_prefix(prefix));
        rest.unwrap_or(text).trim_start_matches([' ', '-'])
    }

    /// With the spaces and hyphens of an example of the same length. Where no example has any, those
    /// of the text are as usual: `903 26` and `90326` in Sweden.
    fn arranged(&self, text: &str) -> Option<String> {
        if !self.zipex.contains([' ', '-']) && self.postcode_fits(text) {
            return Some(text.to_owned());
        }
        let is_letter = |letter: &char| letter.is_alphanumeric();
        let letters: Vec<char> = text.chars().filter(is_letter).collect();
        let cuts = cuts(text);
        let candidates = self.zipex.split(',').filter_map(|example| {
            let cuts_of_example = self::cuts(example);
            let is_alike = example.chars().filter(is_letter).count() == letters.len()
                && (cuts_of_example.is_empty()
                    || cuts.iter().all(|cut| cuts_of_example.contains(cut)));
            let mut letters = letters.iter();
            let next = |sign: char| match sign.is_alphanumeric() {
                true => letters.next().copied(),
                false => Some(sign),
            };
            is_alike.then(|| example.chars().filter_map(next).collect::<String>())
        });
        let mut candidates = candidates.chain([text.to_owned()]);
        candidates.find(|candidate| self.postcode_fits(candidate))
    }
}

/// Before how many letters and digits each space or hyphen stands.
fn cuts(text: &str) -> Vec<usize> {
    let mut count = 0;
    let places = text.chars().filter_map(|sign| {
        count += usize::from(sign.is_alphanumeric());
        (!sign.is_alphanumeric()).then_some(count)
    });
    places.collect()
}

/// In capitals, with ASCII digits and hyphens, without signs at the ends such as `〒`.
fn plain(text: &str) -> String {
    let signs = text.chars().map(|sign| match sign {
        // Full-width letters and digits.
        '！'..='～' => char::from_u32(u32::from(sign).saturating_sub(0xfee0)).unwrap_or(sign),
        '‐'..='―' | '−' | 'ー' => '-',
        _ if sign.is_whitespace() => ' ',
        _ => sign,
    });
    let text: String = signs.map(|sign| sign.to_ascii_uppercase()).collect();
    text.trim_matches(|sign: char| !sign.is_alphanumeric()).to_owned()
}

/// The provinces of Canada that have postcodes with the same beginning.
pub fn provinces_of_postcode(postcode: &str) -> &'static [&'static str] {
    let postcode = plain(postcode);
    match postcode.get(..3) {
        Some("K1A") => return &["ON", "QC"],
        Some("R8A") => return &["MB", "SK"],
        _ => {}
    }
    match postcode.chars().next() {
        Some('A') => &["NL"],
        Some('B') => &["NS"],
        Some('C') => &["PE"],
        Some('E') => &["NB"],
        Some('G' | 'H' | 'J') => &["QC"],
        Some('K' | 'L' | 'M' | 'N' | 'P') => &["ON"],
        Some('R') => &["MB"],
        Some('S') => &["SK"],
        Some('T') => &["AB"],
        Some('V') => &["BC"],
        Some('X') => &["NT", "NU"],
        Some('Y') => &["YT"],
        _ => &[],
    }
}
