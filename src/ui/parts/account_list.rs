//! The accounts saved on this computer, where their secrets are stored, and the vault that may lock
//! them. Connect opens them; Settings manages them.

use egui::{Align, Layout, Ui, vec2};

use crate::base::secret::Secret;
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::sign_in::saved_accounts::{
    Keyring, SavedAccount, SavedAccounts, SecretLocation, VaultState,
};
use crate::drawing::bidi::visual_order;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::{
    Button, Card, Field, card, environment, from_left_ui, from_right_ui, hint_ui, line_ui,
    short_ui, small_muted_ui,
};

use crate::ui::parts::forget_account;

/// View state: the fields of the vault, and the confirmation before an account is forgotten.
#[derive(Default)]
pub struct AccountListViewState {
    passphrase: String,
    pub forget: forget_account::ForgetAccountViewState,
    /// What gets the keyboard focus in this frame.
    focus: Option<ListFocus>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ListFocus {
    /// The button that opens the first account.
    Account,
    Passphrase,
}

/// The card on the Connect panel. `focus` puts the keyboard on what opens an account: the passphrase
/// that one waits for, or else the first account.
pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AccountListViewState, focus: bool) {
    if cx.state.accounts.saved.accounts.is_empty() {
        return;
    }
    let accounts = cx.state.accounts.saved.accounts.clone();
    Card::new(text!("parts-accounts")).show_ui(ui, |ui| {
        let known = &cx.state.accounts.saved;
        let by_passphrase = known.vault == VaultState::Locked && known.opening_account_id.is_some();
        local.focus = match focus {
            true if by_passphrase => Some(ListFocus::Passphrase),
            true => Some(ListFocus::Account),
            false => None,
        };
        for account in &accounts {
            row_ui(ui, cx, local, account, ListLocation::Connect);
        }
        vault_ui(ui, cx, local);
        local.focus = None;
    });
    forget_account::question_ui(ui, cx, &mut local.forget);
    card::gap_ui(ui);
}

/// The card in Settings.
pub fn settings_card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AccountListViewState) {
    let accounts = cx.state.accounts.saved.accounts.clone();
    Card::new(text!("parts-accounts-and-secrets")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        if accounts.is_empty() {
            small_muted_ui(ui, text!("parts-accounts-none"));
        }
        for account in &accounts {
            row_ui(ui, cx, local, account, ListLocation::Settings);
        }
        small_muted_ui(ui, &keyring_words(&cx.state.accounts.saved));
        if cx.state.accounts.saved.keyring == Keyring::NotAsked {
            let keyring = cx.state.accounts.saved.keyring_kind.words();
            let words = text!("parts-keyring-try", keyring = keyring);
            if Button::secondary(&words).compact().show_ui(ui).clicked() {
                cx.ask(SignInIntent::LookForKeyring);
            }
        }
        vault_ui(ui, cx, local);
    });
    forget_account::question_ui(ui, cx, &mut local.forget);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ListLocation {
    Connect,
    Settings,
}

fn row_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut AccountListViewState,
    account: &SavedAccount,
    place: ListLocation,
) {
    line_ui(ui, size::CONTROL, |ui| {
        environment_ui(ui, account.environment);
        if place == ListLocation::Settings {
            // Three buttons have no room beside the name.
            name_ui(ui, account);
            return;
        }
        from_right_ui(ui, |ui| {
            buttons_ui(ui, cx, local, account, place);
            from_left_ui(ui, |ui| name_ui(ui, account));
        });
    });
    if place == ListLocation::Connect {
        let words = text!(
            "parts-account-detail",
            user = &account.user_name,
            key_end = &account.key_end,
            host = host(&account.base_url),
            secrets = kept_words(&cx.state.accounts.saved, account.kept),
        );
        hint_ui(ui, &words);
    }
    if place == ListLocation::Settings {
        line_ui(ui, size::CONTROL_COMPACT, |ui| {
            from_right_ui(ui, |ui| {
                buttons_ui(ui, cx, local, account, place);
                from_left_ui(ui, |ui| {
                    quiet_ui(ui, cx, &kept_words(&cx.state.accounts.saved, account.kept))
                });
            });
        });
    }
}

/// Bands of equal width, so that the names line up.
fn environment_ui(ui: &mut Ui, environment: Environment) {
    let room = vec2(BAND_WIDTH, size::CONTROL_COMPACT);
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(room, layout, |ui| {
        ui.spacing_mut().interact_size.y = size::ICON;
        ui.set_min_width(BAND_WIDTH);
        environment::band_ui(ui, environment);
    });
}

fn name_ui(ui: &mut Ui, account: &SavedAccount) {
    let all = text!(
        "parts-account-tooltip",
        name = &account.name,
        user = &account.user_name,
        key_end = &account.key_end,
        address = &account.base_url,
    );
    let ink = Tokens::of_theme(ui).ink;
    short_ui(ui, &account.name, text::body_strong(), ink).on_hover_text(visual_order(&all));
}

fn quiet_ui(ui: &mut Ui, cx: &Cx<'_>, words: &str) {
    short_ui(ui, words, text::small(), cx.tokens.ink_muted);
}

/// The buttons of an account, laid out from the right.
fn buttons_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut AccountListViewState,
    account: &SavedAccount,
    place: ListLocation,
) {
    let called = account_display_name(account);
    let forget = text!("parts-account-forget-name", account = &called);
    let button = Button::quiet(text!("parts-account-forget")).name(&forget).compact();
    if button.show_ui(ui).clicked() {
        local.forget.ask_account(&account.id);
    }
    if place == ListLocation::Settings && account.kept != SecretLocation::Nowhere {
        let name = text!("parts-account-forget-secrets-name", account = &called);
        let button = Button::quiet(text!("parts-account-forget-secrets"))
            .name(&name)
            .hint(text!("parts-account-forget-secrets-hint"))
            .compact();
        if button.show_ui(ui).clicked() {
            cx.ask(SignInIntent::ForgetSecrets(account.id.clone()));
        }
    }
    let here = cx.state.accounts.saved.current().map(|current| &current.id) == Some(&account.id);
    let is_open = place == ListLocation::Settings && here;
    let name = text!("parts-account-open-name", account = &called);
    let open = Button::secondary(text!("parts-account-open"))
        .name(&name)
        .compact()
        .disabled_because(is_open.then(|| text!("parts-account-is-open")));
    let open = open.show_ui(ui);
    if local.focus == Some(ListFocus::Account) {
        local.focus = None;
        open.request_focus();
    }
    if open.clicked() {
        cx.ask(SignInIntent::SwitchTo(account.id.clone()));
    }
}

/// The state of the vault, if there is one.
fn vault_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut AccountListViewState) {
    let known = &cx.state.accounts.saved;
    let state = known.vault;
    if state == VaultState::Absent {
        return;
    }
    let file = known.vault_file.display().to_string();
    let trouble = known.vault_trouble.clone();
    ui.add_space(space::XS);
    let (mut asked, mut delete) = (None, false);
    if state == VaultState::Open {
        small_muted_ui(ui, &text!("parts-vault-unlocked", file = &file));
    } else {
        small_muted_ui(ui, &text!("parts-vault-locked", file = &file));
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let passphrase = Field::new(text!("parts-vault-passphrase"))
                .password()
                .problem(trouble.as_deref())
                .width(UNLOCK_WIDTH);
            let typed = passphrase.show_ui(ui, &mut local.passphrase);
            if local.focus == Some(ListFocus::Passphrase) {
                typed.request_focus();
            }
            let entered = typed.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
            ui.vertical(|ui| {
                ui.add_space(text::SMALL_SIZE + space::S);
                let reason = match (state, local.passphrase.is_empty()) {
                    (VaultState::Opening, _) => Some(text!("parts-vault-unlocking")),
                    (_, true) => Some(text!("parts-vault-passphrase-first")),
                    _ => None,
                };
                let unlock =
                    Button::secondary(text!("parts-vault-unlock")).disabled_because(reason);
                ui.horizontal(|ui| {
                    if unlock.show_ui(ui).clicked() || (entered && reason.is_none()) {
                        let passphrase = std::mem::take(&mut local.passphrase);
                        asked = Some(SignInIntent::UnlockVault(Secret::new(passphrase)));
                    }
                    let button = Button::quiet(text!("parts-vault-delete"));
                    delete |= button.show_ui(ui).clicked();
                });
            });
        });
    }
    if state == VaultState::Open {
        let button = Button::secondary(text!("parts-vault-delete")).compact();
        delete = button.show_ui(ui).clicked();
    }
    if delete {
        local.forget.ask_vault();
    }
    if let Some(intent) = asked {
        cx.ask(intent);
    }
}

const UNLOCK_WIDTH: f32 = 280.0;
const BAND_WIDTH: f32 = 106.0;

fn keyring_words(known: &SavedAccounts) -> String {
    let (words, first_words) = (known.keyring_kind.words(), known.keyring_kind.first_words());
    match &known.keyring {
        Keyring::NotAsked => text!("parts-keyring-not-needed", keyring = first_words),
        Keyring::Asking => text!("parts-keyring-trying", keyring = words),
        Keyring::Ready => text!("parts-keyring-works", keyring = first_words),
        Keyring::AsksFirst => text!("parts-keyring-locked", keyring = first_words),
        Keyring::None(why) => text!("parts-keyring-unusable", keyring = first_words, reason = why,),
    }
}

fn kept_words(known: &SavedAccounts, kept: SecretLocation) -> String {
    match kept {
        SecretLocation::Nowhere => text!("parts-secrets-not-saved").to_owned(),
        SecretLocation::Keyring => {
            text!("parts-secrets-in-keyring", keyring = known.keyring_kind.words())
        }
        SecretLocation::Vault => text!("parts-secrets-in-vault").to_owned(),
    }
}

/// `Byron Books, production`: several accounts of one company can share a name.
pub fn account_display_name(account: &SavedAccount) -> String {
    text!(
        "parts-account-name",
        name = &account.name,
        environment = account.environment.name().to_lowercase(),
    )
}

fn host(base_url: &str) -> &str {
    let rest = base_url.split_once("://").map_or(base_url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}
