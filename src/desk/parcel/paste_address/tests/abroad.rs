//! Blocks as people of each country write them.

use super::check;

#[test]
fn o31_europe() {
    check(&[
        (
            "Jean Dupont\n12 bis rue de Rivoli\n75004 Paris\nFrance",
            "Jean Dupont||12 bis rue de Rivoli|||Paris||75004|FR",
        ),
        (
            "Jean Dupont, 5 avenue Foch, 69006 Lyon Cedex 06, France",
            "Jean Dupont||5 avenue Foch|||Lyon Cedex 06||69006|FR",
        ),
        (
            "Sophie Peeters\nKeizersgracht 12-3\n1015 CJ Amsterdam\nNederland",
            "Sophie Peeters||Keizersgracht 12-3|||Amsterdam||1015 CJ|NL",
        ),
        (
            "Lars Holm\nVestergade 12, 2. tv\nDK-1456 København K\nDanmark",
            "Lars Holm||Vestergade 12, 2. tv|||København K||1456|DK",
        ),
        (
            "Lars Holm, Vestergade 12, 8000 Aarhus C, Denmark",
            "Lars Holm||Vestergade 12|||Aarhus C||8000|DK",
        ),
        (
            "Anna Nowak\nul. Długa 5/7\n00-238 Warszawa\nPolska",
            "Anna Nowak||ul. Długa 5/7|||Warszawa||00-238|PL",
        ),
        (
            "Anna Nowak\nul. Długa 5\nPL-31-147 Kraków",
            "Anna Nowak||ul. Długa 5|||Kraków||31-147|PL",
        ),
        (
            "Ola Nordmann\nKarl Johans gate 22\n0026 Oslo\nNorge",
            "Ola Nordmann||Karl Johans gate 22|||Oslo||0026|NO",
        ),
        (
            "Erik Berg\nLilla gatan 3\nS-411 05 Göteborg",
            "Erik Berg||Lilla gatan 3|||Göteborg||411 05|SE",
        ),
        (
            "Erika Muster\nMusterweg 5\nD-10115 Berlin",
            "Erika Muster||Musterweg 5|||Berlin||10115|DE",
        ),
        (
            "Franz Huber\nStephansplatz 1/4\nA-1010 Wien\nÖsterreich",
            "Franz Huber||Stephansplatz 1/4|||Wien||1010|AT",
        ),
        (
            "Urs Meier\nBahnhofstrasse 12\nCH-8001 Zürich\nSchweiz",
            "Urs Meier||Bahnhofstrasse 12|||Zürich||8001|CH",
        ),
        (
            "Mario Rossi, Via Roma, 10, 20121 Milano MI, Italia",
            "Mario Rossi||Via Roma, 10|||Milano|MI|20121|IT",
        ),
        (
            "Mario Rossi\nPiazza Duomo 3\n00184 Roma (RM)\nItaly",
            "Mario Rossi||Piazza Duomo 3|||Roma|RM|00184|IT",
        ),
        (
            "Luis Gil\nCalle Mayor, 5, 3º B\n28013 Madrid\nEspaña",
            "Luis Gil||Calle Mayor, 5, 3º B|||Madrid|Madrid|28013|ES",
        ),
        (
            "Siobhán Byrne\n12 Main Street\nBallina\nCo. Mayo\nF26 X7K2\nIreland",
            "Siobhán Byrne||12 Main Street|||Ballina|Co. Mayo|F26 X7K2|IE",
        ),
        (
            "Siobhán Byrne\n7 Grafton Street\nDublin 2\nD02 AF30\nIreland",
            "Siobhán Byrne||7 Grafton Street|||Dublin 2||D02 AF30|IE",
        ),
        (
            "Siobhán Byrne\n7 Patrick Street\nCork\nIreland",
            "Siobhán Byrne||7 Patrick Street|||Cork|||IE",
        ),
        (
            "Jana Nová\nDlouhá 12\n110 00 Praha 1\nCzechia",
            "Jana Nová||Dlouhá 12|||Praha 1||110 00|CZ",
        ),
        (
            "Nagy Éva\nVáci utca 3\n1051 Budapest\nHungary",
            "Nagy Éva||Váci utca 3|||Budapest||1051|HU",
        ),
        (
            "Rui Costa\nRua Augusta 10, 2.º Esq.\n1100-053 Lisboa\nPortugal",
            "Rui Costa||Rua Augusta 10, 2.º Esq.|||Lisboa||1100-053|PT",
        ),
    ]);
}

#[test]
fn o31_asia_and_the_pacific() {
    check(&[
        (
            "Taro Yamada\n1-2-3 Shibuya\nShibuya-ku, Tokyo 150-0002\nJapan",
            "Taro Yamada||1-2-3 Shibuya|||Shibuya-ku|Tokyo|150-0002|JP",
        ),
        (
            "日本\n〒154-0023\n東京都世田谷区若林1-2-3\n山田太郎",
            "山田太郎||若林1-2-3|||世田谷区|東京都|154-0023|JP",
        ),
        (
            "山田花子\n〒530-0001 大阪府大阪市北区梅田3-1-1 梅田ビル5F\n日本",
            "山田花子||梅田3-1-1 梅田ビル5F|||大阪市北区|大阪府|530-0001|JP",
        ),
        (
            "Chris Wong\nUnit 12A, 10/F, Wing Building\n88 Des Voeux Road Central\nSheung Wan\nHong Kong",
            "Chris Wong||Unit 12A, 10/F, Wing Building|88 Des Voeux Road Central||Sheung Wan|||HK",
        ),
        (
            "Chris Wong, Room 5, 3/F, Block C, 12 Sha Tin Centre Street, Sha Tin, New Territories, Hong Kong",
            "Chris Wong||Room 5, 3/F|Block C|12 Sha Tin Centre Street|Sha Tin|New Territories||HK",
        ),
        (
            "Lee Ka Yan\nG/F, 20 Canton Road\nTsim Sha Tsui, Kowloon\nHong Kong SAR",
            "Lee Ka Yan||G/F, 20 Canton Road|||Tsim Sha Tsui|Kowloon||HK",
        ),
        (
            "Priya Shah\n12 MG Road\nBandra West\nMumbai 400050\nMaharashtra\nIndia",
            "Priya Shah||12 MG Road|Bandra West||Mumbai|Maharashtra|400050|IN",
        ),
        (
            "Priya Shah, 5 Janpath, New Delhi 110 001, India",
            "Priya Shah||5 Janpath|||New Delhi||110001|IN",
        ),
        (
            "Ravi Rao, Flat 302, Green Towers, Whitefield, Bengaluru, Karnataka - 560066, India",
            "Ravi Rao||Flat 302|Green Towers|Whitefield|Bengaluru|Karnataka|560066|IN",
        ),
        (
            "Sam Sample\nUnit 3, 120 Collins Street\nMelbourne VIC 3000\nAustralia",
            "Sam Sample||Unit 3, 120 Collins Street|||Melbourne|VIC|3000|AU",
        ),
        (
            "Sam Sample, 1000 Ann Street, Fortitude Valley, Queensland 4006, Australia",
            "Sam Sample||1000 Ann Street|||Fortitude Valley|QLD|4006|AU",
        ),
        (
            "Sam Sample\n5 Mitchell St\nDarwin NT 800\nAustralia",
            "Sam Sample||5 Mitchell St|||Darwin|NT|0800|AU",
        ),
        (
            "Mere Kahu\n9 Queen Street\nPonsonby\nAuckland 1011\nNew Zealand",
            "Mere Kahu||9 Queen Street|Ponsonby||Auckland||1011|NZ",
        ),
        (
            "Tan Wei\n10 Bayfront Avenue\n#05-12\nSingapore 018956",
            "Tan Wei||10 Bayfront Avenue|#05-12||Singapore||018956|SG",
        ),
    ]);
}

#[test]
fn o31_the_americas() {
    check(&[
        (
            "Maria Souza\nRua das Flores, 123, apto 4\nBela Vista\nSão Paulo/SP\nCEP 01310-200\nBrasil",
            "Maria Souza||Rua das Flores, 123, apto 4|Bela Vista||São Paulo|SP|01310-200|BR",
        ),
        (
            "Maria Souza, Av. Atlântica 1702, Copacabana, Rio de Janeiro, 22021-001, Brazil",
            "Maria Souza||Av. Atlântica 1702|Copacabana||Rio de Janeiro|RJ|22021-001|BR",
        ),
        (
            "Maria Souza\nRua XV de Novembro 50\nCampinas, São Paulo 13010-100\nBrasil",
            "Maria Souza||Rua XV de Novembro 50|||Campinas|SP|13010-100|BR",
        ),
        (
            "José Pérez\nAv. Reforma 222\nCol. Juárez\n06600 Ciudad de México, CDMX\nMéxico",
            "José Pérez||Av. Reforma 222|Col. Juárez||Ciudad de México|CMX|06600|MX",
        ),
        (
            "José Pérez, Calle 5 de Mayo 10, Col. Centro, C.P. 44100, Guadalajara, Jal., Mexico",
            "José Pérez||Calle 5 de Mayo 10|Col. Centro||Guadalajara|JAL|44100|MX",
        ),
        (
            "Jane Sample, 350 5th Ave, New York 10118",
            "Jane Sample||350 5th Ave|||New York|NY|10118|US",
        ),
        (
            "3M Company\n100 Main St\nSt. Paul, MN 55101",
            "3M Company||100 Main St|||St. Paul|MN|55101|US",
        ),
        (
            "Example Inc.\nDiane Lane\n1 Ferry Building\nSan Francisco CA 94111",
            "Diane Lane|Example Inc.|1 Ferry Building|||San Francisco|CA|94111|US",
        ),
        (
            "Jane Sample\n12 Calle Sol\nSan Juan, PR 00901",
            "Jane Sample||12 Calle Sol|||San Juan|PR|00901|US",
        ),
        (
            "Pat Sample\nSuite 200\n111 Wellington St\nOttawa, Ontario\nK1A 0A9\nCANADA",
            "Pat Sample||111 Wellington St|Suite 200||Ottawa|ON|K1A 0A9|CA",
        ),
        (
            "JANE SAMPLE\n475 MAIN ST APT 4\nNASHVILLE TN 37206 1234",
            "JANE SAMPLE||475 MAIN ST APT 4|||NASHVILLE|TN|37206-1234|US",
        ),
    ]);
}
