//! A folder with files and a fake workspace behind it.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use postroom::watched_folder::{
    FolderEvent, ImportRefusal, ImportSummary, OrderOutcome, OrderResult, SteadinessRules,
    WatchedFolder, WatchedFolderSettings, WatchedFolderSink,
};
use tokio::sync::mpsc::UnboundedSender;

use crate::prelude::*;

pub const SETTINGS: WatchedFolderSettings = WatchedFolderSettings {
    steadiness: SteadinessRules {
        steady_for: Duration::from_secs(3),
        overdue_after: Duration::from_secs(60),
        retry_after: Duration::from_secs(5),
    },
    poll: Duration::from_secs(10),
    after_event: Duration::from_millis(1),
    late_writers: Duration::from_secs(100),
    largest_bytes: 10_000,
};

/// Long enough for the slowest machine; a test that waits this long has failed.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Orders by number, each with its line of the file. It is a file, so that it outlives a process.
#[derive(Clone)]
pub struct FakeWorkspace {
    file: PathBuf,
    events: Arc<Mutex<Vec<FolderEvent>>>,
    /// How often a file was to be imported, with those that were refused.
    asked: Arc<AtomicUsize>,
    /// Orders cannot be stored.
    pub is_down: Arc<Mutex<bool>>,
    pub sent: Option<UnboundedSender<FolderEvent>>,
    pub between: Between,
}

/// What happens between import and move.
#[derive(Clone, Default)]
pub enum Between {
    #[default]
    Nothing,
    /// Writes this to the file of this path.
    Write(PathBuf, &'static str),
    Remove(PathBuf),
    /// Prints a line and waits to be killed.
    WaitForTheKill,
}

impl FakeWorkspace {
    pub fn new(file: PathBuf) -> Self {
        postroom::catalogs::install();
        Self {
            file,
            events: Arc::default(),
            asked: Arc::default(),
            is_down: Arc::default(),
            sent: None,
            between: Between::default(),
        }
    }

    pub fn orders(&self) -> BTreeMap<String, String> {
        let stored = fs::read_to_string(&self.file).unwrap_or_default();
        let lines = stored.lines().filter_map(|line| line.split_once(','));
        lines.map(|(number, rest)| (number.to_owned(), rest.to_owned())).collect()
    }

    /// The events since the last call.
    pub fn events(&self) -> Vec<FolderEvent> {
        std::mem::take(&mut self.events.lock().unwrap())
    }

    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl WatchedFolderSink for FakeWorkspace {
    async fn import_file(
        &self,
        name: &str,
        content: Arc<[u8]>,
    ) -> Result<ImportSummary, ImportRefusal> {
        let text = String::from_utf8_lossy(&content).into_owned();
        self.asked.fetch_add(1, Ordering::SeqCst);
        if *self.is_down.lock().unwrap() {
            return Err(ImportRefusal::Unavailable("the database is down".into()));
        }
        if text.contains("too long") {
            return Err(ImportRefusal::Failed("a name is too long".into()));
        }
        let Some(rows) = text.strip_prefix("order,item\n") else {
            let reason = format!("{name} has no orders");
            return Err(ImportRefusal::Unreadable(reason.into()));
        };
        let mut orders = self.orders();
        let mut summary = ImportSummary::default();
        for (row, line) in (2..).zip(rows.lines()) {
            let (number, rest) = line.split_once(',').unwrap_or((line, ""));
            let before = orders.insert(number.to_owned(), rest.to_owned());
            let outcome = match before {
                None => OrderOutcome::Added,
                Some(before) if before == rest => OrderOutcome::Unchanged,
                Some(_) => OrderOutcome::Updated,
            };
            summary.orders.push(OrderResult {
                row,
                number: number.to_owned(),
                outcome,
                needs_attention: false,
                notes: Vec::new(),
            });
        }
        let stored: String =
            orders.iter().map(|(number, rest)| format!("{number},{rest}\n")).collect();
        let new = self.file.with_extension("new");
        fs::write(&new, stored).unwrap();
        fs::rename(&new, &self.file).unwrap();
        Ok(summary)
    }

    async fn receive_event(&self, event: FolderEvent) {
        self.events.lock().unwrap().push(event.clone());
        if let Some(sent) = &self.sent {
            sent.send(event).unwrap();
        }
    }

    async fn before_move(&self, _name: &str) {
        match &self.between {
            Between::Nothing => {}
            Between::Write(path, text) => fs::write(path, text).unwrap(),
            Between::Remove(path) => fs::remove_file(path).unwrap(),
            Between::WaitForTheKill => {
                println!("committed");
                std::io::stdout().flush().unwrap();
                std::future::pending::<()>().await;
            }
        }
    }
}

/// A folder of its own, removed at the end.
pub struct Fixture {
    pub root: PathBuf,
    pub workspace: FakeWorkspace,
}

impl Fixture {
    pub fn new() -> Self {
        let root = std::env::temp_dir().join(format!("postroom-watched-{}", uuid::Uuid::new_v4()));
        fs::create_dir_all(root.join("orders")).unwrap();
        let workspace = FakeWorkspace::new(root.join("workspace"));
        Self { root, workspace }
    }

    pub fn folder(&self) -> PathBuf {
        self.root.join("orders")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn watched(&self) -> WatchedFolder<FakeWorkspace> {
        WatchedFolder::new(self.folder(), SETTINGS, self.workspace.clone())
    }

    /// The names below the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut open = vec![self.folder()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.is_symlink() {
                    open.push(path);
                } else {
                    let below = path.strip_prefix(self.folder()).unwrap();
                    names.push(below.to_str().unwrap().replace('\\', "/"));
                }
            }
        }
        names.sort();
        names
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

pub fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// One look at this time, and all that is steady is taken.
pub async fn look_and_take(watched: &mut WatchedFolder<FakeWorkspace>, at: u64) {
    for file in watched.find_steady_files(seconds(at)).await {
        watched.take_file(file, seconds(at)).await;
    }
}

/// Two looks some time apart, from this time on.
pub async fn settle(watched: &mut WatchedFolder<FakeWorkspace>, at: u64) {
    look_and_take(watched, at).await;
    look_and_take(watched, at + 3).await;
}

pub fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(future)
}

/// The kinds of the events, with the file.
pub fn kinds(events: &[FolderEvent]) -> Vec<String> {
    let words = events.iter().map(|event| match event {
        FolderEvent::FolderAvailable => "available".to_owned(),
        FolderEvent::FolderUnavailable { .. } => "unavailable".to_owned(),
        FolderEvent::FileImported { file, .. } => format!("imported {file}"),
        FolderEvent::FileImportedBefore { file, first } => format!("{file} is {first}"),
        FolderEvent::FileRefused { file, .. } => format!("refused {file}"),
        FolderEvent::FileWaits { file, .. } => format!("waits {file}"),
        FolderEvent::FileWaitEnded { file } => format!("wait ended {file}"),
        FolderEvent::ImportUnavailable { .. } => "import unavailable".to_owned(),
        FolderEvent::ImportAvailable => "import available".to_owned(),
    });
    words.collect()
}

pub const TWO_ORDERS: &str = "order,item\n1001,cup\n1002,mug\n";
