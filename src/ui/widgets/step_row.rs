//! A row of buttons and choices for a selection: the next step first of all, then what fits. The
//! rest is in the menu at the end.

use egui::Ui;

use super::button::Button;
use super::choice::combo_box_ui;
use super::icon::Icon;
use super::menu::MenuItem;
use crate::text;

/// Widths are rounded to pixels, in points.
const ROUNDING: f32 = 0.5;

/// One action on the selection.
pub struct Step<A> {
    pub words: String,
    /// The accessible name, if the words change with the selection.
    pub name: Option<&'static str>,
    pub hint: Option<String>,
    pub icon: Option<Icon>,
    /// Why it is not possible now.
    pub reason: Option<String>,
    /// Orders of the selection wait for it.
    pub is_due: bool,
    /// It is the next thing to do with this selection.
    pub is_next: bool,
    /// It is less important than the others.
    pub is_quiet: bool,
    pub does: A,
}

impl<A> Step<A> {
    pub fn new(words: impl Into<String>, does: A) -> Self {
        Self {
            words: words.into(),
            name: None,
            hint: None,
            icon: None,
            reason: None,
            is_due: false,
            is_next: false,
            is_quiet: false,
            does,
        }
    }

    pub fn name(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    pub fn disabled_because(mut self, reason: Option<&str>) -> Self {
        self.reason = reason.map(str::to_owned);
        self
    }

    pub fn due(mut self, is_due: bool) -> Self {
        self.is_due = is_due;
        self
    }

    pub fn quiet(mut self) -> Self {
        self.is_quiet = true;
        self
    }

    /// The width of its button, in points.
    pub fn width(&self, ui: &Ui) -> f32 {
        self.button().width(ui)
    }

    fn button(&self) -> Button<'_> {
        let mut button = match (self.is_next, self.is_quiet) {
            (true, _) => Button::primary(&self.words),
            (false, true) => Button::quiet(&self.words),
            (false, false) => Button::secondary(&self.words),
        };
        if let Some(name) = self.name {
            button = button.name(name);
        }
        if let Some(hint) = &self.hint {
            button = button.hint(hint);
        }
        if let Some(icon) = self.icon {
            button = button.icon(icon);
        }
        button.disabled_because(self.reason.as_deref())
    }

    /// The next step is left out last, what is not possible first.
    fn rank(&self) -> u8 {
        match (self.is_next, &self.reason) {
            (true, _) => 0,
            (false, None) => 1,
            (false, Some(_)) => 2,
        }
    }
}

/// Marks the first step that orders wait for and that is possible. There is at most one.
pub fn mark_next<A>(steps: &mut [Step<A>]) {
    let next = steps.iter_mut().find(|step| step.is_due && step.reason.is_none());
    if let Some(next) = next {
        next.is_next = true;
    }
}

/// Draws the steps that fit, with `reserved` points left for the menus after them. Returns what was
/// clicked, and the steps for which there is no room.
pub fn row_ui<A>(ui: &mut Ui, steps: Vec<Step<A>>, reserved: f32) -> (Option<A>, Vec<MenuItem<A>>) {
    let gap = ui.spacing().item_spacing.x;
    let wanted: Vec<(f32, u8)> =
        steps.iter().map(|step| (step.width(ui) + gap, step.rank())).collect();
    let room = ui.available_width() - reserved;
    let mut clicked = None;
    let mut left = Vec::new();
    for (step, is_shown) in steps.into_iter().zip(fitting(&wanted, room)) {
        if is_shown {
            if step.button().show_ui(ui).clicked() {
                clicked = Some(step.does);
            }
        } else {
            let mut item = MenuItem::new(step.words, step.does);
            if let Some(name) = step.name {
                item = item.name(name);
            }
            left.push(item.disabled_because(step.reason));
        }
    }
    (clicked, left)
}

/// One of several options, in a combo box, or in the menu where that has no room.
pub struct Choice<A> {
    /// The accessible name of the box, which its entries of the menu begin with.
    pub name: &'static str,
    /// The width of the box, in points.
    pub width: f32,
    pub options: Vec<(A, String)>,
    /// The place of the option that is chosen.
    pub chosen: usize,
}

impl<A: PartialEq> Choice<A> {
    pub fn new(name: &'static str, width: f32, chosen: &A, options: Vec<(A, String)>) -> Self {
        let is_chosen = |(option, _): &(A, String)| option == chosen;
        let chosen = options.iter().position(is_chosen).unwrap_or_default();
        Self { name, width, options, chosen }
    }
}

impl<A> Choice<A> {
    fn items(self) -> impl Iterator<Item = MenuItem<A>> {
        let (name, chosen) = (self.name, self.chosen);
        let options = self.options.into_iter().enumerate();
        options.map(move |(place, (option, words))| {
            let words = text!("parts-menu-choice", name = name, value = words);
            MenuItem::new(words, option).chosen(place == chosen)
        })
    }
}

/// The width that all choices and the gaps after them need, in points.
pub fn choices_width<A>(ui: &Ui, choices: &[Choice<A>]) -> f32 {
    let gap = ui.spacing().item_spacing.x;
    choices.iter().map(|choice| choice.width + gap).sum()
}

/// Draws the choices that fit, in their order, with `reserved` points left for the menu after them.
/// Returns what was picked, and the options for which there is no room.
pub fn choices_ui<A>(
    ui: &mut Ui,
    choices: Vec<Choice<A>>,
    reserved: f32,
) -> (Option<A>, Vec<MenuItem<A>>) {
    let gap = ui.spacing().item_spacing.x;
    let (mut picked, mut left) = (None, Vec::new());
    for choice in choices {
        let room = ui.available_width() - reserved;
        if !left.is_empty() || choice.width + gap > room + ROUNDING {
            left.extend(choice.items());
            continue;
        }
        let mut chosen = choice.chosen;
        let words = choice.options.iter().map(|(_, words)| words.as_str());
        let options: Vec<(usize, &str)> = words.enumerate().collect();
        if combo_box_ui(ui, choice.name, choice.width, &mut chosen, &options) {
            picked = choice.options.into_iter().nth(chosen).map(|(option, _)| option);
        }
    }
    (picked, left)
}

/// Which of the buttons with these widths and ranks fit in the room. The first rank is always
/// shown, also if it does not fit; within a rank the first come first.
fn fitting(wanted: &[(f32, u8)], room: f32) -> Vec<bool> {
    let mut by_rank: Vec<usize> = (0..wanted.len()).collect();
    by_rank.sort_by_key(|place| wanted.get(*place).map(|(_, rank)| *rank));
    let mut shown = vec![false; wanted.len()];
    let mut used = 0.0;
    for place in by_rank {
        let Some((width, rank)) = wanted.get(place) else {
            continue;
        };
        let fits = used + width <= room + ROUNDING;
        if let Some(shown) = shown.get_mut(place)
            && (fits || *rank == 0)
        {
            *shown = true;
            used += width;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_step_stays_and_the_impossible_goes_first() {
        let wanted = [(100.0, 2), (80.0, 1), (200.0, 0), (60.0, 1), (40.0, 2)];
        for (room, shown) in [
            (480.0, [true, true, true, true, true]),
            // Without the first there is room for the last.
            (400.0, [false, true, true, true, true]),
            (340.0, [false, true, true, true, false]),
            (330.0, [false, true, true, false, true]),
            (270.0, [false, false, true, true, false]),
            (10.0, [false, false, true, false, false]),
        ] {
            assert_eq!(fitting(&wanted, room), shown, "{room}");
        }
    }
}
