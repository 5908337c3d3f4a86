//! How a run ended, and the exit code that says so.

/// The exit code of `postroom batch`. Scripts compare the numbers, so none changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchExit {
    /// Every order that is not left out is where it was to go.
    AllDone,
    /// The run came to its end. Some orders need attention, have no rate or were refused, or a
    /// label was bought and its file could not be saved.
    SomeOrdersRemain,
    /// Nothing was read or sent.
    WrongArguments,
    /// The file cannot be read, or not as orders. Nothing was sent.
    FileUnreadable,
    /// There is no connection, or nobody is signed in. No purchase was sent.
    NothingSent,
    /// Whether a label was bought is not known yet. The next run or the window finds out. It must
    /// not be bought by other means.
    InDoubt,
    /// The run ended early. What was not bought is untouched; the next run goes on from there.
    Stopped,
    /// Orders or purchase journal of this computer cannot be used. Nothing was sent.
    DataUnavailable,
}

impl BatchExit {
    pub const ALL: [Self; 8] = [
        Self::AllDone,
        Self::SomeOrdersRemain,
        Self::WrongArguments,
        Self::FileUnreadable,
        Self::NothingSent,
        Self::InDoubt,
        Self::Stopped,
        Self::DataUnavailable,
    ];

    pub const fn code(self) -> u8 {
        match self {
            Self::AllDone => 0,
            Self::SomeOrdersRemain => 1,
            Self::WrongArguments => 2,
            Self::FileUnreadable => 3,
            Self::NothingSent => 4,
            Self::InDoubt => 5,
            Self::Stopped => 6,
            Self::DataUnavailable => 7,
        }
    }

    /// The word in the summary.
    pub const fn word(self) -> &'static str {
        match self {
            Self::AllDone => "all-done",
            Self::SomeOrdersRemain => "some-orders-remain",
            Self::WrongArguments => "wrong-arguments",
            Self::FileUnreadable => "file-unreadable",
            Self::NothingSent => "nothing-sent",
            Self::InDoubt => "in-doubt",
            Self::Stopped => "stopped",
            Self::DataUnavailable => "data-unavailable",
        }
    }
}

/// How the run ended, apart from what became of each order. Reasons are for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Each order was tried.
    Finished,
    /// Before the end: stopped by the user, the money is used up, the connection broke, the disk is
    /// full.
    Stopped {
        reason: String,
    },
    /// Before anything could be sent: no connection, nobody signed in.
    NothingSent {
        reason: String,
    },
    FileUnreadable {
        reason: String,
    },
    DataUnavailable {
        reason: String,
    },
}

impl RunEnd {
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Finished => None,
            Self::Stopped { reason }
            | Self::NothingSent { reason }
            | Self::FileUnreadable { reason }
            | Self::DataUnavailable { reason } => Some(reason),
        }
    }

    /// The exit code. An order in doubt counts most, because a person could buy its label again.
    pub(super) fn exit(&self, any_in_doubt: bool, any_remain: bool) -> BatchExit {
        match self {
            _ if any_in_doubt => BatchExit::InDoubt,
            Self::FileUnreadable { .. } => BatchExit::FileUnreadable,
            Self::DataUnavailable { .. } => BatchExit::DataUnavailable,
            Self::NothingSent { .. } => BatchExit::NothingSent,
            Self::Stopped { .. } => BatchExit::Stopped,
            Self::Finished if any_remain => BatchExit::SomeOrdersRemain,
            Self::Finished => BatchExit::AllDone,
        }
    }
}
