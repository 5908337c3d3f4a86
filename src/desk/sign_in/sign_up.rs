//! Creating an account: signing up, and accepting the terms (sections 3.1 and 4.2).

use crate::api;
use crate::api::user::SignUp;
use crate::base::id::AccountId;
use crate::base::secret::Secret;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::{Connection, Environment, SignIn};
use crate::desk::kernel::{failure, session};
use crate::desk::sign_in::new_keys::NewKeys;
use crate::desk::sign_in::{Accounts, CONNECT, failed, sign_in};
use crate::message;

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
    me.signed_up = app.map(|app| SignIn {
        environment: Environment::Test,
        base_url,
        api_key: app.test_api_key.unwrap_or_default(),
        api_secret: app.test_api_secret,
        user_name,
        password,
    });
    *ctx.connection = Connection::TermsPending {
        account: account.id.unwrap_or_default(),
        account_name: account.name.unwrap_or_default(),
    };
}

pub(in crate::desk) fn approve_terms(me: &mut Accounts, ctx: &mut Ctx<'_>, account: AccountId) {
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
                    me.new_keys = None;
                    ctx.settings.use_base_url(&new.base_url);
                    sign_in(me, ctx, new);
                }
                Err(error) => ctx.notice_failure(failure::describe_api_error(&error)),
            })
            .await;
    });
}
