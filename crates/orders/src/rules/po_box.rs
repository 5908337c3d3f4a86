//! Recognizes post office boxes, which some carriers cannot deliver to.

use std::sync::LazyLock;

use regex::Regex;

use postroom_parcel::draft::AddressForm;

/// The ways in which English, Spanish, French, German, Dutch, Italian and Portuguese addresses write
/// it. A word must end after it, so that Boxwood Lane is a street.
static SHAPE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let shape = r"(?ix)
        (?:^|[^\p{L}\p{N}])
        (?:
            p\.?\s*o\.?\s*box (?:$|[^\p{L}])
          | p\.?\s*o\.?\s*b\.?\s*\#?\s*\d
          | post(?:al)?\s+(?:office\s+)?box (?:$|[^\p{L}])
          | postfach (?:$|[^\p{L}])
          | postbus (?:$|[^\p{L}])
          | (?:apartado|apdo\.?) (?:\s+(?:de\s+correos|postal|aéreo))? \s*(?:n[.oº°]{0,3}|\#)?\s*\d
          | casilla \s+ (?:de\s+correos?|postal) (?:$|[^\p{L}])
          | caixa \s+ postal (?:$|[^\p{L}])
          | casella \s+ postale (?:$|[^\p{L}])
          | bo[iî]te \s+ postale (?:$|[^\p{L}])
          | b\.?p\.?\s+\d
        )";
    Regex::new(shape).ok()
});

pub(super) fn is_po_box(address: &AddressForm) -> bool {
    let lines = [&address.street1, &address.street2, &address.street3];
    let lines = lines.into_iter().filter(|line| !line.trim().is_empty());
    let Some(shape) = SHAPE.as_ref() else {
        return false;
    };
    lines.into_iter().any(|line| shape.is_match(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_told_from_streets() {
        for (line, is_box) in [
            ("PO Box 12", true),
            ("P.O. Box 12", true),
            ("P. O. BOX 12", true),
            ("p o box 12", true),
            ("POBox 12", true),
            ("PO BOX12", true),
            ("P.O.B. 12", true),
            ("POB 12", true),
            ("Post Office Box 12", true),
            ("Suite 4, PO Box 12", true),
            ("Postfach 10 01 02", true),
            ("Apartado 123", true),
            ("Apdo. Postal 123", true),
            ("Apartado de Correos n.º 55", true),
            ("Apartado de correos 55", true),
            ("Casilla de Correo 7", true),
            ("Boîte Postale 7", true),
            ("BP 1207", true),
            ("Caixa Postal 7", true),
            ("350 5th Ave", false),
            ("12 Po Boxwood Lane", false),
            ("7 Depot Box Road", false),
            ("RR 2 Box 15", false),
            ("1 Popbox Way", false),
            ("Postfachweg 2", false),
            ("Calle del Apartado", false),
            ("", false),
        ] {
            let address = AddressForm {
                street1: "Second line decides".to_owned(),
                street2: line.to_owned(),
                ..AddressForm::default()
            };
            assert_eq!(is_po_box(&address), is_box, "{line}");
        }
    }
}
