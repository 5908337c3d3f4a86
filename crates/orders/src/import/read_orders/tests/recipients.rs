//! The recipient of a row, as the findings of a stranger's run have it.

use super::*;

/// name | company | street 1 to 3 | city | state | zip | country | phone
fn recipient(order: &Order) -> String {
    let parts = postroom_parcel::address_parts::parts(&order.to);
    parts.join("|").trim_end_matches('|').to_owned()
}

/// Reads a table of order number, name, company and whole address. `\n` in a cell is a new line.
fn read_whole(rows: &str) -> ReadOrders {
    let fields = "Order: number, Name: name, Company: company, Address: address";
    let mut sheet = table(&["Order|Name|Company|Address\n", rows].concat());
    for cell in sheet.rows.iter_mut().flat_map(|row| &mut row.cells) {
        if let Cell::Text(text) = cell {
            *text = text.replace("\\n", "\n").into();
        }
    }
    read_orders(&sheet, Some(0), &mapping(fields), &ImportContext::default())
}

#[test]
fn o15_to_o31_whole_addresses_in_one_cell() {
    for (row, expected) in [
        (
            r"A1|||Ana Test\nc/o Bob Jones\n100 Main St\nNashville TN 37206",
            "Ana Test||100 Main St|c/o Bob Jones||Nashville|TN|37206|US",
        ),
        (
            r"A2|||Ana Test\n12 High St\nLeeds\nWest Yorkshire\nLS1 4AP\nUnited Kingdom",
            "Ana Test||12 High St|||Leeds|West Yorkshire|LS1 4AP|GB",
        ),
        ("A3|||RR 2 Box 152, Greene NY 13778", "||RR 2 Box 152|||Greene|NY|13778|US"),
        (
            r"A7|||Ana Test\n100 MAIN ST\nNASHVILLE, TN 37206-1234\nUnited States\nPhone: +1 480-618-3344 ext. 12345",
            "Ana Test||100 MAIN ST|||NASHVILLE|TN|37206-1234|US|+1 480-618-3344 ext. 12345",
        ),
        (
            "B1|Harlan Tweed||PO Box 4471,Santa Fe,New Mexico,87502",
            "Harlan Tweed||PO Box 4471|||Santa Fe|NM|87502|US",
        ),
        (
            r"B2|Ana Test||c/o Bob Jones\n100 Main St\nNashville TN 37206",
            "Ana Test||100 Main St|c/o Bob Jones||Nashville|TN|37206|US",
        ),
        // What the address names beside the column of names is not lost.
        (
            "B3|Ana Test||Acme, 100 Main St, Nashville, TN 37206",
            "Ana Test|Acme|100 Main St|||Nashville|TN|37206|US",
        ),
    ] {
        let read = read_whole(row);
        let order = &read.orders[0].order;
        assert_eq!(recipient(order), expected, "{row}");
        assert!(order.columns.is_empty(), "{:?}", order.columns);
    }
}

#[test]
fn o31_what_is_no_address_is_kept_beside_the_order() {
    let read = read_whole(r"1|||Eva Muster\nHauptstr. 5\n10115 Berlin\nGermany\nVAT: DE123456789");
    let order = &read.orders[0].order;
    assert_eq!(recipient(order), "Eva Muster||Hauptstr. 5|||Berlin||10115|DE");
    assert_eq!(order.columns, [("Address".to_owned(), "VAT: DE123456789".to_owned())]);
    // What is not understood as a whole stays readable.
    let read = read_whole(r"1|||Ana Test\n475 Main St\nTN 37206");
    let order = &read.orders[0].order;
    assert_eq!(recipient(order), "Ana Test||475 Main St||||TN|37206|US");
    assert_eq!(order.columns.len(), 1);
}

#[test]
fn o33_a_company_without_a_person_is_the_name() {
    for (row, expected) in [
        (
            "1||ACME LLC|100 Main St, Nashville, TN 37206",
            "ACME LLC||100 Main St|||Nashville|TN|37206|US",
        ),
        (
            "1|Ana|ACME LLC|100 Main St, Nashville, TN 37206",
            "Ana|ACME LLC|100 Main St|||Nashville|TN|37206|US",
        ),
    ] {
        assert_eq!(recipient(&read_whole(row).orders[0].order), expected, "{row}");
    }
    let fields = "Order: number, Company: company, Street: street1, City: city";
    let read = read_with(&mapping(fields), "Order|Company|Street|City\n1|ACME LLC|1 A St|Boston");
    assert_eq!(recipient(&read.orders[0].order), "ACME LLC||1 A St|||Boston|||US");
}

/// A contact with several addresses has one person.
#[test]
fn o36_the_first_address_that_is_not_blank_is_read() {
    let mut mapping = mapping(
        "Order: number, Name: name, Business Street: street1, Business City: city, \
         Home Street: street1, Home City: city, Home State: state",
    );
    for column in &mut mapping.columns[4..] {
        column.fallback = 1;
    }
    let read = read_with(
        &mapping,
        "Order|Name|Business Street|Business City|Home Street|Home City|Home State
         1|Ann|1 A St|Boston|2 B St|Salem|MA
         2|Bob|||2 B St|Salem|MA
         3|Cid|||||",
    );
    let found: Vec<String> = read.orders.iter().map(|it| recipient(&it.order)).collect();
    assert_eq!(found, ["Ann||1 A St|||Boston|||US", "Bob||2 B St|||Salem|MA||US", "Cid||||||||US"]);
}
