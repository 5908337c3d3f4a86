//! Tables of any length: only visible rows are laid out; headers sort; one row is selected by click
//! or arrow keys; Ctrl+C copies rows as tab-separated text; the right mouse button, the Menu key or
//! Shift+F10 opens the menu of a row.

mod cells;
mod column;
mod copy;
mod draw;
mod header;
mod keys;
mod names;
mod needs;
mod rows;

use egui::{Id, Response, Sense, Ui};

use cells::{Cells, Look};
pub use column::{Column, shown};
use copy::beginning;
pub use copy::tsv;
pub use rows::rows_on_screen;

use super::menu::{MenuItem, Picked, menu_ui};
use super::text::{money_cell_ui, money_words};
use crate::base::money::Money;
use crate::text;
use crate::ui::tokens::{size, space, text};

/// State of a table between frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TableState {
    pub selected: Option<usize>,
    pub sort: Option<Sort>,
    menu: Option<OpenMenu>,
    /// The table takes the keyboard when it is drawn next.
    wants_focus: bool,
    /// The row that is scrolled to when the table is drawn next.
    scroll_to: Option<usize>,
}

impl TableState {
    /// Gives the keyboard to the table, such as when it comes back in place of something else.
    pub fn take_focus(&mut self) {
        self.wants_focus = true;
    }

    /// Shows this row when the table is drawn next.
    pub fn scroll_to(&mut self, row: usize) {
        self.scroll_to = Some(row);
    }
}

/// The open menu of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OpenMenu {
    row: usize,
    /// The column under the pointer; `None` if opened by keyboard.
    column: Option<usize>,
    /// `None` until the row is drawn.
    at: Option<egui::Pos2>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// As of [`Column::sortable`].
    pub key: usize,
    pub descending: bool,
}

/// What was pressed in this frame, by the numbers of rows and columns.
#[derive(Default)]
struct Pressed {
    selected: Option<usize>,
    clicked: Option<usize>,
    opened: Option<usize>,
    column: Option<usize>,
    ticked: Option<usize>,
    sort_changed: bool,
    /// The first and the last row that were drawn.
    drawn: Option<(usize, usize)>,
}

/// The events of this frame.
pub struct TableEvents<'r, R> {
    /// The row the selection moved to, by click or keyboard.
    pub selected: Option<&'r R>,
    /// The row that was clicked.
    pub clicked: Option<&'r R>,
    /// The row opened by double click or Enter.
    pub opened: Option<&'r R>,
    /// The row whose check box was clicked, or on which Space was pressed.
    pub ticked: Option<&'r R>,
    /// The number of a row that was selected or opened and is not loaded.
    pub unloaded: Option<usize>,
    /// The row in the middle of those on screen, if some of them are not loaded.
    pub missing: Option<usize>,
    /// The column that was clicked or double-clicked, among those that the table has.
    pub column: Option<usize>,
    pub sort_changed: bool,
    /// The last row is visible, so more rows can be loaded.
    pub at_end: bool,
}

impl<'r, R> TableEvents<'r, R> {
    /// The row to show in full: the selection moved to it, or it was opened.
    pub fn entered(&self) -> Option<&'r R> {
        self.selected.or(self.opened)
    }
}

type TextsOfRow<'c, R> = Box<dyn Fn(&R) -> Vec<String> + 'c>;

/// A table is built column by column. Each column has its text of a row, which is drawn, copied and
/// part of the row's accessible name. What follows a column, such as [`Self::muted`], says how it is
/// drawn. A column that has no room is not drawn; its text is still in the accessible name and in what
/// is copied.
pub struct Table<'r, 'c, R> {
    id: &'static str,
    /// The rows that are loaded, of which the first has this number.
    rows: &'r [R],
    first: usize,
    total: usize,
    unloaded_name: fn(usize) -> String,
    cells: Vec<Cells<'c, R>>,
    copies: TextsOfRow<'c, R>,
    /// The maximum height; without it the table fills its panel.
    max_height: Option<f32>,
    /// The rows are outdated, and new ones are being loaded.
    dimmed: bool,
}

impl<'r, 'c, R> Table<'r, 'c, R> {
    pub fn new(id: &'static str, rows: &'r [R]) -> Self {
        Self {
            id,
            rows,
            first: 0,
            total: rows.len(),
            unloaded_name: |_| String::new(),
            cells: Vec::new(),
            copies: Box::new(|_| Vec::new()),
            max_height: None,
            dimmed: false,
        }
    }

    /// For lists of which only a window is loaded: the number of its first row, the number of all
    /// rows, and the name of one that is not loaded.
    pub fn window(
        mut self,
        first: usize,
        total: usize,
        unloaded_name: fn(usize) -> String,
    ) -> Self {
        (self.first, self.total, self.unloaded_name) = (first, total, unloaded_name);
        self
    }

    /// Fades outdated rows until the new ones arrive; the headers do not change.
    pub fn dimmed(mut self, dimmed: bool) -> Self {
        self.dimmed = dimmed;
        self
    }

    pub fn max_height(mut self, points: impl Into<Option<f32>>) -> Self {
        self.max_height = points.into();
        self
    }

    /// Not higher than its heading and this many rows.
    pub fn max_rows(self, rows: Option<usize>) -> Self {
        let heading = size::CONTROL_COMPACT + space::XS;
        self.max_height(rows.map(|rows| heading + rows as f32 * size::TABLE_ROW))
    }

    /// Further texts of a row that its menu offers to copy.
    pub fn copies(mut self, texts: impl Fn(&R) -> Vec<String> + 'c) -> Self {
        self.copies = Box::new(texts);
        self
    }

    /// Adds a column with its text of a row.
    pub fn column(mut self, column: Column, words: impl Fn(&R) -> String + 'c) -> Self {
        self.cells.push(Cells::new(column, words));
        self
    }

    /// Adds a column of check boxes without a title. A click on one is `TableEvents::ticked`.
    pub fn ticks(self, is_on: impl Fn(&R) -> bool + 'c, name: impl Fn(&R) -> String + 'c) -> Self {
        self.column(Column::new("", size::TICK_COLUMN), |_| String::new()).tick(is_on, name)
    }

    /// Adds a column of amounts.
    pub fn money(self, column: Column, money: impl Fn(&R) -> Option<Money> + Clone + 'c) -> Self {
        let words = money.clone();
        self.column(column.right(), move |row| words(row).map(money_words).unwrap_or_default())
            .drawn(move |ui, row| money_cell_ui(ui, money(row)))
    }

    fn change_last(mut self, change: impl FnOnce(&mut Cells<'c, R>)) -> Self {
        if let Some(last) = self.cells.last_mut() {
            change(last);
        }
        self
    }

    /// Whether the table has the last column.
    pub fn shown(self, is_shown: bool) -> Self {
        self.change_last(|last| last.is_shown = is_shown)
    }

    /// Draws the last column otherwise than as its text.
    pub fn drawn(self, draw: impl Fn(&mut Ui, &R) + 'c) -> Self {
        self.change_last(|last| last.look = Look::Drawn(Box::new(draw)))
    }

    /// Draws the last column as check boxes.
    pub fn tick(self, is_on: impl Fn(&R) -> bool + 'c, name: impl Fn(&R) -> String + 'c) -> Self {
        let (is_on, name) = (Box::new(is_on), Box::new(name));
        self.change_last(|last| last.look = Look::Tick { is_on, name })
    }

    /// Draws the last column as numbers whose end stays if they are cut.
    pub fn number(self) -> Self {
        self.change_last(|last| last.look = Look::Number)
    }

    /// The text of the last column is what distinguishes rows.
    pub fn medium(self) -> Self {
        self.change_last(|last| {
            if let Look::Words { font, .. } = &mut last.look {
                *font = text::body_medium;
            }
        })
    }

    pub fn muted(self) -> Self {
        self.change_last(|last| {
            if let Look::Words { ink, .. } = &mut last.look {
                *ink = |tokens| tokens.ink_muted;
            }
        })
    }

    /// The whole text of the last column is said on hover.
    pub fn hinted(self) -> Self {
        self.change_last(|last| {
            if let Look::Words { is_hinted, .. } = &mut last.look {
                *is_hinted = true;
            }
        })
    }

    pub fn show_ui(self, ui: &mut Ui, state: &mut TableState) -> TableEvents<'r, R> {
        self.with_menu_ui(ui, state, |_| Vec::<MenuItem<()>>::new()).0
    }

    /// Draws the table with a menu for each row; returns the action picked from it.
    pub fn with_menu_ui<A>(
        mut self,
        ui: &mut Ui,
        state: &mut TableState,
        steps: impl Fn(&'r R) -> Vec<MenuItem<A>>,
    ) -> (TableEvents<'r, R>, Option<A>) {
        self.cells.retain(|cells| cells.is_shown);
        let mut pressed = Pressed::default();
        state.selected = state.selected.filter(|row| *row < self.total);
        let stop = self.stop_ui(ui);
        if std::mem::take(&mut state.wants_focus) {
            stop.request_focus();
        }
        let scroll_to = self.keys(ui, &stop, state, &mut pressed);
        let scroll_to = state.scroll_to.take().or(scroll_to);
        self.draw_ui(ui, &stop, state, &mut pressed, scroll_to.filter(|row| *row < self.total));
        let picked = self.menu_of_row_ui(ui, &stop, state, steps);
        (self.events(&pressed), picked)
    }

    /// Whether the table has the keyboard, for keys that a panel adds to it.
    pub fn has_focus(&self, ui: &Ui) -> bool {
        ui.memory(|memory| memory.has_focus(self.stop_id()))
    }

    /// The row with this number, if it is loaded.
    fn row(&self, number: usize) -> Option<&'r R> {
        self.rows.get(number.checked_sub(self.first)?)
    }

    fn events(&self, pressed: &Pressed) -> TableEvents<'r, R> {
        let row = |number: Option<usize>| self.row(number?);
        let entered = pressed.selected.or(pressed.opened);
        let is_missing = |number: usize| self.row(number).is_none();
        let drawn = pressed.drawn.filter(|(top, bottom)| is_missing(*top) || is_missing(*bottom));
        TableEvents {
            selected: row(pressed.selected),
            clicked: row(pressed.clicked),
            opened: row(pressed.opened),
            ticked: row(pressed.ticked),
            unloaded: entered.filter(|number| is_missing(*number)),
            missing: drawn.map(|(top, bottom)| usize::midpoint(top, bottom)),
            column: pressed.column,
            sort_changed: pressed.sort_changed,
            at_end: pressed.drawn.is_some_and(|(_, bottom)| bottom + 1 == self.total),
        }
    }

    fn stop_id(&self) -> Id {
        Id::unique(format!("keys of {}", self.id))
    }

    /// The Tab stop of the table, which holds its keyboard focus.
    fn stop_ui(&self, ui: &Ui) -> Response {
        let place = ui.available_rect_before_wrap();
        let id = self.stop_id();
        let stop = ui.interact(place, id, Sense::FOCUSABLE);
        let name = names::of_table(self.id);
        stop.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Table, true, &name));
        let arrows = egui::EventFilter { vertical_arrows: true, ..egui::EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
        stop
    }

    fn menu_of_row_ui<A>(
        &self,
        ui: &Ui,
        stop: &Response,
        state: &mut TableState,
        steps: impl Fn(&'r R) -> Vec<MenuItem<A>>,
    ) -> Option<A> {
        let menu = state.menu?;
        if menu.row >= self.total {
            state.menu = None;
            return None;
        }
        let at = menu.at.unwrap_or(stop.rect.left_top());
        let steps = self.row(menu.row).map(steps).unwrap_or_default();
        let picked = menu_ui(ui, self.id, at, steps, self.copies_of_row(menu))?;
        state.menu = None;
        stop.request_focus();
        match picked {
            Picked::Step(step) => return Some(step),
            Picked::Copy(words) => ui.ctx().copy_text(words),
            Picked::Closed => {}
        }
        None
    }

    /// The texts of a row, one for each column. The name of a row that is not loaded is in the first
    /// column that has a title.
    fn texts(&self, number: usize) -> Vec<String> {
        let Some(row) = self.row(number) else {
            let name = |place| match self.first_titled() == Some(place) {
                true => (self.unloaded_name)(number + 1),
                false => String::new(),
            };
            return (0..self.cells.len()).map(name).collect();
        };
        self.texts_of(row)
    }

    /// The texts of a row, one for each column.
    pub fn texts_of(&self, row: &R) -> Vec<String> {
        self.cells.iter().map(|cells| (cells.words)(row)).collect()
    }

    fn first_titled(&self) -> Option<usize> {
        self.cells.iter().position(|cells| !cells.column.title.is_empty())
    }

    /// The texts to copy from the menu: the row, and the cell under the pointer or, if opened by
    /// keyboard, every cell that has a title.
    fn copies_of_row(&self, menu: OpenMenu) -> Vec<(String, String)> {
        let mut copies = vec![(text!("parts-copy-row").to_owned(), self.tsv([menu.row]))];
        let texts = self.cells.iter().zip(self.texts(menu.row)).enumerate();
        for (at, (cells, words)) in texts {
            let wanted = menu.column.is_none_or(|column| column == at);
            if wanted && !cells.column.title.is_empty() && !words.is_empty() {
                copies.push((text!("parts-copy-text", text = beginning(&words)), words));
            }
        }
        for words in self.row(menu.row).map(|row| (self.copies)(row)).unwrap_or_default() {
            let offered = copies.iter().any(|(_, copied)| *copied == words);
            if !words.is_empty() && !offered {
                copies.push((text!("parts-copy-text", text = beginning(&words)), words));
            }
        }
        copies
    }

    /// All loaded rows as tab-separated text.
    pub fn tsv_of_loaded(&self) -> String {
        self.tsv(self.first..self.first + self.rows.len())
    }

    fn tsv(&self, rows: impl IntoIterator<Item = usize>) -> String {
        // Columns without a title contain check boxes or the gap for the scroll bar, and no text.
        let titled = |texts: Vec<String>| -> Vec<String> {
            let columns = self.cells.iter().zip(texts);
            let titled = columns.filter(|(cells, _)| !cells.column.title.is_empty());
            titled.map(|(_, words)| words).collect()
        };
        let titles = self.cells.iter().map(|cells| cells.column.title.to_owned());
        tsv(titled(titles.collect()), rows.into_iter().map(|row| titled(self.texts(row))))
    }
}
