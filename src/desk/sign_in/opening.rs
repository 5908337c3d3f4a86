//! The saved accounts: opening one, switching between them, forgetting them. A switch leaves the
//! account on screen at once: its connection, its rows, its draft. Jobs that settle its purchases
//! continue in its name; nothing new is sent for it.

use std::collections::HashMap;

use crate::base::secret::Secret;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{NoSlot, Outbox};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::{Connection, SignIn, key_mark};
use crate::desk::sign_in::saved_accounts::{
    SavedAccount, SecretDestination, SecretLocation, VaultState,
};
use crate::desk::sign_in::{Accounts, CONNECT, leave_account, secret_storage, sign_in, sign_out};
use crate::message;
use crate::rows::scope::Environment;
use crate::store::cache::Scope;

/// Reads the list of accounts at the start, before any request to a server.
pub(in crate::desk) fn read_list(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    me.saved.practice = me.practice.is_some();
    me.saved.vault_file = me.secrets.vault_file();
    secret_storage::refresh_vault(me);
    match me.secrets.list.read() {
        Ok(mut accounts) => {
            let mut outdated = false;
            for account in &mut accounts {
                outdated |= account.bring_up_to_date();
            }
            me.saved.accounts = accounts;
            share_keys(me, ctx);
            if outdated {
                save(me, ctx);
            }
        }
        Err(trouble) => ctx.notice_failure(trouble),
    }
}

/// Opens the account of the last run, if its secrets can be read.
pub(super) fn open_last(me: &mut Accounts, ctx: &mut Ctx<'_>, environment: Environment) {
    let last = me.saved.current().cloned();
    match last.filter(|account| account.environment == environment) {
        Some(account) => open(me, ctx, account),
        None => ask(ctx, environment, None),
    }
}

pub(super) fn switch_to(me: &mut Accounts, ctx: &mut Ctx<'_>, id: &str) {
    let Some(account) = me.saved.account(id).cloned() else {
        return;
    };
    let scope = account.scope();
    let open_now = matches!(ctx.connection, Connection::Connected(_));
    if open_now && ctx.scope.as_ref() == Some(&scope) {
        return;
    }
    leave_account(me, ctx);
    let scope = account.scope();
    me.chosen = Some(account);
    ctx.announce(Event::AccountWanted(scope));
}

/// Opens the chosen account. Its rows are on screen already.
pub(in crate::desk) fn open_chosen(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    if let Some(account) = me.chosen.take() {
        open(me, ctx, account);
    }
}

fn open(me: &mut Accounts, ctx: &mut Ctx<'_>, account: SavedAccount) {
    me.saved.opening_account_id = Some(account.id.clone());
    let environment = account.environment;
    if let Some(known) = me.secrets.signed_in_this_run.get(&account.id).cloned() {
        return sign_in(me, ctx, known);
    }
    if account.kept == SecretLocation::Vault && !me.secrets.vault.is_unlocked() {
        return ask(ctx, environment, None);
    }
    let Some(place) = secret_storage::place_of(me, &account) else {
        return ask(ctx, environment, None);
    };
    *ctx.connection = Connection::Connecting { environment };
    let work = async move {
        let got = secret_storage::read_secrets(&*place, &account).await;
        (got, account)
    };
    ctx.jobs.answer(CONNECT, work, move |me, ctx, (got, account)| match got {
        Ok(Some(found)) => sign_in(me, ctx, found),
        Ok(None) => {
            let trouble = Trouble {
                attempted: message!("connect-failed-open", account = &account.name),
                cause: secret_storage::secrets_missing(me, account.kept),
                advice: message!("connect-secrets-missing-advice"),
                ..Trouble::default()
            };
            ask(ctx, environment, Some(trouble));
        }
        Err(error) => {
            let attempted = message!("connect-failed-open", account = &account.name);
            ask(ctx, environment, Some(secret_storage::trouble(attempted, &error)));
        }
    });
}

fn ask(ctx: &mut Ctx<'_>, environment: Environment, trouble: Option<Trouble>) {
    *ctx.connection = Connection::SignInNeeded { environment, trouble };
}

pub(super) fn sign_in_and_keep(
    me: &mut Accounts,
    ctx: &mut Ctx<'_>,
    wanted: SignIn,
    place: SecretDestination,
) {
    let kept = place.secret_location();
    let SecretDestination::Vault(Some(passphrase)) = place else {
        sign_in(me, ctx, wanted);
        me.to_keep = Some(kept);
        return;
    };
    let environment = wanted.environment;
    *ctx.connection = Connection::Connecting { environment };
    secret_storage::unlock(me, ctx, passphrase, move |me, ctx| {
        if me.saved.vault == VaultState::Open {
            sign_in(me, ctx, wanted);
            me.to_keep = Some(kept);
        } else {
            let trouble = Trouble {
                attempted: message!("connect-failed-vault"),
                cause: me.saved.vault_trouble.clone().unwrap_or_default().into(),
                advice: message!("connect-failed-vault-advice"),
                ..Trouble::default()
            };
            ask(ctx, environment, Some(trouble));
        }
    });
}

/// The service accepted the secrets: the account is saved from now on.
pub(super) fn signed_in(
    me: &mut Accounts,
    ctx: &mut Ctx<'_>,
    base_url: &str,
    sign_in: SignIn,
    name: String,
) {
    me.saved.opening_account_id = None;
    let to_keep = me.to_keep.take();
    if sign_in.environment == Environment::Practice {
        return;
    }
    // The production keys of a new account are kept with those it opens with.
    if let (Some(kept), Some(production)) = (to_keep, me.signed_up_production.take()) {
        remember(me, ctx, base_url, production, name.clone(), Some(kept), false);
    }
    remember(me, ctx, base_url, sign_in, name, to_keep, to_keep.is_some());
}

/// Puts the account at the top of the list and its secrets where they are to be kept.
fn remember(
    me: &mut Accounts,
    ctx: &mut Ctx<'_>,
    base_url: &str,
    sign_in: SignIn,
    name: String,
    to_keep: Option<SecretLocation>,
    told: bool,
) {
    let accounts = &mut me.saved.accounts;
    let at = accounts.iter().position(|account| account.matches_sign_in(&sign_in, base_url));
    let account = match at {
        Some(at) => SavedAccount { name, ..accounts.remove(at) },
        None => SavedAccount {
            id: uuid::Uuid::new_v4().to_string(),
            environment: sign_in.environment,
            base_url: base_url.to_owned(),
            key_mark: key_mark(&sign_in.api_key),
            key_end: SavedAccount::end_of(&sign_in.api_key),
            api_key: None,
            user_name: sign_in.user_name.clone(),
            name,
            account_id: None,
            kept: SecretLocation::Nowhere,
        },
    };
    let id = account.id.clone();
    // An item of the first version has no key; the key is in the list of accounts instead.
    let lacks_key = account.api_key.is_some().then_some(account.kept);
    accounts.insert(0, account);
    save(me, ctx);
    if let Some(kept) = to_keep.or(lacks_key) {
        secret_storage::store_secrets(me, ctx, id.clone(), &sign_in, kept, told);
    }
    me.secrets.signed_in_this_run.insert(id, sign_in);
}

/// Stores the account's id at the service, as found in a row. Another key of the same account can
/// settle purchases whose outcome is unknown under the replaced key.
pub(in crate::desk) fn note_account_id(
    me: &mut Accounts,
    ctx: &mut Ctx<'_>,
    scope: &Scope,
    id: &str,
) {
    let mut changed = false;
    for account in &mut me.saved.accounts {
        if account.scope() == *scope && account.account_id.as_deref() != Some(id) {
            account.account_id = Some(id.to_owned());
            changed = true;
        }
    }
    if !changed {
        return;
    }
    save(me, ctx);
    share_keys(me, ctx);
    if ctx.scope.as_ref() == Some(scope) && !ctx.links.other_keys(scope).is_empty() {
        ctx.announce(Event::PurchaseResumeRequested);
    }
}

/// Records which keys belong to the same account of the same server, for the money jobs.
fn share_keys(me: &Accounts, ctx: &Ctx<'_>) {
    let accounts = &me.saved.accounts;
    let mut other_keys: HashMap<Scope, Vec<String>> = HashMap::new();
    for one in accounts {
        for other in accounts {
            let same = one.account_id.is_some()
                && one.account_id == other.account_id
                && one.environment == other.environment
                && one.base_url == other.base_url
                && one.key_mark != other.key_mark;
            if same {
                let keys = other_keys.entry(one.scope()).or_default();
                keys.push(other.key_mark.clone());
            }
        }
    }
    ctx.links.set_other_keys(other_keys);
}

/// After a refusal the secrets are asked for again instead of being reused.
pub(super) fn not_signed_in(me: &mut Accounts, trouble: &Trouble) {
    if trouble.offline {
        return;
    }
    me.to_keep = None;
    if let Some(id) = me.saved.opening_account_id.clone() {
        me.secrets.signed_in_this_run.remove(&id);
    }
}

/// Signing out forgets the secrets of the account on screen that are held for this run.
pub(super) fn forget_run(me: &mut Accounts) {
    if let Some(id) = me.saved.current().map(|account| account.id.clone()) {
        me.secrets.signed_in_this_run.remove(&id);
    }
}

pub(super) fn set_secret_location(
    me: &mut Accounts,
    ctx: &mut Ctx<'_>,
    id: &str,
    kept: SecretLocation,
) {
    let accounts = &mut me.saved.accounts;
    if let Some(account) = accounts.iter_mut().find(|account| account.id == id) {
        account.kept = kept;
        account.api_key = None;
        save(me, ctx);
    }
}

/// Forgets an account. Its secrets are removed first: an entry without secrets can be forgotten
/// again, but secrets without an entry would never be found.
pub(super) fn forget(me: &mut Accounts, ctx: &mut Ctx<'_>, id: &str, whole: bool) {
    let Some(account) = me.saved.account(id).cloned() else {
        return;
    };
    if account.kept == SecretLocation::Vault && !me.secrets.vault.is_unlocked() {
        return ctx.notice_here(Tone::Warning, message!("connect-unlock-first"));
    }
    let place = secret_storage::place_of(me, &account);
    let cache = ctx.cache.clone();
    let alone = whole && shared_by(me, &account) == 1;
    if alone && ctx.scope.as_ref() == Some(&account.scope()) {
        // Leave it before its rows are deleted, because running jobs of the screen would store some
        // again.
        sign_out(me, ctx);
        ctx.announce(Event::AccountForgotten);
        let left = ctx.scope.take();
        ctx.remove_notices_of(left.as_ref());
        me.saved.current_scope = None;
    }
    ctx.jobs.spawn_lasting(|outbox: Outbox<Accounts>| async move {
        let removed = match &place {
            Some(place) => place.remove(&account.id).await,
            None => Ok(()),
        };
        let emptied = match (&removed, alone) {
            (Ok(()), true) => cache.forget_scope(&account.scope()).await,
            _ => Ok(()),
        };
        outbox
            .send(move |me, ctx| match (removed, emptied) {
                (Err(error), _) => {
                    ctx.notice_failure(secret_storage::trouble(
                        message!("connect-failed-forget"),
                        &error,
                    ));
                }
                (Ok(()), Err(error)) => {
                    let attempted = message!("connect-failed-remove-data");
                    ctx.notice_failure(crate::desk::kernel::failure::describe_local_error(
                        attempted, &error,
                    ));
                }
                (Ok(()), Ok(())) if whole => forgotten(me, ctx, &account),
                (Ok(()), Ok(())) => {
                    me.secrets.signed_in_this_run.remove(&account.id);
                    set_secret_location(me, ctx, &account.id, SecretLocation::Nowhere);
                    let text = message!("connect-secrets-forgotten", account = &account.name);
                    ctx.notice_here(Tone::Good, text);
                }
            })
            .await;
    });
}

fn forgotten(me: &mut Accounts, ctx: &mut Ctx<'_>, account: &SavedAccount) {
    if shared_by(me, account) == 1 {
        ctx.announce(Event::DraftForgotten(account.scope()));
    }
    me.secrets.signed_in_this_run.remove(&account.id);
    let accounts = &mut me.saved.accounts;
    accounts.retain(|known| known.id != account.id);
    save(me, ctx);
    let text = message!("connect-account-forgotten", account = &account.name);
    ctx.notice_here(Tone::Good, text);
}

/// Number of saved accounts with the same scope. Users that share a key share its rows.
fn shared_by(me: &Accounts, account: &SavedAccount) -> usize {
    let scope: Scope = account.scope();
    let accounts = &me.saved.accounts;
    accounts.iter().filter(|other| other.scope() == scope).count()
}

/// Clears the list after "Delete my data"; the files are deleted already.
pub(in crate::desk) fn forget_everyone(me: &mut Accounts) {
    me.saved.accounts.clear();
    me.saved.current_scope = None;
    me.secrets.signed_in_this_run.clear();
    secret_storage::refresh_vault(me);
}

pub(super) fn unlock(me: &mut Accounts, ctx: &mut Ctx<'_>, passphrase: Secret) {
    secret_storage::unlock(me, ctx, passphrase, |me, ctx| {
        let wanted = me.saved.opening_account_id.clone();
        let waiting = matches!(ctx.connection, Connection::SignInNeeded { .. });
        let account = wanted.and_then(|id| me.saved.account(&id).cloned());
        if me.saved.vault == VaultState::Open
            && let Some(account) = account.filter(|_| waiting)
        {
            open(me, ctx, account);
        }
    });
}

pub(super) fn destroy_vault(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    let vault = me.secrets.vault.clone();
    let work = async move { vault.destroy() };
    ctx.jobs.answer(NoSlot::<Accounts>::with_window(), work, move |me, ctx, destroyed| {
        secret_storage::refresh_vault(me);
        me.saved.vault_trouble = None;
        if let Err(error) = destroyed {
            let attempted = message!("connect-failed-delete-vault");
            return ctx.notice_failure(secret_storage::trouble(attempted, &error));
        }
        for account in &mut me.saved.accounts {
            if account.kept == SecretLocation::Vault {
                account.kept = SecretLocation::Nowhere;
            }
        }
        save(me, ctx);
        ctx.notice_here(Tone::Good, message!("connect-vault-deleted"));
    });
}

/// Saves the list when the program closes and jobs are not awaited any more.
pub(in crate::desk) fn save_at_closing(me: &mut Accounts) {
    if let Some(pages) = me.secrets.list.next(&me.saved.accounts)
        && !me.saved.accounts.is_empty()
        && let Err(error) = pages.write()
    {
        tracing::warn!(%error, "the list of accounts could not be saved at closing");
    }
}

fn save(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    let Some(pages) = me.secrets.list.next(&me.saved.accounts) else {
        return;
    };
    ctx.jobs.spawn_lasting(|outbox: Outbox<Accounts>| async move {
        if let Err(error) = pages.write() {
            let trouble = crate::desk::kernel::failure::describe_local_error(
                message!("connect-failed-save-list"),
                &error,
            );
            outbox.send(move |_, ctx| ctx.notice_failure(trouble)).await;
        }
    });
}
