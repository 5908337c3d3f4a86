//! Tracking numbers. Postal ones have the form of a 22-digit package barcode with its mod-10 check
//! digit. Those of the other carriers are a neutral prefix and digits, also with a check digit.

use rusqlite::Connection;

use super::auth::{Env, Identity};
use super::carriers::Class;
use super::fail::Fail;

/// The `visibleAccountNumber` of the first account.
pub const FIRST_NUMBER: i64 = 7_000_001;
/// With a seed, the tracking numbers of an account are from a block of its own.
const BLOCK: i64 = 10_000;
const BLOCKS: i64 = 2_500;
/// The six-digit mailer number of the practice sender.
const MAILER: &str = "899917";

/// The tracking number of one parcel. `serial` is the row number of the shipment, which makes
/// numbers unique.
pub fn tracking_number(class: Class, service: &str, serial: i64, package: u32) -> String {
    match class {
        Class::Postal => {
            let piece = (serial.unsigned_abs() % 100_000_000) * 100
                + u64::from(package.saturating_sub(1)) % 100;
            let body = format!("92{}{MAILER}{piece:010}", service_digits(service));
            format!("{body}{}", check_digit(&body))
        }
        Class::Express => lettered("NX", serial, package),
        Class::Parcel => lettered("OP", serial, package),
    }
}

fn service_digits(service: &str) -> &'static str {
    match service {
        "PriorityMail" => "205",
        "PriorityMailExpress" => "270",
        "GroundAdvantage" => "234",
        "MediaMail" => "274",
        "LibraryMail" => "276",
        _ => "261",
    }
}

fn lettered(prefix: &str, serial: i64, package: u32) -> String {
    let digits = format!("{:010}{package:03}", serial.unsigned_abs());
    format!("{prefix}{digits}{}", check_digit(&digits))
}

/// The number of an end-of-day form; `serial` is the row number of the manifest. Postal forms have
/// the 22 digits of a package barcode with a separate service code.
pub fn form_number(class: Class, serial: i64) -> String {
    let serial = serial.unsigned_abs();
    match class {
        Class::Postal => {
            let body = format!("92750{MAILER}{:010}", serial % 10_000_000_000);
            format!("{body}{}", check_digit(&body))
        }
        Class::Express => format!("NXF{serial:010}{}", check_digit(&serial.to_string())),
        Class::Parcel => format!("OPF{serial:010}{}", check_digit(&serial.to_string())),
    }
}

/// The content of a 99M barcode: the prefix, the mailer number and a serial number, 21 characters
/// in all.
pub fn container_number(serial: i64) -> String {
    format!("99M{MAILER}{:012}", serial.unsigned_abs())
}

/// The mod-10 check digit, with weights 3 and 1 from the right.
pub fn check_digit(digits: &str) -> u32 {
    let sum: u32 = digits
        .chars()
        .rev()
        .filter_map(|c| c.to_digit(10))
        .enumerate()
        .map(|(at, digit)| if at % 2 == 0 { digit * 3 } else { digit })
        .sum();
    (10 - sum % 10) % 10
}

/// The number from which a tracking number, a form or a container label is made: without a seed that
/// of the row, and with one the account's own count within its block, so that it does not depend on
/// what others buy.
pub fn serial(conn: &Connection, who: &Identity, row: i64, number: i64) -> Result<i64, Fail> {
    if !who.luck.is_seeded() {
        return Ok(row);
    }
    let visible: String = conn
        .prepare_cached("SELECT visible_number FROM accounts WHERE id = ?1")?
        .query_row([&who.account_id], |row| row.get(0))?;
    let block = visible.parse::<i64>().map_or(BLOCKS, |number| number - FIRST_NUMBER);
    let half = i64::from(who.env == Env::Test);
    let has_room = (0..BLOCKS).contains(&block) && (0..BLOCK).contains(&number);
    Ok(if has_room { (block * 2 + half) * BLOCK + number } else { 2 * BLOCKS * BLOCK + row })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_of_known_barcodes() {
        // GTIN-13 4006381333931 and an ITF-14 published as 15400141288763 use this sum.
        for (body, digit) in [("400638133393", 1), ("1540014128876", 3)] {
            assert_eq!(check_digit(body), digit, "{body}");
        }
    }

    #[test]
    fn postal_numbers_have_22_digits_and_check() {
        for (serial, package) in [(1, 1), (42, 100), (99_999_999, 3)] {
            let number = tracking_number(Class::Postal, "PriorityMail", serial, package);
            assert_eq!(number.len(), 22, "{number}");
            let (body, digit) = number.split_at(21);
            assert_eq!(check_digit(body).to_string(), digit, "{number}");
        }
        assert_eq!(tracking_number(Class::Express, "Ground", 7, 1).len(), 16);
        let form = form_number(Class::Postal, 7);
        let (body, digit) = form.split_at(21);
        assert_eq!(check_digit(body).to_string(), digit, "{form}");
        assert_eq!(container_number(7), "99M899917000000000007");
    }
}
