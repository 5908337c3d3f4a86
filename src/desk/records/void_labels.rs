//! A voided label is refused, whoever asked for it and by whatever way.

use crate::base::id::ShipmentId;
use crate::base::locale::Message;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::saved_values;
use crate::desk::kernel::session::RequestError;
use crate::desk::records::shipment_row;
use crate::message;
use crate::store::cache::{Cache, Scope};

/// An error if a refund was requested for the shipment; `attempted` is what is refused. The panels
/// refuse too, but they know only the rows on screen; the cache knows every shipment.
pub(in crate::desk) async fn refuse_void(
    cache: &Cache,
    scope: &Scope,
    id: &ShipmentId,
    attempted: Message,
) -> Result<(), RequestError> {
    if !is_void(cache, scope, id).await {
        return Ok(());
    }
    Err(RequestError {
        trouble: Trouble {
            attempted,
            cause: message!("printing-label-void"),
            advice: message!("printing-label-void-advice"),
            ..Trouble::default()
        },
        sign_in: false,
    })
}

/// Whether a refund was requested for the shipment.
async fn is_void(cache: &Cache, scope: &Scope, id: &ShipmentId) -> bool {
    let known = saved_values::logged(cache.shipment(scope, id).await).flatten();
    known.is_some_and(|known| shipment_row::is_void(known.refund_status.as_deref()))
}

/// Whether a label of a print job was voided. The subject of a job names its labels, one on each
/// line, as `environment/account/shipment/package`; other papers have other subjects.
pub(in crate::desk) async fn has_void_label(cache: &Cache, subject: &str) -> bool {
    for line in subject.lines() {
        let mut parts = line.split('/');
        let label = (parts.next(), parts.next(), parts.next(), parts.next());
        let (Some(environment), Some(account), Some(shipment), Some(_)) = label else {
            continue;
        };
        let scope = Scope { environment: environment.to_owned(), account: account.to_owned() };
        if is_void(cache, &scope, &ShipmentId::new(shipment)).await {
            return true;
        }
    }
    false
}
