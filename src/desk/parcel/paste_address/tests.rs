use super::*;

mod abroad;
mod findings;

/// Each block with name | company | street 1 to 3 | city | state | zip | country | phone | email.
#[track_caller]
fn check(blocks: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (text, expected) in blocks {
        let form = parse_block(text);
        let fields = [
            form.name,
            form.company,
            form.street1,
            form.street2,
            form.street3,
            form.city,
            form.state,
            form.zip,
            form.country,
            form.phone,
            form.email,
        ];
        let found = fields.join("|");
        let found = found.trim_end_matches('|');
        if found != *expected {
            wrong.push(format!("{text:?}\n  found    {found}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), blocks.len(), wrong.join("\n"));
}

#[test]
fn american_blocks() {
    check(&[
        (
            "Jane Sample\n475 Main St SW\nWashington, DC 20260",
            "Jane Sample||475 Main St SW|||Washington|DC|20260|US",
        ),
        (
            "  Ship to:\nRiley Sample\r\nExample Goods LLC\n233 S Wacker Dr\nSte 50\nChicago IL 60606-6306\nUSA\nTel: (312) 555-0143\nriley@example.com",
            "Riley Sample|Example Goods LLC|233 S Wacker Dr|Ste 50||Chicago|IL|60606-6306|US|(312) 555-0143|riley@example.com",
        ),
        (
            "Example Goods LLC\nAttn: Riley Sample\nPO Box 12\nSpringfield, Illinois 62701",
            "Example Goods LLC||PO Box 12|Attn: Riley Sample||Springfield|IL|62701|US",
        ),
        (
            "Example Goods LLC\nShipping Department\nAttn: Riley Sample\nPO Box 12\nSpringfield, Illinois 62701",
            "Example Goods LLC|Shipping Department|PO Box 12|Attn: Riley Sample||Springfield|IL|62701|US",
        ),
        (
            "Jane Sample\nAttn: Riley Sample\nAttn: Pat Sample\nPO Box 12\nSpringfield, Illinois 62701",
            "Jane Sample||PO Box 12|Attn: Riley Sample|Attn: Pat Sample|Springfield|IL|62701|US",
        ),
        (
            "Example Inc.\nPat Sample\n1 Ferry Building, Ste 50\nSan Francisco\nCA 94111",
            "Pat Sample|Example Inc.|1 Ferry Building|Ste 50||San Francisco|CA|94111|US",
        ),
        (
            "John Q Sample, 350 5th Ave, Apt 4, New York, NY 10118, United States",
            "John Q Sample||350 5th Ave|Apt 4||New York|NY|10118|US",
        ),
        (
            "John Q Sample, 350 5th Ave, New York, NY, 10118, US",
            "John Q Sample||350 5th Ave|||New York|NY|10118|US",
        ),
        (
            "Jane Sample 475 Main St Washington DC 20260",
            "Jane Sample||475 Main St|||Washington|DC|20260|US",
        ),
        ("475 Main St\nNew York New York 10118", "||475 Main St|||New York|NY|10118|US"),
        (
            "Casey Example\n1 Main St\nCasper\nWyoming 82601\n+1 307 555 0142",
            "Casey Example||1 Main St|||Casper|WY|82601|US|+1 307 555 0142",
        ),
    ]);
}

#[test]
fn foreign_blocks() {
    check(&[
        (
            "Joe Bloggs\n10 Sample Mews\nFlat 2B\nLondon\nSW1A 2AA\nUnited Kingdom",
            "Joe Bloggs||10 Sample Mews|Flat 2B||London||SW1A 2AA|GB",
        ),
        (
            "Joe Bloggs, 10 Sample Mews, London SW1A 2AA, UK",
            "Joe Bloggs||10 Sample Mews|||London||SW1A 2AA|GB",
        ),
        (
            "Joe Bloggs\n10 Sample Mews\nLondon SW1A 2AA",
            "Joe Bloggs||10 Sample Mews|||London||SW1A 2AA|GB",
        ),
        (
            "Pat Sample\n111 Wellington St\nOttawa ON K1A 0A9\nCanada",
            "Pat Sample||111 Wellington St|||Ottawa|ON|K1A 0A9|CA",
        ),
        (
            "Pat Sample\n111 Wellington St\nOttawa, Ontario K1A 0A9",
            "Pat Sample||111 Wellington St|||Ottawa|ON|K1A 0A9|CA",
        ),
        (
            "Erika Muster\nMusterweg 5\n10115 Berlin\nGermany",
            "Erika Muster||Musterweg 5|||Berlin||10115|DE",
        ),
        (
            "Muster GmbH\nErika Muster\nMusterweg 5\nD-10115 Berlin\nDeutschland",
            "Erika Muster|Muster GmbH|Musterweg 5|||Berlin||10115|DE",
        ),
        (
            "Jan Voorbeeld\nDamrak 1\n1012 LG Amsterdam\nNetherlands",
            "Jan Voorbeeld||Damrak 1|||Amsterdam||1012 LG|NL",
        ),
        (
            "Sam Sample\n1 George St\nSydney NSW 2000\nAustralia",
            "Sam Sample||1 George St|||Sydney|NSW|2000|AU",
        ),
        (
            "Chris Wong\n8 Queen's Road\nCentral\nHong Kong",
            "Chris Wong||8 Queen's Road|||Central|||HK",
        ),
    ]);
}

#[test]
fn o25_countries_and_postcodes_as_in_tables() {
    check(&[
        (
            "Ann Muster\nStrøget 1\nDK-1566 København\nDanmark",
            "Ann Muster||Strøget 1|||København||1566|DK",
        ),
        (
            "Kim Example\n12 Sejong-daero\nSeoul 03051\nKorea, Republic of",
            "Kim Example||12 Sejong-daero|||Seoul|Seoul|03051|KR",
        ),
        (
            "Ann Sample\n1 Main St\nBoston, MA 02110\nUnited States (US)",
            "Ann Sample||1 Main St|||Boston|MA|02110|US",
        ),
        (
            "Ann Sample\n1 Main St\nWashington, D.C. 20500 1234",
            "Ann Sample||1 Main St|||Washington|DC|20500-1234|US",
        ),
        (
            "Joe Bloggs\n10 Sample Mews\nLondon sw1a2aa\nU.K.",
            "Joe Bloggs||10 Sample Mews|||London||SW1A 2AA|GB",
        ),
    ]);
}

#[test]
fn nothing_is_dropped() {
    check(&[
        ("Jane Sample\nsomewhere far", "Jane Sample||somewhere far||||||US"),
        ("", "||||||||US"),
    ]);
}

#[test]
fn a_whole_address_has_somebody_and_a_place() {
    for text in [
        "Riley Sample, 233 S Wacker Dr, Chicago, IL 60606",
        "Riley Sample 233 S Wacker Dr Chicago IL 60606",
        "Example GmbH\nLöwenstraße 1\n53111 Bonn\nGermany",
    ] {
        assert!(whole_address(text).is_some(), "{text}");
    }
    for text in [
        "",
        "casey",
        "Riley Sample",
        "Riley Sample, Chicago, IL 60606",
        "233 S Wacker Dr, Chicago, IL 60606",
        "Riley Sample, 233 S Wacker Dr, Chicago, IL",
    ] {
        assert!(whole_address(text).is_none(), "{text}");
    }
}
