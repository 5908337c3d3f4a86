//! Choosing a file or a folder. A panel names a [`Deed`]; the dialog of the system asks for
//! the path beside the frame loop; the window carries the deed out when the answer is there,
//! on whatever panel the person is by then. Where the system has no dialog, the path is typed.

pub mod deed;
mod drops;
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

pub use self::deed::{Decided, Deed};
pub use self::drops::show_ui as drops_ui;
pub use self::native::NativeChooser;
pub use self::question::{Question, Wanted};
pub use self::typed::show_ui as typed_ui;
use super::widgets::Meaning;
use super::widgets::notice::band_ui;
use crate::base::folders::UserFolders;
use crate::desk::state::{Connection, Session, State};
use crate::ui::cx::Cx;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Chosen(PathBuf),
    Cancelled,
    /// No dialog opened, with the reason in words.
    Unavailable(String),
}

/// What opens dialogs. The real one is [`NativeChooser`]; tests and the tour bring their own.
pub trait FileChooser {
    /// Opens the dialog and returns at once.
    fn open(&mut self, question: Question, reply: Reply);
}

/// Where the answer goes. Dropped without one, the dialog counts as failed.
pub struct Reply {
    answer: Option<oneshot::Sender<Outcome>>,
    wake: Wake,
}

impl Reply {
    pub fn send(mut self, outcome: Outcome) {
        if let Some(answer) = self.answer.take() {
            // Nobody waits any more where the path was typed meanwhile.
            let _ = answer.send(outcome);
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

/// The one dialog of the window, and what replaces it where it cannot open.
pub struct Files {
    chooser: Box<dyn FileChooser>,
    folders: UserFolders,
    wake: Wake,
    open: Option<Open>,
    typing: Option<typed::Typing>,
    /// What was chosen, typed or dropped, and whether the dialog asked before replacing a file;
    /// carried out after the frame.
    decided: Option<(Asked, PathBuf, bool)>,
    /// Why nothing was done with a file.
    refusal: Option<String>,
}

/// A deed that waits for its path, and whose data it is about.
#[derive(Clone, Debug)]
struct Asked {
    deed: Deed,
    session: Option<Session>,
}

struct Open {
    asked: Asked,
    answer: oneshot::Receiver<Outcome>,
}

const OPEN: &str = "A file dialog is open";

impl Default for Files {
    fn default() -> Self {
        Self {
            chooser: Box::new(NoChooser),
            folders: UserFolders::default(),
            wake: Arc::new(|| {}),
            open: None,
            typing: None,
            decided: None,
            refusal: None,
        }
    }
}

impl Files {
    /// Dialogs from now on open through this; `wake` has the window draw a frame.
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

    /// Why no other dialog can be opened now.
    pub fn busy(&self) -> Option<&'static str> {
        self.open.is_some().then_some(OPEN)
    }

    pub fn ask(&mut self, deed: Deed, state: &State) {
        if self.open.is_some() {
            return;
        }
        self.refusal = None;
        let session = session(state).cloned();
        let asked = Asked { deed, session };
        let question = asked.deed.question(&state.settings, &self.folders);
        if state.settings.type_paths {
            self.typing = Some(typed::Typing::new(asked, &question, None));
            return;
        }
        let (sender, answer) = oneshot::channel();
        self.open = Some(Open { asked, answer });
        let reply = Reply {
            answer: Some(sender),
            wake: Arc::clone(&self.wake),
        };
        self.chooser.open(question, reply);
    }

    /// The path is typed while the dialog stays behind; its answer comes to nothing.
    fn type_instead(&mut self, state: &State, reason: Option<String>) {
        if let Some(open) = self.open.take() {
            let question = open.asked.deed.question(&state.settings, &self.folders);
            self.typing = Some(typed::Typing::new(open.asked, &question, reason));
        }
    }

    /// Takes the answer of the dialog if it is there, before anything is drawn.
    pub(super) fn poll(&mut self, state: &State) {
        let Some(open) = &mut self.open else {
            return;
        };
        let outcome = match open.answer.try_recv() {
            Ok(outcome) => outcome,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Closed) => {
                let reason = "The file dialog ended without an answer. Type the path";
                Outcome::Unavailable(reason.to_owned())
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

    /// Whether a path waits to be taken by [`Self::decide`].
    pub(super) fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// What is to be done now, once.
    pub(super) fn decide(&mut self, state: &State) -> Option<Decided> {
        let (
            Asked {
                deed,
                session: whose,
            },
            path,
            is_confirmed,
        ) = self.decided.take()?;
        let obstacle = match &deed {
            deed if deed.is_of_account() && whose.as_ref() != session(state) => {
                Some("the account changed")
            }
            Deed::SavePreview(_) if state.safekeeping.preview.is_none() => {
                Some("the preview was closed")
            }
            _ => None,
        };
        if let Some(obstacle) = obstacle {
            self.refusal = Some(format!(
                "{}: {obstacle} while the file was chosen, so nothing was done. Choose it again",
                deed.title()
            ));
            return None;
        }
        Some(Decided {
            deed,
            path,
            is_confirmed,
        })
    }
}

/// For windows that have no display.
struct NoChooser;

impl FileChooser for NoChooser {
    fn open(&mut self, _question: Question, reply: Reply) {
        let reason = "This window has no display for a file dialog. Type the path";
        reply.send(Outcome::Unavailable(reason.to_owned()));
    }
}

fn session(state: &State) -> Option<&Session> {
    match &state.connection {
        Connection::Connected(session) => Some(session),
        _ => None,
    }
}

/// Says that a dialog is open, with the way to type, and why a file was refused.
pub fn bands_ui(ui: &mut Ui, cx: &Cx<'_>, files: &mut Files) {
    if let Some(open) = &files.open {
        let words = format!("{OPEN}: {}", open.asked.deed.title());
        if band_ui(ui, Meaning::Info, &words, Some("Type the path instead")) {
            files.type_instead(cx.state, None);
        }
    }
    if let Some(refusal) = &files.refusal
        && band_ui(ui, Meaning::Warning, refusal, Some("Dismiss"))
    {
        files.refusal = None;
    }
}
