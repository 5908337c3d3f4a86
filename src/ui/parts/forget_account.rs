//! The confirmation before an account or the vault is forgotten: what is deleted and what stays.

use egui::Ui;

use crate::desk::intent::Intent;
use crate::desk::money::purchase::{Purchase, PurchaseStatus};
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::sign_in::saved_accounts::{SavedAccount, SavedAccounts, SecretLocation};
use crate::ui::cx::Cx;
use crate::ui::widgets::text::{heading_ui, muted_ui};
use crate::ui::widgets::{Button, card};

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
                format!(
                    "Forget {}?",
                    crate::ui::parts::account_list::account_display_name(account)
                ),
                of_account(account, known, &cx.state.purchases.list),
                "Forget it",
                SignInIntent::Forget(id.clone()),
            ),
            None => {
                local.asking = None;
                return;
            }
        },
        About::Vault => {
            let inside = known
                .accounts
                .iter()
                .filter(|account| account.kept == SecretLocation::Vault);
            let names: Vec<&str> = inside.map(|account| account.name.as_str()).collect();
            let lost = match names.as_slice() {
                [] => "It holds the secrets of no account of the list".to_owned(),
                names => format!("The secrets of {} are lost with it", names.join(", ")),
            };
            (
                "Delete the vault?".to_owned(),
                vec![
                    lost,
                    "They can be typed again; the accounts stay in the list".to_owned(),
                ],
                "Delete the vault",
                SignInIntent::DestroyVault,
            )
        }
    };
    let steps = (Button::danger(words), Button::secondary("Keep"));
    let answer = card::ask_ui(ui, "forget account", steps, |ui| {
        heading_ui(ui, &title);
        for line in &lines {
            muted_ui(ui, line);
        }
    });
    if answer == Some(true) {
        cx.ask(Intent::SignIn(intent));
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
        SecretLocation::Nowhere => {
            "Its line in the list goes; no secret of it is kept here".to_owned()
        }
        SecretLocation::Keyring => format!(
            "Its secret and password are removed from {}",
            known.keyring_kind.words()
        ),
        SecretLocation::Vault => "Its secret and password are removed from the vault".to_owned(),
    };
    let scope = account.scope();
    let open = purchases
        .iter()
        .filter(|purchase| purchase.scope == scope && is_open(&purchase.status))
        .count();
    let mut lines = vec![
        secrets,
        "Its shipments, labels, past quotes, history and draft leave this computer; the service still has what was bought".to_owned(),
        "The purchase journal stays, it proves what was paid".to_owned(),
    ];
    match open {
        0 => {}
        1 => lines.push("1 purchase of it is not settled: it can be checked only after you sign in to it again".to_owned()),
        many => lines.push(format!("{many} purchases of it are not settled: they can be checked only after you sign in to it again")),
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
