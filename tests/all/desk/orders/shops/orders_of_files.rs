//! The orders of each file, read as the program reads it.

use postroom::desk::orders::import::read_orders::{
    ImportContext, QuestionKind, ReadOrders, SkipReason, read_orders,
};
use postroom::desk::records::order::{Order, OrderItem};
use postroom::desk::tables::headings::recognize;
use postroom::desk::tables::read_file::{ReadOptions, read_file};
use postroom::desk::tables::shop_words::WordColumn;

use super::bytes_of;

fn orders_of(file: &str) -> ReadOrders {
    let workbook = read_file(file, &bytes_of(file), &ReadOptions::default()).unwrap();
    let sheet = &workbook.sheets[0];
    let read = recognize(sheet);
    assert!(read.sure, "{file}");
    let mut context = ImportContext::default();
    context.presets.insert("Small box".to_owned(), "small".to_owned());
    read_orders(sheet, read.heading_row, &read.mapping, &context)
}

/// Number, recipient and telephone, shipping with its day, parcels, value, items, and what else
/// there is: reference, note, preset, notes of the import.
fn shown(order: &Order) -> String {
    let to = &order.to;
    let address = [
        &to.name,
        &to.company,
        &to.street1,
        &to.street2,
        &to.street3,
        &to.city,
        &to.state,
        &to.zip,
        &to.country,
        &to.phone,
    ];
    let address: Vec<&str> = address.into_iter().map(String::as_str).collect();
    let address: Vec<&str> = address.into_iter().filter(|part| !part.is_empty()).collect();
    let day = order.ship_by.map_or(String::new(), |day| format!(" by {day}"));
    let parcels: Vec<String> = order
        .parcels
        .iter()
        .map(|parcel| {
            let weight = match parcel.weight.as_str() {
                "" => "-".to_owned(),
                weight => format!("{weight} {}", parcel.weight_unit.code()),
            };
            match parcel.length.as_str() {
                "" => weight,
                length => format!(
                    "{weight} {length}x{}x{} {}",
                    parcel.width,
                    parcel.height,
                    parcel.length_unit.code()
                ),
            }
        })
        .collect();
    let total = order
        .total
        .map_or(String::new(), |total| format!("{} {}", total.amount, total.currency.code()));
    let items: Vec<String> = order.items.iter().map(shown_item).collect();
    let mut more = Vec::new();
    if !order.reference.is_empty() {
        more.push(format!("ref {}", order.reference));
    }
    if !order.note.is_empty() {
        more.push(format!("note {}", order.note.replace('\n', "/")));
    }
    if let Some(preset) = &order.preset {
        more.push(format!("preset {}", preset.key));
    }
    if order.canceled {
        more.push("canceled".to_owned());
    }
    for note in &order.import_notes {
        more.push(format!("{:?} {}", note.kind, note.text));
    }
    [
        order.number.clone(),
        address.join(", "),
        format!("{}{day}", order.shipping),
        parcels.join("; "),
        total,
        items.join("; "),
        more.join("; "),
    ]
    .join(" | ")
}

fn shown_item(item: &OrderItem) -> String {
    let name = if item.sku.is_empty() { &item.name } else { &item.sku };
    let mut shown = format!("{} {name}", item.quantity);
    if let Some(value) = item.value {
        shown.push_str(&format!(" {} {}", value.amount, value.currency.code()));
    }
    if !item.weight.is_empty() {
        shown.push_str(&format!(" {} {}", item.weight, item.weight_unit.code()));
    }
    shown
}

struct Expected {
    file: &'static str,
    orders: &'static [&'static str],
}

const EXPECTED: [Expected; 16] = [
    Expected {
        file: "shopify_orders.csv",
        orders: &[
            "#1001 | Maria O'Neill, 12 Elm Street, Apt 4B, Attleboro, MA, 02703, US, +15085550142 \
             | Standard Shipping |  | 94.00 USD | 2 MUG-BLU 28.00 USD; 1 BOWL-L 38.00 USD \
             | note Please leave with the neighbor, the dog bites.",
            "#1002 | Jürgen Müller, Müller & Söhne GmbH, Hohe Straße 41, Hinterhaus, Köln, 50667, \
             DE, +492215550117 | International Tracked |  | 64.00 USD | 2 MUG-12-SUN 32.00 USD | ",
            "#1003 | Priya Raman, 901 Lake Avenue, Rochester, NY, 14613, US, +15855550166 \
             | Standard Shipping |  | 28.00 USD | 1 MUG-GRN 28.00 USD | canceled",
            "#1004 | US |  |  | 50.00 USD | 1 Gift Card - $50.00 50.00 USD | ClosedInShop fulfilled",
            "#1005 | SGT Aaron Cole, PSC 3 Box 4120, APO, AE, 09021, US | Priority to APO/FPO |  \
             | 112.00 USD | 4 CUP-ESP 14.00 USD; 4 SAU-ESP 14.00 USD | ",
            "#1006 | Zoë Tremblay, 1455 Rue Sherbrooke O, App. 305, Montréal, QC, H3G 1L2, CA, \
             +15145550133 | International Tracked |  | 38.00 USD | 1 BOWL-S 38.00 USD \
             | note Cadeau!/Pas de facture, merci.",
            "#1007 | Kai Nakamura, 1330 Ala Moana Blvd, #1203, Honolulu, HI, 96814, US, \
             +18085550175 | Standard Shipping |  | 56.00 USD | 1 MUG-BLU 28.00 USD; \
             1 MUG-GRN 28.00 USD | ",
            "#1008 | Ruth Abernathy, Abernathy Books, 5 Harbor Lane, Portland, ME, 04101, US, \
             +12075550109 | Standard Shipping |  | 28.00 USD | 1 MUG-BLU 28.00 USD \
             | ClosedInShop fulfilled",
        ],
    },
    Expected {
        file: "etsy_sold_orders.csv",
        orders: &[
            "3412900118 | Tessa Lindqvist, 118 Maple Ave, Unit 2, Cambridge, MA, 02139, US |  |  \
             | 83.00 USD |  | ",
            "3412911745 | Bo Hansen, 9 Ridge Rd, Ely, NV, 89301, US |  |  | 18.50 USD |  \
             | ClosedInShop Shipped",
            "3412987000 | Hannah Weiß, Lange Gasse 7, 2. Stock, Freiburg im Breisgau, 79098, DE |  \
             |  | 54.00 USD |  | ",
            "3413004412 | Olwen Pryce, 3 Mill Lane, Llandeilo, Carmarthenshire, SA19 6AA, GB |  |  \
             | 46.00 USD |  | ",
            "3413010090 | Dee Marsh, US |  |  | 9.00 USD |  | ",
            "3413022007 | CPO Elena Ruiz, USS Example (LHD 99), Unit 100260 Box 12, FPO, AP, \
             96660, US |  |  | 55.50 USD |  | ",
        ],
    },
    Expected {
        file: "etsy_sold_order_items.csv",
        orders: &[
            "3412900118 | Tessa Lindqvist, 118 Maple Ave, Unit 2, Cambridge, MA, 02139, US |  |  \
             |  | 1 APR-FLX 46.00 USD; 2 TWL-2 18.50 USD | ",
            "3412911745 | Bo Hansen, 9 Ridge Rd, Ely, NV, 89301, US |  |  |  | 1 TWL-2 18.50 USD \
             | ClosedInShop 11/20/26",
            "3412987000 | Hannah Weiß, Lange Gasse 7, 2. Stock, Freiburg im Breisgau, 79098, DE |  \
             |  |  | 1 NAP-6 54.00 USD | ",
            "3413004412 | Olwen Pryce, 3 Mill Lane, Llandeilo, Carmarthenshire, SA19 6AA, GB |  |  \
             |  | 1 APR-FLX 46.00 USD | ",
            "3413010090 | US |  |  |  | 1 PDF-APR 9.00 USD | ",
            "3413022007 | CPO Elena Ruiz, USS Example (LHD 99), Unit 100260 Box 12, FPO, AP, \
             96660, US |  |  |  | 3 TWL-2 18.50 USD | ",
        ],
    },
    Expected {
        file: "ebay_orders.csv",
        orders: &[
            "14-12288-30711 | Gus Ferreira, 40 Broad St, Apt 3, Providence, RI, 02903, US, \
             +1 401 555 0120 | USPS Priority Mail by 2026-11-23 |  |  | 1 LMP-BNK 64.50 USD | ",
            "14-12288-30900 | Mabel Whitfield, 2207 Pecan Grove, Austin, TX, 78704-2210, US, \
             +1 512 555 0188 | USPS Ground Advantage by 2026-11-23 |  |  | 2 PLT-6 18.00 USD; \
             1 PLT-8 26.00 USD | note Gift, please no invoice",
            "21-12290-11045 | Sören Kvist, Nørregade 14, 2. tv, København K, 1165, DK, \
             +45 55 501 200 | USPS Priority Mail International by 2026-11-24 |  |  \
             | 1 LMP-BNK 64.50 USD | ",
            "05-12291-77120 | PFC Dana Jones, Unit 15092, APO, AP, 96271, US \
             | USPS Priority Mail by 2026-11-24 |  |  | 1 TRN-HO-7 1150.00 USD | ",
            "05-12291-90003 | Ned Okafor, 18 Canal Rd, Bear, DE, 19701, US, +1 302 555 0131 \
             | USPS Ground Advantage by 2026-11-20 |  |  | 1 PLT-6 18.00 USD \
             | ClosedInShop Nov-19-26",
        ],
    },
    Expected {
        file: "amazon_unshipped_orders.txt",
        orders: &[
            "112-4410021-8830614 | Imani Brooks, 618 W 4th St, Apt 12C, Newark, NJ, 07102, US, \
             +1 210-555-0100 ext. 40112 | Standard by 2026-11-24 |  |  | 1 STR-FLT-01; \
             2 BTL-STL-20 | ",
            "114-9001877-2210067 | José Peña, Calle Luna 55, Urb. Las Flores, San Juan, PR, \
             00901-2214, US, +1 210-555-0100 ext. 40112 | Expedited by 2026-11-23 |  |  \
             | 1 BTL-STL-20 | ",
            "111-7723300-5568210 | Outfitters of Moab LLC, c/o Receiving, 88 Redrock Pkwy, Dock 4, \
             Moab, UT, 84532, US, +1 210-555-0100 ext. 40112 | SecondDay by 2026-11-24 |  |  \
             | 2 TENT-2P | ref PO-22817",
            "113-0045671-9934442 | Chidi Eze, 14 Quay Street, Galway, Co. Galway, H91 X5F2, IE, \
             +1 210-555-0100 ext. 40112 | Standard by 2026-11-25 |  |  | 1 STR-FLT-01 | ",
            "113-0045999-1200004 | Rhea Fox, 2 Birch Ct, Salem, OR, 97301, US, \
             +1 210-555-0100 ext. 40112 | Standard by 2026-11-25 |  |  | 1 STR-FLT-01 \
             | ClosedInShop true",
            "112-8800001-0000456 | SSgt Omar Haddad, CMR 402 Box 1180, APO, AE, 09180, US, \
             +1 210-555-0100 ext. 40112 | Standard by 2026-11-25 |  |  | 1 TENT-2P | ",
        ],
    },
    Expected {
        file: "amazon_order_report.txt",
        orders: &[
            "112-4410021-8830614 | Imani Brooks, 618 W 4th St, Apt 12C, Newark, NJ, 07102, US, \
             +1 480-555-0111 | Standard by 2026-11-24 |  |  | 1 STR-FLT-01 19.95 USD; \
             3 BTL-STL-20 24.50 USD | ",
            "114-9001877-2210067 | José Peña, Calle Luna 55, Urb. Las Flores, San Juan, PR, \
             00901-2214, US, +1 480-555-0111 | Expedited by 2026-11-23 |  |  \
             | 1 BTL-STL-20 24.50 USD | note Gate code 4471",
            "111-7723300-5568210 | Outfitters of Moab LLC, c/o Receiving, 88 Redrock Pkwy, Dock 4, \
             Moab, UT, 84532, US, +1 480-555-0111 | SecondDay by 2026-11-24 |  |  \
             | 2 TENT-2P 189.00 USD | ref PO-22817",
            "113-0045671-9934442 | Chidi Eze, 14 Quay Street, Galway, Co. Galway, H91 X5F2, IE, \
             +1 480-555-0111 | Standard by 2026-11-25 |  |  | 1 STR-FLT-01 19.95 USD | ",
        ],
    },
    Expected {
        file: "woocommerce_order_items.csv",
        orders: &[
            "KS-1551 | Nadia Petrov, 455 Oak St, Apt 9, Chicago, IL, 60614, US, (312) 555-0143 \
             | Flat rate |  |  | 3 CND-T 18.00 USD; 1 TRM-1 22.00 USD | ",
            "KS-1552 | Tom Gallagher, Gallagher & Sons, 17 Cooper Road, Bangor, ME, 04401, US, \
             207-555-0190 | Local carrier, signature |  |  | 2 CND-S 14.00 USD \
             | note Deliver to the back door, \"blue\" sign; WordUnknown Local carrier, signature",
            "KS-1553 | Rosa Calderón, Taller Calderón, Calle 60 #481, Centro, Mérida, YUC, 97000, \
             MX, +52 55 5550 1122 | International tracked |  |  | 1 CND-SET 58.00 USD | ",
            "KS-1554 | Will Ames, 3 Ford Lane, Tulsa, OK, 74103, US | Flat rate |  |  \
             | 1 TRM-1 22.00 USD | canceled",
            "KS-1555 | Grace Kim, 2800 Sunset Blvd, Unit B, Los Angeles, CA, 90026, US, \
             213-555-0107 | Flat rate |  |  | 1 CND-S 14.00 USD | ClosedInShop completed",
            "KS-1556 | LCpl Marcus Reed, PSC 557 Box 2210, FPO, AP, 96379, US | Priority Mail |  \
             |  | 2 CND-T 18.00 USD | ",
        ],
    },
    Expected {
        file: "woocommerce_advanced_export.csv",
        orders: &[
            "5501 | Ada Novak, 12 Mill Pond Rd, Apt 6, Northampton, MA, 01060, US, 4135550118 \
             | Flat Rate | 0.85 kg | 61.00 USD | 2 TEA-OOL 18.00 USD; 1 POT-CER 25.00 USD | ",
            "5502 | Felix Huber, Bahnhofstrasse 3, Zürich, ZH, 8001, CH | International | 0.12 kg \
             | 18.00 USD | 1 TEA-OOL 18.00 USD | ",
            "5503 | June Park, 640 W Wilson Ave #2, Madison, WI, 53703, US, 6085550161 | Flat Rate \
             | 1.4 kg | 50.00 USD | 2 POT-CER 25.00 USD | note Wrap as a gift",
            "5504 | Omar Said, 9 Bay St, Mobile, AL, 36602, US | Flat Rate | 0.7 kg | 25.00 USD \
             | 1 POT-CER 25.00 USD | ClosedInShop Refunded",
            "5505 | Lily Stone, PSC 76 Box 301, APO, AP, 96319, US | Priority | 0.24 kg \
             | 36.00 USD | 2 TEA-OOL 18.00 USD | ",
        ],
    },
    Expected {
        file: "pirate_ship.csv",
        orders: &[
            "PS-301 | Alice Moreau, 22 Bay Rd, Apt 5, Duxbury, MA, 02332, US, 781-555-0101 |  \
             | 20 oz 9x6x3 in |  |  | ref Shelf A4",
            "PS-302 | Ben Castillo, Castillo Surf, 810 Ocean Blvd, San Clemente, CA, 92672, US |  \
             | 6.5 oz 6x4x2 in |  |  | ref Shelf B1, Fragile",
            "PS-303 | Yuki Sato, 1-2-3 Shibuya, Room 404, Tokyo, 150-0002, JP, +81 3 5550 1199 |  \
             | 2 lb 10x8x4 in |  |  | ",
            "PS-304 | Cpt Ray Dunn, Unit 2050 Box 4190, APO, AP, 96278, US |  | 11 oz 8x6x2 in |  \
             |  | ref Shelf A4",
            "PS-305 | Dolores \"Lola\" Vega, 71 Mesa St, El Paso, TX, 79901, US, 915-555-0144 |  \
             | 88 oz 16x12x6 in |  |  | ",
        ],
    },
    Expected {
        file: "shipstation.csv",
        orders: &[
            "SH1001 | Carla Nguyen, 501 Elm St, Suite 200, Burlington, VT, 05401, US, 802-555-0170 \
             | USPS Priority Mail | 38 oz 12x9x4 in |  | 4 JAR-1 9.00 USD 8 oz; \
             1 BOX-G 5.00 USD 6 oz | note Birthday: please hide the invoice",
            "SH1002 | Pete Olsen, Olsen Hardware, 77 County Rd 9, Fargo, ND, 58102, US, \
             701-555-0155 | UPS Ground | 52.5 oz 10x8x6 in |  | 3 JAR-2 9.50 USD 8.5 oz \
             | note Ship with order SH1003",
            "SH1003 | Siobhán Byrne, 4 Strand Street, Dublin 1, D01 XY45, IE \
             | USPS First Class International | 20 oz 8x6x3 in |  | 2 JAR-1 9.00 USD 8 oz | ",
            "SH1004 | A1C Jo Park, PSC 80 Box 11, APO, AP, 96368, US |  | 10 oz 8x6x3 in |  \
             | 1 JAR-1 9.00 USD 8 oz | ",
            "SH1005 | Hank \"Bud\" Lowe, 1 Rural Route, Box 12, Ocilla, GA, 31774, US, \
             229-555-0129 | USPS Priority Mail | 60 oz 12x12x5 in |  | 3 BOX-G 15.00 USD 18 oz | ",
        ],
    },
    Expected {
        file: "stamps_com.csv",
        orders: &[
            "ST-1 | Mina Farrow, 6 Hill St, Keene, NH, 03431, US, 603-555-0110 \
             | USPS Priority Mail | 14 oz 9x6x4 in | 25.00 USD |  | ",
            "ST-2 | Otis Bell, Bell & Co, 400 Main St, Floor 3, Akron, OH, 44308, US \
             | USPS Ground Advantage | 96 oz 14x10x8 in | 118.40 USD |  | note Call first/Pallet 2",
            "ST-3 | Léa Martin, 12 rue des Lilas, Bât. C, Lyon, 69003, FR, +33 4 55 50 11 22 \
             | USPS Priority Mail International | 33.5 oz 12x9x3 in | 62.00 USD |  | ",
            "ST-4 | PO2 Iris Lang, Unit 9900 Box 0044, DPO, AA, 34038, US |  | 8 oz 9x6x1 in \
             | 19.99 USD |  | ",
            "ST-5 | Joe Quill, 88 Book Ln, Salina, KS, 67401, US, 785-555-0163 | USPS Media Mail \
             | 45 oz 11x9x3 in | 40.00 USD |  | note Books",
        ],
    },
    Expected {
        file: "click_n_ship.csv",
        orders: &[
            "Y-501 | Paula Jensen, 30 Court St, Apt 2R, Plymouth, MA, 02360, US \
             | USPS Ground Advantage by 2026-11-23 | 25.5 oz 10x8x5 in |  \
             | 6 Wool Yarn, gray 8.50 USD 3.5 oz | ref INV-77",
            "Y-502 | Ewan MacLeod, 2 Loch Road, Inverness, Highland, IV1 1AA, GB, +44 1463 555 010 \
             | Priority Mail International by 2026-11-23 | 11 oz 12x4x2 in |  \
             | 1 Knitting Needles 12.00 USD 4 oz | ",
            "Y-503 | Greta Olson, Knit Nook, 515 1st Ave, Duluth, MN, 55802, US \
             | Priority Mail by 2026-11-24 | 50 oz 14x10x8 in |  \
             | 12 Wool Yarn, red 8.50 USD 3.5 oz | note Leave at side door",
            "Y-504 | Amelia Soto, CALLE SOL 12, Ponce, PR, 00730, US | Priority Mail by 2026-11-24 \
             | 20 oz |  | 1 Pattern Book 24.00 USD 18 oz | ",
            "Y-505 | Chloé Roy, 77 Rue Principale, Gatineau, QC, J8X 2K1, CA \
             | First-Class Package International by 2026-11-24 | 9 oz 8x6x4 in |  \
             | 2 Wool Yarn, gray 8.50 USD 3.5 oz | ",
        ],
    },
    Expected {
        file: "worldship.csv",
        orders: &[
            "W-9001 | Sam Hartley, Hartley Tools, 900 Industrial Pkwy, Dock 2, Toledo, OH, 43607, \
             US, 4195550121 | Ground | 24.5 lb 18x12x10 in |  |  | ref PO 5512, Dept 3",
            "W-9002 | Ann Foley, 12 Cedar Ln, Concord, NH, 03301, US, 6035550177 | Ground \
             | 3 lb 10x8x6 in |  |  | ref PO 5513",
            "W-9003 | Dock Manager, Maple Leaf Supply, 455 King St W, Unit 8, Toronto, ON, M5V 1K4, \
             CA, 4165550138 | Standard | 41 lb 24x16x12 in |  |  | ref PO 5514",
            "W-9004 | Pilar Núñez, Núñez y Hijos, Calle 9 #45, Col. Centro, Monterrey, NL, 64000, \
             MX, 8155550100 | Express Saver | 7.25 lb 14x10x6 in |  |  | ref PO 5515",
            "W-9005 | Ed \"Red\" Barnes, RR 1 Box 20, Kotzebue, AK, 99752, US, 9075550115 \
             | 2nd Day Air | 12 lb 12x12x12 in |  |  | ref PO 5516",
        ],
    },
    Expected {
        file: "postroom_template.csv",
        orders: &[
            "P-1 | Nell Harper, 14 River Rd, Hallowell, ME, 04347, US, 207-555-0150 \
             | Standard by 2026-11-24 | 1.5 lb 8x6x4 in |  | 2 PEN-1 12.00 USD; \
             1 INK-1 9.50 USD | preset small",
            "P-2 | Ravi Shah, Shah Design, 600 Congress Ave, Floor 14, Austin, TX, 78701, US, \
             512-555-0133 | Express by 2026-11-24 | 12 oz 9x6x1 in |  | 3 INK-1 9.50 USD \
             | ref PO 81; note Call at the gate",
            "P-3 | Björn Åkesson, Storgatan 8, Lgh 1102, Umeå, 903 26, SE, +46 90 555 01 10 \
             | International by 2026-11-25 | 450 g 22x16x5 cm |  | 1 PEN-1 12.00 USD | ",
            "P-4 | CW2 Dana Cho, PSC 2 Box 9000, APO, AE, 09012, US | Standard by 2026-11-25 \
             | 0.5 kg 20x15x5 cm |  | 1 PEN-2 40.00 USD | ",
            "P-5 | Uma Iyer, 2 Beacon St, Apt 6, c/o Lee, Boston, MA, 02108, US, 617-555-0188 \
             | Standard | 2 lb 8x6x4 in |  | 1 PEN-2 40.00 USD | note Two/lines; preset small",
        ],
    },
    Expected {
        file: "generic_german.csv",
        orders: &[
            "B-4001 | Käthe Groß, Am Bächle 3, Freiburg, 79098, DE, +49 761 555 010 | DHL Paket \
             |  |  | 2 K-77 12.90 EUR; 1 H-12 24.50 EUR \
             | note Bitte klingeln; WeightUnclear 1250",
            "B-4002 | Ole Jansen, Jansen GmbH, Hafenstr. 12a, Tor 4, Hamburg, 20457, DE | Express \
             | 640 g |  | 1 K-77 12.90 EUR | ",
            "B-4003 | Petra Egger, Mozartgasse 5, Top 11, Salzburg, 5020, AT, +43 662 555 011 \
             | DHL Paket | 900 g |  | 1 H-12 24.50 EUR | ",
            "B-4004 | John Doyle, 48 Beach Rd, Apt 3, Melrose, 02176, US, 781-555-0116 \
             | International |  |  | 3 K-77 12.90 EUR | WeightUnclear 2100",
            "B-4005 | Anne Weber, Lindenallee 8, Leipzig, 04109, DE | DHL Paket | 300 g |  \
             | 1 K-78 7.00 EUR | ",
        ],
    },
    Expected {
        file: "generic_french.csv",
        orders: &[
            "C-10 | Amélie Durand, 5 rue de l’Église, Bât. B, Rennes, 35000, FR, \
             +33 2 55 50 11 01 | Colissimo |  |  | 3 SAV-1 6.50 EUR | WeightUnclear 0,65",
            "C-11 | Hugo Lefèvre, Lefèvre SARL, 18 av. Foch, Metz, 57000, FR | Chronopost |  |  \
             | 2 SAV-2 8.00 EUR | note Livrer le matin; sonner; WeightUnclear 1,2",
            "C-12 | Noémie Gagnon, 220 rue Saint-Paul, App. 8, Québec, G1K 3W1, CA, \
             +1 418-555-0120 | International | 0.35 kg |  | 1 SAV-1 6.50 EUR | ",
            "C-13 | Paul Girard, 2 chemin du Lac, Bourg-en-Bresse, 01000, FR | Colissimo | 0.9 kg \
             |  | 1 SAV-3 29.00 EUR | ",
            "C-14 | Kate Lowell, 31 Elm St, Apt 7, Brattleboro, 05301, US, 802-555-0104 \
             | International | 0.5 kg |  | 1 SAV-2 8.00 EUR | ",
        ],
    },
];

#[test]
fn the_orders_of_each_file_are_read() {
    for expected in EXPECTED {
        let read = orders_of(expected.file);
        let orders: Vec<String> = read.orders.iter().map(|it| shown(&it.order)).collect();
        assert_eq!(orders, expected.orders, "{}", expected.file);
    }
}

/// Orders of several rows with a weight in each: of the order, or of a piece?
#[test]
fn the_spanish_table_asks_one_question() {
    let read = orders_of("generic_spanish.csv");
    let numbers: Vec<&str> = read.orders.iter().map(|it| it.order.number.as_str()).collect();
    assert_eq!(numbers, ["A-71", "A-72", "A-73", "A-74", "A-75"]);
    let questions: Vec<_> = read.questions.iter().map(|it| &it.columns).collect();
    assert_eq!(questions, [&["Peso (kg)"]]);
}

#[test]
fn files_of_shops_and_programs_ask_nothing_but_an_unnamed_currency() {
    let currency_is_open = ["shipstation.csv", "woocommerce_advanced_export.csv"];
    for expected in EXPECTED {
        let generic = expected.file.starts_with("generic");
        let read = orders_of(expected.file);
        let open = currency_is_open.contains(&expected.file);
        // What a local carrier is, only the shop knows.
        let is_own = |kind: &QuestionKind| {
            *kind == QuestionKind::Word(WordColumn::Shipping, "local carrier signature".to_owned())
        };
        let must = read.questions.iter();
        let must = must.filter(|question| !question.is_assumed && !is_own(&question.kind));
        assert!(generic || must.count() == 0, "{}: {:?}", expected.file, read.questions);
        let assumed = read.questions.iter().any(|question| question.is_assumed);
        assert_eq!(assumed, open, "{}: {:?}", expected.file, read.questions);
    }
}

#[test]
fn what_is_no_order_is_named() {
    let read = orders_of("ebay_orders.csv");
    let reasons: Vec<SkipReason> = read.skipped.iter().map(|skipped| skipped.reason).collect();
    assert_eq!(reasons, [SkipReason::Footer; 2]);
    assert!(read.skipped[1].text.starts_with("Seller ID"));
}

#[test]
fn columns_of_a_shop_without_a_field_are_kept() {
    let read = orders_of("shopify_orders.csv");
    let kept = |at: usize, heading: &str| {
        let columns = &read.orders[at].order.columns;
        let found = columns.iter().find(|(name, _)| name == heading);
        found.map(|(_, text)| text.clone())
    };
    assert_eq!(kept(5, "Billing City").as_deref(), Some("Laval"));
    assert_eq!(kept(0, "Total").as_deref(), Some("106.83"));
    assert_eq!(kept(0, "Shipping Zip"), None);
}
