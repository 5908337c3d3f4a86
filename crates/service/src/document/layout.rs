//! The layout of a label's blocks, for each of the five sizes.

use super::blocks;
use super::canvas::{Canvas, Style};
use super::scene::{Align, Area, Scene};
use super::{DrawError, LabelClass, LabelFacts, Size, declaration};
use postroom_drawing::font::Weight;

/// Blank margin at the label's edge: print heads and die cuts are seldom exact.
pub const EDGE: i32 = 16;
pub const HEAVY: i32 = 6;
pub const LIGHT: i32 = 3;
pub const STRIP: i32 = 40;

/// Draws the label, followed by the pages of a customs declaration that is too long for it.
pub fn pages(facts: &LabelFacts, size: Size) -> Result<Vec<Scene>, DrawError> {
    let (first, whole) = label(facts, size)?;
    if whole || facts.declaration.is_empty() {
        return Ok(vec![first]);
    }
    let rest = declaration::pages(facts, size)?;
    let short = declaration::with_page_reference(facts);
    let (first, _) = label(&short, size)?;
    Ok(std::iter::once(first).chain(rest).collect())
}

/// Draws only the label, for one-page file types. Items of the declaration that do not fit are
/// counted on it.
pub fn one_page(facts: &LabelFacts, size: Size) -> Result<Scene, DrawError> {
    let (mut scene, mut whole) = label(facts, size)?;
    let mut kept = facts.declaration.len();
    while !whole && kept > 0 {
        kept -= 1;
        (scene, whole) = label(&declaration::with_omitted_count(facts, kept), size)?;
    }
    Ok(scene)
}

/// The flag is false when the notes do not all fit in legible type.
fn label(facts: &LabelFacts, size: Size) -> Result<(Scene, bool), DrawError> {
    let mut canvas = Canvas::new(size.inches())?;
    let page = Area::new(0, 0, canvas.scene.width, canvas.scene.height);
    let whole = match size {
        Size::S4x6 | Size::S4x8 => tall(&mut canvas, page.inset(EDGE), facts)?,
        Size::S6x4 => wide(&mut canvas, page.inset(EDGE), facts)?,
        Size::S7x3 => flat(&mut canvas, page.inset(EDGE), facts)?,
        Size::Letter => letter(&mut canvas, page, facts)?,
    };
    Ok((canvas.scene, whole))
}

/// Divides a column into areas from the top, with rules between them.
pub struct Column {
    pub rest: Area,
}

impl Column {
    pub fn take(&mut self, height: i32) -> Area {
        let height = height.clamp(0, self.rest.height);
        let taken = Area::new(self.rest.x, self.rest.y, self.rest.width, height);
        self.rest.y += height;
        self.rest.height -= height;
        taken
    }

    pub fn rule(&mut self, canvas: &mut Canvas, thick: i32) {
        let area = self.take(thick);
        canvas.fill(area);
    }
}

fn note_count(facts: &LabelFacts) -> i32 {
    i32::try_from(blocks::note_lines(facts).len()).unwrap_or(0)
}

/// Lays out 4x6 and 4x8: everything in one column.
fn tall(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<bool, DrawError> {
    canvas.frame(area, LIGHT);
    let inside = area.inset(LIGHT);
    blocks::strip(canvas, Area::new(inside.x, inside.bottom() - STRIP, inside.width, STRIP))?;
    let mut column =
        Column { rest: Area::new(inside.x, inside.y, inside.width, inside.height - STRIP) };
    // The extra height of a longer label goes to the address, the barcode and the notes.
    let spare = (inside.height - 1180).max(0);
    blocks::header(canvas, column.take(140), facts)?;
    column.rule(canvas, HEAVY);
    blocks::banner(canvas, column.take(84), facts)?;
    column.rule(canvas, HEAVY);
    let sender = column.take(190 + spare / 8);
    let measures_wide = 290;
    let split = sender.right() - measures_wide;
    blocks::from(
        canvas,
        Area::new(sender.x + 20, sender.y + 14, split - sender.x - 40, sender.height - 24),
        facts,
    )?;
    canvas.fill(Area::new(split, sender.y, LIGHT, sender.height));
    blocks::measures(
        canvas,
        Area::new(split + 18, sender.y + 8, measures_wide - 34, sender.height - 16),
        facts,
    )?;
    column.rule(canvas, LIGHT);

    let routed = facts.class != LabelClass::Postal;
    // A short declaration stays on the label in legible type; the other blocks get smaller.
    let declares = !facts.declaration.is_empty();
    let routing_high = match (routed, declares) {
        (false, _) => 0,
        (true, false) => 104,
        (true, true) => 80,
    };
    let notes = note_count(facts);
    let tracking_high = match (notes, declares) {
        (0, _) => 330,
        (_, false) => 280,
        (_, true) => 224,
    } + spare / 4;
    let rules = HEAVY * 2 + if routed { LIGHT } else { 0 };
    let shared = column.rest.height - routing_high - tracking_high - rules;
    // The recipient's address is what matters most to the carrier, so it has a minimum height.
    let to_least = if declares { 200 } else { 230 } + spare / 4;
    let notes_high = match notes {
        0 => 0,
        count => (count * if declares { 28 } else { 34 } + 24 + spare / 4).min(shared - to_least),
    };
    let to_high = shared - notes_high;
    let to = column.take(to_high);
    blocks::to(canvas, Area::new(to.x + 20, to.y + 16, to.width - 40, to.height - 24), facts)?;
    if routed {
        column.rule(canvas, LIGHT);
        blocks::routing(canvas, column.take(routing_high), facts)?;
    }
    column.rule(canvas, HEAVY);
    blocks::tracking(canvas, column.take(tracking_high), facts)?;
    column.rule(canvas, HEAVY);
    let notes = column.rest;
    blocks::notes(
        canvas,
        Area::new(notes.x + 20, notes.y + 12, notes.width - 40, notes.height - 14),
        facts,
    )
}

/// Lays out 6x4 and the printed half of Letter: rows, with the routing beside the barcode.
fn wide(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<bool, DrawError> {
    canvas.frame(area, LIGHT);
    let inside = area.inset(LIGHT);
    blocks::strip(canvas, Area::new(inside.x, inside.bottom() - STRIP, inside.width, STRIP))?;
    let mut column =
        Column { rest: Area::new(inside.x, inside.y, inside.width, inside.height - STRIP) };
    let total = column.rest.height;
    blocks::header(canvas, column.take(total * 17 / 100), facts)?;
    column.rule(canvas, HEAVY);
    blocks::banner(canvas, column.take(total * 10 / 100), facts)?;
    column.rule(canvas, HEAVY);
    let tracking_high = total * 31 / 100;
    let shared = column.rest.height - tracking_high - HEAVY * 2;
    let notes_high = match note_count(facts) {
        0 => 0,
        // A declaration must be complete: customs officers compare its items with the contents.
        count if !facts.declaration.is_empty() => ((count + 1) / 2 * 44 + 16).min(total * 22 / 100),
        count => ((count + 1) / 2 * 34 + 16).min(total * 14 / 100),
    };
    let middle = column.take(shared - notes_high);
    let left_wide = middle.width * 31 / 100;
    let right_wide = middle.width * 23 / 100;
    blocks::from(
        canvas,
        Area::new(middle.x + 20, middle.y + 14, left_wide - 40, middle.height - 24),
        facts,
    )?;
    canvas.fill(Area::new(middle.x + left_wide, middle.y, LIGHT, middle.height));
    let to_wide = middle.width - left_wide - right_wide;
    let to = Area::new(middle.x + left_wide + LIGHT, middle.y, to_wide - LIGHT, middle.height);
    blocks::to(canvas, Area::new(to.x + 20, to.y + 14, to.width - 40, to.height - 24), facts)?;
    canvas.fill(Area::new(to.right(), middle.y, LIGHT, middle.height));
    let measures = Area::new(to.right() + 16, middle.y + 8, right_wide - 28, middle.height - 16);
    blocks::measures(canvas, measures, facts)?;
    column.rule(canvas, HEAVY);
    barcode_row(canvas, column.take(tracking_high), facts)?;
    column.rule(canvas, HEAVY);
    let notes = column.rest;
    blocks::notes(
        canvas,
        Area::new(notes.x + 20, notes.y + 9, notes.width - 40, notes.height - 9),
        facts,
    )
}

fn barcode_row(canvas: &mut Canvas, row: Area, facts: &LabelFacts) -> Result<(), DrawError> {
    if facts.class == LabelClass::Postal {
        return blocks::tracking(canvas, row, facts);
    }
    let routing_wide = row.width / 4;
    let split = row.right() - routing_wide;
    blocks::tracking(canvas, Area::new(row.x, row.y, split - row.x, row.height), facts)?;
    canvas.fill(Area::new(split, row.y, LIGHT, row.height));
    let beside = Area::new(split + LIGHT, row.y, routing_wide - LIGHT, row.height);
    blocks::routing(canvas, beside, facts)
}

/// Lays out 7x3: addresses on the left, service and barcode on the right.
fn flat(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<bool, DrawError> {
    canvas.frame(area, LIGHT);
    let inside = area.inset(LIGHT);
    blocks::strip(canvas, Area::new(inside.x, inside.bottom() - STRIP, inside.width, STRIP))?;
    let body = Area::new(inside.x, inside.y, inside.width, inside.height - STRIP);
    let right_wide = 812;
    let split = body.right() - right_wide;
    canvas.fill(Area::new(split, body.y, LIGHT, body.height));

    let mut left = Column { rest: Area::new(body.x, body.y, split - body.x, body.height) };
    let sender = left.take(body.height * 37 / 100);
    blocks::from(
        canvas,
        Area::new(sender.x + 18, sender.y + 12, sender.width - 36, sender.height - 18),
        facts,
    )?;
    left.rule(canvas, LIGHT);
    let to = left.rest;
    blocks::to(canvas, Area::new(to.x + 18, to.y + 12, to.width - 36, to.height - 18), facts)?;

    let mut right =
        Column { rest: Area::new(split + LIGHT, body.y, right_wide - LIGHT, body.height) };
    blocks::header(canvas, right.take(104), facts)?;
    right.rule(canvas, HEAVY);
    blocks::banner(canvas, right.take(64), facts)?;
    right.rule(canvas, HEAVY);
    let notes_high = match note_count(facts) {
        0 => 0,
        count if !facts.declaration.is_empty() => ((count + 1) / 2 * 36 + 12).min(130),
        count => ((count + 1) / 2 * 30 + 12).min(72),
    };
    let facts_high = 34;
    let tracking = right.take(right.rest.height - notes_high - facts_high - LIGHT * 2);
    blocks::tracking(canvas, tracking, facts)?;
    right.rule(canvas, LIGHT);
    let row = right.take(facts_high);
    let text = summary(facts);
    canvas.line(
        Area::new(row.x + 16, row.y, row.width - 32, row.height),
        Style::new(24, Weight::SemiBold).align(Align::Center),
        &text,
    )?;
    right.rule(canvas, LIGHT);
    let notes = right.rest;
    blocks::notes(
        canvas,
        Area::new(notes.x + 16, notes.y + 7, notes.width - 32, notes.height - 7),
        facts,
    )
}

/// The measures on one line, for sizes without room for rows.
fn summary(facts: &LabelFacts) -> String {
    let mut parts = vec![
        format!("PKG {} of {}", facts.package_number, facts.package_count),
        facts.weight_text.clone(),
    ];
    parts.extend(facts.dimensions_text.clone());
    parts.push(facts.ship_date.clone());
    parts.extend(facts.zone.as_ref().map(|zone| format!("Zone {zone}")));
    let place = facts.to_zip.as_ref().map(|zip| format!("{} {zip}", facts.to_country));
    parts.push(place.unwrap_or_else(|| facts.to_country.clone()));
    parts.join("  ·  ")
}

/// Lays out Letter paper: the label on the upper half, a line to cut or fold along, and
/// instructions below.
fn letter(canvas: &mut Canvas, page: Area, facts: &LabelFacts) -> Result<bool, DrawError> {
    let half = page.height / 2;
    let margin = 50;
    let label =
        Area::new(page.x + margin, page.y + margin, page.width - 2 * margin, half - 2 * margin);
    let whole = wide(canvas, label, facts)?;
    let dash = 24;
    for x in (page.x + margin..page.right() - margin).step_by(dash as usize * 2) {
        canvas.fill(Area::new(x, half, dash.min(page.right() - margin - x), 2));
    }
    let style = Style::new(30, Weight::Regular);
    let text = [
        "Cut or fold along the line above. Fix the upper half flat to the parcel.".to_owned(),
        "Do not cover the barcode with tape that shines.".to_owned(),
        format!("Tracking number {}", blocks::grouped(&facts.tracking_number)),
    ];
    let below = Area::new(page.x + margin, half + 40, page.width - 2 * margin, 160);
    canvas.lines(below, style, 20, &text)?;
    Ok(whole)
}
