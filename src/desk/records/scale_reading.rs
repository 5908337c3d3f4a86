//! The scale's reading, stored with the label that is bought by it: all displayed digits, the time,
//! and the scale. It is part of the purchase's journal row, so that it is available whenever the
//! label is, survives a rebuilt cache, and is covered by the same hash chain. It is not sent to the
//! service.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::measure::WeightUnit;
use crate::parcel::draft::PackageForm;
use crate::store::cache::Scope;
use crate::store::journal::Journal;

/// The reading for one package of a label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScaleReading {
    /// Starts at 1, as in the service.
    pub package: usize,
    /// As the scale displayed it, with all decimals.
    pub digits: String,
    pub unit: WeightUnit,
    /// For example `2026-11-21T14:03:07Z`.
    pub at: String,
    pub scale: String,
}

impl ScaleReading {
    /// For example `24.6 oz on Postal scale`, as in an exported file; the screen has its own text.
    pub fn words(&self) -> String {
        format!("{} {} on {}", self.digits, self.unit.code(), self.scale)
    }

    pub fn time(&self) -> Option<Timestamp> {
        self.at.parse().ok()
    }
}

/// The readings of all packages whose weight is still the scale's, as JSON; `None` if there are
/// none.
pub(in crate::desk) fn readings_json(packages: &[PackageForm]) -> Option<String> {
    let seen = |(index, package): (usize, &PackageForm)| {
        let weighed = package.weighed.clone().filter(|_| package.is_weighed())?;
        // A draft of an earlier version has no time.
        (!weighed.at.is_empty()).then_some(ScaleReading {
            package: index + 1,
            digits: weighed.digits,
            unit: weighed.unit,
            at: weighed.at,
            scale: weighed.scale,
        })
    };
    let witnesses: Vec<ScaleReading> = packages.iter().enumerate().filter_map(seen).collect();
    if witnesses.is_empty() {
        return None;
    }
    serde_json::to_string(&witnesses).ok()
}

/// The readings of one label; empty if nothing was weighed or the journal cannot be read.
pub(in crate::desk) async fn look_up(
    journal: Option<&Journal>,
    scope: &Scope,
    label: &str,
) -> Vec<ScaleReading> {
    let Some(journal) = journal else {
        return Vec::new();
    };
    let known = journal.scale_reading(&scope.environment, &scope.account, label);
    match known.await {
        Ok(known) => known.as_deref().map(read).unwrap_or_default(),
        Err(error) => {
            tracing::warn!(%error, "what the scale showed could not be looked up");
            Vec::new()
        }
    }
}

pub(in crate::desk) fn read(json: &str) -> Vec<ScaleReading> {
    serde_json::from_str(json).unwrap_or_default()
}

/// Text for one table cell, one part per package:
/// `1: 24.6 oz on Postal scale at 2026-11-21T14:03:07Z`.
pub(in crate::desk) fn cell(witnesses: &[ScaleReading]) -> String {
    let part = |it: &ScaleReading| format!("{}: {} at {}", it.package, it.words(), it.at);
    witnesses.iter().map(part).collect::<Vec<_>>().join("; ")
}
