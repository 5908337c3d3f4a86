//! What is wrong with a mapping, and which saved one fits.

use super::*;

fn column(heading: &str, field: Option<OrderField>) -> MappedColumn {
    MappedColumn { heading: heading.to_owned(), field, ..MappedColumn::default() }
}

fn mapping(columns: &[(&str, Option<OrderField>)]) -> Mapping {
    Mapping {
        columns: columns.iter().map(|(title, field)| column(title, *field)).collect(),
        ..Mapping::default()
    }
}

#[test]
fn problems_name_the_columns() {
    let rows = [
        "No|Who|Street|City|City 2|Zip|Whole|Lb|Oz",
        "1|Ann|2 Elm St|Ely||89301|Ann, 2 Elm St|1|4",
        "2|Bo|4 Oak St||Reno|89501||0|9",
    ];
    let whole = [("No", Some(F::Number)), ("Whole", Some(F::Address))];
    let address = |city: &'static str| {
        [
            ("No", Some(F::Number)),
            ("Who", Some(F::Name)),
            ("Street", Some(F::Street1)),
            (city, Some(F::City)),
            ("Zip", Some(F::Zip)),
        ]
    };
    for (columns, wanted) in [
        (address("City").to_vec(), vec![]),
        (whole.to_vec(), vec![]),
        // Case, spaces and a byte order mark make no difference.
        ([&address("\u{FEFF} CITY  ")[..], &[("zip 4", None)]].concat(), vec![]),
        (
            // What a missing column was to have is not told once more.
            address("Town").to_vec(),
            vec!["The table has no column “Town”"],
        ),
        (
            vec![("Nr", Some(F::Number)), ("All", Some(F::Address)), ("City", None), ("Zip", None)],
            vec!["The table has no column “Nr”", "The table has no column “All”"],
        ),
        (
            vec![("No", None), ("Who", None), ("Street", Some(F::Note))],
            vec![
                "No column has the order numbers",
                "No column has the recipient’s name or company",
                "No column has the address",
            ],
        ),
        // Filled in different rows: no row is in doubt.
        ([&address("City")[..], &[("City 2", Some(F::City))]].concat(), vec![]),
        (
            [&address("City")[..], &[("Whole", Some(F::City))]].concat(),
            vec!["“City” is given to several columns: City and Whole"],
        ),
        (
            [&address("City")[..], &[("Whole", Some(F::Note)), ("Oz", Some(F::Note))]].concat(),
            vec![],
        ),
        (
            [&address("City")[..], &[("Lb", Some(F::Weight)), ("Oz", Some(F::Weight))]].concat(),
            vec![],
        ),
        (
            [&address("City")[..], &[("Lb", Some(F::Weight)), ("No", Some(F::Weight))]].concat(),
            vec!["“Weight” is given to several columns: Lb and No"],
        ),
        (
            [&address("City")[..], &[("Whole", Some(F::Address))]].concat(),
            vec!["“Whole” has the whole address, and other columns have parts of it"],
        ),
    ] {
        let mut found: Vec<String> = Vec::new();
        for problem in problems(&mapping(&columns), &sheet(&rows)) {
            found.push(problem.message().to_string());
        }
        assert_eq!(found, wanted, "{columns:?}");
    }
}

#[test]
fn a_table_without_rows_has_nothing_to_import() {
    for rows in [vec![], vec![PLAIN]] {
        let table = sheet(&rows);
        let read = recognize(&table);
        let found = problems(&read.mapping, &table);
        assert!(found.contains(&MappingProblem::RowsMissing), "{rows:?}");
        assert!(!read.sure);
    }
}

#[test]
fn a_saved_mapping_goes_before_the_recognition() {
    let table = |heading: &str| sheet(&["Title", heading, "1|Ann|2 Elm St|Ely|NV|89301|x"]);
    let mine = mapping(&[
        ("Nr", Some(F::Number)),
        ("Who", Some(F::Name)),
        ("Where", Some(F::Street1)),
        ("Place", Some(F::City)),
        ("Code", Some(F::Zip)),
        ("Rest", None),
    ]);
    let small = mapping(&[("Nr", Some(F::Reference)), ("Who", Some(F::Name))]);
    let saved = [small, mine];
    for (heading, wanted) in [
        // Moved, in other letters, with a column more and one that was only kept less.
        ("Code|WHO|nr|Where|Place|State|New", Some((1, vec![]))),
        ("Nr|Who|Where|Place|Code|Rest", Some((1, vec![]))),
        ("Nr|Who|Where|Town|Code|Rest", Some((1, vec!["Place"]))),
        ("Nr|Who", Some((0, vec![]))),
        // Two known columns of seven say nothing.
        ("Nr|Who|A|B|C|D|E", None),
        (PLAIN, None),
    ] {
        let table = table(heading);
        let found = apply_saved(&saved, &table);
        let found = found.map(|found| {
            assert_eq!(found.heading_row, Some(1), "{heading}");
            let missing: Vec<String> = found.missing.iter().map(ToString::to_string).collect();
            (found.index, missing)
        });
        let wanted = wanted.map(|(index, missing)| {
            let missing: Vec<String> = missing.into_iter().map(str::to_owned).collect();
            (index, missing)
        });
        assert_eq!(found, wanted, "{heading}");
    }
}

#[test]
fn a_saved_mapping_without_headings_fits_tables_as_wide() {
    let rows = ["1001|Ann Lee|2 Elm St|Ely|NV|89301"];
    let mut saved = recognize(&sheet(&rows)).mapping;
    saved.columns[0].field = Some(F::Number);
    let found = apply_saved(&[saved.clone()], &sheet(&["7|Bo|4 Oak St|Ely|NV|89301"]));
    assert_eq!(found.map(|found| found.heading_row), Some(None));
    for rows in [vec!["7|Bo|4 Oak St|Ely|NV"], vec![PLAIN, rows[0]]] {
        assert_eq!(apply_saved(&[saved.clone()], &sheet(&rows)), None, "{rows:?}");
    }
}

/// C5: a column that nothing is taken from was dropped without a word.
#[test]
fn columns_that_nothing_is_taken_from_are_named() {
    let sheet = sheet(&["Order|Item HS code| |Name|Note"]);
    let heading = &sheet.rows[0];
    let mapping = Mapping {
        columns: vec![
            column("Order", Some(OrderField::Number)),
            column("Note", None),
            column("Name", Some(OrderField::Name)),
        ],
        ..Mapping::default()
    };
    assert_eq!(mapping.unused_columns(heading), ["Item HS code", "Note"]);
    let headless = Mapping { headless: true, ..mapping };
    assert!(headless.unused_columns(heading).is_empty());
}
