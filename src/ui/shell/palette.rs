//! The command palette (Ctrl+K): finds commands, panels, addresses, shipments and
//! tracking numbers by typing.

use egui::{Align, Key, Layout, Modal, Modifiers, RichText, ScrollArea, Sense, Ui, vec2};

use crate::desk::kernel::connectivity::not_bought;
use crate::desk::kernel::session::Environment;
use crate::desk::state::State;
use crate::text;
use crate::ui::command;
use crate::ui::command::{COMMANDS, Command};
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::account_list::account_display_name;
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::words::words_ui;
use crate::ui::widgets::{Field, Icon, icon};

#[derive(Default)]
pub struct PaletteViewState {
    is_open: bool,
    /// The field requests the keyboard focus in the next frame.
    take_focus: bool,
    query: String,
    chosen: usize,
}

impl PaletteViewState {
    /// Opens the palette with this text in the field.
    pub fn open_with(&mut self, query: &str) {
        self.open();
        self.query = query.to_owned();
    }

    pub fn open(&mut self) {
        *self = Self {
            is_open: true,
            take_focus: true,
            ..Self::default()
        };
    }
}

/// One row of the palette.
#[derive(Clone, Debug, PartialEq)]
struct Hit {
    icon: Icon,
    name: String,
    detail: String,
    shortcut: String,
    command: Command,
}

const MOST: usize = 40;
/// A height of whole rows.
const SHOWN_HEIGHT: f32 = 12.0 * size::TABLE_ROW;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PaletteViewState) {
    if !local.is_open {
        return;
    }
    let hits = find(cx.state, &local.query);
    let (down, up, enter) = ui.input_mut(|input| {
        (
            input.consume_key(Modifiers::NONE, Key::ArrowDown),
            input.consume_key(Modifiers::NONE, Key::ArrowUp),
            input.consume_key(Modifiers::NONE, Key::Enter),
        )
    });
    if down {
        local.chosen += 1;
    }
    if up {
        local.chosen = local.chosen.saturating_sub(1);
    }
    local.chosen = local.chosen.min(hits.len().saturating_sub(1));
    let mut picked = enter.then(|| hits.get(local.chosen).cloned()).flatten();
    let tokens = Tokens::of_theme(ui);
    let modal = Modal::new(egui::Id::unique("palette"))
        .backdrop_color(tokens.veil)
        .show(ui.ctx(), |ui| {
            ui.set_width(size::PALETTE);
            let field = Field::new(text!("shell-palette-field"))
                .hint(text!("shell-palette-hint"))
                .search()
                .hide_label()
                .id("palette field");
            let response = field.show_ui(ui, &mut local.query);
            if std::mem::take(&mut local.take_focus) {
                response.request_focus();
            }
            if response.changed() {
                local.chosen = 0;
            }
            let height = SHOWN_HEIGHT;
            ui.spacing_mut().scroll.fade.strength = 0.0;
            ScrollArea::vertical()
                .max_height(height)
                .min_scrolled_height(height)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    for (at, hit) in hits.iter().enumerate() {
                        if hit_ui(ui, hit, at == local.chosen, down || up) {
                            picked = Some(hit.clone());
                        }
                    }
                    if hits.is_empty() {
                        ui.add_space(space::M);
                        let words = RichText::new(text!("shell-palette-empty"));
                        ui.label(words.color(tokens.ink_muted));
                    }
                });
        });
    if modal.should_close() || picked.is_some() {
        local.is_open = false;
    }
    if let Some(hit) = picked {
        cx.commands.push(hit.command);
    }
}

fn hit_ui(ui: &mut Ui, hit: &Hit, chosen: bool, moved: bool) -> bool {
    let tokens = Tokens::of_theme(ui);
    let (rect, response) = ui.allocate_exact_size(
        vec2(ui.available_width() - space::S, size::TABLE_ROW),
        Sense::click(),
    );
    if chosen && moved {
        response.scroll_to_me(None);
    }
    if chosen || response.hovered() {
        let fill = if chosen {
            tokens.selected
        } else {
            tokens.hover
        };
        ui.painter().rect_filled(rect, radius::CONTROL, fill);
    }
    let inner = rect.shrink2(vec2(space::S, 0.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            icon::icon_ui(ui, hit.icon, size::ICON, tokens.ink_muted);
            words_ui(ui, &hit.name, text::body_medium(), tokens.ink);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(
                    RichText::new(&hit.shortcut)
                        .font(text::small())
                        .color(tokens.ink_muted),
                );
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                    words_ui(ui, &hit.detail, text::body(), tokens.ink_muted);
                });
            });
        });
    });
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, chosen, &hit.name)
    });
    response.clicked()
}

/// All entries that contain every word of the query, commands first.
fn find(state: &State, query: &str) -> Vec<Hit> {
    let needles: Vec<String> = query.split_whitespace().map(without_accents).collect();
    let fits = |hit: &Hit| {
        let hay = without_accents(&format!("{} {}", hit.name, hit.detail));
        needles.iter().all(|needle| hay.contains(needle))
    };
    let everything = needles.is_empty();
    let mut hits: Vec<Hit> = commands(state).filter(|hit| fits(hit)).collect();
    if !everything {
        hits.extend(switches(state).filter(|hit| fits(hit)));
        hits.extend(addresses(state).filter(|hit| fits(hit)));
        hits.extend(shipments(state).filter(|hit| fits(hit)));
        hits.extend(tracked(state).filter(|hit| fits(hit)));
        hits.extend(number_to_track(query));
    }
    hits.truncate(MOST);
    hits
}

fn commands(state: &State) -> impl Iterator<Item = Hit> {
    COMMANDS
        .iter()
        .filter(|entry| entry.command != Command::OpenPalette)
        .filter(|entry| match entry.command {
            Command::Go(panel) => panel.is_available(state),
            _ => true,
        })
        .map(|entry| Hit {
            icon: match entry.command {
                Command::Go(panel) => panel.icon(),
                _ => Icon::Right,
            },
            name: entry.name().to_owned(),
            detail: match entry.command {
                Command::Buy if state.is_offline() => not_bought().to_owned(),
                _ => entry.tooltip().to_owned(),
            },
            shortcut: entry
                .shortcut
                .as_ref()
                .map(command::text_of)
                .unwrap_or_default(),
            command: entry.command.clone(),
        })
}

/// The accounts that are not on screen, the practice service, and signing in to another account.
fn switches(state: &State) -> impl Iterator<Item = Hit> {
    let known = &state.accounts.saved;
    let hit = |name: String, detail: String, command| Hit {
        icon: Icon::Person,
        name,
        detail,
        shortcut: String::new(),
        command,
    };
    let here = known.current().map(|account| account.id.clone());
    let others = known
        .accounts
        .iter()
        .filter(move |account| Some(&account.id) != here.as_ref())
        .map(move |account| {
            let name = account_display_name(account);
            let name = text!("shell-palette-switch", account = name);
            let detail = text!(
                "shell-palette-switch-detail",
                user = &account.user_name,
                end = &account.key_end
            );
            hit(name, detail, Command::SwitchTo(account.id.clone()))
        });
    let practicing = state.environment() == Some(Environment::Practice);
    let practice = (known.practice && !practicing).then(|| {
        let name = text!("shell-palette-practice").to_owned();
        let detail = text!("shell-palette-practice-detail").to_owned();
        hit(name, detail, Command::SwitchToPractice)
    });
    let another = hit(
        text!("shell-palette-another").to_owned(),
        text!("shell-palette-another-detail").to_owned(),
        Command::SignInToAnotherAccount,
    );
    others.chain(practice).chain([another])
}

fn addresses(state: &State) -> impl Iterator<Item = Hit> {
    let seen = state.ship.book.recent.iter().chain(&state.ship.book.rows);
    let mut rows = std::collections::BTreeSet::new();
    seen.filter(move |entry| rows.insert(entry.row))
        .map(|entry| {
            let form = &entry.address;
            let city = format!("{} {} {}", form.city, form.state, form.zip);
            let address = format!("{}, {city}", form.street1);
            Hit {
                icon: Icon::Person,
                name: first_filled(&[&form.name, &form.company, &form.street1]),
                detail: text!("shell-palette-ship-to", address = address),
                shortcut: String::new(),
                command: Command::ShipTo(entry.row),
            }
        })
}

fn shipments(state: &State) -> impl Iterator<Item = Hit> {
    state.shipments.rows.iter().map(|row| {
        let shipment = format!("{}, {}, {}", row.to_name, row.to_place, row.service);
        Hit {
            icon: Panel::Shipments.icon(),
            name: row
                .tracking_number
                .as_ref()
                .map_or_else(|| row.id.to_string(), ToString::to_string),
            detail: text!("shell-palette-shipment", shipment = shipment),
            shortcut: String::new(),
            command: Command::ShowShipment(row.id.clone()),
        }
    })
}

fn tracked(state: &State) -> impl Iterator<Item = Hit> {
    state.tracking.list.iter().map(|tracked| Hit {
        icon: Panel::Tracking.icon(),
        name: tracked.number.to_string(),
        detail: text!("shell-palette-tracked").to_owned(),
        shortcut: String::new(),
        command: Command::Track(tracked.number.to_string()),
    })
}

/// Offers to track a long word with digits, which may be a tracking number that is not known yet.
fn number_to_track(query: &str) -> Option<Hit> {
    let number = query.trim();
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let like_a_number = digits >= 8 && number.chars().all(|c| c.is_ascii_alphanumeric());
    like_a_number.then(|| Hit {
        icon: Panel::Tracking.icon(),
        name: text!("shell-palette-track", number = number),
        detail: text!("shell-palette-track-detail").to_owned(),
        shortcut: String::new(),
        command: Command::Track(number.to_owned()),
    })
}

/// The text in lower case and without accents: `envio` finds `Envío`.
fn without_accents(text: &str) -> String {
    let plain = |letter: char| match letter {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        other => other,
    };
    text.chars()
        .flat_map(char::to_lowercase)
        .map(plain)
        .collect()
}

fn first_filled(texts: &[&String]) -> String {
    texts
        .iter()
        .find(|text| !text.is_empty())
        .map(|text| (*text).clone())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::parcel::draft::AddressForm;
    use crate::desk::records::stored_address::BookEntry;

    #[test]
    fn finds_commands_addresses_and_numbers() {
        let mut state = State::default();
        state.ship.book.recent.push(BookEntry {
            row: 7,
            address: AddressForm {
                name: "Ada Byron".into(),
                city: "Chicago".into(),
                ..AddressForm::default()
            },
            last_used: None,
        });
        let check = |query: &str, command: Command| {
            let hits = find(&state, query);
            assert!(
                hits.iter().any(|hit| hit.command == command),
                "{query}: {hits:?}"
            );
        };
        check("balance", Command::Go(Panel::Balance));
        check("ada chicago", Command::ShipTo(7));
        check("Áda", Command::ShipTo(7));
        check(
            "9400111899223344556677",
            Command::Track("9400111899223344556677".into()),
        );
        assert!(find(&state, "no such thing anywhere").is_empty());
    }
}
