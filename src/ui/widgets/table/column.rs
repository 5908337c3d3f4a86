//! Columns of a table, and how they share its width.

use egui::{Id, Ui};

use crate::ui::tokens::space;

/// A column: its title, width, alignment, and whether it sorts.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub title: &'static str,
    /// In points; columns without a width share the remaining room.
    pub width: Option<f32>,
    /// Its share, from 0 to 1, of the room that the wide columns do not need.
    pub grows: f32,
    /// The width to which it may shrink before the wide columns get less than they need.
    pub least: Option<f32>,
    pub right: bool,
    /// Its figures, such as dates, are never cut: it keeps its width, as columns of numbers do.
    pub whole: bool,
    /// What identifies its order among those of the table, if it sorts.
    pub sorts: Option<usize>,
    /// Left out of a table that is too narrow even for the least widths; the lowest number goes
    /// first. `None` always stays.
    pub leaves: Option<u8>,
}

impl Column {
    pub const fn new(title: &'static str, width: f32) -> Self {
        Self {
            title,
            width: Some(width),
            grows: 0.0,
            least: None,
            right: false,
            whole: false,
            sorts: None,
            leaves: None,
        }
    }

    /// A column that takes the remaining room.
    pub const fn wide(title: &'static str) -> Self {
        let mut column = Self::new(title, 0.0);
        column.width = None;
        column
    }

    /// Adds this share of the room that wide columns do not need.
    pub const fn growing(mut self, share: f32) -> Self {
        self.grows = share;
        self
    }

    /// Lets the column shrink to this width. The leftmost column that may shrink does so first.
    pub const fn shrinking(mut self, least: f32) -> Self {
        self.least = Some(least);
        self
    }

    /// Lets a table that is too narrow do without the column, in the order of these numbers. What it
    /// says must be found elsewhere too, such as in the opened row.
    pub const fn leaving(mut self, order: u8) -> Self {
        self.leaves = Some(order);
        self
    }

    /// Keeps its width in a narrow table.
    pub const fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    pub const fn right(mut self) -> Self {
        self.right = true;
        self
    }

    /// A click on the title sorts. The key identifies the order in [`super::Sort`].
    pub const fn sortable(mut self, key: usize) -> Self {
        self.sorts = Some(key);
        self
    }
}

/// Sufficient width of a wide column; the other columns get their shares of any room beyond it.
const EASE: f32 = 300.0;
/// The width of a wide column below which other columns shrink for it.
const NEED: f32 = 256.0;

/// No column is narrower than this, unless it was made so.
pub const LEAST: f32 = 80.0;

/// The places of the columns that are shown in a table of this width.
pub fn shown(columns: &[Column], room: f32) -> Vec<usize> {
    let mut shown: Vec<(usize, Column)> = columns.iter().copied().enumerate().collect();
    loop {
        let gaps = space::M * shown.len().saturating_sub(1) as f32;
        let needed: f32 = shown.iter().map(|(_, column)| least_width(column)).sum();
        let leaving = shown.iter().filter(|(_, column)| column.leaves.is_some());
        let next = leaving.min_by_key(|(_, column)| column.leaves);
        match next.map(|(place, _)| *place) {
            Some(next) if needed + gaps > room => shown.retain(|(place, _)| *place != next),
            _ => return shown.into_iter().map(|(place, _)| place).collect(),
        }
    }
}

/// The width below which [`widths`] never goes.
fn least_width(column: &Column) -> f32 {
    match column.width {
        None => LEAST,
        Some(width) if column.right || column.whole => column.least.unwrap_or(width),
        Some(width) => width.min(LEAST),
    }
}

/// Draws once more after the table became wider or narrower: egui gives its rows their new width a
/// frame later.
pub fn follow_width(ui: &Ui, id: Id) {
    let (memory, width) = (id.with("width"), ui.available_width());
    let last: Option<f32> = ui.data(|data| data.get_temp(memory));
    if last.is_some_and(|last| (last - width).abs() > f32::EPSILON) {
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(memory, width));
}

/// The width of each column in a table of this width; `None` takes the remaining room.
pub fn widths(columns: &[Column], room: f32) -> Vec<Option<f32>> {
    let gaps = space::M * columns.len().saturating_sub(1) as f32;
    let wide = columns.iter().filter(|column| column.width.is_none()).count() as f32;
    let fixed: f32 = columns.iter().filter_map(|column| column.width).sum();
    let spare = (room - gaps - fixed - EASE * wide).max(0.0);
    let mut lacking = (NEED * wide + gaps + fixed - room).max(0.0);
    let growth: f32 = columns.iter().map(|column| column.grows).sum();
    // Without a wide column, those that grow share all the room, so that nothing stays empty.
    let unit = if wide == 0.0 && growth > 0.0 { spare / growth } else { spare };
    let mut points = |column: &Column| {
        let width = column.width?;
        let given = column.least.map_or(0.0, |least| (width - least).clamp(0.0, lacking));
        lacking -= given;
        Some((width - given + column.grows * unit).floor())
    };
    let mut widths: Vec<Option<f32>> = columns.iter().map(&mut points).collect();
    fit(columns, &mut widths, room - gaps);
    widths
}

/// In a very narrow table every column of words is narrower, and its words are cut; numbers stay.
fn fit(columns: &[Column], widths: &mut [Option<f32>], room: f32) {
    let wide = widths.iter().filter(|width| width.is_none()).count() as f32;
    let taken: f32 = widths.iter().flatten().sum::<f32>() + wide * LEAST;
    let may = |column: &Column, width: f32| !column.right && !column.whole && width > LEAST;
    let pairs = || columns.iter().zip(widths.iter());
    let soft: f32 = pairs()
        .filter_map(|(column, width)| width.filter(|width| may(column, *width)))
        .map(|width| width - LEAST)
        .sum();
    let over = taken - room;
    if over <= 0.0 || soft <= 0.0 {
        return;
    }
    let share = (over / soft).min(1.0);
    for (column, width) in columns.iter().zip(widths) {
        if let Some(points) = width
            && may(column, *points)
        {
            *points = (*points - (*points - LEAST) * share).floor();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_shrink_in_their_order_before_a_wide_one_does() {
        let columns = [
            Column::new("Bought", 116.0).shrinking(84.0),
            Column::wide("To"),
            Column::new("Service", 170.0).shrinking(120.0),
            Column::new("Price", 80.0),
        ];
        // Enough for all: 36 points are gaps.
        let enough = 36.0 + 116.0 + NEED + 170.0 + 80.0;
        for (missing, bought, service) in
            [(0.0, 116.0, 170.0), (20.0, 96.0, 170.0), (42.0, 84.0, 160.0), (240.0, 84.0, 120.0)]
        {
            let widths = widths(&columns, enough - missing);
            assert_eq!(widths, [Some(bought), None, Some(service), Some(80.0)], "{missing}");
        }
    }

    #[test]
    fn columns_that_grow_fill_a_table_without_a_wide_one() {
        let columns = [
            Column::new("Number", 128.0),
            Column::new("Recipient", 170.0).growing(0.4),
            Column::new("Items", 150.0).growing(0.1),
            Column::new("Price", 84.0).right(),
        ];
        let whole = 36.0 + 128.0 + 170.0 + 150.0 + 84.0;
        assert_eq!(
            widths(&columns, whole + 100.0),
            [Some(128.0), Some(250.0), Some(170.0), Some(84.0)]
        );
    }

    /// W1: in a narrow window with large text the table ran off the right edge.
    #[test]
    fn a_table_is_never_wider_than_its_room() {
        let columns = [
            Column::new("", 28.0),
            Column::wide("To"),
            Column::new("Number", 204.0),
            Column::new("Status", 130.0),
            Column::new("Price", 80.0).right(),
        ];
        let gaps = space::M * 4.0;
        let least = gaps + 28.0 + 3.0 * LEAST + 80.0;
        for room in [800.0, 600.0, 500.0, least] {
            let widths = widths(&columns, room);
            let sum: f32 = widths.iter().map(|width| width.unwrap_or(LEAST)).sum();
            assert!(sum + gaps <= room, "{room}: {widths:?}");
            assert_eq!(widths.last(), Some(&Some(80.0)), "prices stay whole");
        }
    }

    /// W1: at 200 % text in the smallest window the least widths of all columns are too much.
    #[test]
    fn columns_leave_a_table_too_narrow_for_them_and_prices_stay() {
        let columns = [
            Column::new("", 28.0),
            Column::wide("To"),
            Column::new("Service", 190.0).leaving(1),
            Column::new("Number", 204.0).leaving(2),
            Column::new("Status", 130.0).leaving(1),
            Column::new("Price", 80.0).right(),
        ];
        let all = 28.0 + 4.0 * LEAST + 80.0 + space::M * 5.0;
        let column = LEAST + space::M;
        for (room, places) in [
            (all, vec![0, 1, 2, 3, 4, 5]),
            (all - 1.0, vec![0, 1, 3, 4, 5]),
            (all - column - 1.0, vec![0, 1, 3, 5]),
            (all - 2.0 * column - 1.0, vec![0, 1, 5]),
            (10.0, vec![0, 1, 5]),
        ] {
            assert_eq!(shown(&columns, room), places, "{room}");
        }
    }

    #[test]
    fn a_column_of_dates_keeps_its_width() {
        let columns = [
            Column::wide("To"),
            Column::new("Service", 190.0),
            Column::new("Ship by", 92.0).whole(),
        ];
        let least = 2.0 * LEAST + 92.0 + space::M * 2.0;
        let widths = widths(&columns, least);
        assert_eq!(widths, [None, Some(LEAST), Some(92.0)]);
    }

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
