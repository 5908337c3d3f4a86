//! Addresses of many orders, checked by the service (section 4.3). The service's spelling is taken
//! where it only adds to what the order has; where it differs, the order needs attention.

use std::sync::Arc;

use crate::api;
use crate::api::address::Address;
use crate::base::id::OrderId;
use crate::desk::kernel::batch_job::early_end::EarlyEnd;
use crate::desk::kernel::batch_job::pause::Pause;
use crate::desk::kernel::batch_job::{BatchJob, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::session::Link;
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_batches::work::runner::{Finished, run};
use crate::desk::order_batches::work::{WORK, start};
use crate::desk::order_records::changes::Change;
use crate::desk::order_records::unreadable;
use crate::message;
use crate::orders::order::{Order, SuggestedAddress};
use crate::orders::order_row::order_of_row;
use crate::parcel::address_check;
use crate::parcel::address_check::AddressCheck;
use crate::parcel::draft::AddressForm;
use crate::parcel::requests;
use crate::store::workspace::OrderRow;

pub(super) fn begin(
    me: &mut OrderBatches,
    ctx: &mut Ctx<'_>,
    batch: BatchJob,
    ids: Vec<OrderId>,
    link: Arc<Link>,
) {
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    start(me, ctx, &WORK, batch, |progress| async move {
        let workspace = workspace.open().await.map_err(|error| unreadable(&error))?;
        let (early, pause) = (EarlyEnd::of_batch(&progress), Pause::default());
        let one = |row: OrderRow| {
            let (link, early, pause) = (Arc::clone(&link), early.clone(), pause.clone());
            async move {
                let order = order_of_row(&row);
                if order.may_have_cost_money() {
                    let state = RowState::Skipped(message!("orders-work-bought-already"));
                    return Finished::new(&order, &row.id, state);
                }
                if order.to.verification.is_some() {
                    let state = RowState::Skipped(message!("orders-work-checked-before"));
                    return Finished::new(&order, &row.id, state);
                }
                let typed = order.to.clone();
                let address = Address { verify: Some(true), ..requests::details(&typed) };
                let answer = pause.keep(|| link.send(api::address::create(&address))).await;
                early.note_outcome(&answer);
                match answer {
                    Ok(suggested) => finished(row, order, address_check::compare(typed, suggested)),
                    Err(error) => {
                        let state = RowState::Failed(Box::new(error.trouble));
                        Finished::new(&order, &row.id, state)
                    }
                }
            }
        };
        run(workspace.as_ref(), &basis, ids, &progress, &early, one).await
    });
}

fn finished(row: OrderRow, mut order: Order, check: AddressCheck) -> Finished {
    let verdict = verdict(&check);
    let state = match &verdict {
        Verdict::Right(_) => RowState::Done(message!("orders-work-address-right")),
        Verdict::Other(suggested) => RowState::NeedsReview(message!(
            "orders-work-address-other",
            street = &suggested.form.street1,
            city = &suggested.form.city,
            zip = &suggested.form.zip
        )),
        Verdict::Wrong(remark) => {
            RowState::NeedsReview(message!("orders-work-address-wrong", remark = remark))
        }
    };
    let typed = check.typed;
    // Only the address that was checked gets the verdict.
    let take = move |order: &mut Order| {
        if order.to != typed || order.may_have_cost_money() {
            return;
        }
        order.suggested_address = None;
        match &verdict {
            Verdict::Right(form) => order.to = (**form).clone(),
            Verdict::Other(suggested) => {
                order.suggested_address = Some(Box::new((**suggested).clone()));
            }
            Verdict::Wrong(remark) => {
                order.suggested_address = Some(Box::new(SuggestedAddress {
                    form: typed.clone(),
                    remark: remark.clone(),
                }));
            }
        }
    };
    take(&mut order);
    Finished::new(&order, &row.id, state).with_change(Change {
        id: row.id,
        revision: row.revision,
        order,
        again: Box::new(take),
    })
}

enum Verdict {
    /// The order's address with what the service found out about it.
    Right(Box<AddressForm>),
    /// The service has another spelling.
    Other(Box<SuggestedAddress>),
    /// The service does not know the address, in its own words.
    Wrong(String),
}

fn verdict(check: &AddressCheck) -> Verdict {
    if let Some(remark) = check.remarks.first() {
        return Verdict::Wrong(remark.clone());
    }
    if check.differs {
        return Verdict::Other(Box::new(SuggestedAddress {
            form: address_check::accepted(check),
            remark: String::new(),
        }));
    }
    let found = &check.suggested;
    Verdict::Right(Box::new(AddressForm {
        verification: found.verification_status.clone(),
        residential: found.is_residential.or(check.typed.residential),
        ..check.typed.clone()
    }))
}
