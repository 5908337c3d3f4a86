//! Variations of a service and a desk that the interface allows: reads that lag behind a commit,
//! other spellings of an id, empty responses, unreadable responses, and a clock that is days off.

use std::time::Duration;

use super::dice::Dice;

/// One variation. A run has several at random, or only the one that its rules name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServiceQuirk {
    /// A read returns the state of some seconds ago.
    Lag,
    /// The balance is checked before the transaction id: the second copy of a purchase is refused
    /// for insufficient funds.
    BalanceFirst,
    /// Ids come back in capitals, with a space.
    Spelling,
    /// A lookup that finds nothing is answered with 200 and an empty body.
    EmptyIsNone,
    /// Labels so large that neither the purchase's response nor the lookup can be read; the lists
    /// can be read.
    Unreadable,
    /// As above, and the list of shipments cannot be read for hours either. The history can be
    /// read.
    HistoryOnly,
    /// The look-up of what was bought is answered by an error, whenever it is asked; the lists can be
    /// read. Only alone, so that the kept seeds draw as before.
    ErrorById,
    /// The desk's clock is ten days off, and may be corrected later.
    Clock,
    /// Every list starts with the oldest row.
    Oldest,
}

impl ServiceQuirk {
    pub const ALL: [Self; 9] = [
        Self::Lag,
        Self::BalanceFirst,
        Self::Spelling,
        Self::EmptyIsNone,
        Self::Unreadable,
        Self::HistoryOnly,
        Self::ErrorById,
        Self::Clock,
        Self::Oldest,
    ];
}

/// The variations of one run.
#[derive(Clone, Debug, Default)]
pub struct Manners {
    pub lag: Duration,
    pub balance_first: bool,
    pub spelling: bool,
    pub empty_is_none: bool,
    pub unreadable: bool,
    pub history_only: bool,
    pub error_by_id: bool,
    /// Every list starts with the oldest row.
    pub oldest_first: bool,
    /// Seconds by which the desk's clock is ahead.
    pub skew: i64,
    /// When the clock is corrected.
    pub put_right: Option<Duration>,
}

const TEN_DAYS: i64 = 10 * 24 * 3600;

impl Manners {
    /// `only`: exactly this variation, or with `Some(None)` none.
    pub fn draw(dice: &mut Dice, only: Option<Option<ServiceQuirk>>) -> Self {
        let mut has = |manner: ServiceQuirk, per_mille: u64| {
            let drawn = dice.chance(per_mille);
            match only {
                Some(only) => only == Some(manner),
                None => drawn,
            }
        };
        let lags = has(ServiceQuirk::Lag, 500);
        let balance_first = has(ServiceQuirk::BalanceFirst, 300);
        let spelling = has(ServiceQuirk::Spelling, 150);
        let empty_is_none = has(ServiceQuirk::EmptyIsNone, 300);
        let unreadable = has(ServiceQuirk::Unreadable, 80);
        let history_only = has(ServiceQuirk::HistoryOnly, 40);
        let clock = has(ServiceQuirk::Clock, 200);
        let oldest_first = has(ServiceQuirk::Oldest, 300);
        // Shorter than the quiet period; most lags are 1.5 to 4 seconds.
        let lag = match dice.chance(700) {
            true => dice.between(1_500, 4_000),
            false => dice.between(4_000, 45_000),
        };
        let skew = if dice.chance(500) { TEN_DAYS } else { -TEN_DAYS };
        let put_right = dice.chance(500).then(|| dice.between(60, 6 * 3600));
        Self {
            lag: Duration::from_millis(if lags { lag } else { 0 }),
            balance_first,
            spelling,
            empty_is_none,
            unreadable: unreadable || history_only,
            history_only,
            error_by_id: only == Some(Some(ServiceQuirk::ErrorById)),
            oldest_first,
            skew: if clock { skew } else { 0 },
            put_right: put_right.map(Duration::from_secs),
        }
    }

    /// The id as the service spells it.
    pub fn spelt(&self, id: &str) -> String {
        match self.spelling {
            true => format!(" {}", id.to_uppercase()),
            false => id.to_owned(),
        }
    }
}
