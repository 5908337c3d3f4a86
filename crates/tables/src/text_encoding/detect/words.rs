//! Code pages with one byte for a character.

use super::super::Encoding;

const LATIN: &str = "àáâãäåæçèéêëìíîïñòóôõöøùúûüßœÀÁÂÃÄÅÆÇÈÉÊËÍÎÑÓÔÕÖØÚÜ";
const CENTRAL_EUROPEAN: &str = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉÍŘŠŤÚÝŽöüőűÖÜŐŰâăîşţäôľĺŕđßç";
const TURKISH: &str = "âçîöûüğışÂÇÎÖÜĞİŞ";
// Nearly every byte is a letter in both, so only the most frequent ones tell them apart.
const CYRILLIC: &str = "оеаинтсрвлкмОЕАИНТСРВЛКМПБГД";
const GREEK: &str = "αοιετσνηυρπκμλςάέήίόύώΑΟΙΕΤΣΝΗΥΡΠΚΜΛΓΔ";

/// The code pages with their frequent letters. Of equals the first is taken.
const CANDIDATES: [(Encoding, &str); 8] = [
    (Encoding::DosWestern, LATIN),
    (Encoding::MacRoman, LATIN),
    (Encoding::Turkish, TURKISH),
    (Encoding::CentralEuropean, CENTRAL_EUROPEAN),
    (Encoding::Cyrillic, CYRILLIC),
    (Encoding::DosCyrillic, CYRILLIC),
    (Encoding::Greek, GREEK),
    (Encoding::DosUnitedStates, LATIN),
];

/// How much better than Latin-1 another code page must fit. Latin-1 is by far the most frequent.
const ADVANTAGE: i64 = 5;

/// The code page in which the sample makes words.
pub(super) fn detect(sample: &[u8]) -> Encoding {
    let usual = fit(sample, Encoding::Latin1, LATIN);
    let mut best = (Encoding::Latin1, usual + ADVANTAGE - 1);
    for (encoding, frequent) in CANDIDATES {
        let fit = fit(sample, encoding, frequent);
        if fit > best.1 {
            best = (encoding, fit);
        }
    }
    best.0
}

/// How well the sample reads in a code page.
fn fit(sample: &[u8], encoding: Encoding, frequent: &str) -> i64 {
    let high: Vec<u8> = (0x80..=0xff).collect();
    let high: Vec<char> = encoding.decode_in_place(&high).chars().collect();
    let character = |byte: u8| match byte.checked_sub(0x80) {
        Some(place) => high.get(usize::from(place)).copied().unwrap_or('\u{fffd}'),
        None => char::from(byte),
    };
    let (mut before, mut previous) = (' ', ' ');
    let mut bytes = sample.iter().copied().peekable();
    let mut fit = 0;
    while let Some(byte) = bytes.next() {
        let this = character(byte);
        let next = bytes.peek().map_or(' ', |byte| character(*byte));
        if byte >= 0x80 {
            let is_frequent = frequent.contains(this);
            fit += if this.is_alphabetic() {
                letter(this, is_frequent, [before, previous, next])
            } else {
                symbol(this, previous, next)
            };
        }
        (before, previous) = (previous, this);
    }
    fit
}

/// How well a letter fits between its neighbors: the two before it and the one after it.
fn letter(this: char, is_frequent: bool, [before, previous, next]: [char; 3]) -> i64 {
    let is_foreign = |letter: char| letter >= '\u{370}' && letter.is_alphabetic();
    let is_accented = |letter: char| !letter.is_ascii() && letter.is_alphabetic();
    let beside_ascii = previous.is_ascii_alphabetic() || next.is_ascii_alphabetic();
    let alone = !previous.is_alphabetic() && !next.is_alphabetic();
    let capital_inside = this.is_uppercase() && previous.is_lowercase();
    let capital_behind = this.is_lowercase() && next.is_uppercase();
    let in_place = if is_foreign(this) {
        // No word mixes two scripts.
        if beside_ascii { -6 } else { 0 }
    } else if is_accented(previous) && is_accented(before) {
        // Three accented letters in a row: this is rather another script.
        -6
    } else {
        0
    };
    in_place
        + if capital_inside || capital_behind { -6 } else { 0 }
        + match (alone, is_frequent) {
            (true, _) => -3,
            (false, true) => 3,
            (false, false) => -1,
        }
}

/// How well a character that is no letter fits between its neighbors.
fn symbol(this: char, previous: char, next: char) -> i64 {
    let inside = previous.is_alphabetic() && next.is_alphabetic();
    let beside = previous.is_alphabetic() || next.is_alphabetic();
    match this {
        '\u{fffd}' => -12,
        _ if this.is_control() => -12,
        '\u{2500}'..='\u{259f}' => -6,
        '\u{2019}' if inside => 4,
        '\u{a0}' => 3,
        '\u{ad}' | '\u{b4}' | '\u{b7}' | '\u{2018}' if inside => 2,
        _ if inside => -4,
        '‚' | '„' | '†' | '‡' | 'ˆ' | '¤' | '¦' | '¬' | '¨' | '¸' | '¶' | '§' if beside => {
            -4
        }
        '\u{2018}'..='\u{201d}'
        | '\u{2013}'
        | '\u{2014}'
        | '…'
        | '•'
        | '€'
        | '£'
        | '®'
        | '™'
        | '°'
        | '«'
        | '»'
        | '¡'
        | '¿'
        | 'ª'
        | 'º'
        | '©' => 1,
        _ => -1,
    }
}
