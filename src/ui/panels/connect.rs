//! First start: the saved accounts, if there are any; practice as the one clear first step; signing in
//! and signing up (sections 3.1 and 4.2) folded below. Input errors are shown beside their fields
//! before any request.

mod account;
mod fold;
mod keys;
mod remember;
mod sign_up;

use egui::{Align, Key, Layout, Response, RichText, ScrollArea, Ui};

use self::account::AccountFields;
use self::sign_up::SignUpFields;
use crate::base::id::AccountId;
use crate::base::money::{Amount, Currency, Money};
use crate::desk::intent::Intent;
use crate::desk::kernel::session::Connection;
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::sign_in::saved_accounts::{
    SavedAccount, SavedAccounts, SecretLocation, VaultState,
};
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::guide::HelpPage;
use crate::ui::parts::account_list;
use crate::ui::parts::help_button::help_button_ui;
use crate::ui::tokens::{size, space, text};
use crate::ui::widgets::notice::Answer;
use crate::ui::widgets::{
    Button, Card, Icon, card, check_ui, environment, heading_ui, icon, line_ui, muted_ui,
    strong_ui, trouble_ui,
};

#[derive(Default)]
pub struct ConnectViewState {
    account: AccountFields,
    new: SignUpFields,
    terms_accepted: bool,
    /// Where the keys of a new account are kept.
    keep: Option<remember::Fields>,
    keys: keys::KeysViewState,
    /// The form was filled from the settings once.
    is_filled: bool,
    /// The id of the account that the form was last filled with.
    filled_for: Option<String>,
    /// The pass in which the ways to begin were drawn last.
    drawn_in: Option<u64>,
}

/// A card whose text is no wider than is comfortable to read.
const WIDEST: f32 = size::READING + 2.0 * (space::L + size::HAIRLINE);

/// What a new practice account has.
const PRACTICE_MONEY: Money = Money::new(Amount::from_cents(50_000), Currency::USD);

pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ConnectViewState,
    accounts: &mut account_list::AccountListViewState,
) {
    fill_once(cx, local);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let side = ((ui.available_width() - WIDEST) * 0.5).max(0.0).floor();
        ui.horizontal_top(|ui| {
            ui.add_space(side);
            ui.vertical(|ui| {
                ui.set_width(ui.available_width().min(WIDEST));
                ui.add_space(space::XL);
                ui.label(RichText::new("Postroom").font(text::display()));
                ui.horizontal(|ui| {
                    muted_ui(ui, text!("connect-subtitle"));
                    if help_button_ui(ui).clicked() {
                        cx.commands.push(Command::Help(HelpPage::OfPanel));
                    }
                });
                ui.add_space(space::L);
                content_ui(ui, cx, local, accounts);
            });
        });
    });
}

fn content_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ConnectViewState,
    accounts: &mut account_list::AccountListViewState,
) {
    match &cx.state.connection {
        Connection::Connecting { environment } => {
            connecting_ui(ui, cx, *environment);
            // A keyring or a server may be slow to respond; the user can cancel and
            // choose another way.
            ui.add_space(space::S);
            let cancel = Button::quiet(text!("connect-cancel"));
            if cancel.show_ui(ui).clicked() {
                cx.ask(SignInIntent::SignInToAnother);
            }
        }
        Connection::TermsPending { account, account_name } => {
            terms_ui(ui, cx, local, account.clone(), account_name.clone())
        }
        Connection::SignInNeeded { environment, trouble } => {
            // What the form for a new account was answered is shown in it.
            if let Some(trouble) = trouble.as_ref().filter(|_| !local.new.is_sent()) {
                if trouble_ui(ui, trouble, *environment == Environment::Practice)
                    == Some(Answer::Retry)
                {
                    cx.intents.push(Intent::SignIn(SignInIntent::TryPractice));
                }
            } else if trouble.is_none() {
                let words: &str = match locked_in(&cx.state.accounts.saved) {
                    Some(account) => &text!("connect-vault-locked", account = &account.name),
                    None => match environment {
                        Environment::Practice => text!("connect-needed-practice"),
                        Environment::Test => text!("connect-needed-test"),
                        Environment::Production => text!("connect-needed-production"),
                    },
                };
                muted_ui(ui, words);
            }
            ui.add_space(space::S);
            doors_ui(ui, cx, local, accounts);
        }
        Connection::None | Connection::Connected(_) => doors_ui(ui, cx, local, accounts),
    }
}

/// The account that waits for the vault's passphrase.
fn locked_in(known: &SavedAccounts) -> Option<&SavedAccount> {
    let locked = matches!(known.vault, VaultState::Locked | VaultState::Opening);
    let wanted = known.opening_account_id.as_deref().and_then(|id| known.account(id));
    wanted.filter(|account| locked && account.kept == SecretLocation::Vault)
}

fn connecting_ui(ui: &mut Ui, cx: &Cx<'_>, environment: Environment) {
    let words = match environment {
        Environment::Practice => text!("connect-starting-practice"),
        Environment::Test | Environment::Production => text!("connect-signing-in"),
    };
    let known = &cx.state.accounts.saved;
    let account = known.opening_account_id.as_deref().and_then(|id| known.account(id));
    Card::new(words).show_ui(ui, |ui| {
        if let Some(account) = account {
            line_ui(ui, size::CONTROL, |ui| {
                environment::band_ui(ui, environment);
                strong_ui(ui, &account.name);
            });
        }
        ui.horizontal(|ui| {
            // Nothing in the window turns or fades.
            icon::icon_ui(ui, Icon::Clock, size::ICON, cx.tokens.ink_muted);
            let place = known.keyring_kind;
            let kept = account.map(|account| account.kept);
            let words: &str = match kept == Some(SecretLocation::Keyring) && place.asks() {
                // The keyring may be waiting for the user.
                true => &text!("connect-keyring-may-ask", keyring = place.first_words()),
                false => text!("connect-takes-seconds"),
            };
            muted_ui(ui, words);
        });
    });
}

fn doors_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ConnectViewState,
    accounts: &mut account_list::AccountListViewState,
) {
    let pass = ui.ctx().cumulative_pass_nr();
    let is_new = local.drawn_in.replace(pass).is_none_or(|last| last + 1 < pass);
    let has_accounts = !cx.state.accounts.saved.accounts.is_empty();
    // A form that is open from the start waits for what only the user knows.
    let by_keys = local.account.is_unfolded;
    let asked = cx.intents.len();
    account_list::card_ui(ui, cx, accounts, is_new && !by_keys);
    match has_accounts {
        true => try_too_ui(ui, cx),
        false => try_ui(ui, cx, is_new && !by_keys),
    }
    card::gap_ui(ui);
    account::card_ui(ui, cx, &mut local.account, is_new && by_keys);
    if cx.intents.len() > asked {
        local.new.forget_answer();
    }
    card::gap_ui(ui);
    sign_up::card_ui(ui, cx, &mut local.new);
}

/// Whether Enter was pressed in this field, which sends its form.
fn is_entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// What practice gives, and the button that begins it.
fn try_ui(ui: &mut Ui, cx: &mut Cx<'_>, focus: bool) {
    Card::new(text!("connect-try")).show_ui(ui, |ui| {
        muted_ui(ui, text!("connect-try-explained"));
        ui.add_space(space::S);
        for words in [
            text!("connect-try-carriers"),
            &text!("connect-try-money", amount = PRACTICE_MONEY),
            text!("connect-try-parcels"),
        ] {
            line_ui(ui, size::ICON, |ui| {
                icon::small_ui(ui, Icon::Check, cx.tokens.good.ink);
                ui.label(words);
            });
        }
        ui.add_space(space::M);
        let button = Button::primary(text!("connect-try")).full_width().show_ui(ui);
        if focus {
            button.request_focus();
        }
        if button.clicked() {
            cx.ask(SignInIntent::TryPractice);
        }
    });
}

/// Practice in one line, for those who have an account here.
fn try_too_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    Card::new(text!("connect-try")).aside(text!("connect-try-explained")).switch().show_with_ui(
        ui,
        |ui| {
            let button = Button::secondary(text!("connect-try"));
            if button.show_ui(ui).clicked() {
                cx.ask(SignInIntent::TryPractice);
            }
        },
        |_| {},
    );
}

fn terms_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ConnectViewState,
    account: AccountId,
    account_name: String,
) {
    let mut accept = false;
    local.new.created();
    keys::card_ui(ui, cx, &mut local.keys);
    Card::new(text!("connect-terms")).show_ui(ui, |ui| {
        heading_ui(ui, &account_name);
        ui.set_max_width(size::READING);
        muted_ui(ui, text!("connect-terms-explained"));
        ui.add_space(space::S);
        check_ui(ui, text!("connect-terms-accept"), &mut local.terms_accepted);
        ui.add_space(space::S);
        let mut look = false;
        let known = &cx.state.accounts.saved;
        let fields = local.keep.get_or_insert_with(|| remember::Fields::wanted(true));
        let looking = remember::choice_ui(ui, known, fields, &mut look);
        if look {
            cx.ask(SignInIntent::LookForKeyring);
        }
        ui.add_space(space::S);
        let reason = text!("connect-terms-needed");
        let reason = (!local.terms_accepted).then_some(reason).or(looking.as_deref());
        ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
            accept = Button::primary(text!("connect-terms-activate"))
                .disabled_because(reason)
                .show_ui(ui)
                .clicked();
        });
    });
    if accept && let Some(fields) = &mut local.keep {
        fields.tried = true;
        if let Ok(place) = fields.place(&cx.state.accounts.saved) {
            local.keep = None;
            cx.ask(SignInIntent::ApproveTerms { account, place });
        }
    }
    ui.add_space(space::S);
    let back = Button::quiet(text!("connect-back"));
    if back.show_ui(ui).clicked() {
        cx.ask(SignInIntent::SignOut);
    }
}

fn fill_once(cx: &Cx<'_>, local: &mut ConnectViewState) {
    let known = &cx.state.accounts.saved;
    if let Some(wanted) = known.opening_account_id.as_deref().and_then(|id| known.account(id))
        && local.filled_for.as_ref() != Some(&wanted.id)
    {
        local.is_filled = true;
        local.filled_for = Some(wanted.id.clone());
        local.account = AccountFields::of_saved_account(wanted);
        // An account in the vault waits for the passphrase, every other one for its keys.
        local.account.is_unfolded = locked_in(known).is_none();
    }
    if known.opening_account_id.is_none() {
        local.filled_for = None;
    }
    if local.is_filled {
        return;
    }
    local.is_filled = true;
    local.account.base_url = cx.state.settings.base_url.clone();
    local.new.base_url = cx.state.settings.base_url.clone();
    if let Connection::SignInNeeded { environment, .. } = &cx.state.connection
        && *environment != Environment::Practice
    {
        local.account.environment = *environment;
        local.account.is_unfolded = known.accounts.is_empty();
    }
}
