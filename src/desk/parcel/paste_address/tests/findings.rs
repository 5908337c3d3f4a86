//! The findings of a stranger's run, each with further blocks of its kind.

use super::check;

/// Who takes the parcel in stays a line; the name is that of the first line.
#[test]
fn o15_the_name_is_that_of_the_first_line() {
    check(&[
        (
            "Ana Test\nc/o Bob Jones\n100 Main St\nNashville TN 37206",
            "Ana Test||100 Main St|c/o Bob Jones||Nashville|TN|37206|US",
        ),
        (
            "Ana Test, c/o Bob Jones, 100 Main St, Apt 4, Nashville, TN 37206",
            "Ana Test||100 Main St|Apt 4|c/o Bob Jones|Nashville|TN|37206|US",
        ),
        (
            "Ana Test c/o Bob Jones, 100 Main St, Nashville, TN 37206",
            "Ana Test||100 Main St|c/o Bob Jones||Nashville|TN|37206|US",
        ),
        (
            "Maria Lopez\nC/O Front Desk\n2100 Ocean Dr\nMiami Beach, FL 33139",
            "Maria Lopez||2100 Ocean Dr|C/O Front Desk||Miami Beach|FL|33139|US",
        ),
        (
            "Ana Test\nCare of Bob Jones\n100 Main St\nNashville TN 37206",
            "Ana Test||100 Main St|Care of Bob Jones||Nashville|TN|37206|US",
        ),
        (
            "Acme\nAttn: Receiving\n9 Dock Rd\nReno, NV 89502",
            "Acme||9 Dock Rd|Attn: Receiving||Reno|NV|89502|US",
        ),
        (
            "Attn: Riley Sample\nExample Goods LLC\nPO Box 12\nSpringfield, Illinois 62701",
            "Riley Sample|Example Goods LLC|PO Box 12|||Springfield|IL|62701|US",
        ),
        // Nobody is named but the one who takes it in.
        (
            "c/o Bob Jones\n100 Main St\nNashville TN 37206",
            "||100 Main St|c/o Bob Jones||Nashville|TN|37206|US",
        ),
        (
            "Muster GmbH\nz. Hd. Frau Schmidt\nHauptstr. 5\n10115 Berlin\nGermany",
            "Muster GmbH||Hauptstr. 5|z. Hd. Frau Schmidt||Berlin||10115|DE",
        ),
        (
            "Muster GmbH & Co. KG\nEinkauf\nz.Hd. Herrn Schmidt\nHauptstr. 5\n10115 Berlin\nGermany",
            "Muster GmbH & Co. KG|Einkauf|Hauptstr. 5|z.Hd. Herrn Schmidt||Berlin||10115|DE",
        ),
        (
            "Erika Muster\nbei Familie Schulz\nLindenweg 12 a\n80331 München\nDeutschland",
            "Erika Muster||Lindenweg 12 a|bei Familie Schulz||München||80331|DE",
        ),
        (
            "Lucie Martin\na/s de Paul Roy\n85 rue Sainte-Anne\nQuébec QC G1R 3X6\nCanada",
            "Lucie Martin||85 rue Sainte-Anne|a/s de Paul Roy||Québec|QC|G1R 3X6|CA",
        ),
        (
            "Jan Jansen\nt.a.v. Afdeling Inkoop\nHoofdstraat 10\n3511 AB Utrecht\nNetherlands",
            "Jan Jansen||Hoofdstraat 10|t.a.v. Afdeling Inkoop||Utrecht||3511 AB|NL",
        ),
        (
            "Sam Smith\nFAO Reception\n1 Canal Street\nManchester\nM1 3HE\nUK",
            "Sam Smith||1 Canal Street|FAO Reception||Manchester||M1 3HE|GB",
        ),
        // The names of people begin like the marks.
        (
            "Attila Kovacs\n12 Elm St\nAkron, OH 44308",
            "Attila Kovacs||12 Elm St|||Akron|OH|44308|US",
        ),
        (
            "Chez Panisse\n1517 Shattuck Ave\nBerkeley, CA 94709",
            "Chez Panisse||1517 Shattuck Ave|||Berkeley|CA|94709|US",
        ),
    ]);
}

#[test]
fn o16_a_county_is_no_city() {
    check(&[
        (
            "Ana Test\n12 High St\nLeeds\nWest Yorkshire\nLS1 4AP\nUnited Kingdom",
            "Ana Test||12 High St|||Leeds|West Yorkshire|LS1 4AP|GB",
        ),
        (
            "Ana Test\n4 Mill Lane\nHeadingley\nLeeds\nW. Yorks\nLS6 2AA\nUK",
            "Ana Test||4 Mill Lane|Headingley||Leeds|W. Yorks|LS6 2AA|GB",
        ),
        (
            "Tom Hall, 3 Castle Road, Colchester, Essex CO1 1UJ, United Kingdom",
            "Tom Hall||3 Castle Road|||Colchester|Essex|CO1 1UJ|GB",
        ),
        (
            "Tom Hall\n3 Castle Road\nColchester\nEssex\nEngland\nCO1 1UJ",
            "Tom Hall||3 Castle Road|||Colchester|Essex|CO1 1UJ|GB",
        ),
        (
            "Kirsty Reid\n7 Bridge Street\nPerth\nPerthshire\nPH1 5JB\nScotland",
            "Kirsty Reid||7 Bridge Street|||Perth|Perthshire|PH1 5JB|GB",
        ),
        (
            "Rhys Evans\n2 Harbour Way\nCardiff\nSouth Glamorgan\nCF10 4PA\nWales",
            "Rhys Evans||2 Harbour Way|||Cardiff|South Glamorgan|CF10 4PA|GB",
        ),
        (
            "Niamh Kelly\n15 Market Square\nLisburn\nCounty Antrim\nBT28 1AG\nNorthern Ireland",
            "Niamh Kelly||15 Market Square|||Lisburn|County Antrim|BT28 1AG|GB",
        ),
        (
            "Joe Bloggs\nRose Cottage\nChurch Lane\nStratford upon Avon\nWarwickshire CV37 6HB\nUK",
            "Joe Bloggs||Rose Cottage|Church Lane||Stratford upon Avon|Warwickshire|CV37 6HB|GB",
        ),
        (
            "Ana Test\nFlat 2B\n10 Queen Street\nEdinburgh EH2 1JE\nUnited Kingdom",
            "Ana Test||Flat 2B|10 Queen Street||Edinburgh||EH2 1JE|GB",
        ),
        // Without a city, the county does not become one.
        ("Ana Test\n10 High St\nKent\nME1 1AA\nUK", "Ana Test||10 High St||||Kent|ME1 1AA|GB"),
    ]);
}

#[test]
fn o17_a_box_or_a_route_is_a_street() {
    check(&[
        ("RR 2 Box 152, Greene NY 13778", "||RR 2 Box 152|||Greene|NY|13778|US"),
        ("R.R. 1 Box 44A\nSalem, IL 62881", "||R.R. 1 Box 44A|||Salem|IL|62881|US"),
        ("HC 68 Box 23A, Salmon ID 83467", "||HC 68 Box 23A|||Salmon|ID|83467|US"),
        ("Rural Route 3 Box 9, Delhi NY 13753", "||Rural Route 3 Box 9|||Delhi|NY|13753|US"),
        ("PO Box 4471,Santa Fe,New Mexico,87502", "||PO Box 4471|||Santa Fe|NM|87502|US"),
        ("P.O. Box 12, Ely, NV 89301", "||P.O. Box 12|||Ely|NV|89301|US"),
        ("POB 990\nTruro NS B2N 5G8\nCanada", "||POB 990|||Truro|NS|B2N 5G8|CA"),
        ("General Delivery\nTalkeetna, AK 99676", "||General Delivery|||Talkeetna|AK|99676|US"),
        (
            "SGT Jane Sample\nPSC 802 Box 74\nAPO AE 09499-0074",
            "SGT Jane Sample||PSC 802 Box 74|||APO|AE|09499-0074|US",
        ),
        ("PSC 3 Box 1234, APO, AP, 96266, US", "||PSC 3 Box 1234|||APO|AP|96266|US"),
        ("CMR 402 Box 1357\nAPO AE 09180", "||CMR 402 Box 1357|||APO|AE|09180|US"),
        (
            "Pat Sample\nUnit 2050 Box 4190\nAPO AP 96278\nUnited States",
            "Pat Sample||Unit 2050 Box 4190|||APO|AP|96278|US",
        ),
        (
            "João Silva, Av. Paulista 1578, apto 42, São Paulo - SP, 01310-200, Brasil",
            "João Silva||Av. Paulista 1578|apto 42||São Paulo|SP|01310-200|BR",
        ),
        (
            "Postfach 10 12 34, 70011 Stuttgart, Germany",
            "||Postfach 10 12 34|||Stuttgart||70011|DE",
        ),
        // Neither is a street whose number is behind it.
        ("Hauptstr. 5, 10115 Berlin, Germany", "||Hauptstr. 5|||Berlin||10115|DE"),
        (
            "Jane Sample 475 Main St, Boston, MA 02110",
            "Jane Sample||475 Main St|||Boston|MA|02110|US",
        ),
    ]);
}

#[test]
fn w5_a_province_is_no_city() {
    check(&[
        ("Ola Kim, 9 King St, Toronto, ON M5H 1A1", "Ola Kim||9 King St|||Toronto|ON|M5H 1A1|CA"),
        (
            "Ola Kim, 9 King St, Toronto, ON M5H 1A1, Canada",
            "Ola Kim||9 King St|||Toronto|ON|M5H 1A1|CA",
        ),
        (
            "Ola Kim, 9 King St, Toronto ON M5H 1A1, Canada",
            "Ola Kim||9 King St|||Toronto|ON|M5H 1A1|CA",
        ),
        (
            "Ola Kim, 9 King St, Toronto, ON, M5H 1A1, CA",
            "Ola Kim||9 King St|||Toronto|ON|M5H 1A1|CA",
        ),
        ("Ola Kim\n9 King St\nToronto\nON M5H1A1", "Ola Kim||9 King St|||Toronto|ON|M5H 1A1|CA"),
        (
            "Lea Roy, 12 rue Notre-Dame, Lévis, Québec G6V 4A3, Canada",
            "Lea Roy||12 rue Notre-Dame|||Lévis|QC|G6V 4A3|CA",
        ),
        (
            "Lea Roy\n12 rue Notre-Dame O\nMontréal (Québec) H2Y 1C6",
            "Lea Roy||12 rue Notre-Dame O|||Montréal|QC|H2Y 1C6|CA",
        ),
        (
            "Sid Roe, 7200 Cedar Otter St, Vancouver, British Columbia V5K 1A9, Canada",
            "Sid Roe||7200 Cedar Otter St|||Vancouver|BC|V5K 1A9|CA",
        ),
        (
            "Ann Pike\n5 Water St\nSt. John's, Newfoundland and Labrador A1C 1A1",
            "Ann Pike||5 Water St|||St. John's|NL|A1C 1A1|CA",
        ),
        (
            "Ann Pike\n5 Water St\nCharlottetown, Prince Edward Island\nC1A 4P3\nCanada",
            "Ann Pike||5 Water St|||Charlottetown|PE|C1A 4P3|CA",
        ),
        // Nothing of it tells the city.
        ("Ola Kim\n9 King St\nON M5H 1A1", "Ola Kim||9 King St||||ON|M5H 1A1|CA"),
    ]);
}

#[test]
fn o31_what_is_written_around_an_address() {
    check(&[
        (
            "Ana Test\n100 MAIN ST\nNASHVILLE, TN 37206-1234\nUnited States\n\
             Phone: +1 480-618-3344 ext. 12345",
            "Ana Test||100 MAIN ST|||NASHVILLE|TN|37206-1234|US|+1 480-618-3344 ext. 12345",
        ),
        (
            "Ana Test, 100 Main St, Nashville, TN 37206, Phone: 615-555-0100 x22",
            "Ana Test||100 Main St|||Nashville|TN|37206|US|615-555-0100 x22",
        ),
        (
            "Ana Test\n100 Main St\nNashville, TN 37206\n+1 (615) 555-0100 extension 7",
            "Ana Test||100 Main St|||Nashville|TN|37206|US|+1 (615) 555-0100 extension 7",
        ),
        (
            "Ana Test\n100 Main St\nNashville, TN 37206\nTel. 615 555 0100, ana@example.com",
            "Ana Test||100 Main St|||Nashville|TN|37206|US|615 555 0100|ana@example.com",
        ),
        (
            "Nils Berg\nStorgata 5\n0155 Oslo\nNorway\nVAT: NO 912 345 678 MVA\nEORI: NO912345678",
            "Nils Berg||Storgata 5|||Oslo||0155|NO",
        ),
        (
            "Eva Muster\nHauptstr. 5\n10115 Berlin\nGermany\nUSt-IdNr. DE123456789",
            "Eva Muster||Hauptstr. 5|||Berlin||10115|DE",
        ),
        (
            "João Silva\nRua das Flores, 123\nCampinas - SP\n13010-100\nBrazil\nCPF: 123.456.789-09",
            "João Silva||Rua das Flores, 123|||Campinas|SP|13010-100|BR",
        ),
        (
            "Ana Test\n1600 Pennsylvania Ave NW\nWashington, D.C. 20500",
            "Ana Test||1600 Pennsylvania Ave NW|||Washington|DC|20500|US",
        ),
        (
            "Ana Test, 1600 Pennsylvania Ave NW, Washington, D.C., 20500",
            "Ana Test||1600 Pennsylvania Ave NW|||Washington|DC|20500|US",
        ),
        ("Ana Test\n9 Elm Ct\nAmherst, MA 1002", "Ana Test||9 Elm Ct|||Amherst|MA|01002|US"),
        ("Ana Test, 9 Elm Ct, Boston, MA, 2116, US", "Ana Test||9 Elm Ct|||Boston|MA|02116|US"),
        ("Ana Test\n9 Elm Ct\nNewark NJ 7102-1234", "Ana Test||9 Elm Ct|||Newark|NJ|07102-1234|US"),
        (
            "Eva Muster\nHauptstr. 5\n1067 Dresden\nGermany",
            "Eva Muster||Hauptstr. 5|||Dresden||01067|DE",
        ),
        (
            "Ana Test\n100 Main St\nNashville, TN, 37206, US",
            "Ana Test||100 Main St|||Nashville|TN|37206|US",
        ),
        (
            "Ana Test\n100 Main St\nNashville TN 37206 USA",
            "Ana Test||100 Main St|||Nashville|TN|37206|US",
        ),
        (
            "Name: Ana Test / Address: 100 Main St, Nashville TN 37206 / Phone: 615-555-0100",
            "Ana Test||100 Main St|||Nashville|TN|37206|US|615-555-0100",
        ),
        (
            "Jane Doe, 12 Elm St, Nashville, Davidson County, TN 37206",
            "Jane Doe||12 Elm St|||Nashville|TN|37206|US",
        ),
        (
            "Ana Test, 44 Capitol St, Charleston, West Virginia 25301",
            "Ana Test||44 Capitol St|||Charleston|WV|25301|US",
        ),
        (
            "Name: Ana Test\nAddress: 100 Main St, Nashville, TN 37206\nPhone: 615-555-0100",
            "Ana Test||100 Main St|||Nashville|TN|37206|US|615-555-0100",
        ),
        (
            "Name: Ana Test\nCompany: Acme\nStreet: 100 Main St\nCity: Nashville\nState: Tennessee\n\
             Zip: 37206\nCountry: USA\nEmail: ana@example.com",
            "Ana Test|Acme|100 Main St|||Nashville|TN|37206|US||ana@example.com",
        ),
        (
            "Name: Ana Test Address: 12 High St, Leeds LS1 4AP Phone: 0113 496 0000",
            "Ana Test||12 High St|||Leeds||LS1 4AP|GB|0113 496 0000",
        ),
        (
            "Nombre: Luis Gil\nDirección: Calle Mayor 5\nCódigo postal: 28013\nCiudad: Madrid\n\
             País: España",
            "Luis Gil||Calle Mayor 5|||Madrid||28013|ES",
        ),
        (
            "Full name: Sam Roe\nAddress line 1: 1 George St\nCity: Sydney\nState: New South Wales\n\
             Postcode: 2000\nCountry: Australia",
            "Sam Roe||1 George St|||Sydney|NSW|2000|AU",
        ),
        (
            "Eva Svensson\nStorgatan 1\nSE-111 22 Stockholm",
            "Eva Svensson||Storgatan 1|||Stockholm||111 22|SE",
        ),
        (
            "Eva Svensson\nStorgatan 1\nSE-111 22 Stockholm\nSverige",
            "Eva Svensson||Storgatan 1|||Stockholm||111 22|SE",
        ),
        (
            "Chan Tai Man, Flat B, 4/F, 123 Nathan Road, Mong Kok, Kowloon, Hong Kong",
            "Chan Tai Man||Flat B|4/F|123 Nathan Road|Mong Kok|Kowloon||HK",
        ),
    ]);
}

/// What is not read with certainty is asked for.
#[test]
fn o31_what_is_not_certain_stays_blank() {
    check(&[
        // A city that no table knows, behind a street.
        (
            "Ana Test\n475 Main St Smallville KS 67524",
            "Ana Test||475 Main St Smallville||||KS|67524|US",
        ),
        // No city at all.
        ("Ana Test\n475 Main St\nTN 37206", "Ana Test||475 Main St||||TN|37206|US"),
        // A postcode of many countries.
        ("Ana Test\nMusterweg 5\n10115 Berlin", "Ana Test||Musterweg 5|10115 Berlin|||||US"),
        // The city is known, the postcode is missing.
        ("Ana Test\n9 King St\nToronto, ON", "Ana Test||9 King St|||Toronto|ON||CA"),
        ("Ana Test, 100 Main St, Atlanta, Georgia", "Ana Test||100 Main St|||Atlanta|GA||US"),
        ("Ana Test\nMusterweg 5\nIrgendwo\nGermany", "Ana Test||Musterweg 5|Irgendwo|||||DE"),
    ]);
}
