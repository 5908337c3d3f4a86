//! Columns of a table and how they share its width.

use crate::ui::tokens::space;

/// A column: its words, its room, whether figures stand at the right, whether it sorts.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub title: &'static str,
    /// Points; the columns without one share what is left.
    pub width: Option<f32>,
    /// Its share of the room the wide columns can spare, 0 to 1.
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

    /// Takes what the others leave.
    pub const fn wide(title: &'static str) -> Self {
        Self {
            title,
            width: None,
            grows: 0.0,
            right: false,
            sortable: false,
        }
    }

    /// Takes this share of what a wide column would not need.
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

/// A wide column has room enough with this; of what is more, others take their shares.
const EASE: f32 = 300.0;

/// Points of each column in a table so wide; none takes what is left.
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
        // 24 points are gaps; of the 400 nobody needs, the account takes a quarter.
        let wide = 24.0 + EASE + 150.0 + 70.0 + 400.0;
        assert_eq!(widths(&columns, wide), [None, Some(250.0), Some(70.0)]);
    }
}
