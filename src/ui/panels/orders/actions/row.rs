//! The row of buttons: the next step for the selection first of all, then what fits. The rest is in
//! the menu at the end.

use egui::Ui;

use crate::ui::widgets::menu::MenuItem;
use crate::ui::widgets::{Button, Icon};

/// Widths are rounded to pixels, in points.
const ROUNDING: f32 = 0.5;

/// One action on the selection.
pub(super) struct Step<A> {
    pub words: String,
    /// The accessible name, if the words change with the selection.
    pub name: Option<&'static str>,
    pub hint: Option<&'static str>,
    pub icon: Option<Icon>,
    /// Why it is not possible now.
    pub reason: Option<String>,
    /// Orders of the selection wait for it.
    pub is_due: bool,
    /// It is the next thing to do with this selection.
    pub is_next: bool,
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
            does,
        }
    }

    pub fn name(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    pub fn hint(mut self, hint: &'static str) -> Self {
        self.hint = Some(hint);
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

    /// The width of its button, in points.
    pub fn width(&self, ui: &Ui) -> f32 {
        self.button().width(ui)
    }

    fn button(&self) -> Button<'_> {
        let mut button = match self.is_next {
            true => Button::primary(&self.words),
            false => Button::secondary(&self.words),
        };
        if let Some(name) = self.name {
            button = button.name(name);
        }
        if let Some(hint) = self.hint {
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
pub(super) fn mark_next<A>(steps: &mut [Step<A>]) {
    let next = steps
        .iter_mut()
        .find(|step| step.is_due && step.reason.is_none());
    if let Some(next) = next {
        next.is_next = true;
    }
}

/// Draws the steps that fit, with `reserved` points left for the menus after them. Returns what was
/// clicked, and the steps for which there is no room.
pub(super) fn row_ui<A>(
    ui: &mut Ui,
    steps: Vec<Step<A>>,
    reserved: f32,
) -> (Option<A>, Vec<MenuItem<A>>) {
    let gap = ui.spacing().item_spacing.x;
    let wanted: Vec<(f32, u8)> = steps
        .iter()
        .map(|step| (step.width(ui) + gap, step.rank()))
        .collect();
    let room = ui.available_width() - reserved;
    let mut clicked = None;
    let mut left = Vec::new();
    for (step, is_shown) in steps.into_iter().zip(fitting(&wanted, room)) {
        if is_shown {
            if step.button().show_ui(ui).clicked() {
                clicked = Some(step.does);
            }
        } else {
            let item = MenuItem::new(step.words, step.does);
            left.push(item.disabled_because(step.reason));
        }
    }
    (clicked, left)
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
