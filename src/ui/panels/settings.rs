//! Settings by category: the categories at the left (in a narrow window a list to open), the cards
//! of the chosen one at the right. A search finds cards of every category.

mod appearance;
mod connection;
mod data;
mod files;
mod labels;
mod pick_up;
pub mod printers;
mod purchases;
pub mod scale;
mod scan_to_ship;
mod scanner;
mod shop;
mod shop_database;
mod stations;
mod sync;
mod watched_folder;

use std::path::{Path, PathBuf};

use egui::{Align, Ui, UiBuilder, vec2};

use crate::base::locale::format;
use crate::base::money::Amount;
use crate::desk::intent::Intent;
use crate::desk::kernel::settings::Settings;
use crate::parcel::parse_input;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::dialogs::{FileAction, FileActionWithPath};
use crate::ui::parts::account_list;
use crate::ui::settings_card::SettingsCard;
use crate::ui::settings_category::SettingsCategory;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::entry::entry_ui;
use crate::ui::widgets::{
    Button, Field, combo_box_ui, heading_ui, line_ui, muted_ui, page_ui, title_ui,
};

#[derive(Default)]
pub struct SettingsViewState {
    /// The category on screen; kept while the window is open.
    pub category: SettingsCategory,
    search: String,
    /// The card to scroll to in the next frame.
    scroll_to: Option<SettingsCard>,
    /// The texts as typed; filled from the settings when the panel is first drawn.
    texts: Option<Texts>,
    printers: printers::PrintersViewState,
    data: data::LocalDataViewState,
    scan_to_ship: scan_to_ship::ScanToShipViewState,
    shop: shop::ShopViewState,
    shop_database: shop_database::ShopDatabaseViewState,
    watched_folder: watched_folder::WatchedFolderViewState,
    stations: stations::StationsViewState,
    fetching: crate::ui::widgets::work::BatchJobViewState,
    /// The data folder of this run, set at the start of the program.
    pub data_dir: Option<PathBuf>,
}

struct Texts {
    /// The language in whose form amounts and times are written here.
    language: String,
    base_url: String,
    ca_file: String,
    cap: String,
    price_rise_limit: String,
    label_folder: String,
    label_name: String,
    pick_up: String,
    express_limit: String,
}

/// Width of the list of categories.
const LIST: f32 = 208.0;
/// Width of a card whose text is no wider than is comfortable to read.
const CARDS: f32 = size::READING + 2.0 * (space::L + size::HAIRLINE);
/// The least width of the panel in which the list stands beside the cards.
const BESIDE: f32 = 960.0;

pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    accounts: &mut account_list::AccountListViewState,
) {
    // As high as the heading rows of panels with buttons, so that switching panels moves nothing.
    ui.horizontal(|ui| heading_ui(ui, text!("settings-title")));
    if ui.available_width() < BESIDE {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let half = ((ui.available_width().min(CARDS) - space::S) * 0.5).floor();
            category_combo_ui(ui, local, half);
            search_ui(ui, local, half);
        });
        ui.add_space(space::S);
        return cards_ui(ui, cx, local, accounts);
    }
    let room = ui.available_rect_before_wrap();
    let (list, mut beside) = room.split_left_right_at_x(room.left() + LIST);
    beside.min.x += space::L;
    ui.scope_builder(UiBuilder::new().max_rect(list), |ui| {
        ui.set_width(LIST);
        search_ui(ui, local, LIST);
        ui.add_space(space::S);
        ui.spacing_mut().item_spacing.y = 2.0;
        for category in SettingsCategory::ALL {
            category_ui(ui, local, category);
        }
    });
    ui.scope_builder(UiBuilder::new().max_rect(beside), |ui| {
        cards_ui(ui, cx, local, accounts);
    });
}

fn search_ui(ui: &mut Ui, local: &mut SettingsViewState, width: f32) {
    Field::new(text!("settings-search"))
        .hint(text!("settings-search"))
        .hide_label()
        .search()
        .width(width)
        .show_ui(ui, &mut local.search);
}

/// The categories in a narrow window.
fn category_combo_ui(ui: &mut Ui, local: &mut SettingsViewState, width: f32) {
    let categories = SettingsCategory::ALL.map(|category| (Some(category), category.title()));
    let mut options = categories.to_vec();
    let mut chosen = local.search.trim().is_empty().then_some(local.category);
    // A search finds cards of every category.
    if chosen.is_none() {
        options.insert(0, (None, text!("settings-category-all")));
    }
    let name = text!("settings-category");
    if combo_box_ui(ui, name, width, &mut chosen, &options)
        && let Some(category) = chosen
    {
        local.open(category);
    }
}

fn category_ui(ui: &mut Ui, local: &mut SettingsViewState, category: SettingsCategory) {
    let chosen = local.search.trim().is_empty() && local.category == category;
    if entry_ui(ui, category.title(), chosen, 0).clicked() {
        local.open(category);
    }
}

fn cards_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    accounts: &mut account_list::AccountListViewState,
) {
    let mut settings = cx.state.settings.clone();
    let search = local.search.trim().to_owned();
    let scrolled = if search.is_empty() { local.category.title() } else { "settings found" };
    page_ui(ui, scrolled, |ui| {
        ui.set_max_width(ui.available_width().min(CARDS));
        ui.spacing_mut().item_spacing = vec2(space::L, space::M);
        let mut group = None;
        for card in SettingsCard::ALL {
            let category = card.category();
            let shown = match search.is_empty() {
                true => category == local.category,
                false => card.is_found(&search),
            };
            if !shown {
                continue;
            }
            if !search.is_empty() && group != Some(category) {
                group_ui(ui, local, category);
            }
            group = Some(category);
            let drawn = ui.scope(|ui| card_ui(ui, cx, local, accounts, card, &mut settings));
            if local.scroll_to == Some(card) {
                local.scroll_to = None;
                drawn.response.scroll_to_me(Some(Align::TOP));
            }
        }
        if group.is_none() {
            muted_ui(ui, text!("settings-search-none"));
            if Button::secondary(text!("settings-search-all")).show_ui(ui).clicked() {
                cx.commands.push(Command::Find(search.clone()));
            }
        }
    });
    if settings != cx.state.settings {
        cx.ask(Intent::ChangeSettings(Box::new(settings)));
    }
}

/// The category above its cards among those that a search found.
fn group_ui(ui: &mut Ui, local: &mut SettingsViewState, category: SettingsCategory) {
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        title_ui(ui, category.title());
        let name = text!("settings-show-category", category = category.title());
        let show = Button::quiet(text!("settings-show-all")).name(&name);
        if show.compact().show_ui(ui).clicked() {
            local.open(category);
        }
    });
}

fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut SettingsViewState,
    accounts: &mut account_list::AccountListViewState,
    card: SettingsCard,
    settings: &mut Settings,
) {
    match card {
        SettingsCard::Printers => printers::card_ui(ui, cx, &mut local.printers, settings),
        SettingsCard::Labels => labels::card_ui(ui, settings),
        SettingsCard::Queue => printers::queue::card_ui(ui, cx),
        SettingsCard::Purchases => purchases::card_ui(ui, cx, local, settings),
        SettingsCard::PickUp => pick_up::card_ui(ui, cx, local, settings),
        SettingsCard::ScanToShip => scan_to_ship::card_ui(ui, cx, &mut local.scan_to_ship),
        SettingsCard::ShopDatabase => shop_database::card_ui(ui, cx, &mut local.shop_database),
        SettingsCard::WatchedFolder => {
            watched_folder::card_ui(ui, cx, &mut local.watched_folder, settings);
        }
        SettingsCard::Shop => shop::card_ui(ui, cx, &mut local.shop),
        SettingsCard::Stations => stations::card_ui(ui, cx, &mut local.stations),
        SettingsCard::Scale => scale::card_ui(ui, cx, settings),
        SettingsCard::Scanner => scanner::card_ui(ui, cx, local, settings),
        SettingsCard::Appearance => appearance::card_ui(ui, settings),
        SettingsCard::Connection => connection::card_ui(ui, cx, local, settings),
        SettingsCard::Accounts => account_list::settings_card_ui(ui, cx, accounts),
        SettingsCard::Files => files::card_ui(ui, cx, local, settings),
        SettingsCard::Data => {
            if data::card_ui(ui, cx, &mut local.data, settings) {
                local.texts = None;
            }
        }
        SettingsCard::Sync => sync::card_ui(ui, cx, &mut local.fetching),
    }
}

/// A money limit in the form of the region. A valid amount is stored while typing; otherwise an
/// example is shown.
fn limit_ui(
    ui: &mut Ui,
    label: &str,
    name: &str,
    example: Amount,
    text: &mut String,
    limit: &mut Amount,
) {
    let read = |text: &str| parse_input::amount(text).ok().filter(|it| !it.is_negative());
    let problem = match read(text) {
        Some(_) => None,
        None => Some(text!("settings-problem-amount", example = format::amount(example))),
    };
    let response = Field::new(label)
        .name(name)
        .width(200.0)
        .right_aligned()
        .problem(problem.as_deref())
        .show_ui(ui, text);
    let Some(amount) = read(text) else { return };
    if response.changed() {
        *limit = amount;
    }
    if response.lost_focus() {
        *text = format::amount(amount);
    }
}

impl SettingsViewState {
    /// Shows this category, whatever was searched for before.
    pub fn open(&mut self, category: SettingsCategory) {
        self.category = category;
        self.search.clear();
    }

    /// Shows this card.
    pub fn open_card(&mut self, card: SettingsCard) {
        self.open(card.category());
        self.scroll_to = Some(card);
    }

    /// Copies a path chosen in a dialog to its text field.
    pub(crate) fn path_chosen(&mut self, decided: &FileActionWithPath) {
        if decided.deed == FileAction::Authority {
            // A file dropped on another category would change a setting out of sight.
            self.open(SettingsCategory::Connection);
        }
        let path = decided.path.display().to_string();
        if decided.deed == FileAction::ShopLogo {
            self.open(SettingsCategory::Orders);
            self.shop.logo_chosen(path.clone());
        }
        if decided.deed == FileAction::WatchedFolder {
            self.watched_folder.typed.clone_from(&path);
        }
        let Some(texts) = &mut self.texts else {
            return;
        };
        match &decided.deed {
            FileAction::Authority => texts.ca_file = path,
            FileAction::LabelFolder | FileAction::SaveLabels { name: None, .. } => {
                texts.label_folder = path
            }
            FileAction::SaveLabels { name: Some(_), .. } => {
                let folder = decided.path.parent().unwrap_or(Path::new(""));
                texts.label_folder = folder.display().to_string();
            }
            _ => {}
        }
    }
}

/// The typed texts. Written anew after a change of the language: an amount in the form of the old
/// one may mean another amount in the new one.
fn texts<'a>(cx: &Cx<'_>, local: &'a mut SettingsViewState) -> &'a mut Texts {
    let settings = &cx.state.settings;
    let is_current = |texts: &Texts| texts.language == settings.language;
    if !local.texts.as_ref().is_some_and(is_current) {
        local.texts = None;
    }
    local.texts.get_or_insert_with(|| Texts {
        language: settings.language.clone(),
        base_url: settings.base_url.clone(),
        ca_file: settings.ca_file.clone(),
        cap: format::amount(settings.daily_top_up_cap),
        price_rise_limit: format::amount(settings.price_rise_limit),
        label_folder: settings.label_folder.clone(),
        label_name: settings.label_name.clone(),
        pick_up: pick_up::written(&settings.pick_up_time),
        express_limit: format::amount(settings.express_limit),
    })
}
