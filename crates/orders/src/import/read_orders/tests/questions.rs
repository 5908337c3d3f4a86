//! What is decided for a whole column, and what is asked.

use super::*;
use postroom_tables::mapping::{DateOrder, DecimalMark};

/// The weight of each order, or the kind of its first note.
fn weights(read: &ReadOrders) -> Vec<String> {
    let orders = read.orders.iter().map(|read| {
        let parcel = read.order.parcels.first();
        let note = read.order.import_notes.first();
        match (parcel.filter(|it| !it.weight.is_empty()), note) {
            (Some(parcel), None) => format!("{} {}", parcel.weight, parcel.weight_unit.code()),
            (None, Some(note)) => format!("{:?}", note.kind),
            other => panic!("{other:?}"),
        }
    });
    orders.collect()
}

#[test]
fn a_weight_with_two_readings_is_never_guessed() {
    let text = "Order|Name|Weight\n1|Ann|1,250\n2|Bob|12,000\n3|Cid|800";
    let kg = Mapping { weight_unit: Some(WeightUnit::Kg), ..mapping(USUAL) };
    let open = read_with(&kg, text);
    assert_eq!(weights(&open), ["WeightUnclear", "WeightUnclear", "800 kg"]);
    let question = only_question(&open);
    assert_eq!(question.kind, QuestionKind::DecimalMark);
    assert_eq!(question.columns, ["Weight"]);
    assert_eq!(question.rows, 2);
    assert_eq!(question.examples, ["1,250", "12,000"]);
    for (answer, expected) in [
        (DecimalMark::Comma, ["1.25 kg", "12 kg", "800 kg"]),
        (DecimalMark::Point, ["1250 kg", "12000 kg", "800 kg"]),
    ] {
        let answer = Answer::DecimalMark(answer);
        assert!(question.answers.contains(&answer));
        let mut answered = kg.clone();
        answer.apply(&mut answered);
        let read = read_with(&answered, text);
        assert_eq!(weights(&read), expected);
        assert!(read.questions.is_empty());
    }
}

const SIZED: &str = "Order: number, Name: name, Length: length, Width: width, Height: height";

/// One answer holds for every column, so there is one question.
#[test]
fn columns_with_the_same_question_are_asked_about_once() {
    let text = "Order|Name|Length|Width|Height\n1|Ann|10|6|4\n2|Bob|12|6|4";
    let read = read_with(&mapping(SIZED), text);
    let question = only_question(&read);
    assert_eq!(question.kind, QuestionKind::LengthUnit);
    assert_eq!(question.columns, ["Length", "Width", "Height"]);
    assert_eq!(question.rows, 2, "not one for each cell");
    assert_eq!(
        question.text().to_string(),
        "In which unit are the sizes in “Length, Width, and Height”?"
    );
    let mut answered = mapping(SIZED);
    question.answers[0].apply(&mut answered);
    assert!(read_with(&answered, text).questions.is_empty());
}

#[test]
fn other_cells_of_the_column_decide_the_decimal_mark() {
    for (other, expected) in [
        ("0,5", ["1.25 g", "0.5 g"]),
        ("1,250.5", ["1250 g", "1250.5 g"]),
        ("0,5 g", ["1.25 g", "0.5 g"]),
    ] {
        let text = format!("Order|Name|Weight (g)\n1|Ann|1,250\n2|Bob|{other}");
        let mapping = mapping("Order: number, Name: name, Weight (g): weight");
        assert_eq!(weights(&read_with(&mapping, &text)), expected, "{other}");
    }
    // Two cells that contradict each other decide nothing.
    let text = "Order|Name|Weight\n1|Ann|1,250 g\n2|Bob|0,5 g\n3|Cid|0.5 g";
    assert_eq!(weights(&read(text)), ["WeightUnclear", "0.5 g", "0.5 g"]);
}

#[test]
fn a_weight_without_a_unit_is_asked_about() {
    let text = "Order|Name|Weight\n1|Ann|12\n2|Bob|3 lb\n3|Cid|heavy";
    let open = read(text);
    assert_eq!(weights(&open), ["WeightUnclear", "3 lb", "WeightUnreadable"]);
    let question = only_question(&open);
    assert_eq!((question.kind.clone(), question.rows), (QuestionKind::WeightUnit, 1));
    assert_eq!(question.answers.first(), Some(&Answer::WeightUnit(WeightUnit::Lb)));
    let mut answered = mapping(USUAL);
    Answer::WeightUnit(WeightUnit::Oz).apply(&mut answered);
    assert_eq!(weights(&read_with(&answered, text)), ["12 oz", "3 lb", "WeightUnreadable"]);
}

#[test]
fn units_stand_in_columns_of_their_own() {
    let unit = mapping("Order: number, Weight: weight, Unit: weight-unit");
    let text = "Order|Weight|Unit\n1|12|oz\n2|1.5|Pounds\n3|3|stone\n4|2 kg|oz";
    let read_units = read_with(&unit, text);
    assert_eq!(weights(&read_units), ["12 oz", "1.5 lb", "WeightUnreadable", "2 kg"]);
    let two = mapping("Order: number, Pounds: weight, Ounces: weight");
    let text = "Order|Pounds|Ounces\n1|1|4\n2|n:0|n:5\n3|2|\n4||7.5";
    assert_eq!(weights(&read_with(&two, text)), ["20 oz", "5 oz", "2 lb", "7.5 oz"]);
}

#[test]
fn weights_in_several_rows_are_asked_about() {
    let text = "Order|Name|Weight|SKU|Qty
        1|Ann|1 lb|A|1
        1|||B|1
        2|Bob|1 lb|A|1
        2||1 lb|B|2
        3|Cid|1 lb|A|3";
    let open = Mapping { weight_is: None, ..mapping(USUAL) };
    let read = read_with(&open, text);
    assert_eq!(weights(&read), ["1 lb", "WeightUnclear", "WeightUnclear"]);
    let question = only_question(&read);
    assert_eq!((question.kind.clone(), question.rows), (QuestionKind::WeightIs, 3));
    let of_order = read_with(&mapping(USUAL), text);
    assert_eq!(weights(&of_order), ["1 lb"; 3]);
    let mut answered = open;
    Answer::WeightIs(WeightIs::OfPiece).apply(&mut answered);
    let of_piece = read_with(&answered, text);
    let items = |at: usize| -> Vec<&str> {
        let items = of_piece.orders[at].order.items.iter();
        items.map(|item| item.weight.as_str()).collect()
    };
    assert_eq!([items(0), items(1), items(2)], [vec!["1", ""], vec!["1", "1"], vec!["1"]]);
    assert!(of_piece.orders.iter().all(|it| it.order.parcels.is_empty()));
    assert!(of_piece.questions.is_empty());
    let differ = "Order|Name|Weight\n1|Ann|1 lb\n1||2 lb";
    assert_eq!(weights(&read_with(&mapping(USUAL), differ)), ["WeightsDiffer"]);
}

#[test]
fn the_order_of_day_and_month_is_decided_by_the_column_or_asked() {
    let days = |read: &ReadOrders| -> Vec<Option<String>> {
        let days = read.orders.iter().map(|it| it.order.ordered);
        days.map(|day| day.map(|day| day.to_string())).collect()
    };
    let decided = read("Order|Name|Date\n1|Ann|03/04/2026\n2|Bob|25/04/2026");
    let expected = ["2026-04-03", "2026-04-25"].map(|day| Some(day.to_owned()));
    assert_eq!(days(&decided), expected);
    let text = "Order|Name|Date\n1|Ann|03/04/2026\n2|Bob|11/11/2026\n3|Cid|soon";
    let open = read(text);
    assert_eq!(days(&open), [None, Some("2026-11-11".to_owned()), None]);
    assert_eq!(notes(&open.orders[0].order), [(ImportNoteKind::DateUnreadable, "03/04/2026")]);
    assert_eq!(notes(&open.orders[2].order), [(ImportNoteKind::DateIgnored, "soon")]);
    let question = only_question(&open);
    assert_eq!((question.kind.clone(), question.rows), (QuestionKind::DateOrder, 1));
    let mut answered = mapping(USUAL);
    Answer::DateOrder(DateOrder::MonthFirst).apply(&mut answered);
    assert_eq!(days(&read_with(&answered, text))[0].as_deref(), Some("2026-03-04"));
}

#[test]
fn a_currency_that_nothing_names_is_assumed_and_asked_about() {
    let text = "Order|Name|Price|SKU|Total\n1|Ann|12.50|A|€20\n2|Bob|3|B|";
    let open = read(text);
    assert_eq!(open.orders[0].order.items[0].value, usd("12.5"));
    let total = open.orders[0].order.total.unwrap();
    assert_eq!(total.currency.code(), "EUR");
    let question = only_question(&open);
    assert_eq!((question.kind.clone(), question.rows), (QuestionKind::Currency, 2));
    assert!(question.is_assumed && question.columns == ["Price"]);
    assert_eq!(question.answers.first(), Some(&Answer::Currency(Currency::USD)));
    let mut answered = mapping(USUAL);
    Answer::Currency(Currency::parse("CAD").unwrap()).apply(&mut answered);
    let read = read_with(&answered, text);
    assert!(read.questions.is_empty());
    assert_eq!(read.orders[1].order.items[0].value.unwrap().currency.code(), "CAD");
}
