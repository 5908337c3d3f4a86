//! Files that tell a shop of its tracking numbers: the format with the program that reads it, which
//! orders, what the file will have, and what it has.

mod own_columns;
mod summary;

use egui::{ScrollArea, Ui};
use jiff::civil::Date;

use self::own_columns::OwnColumnsViewState;
use super::day::{own_clock_ui, today};
use crate::base::id::OrderId;
use crate::base::locale::{format, parse};
use crate::desk::order_results::export::{ExportChoice, ExportedOrders};
use crate::desk::order_results::intent::OrderResultIntent;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::state::State;
use crate::orders::shop_export::{ShopFormat, why_not_etsy};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Card, Field, Icon, TableState, check_ui, column_ui, combo_ui, date_field_ui, head,
    heading_ui, labelled_ui, page_ui, panes_ui, small_muted_ui,
};

#[derive(Debug)]
pub struct ShopFilesViewState {
    is_open: bool,
    format: Format,
    /// Whether Shopify writes to the customers.
    notifies: bool,
    own: OwnColumnsViewState,
    whose: Whose,
    /// The day as typed, and the last one that could be read.
    typed: String,
    day: Option<Date>,
    any_day: bool,
    source: Option<String>,
    only_new: bool,
    /// What was previewed last, and the state of the list then.
    asked: Option<(ExportChoice, u64)>,
    remarks: TableState,
}

impl Default for ShopFilesViewState {
    fn default() -> Self {
        Self {
            is_open: false,
            format: Format::default(),
            notifies: true,
            own: OwnColumnsViewState::default(),
            whose: Whose::default(),
            typed: String::new(),
            day: None,
            any_day: false,
            source: None,
            only_new: true,
            asked: None,
            remarks: TableState::default(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Format {
    #[default]
    Shopify,
    Amazon,
    Ebay,
    WooCommerce,
    /// The key of an own format that is kept; `None` for new columns.
    Own(Option<String>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Whose {
    Selected,
    #[default]
    Bought,
}

const LEFT: f32 = 440.0;
/// From this width on, the summary is beside the choice; below it, under it.
const BESIDE: f32 = 860.0;
const DATE: f32 = 172.0;
/// No order is older.
const FIRST_DAY: Date = Date::constant(2000, 1, 1);

impl ShopFilesViewState {
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    pub fn open(&mut self, cx: &Cx<'_>) {
        self.whose = match cx.state.orders.selection.is_empty() {
            true => Whose::Bought,
            false => Whose::Selected,
        };
        if self.day.is_none() {
            self.format = likely_format(cx.state).unwrap_or_default();
            self.day = Some(today(cx));
        }
        self.typed = self.day.map(|day| format::formats().date(day)).unwrap_or_default();
        (self.is_open, self.asked) = (true, None);
    }

    pub fn close(&mut self) {
        self.is_open = false;
    }
}

/// The button in the head of the orders.
pub fn button_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut ShopFilesViewState) {
    let open = Button::quiet(text!("shop-files-open")).hint(text!("shop-files-open-hint"));
    if open.show_ui(ui).clicked() {
        local.open(cx);
    }
}

/// The format that has the name of a source.
fn likely_format(state: &State) -> Option<Format> {
    let mut sources = state.orders.sources.iter().map(|name| name.to_lowercase());
    sources.find_map(|name| match name.as_str() {
        name if name.contains("shopify") => Some(Format::Shopify),
        name if name.contains("amazon") => Some(Format::Amazon),
        name if name.contains("ebay") => Some(Format::Ebay),
        name if name.contains("woocommerce") => Some(Format::WooCommerce),
        _ => None,
    })
}

/// Shows the view; returns the order that the user opens.
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShopFilesViewState) -> Option<OrderId> {
    head_ui(ui, local);
    let choice = choice_of(local);
    // The list is read again after each change of the orders, and by F5.
    let wanted = (choice, cx.state.orders.answered);
    if local.asked.as_ref() != Some(&wanted) {
        cx.ask(OrderResultIntent::PreviewExport(Box::new(wanted.0.clone())));
        local.asked = Some(wanted.clone());
    }
    let (choice, _) = wanted;
    let room = ui.available_size();
    let opened = if room.x < BESIDE {
        page_ui(ui, "shop files", |ui| {
            ui.spacing_mut().item_spacing.y = space::M;
            choice_ui(ui, cx, local);
            summary::show_ui(ui, cx, &mut local.remarks, &choice, true)
        })
    } else {
        panes_ui(ui, |ui| {
            column_ui(ui, LEFT, |ui| {
                ScrollArea::vertical()
                    .id_salt("shop file choice")
                    .max_height(room.y)
                    .show(ui, |ui| choice_ui(ui, cx, local));
            });
            column_ui(ui, room.x - LEFT - space::L, |ui| {
                summary::show_ui(ui, cx, &mut local.remarks, &choice, false)
            })
        })
    };
    if let Some(id) = &opened {
        local.is_open = false;
        cx.ask(OrderIntent::Open(Some(id.clone())));
    }
    opened
}

fn head_ui(ui: &mut Ui, local: &mut ShopFilesViewState) {
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Title {
            heading_ui(ui, text!("shop-files-title"));
            return;
        }
        let back = Button::quiet(text!("orders-back")).icon(Icon::Left);
        if back.show_ui(ui).clicked() {
            local.is_open = false;
        }
    });
}

fn choice_of(local: &ShopFilesViewState) -> ExportChoice {
    ExportChoice {
        format: match &local.format {
            Format::Shopify => ShopFormat::Shopify { notify_customers: local.notifies },
            Format::Amazon => ShopFormat::Amazon,
            Format::Ebay => ShopFormat::Ebay,
            Format::WooCommerce => ShopFormat::WooCommerce,
            Format::Own(_) => ShopFormat::Own(local.own.export.clone()),
        },
        orders: match local.whose {
            Whose::Selected => ExportedOrders::Selected,
            Whose::Bought => ExportedOrders::Bought {
                day: local.day.filter(|_| !local.any_day),
                source: local.source.clone(),
            },
        },
        only_new: local.only_new,
    }
}

fn choice_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShopFilesViewState) {
    Card::new(text!("shop-files-file-card")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        format_ui(ui, cx, local);
    });
    ui.add_space(space::S);
    Card::new(text!("shop-files-orders-card")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        orders_ui(ui, cx, local);
    });
}

fn format_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShopFilesViewState) {
    let mut options = vec![
        (Format::Shopify, text!("shop-files-format-shopify").to_owned()),
        (Format::Amazon, text!("shop-files-format-amazon").to_owned()),
        (Format::Ebay, text!("shop-files-format-ebay").to_owned()),
        (Format::WooCommerce, text!("shop-files-format-woocommerce").to_owned()),
    ];
    let kept = &cx.state.order_rules.documents.exports;
    options.extend(kept.iter().map(|keyed| {
        let name = keyed.document.name.clone();
        (Format::Own(Some(keyed.key.clone())), name)
    }));
    options.push((Format::Own(None), text!("shop-files-format-own").to_owned()));
    if let Some(key) = local.own.key_of_saved(&cx.state.order_rules.documents) {
        local.format = Format::Own(Some(key));
    }
    if options.iter().all(|(format, _)| *format != local.format) {
        // It was deleted; its columns stay in the form.
        local.format = Format::Own(None);
    }
    let width = ui.available_width();
    if combo_ui(ui, text!("shop-files-format"), width, &mut local.format, &options)
        && let Format::Own(key) = &local.format
    {
        local.own.begin(&cx.state.order_rules.documents, key.clone());
    }
    let format = choice_of(local).format;
    small_muted_ui(ui, format.reader().as_str());
    match &local.format {
        Format::Shopify => {
            check_ui(ui, text!("shop-files-notify"), &mut local.notifies);
        }
        Format::Own(key) => {
            let key = key.clone();
            own_columns::show_ui(ui, cx, &mut local.own, key);
        }
        Format::Amazon | Format::Ebay | Format::WooCommerce => {}
    }
    small_muted_ui(ui, why_not_etsy().as_str());
}

fn orders_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut ShopFilesViewState) {
    let selected = cx.state.orders.selection.len();
    if selected == 0 {
        local.whose = Whose::Bought;
    } else {
        let words = text!("shop-files-selected", count = selected);
        let options =
            [(Whose::Selected, words.as_str()), (Whose::Bought, text!("shop-files-bought"))];
        labelled_ui(ui, text!("shop-files-whose"), &mut local.whose, &options);
    }
    if local.whose == Whose::Bought {
        day_ui(ui, cx, local);
        source_ui(ui, cx, local);
    }
    check_ui(ui, text!("shop-files-only-new"), &mut local.only_new);
    small_muted_ui(ui, text!("shop-files-only-new-hint"));
}

fn day_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut ShopFilesViewState) {
    let today = today(cx);
    let allowed = FIRST_DAY..=today;
    let read = |typed: &str| parse::date(typed).filter(|day| allowed.contains(day));
    check_ui(ui, text!("shop-files-any-day"), &mut local.any_day);
    if local.any_day {
        return;
    }
    let problem = text!("order-day-no-day", example = format::formats().date(today));
    let wrong = read(&local.typed).is_none().then_some(problem.as_str());
    let field = Field::new(text!("shop-files-day")).problem(wrong);
    if date_field_ui(ui, field, DATE, &mut local.typed, today, &allowed).changed() {
        local.day = read(&local.typed).or(local.day);
    }
    own_clock_ui(ui, cx);
}

fn source_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut ShopFilesViewState) {
    let sources = &cx.state.orders.sources;
    if sources.len() < 2 && local.source.is_none() {
        return;
    }
    let mut options = vec![(None, text!("orders-source-any").to_owned())];
    options.extend(sources.iter().map(|name| (Some(name.clone()), name.clone())));
    let width = ui.available_width();
    combo_ui(ui, text!("orders-source"), width, &mut local.source, &options);
}
