//! Which view of the panel is on screen: the orders, the presets or the rules. What is typed in the
//! forms of presets and rules stays there while another view is shown.

use egui::Ui;

use super::{presets, rules};
use crate::desk::orders::DocumentKind;
use crate::orders::basis::scope_text;
use crate::orders::documents::Documents;
use crate::orders::overtaken::OvertakenDocument;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::overtaken::undecided_ui;
use crate::ui::widgets::{Button, Icon, head, heading_ui};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    #[default]
    Orders,
    Presets,
    Rules,
}

#[derive(Debug, Default)]
pub struct DocumentsViewState {
    view: View,
    presets: presets::PresetsViewState,
    rules: rules::RulesViewState,
    /// The account whose presets and rules are in the forms.
    of: Option<String>,
}

impl DocumentsViewState {
    /// Whether both versions of this document are shown in the view itself.
    fn shows(&self, documents: &Documents, overtaken: &OvertakenDocument) -> bool {
        match self.view {
            View::Orders => false,
            View::Presets => {
                let shown = self.presets.shows_versions_of(documents);
                overtaken.kind == DocumentKind::Preset && shown == Some(&overtaken.key)
            }
            View::Rules => {
                overtaken.kind == DocumentKind::Rule && self.rules.shows_versions(documents)
            }
        }
    }

    /// Whether presets or rules are on screen in place of the orders.
    pub fn is_open(&self) -> bool {
        self.view != View::Orders
    }

    pub fn open_presets(&mut self) {
        self.view = View::Presets;
    }

    pub fn open_rules(&mut self) {
        self.view = View::Rules;
    }

    /// Shows the orders again. The forms stay as they are.
    pub fn close(&mut self) {
        self.view = View::Orders;
    }
}

/// The buttons in the head of the orders that open the other views.
pub fn buttons_ui(ui: &mut Ui, local: &mut DocumentsViewState) {
    let presets = Button::quiet(text!("orders-presets")).hint(text!("orders-presets-hint"));
    if presets.show_ui(ui).clicked() {
        local.open_presets();
    }
    let rules = Button::quiet(text!("orders-rules")).hint(text!("orders-rules-hint"));
    if rules.show_ui(ui).clicked() {
        local.open_rules();
    }
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DocumentsViewState) {
    let of = cx.state.accounts.saved.current_scope.as_ref().map(scope_text);
    if local.of != of {
        // The practice service has presets and rules of its own.
        *local = DocumentsViewState { view: local.view, of, ..DocumentsViewState::default() };
    }
    head_ui(ui, cx, local);
    let documents = &cx.state.order_rules.documents;
    undecided_ui(ui, cx, |it| it.kind != DocumentKind::Shop && !local.shows(documents, it));
    match local.view {
        View::Orders => {}
        View::Presets => presets::show_ui(ui, cx, &mut local.presets),
        View::Rules => rules::show_ui(ui, cx, &mut local.rules),
    }
}

fn head_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut DocumentsViewState) {
    let is_loaded = cx.state.order_rules.documents.loaded;
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Title {
            let title = match local.view {
                View::Rules => text!("rules-title"),
                View::Orders | View::Presets => text!("presets-title"),
            };
            heading_ui(ui, title);
            return;
        }
        let has_new = local.view == View::Presets && is_loaded;
        let back = Button::quiet(text!("orders-back")).icon(Icon::Left);
        if back.show_ui(ui).clicked() {
            local.view = View::Orders;
        }
        let new = Button::secondary(text!("presets-new")).icon(Icon::Plus);
        if has_new && new.show_ui(ui).clicked() {
            presets::begin(cx, &mut local.presets);
        }
    });
}
