//! The form for a carrier account. The ship-from address, whose key the API defines, has its
//! own field; all other settings are pairs of key and value. Values of secret keys are masked
//! while typed and never shown again.

use egui::{ScrollArea, Ui};

use super::obstacle;
use crate::api::carrier_account::CarrierAccount;
use crate::base::id::CarrierAccountId;
use crate::base::secret::Secret;
use crate::desk::carriers::{
    AccountForm, CarrierIntent, ConfigEntry, ConfigValue, SHIP_FROM, ShipFrom, displayed_value,
    is_hidden, is_secret,
};
use crate::desk::ship::intent::ShipIntent;
use crate::desk::state::State;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::{FEW_OFFERS, offered, one_line};
use crate::ui::tokens::{size, space};
use crate::ui::widgets::suggest::suggest_ui;
use crate::ui::widgets::{
    Button, Card, Field, FormEnd, Icon, check_ui, combo_ui, end_ui, icon_button_ui, keyboard,
    label_ui, line_ui, small_muted_ui, trouble_ui,
};

/// The text of the form. Holds secrets until it is saved or closed, so it has no `Debug`.
pub struct Form {
    id: Option<CarrierAccountId>,
    name: String,
    carrier_code: String,
    description: String,
    enabled: bool,
    ship_from: ShipFrom,
    /// The text of the ship-from field.
    place: String,
    entries: Vec<Entry>,
    /// The number of completed changes when the form was opened.
    opened_at: u64,
    touched: bool,
}

struct Entry {
    key: String,
    value: String,
    /// The service has a value that is not displayed.
    kept: bool,
}

impl Form {
    pub fn new(state: &State) -> Self {
        let carriers = state.carriers.list.value().map(Vec::as_slice).unwrap_or_default();
        let first = carriers.iter().find_map(|carrier| carrier.code.clone());
        Self {
            id: None,
            name: String::new(),
            carrier_code: first.unwrap_or_default(),
            description: String::new(),
            enabled: true,
            ship_from: ShipFrom::Unset,
            place: String::new(),
            entries: Vec::new(),
            opened_at: state.carriers.change.done,
            touched: false,
        }
    }

    pub fn of_account(account: &CarrierAccount, state: &State) -> Self {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let entries = account.configuration.iter().flatten();
        let ship_from = account.ship_from_address_id();
        Self {
            id: account.id.clone(),
            name: text(&account.name),
            carrier_code: text(&account.carrier_code),
            description: text(&account.description),
            enabled: account.is_enabled(),
            ship_from: ship_from.map_or(ShipFrom::Unset, |id| ShipFrom::Id(id.to_owned())),
            place: ship_from.unwrap_or_default().to_owned(),
            entries: entries
                .filter(|(key, _)| !key.eq_ignore_ascii_case(SHIP_FROM))
                .map(|(key, value)| Entry {
                    key: key.clone(),
                    value: match is_hidden(key, value) {
                        true => String::new(),
                        false => displayed_value(value),
                    },
                    kept: is_hidden(key, value),
                })
                .collect(),
            opened_at: state.carriers.change.done,
            touched: false,
        }
    }

    /// Whether its change was saved, so that the form can close.
    pub fn is_done(&self, state: &State) -> bool {
        state.carriers.change.done > self.opened_at
    }

    pub fn is_untouched(&self) -> bool {
        !self.touched
    }

    fn filled(&self) -> AccountForm {
        AccountForm {
            id: self.id.clone(),
            name: self.name.clone(),
            carrier_code: self.carrier_code.clone(),
            description: self.description.clone(),
            enabled: self.enabled,
            ship_from: self.ship_from.clone(),
            entries: self.entries.iter().map(Entry::filled).collect(),
        }
    }

    fn problem(&self) -> Option<&'static str> {
        if self.name.trim().is_empty() {
            return Some(text!("carriers-problem-name"));
        }
        if self.carrier_code.is_empty() {
            return Some(text!("carriers-problem-carrier"));
        }
        let mut keys: Vec<&str> = self.entries.iter().map(|entry| entry.key.trim()).collect();
        keys.sort_unstable();
        if keys.first().is_some_and(|key| key.is_empty()) {
            return Some(text!("carriers-problem-empty-key"));
        }
        let twice = keys.windows(2).any(|pair| matches!(pair, [a, b] if a == b));
        twice.then(|| text!("carriers-problem-same-keys"))
    }
}

impl Entry {
    fn filled(&self) -> ConfigEntry {
        let value = match (self.kept && self.value.is_empty(), is_secret(&self.key)) {
            (true, _) => ConfigValue::Kept,
            (false, true) => ConfigValue::Secret(Secret::new(self.value.clone())),
            (false, false) => ConfigValue::Text(self.value.clone()),
        };
        ConfigEntry { key: self.key.clone(), value }
    }
}

/// Height of a card apart from its contents: margins and the title line.
const CARD_AROUND: f32 = 2.0 * space::L + size::CONTROL_COMPACT + space::L;

/// Returns whether the form was closed.
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, form: &mut Form, height: f32) -> bool {
    let title = match form.id {
        Some(_) => text!("carriers-edit-title"),
        None => text!("carriers-new"),
    };
    let mut close = false;
    keyboard::begin_form(ui, "carrier account");
    Card::new(title).show_ui(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("account form")
            .max_height((height - CARD_AROUND).max(0.0))
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = space::S;
                if let Some(trouble) = &cx.state.carriers.change.trouble {
                    trouble_ui(ui, trouble, false);
                }
                fields_ui(ui, cx, form);
                configuration_ui(ui, cx, form);
                close = steps_ui(ui, cx, form);
            });
    });
    close || form.is_untouched() && keyboard::take_escape(ui)
}

fn fields_ui(ui: &mut Ui, cx: &mut Cx<'_>, form: &mut Form) {
    let named = Field::new(text!("carriers-name"))
        .hint(text!("carriers-name-hint"))
        .show_ui(ui, &mut form.name);
    form.touched |= named.changed();
    match form.id {
        Some(_) => {
            label_ui(ui, text!("carriers-carrier"));
            let carrier = crate::ui::parts::rate_words::carrier_name(cx.state, &form.carrier_code);
            small_muted_ui(ui, &text!("carriers-carrier-fixed", carrier = carrier));
        }
        None => {
            let carriers = cx.state.carriers.list.value().map(Vec::as_slice).unwrap_or_default();
            let options: Vec<(String, String)> = carriers
                .iter()
                .filter_map(|carrier| {
                    let code = carrier.code.clone()?;
                    Some((code.clone(), carrier.name.clone().unwrap_or(code)))
                })
                .collect();
            let width = ui.available_width();
            let label = text!("carriers-carrier");
            form.touched |= combo_ui(ui, label, width, &mut form.carrier_code, &options);
        }
    }
    form.touched |=
        Field::new(text!("carriers-description")).show_ui(ui, &mut form.description).changed();
    form.touched |= check_ui(ui, text!("carriers-enabled"), &mut form.enabled);
    place_ui(ui, cx, form);
}

/// The ship-from address: an address id, or a search in the address book.
fn place_ui(ui: &mut Ui, cx: &mut Cx<'_>, form: &mut Form) {
    let (rows, offers) = offered(&cx.state.ship.book, &form.place, FEW_OFFERS);
    let explain = match &form.ship_from {
        ShipFrom::Unset => text!("carriers-ship-from-unset"),
        ShipFrom::Id(_) => text!("carriers-ship-from-id"),
        ShipFrom::Book(_) => text!("carriers-ship-from-book"),
    };
    let field = Field::new(text!("carriers-ship-from"))
        .hint(text!("carriers-ship-from-hint"))
        .explain(explain);
    let outcome = suggest_ui(ui, field, "account ship-from", &mut form.place, "", &offers);
    if outcome.response.changed() {
        form.touched = true;
        let text = form.place.trim().to_owned();
        form.ship_from = match text.as_str() {
            "" => ShipFrom::Unset,
            _ => ShipFrom::Id(text.clone()),
        };
        cx.ask(ShipIntent::SearchBook { text });
    }
    if let Some(entry) = outcome.taken.and_then(|at| rows.get(at)) {
        form.touched = true;
        form.place = one_line(&entry.address);
        form.ship_from = ShipFrom::Book(entry.row);
    }
}

fn configuration_ui(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form) {
    label_ui(ui, text!("carriers-configuration"));
    let mut gone = None;
    let half = (ui.available_width() - size::CONTROL_COMPACT - 2.0 * space::S) * 0.5;
    for (at, entry) in form.entries.iter_mut().enumerate() {
        line_ui(ui, size::CONTROL, |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let number = at + 1;
            let key = text!("carriers-key-name", number = number);
            let value = text!("carriers-value-name", number = number);
            form.touched |= Field::new(text!("carriers-key"))
                .name(&key)
                .hint(text!("carriers-key"))
                .hide_label()
                .width(half)
                .show_ui(ui, &mut entry.key)
                .changed();
            let hint = match entry.kept {
                true => text!("carriers-value-kept"),
                false => text!("carriers-value"),
            };
            let mut field = Field::new(text!("carriers-value"))
                .name(&value)
                .hint(hint)
                .expects_scans()
                .hide_label()
                .width(half);
            if is_secret(&entry.key) {
                field = field.password();
            }
            form.touched |= field.show_ui(ui, &mut entry.value).changed();
            let remove = text!("carriers-remove-key", number = number);
            if icon_button_ui(ui, Icon::Cross, &remove) {
                gone = Some(at);
            }
        });
    }
    if let Some(at) = gone {
        form.entries.remove(at);
        form.touched = true;
    }
    if Button::quiet(text!("carriers-add-key")).icon(Icon::Plus).compact().show_ui(ui).clicked() {
        form.touched = true;
        form.entries.push(Entry { key: String::new(), value: String::new(), kept: false });
    }
    small_muted_ui(
        ui,
        match cx.state.environment() {
            Some(Environment::Practice) => text!("carriers-keys-practice"),
            _ => text!("carriers-keys-note"),
        },
    );
}

fn steps_ui(ui: &mut Ui, cx: &mut Cx<'_>, form: &Form) -> bool {
    let reason = form.problem().or_else(|| obstacle(cx.state));
    let words = match form.id {
        Some(_) => text!("carriers-save"),
        None => text!("carriers-create"),
    };
    let save = Button::primary(words).disabled_because(reason);
    let cancel = Button::secondary(text!("carriers-cancel")).name(text!("carriers-close-form"));
    let end = end_ui(ui, save, cancel);
    if end == Some(FormEnd::Save) {
        let filled = Box::new(form.filled());
        cx.ask(CarrierIntent::Save(filled));
    }
    end == Some(FormEnd::Cancel)
}
