//! What the user asks of the workspaces of this computer.

use crate::base::secret::Secret;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::remote::Remote;
use crate::desk::stations::{ReportLook, Stations, WorkspaceAddress, keeper, setup, sign};

#[derive(Clone, Debug)]
pub enum StationsIntent {
    /// Connects to this address. Without a password the stored one is taken.
    Test { address: Box<WorkspaceAddress>, password: Option<Secret> },
    /// Closes what the test has shown.
    ForgetTest,
    /// Uses the workspace at this address from now on.
    Use {
        address: Box<WorkspaceAddress>,
        password: Option<Secret>,
        /// The password is stored, and not only known in this run.
        is_remembered: bool,
    },
    /// Uses the workspace of this computer from now on.
    Leave,
    /// Makes the tables, or moves them forward.
    Prepare,
    /// Connects now, without waiting for the next attempt.
    TryAgain,
    /// A person has seen which reports are missing and buys without them.
    BuyWithoutReports(Box<ReportLook>),
    /// The names that the other stations see.
    Sign { name: String, person: String },
}

pub(in crate::desk) fn apply(me: &mut Stations, ctx: &mut Ctx<'_>, intent: StationsIntent) {
    match intent {
        StationsIntent::Test { address, password } => setup::test(me, ctx, *address, password),
        StationsIntent::ForgetTest => setup::forget_test(me, ctx),
        StationsIntent::Use { address, password, is_remembered } => {
            setup::use_address(me, ctx, *address, password, is_remembered)
        }
        StationsIntent::Leave => setup::leave(me, ctx),
        StationsIntent::Prepare => setup::prepare(me, ctx),
        StationsIntent::TryAgain => {
            me.preparing = Remote::NotAsked;
            keeper::keep(me, ctx);
        }
        StationsIntent::BuyWithoutReports(seen) => setup::buy_without(ctx, *seen),
        StationsIntent::Sign { name, person } => {
            me.settings.name = name;
            me.settings.person = person;
            sign(me, ctx);
            super::keep_settings(me, ctx);
        }
    }
}
