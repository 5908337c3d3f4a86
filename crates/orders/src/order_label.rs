//! A label of an order: one attempt to buy it, and what was done with it since.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use postroom_base::id::{ShipmentId, TransactionId};
use postroom_base::locale::Message;
use postroom_base::money::Money;
use postroom_rows::author::Signature;

/// One attempt to buy a label for the order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderLabel {
    /// Together with the order's key, the identity of the purchase in the journal.
    pub sequence: u32,
    pub transaction: TransactionId,
    /// The account that buys, as `environment/account`.
    pub scope: String,
    /// The computer whose journal has the purchase.
    pub station: String,
    /// The station and the person that began it, as they were called then.
    #[serde(default)]
    pub signed: String,
    pub status: LabelStatus,
    /// When the attempt began.
    pub begun: Timestamp,
    pub expected: Option<Money>,
    pub charged: Option<Money>,
    pub carrier: String,
    pub service: String,
    pub bought: Option<Timestamp>,
    pub shipment: Option<ShipmentId>,
    /// The first is the parcel's own.
    #[serde(default)]
    pub tracking_numbers: Vec<String>,
    #[serde(default)]
    pub prints: Vec<LabelPrint>,
    /// The id of the manifest it is on; empty if the manifest is known to exist and its id is not.
    pub manifest: Option<String>,
    /// When a person handed it over without a manifest, because the carrier takes none.
    #[serde(default)]
    pub handed_over: Option<Timestamp>,
    /// A return label of the order.
    #[serde(default)]
    pub is_return: bool,
    /// The refusal, in words, if it was rejected.
    #[serde(default)]
    pub refusal: Message,
    #[serde(default)]
    pub write_back: WriteBack,
    /// The files for shops that have its tracking numbers.
    #[serde(default)]
    pub exported: Vec<LabelExport>,
    /// What the service says of a refund. One that is not confirmed by the service is not here.
    #[serde(default)]
    pub refund: Option<LabelRefund>,
}

impl OrderLabel {
    /// An attempt that begins now, of which nothing else is known.
    pub fn begun(transaction: TransactionId, sequence: u32, begun: Timestamp) -> Self {
        Self {
            sequence,
            transaction,
            scope: String::new(),
            station: String::new(),
            signed: String::new(),
            status: LabelStatus::Buying,
            begun,
            expected: None,
            charged: None,
            carrier: String::new(),
            service: String::new(),
            bought: None,
            shipment: None,
            tracking_numbers: Vec::new(),
            prints: Vec::new(),
            manifest: None,
            handed_over: None,
            is_return: false,
            refusal: Message::default(),
            write_back: WriteBack::NotWanted,
            exported: Vec::new(),
            refund: None,
        }
    }
}

/// A refund of a label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelRefund {
    /// As the service has it, such as `Initiated`.
    pub status: String,
    /// When this status was first seen.
    pub at: Timestamp,
    /// When a person decided to buy another label in place of this one.
    #[serde(default)]
    pub replace: Option<Timestamp>,
    /// The label was not written back into the shop's database because of this refund. If the refund
    /// is declined, that is made up for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped_write_back: bool,
}

/// The names are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabelStatus {
    /// Claimed for buying. Whether the journal has the purchase is decided by the journal.
    #[default]
    Buying,
    /// Sent, and whether it was bought is not known.
    InDoubt,
    Bought,
    /// Refused, not found, or never sent: another attempt may be made.
    NotBought,
    /// The service has a refund of it that is not declined: the label must not be used.
    Refunded,
}

/// Whether the tracking number is in the shop's database. The names are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WriteBack {
    /// The order came from no database.
    #[default]
    NotWanted,
    /// Wanted once the label is bought; then in the outbox.
    Waiting,
    /// The database has committed it.
    Written,
    /// Given up by a person, or the label was refunded before it was written.
    GivenUp,
}

/// One time a label was printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelPrint {
    pub at: Timestamp,
    pub printer: String,
    /// The computer that printed it.
    pub by: String,
    /// The row of the job in that computer's print queue. A job is recorded once.
    #[serde(default)]
    pub job: i64,
}

/// One file for a shop that a label's tracking numbers were written to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelExport {
    pub at: Timestamp,
    /// The name of the format, as [`crate::shop_export::ShopFormat::code`] has it.
    pub format: String,
}

impl OrderLabel {
    /// The name of the station that bought it.
    pub fn station_name(&self) -> &str {
        if self.signed.is_empty() {
            // Of a version that did not sign: the name has a mark that tells folders apart.
            let name = self.station.rsplit_once(' ');
            return name.map_or(self.station.as_str(), |(name, _)| name);
        }
        Signature::parse(&self.signed).station
    }

    /// It is being bought, or whether it was bought is not known.
    pub fn is_open(&self) -> bool {
        matches!(self.status, LabelStatus::Buying | LabelStatus::InDoubt)
    }

    /// Whether it was paid for, also if the money came back.
    pub fn was_bought(&self) -> bool {
        matches!(self.status, LabelStatus::Bought | LabelStatus::Refunded)
    }

    /// Whether another label may be bought in its place once a person decides it: the service has a
    /// refund whose status says so. Nothing is concluded from a status that is not known.
    pub fn can_be_replaced(&self) -> bool {
        let status = self.refund.as_ref().map(|refund| refund.status.as_str());
        self.status == LabelStatus::Refunded
            && matches!(status, Some("Initiated" | "Approved" | "Refunded"))
    }
}
