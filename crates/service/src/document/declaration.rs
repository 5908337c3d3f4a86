//! A customs declaration that does not fit legibly on its label. It goes on separate pages of the
//! same size after the label; for one-page file types the label has a count of the items left out.

use super::blocks;
use super::canvas::{Canvas, Style};
use super::layout::{Column, EDGE, HEAVY, LIGHT, STRIP};
use super::scene::{Area, Scene};
use super::{DrawError, LabelFacts, Size};
use postroom_drawing::font::Weight;

/// Type size of the items: capitals of 20 dots, a tenth of an inch.
const TYPE: i32 = 28;
const HEADER: i32 = 120;

/// Draws the declaration on its own, on as many pages as its items need.
pub fn pages(facts: &LabelFacts, size: Size) -> Result<Vec<Scene>, DrawError> {
    let Some((kind, items)) = facts.declaration.split_first() else {
        return Ok(Vec::new());
    };
    let canvas = Canvas::new(size.inches())?;
    let room = list(&canvas);
    // Adds whole items, so that no item is split between pages.
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
    (2..).zip(&on_pages).map(|(number, items)| page(facts, size, kind, items, number, of)).collect()
}

fn page(
    facts: &LabelFacts,
    size: Size,
    kind: &str,
    items: &[String],
    number: usize,
    of: usize,
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
    let under = format!("{}   Page {number} of {of}", blocks::grouped(&facts.tracking_number));
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

/// The area for the items.
fn list(canvas: &Canvas) -> Area {
    let inside = inside(canvas);
    let above = HEADER + HEAVY + 20;
    let high = inside.height - above - STRIP - 12;
    Area::new(inside.x + 20, inside.y + above, inside.width - 40, high)
}

/// The label's facts with a reference to page 2 in place of the declaration.
pub fn with_page_reference(facts: &LabelFacts) -> LabelFacts {
    LabelFacts { declaration: vec!["CUSTOMS: SEE PAGE 2".to_owned()], ..facts.clone() }
}

/// The label's facts with only the first `kept` lines of the declaration, and a count of the other
/// items.
pub fn with_omitted_count(facts: &LabelFacts, kept: usize) -> LabelFacts {
    let mut declaration: Vec<String> = facts.declaration.iter().take(kept).cloned().collect();
    let items = facts.declaration.len().saturating_sub(2);
    let left = items.saturating_sub(kept.saturating_sub(1));
    declaration.push(format!("{left} more items: whole on the PDF label"));
    LabelFacts { declaration, ..facts.clone() }
}
