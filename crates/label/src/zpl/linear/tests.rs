use super::retail::{Retail, retail};
use super::two_widths::*;
use super::*;

const AT_2: Module = Module { dots: 1, ratio: 2.0 };
const AT_3: Module = Module { dots: 1, ratio: 3.0 };

/// The widths of bars and spaces are those that the encoder Zint 2.15 makes of the same data.
fn check(what: &str, bars: Option<Bars>, expected: &str, text: &str) {
    let bars = bars.unwrap_or_else(|| panic!("{what}: nothing"));
    let widths: String = bars.widths.iter().map(i32::to_string).collect();
    assert_eq!((widths.as_str(), bars.text.as_str()), (expected, text), "{what}");
}

#[test]
fn bars_are_those_of_another_encoder() {
    check(
        "code11",
        code11("123-45", true, AT_2),
        "11221121112112112122111111211111212121211121211112112111221",
        "123-4552",
    );
    check(
        "code11",
        code11("12345", false, AT_2),
        "11221121112112112122111111212121211112112111221",
        "123452",
    );
    check(
        "bars_of_five",
        bars_of_five("12345678", true, AT_3),
        "3131113111111131113111113131311111111111311131311131111111313111111111113131311111311131113",
        "12345678",
    );
    check("bars_of_five", bars_of_five("90", false, AT_3), "111111311131111111313111311", "90");
    check("interleaved", interleaved("123", false, AT_3), "111113113131131333111131311", "0123");
    check(
        "codabar",
        codabar("37859", 'B', 'D', AT_2),
        "1212112122111111121121111221111121111211211211111112221",
        "B37859D",
    );
    check(
        "codabar",
        codabar("A0-$:/.+1C", 'B', 'D', AT_2),
        "1122121111111221111221111122111121112121212111212121211111212121111122111112122",
        "A0-$:/.+1C",
    );
    check(
        "msi",
        msi("1234567", b'A', true, AT_2),
        "2112121221121221121212212112211212122112211221211212212121121",
        "1234567",
    );
    check(
        "msi",
        msi("1234567", b'B', true, AT_2),
        "211212122112122112121221211221121212211221122121121221212112211212121",
        "12345674",
    );
    check(
        "msi",
        msi("1234567", b'C', true, AT_2),
        "21121212211212211212122121122112121221122112212112122121211221121212121221121",
        "123456741",
    );
    check(
        "msi",
        msi("12345678", b'D', true, AT_2),
        "2112121221121221121212212112211212122112211221211212212121211212121221122112211221121",
        "1234567855",
    );
    check(
        "code93",
        code93("TEST93", true, 1),
        "1111412112212212112111222112211411111114111131211213111111411",
        "TEST93+6",
    );
    check(
        "code93",
        code93("aZ!", false, 1),
        "1111411222112111131231113111212111131212122311111111411",
        "aZ!",
    );
    check(
        "code39",
        code39("*a1*", true, AT_2),
        "1211212111211112112121121111211121121121121121211",
        "*A1B*",
    );
    check(
        "logmars",
        logmars("LOG 1", AT_3),
        "1311313111113111133131113113111111133131133111311131131111313111331111131131311",
        "LOG 1E",
    );
    check(
        "plessey",
        plessey("1234abcd", true, AT_3),
        "3131133131131313133113133131131313133113133113313131133113133131311331313113313113133131431311313",
        "1234ABCDDC",
    );
}

/// The modules are those that Zint 2.15 makes of the same digits.
#[test]
fn retail_bars_are_those_of_another_encoder() {
    let check = |kind: Retail, data: &str, expected: &str| {
        let bars = retail(kind, data).unwrap_or_else(|| panic!("{data}: nothing"));
        let widths: String =
            bars.modules.chunk_by(|a, b| a == b).map(|run| run.len().to_string()).collect();
        assert_eq!(widths, expected, "{kind:?} {data}");
    };
    check(
        Retail::Ean13,
        "590123412345",
        "11131121123122221221411231111111222121221411113212311312111",
    );
    check(
        Retail::Ean13,
        "5901234123457",
        "11131121123122221221411231111111222121221411113212311312111",
    );
    check(Retail::Ean13, "97", "11132113211321132113211321111111321132113211311213123211111");
    check(Retail::Ean8, "1234567", "1112221212214111132111111231111413123211111");
    check(
        Retail::UpcA { show_check: true },
        "01234567890",
        "11132112221212214111132123111111111413121213311232111231111",
    );
    check(Retail::UpcE { show_check: true }, "1230000045", "111122222121411231112311411111111");
    check(Retail::UpcE { show_check: true }, "123453", "111122222121411231112311411111111");
    check(Retail::UpcE { show_check: true }, "01234531", "111122222121411231112311411111111");
    check(Retail::UpcE { show_check: true }, "1123453", "111222122121411231113211411111111");
    check(Retail::UpcE { show_check: true }, "0425261", "111231121221321221211142221111111");
    check(Retail::Extension, "12", "1122221112122");
    check(Retail::Extension, "51994", "1121231111222112113113112111132");
    check(Retail::Extension, "7", "1121123113211111123113211111312");
}

#[test]
fn ten_digits_are_shortened_as_the_manual_says() {
    let digits = |data: &str| {
        let bars = retail(Retail::UpcE { show_check: true }, data)?;
        Some(bars.digits.iter().map(|(digit, _)| digit).collect::<String>())
    };
    let check = |data: &str, expected: Option<&str>| {
        assert_eq!(digits(data).as_deref(), expected, "{data}");
    };
    // The manual's example, then one for each rule of its table.
    check("1230000045", Some("01234531"));
    check("1200000789", Some("01278907"));
    check("4560000012", Some("04561238"));
    check("4567000008", Some("04567840"));
    check("4567800009", Some("04567899"));
    // These cannot be shortened.
    check("4567800123", None);
    check("45678000012", None);
    check("", None);
}

#[test]
fn what_a_symbology_cannot_hold_is_refused() {
    assert_eq!(code11("A", true, AT_2), None);
    assert_eq!(code39("é", false, AT_2), None);
    assert_eq!(codabar("1A1", 'A', 'A', AT_2), None);
    assert_eq!(msi("none", b'B', false, AT_2), None);
    assert_eq!(plessey("G", false, AT_2), None);
    assert_eq!(interleaved("", false, AT_2), None);
    assert_eq!(code93("é", false, 1), None);
}

#[test]
fn check_digits_follow_the_standard() {
    assert_eq!(mod10("590123412345"), 7);
    assert_eq!(mod10("1234567890123456789"), 0);
}
