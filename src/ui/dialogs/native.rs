//! The file dialogs of the system, through rfd.

use rfd::{AsyncFileDialog, FileHandle};
use tokio::runtime::Handle;

use super::{FileChooser, FileDialogKind, Outcome, Question, Reply};
#[cfg(target_os = "linux")]
use crate::base::child;

pub struct NativeChooser {
    /// A dialog with its parent window set and nothing else.
    blank: AsyncFileDialog,
    runtime: Handle,
}

impl NativeChooser {
    /// `blank` carries the parent window.
    pub fn new(blank: AsyncFileDialog, runtime: Handle) -> Self {
        Self { blank, runtime }
    }
}

impl FileChooser for NativeChooser {
    #[cfg(target_os = "linux")]
    fn open(&mut self, question: Question, mut reply: Reply) {
        use super::probe::{self, DialogBackend};

        let blank = self.blank.clone();
        self.runtime.spawn(async move {
            let way = match probe::way().await {
                Ok(way) => way,
                Err(reason) => return reply.send(Outcome::Unavailable(reason)),
            };
            let mut dialog = dressed(blank, &question);
            if way == DialogBackend::Zenity
                && let Some(folder) = &question.folder
            {
                // rfd passes zenity only the file name; a full path includes the folder.
                let path = match &question.wanted {
                    FileDialogKind::FileToWrite { name } => folder.join(name),
                    FileDialogKind::FileToRead | FileDialogKind::Folder => folder.join(""),
                };
                dialog = dialog.set_file_name(path.display().to_string());
            }
            let answer = answered(dialog, question.wanted);
            let answer = tokio::select! {
                answer = answer => answer,
                // rfd has no way to close a dialog, and two of them would wait for one path.
                () = reply.is_given_up(), if way == DialogBackend::Zenity => {
                    return child::end_own("zenity");
                }
            };
            reply.send(match answer {
                None => probe::why_nothing(way),
                Some(file) => Outcome::Chosen(file.path().to_owned()),
            });
        });
    }

    /// macOS requires dialogs to start on the thread of the window.
    #[cfg(not(target_os = "linux"))]
    fn open(&mut self, question: Question, reply: Reply) {
        let dialog = dressed(self.blank.clone(), &question);
        let answer = answered(dialog, question.wanted);
        self.runtime.spawn(async move {
            reply.send(match answer.await {
                Some(file) => Outcome::Chosen(file.path().to_owned()),
                None => Outcome::Cancelled,
            });
        });
    }
}

fn dressed(blank: AsyncFileDialog, question: &Question) -> AsyncFileDialog {
    let mut dialog = blank.set_title(&question.title);
    for (words, extensions) in &question.filters {
        dialog = dialog.add_filter(*words, &in_both_cases(extensions));
    }
    if let Some(folder) = &question.folder {
        dialog = dialog.set_directory(folder);
    }
    match &question.wanted {
        FileDialogKind::FileToWrite { name } => dialog.set_file_name(name),
        FileDialogKind::FileToRead | FileDialogKind::Folder => dialog,
    }
}

/// Linux file filters are case-sensitive: `.CSV` does not match `.csv`.
fn in_both_cases(extensions: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = extensions.iter().map(|it| (*it).to_owned()).collect();
    if cfg!(target_os = "linux") {
        all.extend(extensions.iter().map(|it| it.to_uppercase()));
    }
    all
}

/// Waits for the answer. On macOS the dialog starts in this call, elsewhere when it is awaited.
fn answered(
    dialog: AsyncFileDialog,
    wanted: FileDialogKind,
) -> impl Future<Output = Option<FileHandle>> + Send {
    let (mut read, mut write, mut folder) = (None, None, None);
    match wanted {
        FileDialogKind::FileToRead => read = Some(dialog.pick_file()),
        FileDialogKind::FileToWrite { .. } => write = Some(dialog.save_file()),
        FileDialogKind::Folder => folder = Some(dialog.pick_folder()),
    }
    async move {
        if let Some(read) = read {
            read.await
        } else if let Some(write) = write {
            write.await
        } else if let Some(folder) = folder {
            folder.await
        } else {
            None
        }
    }
}
