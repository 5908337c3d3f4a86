//! Container labels with a 99M barcode (section 4.9): created, stored in the cache like other
//! forms, and listed so that they can be printed again. They are free.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::api;
use crate::api::document::{ContainerLabelRequest, ContainerLabels, DocumentType};
use crate::base::id::CarrierAccountId;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::kernel::{saved_values, service_time};
use crate::desk::records::document_id::DocumentId;
use crate::desk::records::{document_id, label_fetch, shipment_row};
use crate::label::sniff;
use crate::message;
use crate::parcel::draft::AddressForm;
use crate::parcel::requests;
use crate::store::cache::{Cache, Scope};

const MAKE: Slot<Containers> = Slot::with_account("container labels");
const MADE: Slot<Containers> = Slot::with_account("container labels made");

const LIST: &str = "containers";
/// Orders listed. The forms of older orders stay in the cache until it is cleared.
const MOST: usize = 200;

#[derive(Clone, Debug, Default)]
pub struct Containers {
    /// The newest first.
    pub made: Vec<PlacedContainerOrder>,
    pub under_way: bool,
    pub trouble: Option<Trouble>,
    /// The latest order of this run, to be shown.
    pub latest: Option<String>,
}

impl AccountChange for Containers {
    fn give_up_requests(&mut self) {
        let Self { under_way, made: _, trouble: _, latest: _ } = self;
        *under_way = false;
    }

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

/// An order of container labels that was completed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedContainerOrder {
    /// Our own id; the last part of the document's name.
    pub name: String,
    pub content_code: String,
    pub to: String,
    pub pages: u32,
    /// Unix microseconds on the service's clock.
    at: i64,
}

impl PlacedContainerOrder {
    pub fn at(&self) -> Timestamp {
        Timestamp::from_microsecond(self.at).unwrap_or_default()
    }

    pub fn document(&self) -> DocumentId {
        DocumentId::Containers(self.name.clone())
    }
}

/// An order of container labels; both addresses in full.
#[derive(Clone, Debug, PartialEq)]
pub struct ContainerOrder {
    pub from: AddressForm,
    pub to: AddressForm,
    pub content_code: String,
    pub account: CarrierAccountId,
    pub pages: u32,
}

#[derive(Clone, Debug)]
pub enum ContainerIntent {
    Make(Box<ContainerOrder>),
    /// Reads the labels that were made earlier.
    ReadMade,
}

pub(in crate::desk) fn apply(me: &mut Containers, ctx: &mut Ctx<'_>, intent: ContainerIntent) {
    match intent {
        ContainerIntent::Make(order) => make(me, ctx, *order),
        ContainerIntent::ReadMade => read_made(ctx),
    }
}

pub(in crate::desk) fn make(me: &mut Containers, ctx: &mut Ctx<'_>, order: ContainerOrder) {
    let Some(link) = ctx.link.clone() else {
        return ctx.notice(Tone::Warning, message!("containers-sign-in-first"), None);
    };
    if me.under_way {
        return;
    }
    me.under_way = true;
    me.trouble = None;
    let (cache, now) = (ctx.cache.clone(), service_time::now(ctx));
    let work = async move { order_made(&link, &cache, &order, now).await };
    ctx.jobs.answer(MAKE, work, move |me, ctx, answer| {
        me.under_way = false;
        match ctx.note_failure(answer) {
            Ok(list) => {
                let containers = &mut *me;
                containers.latest = list.first().map(|made| made.name.clone());
                containers.made = list;
            }
            Err(mut trouble) => {
                // Container labels are free, so a retry is safe even if the outcome is
                // unknown.
                let passes = |status| status == 429 || status >= 500;
                trouble.retry_is_safe |= trouble.status.is_none_or(passes);
                me.trouble = Some(trouble);
            }
        }
    });
}

/// Loads the earlier orders for the panel.
pub(in crate::desk) fn read_made(ctx: &mut Ctx<'_>) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let cache = ctx.cache.clone();
    let work = async move { read(&cache, &scope).await };
    ctx.jobs.answer(MADE, work, move |me, _, list| me.made = list);
}

async fn read(cache: &Cache, scope: &Scope) -> Vec<PlacedContainerOrder> {
    saved_values::read(cache, Some(scope), LIST).await.unwrap_or_default()
}

async fn order_made(
    link: &Link,
    cache: &Cache,
    order: &ContainerOrder,
    now: Timestamp,
) -> Result<Vec<PlacedContainerOrder>, RequestError> {
    let request = ContainerLabelRequest {
        from_address: requests::details(&order.from),
        to_address: requests::details(&order.to),
        content_code: order.content_code.clone(),
        kind: DocumentType::ContainerLabel,
        carrier_account_id: order.account.clone(),
        pages: Some(order.pages),
    };
    let reply = link.send(api::document::container_label_99m(&request)).await?;
    let bytes = file_of(link, reply).await?;
    let made = PlacedContainerOrder {
        name: uuid::Uuid::new_v4().to_string(),
        content_code: order.content_code.clone(),
        to: shipment_row::name_of(&request.to_address),
        pages: order.pages,
        at: now.as_microsecond(),
    };
    let name = made.document().to_string();
    saved_values::logged(cache.put_document(&link.scope, &name, bytes).await);
    let mut list = read(cache, &link.scope).await;
    list.insert(0, made);
    list.truncate(MOST);
    saved_values::save(cache, &link.scope, LIST, &list).await;
    Ok(list)
}

/// The interface does not specify the response: it may contain a link to the file, contain the
/// file, or be the file itself.
async fn file_of(link: &Link, reply: ContainerLabels) -> Result<Vec<u8>, RequestError> {
    let Some(label) = reply.label else {
        return match sniff(&reply.bytes) {
            Some(_) => Ok(reply.bytes),
            None => Err(document_id::missing(
                message!("containers-unreadable-cause"),
                message!("containers-unreadable-advice"),
            )),
        };
    };
    label_fetch::first_file(link, &label).await
}
