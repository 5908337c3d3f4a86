//! A voided label is refused, whoever asked for it.

use crate::base::id::ShipmentId;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::saved_values;
use crate::desk::kernel::session::RequestError;
use crate::desk::records::shipment_row::is_void;
use crate::message;
use crate::store::cache::{Cache, Scope};

/// An error if a refund was requested for the shipment. The panels refuse too, but they know only
/// the rows on screen; the cache knows every shipment.
pub(super) async fn refuse_void(
    cache: &Cache,
    scope: &Scope,
    id: &ShipmentId,
) -> Result<(), RequestError> {
    let known = saved_values::logged(cache.shipment(scope, id).await).flatten();
    if !known.is_some_and(|known| is_void(known.refund_status.as_deref())) {
        return Ok(());
    }
    Err(RequestError {
        trouble: Trouble {
            attempted: message!("printing-error-label"),
            cause: message!("printing-label-void"),
            advice: message!("printing-label-void-advice"),
            ..Trouble::default()
        },
        sign_in: false,
    })
}
