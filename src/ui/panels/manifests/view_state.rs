//! What the panel of manifests remembers between frames.

use std::collections::BTreeMap;

use super::ask::Question;
use super::closing::ClosingScanViewState;
use crate::base::id::{ManifestId, ShipmentId};
use crate::desk::manifests::groups::GroupId;
use crate::desk::state::State;
use crate::text;
use crate::ui::parts::document_view;
use crate::ui::widgets::TableState;

/// Width of the panel below which the lists beside the tables are smaller.
pub(super) const NARROW: f32 = 960.0;

#[derive(Debug, Default)]
pub struct ManifestsViewState {
    pub view: View,
    /// The group whose shipments are shown.
    pub(super) group: Option<GroupId>,
    /// The shipments the user ticked or unticked.
    pub(super) ticks: BTreeMap<ShipmentId, bool>,
    pub(super) parcels: TableState,
    pub(super) left_out: TableState,
    pub(super) closing: ClosingScanViewState,
    pub(super) list: TableState,
    /// The manifest whose form is open.
    pub open: Option<ManifestId>,
    pub(super) form: document_view::DocumentViewState,
    pub(super) question: Option<Question>,
    /// The number of the order with an unknown outcome that the user wants to send again.
    pub(super) send_again: Option<String>,
    pub(super) asked_older: Option<(usize, u64)>,
}

impl ManifestsViewState {
    /// Opens the form of a manifest, from anywhere in the window.
    pub fn show_form(&mut self, id: ManifestId) {
        self.view = View::Made;
        self.open = Some(id);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    #[default]
    Day,
    Closing,
    LeftOut,
    Made,
}

/// Why the service cannot be called now.
pub(super) fn offline(state: &State) -> Option<&'static str> {
    state.unreachable_reason(text!("manifests-offline"))
}
