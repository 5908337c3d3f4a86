//! Text in any script, such as names and places. Right-to-left text is reordered for display, while
//! screen readers and the clipboard get the logical order.

use std::borrow::Cow;

use egui::{Color32, FontId, Label, Response, RichText, Role, TextWrapMode, Ui, WidgetInfo};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::cut_texts::add_cut;
use crate::base::locale::format::{formats, moment, short_moment};
use crate::drawing::bidi::{may_contain_rtl, visual_order};
use crate::ui::tokens::text;

/// A label with this text.
pub fn words_ui(ui: &mut Ui, words: &str, font: FontId, ink: Color32) -> Response {
    label_ui(ui, words, font, ink, None)
}

/// The same, wrapped to several lines.
pub fn wrapped_ui(ui: &mut Ui, words: &str, font: FontId, ink: Color32) -> Response {
    label_ui(ui, words, font, ink, Some(TextWrapMode::Wrap))
}

/// The same in one line, truncated to the available width.
pub fn short_ui(ui: &mut Ui, words: &str, font: FontId, ink: Color32) -> Response {
    label_ui(ui, words, font, ink, Some(TextWrapMode::Truncate))
}

/// Letters of a text that are laid out: more than any screen shows in a line. A letter takes some
/// hundred bytes of memory while it is on screen.
const MOST_LETTERS: usize = 2_000;

/// What is laid out of a text.
fn beginning(words: &str) -> &str {
    // No letter is shorter than a byte.
    if words.len() <= MOST_LETTERS {
        return words;
    }
    let end = words.char_indices().nth(MOST_LETTERS).map_or(words.len(), |(at, _)| at);
    words.get(..end).unwrap_or(words)
}

/// The width of a text in one line, in points.
pub fn line_width(ui: &Ui, words: &str, font: &FontId) -> f32 {
    let words = beginning(words);
    let painter = ui.painter();
    let galley = painter.layout_no_wrap(words.to_owned(), font.clone(), Color32::PLACEHOLDER);
    galley.size().x
}

/// The first of these forms of a text that fits into one line, else the last one, truncated. For
/// figures, which must not end in an ellipsis.
pub fn fitting_ui(ui: &mut Ui, forms: &[&str], font: FontId, ink: Color32) -> Response {
    let room = ui.available_width();
    let width = |words: &str| line_width(ui, words, &font);
    let fitting = forms.iter().find(|words| width(words) <= room);
    if let (Some(first), Some(fitting)) = (forms.first(), fitting)
        && first != fitting
    {
        add_cut(ui.ctx(), width(first) - room);
    }
    let words = fitting.or(forms.last()).copied().unwrap_or_default();
    short_ui(ui, words, font, ink)
}

/// The first of these forms that fits into one line. Where none does, `form` builds the text from
/// as much of `part` as fits, so that what follows the part stays whole.
pub fn cut_inside_ui(
    ui: &mut Ui,
    forms: &[&str],
    part: &str,
    form: impl Fn(&str) -> String,
    font: FontId,
    ink: Color32,
) -> Response {
    let room = ui.available_width();
    let fits = |line: &str| line_width(ui, line, &font) <= room;
    let part = beginning(part);
    let cut = match forms.iter().find(|words| fits(words)) {
        Some(words) => Cow::Borrowed(*words),
        None => form(&shortened(part, |part| fits(&form(part)))).into(),
    };
    let response = short_ui(ui, &cut, font, ink);
    let whole = forms.first().copied().unwrap_or_default();
    if whole == cut {
        return response;
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, whole));
    response.on_hover_text(beginning(whole))
}

/// A text in one line. Where it does not fit, its end stays: long numbers differ there.
pub fn ending_ui(ui: &mut Ui, words: &str, font: FontId, ink: Color32) -> Response {
    let room = ui.available_width();
    let width = |line: &str| line_width(ui, line, &font);
    let whole = width(words);
    if whole <= room {
        return words_ui(ui, words, font, ink);
    }
    add_cut(ui.ctx(), whole - room);
    let words = beginning(words);
    let end = ending(words, |line| width(line) <= room);
    // The shortened text must not be copied, because it is not the number.
    let label = Label::new(RichText::new(end).font(font).color(ink)).selectable(false);
    let response = ui.add(label.truncate());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    response.on_hover_text(words)
}

/// A moment in a cell: without its time of day where the column is too narrow for it.
pub fn moment_cell_ui(
    ui: &mut Ui,
    at: Timestamp,
    now: Timestamp,
    zone: &TimeZone,
    ink: Color32,
) -> Response {
    let day = formats().date_of_year(zone.to_datetime(at).date());
    let whole = short_moment(at, now, zone);
    fitting_ui(ui, &[&whole, &day], text::body(), ink).on_hover_text(moment(at, zone))
}

fn label_ui(
    ui: &mut Ui,
    words: &str,
    font: FontId,
    ink: Color32,
    wrap: Option<TextWrapMode>,
) -> Response {
    let mut wrap = wrap.unwrap_or_else(|| ui.wrap_mode());
    // In a row that goes on below, a text that fits into a row begins one: no amount stands apart
    // from its sentence.
    if wrap == TextWrapMode::Wrap
        && ui.layout().main_wrap()
        && line_width(ui, words, &font) <= ui.max_rect().width()
    {
        wrap = TextWrapMode::Extend;
    }
    let words = match wrap {
        TextWrapMode::Wrap => words,
        _ => beginning(words),
    };
    let seen = seen(ui, words, &font, wrap, ui.available_width());
    let turned = matches!(seen, Cow::Owned(_));
    if wrap == TextWrapMode::Truncate {
        let lacking = line_width(ui, words, &font) - ui.available_width();
        add_cut(ui.ctx(), lacking);
    }
    let mut label = Label::new(RichText::new(seen).font(font).color(ink)).wrap_mode(wrap);
    if turned {
        // Reordered text must not be copied, because it is not the actual name.
        label = label.selectable(false);
    }
    let response = ui.add(label);
    if turned {
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    }
    response
}

/// The text in display order. It is shortened or wrapped before it is reordered, because
/// afterwards its end is at the start.
pub fn seen<'a>(
    ui: &Ui,
    words: &'a str,
    font: &FontId,
    wrap: TextWrapMode,
    room: f32,
) -> Cow<'a, str> {
    if !may_contain_rtl(words) {
        return Cow::Borrowed(words);
    }
    let fits = |line: &str| line_width(ui, line, font) <= room;
    match wrap {
        TextWrapMode::Extend => visual_order(words),
        _ if fits(words) => visual_order(words),
        TextWrapMode::Truncate => visual_order(&shortened(words, fits)).into_owned().into(),
        TextWrapMode::Wrap => broken(words, fits)
            .iter()
            .map(|line| visual_order(line))
            .collect::<Vec<_>>()
            .join("\n")
            .into(),
    }
}

/// As many characters as fit together with an ellipsis.
fn shortened(words: &str, fits: impl Fn(&str) -> bool) -> String {
    let mut kept = words.to_owned();
    while kept.pop().is_some() {
        let line = format!("{}…", kept.trim_end());
        if fits(&line) {
            return line;
        }
    }
    "…".to_owned()
}

/// As many of the last characters as fit together with an ellipsis.
fn ending(words: &str, fits: impl Fn(&str) -> bool) -> String {
    let mut kept = words.chars();
    while kept.next().is_some() {
        let line = format!("…{}", kept.as_str().trim_start());
        if fits(&line) {
            return line;
        }
    }
    "…".to_owned()
}

/// Lines of whole words; a word that is too long gets its own line.
fn broken(words: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_and_shortened_before_they_are_turned() {
        let ten = |line: &str| line.chars().count() <= 10;
        assert_eq!(broken("דוד כהן רחוב הרצל", ten), ["דוד כהן", "רחוב הרצל"]);
        assert_eq!(shortened("דוד כהן הרצל", ten), "דוד כהן ה…");
        assert_eq!(visual_order("דוד כהן ה…"), "…ה כהן דוד");
        assert_eq!(shortened("דוד", |_| false), "…");
    }

    /// W14: numbers of one day share their first digits.
    #[test]
    fn a_number_keeps_the_digits_that_tell_it_from_others() {
        let ten = |line: &str| line.chars().count() <= 10;
        assert_eq!(ending("9223489991700000003008", ten), "…000003008");
        assert_eq!(ending("9223489991700000003008 +1", ten), "…003008 +1");
        assert_eq!(ending("9223", |_| false), "…");
    }

    #[test]
    fn what_follows_the_shortened_part_stays_whole() {
        let form = |part: &str| format!("5 days · {part} +1");
        let cut = |room: usize| {
            let fits = |line: &str| line.chars().count() <= room;
            form(&shortened("Postal Service", |part| fits(&form(part))))
        };
        assert_eq!(cut(25), "5 days · Postal Servi… +1");
        assert_eq!(cut(20), "5 days · Postal… +1");
        assert_eq!(cut(3), "5 days · … +1");
    }

    /// The texts painted for a label of this width, and its names in the accessibility tree.
    fn painted(words: &str, room: f32, wrap: TextWrapMode) -> (Vec<String>, Vec<String>) {
        let ctx = egui::Context::default();
        ctx.enable_accesskit();
        let mut output = egui::FullOutput::default();
        // The first frame has no fonts yet.
        for _ in 0..2 {
            output.textures_delta.clear();
            output = ctx.run_ui(egui::RawInput::default(), |ui| {
                ui.set_max_width(room);
                label_ui(ui, words, FontId::default(), Color32::BLACK, Some(wrap));
            });
        }
        output.textures_delta.clear();
        let texts = output.shapes.iter().filter_map(|shape| match &shape.shape {
            egui::Shape::Text(text) => Some(text.galley.text().to_owned()),
            _ => None,
        });
        let update = output.platform_output.accesskit_update.unwrap();
        // A selectable label also contains its text as runs in child nodes.
        let labels = update.nodes.iter();
        let labels = labels.filter(|(_, node)| node.role() == egui::accesskit::Role::Label);
        let names = labels.filter_map(|(_, node)| {
            let spoken = node.value().or(node.label())?;
            Some(spoken.to_owned())
        });
        (texts.collect(), names.collect())
    }

    /// Z14: a name of 21 MB took 5.6 GB of memory while it was laid out.
    #[test]
    fn no_more_of_a_text_is_laid_out_than_a_line_can_show() {
        for letter in ["x", "é", "ש"] {
            let huge = letter.repeat(100_000);
            for wrap in [TextWrapMode::Extend, TextWrapMode::Truncate] {
                let (texts, _) = painted(&huge, 200.0, wrap);
                assert!(texts[0].chars().count() <= MOST_LETTERS, "{letter} {wrap:?}");
            }
        }
        let ctx = egui::Context::default();
        let mut widths = Vec::new();
        for _ in 0..2 {
            widths.clear();
            drop(ctx.run_ui(egui::RawInput::default(), |ui| {
                let width = |letters| line_width(ui, &"x".repeat(letters), &FontId::default());
                widths.extend([MOST_LETTERS, 100_000].map(width));
            }));
        }
        assert_eq!(widths[0], widths[1]);
    }

    #[test]
    fn the_eye_and_the_ear_get_each_their_order() {
        let name = "דוד כהן";
        let (texts, names) = painted(name, 500.0, TextWrapMode::Extend);
        assert_eq!(texts, ["כהן דוד"]);
        assert_eq!(names, [name]);
        let (texts, names) = painted("Ann Reed", 500.0, TextWrapMode::Extend);
        assert_eq!((texts, names), (vec!["Ann Reed".to_owned()], vec!["Ann Reed".to_owned()]));
        let mixed = "שלום 12 Main St";
        let (texts, _) = painted(mixed, 60.0, TextWrapMode::Wrap);
        assert!(texts[0].lines().count() > 1, "{texts:?}");
        assert!(texts[0].lines().next().unwrap().ends_with("שלום"), "{texts:?}");
        let (texts, names) = painted(mixed, 60.0, TextWrapMode::Truncate);
        assert!(texts[0].contains('…') && texts[0].ends_with("שלום"), "{texts:?}");
        assert_eq!(names, [mixed]);
    }
}
