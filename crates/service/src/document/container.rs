//! A container label: 4x6, for a sack, tray or pallet that holds many parcels.

use super::blocks;
use super::canvas::{Canvas, Style};
use super::layout::Column;
use super::scene::{Align, Area, Scene};
use super::{ContainerFacts, DrawError, Size};
use postroom_drawing::font::Weight;

const EDGE: i32 = 16;
const HEAVY: i32 = 6;
const LIGHT: i32 = 3;
const STRIP: i32 = 40;

/// Draws the label of one container. `at` is its page number, from 1.
pub fn page(facts: &ContainerFacts, at: usize, number: &str) -> Result<Scene, DrawError> {
    let mut canvas = Canvas::new(Size::S4x6.inches())?;
    let area = Area::new(0, 0, canvas.scene.width, canvas.scene.height).inset(EDGE);
    canvas.frame(area, LIGHT);
    let inside = area.inset(LIGHT);
    blocks::closing(
        &mut canvas,
        Area::new(inside.x, inside.bottom() - STRIP, inside.width, STRIP),
        "PRACTICE CONTAINER LABEL · NOT VALID FOR CARRIAGE",
    )?;
    let mut column =
        Column { rest: Area::new(inside.x, inside.y, inside.width, inside.height - STRIP) };
    header(&mut canvas, column.take(140), facts)?;
    column.rule(&mut canvas, HEAVY);
    destination(&mut canvas, column.take(170), facts)?;
    column.rule(&mut canvas, HEAVY);
    let (count, of) = (at.to_string(), facts.numbers.len());
    let sender = column.take(200);
    let measures_wide = 330;
    let split = sender.right() - measures_wide;
    blocks::sender(
        &mut canvas,
        Area::new(sender.x + 20, sender.y + 14, split - sender.x - 40, sender.height - 24),
        &facts.from,
    )?;
    canvas.fill(Area::new(split, sender.y, LIGHT, sender.height));
    blocks::captioned(
        &mut canvas,
        Area::new(split + 18, sender.y + 8, measures_wide - 34, sender.height - 16),
        &[
            ("CONTENT", &facts.content_code),
            ("PAGE", &format!("{count} of {of}")),
            ("MADE", &facts.made),
        ],
    )?;
    column.rule(&mut canvas, LIGHT);
    let bars_high = 340;
    let to = column.take(column.rest.height - bars_high - HEAVY);
    blocks::receiver(
        &mut canvas,
        Area::new(to.x + 20, to.y + 16, to.width - 40, to.height - 24),
        "TO",
        &facts.to,
    )?;
    column.rule(&mut canvas, HEAVY);
    // Groups of three digits keep the prefix `99M` together.
    let printed = blocks::in_groups(number, 3);
    blocks::numbered(&mut canvas, column.rest, "CONTAINER NUMBER", number, &printed)?;
    Ok(canvas.scene)
}

fn header(canvas: &mut Canvas, area: Area, facts: &ContainerFacts) -> Result<(), DrawError> {
    let mark_wide = area.width / 3;
    let left = Area::new(area.x + 20, area.y + 16, area.width - mark_wide - 40, area.height - 32);
    canvas.name(blocks::rows(left, 0, 1, 2), Style::new(46, Weight::Bold), &facts.carrier_name)?;
    canvas.line(
        blocks::rows(left, 1, 1, 2),
        Style::new(28, Weight::SemiBold),
        "CONTAINER LABEL · 99M",
    )?;
    let mark = Area::new(area.right() - mark_wide, area.y, mark_wide, area.height);
    canvas.fill(Area::new(mark.x, mark.y, LIGHT, mark.height));
    blocks::practice_notice(canvas, mark, "NOT VALID", "No value. Do not ship.")
}

/// The destination in large white type on black, legible from across the dock.
fn destination(canvas: &mut Canvas, area: Area, facts: &ContainerFacts) -> Result<(), DrawError> {
    // Overlaps the rules above and below: screens draw a light line between two black areas that
    // only touch.
    canvas.fill(Area::new(
        area.x - LIGHT,
        area.y - HEAVY,
        area.width + 2 * LIGHT,
        area.height + 2 * HEAVY,
    ));
    let style = Style::new(150, Weight::Bold).align(Align::Center).white();
    canvas.line(area.inset(20), style, &facts.destination)?;
    Ok(())
}
