//! Labels of each carrier, drawn from printer commands, read back and compared.

use super::{Holding, check_37_36, has_right_check, holding};
use crate::{Barcode, Limits, Verdict, decode_in_process, self_check};

/// A carrier's label: the tracking number as the service gives it, and its codes.
struct Example {
    carrier: &'static str,
    number: &'static str,
    codes: &'static [Code],
}

/// A code of a label: its command and its data. `\u{1d}` and the like are written in hexadecimal.
type Code = (&'static str, &'static str);

const LINES: &str = "^BY2^BCN,120,N,N,N,A";
/// With the function character in front.
const GS1: &str = "^BY2^BCN,120,N,N,N,D";
const PDF417: &str = "^BY2^B7N,6,5,12";
const MATRIX: &str = "^BXN,5,200";
const AZTEC: &str = "^BON,5";
const MAXI: &str = "^BD2";

const EXAMPLES: &[Example] = &[
    Example {
        carrier: "USPS",
        number: "9205590164917312751089",
        codes: &[(GS1, "(420)94704(92)05590164917312751089")],
    },
    Example {
        carrier: "USPS, ZIP code of nine digits",
        number: "9205590164917312751089",
        codes: &[(GS1, "(420)947041234(92)05590164917312751089")],
    },
    Example {
        carrier: "USPS, 26 digits",
        number: "92748901085397553000000016",
        codes: &[(LINES, "4201011892748901085397553000000016")],
    },
    Example {
        carrier: "FedEx Ground, 34 digits",
        number: "784512963310",
        codes: &[
            (LINES, "9632001900001234567800784512963310"),
            (PDF417, "[)>_1E01_1D0280202_1D840_1D019_1D784512963310_1DFDEG_1D1/1_1D_1E_04"),
        ],
    },
    Example {
        carrier: "FedEx, PDF417 alone",
        number: "771234567890",
        codes: &[(
            PDF417,
            "[)>_1E01_1D0204101_1D840_1D019_1D7712345678900000_1DFDEG_1D1/1_1D_1E_04",
        )],
    },
    Example {
        carrier: "FedEx Express, 34 digits",
        number: "779017972697",
        codes: &[(LINES, "1001921334250001000300779017972697")],
    },
    Example {
        carrier: "FedEx Express, 32 digits",
        number: "986578788855",
        codes: &[(LINES, "02302102130010149865787888550430")],
    },
    Example {
        carrier: "FedEx Ground, 22 digits",
        number: "098765431234567",
        codes: &[(LINES, "9611020098765431234567")],
    },
    Example {
        carrier: "UPS, MaxiCode",
        number: "1Z1X2X3X0312345675",
        codes: &[
            (
                MAXI,
                "003840606010000[)>_1E01_1D961Z12345675_1DUPSN_1D1X2X3X_1D195_1D_1D1/2_1D12_1DN_1D_1DCHICAGO_1DIL_1E_04",
            ),
            (LINES, "42060601"),
            (LINES, "1Z1X2X3X0312345675"),
        ],
    },
    Example {
        carrier: "UPS, MaxiCode alone",
        number: "1Z1X2X3X0312345675",
        codes: &[(
            MAXI,
            "003840606010000[)>_1E01_1D961Z12345675_1DUPSN_1D1X2X3X_1D195_1D_1D1/2_1D12_1DN_1D_1DCHICAGO_1DIL_1E_04",
        )],
    },
    Example {
        carrier: "DHL Express, waybill",
        number: "3318810025",
        codes: &[
            (LINES, "3318810025"),
            (LINES, "2LUS10118+48000001"),
            (LINES, "JJD014600004444917061"),
        ],
    },
    Example {
        carrier: "DHL Express, piece",
        number: "JD014600004444917061",
        codes: &[(LINES, "2LUS10118+48000001"), (LINES, "JJD014600004444917061")],
    },
    Example {
        carrier: "DHL Paket",
        number: "340434161094015902",
        codes: &[(GS1, "(00)340434161094015902")],
    },
    Example {
        carrier: "DPD, number with its check character",
        number: "01905000123456F",
        codes: &[(LINES, "%006380901905000123456101276")],
    },
    Example {
        carrier: "DPD",
        number: "09980000020033",
        codes: &[(AZTEC, "%008182709980000020033350276"), (LINES, "%008182709980000020033350276")],
    },
    Example { carrier: "GLS", number: "25140001234", codes: &[(LINES, "251400012347")] },
    Example {
        carrier: "GLS, Track ID",
        number: "XHAX4HDA",
        codes: &[(MATRIX, "A|DE2500|25|XHAX4HDA|8|10118")],
    },
    Example {
        carrier: "Royal Mail",
        number: "AB473124829GB",
        codes: &[(MATRIX, "JGB 0|AB473124829GB|SW1A1AA9Z"), (LINES, "AB473124829GB")],
    },
    Example {
        carrier: "Canada Post",
        number: "0073938000549297",
        codes: &[(LINES, "0073938000549297")],
    },
    Example {
        carrier: "Australia Post, eParcel",
        number: "ABC1234567014213",
        codes: &[(LINES, "99700109ABC1234567014213")],
    },
    Example {
        carrier: "Australia Post, article in a GS1 element",
        number: "33ABC1234567010009309",
        codes: &[(MATRIX, "019931265099999891 33ABC1234567010009309_1D4203000")],
    },
    Example { carrier: "PostNL", number: "3SABCD1234567", codes: &[(LINES, "3SABCD1234567")] },
    Example {
        carrier: "Deutsche Post",
        number: "01030E092806011E001E",
        codes: &[(MATRIX, "DEA_1D01030E092806011E001E_1D10118")],
    },
    Example {
        carrier: "Deutsche Post, registered",
        number: "RR473124829DE",
        codes: &[(LINES, "RR473124829DE")],
    },
];

fn label(codes: &[Code]) -> String {
    let mut label = "^XA^PW1300^LL2300".to_owned();
    for ((command, data), at) in codes.iter().zip(0..) {
        let y = 60 + at * 500;
        label.push_str(&format!("^FO60,{y}{command}^FH^FD{data}^FS"));
    }
    label + "^XZ"
}

fn verdict(label: &str, number: &str) -> Verdict {
    let pages = decode_in_process(label.as_bytes(), 203.0, &Limits::default()).unwrap();
    self_check(&pages, number, None).verdict
}

/// Every code of the label with another digit at the end of the number.
fn of_another_parcel(example: &Example) -> String {
    let changed = |text: &str| -> String {
        let at = text.rfind(|sign: char| sign.is_ascii_digit()).unwrap();
        let digit = text.as_bytes()[at];
        let other = if digit == b'9' { b'0' } else { digit + 1 };
        format!("{}{}{}", &text[..at], char::from(other), &text[at + 1..])
    };
    // A check character is not in the codes.
    let number = example.number.trim_end_matches('F');
    let other = changed(number);
    let in_gs1 = |number: &str| format!("({}){}", &number[..2], &number[2..]);
    // A MaxiCode of UPS has the parts of the number in several fields.
    let in_maxicode = |number: &str| format!("1Z{}", number.get(10..).unwrap_or(number));
    [in_gs1, in_maxicode]
        .iter()
        .fold(label(example.codes).replace(number, &other), |label, written| {
            label.replace(&written(number), &written(&other))
        })
}

#[test]
fn codes_are_compared_as_carriers_write_them() {
    postroom_base::locale::install(&crate::texts_of_program::SOURCES);
    let mut wrong = Vec::new();
    for example in EXAMPLES {
        let Example { carrier, number, codes } = example;
        let (own, other) = (label(codes), of_another_parcel(example));
        let (on_own, on_other) = (verdict(&own, number), verdict(&other, number));
        let is_refused = matches!(on_other, Verdict::Differs { .. }) && !on_other.allows_printing();
        if on_own != Verdict::Matches || !is_refused || own == other {
            wrong.push(format!("{carrier}: {on_own:?} {own}\n{on_other:?} {other}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "{}", wrong.join("\n"));
}

#[test]
fn the_routing_prefix_is_no_part_of_the_number() {
    let holds = |text: &str| {
        let code = Barcode { symbology: "code 128".to_owned(), text: text.to_owned() };
        holding(&code, &["9205 5901 6491"]) == Holding::Number
    };
    for (text, is_number) in [
        ("920559016491", true),
        ("42094704920559016491", true),
        ("42094704\u{1d}920559016491", true),
        ("420947041234920559016491", true),
        ("4209470920559016491", false),
        ("42094704", false),
        ("920559016492", false),
        ("", false),
    ] {
        assert_eq!(holds(text), is_number, "{text:?}");
    }
    let empty = Barcode { symbology: "code 128".to_owned(), text: String::new() };
    assert_eq!(holding(&empty, &[""]), Holding::Other);
}

/// The service's barcode counts, whatever it is.
#[test]
fn the_barcode_of_the_service_is_the_right_one() {
    let code = Barcode { symbology: "code 128".to_owned(), text: "XX-77-0012345".to_owned() };
    assert_eq!(holding(&code, &["4711-0815-99"]), Holding::Other);
    assert_eq!(holding(&code, &["4711-0815-99", "XX770012345"]), Holding::Number);
}

#[test]
fn check_digits_follow_the_rules_of_carriers() {
    for (number, right) in [
        ("1Z5R89390357567127", Some(true)),
        ("1Z5R89390357567128", Some(false)),
        ("RB123456785GB", Some(true)),
        ("RB123456784GB", Some(false)),
        ("3318810025", Some(true)),
        ("3318810010", Some(false)),
        ("986578788855", Some(true)),
        ("996578788855", Some(false)),
        ("041441760228964", Some(true)),
        ("0073938000549297", Some(true)),
        ("0073938000549292", Some(false)),
        ("9261292700768711948021", Some(true)),
        ("9261292700768711948020", Some(false)),
        ("3SABCD1234567", None),
        ("", None),
    ] {
        assert_eq!(has_right_check(number), right, "{number}");
    }
    assert_eq!(check_37_36("008182709980000020033350276"), Some(b'C'));
    assert_eq!(check_37_36("008182709980000020045327276"), Some(b'N'));
    assert_eq!(check_37_36("ü"), None);
}
