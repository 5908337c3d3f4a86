//! The blocks that a label is composed of. Each fills the area it is given.

use super::canvas::{Canvas, LEGIBLE, SMALLEST, Style};
use super::layout::LIGHT;
use super::scene::{Align, Area};
use super::{DrawError, LabelClass, LabelFacts};
use postroom_base::code_words::spaced;
use postroom_base::code128;
use postroom_drawing::font::Weight;

/// The carrier: a class letter on a white background for postal, a black band for express, only the
/// name for parcel.
pub fn header(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<(), DrawError> {
    let mark_width = (area.width / 3).min(area.height * 2);
    let mark = Area::new(area.right() - mark_width, area.y, mark_width, area.height);
    match facts.class {
        LabelClass::Postal => {
            let letter = Area::new(area.x, area.y, area.height, area.height);
            let initial: String =
                facts.service_name.chars().take(1).flat_map(char::to_uppercase).collect();
            let big = Style::new(area.height, Weight::Bold).align(Align::Center);
            canvas.line(letter.inset(area.height / 8), big, &initial)?;
            canvas.fill(Area::new(letter.right(), area.y, 4, area.height));
            let names =
                Area::new(letter.right() + 20, area.y, mark.x - letter.right() - 40, area.height);
            canvas.name(half(names, 0), Style::new(48, Weight::Bold), &facts.carrier_name)?;
            canvas.line(half(names, 1), Style::new(26, Weight::Medium), &postal_line(facts))?;
            canvas.fill(Area::new(mark.x, area.y, 4, area.height));
            practice_mark(canvas, Area::new(mark.x + 4, area.y, mark.width - 4, area.height))
        }
        LabelClass::Express => {
            let band = Area::new(area.x, area.y, area.width - mark.width, area.height);
            canvas.fill(band);
            let name = Area::new(band.x + 20, band.y, band.width - 40, band.height);
            canvas.name(name, Style::new(72, Weight::Bold).white(), &facts.carrier_name)?;
            practice_mark(canvas, mark)
        }
        LabelClass::Parcel => {
            let names = Area::new(area.x + 20, area.y, area.width - mark.width - 40, area.height);
            canvas.name(names, Style::new(64, Weight::Bold), &facts.carrier_name)?;
            canvas.fill(Area::new(mark.x, area.y, 4, area.height));
            practice_mark(canvas, Area::new(mark.x + 4, area.y, mark.width - 4, area.height))
        }
    }
}

fn postal_line(facts: &LabelFacts) -> String {
    match &facts.zone {
        Some(zone) => format!("Mailed {}   Zone {zone}", facts.ship_date),
        None => format!("Mailed {}", facts.ship_date),
    }
}

/// Printed in place of postage, so that nobody takes the label for a paid one.
fn practice_mark(canvas: &mut Canvas, area: Area) -> Result<(), DrawError> {
    practice_notice(canvas, area, "NOT POSTAGE", "No value. Do not ship.")
}

/// The word PRACTICE, which every practice document has, above two lines that say what it is not.
pub fn practice_notice(
    canvas: &mut Canvas,
    area: Area,
    what: &str,
    more: &str,
) -> Result<(), DrawError> {
    let inner = area.inset(10);
    let centered = |size, weight| Style::new(size, weight).align(Align::Center);
    canvas.line(rows(inner, 0, 2, 4), centered(56, Weight::Bold), "PRACTICE")?;
    canvas.line(rows(inner, 2, 1, 4), centered(28, Weight::SemiBold), what)?;
    canvas.line(rows(inner, 3, 1, 4), centered(24, Weight::Medium), more)?;
    Ok(())
}

pub fn banner(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<(), DrawError> {
    let inside = Area::new(area.x + 20, area.y, area.width - 40, area.height);
    let style = Style::new(62, Weight::Bold).align(Align::Center);
    let service = facts.service_name.to_uppercase();
    let words = if facts.is_return { format!("RETURN · {service}") } else { service };
    canvas.name(inside, style, &words)
}

pub fn from(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<(), DrawError> {
    sender(canvas, area, &facts.from)
}

pub fn sender(canvas: &mut Canvas, area: Area, lines: &[String]) -> Result<(), DrawError> {
    caption(canvas, Area::new(area.x, area.y, area.width, 22), "FROM")?;
    let body = Area::new(area.x, area.y + 34, area.width, area.height - 34);
    canvas.lines(body, Style::new(28, Weight::Regular), SMALLEST, lines)
}

pub fn to(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<(), DrawError> {
    receiver(canvas, area, "SHIP TO", &facts.to)
}

pub fn receiver(
    canvas: &mut Canvas,
    area: Area,
    title: &str,
    lines: &[String],
) -> Result<(), DrawError> {
    caption(canvas, Area::new(area.x, area.y, area.width, 22), title)?;
    let body = Area::new(area.x, area.y + 40, area.width, area.height - 40);
    canvas.lines(body, Style::new(50, Weight::SemiBold), SMALLEST, lines)
}

pub fn caption(canvas: &mut Canvas, area: Area, text: &str) -> Result<(), DrawError> {
    canvas.line(area, Style::new(22, Weight::Bold), text)?;
    Ok(())
}

/// Date, weight, size, zone and package count as captioned rows.
pub fn measures(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<(), DrawError> {
    let package = format!("{} of {}", facts.package_number, facts.package_count);
    let mut pairs: Vec<(&str, &str)> = vec![("PACKAGE", &package), ("WEIGHT", &facts.weight_text)];
    if let Some(dimensions) = &facts.dimensions_text {
        pairs.push(("SIZE", dimensions));
    }
    pairs.push(("SHIPPED", &facts.ship_date));
    if let Some(zone) = &facts.zone {
        pairs.push(("ZONE", zone));
    }
    captioned(canvas, area, &pairs)
}

/// Names and values in equal rows.
pub fn captioned(canvas: &mut Canvas, area: Area, pairs: &[(&str, &str)]) -> Result<(), DrawError> {
    let count = i32::try_from(pairs.len()).unwrap_or(1);
    let split = (area.width * 9 / 20).min(130);
    for (row, (name, value)) in (0..).zip(pairs) {
        let line = rows(area, row, 1, count);
        canvas.line(
            Area::new(line.x, line.y, split - 8, line.height),
            Style::new(20, Weight::Bold),
            name,
        )?;
        let rest = Area::new(line.x + split, line.y, line.width - split, line.height);
        canvas.line(rest, Style::new(28, Weight::SemiBold), value)?;
    }
    Ok(())
}

/// Country and postal code in large type; `Parcel` labels also have the ZIP as a barcode.
pub fn routing(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<(), DrawError> {
    let inside = Area::new(area.x + 20, area.y, area.width - 40, area.height);
    let place = match &facts.to_zip {
        Some(zip) => format!("{} {zip}", facts.to_country),
        None => facts.to_country.clone(),
    };
    // In a narrow area the text is above the barcode.
    let upright = area.width < area.height * 3;
    let bars_wide = 330;
    match &facts.to_zip {
        Some(zip) if facts.class == LabelClass::Parcel => {
            let routing = format!("{}420{zip}", code128::FNC1_CHAR);
            if upright {
                canvas.line(
                    rows(inside, 0, 1, 2),
                    Style::new(64, Weight::Bold).align(Align::Center),
                    &place,
                )?;
                canvas.code128(rows(area, 1, 1, 2).inset(12), 3, &routing)
            } else {
                let text =
                    Area::new(inside.x + bars_wide, area.y, inside.width - bars_wide, area.height);
                canvas.line(text, Style::new(76, Weight::Bold).align(Align::Center), &place)?;
                let bars = Area::new(area.x + 4, area.y + 14, bars_wide, area.height - 28);
                canvas.code128(bars, 3, &routing)
            }
        }
        _ => {
            canvas.line(inside, Style::new(84, Weight::Bold).align(Align::Center), &place)?;
            Ok(())
        }
    }
}

/// The tracking barcode with its caption and the number below.
pub fn tracking(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<(), DrawError> {
    let bars = barcode_text(facts);
    numbered(canvas, area, "TRACKING NUMBER", &bars, &grouped(&facts.tracking_number))
}

/// A barcode with a caption above and its number below.
pub fn numbered(
    canvas: &mut Canvas,
    area: Area,
    title: &str,
    bars_text: &str,
    number_text: &str,
) -> Result<(), DrawError> {
    let caption_height = (area.height / 7).min(44);
    let number_height = (area.height / 6).min(60);
    let top = Area::new(area.x, area.y + 4, area.width, caption_height);
    let centered = |size, weight| Style::new(size, weight).align(Align::Center);
    canvas.line(top, centered(28, Weight::Bold), title)?;
    let bars = Area::new(
        area.x,
        top.bottom(),
        area.width,
        area.height - caption_height - number_height - 8,
    );
    canvas.code128(bars, 4, bars_text)?;
    let number =
        Area::new(area.x + 16, area.bottom() - number_height - 2, area.width - 32, number_height);
    canvas.line(number, centered(40, Weight::SemiBold), number_text)?;
    Ok(())
}

/// The text of the barcode. Postal barcodes begin with application identifier 420 and the ZIP, then
/// the number.
fn barcode_text(facts: &LabelFacts) -> String {
    let fnc1 = code128::FNC1_CHAR;
    let number = &facts.tracking_number;
    match (&facts.to_zip, facts.class) {
        (Some(zip), LabelClass::Postal) => format!("{fnc1}420{zip}{fnc1}{number}"),
        (None, LabelClass::Postal) => format!("{fnc1}{number}"),
        _ => number.clone(),
    }
}

/// The number in groups of four digits, as people read it aloud.
pub fn grouped(number: &str) -> String {
    in_groups(number, 4)
}

pub fn in_groups(number: &str, of: usize) -> String {
    let characters: Vec<char> = number.chars().collect();
    let groups: Vec<String> = characters.chunks(of).map(|group| group.iter().collect()).collect();
    groups.join(" ")
}

/// Special services, the shipper's custom texts and the customs declaration, each on its own line.
pub fn note_lines(facts: &LabelFacts) -> Vec<String> {
    let mut lines = Vec::new();
    if !facts.special_services.is_empty() {
        let services = facts.special_services.iter().map(|code| spaced(code));
        let services: Vec<String> = services.collect();
        lines.push(services.join(" · ").to_uppercase());
    }
    lines.extend(facts.custom_texts.iter().flatten().cloned());
    lines.extend(facts.declaration.iter().cloned());
    lines.retain(|line| !line.trim().is_empty());
    lines
}

/// Draws the notes, in two columns if the area is wide enough. Returns false when they do not all
/// fit in legible type.
pub fn notes(canvas: &mut Canvas, area: Area, facts: &LabelFacts) -> Result<bool, DrawError> {
    let lines = note_lines(facts);
    let style = Style::new(26, Weight::Medium);
    let mut parts = vec![(area, lines.as_slice())];
    if area.width >= area.height * 8 && lines.len() > 1 {
        let (left, right) = lines.split_at(lines.len().div_ceil(2));
        let column = (area.width - 24) / 2;
        let beside = Area::new(area.x + column + 24, area.y, column, area.height);
        parts = vec![(Area::new(area.x, area.y, column, area.height), left), (beside, right)];
    }
    let mut whole = true;
    for (area, lines) in parts {
        let fits = canvas.has_room(area, style.weight, LEGIBLE, lines)?;
        let smallest = if fits { LEGIBLE } else { SMALLEST };
        canvas.lines(area, style, smallest, lines)?;
        whole &= fits;
    }
    Ok(whole)
}

/// The lowest line of every label.
pub fn strip(canvas: &mut Canvas, area: Area) -> Result<(), DrawError> {
    closing(canvas, area, "PRACTICE LABEL · NOT VALID FOR CARRIAGE · NO POSTAGE PAID")
}

/// White text on a black bar, the last block in the frame.
pub fn closing(canvas: &mut Canvas, area: Area, words: &str) -> Result<(), DrawError> {
    // Overlaps the frame: screens draw a light line between two black areas that only touch.
    canvas.fill(Area::new(area.x - LIGHT, area.y, area.width + 2 * LIGHT, area.height + LIGHT));
    let inside = Area::new(area.x + 16, area.y, area.width - 32, area.height);
    let style = Style::new(24, Weight::Bold).align(Align::Center).white();
    canvas.line(inside, style, words)?;
    Ok(())
}

/// Row `at` and the next `span - 1` rows of an area divided into `count` equal rows.
pub fn rows(area: Area, at: i32, span: i32, count: i32) -> Area {
    let count = count.max(1);
    let top = area.height * at / count;
    let bottom = area.height * (at + span) / count;
    Area::new(area.x, area.y + top, area.width, bottom - top)
}

/// The upper (0) or lower (1) half, with a margin around both.
fn half(area: Area, which: i32) -> Area {
    rows(area.inset(area.height / 8), which, 1, 2)
}
