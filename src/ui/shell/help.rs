//! The guide in the window (F1), with the list of keys and what Postroom is: the contents at the
//! left, a page at the right. A search leaves the sections that have the words.

mod about;
mod page;

use std::path::Path;

use egui::{Align, Key, Modifiers, ScrollArea, Ui, UiBuilder, vec2};

use crate::text;
use crate::ui::cx::Cx;
use crate::ui::guide::{HelpPage, Section, guide, section_of};
use crate::ui::search_words::needles;
use crate::ui::tokens::{Tokens, size, space};
use crate::ui::widgets::card::question;
use crate::ui::widgets::entry::entry_ui;
use crate::ui::widgets::{Field, Icon, from_right_ui, heading_ui, icon_button_ui, muted_ui};

#[derive(Default)]
pub struct HelpViewState {
    /// The page on screen while the help is open: a section of the guide by its place, or *About*.
    open: Option<Shown>,
    search: String,
    take_focus: bool,
    /// The section to begin with in the next frame.
    scroll_to: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Section(usize),
    About,
}

impl HelpViewState {
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    pub fn open(&mut self, page: HelpPage, cx: &Cx<'_>) {
        let section = |key: &str| Shown::Section(guide().section(key).unwrap_or(0));
        let shown = match page {
            HelpPage::OfPanel if cx.state.environment().is_none() => Shown::Section(0),
            HelpPage::OfPanel => section(section_of(*cx.panel)),
            HelpPage::Section(key) => section(&key),
            HelpPage::About => Shown::About,
        };
        *self = Self { take_focus: true, ..Self::default() };
        self.show(shown);
    }

    fn show(&mut self, shown: Shown) {
        self.open = Some(shown);
        if let Shown::Section(at) = shown {
            self.scroll_to = Some(at);
        }
    }
}

/// The page is as wide as is comfortable to read, with its tables.
const WIDE: f32 = 1040.0;
/// Width of the contents.
const LIST: f32 = 248.0;
/// How far an arrow key and Page Down move the page, in points and as a part of it.
const STEP: f32 = 48.0;
const LEAF: f32 = 0.9;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, help: &mut HelpViewState, data_dir: Option<&Path>) {
    let Some(shown) = help.open else {
        return;
    };
    let window = ui.ctx().content_rect();
    let room = vec2(
        WIDE.min(window.width() - 2.0 * space::XXL),
        window.height() - 2.0 * (space::XXL + space::L),
    );
    let mut close = false;
    let modal = question("help", cx.tokens).show(ui.ctx(), |ui| {
        ui.set_width(room.x);
        ui.horizontal(|ui| {
            heading_ui(ui, text!("help-title"));
            from_right_ui(ui, |ui| close = icon_button_ui(ui, Icon::Cross, text!("help-close")));
        });
        ui.add_space(space::S);
        let body = ui.available_rect_before_wrap();
        let body = egui::Rect::from_min_size(body.min, vec2(room.x, room.y - size::CONTROL));
        ui.allocate_rect(body, egui::Sense::hover());
        let (list, mut page) = body.split_left_right_at_x(body.left() + LIST);
        page.min.x += space::XL;
        ui.scope_builder(UiBuilder::new().max_rect(list), |ui| contents_ui(ui, help, shown));
        ui.scope_builder(UiBuilder::new().max_rect(page), |ui| {
            let by = keys_of_page(ui, &help.search);
            let area = ScrollArea::vertical().id_salt(("help page", page_salt(shown)));
            area.auto_shrink([false, false]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = space::S;
                if by != 0.0 {
                    ui.scroll_with_delta(vec2(0.0, by));
                }
                match shown {
                    Shown::Section(at) => {
                        if let Some(other) = page_ui(ui, help, at) {
                            help.show(Shown::Section(other));
                        }
                    }
                    Shown::About => about::show_ui(ui, cx, data_dir),
                }
            });
        });
    });
    if close || modal.should_close() {
        *help = HelpViewState::default();
    }
}

/// A page keeps its place while its sections are chosen; another page begins at its top.
fn page_salt(shown: Shown) -> usize {
    match shown {
        Shown::Section(at) => guide().page_of(at).0,
        Shown::About => usize::MAX,
    }
}

/// The distance that the keys move the page while the search has the keyboard.
fn keys_of_page(ui: &Ui, search: &str) -> f32 {
    let leaf = ui.available_height() * LEAF;
    let mut keys = vec![(Key::PageDown, -leaf), (Key::PageUp, leaf)];
    if search.is_empty() {
        keys.extend([(Key::ArrowDown, -STEP), (Key::ArrowUp, STEP)]);
    }
    let mut by = 0.0;
    ui.input_mut(|input| {
        for (key, step) in keys {
            by += step * input.count_and_consume_key(Modifiers::NONE, key) as f32;
        }
    });
    by
}

fn contents_ui(ui: &mut Ui, local: &mut HelpViewState, shown: Shown) {
    ui.set_width(LIST);
    let field = Field::new(text!("help-search"))
        .hint(text!("help-search"))
        .hide_label()
        .search()
        .id("help search")
        .show_ui(ui, &mut local.search);
    if std::mem::take(&mut local.take_focus) {
        field.request_focus();
    }
    let guide = guide();
    let needles = needles(&local.search);
    let found = match needles.is_empty() {
        true => contents(&guide.sections, shown),
        false => guide.find(&needles),
    };
    let enter = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if let Some(first) = found.first().filter(|_| enter && !needles.is_empty()) {
        local.show(Shown::Section(*first));
        local.take_focus = true;
    }
    ui.add_space(space::S);
    let list = ScrollArea::vertical().id_salt("help contents").auto_shrink([false, false]);
    list.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if needles.is_empty()
            && entry_ui(ui, text!("help-about"), shown == Shown::About, 0).clicked()
        {
            local.show(Shown::About);
        }
        for at in &found {
            let Some(section) = guide.sections.get(*at) else { continue };
            let depth = usize::from(!section.begins_page && needles.is_empty());
            let is_chosen = shown == Shown::Section(*at);
            if entry_ui(ui, &section.title, is_chosen, depth).clicked() {
                local.show(Shown::Section(*at));
            }
        }
        if found.is_empty() {
            muted_ui(ui, text!("help-none"));
        }
    });
}

/// Each page, and the sections of the open one.
fn contents(sections: &[Section], shown: Shown) -> Vec<usize> {
    let open = match shown {
        Shown::Section(at) => Some(guide().page_of(at)),
        Shown::About => None,
    };
    let is_inside = |at: usize| {
        open.as_ref().is_some_and(|(start, page)| (*start..start + page.len()).contains(&at))
    };
    let all = sections.iter().enumerate();
    all.filter(|(at, section)| section.begins_page || is_inside(*at)).map(|(at, _)| at).collect()
}

/// Returns the section that a link leads to.
fn page_ui(ui: &mut Ui, local: &mut HelpViewState, at: usize) -> Option<usize> {
    let guide = guide();
    let (start, sections) = guide.page_of(at);
    let needles = needles(&local.search);
    let mut linked = None;
    for (nth, section) in sections.iter().enumerate() {
        if nth > 0 {
            ui.add_space(space::M);
        }
        let heading = match nth {
            0 => heading_ui(ui, &section.title),
            _ => page::title_ui(ui, &section.title),
        };
        if local.scroll_to == Some(start + nth) {
            local.scroll_to = None;
            heading.scroll_to_me(Some(Align::TOP));
        }
        if nth == 0 && section.is_foreign() {
            muted_ui(ui, text!("help-only-english"));
        }
        if section.key == EVERYWHERE {
            page::keys_ui(ui);
            continue;
        }
        for block in &section.blocks {
            linked = page::block_ui(ui, block, &needles).or(linked);
        }
    }
    // The last section can be scrolled to the top.
    ui.add_space(space::XXL);
    let linked = guide.linked(&linked?)?;
    guide.section(&linked.key)
}

/// The section of the guide with the keys of the commands: the window draws them from the table of the
/// commands.
const EVERYWHERE: &str = "everywhere";

/// The color behind a word that was searched for.
fn marked(tokens: &Tokens) -> egui::Color32 {
    tokens.warning.wash
}
