//! Finds texts that bypass the catalogs. In the pseudo language every message is in other letters,
//! so what remains in plain letters is data, or a text that no translator can reach.

use std::sync::LazyLock;

use regex::Regex;

/// The data of the tour: names, services, and what the practice service itself says. One phrase a
/// line; lines that start with `#` are comments.
const PHRASES: &str = include_str!("data_phrases.txt");

/// Parts of texts that are data by their form.
const FORMS: [&str; 14] = [
    // Correlation ids, addresses of the network, paths, languages.
    r"\ben-XA\b",
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{13,}",
    r"https?://\S+",
    r"(?:/[\w.-]+)+…",
    r"(?:/var)?/(?:etc|tmp|dev)/\S+",
    // Dates and times: the pseudo language writes them as English does.
    r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b",
    r"\b(?:Nov|Dec|Jan|November|December|January)\b|\b(?:AM|PM)\b",
    // Placeholders of file names, calls of the interface, codes of errors.
    r"\{[a-z]+\}",
    r"\b(?:GET|POST|PUT|DELETE) (?:/\w+)+",
    r"\b[A-Z]+(?:\.[A-Z_]+)+\b",
    // Tracking numbers of the practice service's parcel carrier.
    r"\bOP\d{14}\b",
    // Numbers that the import makes up, beginnings of SKUs in a rule.
    r"\bR-[0-9A-F]{10}\b",
    r"\b[A-Z]{3}-\*",
    // States, provinces and postal codes.
    r"\b[A-Z]{2} [A-Z]\d[A-Z] \d[A-Z]\d\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]{2}\b",
];

/// Files with their paths. They are taken out first: a name or number of the sample may be part of one.
static FILES: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\d{4}-\d{2}-\d{2}_.+\.pdf|\S+\.(?:pdf|csv|pem|rules)\b").ok());

static FORMS_OF_DATA: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let forms = FORMS.iter();
    forms.filter_map(|form| Regex::new(form).ok()).collect()
});

/// The phrases, the longest first: a phrase can contain another.
static DATA_PHRASES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = PHRASES.lines().map(str::trim);
    let mut phrases: Vec<&str> =
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
    phrases
});

/// The first plain word of a text on screen that is not data. `sample` has what is data besides, on
/// one line each, the longest first.
pub fn plain_word(text: &str, sample: &[String]) -> Option<String> {
    let mut rest = one_line(text);
    if let Some(files) = &*FILES {
        rest = files.replace_all(&rest, " ").into_owned();
    }
    // Codes as short as that are parts of others.
    let is_short = |phrase: &&String| phrase.len() <= 2;
    for phrase in sample.iter().filter(|phrase| !is_short(phrase)) {
        rest = without(&rest, phrase);
    }
    rest = without_shortened(&rest, sample);
    for form in FORMS_OF_DATA.iter() {
        rest = form.replace_all(&rest, "").into_owned();
    }
    for phrase in DATA_PHRASES.iter() {
        rest = without(&rest, phrase);
    }
    for phrase in sample.iter().filter(is_short) {
        rest = without(&rest, phrase);
    }
    let mut words = rest.split(|letter: char| !letter.is_alphabetic());
    let plain =
        words.find(|word| word.len() > 1 && word.bytes().all(|it| it.is_ascii_alphabetic()));
    plain.map(str::to_owned)
}

/// The text with one space between its words.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text without the data that is shortened.
fn without_shortened(text: &str, sample: &[String]) -> String {
    let mut parts = text.split('…');
    let Some(last) = parts.next_back() else {
        return text.to_owned();
    };
    let heads = parts.map(|head| without_shortened_end(head, sample));
    heads.chain([last]).collect::<Vec<_>>().join("…")
}

/// A text before an ellipsis without the data that it ends with the start of.
fn without_shortened_end<'a>(head: &'a str, sample: &[String]) -> &'a str {
    let starts = head.char_indices().filter(|(at, _)| {
        let before = head.get(..*at).unwrap_or_default();
        !before.ends_with(char::is_alphabetic)
    });
    let mut tails = starts.filter_map(|(at, _)| Some((at, head.get(at..)?)));
    let is_data = |tail: &str| {
        let known = sample.iter().map(String::as_str).chain(DATA_PHRASES.iter().copied());
        known.into_iter().any(|phrase| phrase.starts_with(tail))
    };
    let found = tails.find(|(_, tail)| !tail.trim().is_empty() && is_data(tail));
    found.and_then(|(at, _)| head.get(..at)).unwrap_or(head)
}

/// The text without this phrase where it stands between other characters than letters.
fn without(text: &str, phrase: &str) -> String {
    let mut rest = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in text.match_indices(phrase) {
        let (before, after) = (text.get(..at), text.get(at + phrase.len()..));
        let stands_alone = !before.is_some_and(|it| it.ends_with(char::is_alphabetic))
            && !after.is_some_and(|it| it.starts_with(char::is_alphabetic));
        if at >= from && stands_alone {
            rest.push_str(text.get(from..at).unwrap_or_default());
            rest.push(' ');
            from = at + phrase.len();
        }
    }
    rest.push_str(text.get(from..).unwrap_or_default());
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_no_plain_text_and_a_sentence_is() {
        for data in [
            "Casey Example, San Francisco, CA 94111",
            "Ñöö ääñšŵëëř, 10:15:15, GET /Account/Postage/Balance",
            "SHIPMENT.OPERATION_FAILED · c856ca3c-30bf-4bf6-afff-daa44a09ede2",
            "Tuesday, November 24, 2026, 2:39\u{a0}PM",
            "275 Rue Notre-Dame E, Montréal, QC H2Y 1C6, Čääñääďää",
        ] {
            assert_eq!(plain_word(data, &[]), None, "{data}");
        }
        let told = plain_word("Đïšɱïšš: Manifest of Casey Example", &[]);
        assert_eq!(told.as_deref(), Some("Manifest"));
        assert_eq!(plain_word("Casey Examples", &[]).as_deref(), Some("Casey"));
    }

    #[test]
    fn the_sample_is_data_where_it_is_on_screen() {
        let sample = ["Breakable goods up to 3 lb", "Maggie Goodwin", "179"].map(str::to_owned);
        let order = "#2010, Maggie Goodwin, Columbia SC 29201, MUG-STN-GRY";
        assert_eq!(plain_word(order, &[]).as_deref(), Some("Maggie"));
        assert_eq!(plain_word(order, &sample).as_deref(), Some("Columbia"));
        for (text, word) in [
            ("R-A2FA7A9B81, Maggie Goodwin", None),
            ("Ŵïťĥ “Breakable goods u…", None),
            ("2 ďääÿš · Maggie Good… +1", None),
            ("2 ďääÿš · Postal Ser… +1", None),
            ("Maggie Good… is unknown", Some("is")),
            ("šääṽëëď ääš /work/mai…", None),
            ("šääṽëëď ääš /var/tmp/p…", None),
            ("šääṽëëď ääš /var/tmp/place", None),
            ("#2002, OP00000000060011", None),
            ("Maggie Goodwin is unknown", Some("is")),
            ("/work/tour-217981/orders.csv", None),
            ("2026-11-21_Casey Example_9205590164917312751089.pdf", None),
            ("This isn’t an email…", Some("This")),
        ] {
            assert_eq!(plain_word(text, &sample).as_deref(), word, "{text}");
        }
    }

    #[test]
    fn every_form_of_data_is_a_pattern() {
        assert_eq!(FORMS_OF_DATA.len(), FORMS.len());
        assert!(FILES.is_some());
    }
}
