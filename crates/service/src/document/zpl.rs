//! The ZPL emitter: writes a scene as ZPL II commands.
//!
//! Text uses the printer's scalable font, so that files stay small and print fast. A line with
//! characters that the printer's font may lack becomes a graphic taken from the PDF.

use std::fmt::Write as _;

use super::DrawError;
use super::raster::Picture;
use super::scene::{Align, Area, Ink, Scene, Shape};
use postroom_base::code128;
use postroom_drawing::font::CAP_HEIGHT;

/// Writes a scene as ZPL. `draw` renders a scene as dots; it is called only when a graphic is
/// needed.
pub fn write(
    scene: &Scene,
    draw: impl FnOnce(&Scene) -> Result<Picture, DrawError>,
) -> Result<Vec<u8>, DrawError> {
    let graphics = graphics_of(scene);
    let picture = match graphics.shapes.as_slice() {
        [] => None,
        _ => Some(draw(&graphics)?),
    };
    let mut out = format!("^XA\n^CI28\n^PW{}\n^LL{}\n^LH0,0\n", scene.width, scene.height);
    for shape in &scene.shapes {
        let line = match shape {
            Shape::Box(area) => filled(*area),
            Shape::Frame { area, thick } => {
                format!("^FO{},{}^GB{},{},{thick}^FS", area.x, area.y, area.width, area.height)
            }
            Shape::Code128 { area, module, codes } => barcode(scene, *area, *module, codes),
            Shape::Text { text, area, size, ink, .. } if !printer_has(text) => picture
                .as_ref()
                .map(|picture| graphic(scene, picture, *area, *size, *ink))
                .unwrap_or_default(),
            Shape::Text { area, size, align, ink, text, .. } => {
                line(scene, *area, *size, *align, *ink, text)
            }
        };
        out.push_str(&line);
        out.push('\n');
    }
    out.push_str("^PQ1\n^XZ\n");
    Ok(out.into_bytes())
}

/// A scene with only the lines that become graphics, in black. Graphics cut from the whole label
/// would include parts of neighboring shapes.
fn graphics_of(scene: &Scene) -> Scene {
    let shapes = scene.shapes.iter().filter_map(|shape| match shape.clone() {
        Shape::Text { area, size, weight, align, text, .. } if !printer_has(&text) => {
            Some(Shape::Text { area, size, weight, align, ink: Ink::Black, text })
        }
        _ => None,
    });
    Scene { shapes: shapes.collect(), ..*scene }
}

/// Every ZPL printer has Latin characters; other scripts depend on the model.
fn printer_has(text: &str) -> bool {
    text.chars().all(|c| matches!(c, ' '..='~' | '\u{a0}'..='\u{17f}'))
}

/// A filled box: one whose border is as thick as its shorter side.
fn filled(area: Area) -> String {
    format!(
        "^FO{},{}^GB{},{},{}^FS",
        area.x,
        area.y,
        area.width,
        area.height,
        area.width.min(area.height)
    )
}

fn barcode(scene: &Scene, area: Area, module: i32, codes: &[u8]) -> String {
    let (way, height) = if scene.turned { ('R', area.width) } else { ('N', area.height) };
    format!(
        "^FO{},{}^BY{module},3,{height}^BC{way},{height},N,N,N,N^FH\\^FD{}^FS",
        area.x,
        area.y,
        invocation(codes)
    )
}

/// The code values as escapes of `^BC`, so that the printer does not choose subsets itself.
fn invocation(codes: &[u8]) -> String {
    let mut out = String::new();
    let mut in_c = false;
    for &code in codes {
        match code {
            code128::START_A => out.push_str(">9"),
            code128::START_B => out.push_str(">:"),
            code128::START_C => out.push_str(">;"),
            code128::FNC1 => out.push_str(">8"),
            // Inside subset C, 99 is a pair of digits and not the switch to C.
            code128::CODE_C if !in_c => out.push_str(">5"),
            code128::CODE_B if in_c => out.push_str(">6"),
            pair if in_c => {
                let _ = write!(out, "{pair:02}");
            }
            // The escape character itself, and the characters that begin commands.
            value => match char::from(value.saturating_add(32)) {
                '>' => out.push_str(">0"),
                sign @ ('^' | '~' | '\\') => {
                    let _ = write!(out, "\\{:02X}", u32::from(sign));
                }
                plain => out.push(plain),
            },
        }
        match code {
            code128::START_C | code128::CODE_C => in_c = true,
            code128::START_A | code128::START_B | code128::CODE_B => in_c = false,
            _ => {}
        }
    }
    out
}

/// One line in the printer's font 0, with capitals as high as in the scene.
fn line(scene: &Scene, area: Area, size: i32, align: Align, ink: Ink, text: &str) -> String {
    let way = if scene.turned { 'R' } else { 'N' };
    let span = if scene.turned { area.height } else { area.width };
    let reverse = if ink == Ink::White { "^FR" } else { "" };
    let data = escaped(text);
    let font = format!("^A0{way},{size},{size}");
    // `^FT` positions text by its baseline, independent of the printer's ascent. Centering by the
    // printer's own character widths needs a field block, which is positioned by the top of the
    // line.
    let above = (size as f32 * (FONT0_ASCENT - CAP_HEIGHT)).round() as i32;
    match (align, scene.turned) {
        (Align::Left, false) => {
            format!("^FT{},{}{font}{reverse}^FH\\^FD{data}^FS", area.x, area.bottom())
        }
        (Align::Left, true) => {
            format!("^FT{},{}{font}{reverse}^FH\\^FD{data}^FS", area.x, area.y)
        }
        (Align::Center, turned) => {
            let (x, y) = if turned {
                (area.right() + above - size, area.y)
            } else {
                (area.x, area.y - above)
            };
            format!("^FO{},{}{font}^FB{span},1,0,C,0{reverse}^FH\\^FD{data}^FS", x.max(0), y.max(0))
        }
    }
}

/// The baseline of font 0 below the top of its cell, as a fraction of the cell's height.
const FONT0_ASCENT: f32 = 0.75;

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '^' | '~' | '\\' => {
                let _ = write!(out, "\\{:02X}", u32::from(character));
            }
            plain => out.push(plain),
        }
    }
    out
}

/// The dots of a line as a hexadecimal graphic, with space for ascenders and descenders.
fn graphic(scene: &Scene, picture: &Picture, area: Area, size: i32, ink: Ink) -> String {
    let reverse = if ink == Ink::White { "^FR" } else { "" };
    let room = size * 3 / 10;
    let (x, y, width, height) = if scene.turned {
        (area.x - room, area.y, area.width + 2 * room, area.height)
    } else {
        (area.x, area.y - room, area.width, area.height + 2 * room)
    };
    let (x, y) = (x.max(0), y.max(0));
    let width = width.min(scene.width - x);
    let height = height.min(scene.height - y);
    let row_bytes = (width.max(1) + 7) / 8;
    let mut hex = String::new();
    for row in y..y + height {
        for byte in 0..row_bytes {
            let mut bits = 0_u8;
            for bit in 0..8 {
                let column = x + byte * 8 + bit;
                let dark = column < x + width && picture.is_dark(column, row);
                bits = (bits << 1) | u8::from(dark);
            }
            let _ = write!(hex, "{bits:02X}");
        }
    }
    let total = row_bytes * height;
    format!("^FO{x},{y}{reverse}^GFA,{total},{total},{row_bytes},{hex}^FS")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pair_99_is_not_taken_for_a_change_of_subset() {
        let check = |codes: &[u8], data: &str| assert_eq!(invocation(codes), data);
        check(&[code128::START_C, 99, 12], ">;9912");
        check(&[code128::START_B, 33, code128::CODE_C, 99, 12], ">:A>59912");
        check(&[code128::START_C, code128::FNC1, 42, code128::CODE_B, 30], ">;>842>6>0");
    }
}
