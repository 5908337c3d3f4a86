//! Tables of people who had never seen the program: what was guessed silently is read with certainty
//! or asked about. Each test has the number of its finding.

use postroom::orders::import::read_orders::{
    Answer, QuestionKind, ReadOrders, SkipReason, read_orders,
};
use postroom::orders::order::Order;
use postroom::tables::headings::{Recognition, problems, recognize};
use postroom::tables::import_note::ImportNoteKind;
use postroom::tables::mapping::EqualRows;
use postroom::tables::read_file::read_file;
use postroom::tables::sheet::Workbook;
use postroom::tables::shop_words::{ShopWord, WordColumn};

use crate::prelude::*;

fn workbook(name: &str) -> Workbook {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/strangers");
    let bytes = fs::read(folder.join(name)).unwrap();
    read_file(name, &bytes, &ReadOptions::default()).unwrap()
}

fn of_text(text: &str) -> Sheet {
    let read = read_file("table.csv", text.as_bytes(), &ReadOptions::default()).unwrap();
    read.sheets.into_iter().next().unwrap()
}

fn of_sheet(sheet: &Sheet, answers: &[Answer]) -> (Recognition, ReadOrders) {
    let known = recognize(sheet);
    let mut mapping: Mapping = known.mapping.clone();
    answers.iter().for_each(|answer| answer.apply(&mut mapping));
    let read = read_orders(sheet, known.heading_row, &mapping, &ImportContext::default());
    (known, read)
}

fn read_case(name: &str) -> ReadOrders {
    of_sheet(&workbook(name).sheets[0], &[]).1
}

/// A table of one order, with these further columns.
fn order_of_ana(headings: &str, cells: &str) -> String {
    format!(
        "Order number,Name,Street,City,State,ZIP,{headings}\n\
         1,Ana,1 Main St,Nashville,TN,37206,{cells}\n"
    )
}

fn read_text(text: &str) -> ReadOrders {
    of_sheet(&of_text(text), &[]).1
}

trait Reading {
    fn order(&self, number: &str) -> &Order;
    fn kinds(&self) -> Vec<QuestionKind>;
}

impl Reading for ReadOrders {
    fn order(&self, number: &str) -> &Order {
        let mut orders = self.orders.iter();
        let found = orders.find(|read| read.order.number == number);
        &found.unwrap_or_else(|| panic!("no order {number}: {:?}", self.orders)).order
    }

    fn kinds(&self) -> Vec<QuestionKind> {
        self.questions.iter().map(|question| question.kind.clone()).collect()
    }
}

fn open_notes(order: &Order) -> Vec<ImportNoteKind> {
    order.open_import_problems().map(|note| note.kind).collect()
}

#[test]
fn o2_the_number_of_pieces_is_read_or_asked_about() {
    let read = read_case("04-product-quantity.csv");
    assert_eq!(read.order("Q1").items[0].quantity, "6");
    for heading in ["units", "Item count", "product_qty", "No. of pieces", "Anzahl"] {
        let table = order_of_ana(&format!("Item name,{heading}"), "Mug,6");
        assert_eq!(read_text(&table).order("1").items[0].quantity, "6", "{heading}");
    }
    let table = order_of_ana("SKU,Colli of it", "MUG,6");
    let read = read_text(&table);
    assert_eq!(read.kinds(), [QuestionKind::Pieces]);
    assert_eq!(open_notes(read.order("1")), [ImportNoteKind::QuantityMissing]);
    let (_, read) = of_sheet(&of_text(&table), &[Answer::OnePieceEach]);
    assert!(read.questions.is_empty());
    assert_eq!(open_notes(read.order("1")), []);
    assert_eq!(read.order("1").items[0].quantity, "1");
}

#[test]
fn o3_what_the_shop_has_finished_is_not_ready() {
    let read = read_case("06-status-finished.csv");
    assert_eq!(read.orders.len(), 18);
    for read in &read.orders {
        let order = &read.order;
        let is_kept = order.canceled || !open_notes(order).is_empty();
        assert!(is_kept, "{}: {:?}", order.number, order.import_notes);
    }
    assert_eq!(read.kinds(), [], "each of these words is known");
}

#[test]
fn o4_what_is_not_paid_or_held_is_not_ready() {
    let read = read_case("07-status-unpaid-or-held.csv");
    for read in &read.orders {
        let order = &read.order;
        assert_eq!(open_notes(order), [ImportNoteKind::HeldInShop], "{}", order.number);
    }
    assert_eq!(read.kinds(), []);
}

/// An open order is to be shipped, an open payment has not come.
#[test]
fn o4_an_order_whose_payment_is_open_is_held() {
    for (payment, order, held) in [
        ("Open", "Open", true),
        ("Offen", "Offen", true),
        ("Paid", "Open", false),
        ("Bezahlt", "In Bearbeitung", false),
    ] {
        let table = order_of_ana("Payment status,Order status", &format!("{payment},{order}"));
        let notes = open_notes(read_text(&table).order("1"));
        assert_eq!(
            notes.contains(&ImportNoteKind::HeldInShop),
            held,
            "{payment} {order} {notes:?}"
        );
    }
}

/// A word that is in no list is asked about once, for all its rows, and the answer is kept.
#[test]
fn o3_o4_an_unknown_word_is_a_question() {
    let table = "Order number,Status,Name,Street,City,State,ZIP\n\
         1,Frobnicated,Ana,1 Main St,Nashville,TN,37206\n\
         2,frobnicated,Bo,2 Main St,Nashville,TN,37206\n\
         3,Paid,Cy,3 Main St,Nashville,TN,37206\n";
    let sheet = of_text(table);
    let (_, read) = of_sheet(&sheet, &[]);
    let word = "frobnicated".to_owned();
    assert_eq!(read.kinds(), [QuestionKind::Word(WordColumn::Status, word.clone())]);
    assert_eq!(read.questions[0].rows, 2);
    assert_eq!(open_notes(read.order("1")), [ImportNoteKind::WordUnknown]);
    assert_eq!(open_notes(read.order("3")), []);
    for (meaning, notes, canceled) in [
        (ShopWord::Ship, vec![], false),
        (ShopWord::Held, vec![ImportNoteKind::HeldInShop], false),
        (ShopWord::Closed, vec![ImportNoteKind::ClosedInShop], false),
        (ShopWord::Canceled, vec![], true),
    ] {
        let answer = Answer::Word(WordColumn::Status, word.clone(), meaning);
        assert!(read.questions[0].answers.contains(&answer));
        assert_eq!(Answer::parse(&answer.argument()), Some(answer.clone()));
        let (_, read) = of_sheet(&sheet, &[answer]);
        assert_eq!(read.kinds(), []);
        assert_eq!(open_notes(read.order("2")), notes);
        assert_eq!(read.order("2").canceled, canceled);
    }
}

#[test]
fn o5_what_the_buyer_collects_is_not_ready() {
    let read = read_case("08-local-pickup.csv");
    assert_eq!(open_notes(read.order("#2005")), [ImportNoteKind::NotCarried]);
    for (method, notes) in [
        ("Store pickup", vec![ImportNoteKind::NotCarried]),
        ("Free Local Delivery", vec![ImportNoteKind::NotCarried]),
        ("Selbstabholung", vec![ImportNoteKind::NotCarried]),
        ("Retrait en magasin", vec![ImportNoteKind::NotCarried]),
        ("Standard", vec![]),
        ("UPS Ground", vec![]),
        ("Zorbing", vec![ImportNoteKind::WordUnknown]),
    ] {
        let table = order_of_ana("Shipping method", method);
        let read = read_text(&table);
        assert_eq!(open_notes(read.order("1")), notes, "{method}");
        assert_eq!(read.questions.len(), usize::from(method == "Zorbing"), "{method}");
    }
}

#[test]
fn o6_lines_that_are_shipped_or_never_are_no_pieces() {
    let read = read_case("09-shopify-lines-not-to-ship.csv");
    let names = |number: &str| {
        let items = read.order(number).items.iter();
        items.map(|item| item.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names("#2001"), ["Bowl"]);
    assert_eq!(names("#2010"), ["Mug"]);
    assert_eq!(open_notes(read.order("#2001")), []);
    let left: Vec<_> = read.skipped.iter().map(|row| (row.row, row.reason)).collect();
    assert_eq!(left, [(4, SkipReason::NothingToShip)], "#2003 has only a gift card");
    assert_eq!(open_notes(read.order("#2014")), [ImportNoteKind::HeldInShop]);
    assert_eq!(open_notes(read.order("#2006")), [ImportNoteKind::HeldInShop]);
}

/// A table that does not say which lines are shipped: a person says it, once for a name.
#[test]
fn o6_an_item_that_may_be_no_piece_is_asked_about() {
    let table = "Order number,Name,Street,City,State,ZIP,Item name,Quantity\n\
         1,Ana,1 Main St,Nashville,TN,37206,Mug,1\n\
         1,,,,,,Trinkgeld,1\n\
         2,Bo,2 Main St,Nashville,TN,37206,Gift Card - $50,1\n\
         3,Cy,3 Main St,Nashville,TN,37206,Gift card $25,1\n\
         4,Di,4 Main St,Nashville,TN,37206,Tip Top Mug,1\n";
    let sheet = of_text(table);
    let (_, read) = of_sheet(&sheet, &[]);
    let [tip, card] = ["trinkgeld", "gift card"].map(str::to_owned);
    let asked = [&tip, &card].map(|it| QuestionKind::Word(WordColumn::Item, it.clone()));
    assert_eq!(read.kinds(), asked);
    assert_eq!(read.questions[1].rows, 2);
    for number in ["1", "2", "3"] {
        assert_eq!(open_notes(read.order(number)), [ImportNoteKind::WordUnknown], "{number}");
    }
    assert_eq!(open_notes(read.order("4")), []);
    let no_tip = Answer::Word(WordColumn::Item, tip, ShopWord::NotCarried);
    for (meaning, orders) in [(ShopWord::Ship, 4), (ShopWord::NotCarried, 2)] {
        let cards = Answer::Word(WordColumn::Item, card.clone(), meaning);
        assert_eq!(Answer::parse(&cards.argument()), Some(cards.clone()));
        let (_, read) = of_sheet(&sheet, &[no_tip.clone(), cards]);
        assert_eq!(read.kinds(), []);
        assert_eq!(read.order("1").items.len(), 1);
        assert_eq!(open_notes(read.order("1")), []);
        assert_eq!(read.orders.len(), orders);
        let left = read.skipped.iter().map(|row| row.reason);
        assert!(left.eq(std::iter::repeat_n(SkipReason::NothingToShip, 4 - orders)));
    }
    // What the file says of a line needs no question.
    let table = "Order number,Name,Street,City,State,ZIP,Lineitem name,Lineitem quantity,\
         Lineitem requires shipping\n\
         1,Ana,1 Main St,Nashville,TN,37206,Gift card,1,true\n\
         2,Bo,2 Main St,Nashville,TN,37206,Gift card,1,false\n";
    let read = read_text(table);
    assert_eq!((read.kinds(), read.orders.len()), (vec![], 1));
}

#[test]
fn o7_a_row_without_a_number_and_an_address_continues_the_order_above() {
    let read = read_case("05-blank-number-continues.csv");
    assert_eq!(read.orders.len(), 2);
    let items: Vec<_> = read.order("S00021").items.iter().map(|it| it.quantity.as_str()).collect();
    assert_eq!(items, ["1", "2"]);
    // A large table is read in parts, and none begins with such a row.
    let mut table = "Order number,Name,Street,City,State,ZIP,Item name,Quantity\n".to_owned();
    for number in 0..5000 {
        table.push_str(&format!("{number},Ana {number},1 Elm St,Nashville,TN,37206,Mug,1\n"));
        table.push_str(",,,,,,Bowl,2\n,,,,,,Cup,3\n");
    }
    let read = read_text(&table);
    assert_eq!(read.orders.len(), 5000);
    assert!(read.orders.iter().all(|read| read.order.items.len() == 3));
    // With an address it is an order whose number is missing.
    let table = "Order number,Name,Street,City,State,ZIP,Item name,Quantity\n\
         1,Ana,1 Elm St,Nashville,TN,37206,Mug,1\n\
         ,Bo,2 Elm St,Nashville,TN,37206,Bowl,1\n";
    assert_eq!(read_text(table).orders.len(), 2);
}

#[test]
fn o8_the_recipient_of_the_shipping_columns_goes_before_the_buyer() {
    let read = read_case("03-buyer-name-on-label.csv");
    assert_eq!(read.order("5001").to.name, "Rosa Recipient");
    for (headings, cells, name) in [
        ("Buyer,First name,Last name", "Paula Payer,Rosa,Recipient", "Rosa Recipient"),
        ("Kundenname,Empfänger Vorname,Empfänger Nachname", "P. Payer,Rosa,R.", "Rosa R."),
        ("Customer,Ship to name", "Paula Payer,Rosa", "Rosa"),
        ("Customer name", "Paula Payer", "Paula Payer"),
    ] {
        let table = format!(
            "Order number,{headings},Street,City,State,ZIP\n1,{cells},1 Elm,Ely,NV,89301\n"
        );
        assert_eq!(read_text(&table).order("1").to.name, name, "{headings}");
    }
}

#[test]
fn o10_equal_rows_may_be_two_parcels() {
    let sheet = &workbook("16-two-equal-boxes.csv").sheets[0];
    let (_, read) = of_sheet(sheet, &[]);
    assert_eq!(read.kinds(), [QuestionKind::EqualRows]);
    assert_eq!(open_notes(read.order("P2")), [ImportNoteKind::RowsEqual]);
    let (_, read) = of_sheet(sheet, &[Answer::EqualRows(EqualRows::Each)]);
    assert_eq!(read.order("P2").parcels.len(), 2);
    assert_eq!(read.order("P2").parcels[0], read.order("P2").parcels[1]);
    let (_, read) = of_sheet(sheet, &[Answer::EqualRows(EqualRows::Same)]);
    assert_eq!(read.order("P2").parcels.len(), 1);
    assert_eq!((read.kinds(), open_notes(read.order("P2"))), (vec![], vec![]));
    let two = "Order number,Name,Street,City,State,ZIP,Parcel weight,Weight unit\n\
         1,Ana,1 Elm St,Nashville,TN,37206,8,oz\n1,Ana,1 Elm St,Nashville,TN,37206,20,oz\n";
    assert_eq!(open_notes(read_text(two).order("1")), [ImportNoteKind::WeightsDiffer]);
}

#[test]
fn o11_one_line_of_the_shop_is_one_line() {
    let read = read_case("15-amazon-same-line-twice.txt");
    let order = read.order("111-5550001-5550001");
    let pieces: Vec<_> = order.items.iter().map(|it| (&*it.sku, &*it.quantity)).collect();
    assert_eq!(pieces, [("MUG", "1"), ("BOWL", "1")]);
    assert_eq!((read.kinds(), open_notes(order)), (vec![], vec![]));
    let other = "Order number,Name,Street,City,State,ZIP,Item name,Quantity,Order item ID\n\
         1,Ana,1 Elm St,Nashville,TN,37206,Mug,1,77\n1,Ana,1 Elm St,Nashville,TN,37206,Mug,2,77\n";
    assert_eq!(open_notes(read_text(other).order("1")), [ImportNoteKind::LinesDisagree]);
}

#[test]
fn o12_hidden_rows_and_other_sheets_are_told() {
    let sheet = &workbook("12-hidden-row.xlsx").sheets[0];
    let (_, read) = of_sheet(sheet, &[]);
    assert_eq!(read.kinds(), [QuestionKind::HiddenRows]);
    assert_eq!(read.questions[0].rows, 1);
    let hidden: Vec<_> = read.skipped.iter().map(|row| row.reason).collect();
    assert_eq!(hidden, [SkipReason::Hidden]);
    let left_out = read.orders.len();
    let (_, read) = of_sheet(sheet, &[Answer::HiddenRows(true)]);
    assert_eq!((read.kinds(), read.orders.len()), (vec![], left_out + 1));
    let (_, read) = of_sheet(sheet, &[Answer::HiddenRows(false)]);
    assert_eq!((read.kinds(), read.orders.len()), (vec![], left_out));
    let names = workbook("13-second-sheet.xlsx").sheets.into_iter().map(|it| it.name);
    assert_eq!(names.collect::<Vec<_>>(), ["November", "October"], "the open one comes first");
}

#[test]
fn o34_a_total_in_grams_is_a_weight_and_ship_to_a_name() {
    let read = read_case("30-total-g.csv");
    let order = read.order("W1");
    assert_eq!((order.to.name.as_str(), order.columns.len(), order.total), ("Ana Test", 0, None));
    let parcel = &order.parcels[0];
    assert_eq!((parcel.weight.as_str(), parcel.weight_unit), ("820", WeightUnit::G));
    assert_eq!(read.kinds(), []);
    for (heading, unit) in
        [("Total oz", WeightUnit::Oz), ("Total lbs", WeightUnit::Lb), ("Total kg", WeightUnit::Kg)]
    {
        let table = format!(
            "Order,Ship to,Street,City,State,ZIP,Item,Qty,{heading},Order Currency Code,Total\n\
             W1,Ana Test,100 Main St,Nashville,TN,37206,Mug,1,2.5,CAD,12.00\n"
        );
        let read = read_text(&table);
        let parcel = &read.order("W1").parcels[0];
        assert_eq!((parcel.weight.as_str(), parcel.weight_unit), ("2.5", unit), "{heading}");
        assert_eq!(read.kinds(), []);
    }
}

#[test]
fn o39_a_cell_that_is_too_long_is_no_name() {
    for (letters, notes) in [(500, vec![]), (1_000_000, vec![ImportNoteKind::CellTooLong])] {
        let table = format!(
            "Order number,Name,Street,City,State,ZIP,Item name,Quantity,Note\n\
             1,Ana,1 Main St,Nashville,TN,37206,{},1,{}\n",
            "ä".repeat(letters),
            "Please ring twice. ".repeat(500)
        );
        let read = read_text(&table);
        assert_eq!(open_notes(read.order("1")), notes, "{letters}");
        let shown = read.order("1").import_notes.iter().map(|note| note.text.len());
        assert!(shown.max().unwrap_or_default() < 100);
    }
}

#[test]
fn o13_a_text_that_the_spreadsheet_has_changed_is_not_printed() {
    let read = read_case("10-date-in-address.xlsx");
    for read in &read.orders {
        let notes = open_notes(&read.order);
        assert!(notes.contains(&ImportNoteKind::CellChanged), "{:?}", read.order);
    }
    for (heading, cell, changed) in [
        ("Street 2", "5-Dec", true),
        ("SKU", "Mar-01", true),
        ("SKU", "1.23E+11", true),
        ("Phone", "1.61556E+10", true),
        ("Street 2", "Apt 5", false),
        ("SKU", "MAR-LAMP-01", false),
        ("Company", "May-Day Ltd", false),
    ] {
        let table = order_of_ana(&format!("{heading},Quantity"), &format!("{cell},1"));
        let read = read_text(&table);
        let notes = open_notes(read.order("1"));
        assert_eq!(notes.contains(&ImportNoteKind::CellChanged), changed, "{heading} {cell}");
    }
}

#[test]
fn o14_a_tariff_number_gets_its_zero_back() {
    let read = read_case("11-hs-lost-zero.csv");
    assert_eq!(read.order("H1").items[0].tariff_number, "09012100");
    for (cell, number) in [
        ("90121", "090121"),
        ("901210010", "0901210010"),
        ("9012.10", "9012.10"),
        ("901.21.00", "09012100"),
        ("0901.21.00", "0901.21.00"),
        ("691200", "691200"),
        ("6912002310", "6912002310"),
    ] {
        let table = order_of_ana("Item name,Quantity,HS code", &format!("Mug,1,{cell}"));
        assert_eq!(read_text(&table).order("1").items[0].tariff_number, number, "{cell}");
    }
}

#[test]
fn o18_o19_o20_o29_cells_are_read_as_a_person_would() {
    let read = read_case("17-empty-words.csv");
    for number in ["N1", "N2", "N3"] {
        let to = &read.order(number).to;
        assert_eq!((to.company.as_str(), to.street2.as_str()), ("", ""), "{number}");
    }
    let read = read_case("18-html.csv");
    let to = &read.order("E1").to;
    let lines = [&to.name, &to.street1, &to.street2].map(String::as_str);
    assert_eq!(lines, ["O’Brien & Sons", "100 Main St", "Apt 4B"]);
    assert_eq!(read_case("19-phone-float.csv").order("F1").to.phone, "16155551234");
    let read = read_case("26-invisible-letters.csv");
    assert_eq!(read.order("I1").to.phone, "+1 615 555 0100");
    assert_eq!(read.order("I2").to.zip, "37206");
    let to = &read.order("I3").to;
    assert_eq!((to.state.as_str(), to.country.as_str()), ("TN", "US"));
}

#[test]
fn o21_two_encodings_in_one_file_are_read_line_by_line() {
    let read = read_case("36-half-utf8-half-1252.csv");
    let names: Vec<_> = read.orders.iter().map(|read| read.order.to.name.as_str()).collect();
    assert_eq!(names, ["Zoë Béranger", "José Muñoz"]);
    assert!(read.orders.iter().all(|read| open_notes(&read.order).is_empty()));
    // A text that was misread before needs attention.
    let table = "Order number,Name,Street,City,State,ZIP\n1,ZoÃ« BÃ©ranger,1 Elm St,Ely,NV,89301\n";
    assert_eq!(open_notes(read_text(table).order("1")), [ImportNoteKind::Undecodable]);
}

#[test]
fn o22_a_sign_of_several_currencies_is_not_taken_for_another() {
    let read = read_case("37-yen-in-usd-column.csv");
    assert_eq!(read.order("Y1").items[0].value, None);
    assert_eq!(open_notes(read.order("Y1")), [ImportNoteKind::ValueUnreadable]);
    for (cell, currency, value) in [
        ("¥1200", "JPY", Some("JPY")),
        ("¥1200", "CNY", Some("CNY")),
        ("kr 120", "SEK", Some("SEK")),
        ("kr 120", "USD", None),
        ("£12", "USD", Some("GBP")),
        ("$12", "CAD", Some("CAD")),
    ] {
        let table = order_of_ana(
            "Item name,Quantity,Item value,Currency",
            &format!("Mug,1,{cell},{currency}"),
        );
        let read = read_text(&table);
        let read = read.order("1").items[0].value.map(|value| value.currency);
        assert_eq!(read, value.and_then(Currency::parse), "{cell} {currency}");
    }
}

#[test]
fn o27_a_heading_with_many_columns_of_the_shop_is_found() {
    let book = workbook("25-many-own-columns.csv");
    let (known, read) = of_sheet(&book.sheets[0], &[]);
    assert_eq!(known.heading_row, Some(0));
    assert_eq!(read.order("X1").to.city, "Nashville");
}

#[test]
fn o35_an_order_date_that_nobody_can_read_stops_nothing() {
    let read = read_case("31-unix-date.csv");
    assert_eq!(open_notes(read.order("D1")), []);
    let kinds: Vec<_> = read.order("D1").import_notes.iter().map(|note| note.kind).collect();
    assert_eq!(kinds, [ImportNoteKind::DateIgnored]);
}

#[test]
fn o37_the_second_of_two_equal_headings_is_not_lost() {
    let book = workbook("35-two-address-columns.csv");
    let (known, read) = of_sheet(&book.sheets[0], &[]);
    let to = &read.order("D1").to;
    assert_eq!((to.street1.as_str(), to.street2.as_str()), ("100 Main St", "Apt 4B"));
    assert!(problems(&known.mapping, &book.sheets[0]).is_empty());
    // Two columns of another kind are asked about if they differ.
    let sheet =
        of_text("Order number,Name,Name,Street,City,State,ZIP\n1,Ana,Bo,1 Elm,Ely,NV,89301\n");
    let known = recognize(&sheet);
    let twice = known.mapping.columns.iter().filter(|it| it.field == Some(OrderField::Name));
    assert_eq!(twice.count(), 2);
    assert!(!problems(&known.mapping, &sheet).is_empty() && !known.sure);
}
