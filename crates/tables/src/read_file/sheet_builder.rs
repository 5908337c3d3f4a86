//! The rows of a sheet from single cells.

use crate::read_file::error::ReadFileError;
use crate::read_file::too_many_cells;
use crate::sheet::{Cell, RowFault, SheetRow};

/// The size of a sheet in every spreadsheet program.
const MOST_ROWS: u32 = 1_048_576;
const MOST_COLUMNS: u32 = 16_384;

/// Rows are ordered by their number; only those with something in them exist.
#[derive(Debug, Default)]
pub(super) struct SheetBuilder {
    rows: Vec<SheetRow>,
    /// Cells so far, with the empty ones before others.
    cells: usize,
}

/// Cells that the spreadsheet shows as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Merge {
    /// Counted from 0, as are the others.
    pub first_row: u32,
    pub last_row: u32,
    pub column: u32,
}

impl SheetBuilder {
    /// Puts a cell in its place, counted from 0. An empty one changes nothing.
    ///
    /// # Errors
    /// [`ReadFileError::TooManyCells`], or [`ReadFileError::Damaged`] for a place that no sheet has.
    pub(super) fn set(&mut self, row: u32, column: u32, cell: Cell) -> Result<(), ReadFileError> {
        if cell == Cell::Empty {
            return Ok(());
        }
        if row >= MOST_ROWS || column >= MOST_COLUMNS {
            return Err(ReadFileError::Damaged);
        }
        let place = column as usize;
        let cells = self.row(row).ok_or(ReadFileError::Damaged)?;
        let had = cells.len();
        if had <= place {
            cells.resize(place + 1, Cell::Empty);
        }
        let added = cells.len() - had;
        if let Some(found) = cells.get_mut(place) {
            *found = cell;
        }
        self.cells += added;
        too_many_cells(self.cells)
    }

    pub(super) fn cell(&self, row: u32, column: u32) -> Option<&Cell> {
        let number = u64::from(row) + 1;
        let place = self.rows.binary_search_by_key(&number, |row| row.number);
        self.rows.get(place.ok()?)?.cells.get(column as usize)
    }

    /// The cells of a row, which begins to exist.
    fn row(&mut self, row: u32) -> Option<&mut Vec<Cell>> {
        let number = u64::from(row) + 1;
        let place = match self.rows.last() {
            Some(last) if last.number == number => self.rows.len() - 1,
            Some(last) if last.number > number => {
                match self.rows.binary_search_by_key(&number, |row| row.number) {
                    Ok(place) => place,
                    Err(place) => {
                        self.rows.insert(place, new_row(number, 0));
                        place
                    }
                }
            }
            last => {
                let width = last.map_or(0, |row| row.cells.len());
                self.rows.push(new_row(number, width));
                self.rows.len() - 1
            }
        };
        self.rows.get_mut(place).map(|row| &mut row.cells)
    }

    /// Repeats the value of merged cells in the rows below its first one, so that each row of an
    /// order with several items has the order's number. Only rows that have something else get it,
    /// and only the first column: a title over several columns stays one cell.
    ///
    /// # Errors
    /// [`ReadFileError::TooManyCells`].
    pub(super) fn repeat_merged(&mut self, merges: &[Merge]) -> Result<(), ReadFileError> {
        // Merged cells do not overlap, so each cell is filled at most once.
        let mut steps = 0;
        for merge in merges {
            let Some(value) = self.cell(merge.first_row, merge.column).cloned() else {
                continue;
            };
            let first = u64::from(merge.first_row) + 1;
            let mut at = self.rows.partition_point(|row| row.number <= first);
            while let Some(row) = self.rows.get(at) {
                if row.number > u64::from(merge.last_row) + 1 {
                    break;
                }
                let number = row.number - 1;
                let free = row.cells.get(merge.column as usize).is_none_or(Cell::is_blank);
                if free && let Ok(number) = u32::try_from(number) {
                    self.set(number, merge.column, value.clone())?;
                }
                at += 1;
                steps += 1;
                too_many_cells(steps)?;
            }
        }
        Ok(())
    }

    /// Marks rows that the spreadsheet hides, by their numbers.
    pub(super) fn hide(&mut self, numbers: &[u64]) {
        for number in numbers {
            let place = self.rows.binary_search_by_key(number, |row| row.number);
            if let Some(row) = place.ok().and_then(|at| self.rows.get_mut(at)) {
                row.fault = Some(RowFault::Hidden);
            }
        }
    }

    pub(super) fn into_rows(self) -> Vec<SheetRow> {
        self.rows
    }
}

fn new_row(number: u64, width: usize) -> SheetRow {
    SheetRow { number, cells: Vec::with_capacity(width), fault: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Cell {
        Cell::Text(text.into())
    }

    fn rows(builder: SheetBuilder) -> Vec<(u64, Vec<String>)> {
        let rows = builder.into_rows().into_iter();
        rows.map(|row| {
            let texts = row.cells.iter().map(|cell| cell.text().to_owned());
            (row.number, texts.collect())
        })
        .collect()
    }

    #[test]
    fn cells_come_in_any_order() {
        let mut sheet = SheetBuilder::default();
        for (row, column, value) in [(4, 1, "e"), (0, 0, "a"), (4, 0, "d"), (2, 2, "c"), (2, 0, "")]
        {
            let cell = if value.is_empty() { Cell::Empty } else { text(value) };
            sheet.set(row, column, cell).unwrap();
        }
        let expected = [(1, vec!["a"]), (3, vec!["", "", "c"]), (5, vec!["d", "e"])];
        let expected =
            expected.map(|(row, cells)| (row, cells.into_iter().map(str::to_owned).collect()));
        assert_eq!(rows(sheet), expected);
    }

    #[test]
    fn merged_values_stand_in_each_row_below() {
        let mut sheet = SheetBuilder::default();
        for (row, column, value) in [
            (0, 0, "1001"),
            (0, 1, "Mug"),
            (1, 1, "Cup"),
            // Row 3 has nothing else, so the merged number does not make it a row.
            (3, 0, "kept"),
            (3, 1, "Plate"),
            (4, 1, "Bowl"),
        ] {
            sheet.set(row, column, text(value)).unwrap();
        }
        let merge = Merge { first_row: 0, last_row: 3, column: 0 };
        sheet.repeat_merged(&[merge]).unwrap();
        let expected = [
            (1, vec!["1001", "Mug"]),
            (2, vec!["1001", "Cup"]),
            (4, vec!["kept", "Plate"]),
            (5, vec!["", "Bowl"]),
        ];
        let expected =
            expected.map(|(row, cells)| (row, cells.into_iter().map(str::to_owned).collect()));
        assert_eq!(rows(sheet), expected);
    }

    #[test]
    fn no_cell_is_outside_a_sheet() {
        let mut sheet = SheetBuilder::default();
        for (row, column) in [(MOST_ROWS, 0), (0, MOST_COLUMNS), (u32::MAX, u32::MAX)] {
            let outside = sheet.set(row, column, text("x"));
            assert_eq!(outside, Err(ReadFileError::Damaged));
        }
        assert_eq!(sheet.set(MOST_ROWS - 1, MOST_COLUMNS - 1, text("x")), Ok(()));
    }
}
