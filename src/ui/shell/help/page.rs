//! Draws the blocks of the guide.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Label, Response, RichText, Stroke, Ui, vec2};

use super::marked;
use crate::base::search_text::folded;
use crate::text;
use crate::ui::command::keys_of_everywhere;
use crate::ui::guide::{Block, Span, SpanStyle};
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::{code_ui, column_ui, line_width, words_ui, wrapped_ui};

/// Distance of the text of an item from its mark.
const INDENT: f32 = 20.0;

/// The title of a section within a page.
pub(super) fn title_ui(ui: &mut Ui, words: &str) -> Response {
    let response = words_ui(ui, words, text::title(), Tokens::of_theme(ui).ink);
    response.ctx.accesskit_node_builder(response.id, |node| node.set_role(egui::Role::Heading));
    response
}

/// Returns the anchor of a link that was clicked. The words that were searched for are marked.
pub(super) fn block_ui(ui: &mut Ui, block: &Block, needles: &[String]) -> Option<String> {
    match block {
        Block::Paragraph(spans) => spans_ui(ui, spans, needles, text::body()),
        Block::Item { depth, number, spans } => {
            let mark = number.map_or_else(|| "•".to_owned(), |number| format!("{number}."));
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.add_space(INDENT * (depth.saturating_sub(1)) as f32);
                column_ui(ui, INDENT, |ui| {
                    ui.add(Label::new(RichText::new(mark).color(Tokens::of_theme(ui).ink_muted)))
                });
                let room = ui.available_width();
                column_ui(ui, room, |ui| spans_ui(ui, spans, needles, text::body()))
            })
            .inner
        }
        Block::Table { head, rows } => table_ui(ui, head, rows, needles),
        Block::Code(words) => {
            let tokens = Tokens::of_theme(ui);
            let frame = egui::Frame::new().fill(tokens.sunken).corner_radius(radius::CONTROL);
            frame.inner_margin(space::S).show(ui, |ui| {
                ui.set_width(ui.available_width());
                code_ui(ui, words);
            });
            None
        }
    }
}

/// The keys of the commands. No list of them can be out of date, because there is none.
pub(super) fn keys_ui(ui: &mut Ui) {
    let tokens = Tokens::of_theme(ui);
    let rows: Vec<(String, &'static str)> = keys_of_everywhere().collect();
    let widths = rows.iter().map(|(keys, _)| line_width(ui, keys, &text::body_medium()));
    let keys_width = widths.fold(0.0, f32::max) + space::L;
    for (keys, name) in rows {
        row_ui(ui, |ui| {
            column_ui(ui, keys_width, |ui| words_ui(ui, &keys, text::body_medium(), tokens.ink));
            let room = ui.available_width();
            column_ui(ui, room, |ui| wrapped_ui(ui, name, text::body(), tokens.ink));
        });
    }
    ui.add_space(space::XS);
    wrapped_ui(ui, text!("help-keys-hint"), text::small(), tokens.ink_muted);
}

fn table_ui(
    ui: &mut Ui,
    head: &[Vec<Span>],
    rows: &[Vec<Vec<Span>>],
    needles: &[String],
) -> Option<String> {
    let widths = widths(ui, head, rows);
    let mut linked = None;
    let all = std::iter::once(head).chain(rows.iter().map(Vec::as_slice));
    for (nth, row) in all.enumerate() {
        let font = if nth == 0 { text::body_strong() } else { text::body() };
        row_ui(ui, |ui| {
            for (cell, width) in row.iter().zip(&widths) {
                column_ui(ui, *width - space::M, |ui| {
                    linked = spans_ui(ui, cell, needles, font.clone()).or(linked.take());
                });
                ui.add_space(space::M);
            }
        });
    }
    linked
}

/// No column is narrower than its longest word; what is left is shared by what each line lacks, and the
/// last column has the rest.
fn widths(ui: &Ui, head: &[Vec<Span>], rows: &[Vec<Vec<Span>>]) -> Vec<f32> {
    let width = |words: &str| line_width(ui, words, &text::body_strong()) + space::XL;
    let mut columns: Vec<(f32, f32)> = vec![(0.0, 0.0); head.len()];
    for row in std::iter::once(head).chain(rows.iter().map(Vec::as_slice)) {
        for (cell, (word, line)) in row.iter().zip(&mut columns) {
            let words: String = cell.iter().map(|span| span.words.as_str()).collect();
            *word = words.split(' ').map(width).fold(*word, f32::max);
            *line = line.max(width(&words));
        }
    }
    let mut left = ui.available_width() - columns.iter().map(|(word, _)| word).sum::<f32>();
    let mut widths: Vec<f32> = columns.iter().map(|(word, _)| *word).collect();
    let lacks = columns.iter().map(|(word, line)| line - word);
    let mut lacks: Vec<(usize, f32)> = lacks.enumerate().collect();
    lacks.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let count = lacks.len();
    for (nth, (column, lack)) in lacks.into_iter().enumerate() {
        let given = lack.min(left / (count - nth) as f32).max(0.0);
        left -= given;
        if let Some(width) = widths.get_mut(column) {
            *width += given;
        }
    }
    if let Some(last) = widths.last_mut() {
        *last += left.max(0.0);
    }
    widths
}

/// A row of a table, with a line below it.
fn row_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let row = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        contents(ui);
    });
    let line = Stroke::new(size::HAIRLINE, Tokens::of_theme(ui).line);
    let below = row.response.rect.bottom() + space::XS;
    ui.painter().hline(ui.max_rect().x_range(), below, line);
    ui.add_space(space::XS);
}

/// The text as one label, or where it has links, as pieces beside each other.
fn spans_ui(ui: &mut Ui, spans: &[Span], needles: &[String], font: FontId) -> Option<String> {
    let tokens = Tokens::of_theme(ui);
    if spans.iter().all(|span| span.link.is_none()) {
        ui.add(Label::new(job(spans, needles, &font, tokens)).wrap());
        return None;
    }
    let mut linked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        ui.spacing_mut().interact_size.y = 0.0;
        for piece in spans.chunk_by(|one, next| one.link.is_none() && next.link.is_none()) {
            match piece {
                [Span { words, link: Some(anchor), .. }] => {
                    let words = RichText::new(words).font(font.clone()).color(tokens.accent_ink);
                    if ui.link(words.underline()).clicked() {
                        linked = Some(anchor.clone());
                    }
                }
                plain => drop(ui.add(Label::new(job(plain, needles, &font, tokens)))),
            }
        }
    });
    linked
}

fn job(spans: &[Span], needles: &[String], font: &FontId, tokens: &Tokens) -> LayoutJob {
    let mut job = LayoutJob::default();
    for span in spans {
        let font = match span.style {
            SpanStyle::Plain | SpanStyle::Code => font.clone(),
            SpanStyle::Emphasis => text::body_medium(),
            SpanStyle::Strong => text::body_strong(),
        };
        let background = match span.style {
            SpanStyle::Code => tokens.sunken,
            _ => Color32::TRANSPARENT,
        };
        for (words, is_marked) in pieces(&span.words, needles) {
            let background = if is_marked { marked(tokens) } else { background };
            let format = TextFormat {
                font_id: font.clone(),
                color: tokens.ink,
                background,
                ..TextFormat::default()
            };
            job.append(words, 0.0, format);
        }
    }
    job
}

/// Cuts the text at the beginnings of words that were searched for.
fn pieces<'a>(words: &'a str, needles: &[String]) -> Vec<(&'a str, bool)> {
    let mut pieces = Vec::new();
    let (mut rest, mut plain) = (words, words);
    let mut begins = true;
    while !rest.is_empty() {
        let hit = needles.iter().filter(|_| begins);
        let hit = hit.filter_map(|needle| length_of_match(rest, needle)).max();
        let step = match hit {
            Some(length) => length,
            None => rest.chars().next().map_or(rest.len(), char::len_utf8),
        };
        let (taken, after) = rest.split_at(step);
        begins = taken.chars().next_back().is_none_or(|letter| !letter.is_alphanumeric());
        if hit.is_some() {
            let before = plain.len() - rest.len();
            let (unmarked, _) = plain.split_at(before);
            pieces.push((unmarked, false));
            pieces.push((taken, true));
            plain = after;
        }
        rest = after;
    }
    pieces.push((plain, false));
    pieces.retain(|(words, _)| !words.is_empty());
    pieces
}

/// The bytes of `text` that are the needle in other case or with accents.
fn length_of_match(text: &str, needle: &str) -> Option<usize> {
    let mut letters = text.chars();
    let mut length = 0;
    for wanted in needle.chars() {
        let letter = letters.next()?;
        let mut plain = [0; 4];
        if folded(letter.encode_utf8(&mut plain)) != wanted.to_string() {
            return None;
        }
        length += letter.len_utf8();
    }
    (length > 0).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_searched_for_are_marked_whatever_their_case() {
        let marks = |words: &'static str, needle: &str| {
            let needles = [needle.to_owned()];
            pieces(words, &needles)
                .into_iter()
                .map(|(words, is)| format!("{is}:{words}"))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            marks("A Label, label", "label"),
            ["false:A ", "true:Label", "false:, ", "true:label"]
        );
        assert_eq!(marks("Envío", "envio"), ["true:Envío"]);
        assert_eq!(marks("none", "label"), ["false:none"]);
        assert_eq!(marks("paper", "per"), ["false:paper"]);
    }
}
