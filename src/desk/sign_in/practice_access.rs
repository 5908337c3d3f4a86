//! How the practice service is started and reached.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::base::secret::Secret;

/// Starts the practice service, or finds the running one, and returns how to reach it.
pub type PracticeLauncher = Arc<
    dyn Fn() -> Pin<Box<dyn Future<Output = Result<PracticeAccess, String>> + Send>> + Send + Sync,
>;

/// How to reach the practice service of this run.
#[derive(Clone, Debug)]
pub struct PracticeAccess {
    /// Ends with `v3.1`.
    pub base_url: String,
    /// The routes that exist only there: clock, faults, refill.
    pub practice_url: String,
    pub api_key: String,
    pub api_secret: Secret,
    pub user_name: String,
    pub password: Secret,
}
