use super::*;

/// Encodes a text in a code page with one byte for a character.
fn bytes_of(text: &str, encoding: Encoding) -> Vec<u8> {
    let all: Vec<u8> = (0..=255).collect();
    let all: Vec<char> = encoding.decode(&all).chars().collect();
    let byte = |letter: char| all.iter().position(|known| *known == letter);
    text.chars()
        .map(|letter| u8::try_from(byte(letter).unwrap_or_else(|| panic!("{letter}"))).unwrap())
        .collect()
}

#[test]
fn code_pages_are_told_apart_by_their_words() {
    let cases = [
        (Encoding::Latin1, "Order,Name\n1,Jürgen Groß\n2,Café\n"),
        (Encoding::Latin1, "1,Zoë,Peña\n"),
        (Encoding::Latin1, "1,O’Brien,12 – 14 Main St\n"),
        (Encoding::Latin1, "1,\"“Best” seller\",£5\n"),
        (Encoding::Latin1, "1,Santa\u{a0}Monica\n2,Los\u{a0}Angeles\n"),
        (Encoding::Latin1, "1,5 m³,20°\n"),
        (Encoding::Latin1, "1,Ølgaard,Århus\n2,Crêpes à la crème,Señor\n"),
        (Encoding::DosWestern, "1,Müller\n"),
        (Encoding::DosWestern, "1,Café\n"),
        (Encoding::DosWestern, "1,España\n2,Córdoba\n"),
        (Encoding::DosWestern, "1,Övre Ängby\n2,Übersee Straße\n"),
        (Encoding::MacRoman, "1,Café\n"),
        (Encoding::MacRoman, "1,Müller,Peña\n2,O’Brien\n"),
        (Encoding::CentralEuropean, "1,Łódź\n2,Kraków,Małgorzata Wiśniewska\n"),
        (Encoding::CentralEuropean, "1,Dvořák,Žižkov\n2,Škroupovo náměstí\n"),
        (Encoding::Turkish, "1,Işık Yağmur\n2,Beşiktaş\n"),
        (Encoding::Cyrillic, "1,Иван Петров,Москва\n"),
        (Encoding::DosCyrillic, "1,Иван Петров,Москва\n"),
        (Encoding::Greek, "1,Γιώργος Παπαδόπουλος,Αθήνα\n"),
    ];
    for (encoding, text) in cases {
        let bytes = bytes_of(text, encoding);
        assert_eq!(Encoding::detect(&bytes), encoding, "{text}");
        assert_eq!(encoding.decode(&bytes), text);
    }
}

#[test]
fn encodings_of_two_bytes_are_told_apart() {
    let cases: [(Encoding, &[u8], &str); 4] = [
        (
            Encoding::Japanese,
            b"1,\x93\x8c\x8b\x9e\x93s\x90\xe7\x91\xe3\x93c\x8b\xe6,A\n",
            "1,東京都千代田区,A\n",
        ),
        (
            Encoding::ChineseSimplified,
            b"1,\xb9\xe3\xb6\xab\xca\xa1\xc9\xee\xdb\xda\xca\xd0\xc4\xcf\xc9\xbd\xc7\xf8\xcd\xf5\n",
            "1,广东省深圳市南山区王\n",
        ),
        (
            Encoding::ChineseTraditional,
            b"1,\xa5x\xa5_\xa5\xab\xabH\xb8q\xb0\xcf\n",
            "1,台北市信義區\n",
        ),
        (
            Encoding::Korean,
            b"1,\xbc\xad\xbf\xef\xc6\xaf\xba\xb0\xbd\xc3 \xb0\xad\xb3\xb2\xb1\xb8\n",
            "1,서울특별시 강남구\n",
        ),
    ];
    for (encoding, bytes, text) in cases {
        assert_eq!(encoding.decode(bytes), text);
        assert_eq!(Encoding::detect(bytes), encoding, "{text}");
    }
}

#[test]
fn utf8_stays_utf8_with_a_damaged_place() {
    assert_eq!(Encoding::detect(b""), Encoding::Utf8);
    let mut bytes = "Müller,Peña,Groß,Łódź,Zoë\n".as_bytes().to_vec();
    bytes.extend(b"caf\xe9\n");
    assert_eq!(Encoding::detect(&bytes), Encoding::Utf8);
    // One valid character beside many invalid ones happens by chance.
    let latin = b"caf\xe9,M\xfcller,na\xefve,\xc3\xa9\n";
    assert_eq!(Encoding::detect(latin), Encoding::Latin1);
}

#[test]
fn utf16_without_a_mark_is_seen_by_its_zeros() {
    let text = "注文,お名前,住所\n10001,田中太郎,東京都千代田区1-1\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(Encoding::detect(&little), Encoding::Utf16Le);
    assert_eq!(Encoding::detect(&big), Encoding::Utf16Be);
    // Zero bytes of a gap are no UTF-16.
    let mut gap = b"1,Ann,Austin\n".to_vec();
    gap.extend([0; 64]);
    assert_eq!(Encoding::detect(&gap), Encoding::Utf8);
}

#[test]
fn tables_of_dos_are_whole() {
    for high in [dos::CODE_PAGE_437, dos::CODE_PAGE_850] {
        assert_eq!(high.chars().count(), 128);
    }
    let check = |encoding: Encoding, bytes: &[u8], text: &str| {
        assert_eq!(encoding.decode(bytes), text, "{encoding:?}");
    };
    check(Encoding::DosWestern, b"M\x81ller \x9c5 \xe1 \xd5", "Müller £5 ß ı");
    check(Encoding::DosUnitedStates, b"\x9b5 \xe3 \xa4", "¢5 π ñ");
    check(Encoding::MacRoman, b"Caf\x8e \xd5", "Café ’");
    check(Encoding::Hebrew, b"\xf9\xec\xe5\xed", "שלום");
    check(Encoding::Thai, b"\xa1\xc3\xd8\xa7", "กรุง");
}
