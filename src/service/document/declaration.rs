//! A customs declaration that finds no legible room on its label: pages of its own behind
//! the label, of the same size, or a count where a file holds one page.

use super::blocks;
use super::canvas::{Canvas, Style};
use super::layout::{Column, EDGE, HEAVY, LIGHT, STRIP};
use super::scene::{Area, Scene};
use super::{DrawError, LabelFacts, Size};
use crate::base::font::Weight;

/// Type of the items: capitals of 20 dots, a tenth of an inch.
const TYPE: i32 = 28;
const HEADER: i32 = 120;

/// The declaration alone, on as many pages as its items need.
pub fn pages(facts: &LabelFacts, size: Size) -> Result<Vec<Scene>, DrawError> {
    let Some((kind, items)) = facts.declaration.split_first() else {
        return Ok(Vec::new());
    };
    let canvas = Canvas::new(size.inches())?;
    let room = list(&canvas);
    // Line by line, so that no item is torn apart by the end of a page.
    let mut on_pages: Vec<Vec<String>> = Vec::new();
    for item in items {
        let mut with = on_pages.last().cloned().unwrap_or_default();
        with.push(item.clone());
        let fits = canvas.has_room(room, Weight::Medium, TYPE, &with)?;
        match on_pages.last_mut() {
            Some(last) if fits => *last = with,
            _ => on_pages.push(vec![item.clone()]),
        }
    }
    let of = on_pages.len() + 1;
    (2..)
        .zip(&on_pages)
        .map(|(number, items)| page(facts, size, kind, items, (number, of)))
        .collect()
}

fn page(
    facts: &LabelFacts,
    size: Size,
    kind: &str,
    items: &[String],
    (number, of): (usize, usize),
) -> Result<Scene, DrawError> {
    let mut canvas = Canvas::new(size.inches())?;
    let inside = inside(&canvas);
    canvas.frame(outside(&canvas), LIGHT);
    let strip = Area::new(inside.x, inside.bottom() - STRIP, inside.width, STRIP);
    blocks::strip(&mut canvas, strip)?;
    let mut column = Column { rest: inside };
    let header = column.take(HEADER);
    let text = Area::new(header.x + 20, header.y, header.width - 40, header.height);
    let title = Style::new(40, Weight::Bold);
    canvas.line(blocks::rows(text, 0, 1, 2), title, kind)?;
    let under = format!(
        "{}   Page {number} of {of}",
        blocks::grouped(&facts.tracking_number)
    );
    let style = Style::new(TYPE, Weight::SemiBold);
    canvas.line(blocks::rows(text, 1, 1, 2), style, &under)?;
    column.rule(&mut canvas, HEAVY);
    let area = list(&canvas);
    canvas.lines(area, Style::new(TYPE, Weight::Medium), TYPE, items)?;
    Ok(canvas.scene)
}

fn outside(canvas: &Canvas) -> Area {
    Area::new(0, 0, canvas.scene.width, canvas.scene.height).inset(EDGE)
}

fn inside(canvas: &Canvas) -> Area {
    outside(canvas).inset(LIGHT)
}

/// Where the items stand.
fn list(canvas: &Canvas) -> Area {
    let inside = inside(canvas);
    let above = HEADER + HEAVY + 20;
    let high = inside.height - above - STRIP - 12;
    Area::new(inside.x + 20, inside.y + above, inside.width - 40, high)
}

/// The label's own words where the declaration has its own pages.
pub fn elsewhere(facts: &LabelFacts) -> LabelFacts {
    LabelFacts {
        declaration: vec!["CUSTOMS: SEE PAGE 2".to_owned()],
        ..facts.clone()
    }
}

/// The declaration with its first so many lines, and how many items are not among them.
pub fn counted(facts: &LabelFacts, kept: usize) -> LabelFacts {
    let mut declaration: Vec<String> = facts.declaration.iter().take(kept).cloned().collect();
    let items = facts.declaration.len().saturating_sub(2);
    let left = items.saturating_sub(kept.saturating_sub(1));
    declaration.push(format!("{left} more items: whole on the PDF label"));
    LabelFacts {
        declaration,
        ..facts.clone()
    }
}
