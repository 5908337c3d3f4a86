//! What the columns of a table need for the texts in them, measured while rows are drawn. A column
//! that has more gives it to those that have less.

use egui::{Id, Ui};

use super::column::{Column, LEAST};
use crate::ui::tokens::space;
use crate::ui::widgets::cut_texts::take_cut;

/// The widest content of each shown column so far, in points. It only grows while the table keeps
/// its width and its columns, so that scrolling moves no column to and fro.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Needs {
    room: f32,
    titles: Vec<&'static str>,
    widths: Vec<f32>,
}

/// Needs are rounded up to this, so that similar texts move nothing.
const STEP: f32 = 4.0;

impl Needs {
    pub fn load(ui: &Ui, table: Id, columns: &[(usize, Column)], room: f32) -> Self {
        // Texts elsewhere are cut too.
        take_cut(ui.ctx());
        let known: Option<Self> = ui.data(|data| data.get_temp(table.with("needs")));
        let titles: Vec<&'static str> = columns.iter().map(|(_, column)| column.title).collect();
        match known {
            Some(known) if known.room == room && known.titles == titles => known,
            _ => Self { room, widths: vec![0.0; titles.len()], titles },
        }
    }

    /// Keeps what was measured in this pass. If it is more than before, the table is drawn again.
    pub fn store(self, ui: &Ui, table: Id) {
        let id = table.with("needs");
        let known: Option<Self> = ui.data(|data| data.get_temp(id));
        if known.as_ref() != Some(&self) {
            ui.ctx().request_repaint();
            ui.data_mut(|data| data.insert_temp(id, self));
        }
    }

    /// Draws a cell, and adds what its contents need.
    pub fn measure(&mut self, place: usize, cell: &mut Ui, contents: impl FnOnce(&mut Ui)) {
        contents(cell);
        // What extends beyond the cell, such as a field that is being edited, needs no more: a wider
        // column would make it wider.
        let room = cell.max_rect().width();
        // A cut text may leave some of its room empty, because only whole letters stay.
        let needed = match take_cut(cell.ctx()) {
            lacking if lacking > 0.0 => room + lacking,
            _ => cell.min_rect().width().min(room),
        };
        if let Some(known) = self.widths.get_mut(place) {
            *known = known.max((needed / STEP).ceil() * STEP);
        }
    }

    /// Moves room from columns that have more than they need to those that have less. `widths` are
    /// as of [`super::column::widths`].
    pub fn share(&self, widths: &mut [Option<f32>]) {
        let gaps = space::M * widths.len().saturating_sub(1) as f32;
        let taken: f32 = widths.iter().flatten().sum();
        let wide = widths.iter().filter(|width| width.is_none()).count();
        let rest = ((self.room - gaps - taken) / wide.max(1) as f32).max(0.0);
        // Points above the need, or below it.
        let balances: Vec<f32> = widths
            .iter()
            .zip(&self.widths)
            .map(|(width, need)| match (*need > 0.0, width) {
                (true, Some(width)) => width - need,
                (true, None) => rest - need.max(LEAST),
                (false, _) => 0.0,
            })
            .collect();
        let spare: f32 = balances.iter().filter(|points| **points > 0.0).sum();
        let lacking: f32 = -balances.iter().filter(|points| **points < 0.0).sum::<f32>();
        let moved = spare.min(lacking);
        if moved < 1.0 {
            return;
        }
        for (width, balance) in widths.iter_mut().zip(balances) {
            let Some(width) = width else { continue };
            let part = match balance > 0.0 {
                true => balance * moved / spare,
                false => balance * moved / lacking,
            };
            *width = (*width - part).floor();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(room: f32, widths: &[f32]) -> Needs {
        Needs { room, titles: vec![""; widths.len()], widths: widths.to_vec() }
    }

    /// "Casey Exa…" stood beside 60 empty points of the column of dates.
    #[test]
    fn a_column_with_more_than_it_needs_gives_to_one_with_less() {
        let mut widths = [Some(140.0), None, Some(60.0)];
        needs(380.0 + 2.0 * space::M, &[80.0, 200.0, 72.0]).share(&mut widths);
        // The wide one has 180 and lacks 20, the last lacks 12; the dates have 60 too many.
        assert_eq!(widths, [Some(108.0), None, Some(72.0)]);
    }

    #[test]
    fn what_is_lacking_is_shared_and_what_needs_all_keeps_it() {
        let mut widths = [Some(100.0), None, Some(60.0)];
        needs(260.0 + 2.0 * space::M, &[100.0, 90.0, 100.0]).share(&mut widths);
        assert_eq!(widths, [Some(100.0), None, Some(70.0)]);
        let before = [Some(100.0), None, Some(60.0)];
        let mut widths = before;
        needs(260.0 + 2.0 * space::M, &[120.0, 130.0, 100.0]).share(&mut widths);
        assert_eq!(widths, before, "no column has more than it needs");
        needs(260.0 + 2.0 * space::M, &[0.0; 3]).share(&mut widths);
        assert_eq!(widths, before, "nothing is measured yet");
    }
}
