//! The form of a manifest, on Letter paper, which the courier scans and signs. The first page has
//! the barcode and the counts. The list of packages begins below them and continues on as many
//! pages as it needs.

use super::blocks;
use super::canvas::{Canvas, Style};
use super::layout::Column;
use super::scene::{Align, Area, Scene};
use super::{DrawError, FormFacts, FormPackage, LabelClass, Size};
use postroom_base::code128;
use postroom_drawing::font::Weight;

const MARGIN: i32 = 60;
const HEAVY: i32 = 6;
const LIGHT: i32 = 3;
const STRIP: i32 = 44;
const HEADER: i32 = 150;
const SENDER: i32 = 270;
const BARCODE: i32 = 300;
const SIGNATURE: i32 = 190;
const COUNT_ROW: i32 = 46;
const ROW: i32 = 40;
/// If fewer rows than this fit on the first page, the list begins on the second.
const FEWEST_ROWS: usize = 5;

/// How many rows of the list go on the first page and on each later page.
struct Paging {
    on_first: usize,
    on_next: usize,
}

impl Paging {
    fn new(first: i32, next: i32, packages: usize) -> Paging {
        // One row is the table header.
        let rows = |height: i32| usize::try_from(height / ROW - 1).unwrap_or(0);
        let on_first = rows(first);
        let whole = packages <= on_first;
        Paging {
            on_first: if whole || on_first >= FEWEST_ROWS { on_first } else { 0 },
            on_next: rows(next).max(1),
        }
    }

    fn pages(&self, packages: usize) -> usize {
        1 + packages.saturating_sub(self.on_first).div_ceil(self.on_next)
    }
}

pub fn pages(facts: &FormFacts) -> Result<Vec<Scene>, DrawError> {
    let services = by_service(&facts.packages);
    let sheet = Canvas::new(Size::Letter.inches())?;
    let page = Area::new(0, 0, sheet.scene.width, sheet.scene.height).inset(MARGIN);
    let body = page.height - 2 * LIGHT - HEADER - HEAVY - STRIP;
    let counts_rows = i32::try_from(services.len() + 2).unwrap_or(i32::MAX / COUNT_ROW);
    let counts_high = counts_rows * COUNT_ROW + 20;
    let first_room = body - SENDER - BARCODE - counts_high - SIGNATURE - 4 * HEAVY;
    let paging = Paging::new(first_room, body, facts.packages.len());
    let of = paging.pages(facts.packages.len());
    let (first_rows, rest) = facts.packages.split_at(paging.on_first.min(facts.packages.len()));

    let mut canvas = sheet;
    let mut column = begin(&mut canvas, page, facts, 1, of)?;
    sender(&mut canvas, column.take(SENDER), facts)?;
    column.rule(&mut canvas, HEAVY);
    blocks::numbered(
        &mut canvas,
        column.take(BARCODE),
        "FORM NUMBER",
        &barcode_text(facts),
        &blocks::grouped(&facts.form_number),
    )?;
    column.rule(&mut canvas, HEAVY);
    counts(&mut canvas, column.take(counts_high), facts, &services)?;
    column.rule(&mut canvas, HEAVY);
    let list = column.take(column.rest.height - SIGNATURE - HEAVY);
    if !first_rows.is_empty() {
        table(&mut canvas, list, first_rows, 1)?;
    } else if !rest.is_empty() {
        let style = Style::new(30, Weight::Medium).align(Align::Center);
        canvas.line(list, style, "The packages are listed on the pages that follow.")?;
    }
    column.rule(&mut canvas, HEAVY);
    signature(&mut canvas, column.rest)?;
    let mut scenes = vec![canvas.scene];

    let mut from = first_rows.len() + 1;
    for (number, rows) in (2..).zip(rest.chunks(paging.on_next)) {
        let mut canvas = Canvas::new(Size::Letter.inches())?;
        let column = begin(&mut canvas, page, facts, number, of)?;
        table(&mut canvas, column.rest, rows, from)?;
        from += rows.len();
        scenes.push(canvas.scene);
    }
    Ok(scenes)
}

/// The number of packages per service, in the order in which the services first appear.
fn by_service(packages: &[FormPackage]) -> Vec<(&str, usize)> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for package in packages {
        match counts.iter_mut().find(|(name, _)| *name == package.service_name) {
            Some((_, count)) => *count += 1,
            None => counts.push((&package.service_name, 1)),
        }
    }
    counts
}

/// Draws the frame, the header and the bottom line of every page.
fn begin(
    canvas: &mut Canvas,
    page: Area,
    facts: &FormFacts,
    number: usize,
    of: usize,
) -> Result<Column, DrawError> {
    canvas.frame(page, LIGHT);
    let inside = page.inset(LIGHT);
    blocks::closing(
        canvas,
        Area::new(inside.x, inside.bottom() - STRIP, inside.width, STRIP),
        "PRACTICE SCAN FORM · NOT VALID · NO CARRIER ACCEPTS IT",
    )?;
    let mut column =
        Column { rest: Area::new(inside.x, inside.y, inside.width, inside.height - STRIP) };
    let header = column.take(HEADER);
    let mark_wide = 380;
    let names = Area::new(header.x, header.y, header.width - mark_wide, header.height);
    let dark = facts.class == LabelClass::Express;
    if dark {
        canvas.fill(names);
    }
    let ink = |style: Style| if dark { style.white() } else { style };
    let text = Area::new(names.x + 28, names.y + 16, names.width - 56, names.height - 32);
    canvas.name(
        blocks::rows(text, 0, 3, 5),
        ink(Style::new(66, Weight::Bold)),
        &facts.carrier_name,
    )?;
    let under =
        format!("SCAN FORM {}   ·   PAGE {number} OF {of}", blocks::grouped(&facts.form_number));
    canvas.line(blocks::rows(text, 3, 2, 5), ink(Style::new(30, Weight::SemiBold)), &under)?;
    let mark = Area::new(names.right(), header.y, mark_wide, header.height);
    canvas.fill(Area::new(mark.x, mark.y, LIGHT, mark.height));
    blocks::practice_notice(canvas, mark, "NOT VALID", "No value. Do not hand over.")?;
    column.rule(canvas, HEAVY);
    Ok(column)
}

fn sender(canvas: &mut Canvas, area: Area, facts: &FormFacts) -> Result<(), DrawError> {
    let split = area.x + area.width / 2;
    blocks::sender(
        canvas,
        Area::new(area.x + 28, area.y + 20, split - area.x - 56, area.height - 36),
        &facts.from,
    )?;
    canvas.fill(Area::new(split, area.y, LIGHT, area.height));
    let (shipments, packages) =
        (facts.shipment_count.to_string(), facts.packages.len().to_string());
    blocks::captioned(
        canvas,
        Area::new(split + 28, area.y + 12, area.right() - split - 56, area.height - 24),
        &[
            ("SHIP DATE", &facts.ship_date),
            ("ACCOUNT", &facts.carrier_account_name),
            ("MADE", &facts.made),
            ("SHIPMENTS", &shipments),
            ("PACKAGES", &packages),
        ],
    )
}

/// Postal numbers begin with FNC1, as on labels.
fn barcode_text(facts: &FormFacts) -> String {
    match facts.class {
        LabelClass::Postal => format!("{}{}", code128::FNC1_CHAR, facts.form_number),
        _ => facts.form_number.clone(),
    }
}

fn counts(
    canvas: &mut Canvas,
    area: Area,
    facts: &FormFacts,
    services: &[(&str, usize)],
) -> Result<(), DrawError> {
    let total = facts.packages.len();
    let head = ("SERVICE", "PACKAGES".to_owned(), Weight::Bold);
    let rows = services.iter().map(|(name, count)| (*name, count.to_string(), Weight::Regular));
    let last = ("All services", total.to_string(), Weight::Bold);
    let mut top = area.y + 10;
    for (name, count, weight) in std::iter::once(head).chain(rows).chain([last]) {
        let style = Style::new(if weight == Weight::Bold { 26 } else { 30 }, weight);
        let wide = area.width / 2;
        canvas.line(Area::new(area.x + 28, top, wide, COUNT_ROW), style, name)?;
        canvas.line(Area::new(area.x + wide + 28, top, wide - 56, COUNT_ROW), style, &count)?;
        top += COUNT_ROW;
    }
    Ok(())
}

/// The columns of the list, with their share of the width in percent.
const COLUMNS: [(&str, i32); 5] =
    [("NO.", 8), ("TRACKING NUMBER", 38), ("SERVICE", 30), ("TO", 12), ("WEIGHT", 12)];

fn table(
    canvas: &mut Canvas,
    area: Area,
    packages: &[FormPackage],
    from: usize,
) -> Result<(), DrawError> {
    let titles = COLUMNS.map(|(title, _)| title.to_owned());
    row(canvas, area, &titles, Weight::Bold)?;
    for (at, (line, package)) in (1..).zip((from..).zip(packages)) {
        let top = area.y + at * ROW;
        canvas.fill(Area::new(area.x + 28, top, area.width - 56, 1));
        let texts = [
            line.to_string(),
            blocks::grouped(&package.tracking_number),
            package.service_name.clone(),
            package.destination.clone(),
            package.weight_text.clone(),
        ];
        let below = Area::new(area.x, top, area.width, ROW);
        row(canvas, below, &texts, Weight::Regular)?;
    }
    Ok(())
}

fn row(
    canvas: &mut Canvas,
    area: Area,
    texts: &[String; 5],
    weight: Weight,
) -> Result<(), DrawError> {
    const GAP: i32 = 20;
    let (mut left, wide) = (area.x + 28, area.width - 56);
    let size = if weight == Weight::Bold { 22 } else { 27 };
    for ((_, share), text) in COLUMNS.into_iter().zip(texts) {
        let cell = wide * share / 100;
        let place = Area::new(left, area.y, cell - GAP, ROW);
        canvas.line(place, Style::new(size, weight), text)?;
        left += cell;
    }
    Ok(())
}

/// The fields that the courier signs for the scanned packages.
fn signature(canvas: &mut Canvas, area: Area) -> Result<(), DrawError> {
    let inner = Area::new(area.x + 28, area.y + 20, area.width - 56, area.height - 40);
    blocks::caption(
        canvas,
        Area::new(inner.x, inner.y, inner.width, 22),
        "RECEIVED BY THE CARRIER",
    )?;
    let parts = [("Name", 34), ("Signature", 40), ("Date and time", 26)];
    let mut left = inner.x;
    for (title, share) in parts {
        let wide = inner.width * share / 100;
        canvas.fill(Area::new(left, inner.bottom() - 40, wide - 30, 2));
        canvas.line(
            Area::new(left, inner.bottom() - 32, wide - 30, 32),
            Style::new(22, Weight::Regular),
            title,
        )?;
        left += wide;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_finds_a_page() {
        for (first, packages, on_first, pages) in [
            (400, 0, 9, 1),
            (400, 9, 9, 1),
            (400, 10, 9, 2),
            (400, 9 + 49 * 2, 9, 3),
            (400, 10 + 49 * 2, 9, 4),
            // Three rows would fit, which is too short to begin the list on the first page.
            (160, 4, 0, 2),
            (160, 3, 3, 1),
            (-50, 1, 0, 2),
        ] {
            let paging = Paging::new(first, 2000, packages);
            assert_eq!(
                (paging.on_first, paging.pages(packages)),
                (on_first, pages),
                "{first} {packages}"
            );
        }
    }

    /// The window shows at most fifty pages of a document.
    #[test]
    fn the_longest_form_can_be_shown() {
        let facts = FormFacts {
            carrier_name: "Postal Service".to_owned(),
            carrier_account_name: "Main".to_owned(),
            class: LabelClass::Postal,
            form_number: "1".to_owned(),
            from: Vec::new(),
            ship_date: String::new(),
            made: String::new(),
            shipment_count: 2000,
            packages: (0..2000)
                .map(|at| FormPackage {
                    tracking_number: at.to_string(),
                    service_name: format!("Service {}", at % 13),
                    weight_text: String::new(),
                    destination: String::new(),
                })
                .collect(),
        };
        assert_eq!(pages(&facts).unwrap().len(), 45);
    }
}
