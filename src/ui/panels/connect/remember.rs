//! "Remember on this computer": says in plain words where the secrets are stored.

use egui::Ui;

use crate::base::secret::Secret;
use crate::desk::sign_in::saved_accounts::{
    Keyring, LEAST_CHARACTERS, SavedAccounts, SecretDestination, VaultState,
};
use crate::ui::widgets::Field;
use crate::ui::widgets::choice::check_ui;
use crate::ui::widgets::text::small_muted_ui;

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
    check_ui(ui, "Remember on this computer", &mut fields.wanted);
    if !fields.wanted {
        small_muted_ui(ui, "Secrets stay in memory and are asked for at each start");
        return None;
    }
    let place = known.keyring_kind.words();
    match &known.keyring {
        Keyring::NotAsked => {
            *look = !fields.looked;
            fields.looked = true;
            Some(format!("Trying {place}"))
        }
        Keyring::Asking => {
            small_muted_ui(ui, &format!("Trying {place}…"));
            Some(format!("Trying {place}"))
        }
        Keyring::Ready => {
            small_muted_ui(
                ui,
                &format!(
                    "The API secret and the password go into {place}. No file of Postroom holds them."
                ),
            );
            None
        }
        Keyring::AsksFirst => {
            small_muted_ui(
                ui,
                &format!(
                    "The API secret and the password go into {place}, which will ask for its own password. No file of Postroom holds them."
                ),
            );
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
    small_muted_ui(
        ui,
        &format!(
            "{} cannot be used ({why}). The API secret and the password go into a vault file that only a passphrase opens.",
            known.keyring_kind.first_words()
        ),
    );
    let problem = fields.tried.then(|| fields.problem(vault)).flatten();
    match vault {
        VaultState::Absent => {
            Field::new("New passphrase")
                .password()
                .problem(problem)
                .explain("Asked for at each start. Nobody can restore it.")
                .show_ui(ui, &mut fields.passphrase);
            Field::new("The same passphrase again")
                .password()
                .show_ui(ui, &mut fields.again);
        }
        VaultState::Locked | VaultState::Opening => {
            Field::new("Passphrase of the vault")
                .password()
                .problem(problem)
                .show_ui(ui, &mut fields.passphrase);
        }
        VaultState::Open => {
            small_muted_ui(ui, "The vault is open");
        }
    }
}

impl Fields {
    pub fn wanted(wanted: bool) -> Self {
        Self {
            wanted,
            ..Self::default()
        }
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
            _ if self.passphrase.is_empty() => Some("This is needed"),
            VaultState::Absent if self.passphrase.chars().count() < LEAST_CHARACTERS => {
                Some("Use at least 10 characters; four random words are good")
            }
            VaultState::Absent if self.passphrase != self.again => {
                Some("The two passphrases differ")
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
        let known = SavedAccounts {
            keyring: Keyring::None("none".into()),
            ..SavedAccounts::default()
        };
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
        let known = SavedAccounts {
            keyring: Keyring::Ready,
            ..SavedAccounts::default()
        };
        let mut fields = Fields::default();
        assert!(matches!(fields.place(&known), Ok(None)));
        fields.wanted = true;
        assert!(matches!(
            fields.place(&known),
            Ok(Some(SecretDestination::Keyring))
        ));
    }
}
