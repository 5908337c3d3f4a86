//! "Remember on this computer": says in plain words where the secrets are stored.

use egui::Ui;

use crate::base::secret::Secret;
use crate::desk::sign_in::saved_accounts::{
    Keyring, LEAST_CHARACTERS, SavedAccounts, SecretDestination, VaultState,
};
use crate::text;
use crate::ui::widgets::{Field, check_ui, small_muted_ui};

#[derive(Default)]
pub struct Fields {
    wanted: bool,
    passphrase: String,
    again: String,
    pub tried: bool,
    /// The keyring was already queried.
    looked: bool,
}

/// Returns why connecting has to wait, or `None` if it need not.
pub fn choice_ui(
    ui: &mut Ui,
    known: &SavedAccounts,
    fields: &mut Fields,
    look: &mut bool,
) -> Option<String> {
    check_ui(ui, text!("connect-remember"), &mut fields.wanted);
    if !fields.wanted {
        small_muted_ui(ui, text!("connect-remember-not"));
        return None;
    }
    let place = known.keyring_kind.words();
    match &known.keyring {
        Keyring::NotAsked => {
            *look = !fields.looked;
            fields.looked = true;
            Some(text!("connect-keyring-trying", keyring = place))
        }
        Keyring::Asking => {
            let words = text!("connect-keyring-trying", keyring = place);
            small_muted_ui(ui, &words);
            Some(words)
        }
        Keyring::Ready => {
            small_muted_ui(ui, &text!("connect-keyring-ready", keyring = place));
            None
        }
        Keyring::AsksFirst => {
            small_muted_ui(ui, &text!("connect-keyring-asks", keyring = place));
            None
        }
        Keyring::None(why) => {
            vault_ui(ui, known, why, fields);
            None
        }
    }
}

fn vault_ui(ui: &mut Ui, known: &SavedAccounts, why: &str, fields: &mut Fields) {
    let vault = known.vault;
    let keyring = known.keyring_kind.first_words();
    small_muted_ui(ui, &text!("connect-keyring-none", keyring = keyring, reason = why));
    let problem = fields.tried.then(|| fields.problem(vault)).flatten();
    match vault {
        VaultState::Absent => {
            Field::new(text!("connect-passphrase-new"))
                .password()
                .problem(problem)
                .explain(text!("connect-passphrase-explained"))
                .show_ui(ui, &mut fields.passphrase);
            Field::new(text!("connect-passphrase-again")).password().show_ui(ui, &mut fields.again);
        }
        VaultState::Locked | VaultState::Opening => {
            Field::new(text!("connect-passphrase"))
                .password()
                .problem(problem)
                .show_ui(ui, &mut fields.passphrase);
        }
        VaultState::Open => {
            small_muted_ui(ui, text!("connect-vault-open"));
        }
    }
}

impl Fields {
    pub fn wanted(wanted: bool) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Where to store the secrets. Takes the passphrase out of the form.
    ///
    /// # Errors
    /// What is wrong with the passphrase, as text.
    pub fn place(
        &mut self,
        known: &SavedAccounts,
    ) -> Result<Option<SecretDestination>, &'static str> {
        if !self.wanted {
            return Ok(None);
        }
        if !matches!(known.keyring, Keyring::None(_)) {
            return Ok(Some(SecretDestination::Keyring));
        }
        if let Some(problem) = self.problem(known.vault) {
            return Err(problem);
        }
        self.again.clear();
        let passphrase = Secret::new(std::mem::take(&mut self.passphrase));
        let passphrase = (known.vault != VaultState::Open).then_some(passphrase);
        Ok(Some(SecretDestination::Vault(passphrase)))
    }

    fn problem(&self, vault: VaultState) -> Option<&'static str> {
        match vault {
            VaultState::Open => None,
            _ if self.passphrase.is_empty() => Some(text!("connect-required")),
            VaultState::Absent if self.passphrase.chars().count() < LEAST_CHARACTERS => {
                Some(text!("connect-passphrase-short"))
            }
            VaultState::Absent if self.passphrase != self.again => {
                Some(text!("connect-passphrases-differ"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_passphrase_is_long_enough_and_typed_twice() {
        let known =
            SavedAccounts { keyring: Keyring::None("none".into()), ..SavedAccounts::default() };
        for (passphrase, again, fine) in [
            ("", "", false),
            ("too short", "too short", false),
            ("long enough, this", "long enough, that", false),
            ("long enough, this", "long enough, this", true),
        ] {
            let mut fields = Fields {
                wanted: true,
                passphrase: passphrase.into(),
                again: again.into(),
                ..Fields::default()
            };
            let place = fields.place(&known);
            assert_eq!(place.is_ok(), fine, "{passphrase} {again}");
            assert_eq!(fields.passphrase.is_empty(), fine || passphrase.is_empty());
        }
    }

    #[test]
    fn with_a_keyring_no_passphrase_is_asked() {
        let known = SavedAccounts { keyring: Keyring::Ready, ..SavedAccounts::default() };
        let mut fields = Fields::default();
        assert!(matches!(fields.place(&known), Ok(None)));
        fields.wanted = true;
        assert!(matches!(fields.place(&known), Ok(Some(SecretDestination::Keyring))));
    }
}
