use super::*;

fn read(column: WordColumn, text: &str) -> Option<ShopWord> {
    read_words(column, text, &ShopChoices::new()).ok()
}

/// Findings O3, O4 and O5: what shops write, in their own languages, and words that must be asked
/// about. The last column of the file is a section of the lists, or `question`.
#[test]
fn o3_o4_o5_the_words_of_shops_are_read_and_others_are_asked_about() {
    let table = include_str!("../../../../tests/data/shop_words_read.tsv");
    let (mut rows, mut wrong) = (0, Vec::new());
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut cells = line.split('\t');
        let (Some(kind), Some(text), Some(section)) = (cells.next(), cells.next(), cells.next())
        else {
            panic!("{line}");
        };
        let column = match kind {
            "status" => WordColumn::Status,
            "method" => WordColumn::Shipping,
            "kind" => continue,
            other => panic!("{other}"),
        };
        let wanted = match section {
            "open" | "carried" => Some(ShopWord::Ship),
            "held" => Some(ShopWord::Held),
            "closed" => Some(ShopWord::Closed),
            "canceled" => Some(ShopWord::Canceled),
            "pickup" | "local" | "digital" => Some(ShopWord::NotCarried),
            "question" => None,
            other => panic!("{other}"),
        };
        if read(column, text) != wanted {
            wrong.push(line);
        }
        rows += 1;
    }
    assert_eq!(wrong, Vec::<&str>::new());
    assert!(rows > 300, "{rows}");
}

#[test]
fn a_choice_of_the_shop_stands_above_the_lists() {
    let mut choices = ShopChoices::new();
    let own = choices.entry(WordColumn::Status).or_default();
    own.insert("zz top".to_owned(), ShopWord::Held);
    own.insert("4".to_owned(), ShopWord::Closed);
    own.insert("completed".to_owned(), ShopWord::Ship);
    let read = |text| read_words(WordColumn::Status, text, &choices);
    assert_eq!(read("ZZ Top"), Ok(ShopWord::Held));
    assert_eq!(read("Paid, zz top"), Ok(ShopWord::Held));
    assert_eq!(read(" 4 "), Ok(ShopWord::Closed));
    assert_eq!(read("Completed"), Ok(ShopWord::Ship));
    assert_eq!(read("5"), Err("5".to_owned()));
    assert_eq!(read("Zz bottom"), Err("zz bottom".to_owned()));
    let other_column = read_words(WordColumn::Shipping, "ZZ Top", &choices);
    assert_eq!(other_column, Err("zz top".to_owned()));
    assert_eq!(read(" - "), Ok(ShopWord::Ship));
}

/// O4: Shopware writes `Offen` for a payment that has not come and for an order to be shipped.
#[test]
fn o4_an_open_payment_is_not_made_and_an_open_order_is_shipped() {
    let none = ShopChoices::new();
    for (heading, text, is_open) in [
        ("Payment status", "Open", true),
        ("Financial Status", "open", true),
        ("Zahlungsstatus", "Offen", true),
        ("Estado del pago", "Abierto", true),
        ("Statut du paiement", "en cours", true),
        ("Stato pagamento", "In elaborazione", true),
        ("Betaalstatus", "openstaand", true),
        ("Status płatności", "nowa", true),
        ("支払状況", "未完了", true),
        ("付款状态", "待处理", true),
        ("Order status", "Open", false),
        ("Bestellstatus", "Offen", false),
        ("Shipaid", "Open", false),
        ("Payment status", "Paid", false),
        ("Payment status", "Authorized", false),
    ] {
        assert_eq!(is_open_payment(heading, text, &none), is_open, "{heading}: {text}");
    }
    let own = [("open".to_owned(), ShopWord::Ship)].into();
    let own: ShopChoices = [(WordColumn::Status, own)].into();
    assert!(!is_open_payment("Payment status", "Open", &own));
}

#[test]
fn o6_an_item_that_may_be_no_piece_is_doubtful() {
    let mut choices = ShopChoices::new();
    let own = choices.entry(WordColumn::Item).or_default();
    own.insert("pin".to_owned(), ShopWord::NotCarried);
    own.insert("voucher".to_owned(), ShopWord::Ship);
    for (name, wanted) in [
        ("Mug", Ok(true)),
        ("Tip Top Mug", Ok(true)),
        ("Tips & Tricks for Bakers", Ok(true)),
        ("送料無料 マグカップ", Ok(true)),
        ("ポテトチップス", Ok(true)),
        ("", Ok(true)),
        ("Pin", Ok(false)),
        ("Voucher", Ok(true)),
        ("TIP", Err("tip")),
        ("Carte-cadeau 50 €", Err("carte cadeau")),
        ("Gift Card: Summer", Err("gift card summer")),
        ("Package Protection by Route", Err("package protection by route")),
        ("Liefergebühr", Err("liefergebuhr")),
        ("Liefergebuehr", Err("liefergebuehr")),
        ("送料", Err("送 料")),
        ("배송비", Err("배송비")),
        ("Dopłata", Err("doplata")),
    ] {
        assert_eq!(is_piece(name, &choices), wanted.map_err(str::to_owned), "{name}");
    }
}

#[test]
fn a_day_or_a_yes_says_that_it_was_done() {
    for (text, done) in [
        ("2026-11-20 09:12:00 -0500", true),
        ("11/20/26", true),
        ("Yes", true),
        ("", false),
        ("  ", false),
        ("no", false),
        ("FALSE", false),
        ("N/A", false),
        ("--", false),
    ] {
        assert_eq!(was_done(text), done, "{text:?}");
    }
}
