//! Choosing a file or a folder. A panel names a [`FileAction`]; the system's file dialog asks for the
//! path while the window keeps drawing; the window carries out the deed when the path arrives,
//! whichever panel is then on screen. Without a system dialog the user types the path.

mod drops;
pub mod file_action;
mod native;
#[cfg(target_os = "linux")]
mod probe;
mod question;
mod typed;

use std::path::PathBuf;
use std::sync::Arc;

use egui::Ui;
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

pub use self::drops::show_ui as drops_ui;
pub use self::file_action::{FileAction, FileActionWithPath};
pub use self::native::NativeChooser;
pub use self::question::{FileDialogKind, Question};
pub use self::typed::show_ui as typed_ui;
use super::widgets::Meaning;
use super::widgets::notice::band_ui;
use crate::base::folders::UserFolders;
use crate::desk::kernel::session::{Connection, Session};
use crate::desk::state::State;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Chosen(PathBuf),
    Cancelled,
    /// No dialog could open, with the reason as text.
    Unavailable(String),
}

/// Opens file dialogs. The real one is [`NativeChooser`]; tests and the tour use their own.
pub trait FileChooser {
    /// Opens the dialog and returns at once.
    fn open(&mut self, question: Question, reply: Reply);
}

/// The reply channel of a dialog. If it is dropped unused, the dialog counts as failed.
pub struct Reply {
    answer: Option<oneshot::Sender<Outcome>>,
    wake: Wake,
}

impl Reply {
    pub fn send(mut self, outcome: Outcome) {
        if let Some(answer) = self.answer.take() {
            // The receiver is gone if the user typed the path meanwhile.
            let _ = answer.send(outcome);
        }
    }

    /// Waits until nobody wants the answer any more, because the path is typed instead.
    #[cfg(target_os = "linux")]
    async fn is_given_up(&mut self) {
        match &mut self.answer {
            Some(answer) => answer.closed().await,
            None => std::future::pending().await,
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        drop(self.answer.take());
        (self.wake)();
    }
}

type Wake = Arc<dyn Fn() + Send + Sync>;

/// The single file dialog of the window, and the typed path that replaces it.
pub struct Files {
    chooser: Box<dyn FileChooser>,
    folders: UserFolders,
    wake: Wake,
    open: Option<Open>,
    typing: Option<typed::Typing>,
    /// The chosen, typed or dropped path, and whether the dialog asked before replacing a
    /// file. Carried out after the frame.
    decided: Option<(PendingFileAction, PathBuf, bool)>,
    /// A table of orders that another program gave; it waits for an account.
    table: Option<PathBuf>,
    /// Why nothing was done with a file.
    refusal: Option<String>,
}

/// A deed that waits for its path, and the account session it belongs to.
#[derive(Clone, Debug)]
struct PendingFileAction {
    deed: FileAction,
    session: Option<Session>,
}

struct Open {
    asked: PendingFileAction,
    answer: oneshot::Receiver<Outcome>,
}

impl Default for Files {
    fn default() -> Self {
        Self {
            chooser: Box::new(NoChooser),
            folders: UserFolders::default(),
            wake: Arc::new(|| {}),
            open: None,
            typing: None,
            decided: None,
            table: None,
            refusal: None,
        }
    }
}

impl Files {
    /// Uses this chooser for later dialogs; `wake` makes the window draw a frame.
    pub fn use_chooser(
        &mut self,
        chooser: Box<dyn FileChooser>,
        folders: UserFolders,
        wake: impl Fn() + Send + Sync + 'static,
    ) {
        self.chooser = chooser;
        self.folders = folders;
        self.wake = Arc::new(wake);
    }

    /// Why no other dialog can open now.
    pub fn busy(&self) -> Option<&'static str> {
        self.open.is_some().then(|| text!("parts-dialog-open"))
    }

    pub fn open_dialog(&mut self, deed: FileAction, state: &State) {
        if self.open.is_some() {
            return;
        }
        self.refusal = None;
        let session = session(state).cloned();
        let asked = PendingFileAction { deed, session };
        let question = asked.deed.question(&state.settings, &self.folders);
        if state.settings.type_paths {
            self.typing = Some(typed::Typing::new(asked, &question, None));
            return;
        }
        let (sender, answer) = oneshot::channel();
        self.open = Some(Open { asked, answer });
        let reply = Reply { answer: Some(sender), wake: Arc::clone(&self.wake) };
        self.chooser.open(question, reply);
    }

    /// Lets the user type the path. A dialog of zenity is closed; that of a portal stays in the
    /// background, and its answer is ignored.
    fn type_instead(&mut self, state: &State, reason: Option<String>) {
        if let Some(open) = self.open.take() {
            let question = open.asked.deed.question(&state.settings, &self.folders);
            self.typing = Some(typed::Typing::new(open.asked, &question, reason));
        }
    }

    /// Imports the table as if it were dropped on the orders. Of several the last one waits.
    pub(super) fn open_table(&mut self, file: PathBuf) {
        self.table = Some(file);
    }

    /// Receives the answer of the dialog if it has arrived. Called before anything is drawn.
    pub(super) fn poll(&mut self, state: &State) {
        if session(state).is_some()
            && let Some(file) = self.table.take()
        {
            self.accept(Panel::Orders, state, &[file]);
        }
        let Some(open) = &mut self.open else {
            return;
        };
        let outcome = match open.answer.try_recv() {
            Ok(outcome) => outcome,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Closed) => {
                Outcome::Unavailable(text!("parts-dialog-no-answer").to_owned())
            }
        };
        match outcome {
            Outcome::Unavailable(reason) => self.type_instead(state, Some(reason)),
            Outcome::Cancelled => self.open = None,
            Outcome::Chosen(path) => {
                let chosen = |open: Open| (open.asked, path, true);
                self.decided = self.open.take().map(chosen);
            }
        }
    }

    /// Whether a path is ready for [`Self::decide`].
    pub(super) fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// Takes the deed that is ready to be carried out.
    pub(super) fn decide(&mut self, state: &State) -> Option<FileActionWithPath> {
        let (PendingFileAction { deed, session: whose }, path, is_confirmed) =
            self.decided.take()?;
        let refusal = match &deed {
            deed if deed.is_of_account() && whose.as_ref() != session(state) => {
                Some(text!("parts-dialog-account-changed", title = deed.title()))
            }
            FileAction::SavePreview(_) if state.safekeeping.preview.is_none() => {
                Some(text!("parts-dialog-preview-closed", title = deed.title()))
            }
            _ => None,
        };
        if refusal.is_some() {
            self.refusal = refusal;
            return None;
        }
        Some(FileActionWithPath { deed, path, is_confirmed })
    }
}

/// The chooser of windows that have no display.
struct NoChooser;

impl FileChooser for NoChooser {
    fn open(&mut self, _question: Question, reply: Reply) {
        let reason = text!("parts-dialog-no-display");
        reply.send(Outcome::Unavailable(reason.to_owned()));
    }
}

fn session(state: &State) -> Option<&Session> {
    match &state.connection {
        Connection::Connected(session) => Some(session),
        _ => None,
    }
}

/// Shows that a dialog is open, with a button to type the path, and why a file was refused.
pub fn bands_ui(ui: &mut Ui, cx: &Cx<'_>, files: &mut Files) {
    if let Some(open) = &files.open {
        let words = text!("parts-dialog-open-for", title = open.asked.deed.title());
        if band_ui(ui, Meaning::Info, &words, Some(text!("parts-dialog-type"))) {
            files.type_instead(cx.state, None);
        }
    }
    if let Some(refusal) = &files.refusal
        && band_ui(ui, Meaning::Warning, refusal, Some(text!("parts-dismiss")))
    {
        files.refusal = None;
    }
}
