//! Creating an account: signing up, and accepting the terms (sections 3.1 and 4.2).

use crate::api;
use crate::api::user::SignUp;
use crate::base::id::AccountId;
use crate::base::secret::Secret;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::{Connection, SignIn};
use crate::desk::kernel::{failure, session};
use crate::desk::sign_in::new_keys::NewKeys;
use crate::desk::sign_in::opening::sign_in_and_keep;
use crate::desk::sign_in::saved_accounts::SecretDestination;
use crate::desk::sign_in::{Accounts, CONNECT, failed, sign_in};
use crate::message;
use crate::rows::scope::Environment;

pub(in crate::desk) fn sign_up(ctx: &mut Ctx<'_>, base_url: String, form: SignUp) {
    *ctx.connection = Connection::Connecting { environment: Environment::Test };
    let means = session::ClientConfig::from_ctx(ctx);
    ctx.jobs.start(CONNECT, |outbox| async move {
        let environment = Environment::Test;
        let client = session::client(&base_url, None, &means, &outbox);
        let reply = match client {
            Ok(client) => client.send(api::user::sign_up(&form)).await.map(|answer| answer.value),
            Err(error) => Err(error),
        };
        let password = form.password.clone();
        outbox
            .send(move |me, ctx| match reply {
                Ok(reply) => signed_up(me, ctx, base_url, password, reply),
                Err(error) => {
                    failed(me, ctx, environment, failure::describe_api_error(&error), None)
                }
            })
            .await;
    });
}

/// The new account opens with its test keys, so that nothing is charged by mistake.
fn signed_up(
    me: &mut Accounts,
    ctx: &mut Ctx<'_>,
    base_url: String,
    password: Secret,
    reply: api::user::SignUpReply,
) {
    let account = reply.account.unwrap_or_default();
    let app = reply.apps.into_iter().next();
    let user_name = reply.user.and_then(|user| user.user_name).unwrap_or_default();
    me.new_keys = app.as_ref().map(|app| NewKeys::of_app(app, &user_name));
    let sign_in = |environment, key: Option<String>, api_secret| SignIn {
        environment,
        base_url: base_url.clone(),
        api_key: key.unwrap_or_default(),
        api_secret,
        user_name: user_name.clone(),
        password: password.clone(),
    };
    let (test, production) = app
        .map(|app| {
            let test = sign_in(Environment::Test, app.test_api_key, app.test_api_secret);
            let key = app.api_key.filter(|key| !key.is_empty());
            let of_key = |key| sign_in(Environment::Production, Some(key), app.api_secret);
            (test, key.map(of_key))
        })
        .unzip();
    (me.signed_up, me.signed_up_production) = (test, production.flatten());
    *ctx.connection = Connection::TermsPending {
        account: account.id.unwrap_or_default(),
        account_name: account.name.unwrap_or_default(),
    };
}

/// Copied keys are forgotten with the sign-up, or at once after it.
pub(in crate::desk) fn keys_copied(me: &mut Accounts) {
    if let Some(keys) = &mut me.new_keys {
        keys.copied = true;
    }
    if me.signed_up.is_none() {
        me.new_keys = None;
    }
}

pub(in crate::desk) fn approve_terms(
    me: &mut Accounts,
    ctx: &mut Ctx<'_>,
    account: AccountId,
    place: Option<SecretDestination>,
) {
    let Some(new) = me.signed_up.clone() else {
        return ctx.notice_here(Tone::Warning, message!("connect-sign-up-first"));
    };
    let means = session::ClientConfig::from_ctx(ctx);
    ctx.jobs.start(CONNECT, |outbox| async move {
        let reply = match session::client(&new.base_url, None, &means, &outbox) {
            Ok(client) => client.send(api::user::approve_terms(&account)).await.map(|_| ()),
            Err(error) => Err(error),
        };
        outbox
            .send(move |me, ctx| match reply {
                Ok(()) => {
                    me.signed_up = None;
                    me.new_keys = me.new_keys.take().filter(|keys| !keys.copied);
                    ctx.settings.use_base_url(&new.base_url);
                    match place {
                        Some(place) => sign_in_and_keep(me, ctx, new, place),
                        None => {
                            me.signed_up_production = None;
                            sign_in(me, ctx, new);
                        }
                    }
                }
                Err(error) => ctx.notice_failure(failure::describe_api_error(&error)),
            })
            .await;
    });
}
