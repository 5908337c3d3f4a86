//! Carriers: the carrier accounts, and the catalogue of each carrier.

mod catalogue;
mod detail;
mod form;

use egui::Ui;

use crate::api::carrier_account::CarrierAccount;
use crate::api::value::CarrierAccountStatus;
use crate::base::id::CarrierAccountId;
use crate::base::locale::format;
use crate::desk::carriers::CarrierIntent;
use crate::desk::state::State;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::parts::refresh_button::refresh_button_ui;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::badge::badge_ui;
use crate::ui::widgets::{
    Button, Column, Icon, Meaning, Table, TableState, column_ui, empty_ui, head, heading_ui,
    muted_ui, panes_ui, pill_ui, retry_ui, segmented_ui, short_ui, small_muted_ui,
};

#[derive(Default)]
pub struct CarriersViewState {
    view: View,
    table: TableState,
    open: Option<CarrierAccountId>,
    form: Option<form::Form>,
    catalogue: catalogue::CatalogueViewState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    #[default]
    Accounts,
    Catalogue,
}

/// Width of the details and of the form, in much and in little room.
const SIDE: f32 = 400.0;
const LEAST_SIDE: f32 = 336.0;
/// Least width of the list beside them; in less room they take its place.
const LIST: f32 = 320.0;
/// Widths of its columns.
const CARRIER: f32 = 160.0;
const STATUS: f32 = 112.0;
const CHANGED: f32 = 110.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut CarriersViewState) {
    head_ui(ui, cx, local);
    for trouble in [
        cx.trouble_to_show(&cx.state.carriers.accounts),
        cx.trouble_to_show(&cx.state.carriers.catalogs),
    ]
    .into_iter()
    .flatten()
    .take(1)
    {
        if retry_ui(ui, Some(trouble)) {
            cx.ask(CarrierIntent::Refresh);
        }
    }
    match local.view {
        View::Accounts => accounts_ui(ui, cx, local),
        View::Catalogue => catalogue::show_ui(ui, cx, &mut local.catalogue),
    }
    detail::question_ui(ui, cx);
}

/// Why nothing can be changed now.
pub fn obstacle(state: &State) -> Option<&'static str> {
    let busy = state.carriers.change.under_way;
    let busy = busy.map(|_| text!("carriers-busy"));
    let away = state.unreachable_reason(text!("carriers-offline"));
    away.or(busy)
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut CarriersViewState) {
    let state = cx.state;
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Actions {
            if refresh_button_ui(ui, text!("carriers-refresh")) {
                cx.ask(CarrierIntent::Refresh);
            }
            let new = Button::primary(text!("carriers-new"))
                .icon(Icon::Plus)
                .disabled_because(obstacle(state));
            if new.show_ui(ui).clicked() {
                begin(cx, local);
            }
            return;
        }
        heading_ui(ui, text!("carriers-title"));
        ui.add_space(space::M);
        let views = [
            (View::Accounts, text!("carriers-view-accounts")),
            (View::Catalogue, text!("carriers-view-catalog")),
        ];
        segmented_ui(ui, text!("carriers-view"), &mut local.view, &views);
        cx.freshness_ui(ui, &state.carriers.accounts);
        if let Some(what) = state.carriers.change.under_way {
            small_muted_ui(ui, what);
        }
    });
}

fn begin(cx: &mut Cx<'_>, local: &mut CarriersViewState) {
    local.view = View::Accounts;
    local.form = Some(form::Form::new(cx.state));
    cx.ask(CarrierIntent::DropTrouble);
}

fn accounts_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut CarriersViewState) {
    let state = cx.state;
    let accounts = state.carriers.accounts.value().map(Vec::as_slice).unwrap_or_default();
    if local.form.as_ref().is_some_and(|form| form.is_done(state)) {
        local.form = None;
    }
    if accounts.is_empty() && local.form.is_none() {
        nothing_ui(ui, cx, local);
        return;
    }
    let open = local
        .open
        .as_ref()
        .and_then(|id| accounts.iter().find(|account| account.id.as_ref() == Some(id)));
    let room = ui.available_size();
    if local.form.is_none() && open.is_none() {
        return table_ui(ui, cx, local, accounts);
    }
    if room.x < LIST + space::L + LEAST_SIDE {
        let width = room.x.min(SIDE);
        column_ui(ui, width, |ui| one_ui(ui, cx, local, open, room.y));
        return;
    }
    let side = (room.x - space::L - LIST).min(SIDE);
    panes_ui(ui, |ui| {
        column_ui(ui, room.x - side - space::L, |ui| {
            table_ui(ui, cx, local, accounts);
        });
        column_ui(ui, side, |ui| one_ui(ui, cx, local, open, room.y));
    });
}

/// The form, or else the details of the open account.
fn one_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut CarriersViewState,
    open: Option<&CarrierAccount>,
    height: f32,
) {
    match (&mut local.form, open) {
        (Some(form), _) => {
            if form::show_ui(ui, cx, form, height) {
                local.form = None;
            }
        }
        (None, Some(account)) => match detail::show_ui(ui, cx, account, height) {
            Some(detail::Step::Edit) => {
                local.form = Some(form::Form::of_account(account, cx.state));
                cx.ask(CarrierIntent::DropTrouble);
            }
            Some(detail::Step::Close) => local.open = None,
            None => {}
        },
        (None, None) => {}
    }
}

/// Shown without accounts: they are loading, not available, or there are none.
fn nothing_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut CarriersViewState) {
    let state = cx.state;
    if state.carriers.accounts.is_loading() {
        muted_ui(ui, text!("carriers-loading"));
    } else if state.carriers.accounts.value().is_none() {
        let title = text!("carriers-unknown-title");
        let words = text!("carriers-unknown");
        let step = Some(text!("carriers-load"));
        if empty_ui(ui, Icon::Truck, title, words, step) {
            cx.ask(CarrierIntent::Refresh);
        }
    } else {
        let title = text!("carriers-none-title");
        let words = text!("carriers-none");
        let step = obstacle(state).is_none().then(|| text!("carriers-none-create"));
        if empty_ui(ui, Icon::Truck, title, words, step) {
            begin(cx, local);
        }
    }
}

fn table_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut CarriersViewState,
    accounts: &[CarrierAccount],
) {
    let position =
        |id: &CarrierAccountId| accounts.iter().position(|account| account.id.as_ref() == Some(id));
    local.table.selected = local.open.as_ref().and_then(position);
    let least = LIST + space::M + CARRIER;
    let room = ui.available_width();
    // Old rows stay, dimmed, until the new ones arrive.
    let (events, step) = Table::new(text!("carriers-table"), accounts)
        .dimmed(cx.state.carriers.accounts.is_loading())
        .column(Column::wide(text!("carriers-column-account")), |account| {
            account.name.clone().unwrap_or_default()
        })
        .drawn(|ui, account| account_ui(ui, cx, account))
        .column(Column::new(text!("carriers-carrier"), CARRIER).growing(0.3), |account| {
            carrier(cx, account)
        })
        .shown(room >= least)
        .column(Column::new(text!("carriers-column-status"), STATUS), |account| {
            status_words(account).to_owned()
        })
        .drawn(status_ui)
        .column(Column::new(text!("carriers-column-changed"), CHANGED), |account| {
            changed(cx, account)
        })
        .muted()
        .shown(room >= least + space::M + CHANGED)
        .with_menu_ui(ui, &mut local.table, |account| detail::steps(cx, account));
    match step {
        Some(detail::CarrierAccountAction::Edit(id)) => {
            let account = accounts.iter().find(|account| account.id.as_ref() == Some(&id));
            local.form = account.map(|account| form::Form::of_account(account, cx.state));
            cx.ask(CarrierIntent::DropTrouble);
        }
        Some(detail::CarrierAccountAction::Ask(intent)) => cx.ask(intent),
        None => {}
    }
    if let Some(account) = events.entered() {
        local.open.clone_from(&account.id);
        // A click on another row must not discard an unsaved form.
        if local.form.as_ref().is_some_and(form::Form::is_untouched) {
            local.form = None;
        }
    }
}

fn account_ui(ui: &mut Ui, cx: &Cx<'_>, account: &CarrierAccount) {
    let tokens = Tokens::of_theme(ui);
    badge_ui(ui, &carrier(cx, account));
    let name = account.name.clone().unwrap_or_default();
    short_ui(ui, &name, text::body_medium(), tokens.ink);
    short_ui(ui, description(cx, account), text::body(), tokens.ink_muted);
}

fn carrier(cx: &Cx<'_>, account: &CarrierAccount) -> String {
    carrier_name(cx.state, account.carrier_code.as_deref().unwrap_or_default())
}

/// What the account says of itself, else what its carrier does.
fn description<'a>(cx: &'a Cx<'_>, account: &'a CarrierAccount) -> &'a str {
    let mut carriers = cx.state.carriers.list.value().into_iter().flat_map(|all| all.iter());
    let of_carrier =
        || carriers.find(|one| one.code == account.carrier_code)?.description.as_deref();
    let own = account.description.as_deref().filter(|text| !text.is_empty());
    own.or_else(of_carrier).unwrap_or_default()
}

/// The status; one that only the service knows is shown unchanged.
fn status_words(account: &CarrierAccount) -> &str {
    match &account.status {
        Some(CarrierAccountStatus::Enabled) | None => text!("carriers-status-enabled"),
        Some(CarrierAccountStatus::Disabled) => text!("carriers-status-disabled"),
        Some(status) => status.as_str(),
    }
}

fn status_ui(ui: &mut Ui, account: &CarrierAccount) {
    let (meaning, icon) = match account.is_enabled() {
        true => (Meaning::Good, Icon::Check),
        false => (Meaning::Warning, Icon::Pause),
    };
    pill_ui(ui, meaning, icon, status_words(account));
}

fn changed(cx: &Cx<'_>, account: &CarrierAccount) -> String {
    let at = account.modified_date.as_ref().or(account.created_date.as_ref());
    // A time without a zone counts as UTC, as in other lists.
    at.map(|time| time.instant().to_zoned(cx.zone.clone()))
        .map(|at| format::formats().date(at.date()))
        .unwrap_or_default()
}
