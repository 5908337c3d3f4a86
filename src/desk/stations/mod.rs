//! Several computers, one workspace: which workspace this computer uses, whether its server is there,
//! the names that the others see, and the way of orders from one workspace to another.

pub mod intent;
pub(in crate::desk) mod keeper;
mod setup;

use std::sync::Arc;

use jiff::Timestamp;

use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::shared_books::SharedBooks;
use crate::desk::kernel::shared_place::{SharedPassword, SharedPlace};
pub use crate::desk::kernel::station_settings::{GivenWorkspace, StationSettings};
use crate::message;
use crate::store::book::{Book, BookError};
pub use crate::store::workspace::Signature;
pub use crate::store::workspace::shared::{
    AddressFault, MissingReports, ReportLook, ServerFault, WorkspaceAddress, WorkspaceCheck,
    WorkspaceFormat, WorkspaceTls,
};
use crate::text;

#[derive(Debug, Default)]
pub struct Stations {
    pub settings: StationSettings,
    /// The name of this computer, for stations that nobody named.
    pub usual_name: String,
    /// How what is written here is signed.
    pub signed: String,
    /// The workspace of this run, from the command line.
    pub given: Option<WorkspaceAddress>,
    pub status: SharedStatus,
    /// Whether the workspace went back to an older copy, and whose reports are missing.
    pub reports: ReportLook,
    /// The server announces what other stations write; otherwise changes are seen with a delay.
    pub is_listening: bool,
    /// What the test of an address found.
    pub test: Remote<WorkspaceCheck>,
    /// The tables are being made or moved forward.
    pub preparing: Remote<()>,
    /// Orders are being bought, rated or checked by the hundred: the workspace stays.
    pub(in crate::desk) known_busy: bool,
    /// How often another workspace was asked for. An answer to an earlier wish is not followed.
    wishes: u64,
}

/// How it stands with the workspace of the server.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SharedStatus {
    /// The workspace of this computer is used.
    #[default]
    Local,
    Opening,
    Open {
        /// The tables are of this newer version, and may not be written by this one.
        newer: Option<i32>,
    },
    /// The server does not answer or does not do what it is asked. With the time when that began.
    Lost {
        fault: ServerFault,
        since: Timestamp,
        /// It is tried again without a person.
        is_tried_again: bool,
    },
}

impl SharedStatus {
    /// What is wrong with the workspace, if anything is.
    pub fn trouble(&self) -> Option<Message> {
        match self {
            Self::Local | Self::Opening | Self::Open { newer: None } => None,
            Self::Open { newer: Some(version) } => {
                Some(ServerFault::Newer { version: *version }.message())
            }
            Self::Lost { fault, .. } => Some(fault.message()),
        }
    }

    /// Whether the tables have to be made or moved forward, which a person decides.
    pub fn question(&self) -> Option<PrepareQuestion> {
        match self {
            Self::Lost { fault, .. } => match fault {
                ServerFault::NotPrepared => Some(PrepareQuestion::Make),
                ServerFault::Older { .. } => Some(PrepareQuestion::MoveForward),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether what keeps orders from being taken for buying may end by itself: the server is being
    /// connected to, or is away.
    pub fn passes(&self) -> bool {
        match self {
            Self::Local | Self::Open { .. } => false,
            Self::Opening => true,
            Self::Lost { fault, .. } => fault.passes(),
        }
    }

    /// Why no order can be taken for buying.
    pub fn buying_obstacle(&self) -> Option<Message> {
        match self {
            Self::Local | Self::Open { newer: None } => None,
            Self::Opening => Some(message!("stations-buying-waits-opening")),
            Self::Open { newer: Some(_) } => self.trouble(),
            Self::Lost { fault, .. } => {
                Some(message!("stations-buying-waits", reason = fault.message()))
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrepareQuestion {
    Make,
    MoveForward,
}

impl Stations {
    /// The address of the workspace in use; `None` for the one of this computer.
    pub fn address(&self) -> Option<&WorkspaceAddress> {
        self.given.as_ref().or(self.settings.workspace.as_ref())
    }

    /// As the other stations see this computer.
    pub fn shown_name(&self) -> &str {
        match self.settings.name.trim() {
            "" => &self.usual_name,
            name => name,
        }
    }

    /// Why no order can be taken for buying.
    pub fn buying_obstacle(&self) -> Option<Message> {
        self.status.buying_obstacle().or_else(|| self.missing_reports())
    }

    /// Why orders wait for reports of stations, if they do. A person here can decide not to wait.
    pub fn missing_reports(&self) -> Option<Message> {
        let missing = &self.reports.missing;
        let is_open = matches!(self.status, SharedStatus::Open { newer: None });
        (is_open && !missing.is_empty())
            .then(|| message!("stations-buying-waits", reason = missing.message()))
    }

    /// Why the workspace cannot be changed now.
    pub fn switch_obstacle(&self) -> Option<&'static str> {
        self.known_busy.then(|| text!("stations-switch-waits"))
    }
}

/// The settings of the last run, and the workspace of the command line.
pub(in crate::desk) fn begin(me: &mut Stations, ctx: &mut Ctx<'_>, given: Option<GivenWorkspace>) {
    me.settings = StationSettings::read(ctx.data_dir);
    let station = ctx.station();
    // Without the mark that tells two folders of one computer apart.
    let name = station.rsplit_once(' ').map_or(&*station, |(name, _)| name);
    me.usual_name = name.to_owned();
    sign(me, ctx);
    me.given = given.as_ref().map(|given| given.address.clone());
    let password = given.and_then(|given| given.password);
    // The window waits for its files, and this is one of them.
    let opened = me.address().map(|address| {
        let books = SharedBooks::of_address(ctx.data_dir, address, ctx.clock);
        OpenedBook::open(books)
    });
    use_place(me, ctx, password.map(SharedPassword::Given), opened);
}

/// The address book of a shared workspace, as it could be opened.
struct OpenedBook {
    books: SharedBooks,
    book: Book,
    trouble: Option<BookError>,
}

impl OpenedBook {
    /// Not for the UI thread.
    fn open(books: SharedBooks) -> Self {
        let (book, trouble) = books.open();
        Self { books, book, trouble }
    }
}

/// Signs what is written from now on with the names of the settings.
fn sign(me: &mut Stations, ctx: &Ctx<'_>) {
    let author = ctx.workspaces.author();
    author.change(me.shown_name(), &me.settings.person);
    me.signed = author.signed();
}

/// Opens the workspace of the settings in the background. Its address book is open already, so that
/// no address is ever taken from the wrong one.
fn use_place(
    me: &mut Stations,
    ctx: &mut Ctx<'_>,
    password: Option<SharedPassword>,
    opened: Option<OpenedBook>,
) {
    let password = password.unwrap_or_else(|| SharedPassword::Stored(ctx.secret_places.clone()));
    let place = me.address().cloned().zip(opened).map(|(address, opened)| {
        let OpenedBook { books, book, trouble } = opened;
        if let Some(error) = trouble {
            let attempted = message!("stations-attempted-book");
            ctx.notice_failure(failure::describe_local_error(attempted, &error));
        }
        let author = ctx.workspaces.author().clone();
        let station = ctx.station();
        let book = (books, book);
        let place = SharedPlace::new(address, password, station, author, book, ctx.data_dir);
        Arc::new(place)
    });
    ctx.workspaces.use_shared(place);
    me.preparing = Remote::NotAsked;
    // What was wrong with another address says nothing about this one.
    me.status = SharedStatus::Local;
    me.reports = ReportLook::default();
    keeper::keep(me, ctx);
}

/// Uses another workspace from now on.
fn change_place(me: &mut Stations, ctx: &mut Ctx<'_>, opened: Option<OpenedBook>) {
    use_place(me, ctx, None, opened);
    ctx.announce(Event::WorkspaceChosen);
}

fn keep_settings(me: &Stations, ctx: &mut Ctx<'_>) {
    if let Err(error) = me.settings.write(ctx.data_dir) {
        let trouble = Trouble {
            attempted: message!("stations-attempted-keep"),
            cause: error.to_string().into(),
            advice: message!("errors-advice-disk"),
            ..Trouble::default()
        };
        ctx.notice_failure(trouble);
    }
}
