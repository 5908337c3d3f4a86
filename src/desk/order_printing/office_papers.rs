//! Packing slips and pick lists of many orders: drawn in the background, then saved, or handed to
//! the printer of documents.

use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use jiff::civil::DateTime;

use crate::base::clock::desk_zone;
use crate::base::id::OrderId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::files::{self, SaveTo};
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::service_time;
use crate::desk::order_printing::MOST_AT_ONCE;
use crate::desk::order_printing::OrderPrinting;
use crate::desk::order_printing::packing_sequence::read_for_packing;
use crate::desk::order_printing::shop_identity::{read_logo, shop_identity};
use crate::desk::order_records::papers::{PaperPrinter, PaperToPrint, tell_failure};
use crate::desk::order_records::unreadable;
use crate::desk::records::document_id::{DrawnKind, DrawnPaper, PaperKind};
use crate::orders::basis::OrderBasis;
use crate::orders::order::Order;
use crate::orders::papers::packing_slip::{ShopIdentity, SlipOrder, packing_slip_parts};
use crate::orders::papers::paper::{PaperError, PaperSize};
use crate::orders::papers::pick_list::pick_list_parts;
use crate::orders::papers::pick_order::PickOrder;
use crate::store::workspace::WorkspaceError;
use crate::{message, text};

const DRAW: Slot<OrderPrinting> = Slot::with_account("papers of orders");

/// A paper of these orders, in the sequence in which they are packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderPapers {
    pub kind: PaperKind,
    pub ids: Vec<OrderId>,
    pub goal: PaperGoal,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaperGoal {
    Save(SaveTo),
    Print,
}

pub(in crate::desk) fn begin(
    me: &mut OrderPrinting,
    ctx: &mut Ctx<'_>,
    request: OrderPapers,
    printer: PaperPrinter,
) {
    if request.ids.len() > MOST_AT_ONCE {
        let words = message!("order-printing-too-many", most = MOST_AT_ONCE);
        return ctx.notice(Tone::Warning, words, None);
    }
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let made = service_time::now(ctx).to_zoned(desk_zone()).datetime();
    ctx.jobs.start(DRAW, |outbox| async move {
        let orders = async {
            let workspace = workspace.open().await?;
            read_for_packing(workspace.as_ref(), &request.ids).await
        };
        let orders: Result<Vec<(OrderId, Order)>, WorkspaceError> = orders.await;
        let orders = match orders {
            Ok(orders) => orders,
            Err(error) => {
                let trouble = unreadable(&error);
                return outbox.send(move |_, ctx| ctx.notice_failure(trouble)).await;
            }
        };
        let most_pages = match &request.goal {
            PaperGoal::Save(_) => usize::MAX,
            PaperGoal::Print => printer.most_pages,
        };
        let shop = PaperShop::of_basis(&basis, made);
        let drawn = draw(orders, request.kind, shop, most_pages).await;
        match (drawn, request.goal) {
            (Ok(paper), PaperGoal::Save(to)) => save(outbox, paper, to).await,
            (Ok(paper), PaperGoal::Print) => {
                let ready = move |me: &mut OrderPrinting, ctx: &mut Ctx<'_>| {
                    warn_of_logo(ctx, &paper);
                    me.paper_to_print =
                        Some(PaperToPrint { paper: paper.paper, printer: printer.name });
                    ctx.announce(Event::PaperDrawn);
                };
                outbox.send(ready).await;
            }
            (Err(error), _) => {
                let tell = move |_: &mut OrderPrinting, ctx: &mut Ctx<'_>| {
                    tell_failure(ctx, error.as_ref());
                };
                outbox.send(tell).await;
            }
        }
    });
}

/// A paper, and why it has no logo although the shop has one.
pub(super) struct PaperOfShop {
    pub paper: DrawnPaper,
    pub without_logo: Option<String>,
}

/// What is drawn besides the orders.
pub(super) struct PaperShop {
    identity: ShopIdentity,
    logo: String,
    refuses_logo: bool,
    size: PaperSize,
    made: DateTime,
}

impl PaperShop {
    pub(super) fn of_basis(basis: &OrderBasis, made: DateTime) -> Self {
        Self {
            identity: shop_identity(&basis.shop, basis.sender()),
            logo: basis.shop.logo.clone(),
            refuses_logo: basis.refuses_logo,
            size: PaperSize::named(&basis.shop.paper),
            made,
        }
    }
}

/// Draws a paper of these orders in the background.
pub(super) async fn draw(
    orders: Vec<(OrderId, Order)>,
    kind: PaperKind,
    shop: PaperShop,
    most_pages: usize,
) -> Result<PaperOfShop, Box<dyn Error + Send + Sync>> {
    let drawing = move || draw_now(&orders, kind, shop, most_pages);
    tokio::task::spawn_blocking(drawing).await.unwrap_or_else(|lost| Err(lost.into()))
}

fn draw_now(
    orders: &[(OrderId, Order)],
    kind: PaperKind,
    mut shop: PaperShop,
    most_pages: usize,
) -> Result<PaperOfShop, Box<dyn Error + Send + Sync>> {
    let mut without_logo = None;
    let parts = match kind {
        PaperKind::PickList => {
            let lines: Vec<PickOrder<'_>> = orders.iter().map(|(_, order)| order.into()).collect();
            pick_list_parts(&lines, &shop.identity.name, shop.made, shop.size, most_pages)?
        }
        PaperKind::PackingSlips => {
            let slips: Vec<SlipOrder<'_>> = orders.iter().map(|(_, order)| order.into()).collect();
            match shop.refuses_logo {
                true => without_logo = Some(text!("order-papers-slip-logo-unconfirmed").to_owned()),
                false => match read_logo(&shop.logo) {
                    Ok(logo) => shop.identity.logo = logo,
                    Err(error) => without_logo = Some(error.to_string()),
                },
            }
            match packing_slip_parts(&slips, &shop.identity, shop.size, most_pages) {
                Err(error) if is_about_logo(&error) => {
                    without_logo = Some(error.to_string());
                    shop.identity.logo = None;
                    packing_slip_parts(&slips, &shop.identity, shop.size, most_pages)?
                }
                drawn => drawn?,
            }
        }
    };
    Ok(PaperOfShop {
        paper: DrawnPaper {
            kind: DrawnKind::OfOrders(kind),
            key: key_of(orders),
            parts: parts.into_iter().map(Into::into).collect(),
        },
        without_logo,
    })
}

/// Parcels are packed without the logo too.
fn is_about_logo(error: &PaperError) -> bool {
    match error {
        PaperError::LogoKind
        | PaperError::LogoDamaged
        | PaperError::LogoCmyk
        | PaperError::LogoTooLarge { .. } => true,
        PaperError::NoOrders | PaperError::Write => false,
    }
}

/// The same for the same orders: their papers are not queued twice.
fn key_of(orders: &[(OrderId, Order)]) -> String {
    let mut hasher = DefaultHasher::new();
    for (id, _) in orders {
        id.hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

/// Tells why the slips have no logo.
pub(super) fn warn_of_logo(ctx: &mut Ctx<'_>, drawn: &PaperOfShop) {
    if let Some(reason) = &drawn.without_logo {
        let words = message!("order-printing-without-logo", reason = reason);
        ctx.notice(Tone::Warning, words, None);
    }
}

async fn save(outbox: Outbox<OrderPrinting>, drawn: PaperOfShop, to: SaveTo) {
    let stem = files::file_name(drawn.paper.kind.title().as_str());
    let bytes = drawn.paper.parts.first().map(Arc::clone).unwrap_or_default();
    let write = move || files::write(&to, &stem, "pdf", &bytes);
    let written = tokio::task::spawn_blocking(write).await;
    let written: Result<PathBuf, std::io::Error> = written.unwrap_or_else(|lost| Err(lost.into()));
    outbox
        .lasting()
        .send(move |_, ctx| match written {
            Ok(path) => {
                warn_of_logo(ctx, &drawn);
                let text = message!("labels-saved", path = path.display().to_string());
                ctx.notice_file(Tone::Good, text, path);
            }
            Err(error) => tell_failure(ctx, &error),
        })
        .await;
}
