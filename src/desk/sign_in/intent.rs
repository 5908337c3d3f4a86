//! What the user asks of accounts: signing in and out, and the accounts of this computer with their
//! secrets.

use crate::api::user::SignUp;
use crate::base::id::AccountId;
use crate::base::secret::Secret;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::session::SignIn;
use crate::desk::sign_in::opening::{destroy_vault, forget, sign_in_and_keep, switch_to, unlock};
use crate::desk::sign_in::saved_accounts::SecretDestination;
use crate::desk::sign_in::{
    Accounts, approve_terms, keys_copied, leave_account, secret_storage, sign_in, sign_out,
    sign_up, try_practice,
};

#[derive(Clone, Debug)]
pub enum SignInIntent {
    TryPractice,
    SignIn(SignIn),
    SignUp {
        base_url: String,
        form: Box<SignUp>,
    },
    /// Accepts the terms and opens the account; its keys are kept there, if a place is given.
    ApproveTerms {
        account: AccountId,
        place: Option<SecretDestination>,
    },
    /// All keys of the new account were copied.
    KeysCopied,
    /// Back to the Connect panel; cached data stays on disk.
    SignOut,

    /// Tests the keyring once, before the user chooses where to store secrets.
    LookForKeyring,
    /// Signs in, and stores the secrets once the service has accepted them.
    SignInAndKeep {
        sign_in: SignIn,
        place: SecretDestination,
    },
    SwitchTo(String),
    /// Opens the Connect panel without signing out.
    SignInToAnother,
    /// Forgets the account's secrets, its cached rows and its entry in the list. The journal stays.
    Forget(String),
    /// Forgets only the secrets; they are asked for at each start again.
    ForgetSecrets(String),
    /// Unlocks the vault, then opens the account that is waiting for it.
    UnlockVault(Secret),
    /// Deletes the vault with everything in it, in case the passphrase is forgotten.
    DestroyVault,
}

pub(in crate::desk) fn apply(me: &mut Accounts, ctx: &mut Ctx<'_>, intent: SignInIntent) {
    match intent {
        SignInIntent::TryPractice => try_practice(me, ctx),
        SignInIntent::SignIn(with) => sign_in(me, ctx, with),
        SignInIntent::SignUp { base_url, form } => sign_up(ctx, base_url, *form),
        SignInIntent::ApproveTerms { account, place } => approve_terms(me, ctx, account, place),
        SignInIntent::KeysCopied => keys_copied(me),
        SignInIntent::SignOut => sign_out(me, ctx),
        SignInIntent::LookForKeyring => secret_storage::probe_keyring(me, ctx),
        SignInIntent::SignInAndKeep { sign_in, place } => sign_in_and_keep(me, ctx, sign_in, place),
        SignInIntent::SwitchTo(id) => switch_to(me, ctx, &id),
        SignInIntent::SignInToAnother => leave_account(me, ctx),
        SignInIntent::Forget(id) => forget(me, ctx, &id, true),
        SignInIntent::ForgetSecrets(id) => forget(me, ctx, &id, false),
        SignInIntent::UnlockVault(passphrase) => unlock(me, ctx, passphrase),
        SignInIntent::DestroyVault => destroy_vault(me, ctx),
    }
}
