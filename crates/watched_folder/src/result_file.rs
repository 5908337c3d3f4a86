//! The note beside a file in `done/` or `failed/`: what became of each order, or the reason.

use std::io::{self, Write};
use std::sync::Arc;

use crate::names::{REASON_SUFFIX, RESULT_SUFFIX};
use crate::text;
use crate::{DONE, FAILED, ImportSummary, OrderOutcome};
use postroom_base::locale::Message;
use postroom_base::spreadsheet_cell::escape_formula;

#[derive(Clone, Debug)]
pub enum Note {
    Imported(Arc<ImportSummary>),
    /// With the name of the file in `done/` that has the same content.
    ImportedBefore(String),
    Refused(Message),
}

const COLUMNS: [&str; 5] = ["row", "order", "outcome", "needs_attention", "note"];

impl Note {
    /// The folder for the file and its note.
    pub fn folder(&self) -> &'static str {
        match self {
            Self::Imported(_) | Self::ImportedBefore(_) => DONE,
            Self::Refused(_) => FAILED,
        }
    }

    /// What is appended to the name of the file.
    pub fn suffix(&self) -> &'static str {
        match self {
            Self::Imported(_) | Self::ImportedBefore(_) => RESULT_SUFFIX,
            Self::Refused(_) => REASON_SUFFIX,
        }
    }

    /// Writes the note: a table with a line for each order, or the reason as text. Words of the
    /// table's outcomes stay English; notes are in the language of the window.
    ///
    /// # Errors
    /// Any error of `out`.
    pub fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        // Excel and Notepad know UTF-8 by this mark.
        out.write_all("\u{feff}".as_bytes())?;
        match self {
            Self::Imported(summary) => write_orders(summary, out),
            Self::ImportedBefore(first) => {
                let note = text!("order-import-folder-same-content", file = first);
                let mut table = csv::Writer::from_writer(out);
                table.write_record(COLUMNS)?;
                table.write_record(["", "", "already-imported", "", &escape_formula(&note)])?;
                table.flush()
            }
            Self::Refused(reason) => writeln!(out, "{reason}"),
        }
    }
}

fn write_orders(summary: &ImportSummary, out: impl Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(COLUMNS)?;
    for order in &summary.orders {
        let notes: Vec<&str> = order.notes.iter().map(Message::as_str).collect();
        table.write_record([
            order.row.to_string().as_str(),
            &escape_formula(&order.number),
            word_of(order.outcome),
            if order.needs_attention { "yes" } else { "" },
            &escape_formula(&notes.join("; ")),
        ])?;
    }
    for (row, reason) in &summary.skipped {
        let (row, reason) = (row.to_string(), escape_formula(reason.as_str()));
        table.write_record([row.as_str(), "", "no-order", "", reason.as_str()])?;
    }
    if summary.orders.is_empty() {
        table.write_record(["", "", "no-orders", "", ""])?;
    }
    table.flush()
}

/// Programs read these words.
const fn word_of(outcome: OrderOutcome) -> &'static str {
    match outcome {
        OrderOutcome::Added => "added",
        OrderOutcome::Updated => "updated",
        OrderOutcome::Unchanged => "unchanged",
        OrderOutcome::KeptAside => "kept-aside",
        OrderOutcome::Refused => "refused",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OrderResult;

    #[test]
    fn a_result_file_has_a_line_for_each_order() {
        let order = |row, number: &str, outcome, notes: &[&str]| OrderResult {
            row,
            number: number.to_owned(),
            outcome,
            needs_attention: !notes.is_empty(),
            notes: notes.iter().map(|note| Message::from(*note)).collect(),
        };
        let orders = vec![
            order(2, "1001", OrderOutcome::Added, &[]),
            order(3, "=1+1", OrderOutcome::Updated, &["No ZIP", "No weight, no size"]),
            order(5, "1003", OrderOutcome::Unchanged, &[]),
            order(6, "", OrderOutcome::KeptAside, &["@x"]),
        ];
        for (note, lines) in [
            (
                Note::Imported(Arc::new(ImportSummary {
                    orders,
                    skipped: vec![(9, "The row is a total".into())],
                })),
                "row,order,outcome,needs_attention,note\n\
                 2,1001,added,,\n\
                 3,'=1+1,updated,yes,\"No ZIP; No weight, no size\"\n\
                 5,1003,unchanged,,\n\
                 6,,kept-aside,yes,'@x\n\
                 9,,no-order,,The row is a total\n",
            ),
            (
                Note::Imported(Arc::default()),
                "row,order,outcome,needs_attention,note\n,,no-orders,,\n",
            ),
            (
                Note::ImportedBefore("orders.csv".to_owned()),
                "row,order,outcome,needs_attention,note\n\
                 ,,already-imported,,orders.csv has the same content\n",
            ),
            (Note::Refused("It is a picture".into()), "It is a picture\n"),
        ] {
            let mut written = Vec::new();
            note.write_to(&mut written).unwrap();
            let text = String::from_utf8(written).unwrap();
            assert_eq!(text.strip_prefix('\u{feff}'), Some(lines), "{note:?}");
        }
    }
}
