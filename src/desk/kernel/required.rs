//! Requests one item that must exist.

use crate::api::call::Call;
use crate::api::page::Lookup;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::session::{Link, RequestError};
use crate::message;

impl Link {
    /// As [`Link::send`], but an item that the service does not have is an error.
    pub(in crate::desk) async fn send_required<R: Send + Sync + 'static>(
        &self,
        call: Call<Lookup<R>>,
    ) -> Result<R, RequestError> {
        let attempted = call.facts.attempting;
        match self.send(call).await? {
            Lookup::Found(thing) => Ok(thing),
            Lookup::Nothing => Err(RequestError {
                trouble: Trouble {
                    attempted: attempted.into(),
                    cause: message!("errors-none-with-number"),
                    advice: message!("errors-advice-other-account"),
                    retry_is_safe: true,
                    ..Trouble::default()
                },
                sign_in: false,
            }),
        }
    }
}
