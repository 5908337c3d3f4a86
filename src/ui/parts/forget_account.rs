//! The confirmation before an account or the vault is forgotten: what is deleted and what stays.

use egui::Ui;

use crate::base::locale::format;
use crate::desk::money::purchase::{Purchase, PurchaseStatus};
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::sign_in::saved_accounts::{SavedAccount, SavedAccounts, SecretLocation};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::account_list::account_display_name;
use crate::ui::widgets::{Button, card, heading_ui, muted_ui};

#[derive(Default)]
pub struct ForgetAccountViewState {
    asking: Option<About>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum About {
    /// The account with this id.
    Account(String),
    Vault,
}

impl ForgetAccountViewState {
    pub fn ask_account(&mut self, id: &str) {
        self.asking = Some(About::Account(id.to_owned()));
    }

    pub fn ask_vault(&mut self) {
        self.asking = Some(About::Vault);
    }
}

pub fn question_ui(ui: &Ui, cx: &mut Cx<'_>, local: &mut ForgetAccountViewState) {
    let Some(about) = local.asking.clone() else {
        return;
    };
    let known = &cx.state.accounts.saved;
    let (title, lines, words, intent) = match &about {
        About::Account(id) => match known.account(id) {
            Some(account) => (
                text!("parts-forget-title", account = account_display_name(account),),
                of_account(account, known, &cx.state.purchases.list),
                text!("parts-forget-account"),
                SignInIntent::Forget(id.clone()),
            ),
            None => {
                local.asking = None;
                return;
            }
        },
        About::Vault => {
            let inside =
                known.accounts.iter().filter(|account| account.kept == SecretLocation::Vault);
            let names: Vec<&str> = inside.map(|account| account.name.as_str()).collect();
            let lost = match names.as_slice() {
                [] => text!("parts-vault-holds-none").to_owned(),
                names => text!("parts-vault-secrets-lost", accounts = format::list(names)),
            };
            (
                text!("parts-vault-delete-title").to_owned(),
                vec![lost, text!("parts-vault-accounts-stay").to_owned()],
                text!("parts-vault-delete-confirm"),
                SignInIntent::DestroyVault,
            )
        }
    };
    let cancel = Button::secondary(text!("parts-cancel"));
    let answer = card::ask_ui(ui, "forget account", Button::danger(words), cancel, |ui| {
        heading_ui(ui, &title);
        for line in &lines {
            muted_ui(ui, line);
        }
    });
    if answer == Some(true) {
        cx.ask(intent);
    }
    if answer.is_some() {
        local.asking = None;
    }
}

fn of_account(
    account: &SavedAccount,
    known: &SavedAccounts,
    purchases: &[Purchase],
) -> Vec<String> {
    let secrets = match account.kept {
        SecretLocation::Nowhere => text!("parts-forget-no-secrets").to_owned(),
        SecretLocation::Keyring => {
            text!("parts-forget-keyring-secrets", keyring = known.keyring_kind.words(),)
        }
        SecretLocation::Vault => text!("parts-forget-vault-secrets").to_owned(),
    };
    let scope = account.scope();
    let open = purchases
        .iter()
        .filter(|purchase| purchase.scope == scope && is_open(&purchase.status))
        .count();
    let mut lines = vec![
        secrets,
        text!("parts-forget-data").to_owned(),
        text!("parts-forget-journal").to_owned(),
    ];
    if open > 0 {
        lines.push(text!("parts-forget-open-purchases", count = open));
    }
    lines
}

fn is_open(status: &PurchaseStatus) -> bool {
    matches!(
        status,
        PurchaseStatus::Held { .. }
            | PurchaseStatus::NotSent { .. }
            | PurchaseStatus::Sending
            | PurchaseStatus::Checking { .. }
            | PurchaseStatus::Absent { .. }
    )
}
