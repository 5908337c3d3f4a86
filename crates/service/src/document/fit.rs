//! Makes text fit an area: tries the largest size first, then wraps lines, and shortens with an
//! ellipsis only as a last resort.

use postroom_drawing::font::Face;

/// The largest size from `largest` down to `smallest` at which the line fits, and the line itself,
/// shortened with an ellipsis if even the smallest size is too wide.
pub fn line(face: &Face, text: &str, width: i32, largest: i32, smallest: i32) -> (i32, String) {
    let text = text.trim();
    let fits = |size: i32| face.width(text) * size as f32 <= width as f32;
    match (smallest..=largest).rev().find(|size| fits(*size)) {
        Some(size) => (size, text.to_owned()),
        None => (smallest, shortened(face, text, width, smallest)),
    }
}

/// Fits the lines of an address into a box. Lines may wrap, with an indent. The size is the largest
/// at which all lines fit the height; a smaller size is preferred to wrapping, within limits.
pub fn block(
    face: &Face,
    lines: &[String],
    width: i32,
    height: i32,
    largest: i32,
    smallest: i32,
) -> (i32, Vec<String>) {
    let lines: Vec<&str> = lines.iter().map(|l| l.trim()).filter(|l| !l.is_empty()).collect();
    let capacity = |size: i32| (height / line_height(size)).max(1) as usize;
    let whole = |size: i32| {
        lines.len() <= capacity(size)
            && lines.iter().all(|l| face.width(l) * size as f32 <= width as f32)
    };
    // Down to two thirds of the size, smaller type reads better than wrapped lines.
    let least_whole = smallest.max(largest * 2 / 3);
    if let Some(size) = (least_whole..=largest).rev().find(|size| whole(*size)) {
        return (size, lines.iter().map(|l| (*l).to_owned()).collect());
    }
    for size in (smallest..=largest).rev() {
        let wrapped = wrapped(face, &lines, width, size);
        if wrapped.len() <= capacity(size) {
            return (size, wrapped);
        }
    }
    // The last line of an address has city and postal code, so it is always included.
    let room = capacity(smallest).saturating_sub(1);
    let kept = lines.iter().take(room.min(lines.len().saturating_sub(1))).chain(lines.last());
    let cut = kept.map(|l| shortened(face, l, width, smallest)).collect();
    (smallest, cut)
}

/// Whether all lines, wrapped where needed, fit a box at this size.
pub fn has_room(face: &Face, lines: &[String], width: i32, height: i32, size: i32) -> bool {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    wrapped(face, &lines, width, size).len() as i64 <= i64::from(height / line_height(size))
}

/// The distance between baselines.
pub fn line_height(size: i32) -> i32 {
    (size * 6 / 5).max(1)
}

fn wrapped(face: &Face, lines: &[&str], width: i32, size: i32) -> Vec<String> {
    const INDENT: &str = "  ";
    let too_wide = |text: &str| face.width(text) * size as f32 > width as f32;
    let mut out = Vec::new();
    for line in lines {
        let mut current = String::new();
        let mut first = true;
        for word in line.split_whitespace() {
            let joined = if current.trim().is_empty() {
                format!("{current}{word}")
            } else {
                format!("{current} {word}")
            };
            if !too_wide(&joined) {
                current = joined;
                continue;
            }
            if !current.trim().is_empty() {
                out.push(std::mem::take(&mut current));
                first = false;
            }
            current = if first { String::new() } else { INDENT.to_owned() };
            // A word wider than the box is broken at any character.
            for character in word.chars() {
                current.push(character);
                if too_wide(&current) && current.trim().chars().count() > 1 {
                    current.pop();
                    out.push(std::mem::take(&mut current));
                    first = false;
                    current = format!("{INDENT}{character}");
                }
            }
        }
        if !current.trim().is_empty() {
            out.push(current);
        }
    }
    out
}

fn shortened(face: &Face, text: &str, width: i32, size: i32) -> String {
    let mut kept = String::new();
    for character in text.chars() {
        let longer = format!("{kept}{character}…");
        if face.width(&longer) * size as f32 > width as f32 {
            return format!("{}…", kept.trim_end());
        }
        kept.push(character);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use postroom_drawing::font::Weight;

    fn check(lines: &[&str], width: i32, height: i32, most_lines: usize) -> Vec<String> {
        let face = Face::open(Weight::Medium).expect("bundled font");
        let owned: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
        let (size, made) = block(&face, &owned, width, height, 44, 20);
        for line in &made {
            let drawn = face.width(line) * size as f32;
            assert!(drawn <= width as f32 + 0.01, "{line:?} is {drawn} wide of {width}");
        }
        assert!(made.len() as i32 * line_height(size) <= height.max(line_height(20)));
        assert!(made.len() <= most_lines, "{made:?}");
        made
    }

    #[test]
    fn lines_never_leave_their_box() {
        let short = check(&["Ann Reed", "12 Oak St", "Boise ID 83702"], 500, 200, 3);
        assert_eq!(short[2], "Boise ID 83702");
        let long = check(
            &[
                "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
                "1 A St",
            ],
            420,
            200,
            6,
        );
        assert!(long.concat().replace(' ', "").contains("gesellschaft"), "{long:?}");
        let hopeless = check(&["W".repeat(400).as_str()], 200, 48, 2);
        assert!(hopeless[0].ends_with('…'), "{hopeless:?}");
        assert!(check(&["", "  "], 100, 100, 0).is_empty());
        let crowd = check(&["One", "Two", "Three", "Four", "Boise ID 83702"], 300, 74, 3);
        assert_eq!(crowd, ["One", "Two", "Boise ID 83702"]);
    }

    #[test]
    fn a_line_shrinks_before_it_is_cut() {
        let face = Face::open(Weight::Bold).expect("bundled font");
        assert_eq!(line(&face, "Ground", 400, 40, 20), (40, "Ground".to_owned()));
        let (size, whole) = line(&face, "Ground Advantage Returns", 400, 40, 20);
        assert!(size < 40 && whole.ends_with("Returns"));
        let (size, cut) = line(&face, &"Ground ".repeat(20), 400, 40, 20);
        assert!(size == 20 && cut.ends_with('…'));
    }
}
