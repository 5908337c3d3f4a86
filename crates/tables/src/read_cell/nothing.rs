//! Words by which programs and people say that a cell is empty.

use crate::mapping::OrderField;
use crate::word_lists::key_of;

/// Whether the text of a cell of this field is a word for nothing.
pub fn says_nothing(field: OrderField, text: &str) -> bool {
    // No such word is longer, and most texts are. A cell of a number column keeps its text for the problem.
    let is_text = field.is_of_address()
        || matches!(
            field,
            OrderField::Phone
                | OrderField::Email
                | OrderField::Reference
                | OrderField::Note
                | OrderField::Preset
                | OrderField::ItemSku
                | OrderField::ItemName
                | OrderField::ItemTariffNumber
        );
    if text.len() > 16 || !is_text || field == OrderField::Country {
        return false;
    }
    let is_optional = matches!(
        field,
        OrderField::Company
            | OrderField::Street2
            | OrderField::Street3
            | OrderField::Phone
            | OrderField::Email
            | OrderField::Reference
            | OrderField::Note
            | OrderField::Preset
            | OrderField::ItemTariffNumber
    );
    let lower = text.to_lowercase();
    let is_name = matches!(
        field,
        OrderField::Name | OrderField::FirstName | OrderField::LastName | OrderField::City
    );
    let is_nothing = match key_of("nothing", &lower) {
        Some("programs") => !(is_name && lower == "nan"),
        Some(_) => is_optional,
        None => false,
    };
    is_nothing || (text == "NULL" && field != OrderField::LastName)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn o18_words_for_nothing_are_nothing() {
        for (field, text, nothing) in [
            (OrderField::Company, "NULL", true),
            (OrderField::Company, "N/A", true),
            (OrderField::Street2, "None", true),
            (OrderField::Street2, "nan", true),
            (OrderField::Company, "undefined", true),
            (OrderField::Street2, "-", true),
            (OrderField::Phone, "keine", true),
            (OrderField::Company, "Aucune", true),
            (OrderField::Street3, "なし", true),
            (OrderField::Name, "N/A", true),
            (OrderField::Name, "Undefined", true),
            (OrderField::LastName, "Null", false),
            (OrderField::LastName, "NULL", false),
            (OrderField::FirstName, "Nan", false),
            (OrderField::City, "None", false),
            (OrderField::Country, "NA", false),
            (OrderField::Number, "-", false),
            (OrderField::Status, "N/A", false),
            (OrderField::ItemWeight, "#N/A", false),
            (OrderField::Company, "None Such Records", false),
            (OrderField::Street2, "No 5", false),
            (OrderField::State, "NA", false),
        ] {
            assert_eq!(says_nothing(field, text), nothing, "{field:?} {text}");
        }
    }
}
