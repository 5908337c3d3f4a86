use super::*;

#[derive(Default)]
struct Parts(&'static str, &'static str, [&'static str; 3], [&'static str; 4]);

fn lines(parts: &Parts, home: &str) -> String {
    let [city, state, zip, country] = parts.3.map(str::to_owned);
    let [street1, street2, street3] = parts.2.map(str::to_owned);
    let form = AddressForm {
        name: parts.0.to_owned(),
        company: parts.1.to_owned(),
        street1,
        street2,
        street3,
        city,
        state,
        zip,
        country,
        phone: "555 0100".to_owned(),
        ..AddressForm::default()
    };
    address_lines(&form, home).join(" | ")
}

#[test]
fn addresses_are_written_as_their_country_does() {
    crate::words::install();
    for (parts, expected) in [
        (
            Parts("Ann Reed", "", ["1 Main St", "Apt 5", ""], ["Chicago", "IL", "60601", "US"]),
            "Ann Reed | 1 Main St | Apt 5 | Chicago, IL 60601",
        ),
        (
            Parts("Ann", "Acme", ["1 Main St", "", ""], ["", "", "60601", "us"]),
            "Ann | Acme | 1 Main St | 60601",
        ),
        (
            Parts("Jörg", "Müller KG", ["Ring 5", "", ""], ["Bonn", "", "53111", "DE"]),
            "Jörg | Müller KG | Ring 5 | 53111 Bonn | Germany",
        ),
        // The prefix is written once.
        (
            Parts("Eva", "", ["Väg 1", "", ""], ["Lund", "", "SE-221 00", "SE"]),
            "Eva | Väg 1 | SE-221 00 Lund | Sweden",
        ),
        (
            Parts("Eva", "", ["Väg 1", "", ""], ["Lund", "", "221 00", "SE"]),
            "Eva | Väg 1 | SE-221 00 Lund | Sweden",
        ),
        (
            Parts("Ana", "", ["Rua 1", "", ""], ["São Paulo", "SP", "01310-100", "BR"]),
            "Ana | Rua 1 | São Paulo-SP | 01310-100 | Brazil",
        ),
        // Its own letters in its own order, Latin letters in the usual one.
        (
            Parts("山田 太郎", "", ["丸の内1-1", "", ""], ["千代田区", "東京都", "100-0005", "JP"]),
            "山田 太郎 | 〒100-0005 | 東京都 | 千代田区 | 丸の内1-1 | Japan",
        ),
        (
            Parts("Taro", "", ["1-1 Marunouchi", "", ""], ["Chiyoda", "Tokyo", "100-0005", "JP"]),
            "Taro | 1-1 Marunouchi | Chiyoda, Tokyo 100-0005 | Japan",
        ),
        // The city is in the layout itself.
        (
            Parts("Mei", "", ["1 Orchard Rd", "", ""], ["Singapore", "", "238823", "SG"]),
            "Mei | 1 Orchard Rd | SINGAPORE 238823 | Singapore",
        ),
        // A field without a place in the layout is kept.
        (
            Parts("Jo", "", ["Ring 5", "", ""], ["Bonn", "NRW", "53111", "DE"]),
            "Jo | Ring 5 | 53111 Bonn | NRW | Germany",
        ),
        (
            Parts("Jo", "", ["Street", "", ""], ["Town", "Region", "123", "Freedonia"]),
            "Jo | Street | Town, Region 123 | Freedonia",
        ),
    ] {
        assert_eq!(lines(&parts, "US"), expected);
    }
    let home = Parts("Jo", "", ["Ring 5", "", ""], ["Bonn", "", "53111", "DE"]);
    assert_eq!(lines(&home, "DE"), "Jo | Ring 5 | 53111 Bonn");
    assert_eq!(lines(&home, ""), "Jo | Ring 5 | 53111 Bonn | Germany");
    assert_eq!(lines(&Parts::default(), ""), "");
}
