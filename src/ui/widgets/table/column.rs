//! Columns of a table, and how they share its width.

use crate::ui::tokens::space;

/// A column: its title, width, alignment, and whether it sorts.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub title: &'static str,
    /// In points; columns without a width share the remaining room.
    pub width: Option<f32>,
    /// Its share, from 0 to 1, of the room that the wide columns do not need.
    pub grows: f32,
    pub right: bool,
    pub sortable: bool,
}

impl Column {
    pub const fn new(title: &'static str, width: f32) -> Self {
        Self {
            title,
            width: Some(width),
            grows: 0.0,
            right: false,
            sortable: false,
        }
    }

    /// A column that takes the remaining room.
    pub const fn wide(title: &'static str) -> Self {
        Self {
            title,
            width: None,
            grows: 0.0,
            right: false,
            sortable: false,
        }
    }

    /// Adds this share of the room that wide columns do not need.
    pub const fn growing(mut self, share: f32) -> Self {
        self.grows = share;
        self
    }

    pub const fn right(mut self) -> Self {
        self.right = true;
        self
    }

    pub const fn sortable(mut self) -> Self {
        self.sortable = true;
        self
    }
}

/// Sufficient width of a wide column; the other columns get their shares of any room beyond it.
const EASE: f32 = 300.0;

/// The width of each column in a table of this width; `None` takes the remaining room.
pub fn widths(columns: &[Column], room: f32) -> Vec<Option<f32>> {
    let gaps = space::M * columns.len().saturating_sub(1) as f32;
    let wide = columns.iter().filter(|column| column.width.is_none());
    let fixed: f32 = columns.iter().filter_map(|column| column.width).sum();
    let spare = (room - gaps - fixed - EASE * wide.count() as f32).max(0.0);
    let points = |column: &Column| Some((column.width? + column.grows * spare).floor());
    columns.iter().map(points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spare_room_is_shared_and_no_column_shrinks() {
        let columns = [
            Column::wide("Service"),
            Column::new("Account", 150.0).growing(0.25),
            Column::new("Price", 70.0),
        ];
        assert_eq!(widths(&columns, 500.0), [None, Some(150.0), Some(70.0)]);
        // 24 points are gaps; of the 400 spare points, the account takes a quarter.
        let wide = 24.0 + EASE + 150.0 + 70.0 + 400.0;
        assert_eq!(widths(&columns, wide), [None, Some(250.0), Some(70.0)]);
    }
}
