//! CODABLOCK A (AIM HD/13-005): rows of Code 39. A row begins and ends with its indicator, that of the
//! first row tells how many there are. The last row ends with two checks of the whole.
//!
//! Where the manual says nothing, the rows are those of a printer: a single row has an indicator at its
//! start only, checks count the spaces that fill the last row, and a separator takes its module from
//! the row below it.

use super::codablock::CodablockOptions;
use super::databar::{Row, Rows};
use super::linear::Module;
use super::linear::two_widths::{CODE39_SIGNS, CODE39_STAR, code39};

const MOST_ROWS: usize = 22;
const MOST_COLUMNS: usize = 62;
const FEWEST_COLUMNS: usize = 2;
/// The indicator of the first row has this value and the number of rows.
const COUNT_BEGINS: usize = 20;
const MODULUS: usize = 43;

/// The rows and the separators around them, all in dots. `None` for data that is not in the character
/// set or needs too many rows.
pub fn rows(data: &str, asked: &CodablockOptions, module: Module) -> Option<Rows> {
    let lines = lines(data, asked)?;
    let lines: Option<Vec<Row>> = lines.iter().map(|line| bits(line, module)).collect();
    let lines = lines?;
    let wide = lines.first()?.len();
    let star = star_width(module)?;
    let height = asked.row_height.saturating_sub(1).max(1).saturating_mul(module.dots);
    let around: Row = vec![true; wide];
    let mut out = Vec::new();
    for (number, line) in lines.into_iter().enumerate() {
        let separator = match number {
            0 => around.clone(),
            _ => between(&line, star),
        };
        out.push((separator, module.dots));
        out.push((line, height));
    }
    out.push((around, module.dots));
    Some(Rows(out))
}

/// The text of each row between the start and the stop.
fn lines(data: &str, asked: &CodablockOptions) -> Option<Vec<String>> {
    let mut values: Vec<usize> = data.chars().map(value).collect::<Option<_>>()?;
    // A single row has none.
    let checks = |rows: usize| if asked.has_checks && rows > 1 { 2 } else { 0 };
    let columns = match (asked.columns, asked.rows) {
        (0, rows) => (values.len() + checks(rows)).div_ceil(rows.max(1)),
        (columns, _) => columns,
    };
    let columns = columns.clamp(FEWEST_COLUMNS, MOST_COLUMNS);
    let count = match asked.rows {
        0 if values.len() <= columns => 1,
        0 => (values.len() + checks(2)).div_ceil(columns),
        rows => rows,
    };
    if count > MOST_ROWS {
        return None;
    }
    let room = (count * columns).checked_sub(checks(count))?;
    if values.len() > room {
        return None;
    }
    if count == 1 {
        return Some(vec![format!("{}{data}", sign(COUNT_BEGINS + 1)?)]);
    }
    values.resize(room, value(' ')?);
    if checks(count) > 0 {
        let weighed = |from: usize| -> usize {
            let values = values.iter().enumerate();
            values.map(|(at, value)| (at + from) * value).sum()
        };
        let both = [weighed(1) % MODULUS, weighed(0) % MODULUS];
        values.extend(both);
    }
    let lines = values.chunks(columns).enumerate().map(|(number, line)| {
        let indicator = match number {
            0 => COUNT_BEGINS + count,
            later => later - 1,
        };
        let all = std::iter::once(&indicator).chain(line).chain([&indicator]);
        all.map(|value| sign(*value)).collect()
    });
    lines.collect()
}

fn value(sign: char) -> Option<usize> {
    CODE39_SIGNS.chars().position(|other| other == sign)
}

fn sign(value: usize) -> Option<char> {
    CODE39_SIGNS.chars().nth(value)
}

/// A row with start and stop, one value for each dot.
fn bits(line: &str, module: Module) -> Option<Row> {
    let mut bits = Row::new();
    let mut is_dark = true;
    for width in code39(line, false, module)?.widths {
        let width = usize::try_from(width).ok()?;
        bits.resize(bits.len() + width, is_dark);
        is_dark = !is_dark;
    }
    Some(bits)
}

/// The dots of a start or stop with the space that parts it from its neighbor.
fn star_width(module: Module) -> Option<usize> {
    let star: i32 = module.elements(CODE39_STAR).sum();
    usize::try_from(star + module.dots).ok()
}

/// The separator over a row: its start and stop go through.
fn between(row: &Row, star: usize) -> Row {
    let last = row.len().saturating_sub(star);
    let is_inner = |at: usize| at >= star && at < last;
    let dots = row.iter().enumerate();
    dots.map(|(at, dark)| *dark || is_inner(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zpl::databar::runs_of_rows;

    fn asked(columns: usize, rows: usize, has_checks: bool) -> CodablockOptions {
        CodablockOptions { row_height: 8, columns, rows, mode: b'A', has_checks }
    }

    #[test]
    fn rows_have_their_indicators_and_the_last_one_its_checks() {
        let lines = |data: &str, asked| lines(data, &asked).unwrap_or_default();
        assert_eq!(lines("ABCDEFGHIJ", asked(4, 0, false)), ["NABCDN", "0EFGH0", "1IJ  1"]);
        // 1 × 10 + 2 × 11 + … + 10 × 19 is 880, and 735 counted from 0.
        assert_eq!(lines("ABCDEFGHIJ", asked(4, 0, true)), ["NABCDN", "0EFGH0", "1IJK41"]);
        assert_eq!(lines("ABCDEFGHIJ", asked(0, 2, true)), ["MABCDEFM", "0GHIJK40"]);
        // A space, which fills the last row, has the value 38: 292 from 1, and 197 from 0.
        assert_eq!(lines("AB-", asked(3, 2, true)), ["MAB-M", "0 YP0"]);
        assert_eq!(lines("AB12", asked(0, 0, true)), ["LAB12"]);
        assert_eq!(lines("AB12", asked(6, 0, true)), ["LAB12"]);
    }

    #[test]
    fn what_does_not_fit_is_not_drawn() {
        let is_drawn = |data: &str, asked| lines(data, &asked).is_some();
        assert!(is_drawn(&"A".repeat(22 * 2), asked(2, 0, false)));
        assert!(!is_drawn(&"A".repeat(22 * 2), asked(2, 0, true)));
        assert!(!is_drawn(&"A".repeat(10), asked(4, 2, false)));
        assert!(!is_drawn("abc", asked(4, 0, false)));
        assert!(!is_drawn("A", asked(0, 23, false)));
        assert!(!is_drawn("*", asked(4, 0, false)));
    }

    #[test]
    fn separators_leave_start_and_stop_alone() {
        let module = Module { dots: 1, ratio: 2.0 };
        let rows = rows("ABCD", &asked(2, 2, false), module).unwrap_or_default();
        let heights: Vec<i32> = rows.0.iter().map(|(_, height)| *height).collect();
        assert_eq!(heights, [1, 7, 1, 7, 1]);
        // Six characters of 12 dots and five spaces between them.
        let made = runs_of_rows(&rows);
        assert_eq!((made[0].as_str(), made[4].as_str()), ("77", "77"));
        assert_eq!(made[2], "1211212111511121121211");
    }
}
