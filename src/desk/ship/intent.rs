//! What the user asks of the shipment being prepared.

use crate::api::rate::Rate;
use crate::api::value::Service;
use crate::base::id::{CarrierAccountId, OrderId, ShipmentId};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::ship::address_sides::Asked;
use crate::desk::ship::compare::PackageChoice;
use crate::desk::ship::rate_history::RateHistoryIntent;
use crate::desk::ship::{
    Ship, address_sides, compare, draft_edit, duplicate_alert, preset_choice, rate_history, rates,
};
use crate::parcel::draft::{AddressForm, Draft, Side};
use crate::parcel::preset::PresetPick;

#[derive(Clone, Debug)]
pub enum ShipIntent {
    EditDraft(Box<Draft>),
    /// Starts a new draft; sender and package sizes are kept, the label is that of the settings.
    NewDraft,
    ShipAnother(ShipmentId),
    /// Puts a draft on screen again that another one took the place of.
    BringBack(OrderId),
    /// Leaves the label just bought; the next parcel's draft behind it comes on screen.
    LeaveLabel,

    SearchBook {
        text: String,
    },
    PickAddress {
        side: Side,
        row: i64,
    },
    /// Stores the address in the local address book and on the server (`save`).
    SaveAddress {
        side: Side,
    },
    ValidateAddress {
        side: Side,
    },
    AcceptSuggestion {
        side: Side,
    },
    KeepMine {
        side: Side,
    },
    /// Parses a pasted block of text into the address fields.
    PasteAddress {
        side: Side,
        text: String,
    },
    UseSampleAddresses,
    PutInBook(Box<AddressForm>),

    GetRates,
    ChooseRate(Box<Rate>),
    /// Asks for the rate of one account and service again, to learn why it gave none.
    AskWhyNoRate {
        account: CarrierAccountId,
        service: Service,
    },
    /// Shows the rates of the draft beside those of other packages.
    ComparePackages(Vec<PackageChoice>),
    /// Takes the packages of a column and one of its rates over into the draft.
    ChooseCompared {
        column: usize,
        rate: Box<Rate>,
    },
    /// Gives the draft what a preset says, and lets it choose the rate.
    UsePreset(PresetPick),
    RateHistory(RateHistoryIntent),
    /// The draft only looks like the shipment bought minutes ago.
    DismissDuplicateAlert(ShipmentId),
}

pub(in crate::desk) fn apply(me: &mut Ship, ctx: &mut Ctx<'_>, intent: ShipIntent) {
    match intent {
        ShipIntent::EditDraft(draft) => draft_edit::edit(me, ctx, *draft),
        ShipIntent::NewDraft => draft_edit::start_new(me, ctx),
        ShipIntent::ShipAnother(shipment) => draft_edit::another(ctx, shipment),
        ShipIntent::BringBack(order) => draft_edit::bring_back(me, ctx, &order),
        ShipIntent::LeaveLabel => me.just_bought = None,
        ShipIntent::SearchBook { text } => address_sides::search(me, ctx, text),
        ShipIntent::PickAddress { side, row } => address_sides::pick(me, ctx, side, row),
        ShipIntent::SaveAddress { side } => address_sides::save_side(me, ctx, side),
        ShipIntent::ValidateAddress { side } => {
            address_sides::validate(me, ctx, side, Asked::ByHand)
        }
        ShipIntent::AcceptSuggestion { side } => address_sides::accept_suggestion(me, ctx, side),
        ShipIntent::KeepMine { side } => address_sides::keep_mine(me, ctx, side),
        ShipIntent::PasteAddress { side, text } => draft_edit::paste(me, ctx, side, &text),
        ShipIntent::UseSampleAddresses => address_sides::use_samples(me, ctx),
        ShipIntent::PutInBook(address) => address_sides::put_in_book(ctx, *address),
        ShipIntent::GetRates => rates::get(me, ctx),
        ShipIntent::ChooseRate(rate) => rates::choose(me, ctx, *rate),
        ShipIntent::AskWhyNoRate { account, service } => {
            compare::ask_why(me, ctx, account, service)
        }
        ShipIntent::ComparePackages(choices) => compare::request_comparison(me, ctx, choices),
        ShipIntent::ChooseCompared { column, rate } => compare::choose(me, ctx, column, *rate),
        ShipIntent::UsePreset(pick) => preset_choice::use_preset(me, ctx, &pick),
        ShipIntent::RateHistory(intent) => rate_history::apply(me, ctx, intent),
        ShipIntent::DismissDuplicateAlert(shipment) => duplicate_alert::ignore(me, shipment),
    }
}
