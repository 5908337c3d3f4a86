//! The accounts this computer knows: opening one, switching between them, forgetting them.
//! A switch leaves the account on screen at once: its connection, its rows, its draft. Jobs
//! that settle its money go on under its own name; nothing new is sent for it.

use std::collections::HashMap;

use crate::base::secret::Secret;
use crate::desk::Desk;
use crate::desk::kernel::event::{Event, Quiet};
use crate::desk::kernel::session::SignIn;
use crate::desk::kernel::session::key_mark;
use crate::desk::money::purchases;
use crate::desk::sign_in::saved_accounts::{Kept, KnownAccount, KnownIntent, Place, VaultState};
use crate::desk::sign_in::{CONNECT, keep, leave, sign_in, step_out};
use crate::desk::kernel::session::Connection;
use crate::desk::kernel::session::Environment;
use crate::store::cache::Scope;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::failure::Trouble;

pub(in crate::desk) fn apply(desk: &mut Desk, intent: KnownIntent) {
    match intent {
        KnownIntent::LookForKeyring => keep::look(desk),
        KnownIntent::SignInAndKeep { sign_in, place } => sign_in_and_keep(desk, sign_in, place),
        KnownIntent::SwitchTo(id) => switch_to(desk, &id),
        KnownIntent::Another => step_out(desk),
        KnownIntent::Forget(id) => forget(desk, &id, true),
        KnownIntent::ForgetSecrets(id) => forget(desk, &id, false),
        KnownIntent::UnlockVault(passphrase) => unlock(desk, passphrase),
        KnownIntent::DestroyVault => destroy_vault(desk),
    }
}

/// At start, before anything is asked of a server.
pub(in crate::desk) fn read_list(desk: &mut Desk) {
    desk.state.known.practice = desk.practice.is_some();
    desk.state.known.vault_file = desk.secrets.vault_file();
    keep::refresh_vault(desk);
    match desk.secrets.list.read() {
        Ok(mut accounts) => {
            let mut outdated = false;
            for account in &mut accounts {
                outdated |= account.bring_up_to_date();
            }
            desk.state.known.accounts = accounts;
            share_keys(desk);
            if outdated {
                save(desk);
            }
        }
        Err(trouble) => desk.complain(trouble),
    }
}

/// The account of the last run, if its secrets can be had.
pub(super) fn open_last(desk: &mut Desk, environment: Environment) {
    let last = desk.state.known.current().cloned();
    match last.filter(|account| account.environment == environment) {
        Some(account) => open(desk, account),
        None => ask(desk, environment, None),
    }
}

fn switch_to(desk: &mut Desk, id: &str) {
    let Some(account) = desk.state.known.account(id).cloned() else {
        return;
    };
    let scope = account.scope();
    let open_now = matches!(desk.state.connection, Connection::Connected(_));
    if open_now && desk.scope.as_ref() == Some(&scope) {
        return;
    }
    step_out(desk);
    desk.announce(Event::AccountWanted(Quiet(account)));
}

/// Its rows are on the screen already.
pub(in crate::desk) fn open(desk: &mut Desk, account: KnownAccount) {
    desk.state.known.wanted = Some(account.id.clone());
    let environment = account.environment;
    if let Some(known) = desk.secrets.run.get(&account.id).cloned() {
        return sign_in(desk, known);
    }
    if account.kept == Kept::Vault && !desk.secrets.vault.is_unlocked() {
        return ask(desk, environment, None);
    }
    let Some(place) = keep::place_of(desk, &account) else {
        return ask(desk, environment, None);
    };
    desk.state.connection = Connection::Connecting { environment };
    desk.jobs.start(CONNECT, |outbox| async move {
        let got = keep::get(&*place, &account).await;
        outbox
            .send(move |desk| match got {
                Ok(Some(found)) => sign_in(desk, found),
                Ok(None) => {
                    let trouble = Trouble {
                        attempted: format!("Opening {}", account.name),
                        cause: format!(
                            "Its secrets are no longer {}",
                            keep::in_words(desk, account.kept)
                        ),
                        advice: "Type them again below".to_owned(),
                        ..Trouble::default()
                    };
                    ask(desk, environment, Some(trouble));
                }
                Err(error) => {
                    let attempted = format!("Opening {}", account.name);
                    ask(desk, environment, Some(keep::trouble(&attempted, &error)));
                }
            })
            .await;
    });
}

fn ask(desk: &mut Desk, environment: Environment, trouble: Option<Trouble>) {
    desk.state.connection = Connection::SignInNeeded {
        environment,
        trouble,
    };
}

fn sign_in_and_keep(desk: &mut Desk, wanted: SignIn, place: Place) {
    let kept = place.kept();
    let Place::Vault(Some(passphrase)) = place else {
        sign_in(desk, wanted);
        desk.to_keep = Some(kept);
        return;
    };
    let environment = wanted.environment;
    desk.state.connection = Connection::Connecting { environment };
    keep::unlock(desk, passphrase, move |desk| {
        if desk.state.known.vault == VaultState::Open {
            sign_in(desk, wanted);
            desk.to_keep = Some(kept);
        } else {
            let trouble = Trouble {
                attempted: "Opening the vault".to_owned(),
                cause: desk.state.known.vault_trouble.clone().unwrap_or_default(),
                advice: "Nothing was sent; type the passphrase again".to_owned(),
                ..Trouble::default()
            };
            ask(desk, environment, Some(trouble));
        }
    });
}

/// The service took the secrets: the account is known from now on.
pub(super) fn signed_in(desk: &mut Desk, base_url: &str, sign_in: SignIn, name: String) {
    desk.state.known.wanted = None;
    let to_keep = desk.to_keep.take();
    if sign_in.environment == Environment::Practice {
        return;
    }
    let accounts = &mut desk.state.known.accounts;
    let at = accounts
        .iter()
        .position(|account| account.is(&sign_in, base_url));
    let account = match at {
        Some(at) => KnownAccount {
            name,
            ..accounts.remove(at)
        },
        None => KnownAccount {
            id: uuid::Uuid::new_v4().to_string(),
            environment: sign_in.environment,
            base_url: base_url.to_owned(),
            key_mark: key_mark(&sign_in.api_key),
            key_end: KnownAccount::end_of(&sign_in.api_key),
            api_key: None,
            user_name: sign_in.user_name.clone(),
            name,
            account_id: None,
            kept: Kept::Nowhere,
        },
    };
    let id = account.id.clone();
    // An item of the first version lacks the key; the list of accounts has it instead.
    let lacks_key = account.api_key.is_some().then_some(account.kept);
    accounts.insert(0, account);
    save(desk);
    if let Some(kept) = to_keep.or(lacks_key) {
        keep::put(desk, id.clone(), &sign_in, kept, to_keep.is_some());
    }
    desk.secrets.run.insert(id, sign_in);
}

/// What a row of an account says its id is. Another key of the same account can settle what
/// the key that was replaced has left in doubt.
pub(in crate::desk) fn note_account_id(desk: &mut Desk, scope: &Scope, id: &str) {
    let mut changed = false;
    for account in &mut desk.state.known.accounts {
        if account.scope() == *scope && account.account_id.as_deref() != Some(id) {
            account.account_id = Some(id.to_owned());
            changed = true;
        }
    }
    if !changed {
        return;
    }
    save(desk);
    share_keys(desk);
    if desk.scope.as_ref() == Some(scope) && !desk.links.other_keys(scope).is_empty() {
        purchases::resume(desk);
    }
}

/// Tells the money jobs which keys belong to one account of one server.
fn share_keys(desk: &Desk) {
    let accounts = &desk.state.known.accounts;
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
    desk.links.set_other_keys(other_keys);
}

/// What was wrong once is asked for again, not tried again.
pub(super) fn not_signed_in(desk: &mut Desk, trouble: &Trouble) {
    if trouble.offline {
        return;
    }
    desk.to_keep = None;
    if let Some(id) = desk.state.known.wanted.clone() {
        desk.secrets.run.remove(&id);
    }
}

/// Signing out forgets what this run knew of the account on screen.
pub(super) fn forget_run(desk: &mut Desk) {
    if let Some(id) = desk.state.known.current().map(|account| account.id.clone()) {
        desk.secrets.run.remove(&id);
    }
}

pub(super) fn mark(desk: &mut Desk, id: &str, kept: Kept) {
    let accounts = &mut desk.state.known.accounts;
    if let Some(account) = accounts.iter_mut().find(|account| account.id == id) {
        account.kept = kept;
        account.api_key = None;
        save(desk);
    }
}

/// Removes its secrets first: a line without secrets can be forgotten again, secrets without
/// a line are found by nobody.
fn forget(desk: &mut Desk, id: &str, whole: bool) {
    let Some(account) = desk.state.known.account(id).cloned() else {
        return;
    };
    if account.kept == Kept::Vault && !desk.secrets.vault.is_unlocked() {
        let text = "Unlock the vault first: without its passphrase nothing can be taken out of it. Deleting the vault removes everything in it.";
        return desk.notice_here(Tone::Warning, text);
    }
    let place = keep::place_of(desk, &account);
    let cache = desk.cache.clone();
    let alone = whole && shared_by(desk, &account) == 1;
    if alone && desk.scope.as_ref() == Some(&account.scope()) {
        // Before its rows go: what is under way for the screen would bring some back.
        leave(desk);
        desk.announce(Event::AccountForgotten);
        desk.forget_told(desk.scope.clone().as_ref());
        desk.scope = None;
        desk.state.known.here = None;
    }
    desk.jobs.spawn_lasting(|outbox| async move {
        let removed = match &place {
            Some(place) => place.remove(&account.id).await,
            None => Ok(()),
        };
        let emptied = match (&removed, alone) {
            (Ok(()), true) => cache.forget_scope(&account.scope()).await,
            _ => Ok(()),
        };
        outbox
            .send(move |desk| match (removed, emptied) {
                (Err(error), _) => {
                    desk.complain(keep::trouble("Forgetting the secrets", &error));
                }
                (Ok(()), Err(error)) => {
                    let attempted = "Removing the saved rows of the account";
                    desk.complain(crate::desk::kernel::failure::local(attempted, &error));
                }
                (Ok(()), Ok(())) if whole => forgotten(desk, &account),
                (Ok(()), Ok(())) => {
                    desk.secrets.run.remove(&account.id);
                    mark(desk, &account.id, Kept::Nowhere);
                    let text = format!("The secrets of {} are asked for from now on", account.name);
                    desk.notice_here(Tone::Good, text);
                }
            })
            .await;
    });
}

fn forgotten(desk: &mut Desk, account: &KnownAccount) {
    if shared_by(desk, account) == 1 {
        desk.drafts.remove(&account.scope());
    }
    desk.secrets.run.remove(&account.id);
    let accounts = &mut desk.state.known.accounts;
    accounts.retain(|known| known.id != account.id);
    save(desk);
    let text = format!(
        "{} is forgotten: its secrets and saved rows. The purchase journal stays.",
        account.name
    );
    desk.notice_here(Tone::Good, text);
}

/// Users that share a key share its rows.
fn shared_by(desk: &Desk, account: &KnownAccount) -> usize {
    let scope: Scope = account.scope();
    let accounts = &desk.state.known.accounts;
    accounts
        .iter()
        .filter(|other| other.scope() == scope)
        .count()
}

/// After "Delete my data": the files are gone already.
pub(in crate::desk) fn forget_everyone(desk: &mut Desk) {
    desk.state.known.accounts.clear();
    desk.state.known.here = None;
    desk.secrets.run.clear();
    keep::refresh_vault(desk);
}

fn unlock(desk: &mut Desk, passphrase: Secret) {
    keep::unlock(desk, passphrase, |desk| {
        let wanted = desk.state.known.wanted.clone();
        let waiting = matches!(desk.state.connection, Connection::SignInNeeded { .. });
        let account = wanted.and_then(|id| desk.state.known.account(&id).cloned());
        if desk.state.known.vault == VaultState::Open
            && let Some(account) = account.filter(|_| waiting)
        {
            open(desk, account);
        }
    });
}

fn destroy_vault(desk: &mut Desk) {
    let vault = desk.secrets.vault.clone();
    desk.jobs.spawn_lasting(|outbox| async move {
        let destroyed = vault.destroy();
        outbox
            .send(move |desk| {
                keep::refresh_vault(desk);
                desk.state.known.vault_trouble = None;
                if let Err(error) = destroyed {
                    return desk.complain(keep::trouble("Deleting the vault", &error));
                }
                for account in &mut desk.state.known.accounts {
                    if account.kept == Kept::Vault {
                        account.kept = Kept::Nowhere;
                    }
                }
                save(desk);
                let text = "The vault is deleted; its secrets are asked for at each start";
                desk.notice_here(Tone::Good, text);
            })
            .await;
    });
}

/// At closing, when no job is waited for any more.
pub(in crate::desk) fn save_at_closing(desk: &mut Desk) {
    if let Some(pages) = desk.secrets.list.next(&desk.state.known.accounts)
        && !desk.state.known.accounts.is_empty()
        && let Err(error) = pages.write()
    {
        tracing::warn!(%error, "the list of accounts could not be saved at closing");
    }
}

fn save(desk: &mut Desk) {
    let Some(pages) = desk.secrets.list.next(&desk.state.known.accounts) else {
        return;
    };
    desk.jobs.spawn_lasting(|outbox| async move {
        if let Err(error) = pages.write() {
            let trouble =
                crate::desk::kernel::failure::local("Keeping the list of accounts", &error);
            outbox.send(move |desk| desk.complain(trouble)).await;
        }
    });
}
