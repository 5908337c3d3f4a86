//! Writing the orders of the file into the workspace, and giving them the preset of the arguments.

use std::sync::Arc;

use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::flows::batch_run::opening::{self, Prepared};
use crate::desk::flows::batch_run::sorting::problem_of_note;
use crate::desk::flows::batch_run::{Run, Step, complain};
use crate::desk::order_records::changes::{Change, write_changes};
use crate::desk::order_records::import::unattended::{ImportedFile, ImportedOrder};
use crate::orders::batch_report::{BatchOrder, ImportedAs, OrderEvent};
use crate::orders::order::{ChosenBy, ChosenPreset, Order};
use crate::orders::order_row::{is_readable, order_of_row};
use crate::watched_folder::OrderOutcome;

/// Rows that are read at once.
pub(super) const CHUNK: usize = 500;

impl Run<'_, '_> {
    /// Imports the file and tells what became of each order.
    pub(super) fn import(&mut self) -> Step<ImportedFile> {
        let Prepared { import, reader, planned, .. } = &mut self.prepared;
        let written = import.write(reader, std::mem::take(planned));
        let file = self.headless.wait_for(written).map_err(opening::refused)?;
        for row in &file.skipped {
            complain(&format!("row {}: {}", row.row, row.reason.text()));
        }
        for order in &file.orders {
            let name = name_of(order);
            if order.is_repeated {
                let note = order.note.as_ref().map(ToString::to_string);
                complain(&format!("row {}: {}", order.row, note.unwrap_or_default()));
                continue;
            }
            if let Some(id) = &order.id {
                self.orders.insert(id.clone(), name.clone());
            }
            self.tell_imported(&name, order.outcome, order.note.as_ref());
        }
        Ok(file)
    }

    /// `why` is the reason that is reported for an order that the workspace refuses.
    pub(super) fn tell_imported(
        &mut self,
        name: &BatchOrder,
        outcome: OrderOutcome,
        why: Option<&Message>,
    ) {
        let imported = match outcome {
            OrderOutcome::Added => ImportedAs::Added,
            OrderOutcome::Updated => ImportedAs::Updated,
            OrderOutcome::Unchanged => ImportedAs::Unchanged,
            OrderOutcome::KeptAside => ImportedAs::KeptAside,
            OrderOutcome::Refused => {
                let problems = vec![problem_of_note(why)];
                return self.tell(name, &OrderEvent::NeedsAttention { problems });
            }
        };
        self.tell(name, &OrderEvent::Imported(imported));
    }

    /// Gives every order of the file the preset of the arguments. Those that were begun to be bought
    /// keep theirs.
    pub(super) fn give_preset(&mut self, file: &ImportedFile) -> Step<()> {
        let Some(key) = self.prepared.preset.clone() else {
            return Ok(());
        };
        let ids: Vec<OrderId> = file.orders.iter().filter_map(|it| it.id.clone()).collect();
        let (workspace, basis) = (self.workspace(), Arc::clone(&self.prepared.import.basis));
        let given = async {
            for chunk in ids.chunks(CHUNK) {
                let rows = workspace.orders_by_id(chunk.to_vec()).await?;
                let mut changes = Vec::new();
                for row in rows.iter().filter(|row| is_readable(row)) {
                    let mut order = order_of_row(row);
                    if !set_preset(&mut order, &key) {
                        continue;
                    }
                    let key = key.clone();
                    changes.push(Change {
                        id: row.id.clone(),
                        revision: row.revision,
                        order,
                        again: Box::new(move |order| {
                            set_preset(order, &key);
                        }),
                    });
                }
                write_changes(workspace.as_ref(), &basis, changes).await?;
            }
            Ok(())
        };
        self.headless.wait_for(given)
    }
}

/// Returns whether it changed the order.
pub(super) fn set_preset(order: &mut Order, key: &str) -> bool {
    let chosen = ChosenPreset { key: key.to_owned(), by: ChosenBy::Person };
    if order.may_have_cost_money() || order.preset.as_ref() == Some(&chosen) {
        return false;
    }
    order.preset = Some(chosen);
    true
}

pub(super) fn name_of(order: &ImportedOrder) -> BatchOrder {
    BatchOrder { number: order.number.clone(), source: order.source.clone(), row: Some(order.row) }
}
