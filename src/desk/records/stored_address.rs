//! The service's id of an address book entry, one per account.

use crate::api;
use crate::api::address::Address;
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::records::contact::StoredContact;
use crate::message;
use crate::parcel::draft::AddressForm;
use crate::parcel::requests;
use crate::store::book::{Book, BookError};
use jiff::Timestamp;

#[derive(Clone, Debug, PartialEq)]
pub struct BookEntry {
    /// Row of the local address book.
    pub row: i64,
    pub address: AddressForm,
    pub last_used: Option<Timestamp>,
}

/// The id of an entry under the account of the link; if there is none, the address is stored at the
/// service to get one.
pub(in crate::desk) async fn id_at_service(
    link: &Link,
    book: &Book,
    row: i64,
) -> Result<String, RequestError> {
    let local = |error: BookError| RequestError {
        trouble: failure::describe_local_error(message!("shipments-address-failed-read"), &error),
        sign_in: false,
    };
    let filed = book.get_with_groups(row).await.map_err(local)?;
    let kept = filed.as_ref().and_then(|filed| StoredContact::read(&filed.record));
    let Some(mut kept) = kept else {
        return Err(RequestError {
            trouble: Trouble {
                attempted: message!("shipments-address-failed"),
                cause: message!("shipments-address-gone"),
                advice: message!("shipments-address-gone-advice"),
                retry_is_safe: true,
                ..Trouble::default()
            },
            sign_in: false,
        });
    };
    if let Some(id) = kept.id(&link.scope) {
        return Ok(id.to_string());
    }
    let address = Address { save: Some(true), ..requests::details(&kept.form) };
    let stored = link.send(api::address::create(&address)).await?;
    let Some(id) = stored.id else {
        return Err(RequestError {
            trouble: Trouble {
                attempted: message!("shipments-address-failed"),
                cause: message!("shipments-address-no-id"),
                advice: message!("shipments-address-no-id-advice"),
                ..Trouble::default()
            },
            sign_in: false,
        });
    };
    kept.set_id(&link.scope, id.clone());
    book.change(vec![kept.put_change(Some(row), None)]).await.map_err(local)?;
    Ok(id.to_string())
}
