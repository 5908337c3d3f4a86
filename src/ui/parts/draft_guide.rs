//! State shared by the fields of a draft or a preset: which problem belongs to which field, whether
//! it may be shown yet, and which field gets the keyboard focus.

use std::collections::HashSet;

use egui::{Align, Id, Response, Ui};

use crate::parcel::draft::{Draft, Field as At, PackageField, Problem, Side};
use crate::parcel::problems::field_name;
use crate::ui::widgets::measure_text::Measure;
use crate::ui::widgets::{Field, keyboard};

/// Kept between frames, and reset with the draft.
#[derive(Debug, Default)]
pub struct Progress {
    /// The form or the draft that the fields belong to: each has its own fields, with their own typing
    /// to undo.
    pub form: Option<Id>,
    /// Fields that have lost the keyboard focus once; until then, an empty field is not an error.
    pub touched: HashSet<At>,
    /// The user pressed Buy: from then on everything missing is shown.
    pub tried: bool,
    /// The field to focus as soon as it is drawn.
    pub jump: Option<At>,
    /// The same, if it got the focus before it is drawn, and with it the input of this frame.
    pub early: Option<At>,
    /// For how many frames the jump has been waiting for its field.
    pub waited: u8,
    /// The address card whose search gets the focus as soon as it is drawn.
    pub search: Option<Side>,
    /// The address that a pasted block is being filled into.
    pub pasted: Option<Side>,
    /// The package whose fields were used last.
    pub package: usize,
    /// The package in whose weight field Enter was pressed.
    pub entered: Option<usize>,
    /// The weight last filled in from the scale, with its package.
    pub weighed: Option<(usize, String)>,
}

/// Frames that a jump waits for its field: a part of the form may have to open first.
const PATIENCE: u8 = 3;

impl Progress {
    /// Gives the field of a jump the keyboard before it is drawn, so that it gets the input of this
    /// frame. Called before the field that has had the keyboard is drawn: that would get it, too. A
    /// jump to what is not drawn ends after some frames.
    pub fn focus_early(&mut self, ui: &Ui) {
        self.waited = match self.jump.is_some() && self.early == self.jump {
            true => self.waited + 1,
            false => 0,
        };
        if self.waited > PATIENCE {
            self.jump = None;
        }
        self.early = self.jump;
        if let Some(at) = self.jump.filter(|_| self.waited == 0) {
            keyboard::enter(ui.ctx(), Id::unique(field_id(self.form, at)));
        }
    }

    /// Moves the keyboard on once the address of this side is known: from the sender to the
    /// recipient, and from there to the weight that is still to be entered.
    pub fn go_on_after(&mut self, side: Side, draft: &Draft) {
        if side == Side::From && draft.to.is_blank() {
            self.search = Some(Side::To);
            return;
        }
        let mut packages = draft.packages.iter();
        let empty = packages.position(|package| package.weight.trim().is_empty());
        self.jump = Some(At::Package(empty.unwrap_or(0), PackageField::Weight));
    }
}

pub struct Guide<'a> {
    pub problems: &'a [Problem],
    pub progress: &'a mut Progress,
}

/// How one text field differs from a default one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look<'a> {
    pub hint: &'a str,
    pub right: bool,
    pub carried_over: bool,
    pub hide_label: bool,
    /// A number that is also on paper as a barcode.
    pub scanned: bool,
    pub measure: Option<Measure>,
}

impl Guide<'_> {
    /// The message to show beside a field now: mistakes once the field lost the focus, missing
    /// input once the user pressed Buy.
    pub fn message(&self, at: At) -> Option<&str> {
        let problem = self.problems.iter().find(|problem| problem.field == at)?;
        let due = self.progress.tried || (self.progress.touched.contains(&at) && !problem.missing);
        due.then_some(problem.message.as_str())
    }

    /// The source of the id of a field.
    pub fn field_id(&self, at: At) -> impl std::hash::Hash + std::fmt::Debug + use<> {
        field_id(self.progress.form, at)
    }

    pub fn wants(&self, matching: impl Fn(At) -> bool) -> bool {
        self.progress.jump.is_some_and(matching)
    }

    pub fn text_ui(
        &mut self,
        ui: &mut Ui,
        at: At,
        label: &str,
        width: f32,
        look: Look<'_>,
        value: &mut String,
    ) -> Response {
        let name = field_name(at);
        let response = {
            let mut field = Field::new(label)
                .name(&name)
                .hint(look.hint)
                .width(width)
                .carried_over(look.carried_over)
                .problem(self.message(at))
                .id(self.field_id(at));
            if look.right {
                field = field.right_aligned();
            }
            if look.hide_label {
                field = field.hide_label();
            }
            if look.scanned {
                field = field.expects_scans();
            }
            field = match look.measure {
                Some(Measure::Length) => field.measure(),
                Some(Measure::Weight(unit)) => field.weight(unit),
                None => field,
            };
            field.show_ui(ui, value)
        };
        self.register_field(at, &response);
        response
    }

    /// Registers a drawn control: focuses it if it is the target of a jump, and marks it as
    /// touched once it loses the focus.
    pub fn register_field(&mut self, at: At, response: &Response) {
        if response.lost_focus() {
            self.progress.touched.insert(at);
        }
        if self.progress.jump == Some(at) {
            self.progress.jump = None;
            // A mistake is said where the keyboard comes to it.
            if self.problems.iter().any(|problem| problem.field == at) {
                self.progress.touched.insert(at);
            }
            if !response.has_focus() {
                keyboard::enter(&response.ctx, response.id);
            }
            response.scroll_to_me(Some(Align::Center));
        }
    }

    /// Shows a problem that belongs to an entire section rather than to one field.
    pub fn note_ui(&self, ui: &mut Ui, at: At) {
        if let Some(message) = self.message(at) {
            crate::ui::widgets::field::problem_ui(ui, message);
        }
    }
}

fn field_id(form: Option<Id>, at: At) -> (&'static str, Option<Id>, At) {
    ("draft", form, at)
}
