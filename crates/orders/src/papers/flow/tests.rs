use super::*;

const FRAME: Frame = Frame { left: 10.0, right: 110.0, top: 10.0, bottom: 110.0 };

fn cell<'f>(count: usize) -> Cell<'f> {
    let mut cell = Cell::at(10.0, 50.0);
    cell.pieces = vec![Piece::TickBox { text_size: 10.0 }; count];
    cell
}

/// A row whose tallest cell has this number of pieces, each 13.3 points high.
fn row<'f>(count: usize) -> Row<'f> {
    Row { cells: vec![cell(count), cell(1)], ..Row::default() }
}

/// The number of pieces on each page.
fn counts(flow: Flow<'_>) -> Vec<usize> {
    for page in &flow.pages {
        for mark in page {
            if let Mark::Ink(areas) = mark {
                assert!(areas.iter().all(|area| area.top >= FRAME.top));
                let bottom = areas.iter().map(|area| area.top + area.height);
                assert!(bottom.fold(0.0, f32::max) <= FRAME.bottom + 0.1);
            }
        }
    }
    flow.finish().iter().map(Vec::len).collect()
}

#[test]
fn rows_stay_whole_unless_they_are_longer_than_half_a_page() {
    for (rows, expected) in [
        (&[][..], &[0][..]),
        (&[6], &[7]),
        // Seven pieces fit: 93.1 of 100 points.
        (&[3, 4], &[9]),
        (&[5, 3], &[6, 4]),
        // Longer than half a page: four pieces fit here, one goes on.
        (&[3, 5], &[9, 1]),
        (&[7, 7, 1], &[8, 8, 2]),
        // Longer than a page.
        (&[20], &[8, 7, 6]),
        (&[2, 20], &[9, 7, 7, 1]),
        // Too little room to begin a long one.
        (&[5, 8], &[6, 8, 1]),
    ] {
        let mut flow = Flow::new(FRAME, Vec::new());
        for count in rows {
            flow.add_row(row(*count));
        }
        assert_eq!(counts(flow), expected, "{rows:?}");
    }
}

#[test]
fn headings_are_repeated_and_no_head_is_left_alone() {
    let heading = || vec![Row { cells: vec![cell(1)], ..Row::default() }];
    let head = || Row { cells: vec![cell(1)], rule: 1.0, ..Row::default() };
    let mut flow = Flow::new(FRAME, heading());
    flow.add_row(row(6));
    // There is room for the head, but not for a row below it.
    flow.begin_table(head());
    flow.add_row(row(1));
    flow.add_row(row(2));
    flow.add_row(row(2));
    flow.add_row(row(2));
    flow.end_table();
    flow.add_row(row(2));
    flow.add_row(row(2));
    // Pages 2 and 3 have the heading and the head with its rule; on page 4 the table is over.
    assert_eq!(counts(flow), [7, 1 + 2 + 2 + 3 + 3, 1 + 2 + 3 + 3, 1 + 3]);
}

#[test]
fn what_belongs_together_begins_a_page() {
    let mut flow = Flow::new(FRAME, Vec::new());
    flow.need(500.0);
    flow.add_row(row(3));
    flow.need(50.0);
    flow.add_row(row(1));
    flow.need(50.0);
    flow.add_row(row(1));
    assert_eq!(counts(flow), [4 + 2, 2]);
}

#[test]
fn a_row_goes_to_the_page_of_what_belongs_to_it() {
    // Six pieces fill 79.8 of 100 points; the seventh leaves 6.9.
    for (keep_below, expected) in [(6.8, &[4 + 4 + 2][..]), (7.0, &[4 + 4, 2])] {
        let mut flow = Flow::new(FRAME, Vec::new());
        flow.add_row(row(3));
        flow.add_row(row(3));
        flow.add_row(Row { keep_below, ..row(1) });
        assert_eq!(counts(flow), expected, "{keep_below}");
    }
}

#[test]
fn space_above_and_below_is_kept_except_at_the_top_of_a_page() {
    let mut flow = Flow::new(FRAME, Vec::new());
    let spaced = || Row { above: 20.0, below: 5.0, rule: 1.0, ..row(1) };
    for _ in 0..4 {
        flow.add_row(spaced());
    }
    let tops: Vec<Vec<f32>> = flow
        .finish()
        .iter()
        .map(|page| {
            let areas = page.iter().filter_map(|mark| match mark {
                Mark::Ink(areas) => areas.first(),
                _ => None,
            });
            areas.map(|area| (area.top * 10.0).round() / 10.0).collect()
        })
        .collect();
    let first = FRAME.top + 1.7;
    let step = 20.0 + 13.3 + 5.0 + 1.0;
    let round = |value: f32| (value * 10.0).round() / 10.0;
    for (page, count) in tops.iter().zip([3, 1]) {
        // Two boxes and a rule for each row.
        assert_eq!(page.len(), 3 * count);
        for (at, row) in page.chunks(3).enumerate() {
            let top = round(first + at as f32 * step);
            let rule = round(first - 1.7 + at as f32 * step + 13.3 + 5.0);
            assert_eq!(row, [top, top, rule]);
        }
    }
    assert_eq!(tops.len(), 2);
}
