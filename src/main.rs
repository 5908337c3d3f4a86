//! Parses the arguments and starts the window, the practice service alone, or the tour. Only this
//! file knows both the desk and the practice service: the desk receives a function that starts the
//! service, and sees only a base URL.

// Started from the desktop, the program opens no console beside the window.
#![cfg_attr(windows, windows_subsystem = "windows")]

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lexopt::prelude::*;
use tokio::runtime::{Handle, Runtime};
use tokio::sync::Mutex;

use postroom::base::clock::{Clock, Stopwatch};
use postroom::base::secret::Secret;
use postroom::base::startup_credentials::StartupCredentials;
use postroom::base::workspace_argument::without_passwords;
use postroom::base::{child, crash, folders, locale, log, shutdown, startup_restart};
use postroom::desk::flows::batch_run::run_batch;
use postroom::desk::flows::watch_run::run_watch;
use postroom::desk::kernel::session::SignIn;
use postroom::desk::safekeeping::{crash_folder, log_folder, put_backup_in_place};
use postroom::desk::scale::ScaleSource;
use postroom::desk::stations::GivenWorkspace;
use postroom::desk::{PracticeAccess, PracticeLauncher, Setup, Timing, Waker};
use postroom::label::{LABEL_HELP, run_label_command};
use postroom::orders::batch_report::{
    BATCH_HELP, BatchArguments, BatchExit, parse_batch_arguments, parse_watch_arguments,
};
use postroom::rows::scope::Environment;
use postroom::service;
use postroom::service::{Config, Service};
use postroom::store::journal::verify_proof;
use postroom::store::secret;
use postroom::tables::read_file::run_sheet_worker;
use postroom::ui::opening::OpeningDesk;
use postroom::ui::{app, tour};
use postroom::watched_folder::WatchedFolderSettings;
use postroom::{build_facts, catalogs};

const HELP: &str = include_str!("../assets/help/options.txt");
/// Behind the commands.
const HELP_END: &str = include_str!("../assets/help/end.txt");

/// How long a day of the practice service lasts beside the desk, in seconds: as long as a real one, so
/// that there is time to refund a label and to make a manifest.
const USUAL_PRACTICE_DAY: u32 = 86_400;

enum CliCommand {
    Window(WindowArgs),
    Tour {
        out: PathBuf,
        extent: tour::Extent,
    },
    DecodeWorker,
    SheetWorker,
    #[cfg(windows)]
    SpoolerWorker,
    VerifyJournal {
        file: PathBuf,
        head: Option<String>,
    },
    Restore {
        of_orders: bool,
        file: PathBuf,
        data: Option<PathBuf>,
    },
    Say(String),
}

#[derive(Default)]
struct WindowArgs {
    base_url: Option<String>,
    data: Option<PathBuf>,
    ca: Option<PathBuf>,
    practice: bool,
    open: Option<PathBuf>,
    day_seconds: Option<u32>,
    timings: bool,
    language: Option<String>,
    workspace: Option<String>,
}

/// The practice service of this run, once it has been started.
type Practice = Arc<Mutex<Option<Service>>>;

fn main() -> ExitCode {
    // Before a message that was stored, or one of a package below, is shown.
    catalogs::install();
    child::refuse_core_dumps();
    let started = Stopwatch::start();
    let (words, password) = without_passwords(std::env::args_os().skip(1));
    let mut words = words.into_iter().peekable();
    if words.next_if(|word| word == "batch").is_some() {
        return carry_out("batch", words.collect(), password);
    }
    if words.next_if(|word| word == "watch").is_some() {
        return carry_out("watch", words.collect(), password);
    }
    if words.next_if(|word| word == "label").is_some() {
        return draw_label(words.collect());
    }
    if words.next_if(|word| word == "serve").is_some() {
        return serve(words);
    }
    let outcome = match wish(words) {
        Ok(CliCommand::Window(wish)) => {
            let handed = StartupCredentials::read_at_startup().with_workspace_password(password);
            startup_restart::restart_if_needed(&handed);
            open_window(wish, handed, started)
        }
        Ok(CliCommand::Tour { out, extent }) => take_tour(&out, extent),
        Ok(CliCommand::VerifyJournal { file, head }) => verify_journal(&file, head.as_deref()),
        Ok(CliCommand::Restore { of_orders, file, data }) => restore(of_orders, &file, data),
        Ok(CliCommand::DecodeWorker) => return postroom::label::run_worker(),
        Ok(CliCommand::SheetWorker) => return run_sheet_worker(),
        #[cfg(windows)]
        Ok(CliCommand::SpoolerWorker) => return postroom::label::print::spooler::run_worker(),
        Ok(CliCommand::Say(words)) => {
            print!("{words}");
            return ExitCode::SUCCESS;
        }
        Err(error) => Err(format!("{error}; postroom --help lists what there is")),
    };
    outcome.unwrap_or_else(|words| {
        eprintln!("postroom: {words}");
        ExitCode::FAILURE
    })
}

fn serve(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    match service::ServeOptions::read(words) {
        Ok(Some(options)) => {
            log::write_to(None);
            service::serve_blocking("postroom serve", &options)
        }
        Ok(None) => {
            print!("postroom serve\n{}", service::SERVE_HELP);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("postroom serve: {error}; postroom serve --help lists what there is");
            ExitCode::FAILURE
        }
    }
}

fn wish(args: impl Iterator<Item = OsString>) -> Result<CliCommand, lexopt::Error> {
    let mut parser = lexopt::Parser::from_args(args);
    let mut window = WindowArgs::default();
    let mut command = String::new();
    let mut out = None;
    let mut extent = tour::Extent::Main;
    let mut more: Vec<OsString> = Vec::new();
    let mut head = None;
    let (mut version, mut json) = (false, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Value(value) if command.is_empty() => command = value.string()?,
            Value(value) if command == "journal" || command == "orders" => more.push(value),
            Long("head") => head = Some(parser.value()?.string()?),
            Long("base-url") => window.base_url = Some(parser.value()?.string()?),
            Long("data") => window.data = Some(parser.value()?.into()),
            Long("day-seconds") => window.day_seconds = Some(parser.value()?.parse()?),
            Long("ca") => window.ca = Some(parser.value()?.into()),
            Long("practice") => window.practice = true,
            Long("language") => window.language = Some(parser.value()?.string()?),
            Long("workspace") => window.workspace = Some(parser.value()?.string()?),
            Long("timings") => window.timings = true,
            Long("out") => out = Some(PathBuf::from(parser.value()?)),
            Long("all") => extent = tour::Extent::Pictures,
            Long("texts") => extent = tour::Extent::Texts,
            Long("smallest") => extent = tour::Extent::SmallestTexts,
            Long("help") | Short('h') => {
                return Ok(CliCommand::Say(format!("{HELP}{LABEL_HELP}{BATCH_HELP}{HELP_END}")));
            }
            Long("version") | Short('V') => version = true,
            Long("json") => json = true,
            other => return Err(other.unexpected()),
        }
    }
    if version {
        return Ok(CliCommand::Say(match json {
            true => build_facts::as_json(data_dir(window.data).ok().as_deref()),
            false => format!("postroom {}\n", build_facts::VERSION),
        }));
    }
    if json {
        return Err("--json goes with --version, batch and label".into());
    }
    Ok(match command.as_str() {
        "" => CliCommand::Window(window),
        "tour" => CliCommand::Tour { out: out.ok_or("the tour needs --out DIR")?, extent },
        "journal" | "orders" => match more.as_slice() {
            [what, file] if what == "verify" && command == "journal" => {
                CliCommand::VerifyJournal { file: PathBuf::from(file), head }
            }
            [what, file] if what == "restore" => CliCommand::Restore {
                of_orders: command == "orders",
                file: PathBuf::from(file),
                data: window.data,
            },
            _ if command == "orders" => return Err("it is: postroom orders restore FILE".into()),
            _ => return Err("the journal is checked with: postroom journal verify FILE".into()),
        },
        "decode-worker" => CliCommand::DecodeWorker,
        "sheet-worker" => CliCommand::SheetWorker,
        #[cfg(windows)]
        "spooler-worker" => CliCommand::SpoolerWorker,
        "batch" => return Err("the word batch comes first: postroom batch FILE".into()),
        "watch" => return Err("the word watch comes first: postroom watch FOLDER".into()),
        "serve" => return Err("the word serve comes first: postroom serve".into()),
        "label" => return Err("the word label comes first: postroom label FILE".into()),
        other if Path::new(other).is_file() => {
            CliCommand::Window(WindowArgs { open: Some(PathBuf::from(other)), ..window })
        }
        other => return Err(format!("there is no command and no file {other}").into()),
    })
}

fn open_window(
    wish: WindowArgs,
    handed: StartupCredentials,
    started: Stopwatch,
) -> Result<ExitCode, String> {
    let data = data_dir(wish.data)?;
    crash::install(crash_folder(&data), Clock::System);
    log::write_to(log::open_or_report(&log_folder(&data)));
    locale::start(wish.language.or_else(locale::system_tag));
    let practice = Practice::default();
    let launcher = launcher(
        Arc::clone(&practice),
        data.join("practice"),
        wish.day_seconds.unwrap_or(USUAL_PRACTICE_DAY),
        Clock::System,
    );
    let credentials = credentials(&handed, wish.base_url.as_deref())?;
    let workspace = GivenWorkspace::from_argument(wish.workspace.as_deref(), &handed)?;
    let decoder_program = this_program()?;
    let (folder, base_url) = (data.clone(), wish.base_url);
    let ca_file = wish.ca;
    let setup = move |waker: Waker, jobs: Handle| Setup {
        runtime: jobs,
        data_dir: folder,
        clock: Clock::System,
        waker,
        practice: Some(launcher),
        decoder_program,
        base_url,
        credentials,
        keyring: secret::system(),
        ca_file,
        workspace,
        devices: ScaleSource::of_system(),
    };
    let running = Rc::new(RefCell::new(None));
    let kept = Rc::clone(&running);
    let begin = move |shown| {
        let runtime = runtime()?;
        let handle = runtime.handle().clone();
        *kept.borrow_mut() = Some(runtime);
        Ok(OpeningDesk::begin(Box::new(setup), handle, shown))
    };
    let options = app::Options {
        clock: Clock::System,
        data_dir: data,
        practice: wish.practice,
        open: wish.open,
        timings: wish.timings,
        started,
    };
    let code = app::run(options, Box::new(begin), handed);
    // The runtime is missing when the display refused to open a window.
    if let Some(runtime) = running.take() {
        stop(runtime, &practice);
    }
    Ok(code)
}

/// `postroom batch`, whose exit codes are its own.
fn draw_label(words: Vec<OsString>) -> ExitCode {
    locale::start(locale::system_tag());
    match this_program() {
        Ok(program) => ExitCode::from(run_label_command(words, program).code()),
        Err(words) => {
            eprintln!("postroom label: {words}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(command: &str, words: Vec<OsString>, password: Option<Secret>) -> ExitCode {
    if words.iter().any(|word| word == "--help" || word == "-h") {
        print!("{BATCH_HELP}");
        return ExitCode::SUCCESS;
    }
    let is_watch = command == "watch";
    let arguments = match is_watch {
        true => parse_watch_arguments(words),
        false => parse_batch_arguments(words),
    };
    let exit = arguments.and_then(|arguments| {
        let handed = StartupCredentials::read_at_startup().with_workspace_password(password);
        startup_restart::restart_if_needed(&handed);
        let runtime = runtime()?;
        let unattended = Unattended::prepare(&arguments, &handed, runtime.handle().clone())?;
        let exit = match is_watch {
            true => watch_folder(&runtime, arguments, unattended),
            false => run_one_batch(&runtime, &arguments, &unattended),
        };
        shutdown::shutdown_runtime(runtime);
        Ok(exit)
    });
    let exit = exit.unwrap_or_else(|words| {
        eprintln!("postroom {command}: {words}; postroom {command} --help lists what there is");
        BatchExit::WrongArguments
    });
    ExitCode::from(exit.code())
}

fn run_one_batch(
    runtime: &Runtime,
    arguments: &BatchArguments,
    unattended: &Unattended,
) -> BatchExit {
    let stopped = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stopped);
    runtime.spawn(async move {
        shutdown::wait_for_signal().await;
        told.store(true, Ordering::Relaxed);
    });
    unattended.run(arguments, None, &mut std::io::stdout(), &stopped)
}

fn watch_folder(runtime: &Runtime, arguments: BatchArguments, unattended: Unattended) -> BatchExit {
    runtime.block_on(run_watch(
        arguments,
        WatchedFolderSettings::default(),
        Box::new(move |arguments, content, out, stop| {
            unattended.run(arguments, Some(content), out, stop)
        }),
        Box::new(std::io::stdout()),
        shutdown::wait_for_signal(),
    ))
}

/// What batches without a window run with.
struct Unattended {
    runtime: Handle,
    data: PathBuf,
    credentials: Option<SignIn>,
    workspace: Option<GivenWorkspace>,
    decoder_program: PathBuf,
}

impl Unattended {
    fn prepare(
        arguments: &BatchArguments,
        handed: &StartupCredentials,
        runtime: Handle,
    ) -> Result<Self, String> {
        let data = data_dir(arguments.data.clone())?;
        crash::install(crash_folder(&data), Clock::System);
        log::write_to(log::open_or_report(&log_folder(&data)));
        locale::start(locale::system_tag());
        let credentials = match arguments.practice {
            true => None,
            false => credentials(handed, arguments.base_url.as_deref())?,
        };
        let workspace = GivenWorkspace::from_argument(arguments.workspace.as_deref(), handed)?;
        Ok(Self { runtime, data, credentials, workspace, decoder_program: this_program()? })
    }

    /// Runs one batch, and leaves nothing open.
    fn run(
        &self,
        arguments: &BatchArguments,
        content: Option<Arc<[u8]>>,
        out: &mut dyn Write,
        stop: &AtomicBool,
    ) -> BatchExit {
        let practice = Practice::default();
        let setup = Setup {
            runtime: self.runtime.clone(),
            data_dir: self.data.clone(),
            clock: Clock::System,
            waker: Arc::new(|| {}),
            practice: Some(launcher(
                Arc::clone(&practice),
                self.data.join("practice"),
                USUAL_PRACTICE_DAY,
                Clock::System,
            )),
            decoder_program: self.decoder_program.clone(),
            base_url: arguments.base_url.clone(),
            credentials: self.credentials.clone(),
            keyring: secret::system(),
            ca_file: arguments.ca.clone(),
            workspace: self.workspace.clone(),
            devices: None,
        };
        let exit = run_batch(setup, Timing::default(), arguments, content, out, stop);
        self.runtime.block_on(stop_practice(&practice));
        exit
    }
}

fn take_tour(out: &Path, extent: tour::Extent) -> Result<ExitCode, String> {
    log::write_to(None);
    let runtime = runtime()?;
    let practice = Practice::default();
    // Pictures of two tours are compared, and what a carrier has done depends on the day of the week:
    // each tour begins on the same morning.
    let clock = Clock::starting_at(tour::start());
    // A tour starts as for a new user: with no data.
    let data = std::env::temp_dir().join(format!("postroom-tour-{}", std::process::id()));
    let setup = Setup {
        runtime: runtime.handle().clone(),
        data_dir: data.clone(),
        clock: clock.clone(),
        waker: Arc::new(|| {}),
        practice: Some(launcher(Arc::clone(&practice), data.join("practice"), 86_400, clock)),
        decoder_program: this_program()?,
        base_url: None,
        credentials: None,
        keyring: None,
        ca_file: None,
        workspace: None,
        devices: None,
    };
    let outcome = tour::run(setup, out, extent);
    stop(runtime, &practice);
    if let Err(error) = std::fs::remove_dir_all(&data) {
        tracing::warn!(%error, folder = %data.display(), "the tour's files stay behind");
    }
    outcome.map(|()| ExitCode::SUCCESS).map_err(|error| format!("the tour did not hold: {error}"))
}

/// Prints the result to standard output, so that it can be stored with the export.
fn verify_journal(file: &Path, head: Option<&str>) -> Result<ExitCode, String> {
    let proof = verify_proof(file, head).map_err(|error| error.to_string())?;
    println!("{} events, the chain holds; the last hash is {}", proof.events, proof.last_hash);
    Ok(ExitCode::SUCCESS)
}

fn restore(of_orders: bool, file: &Path, data: Option<PathBuf>) -> Result<ExitCode, String> {
    let told = put_backup_in_place(&data_dir(data)?, file, of_orders)?;
    println!("{told}");
    Ok(ExitCode::SUCCESS)
}

/// Starts the practice service on the first call, and returns fresh credentials to each caller.
fn launcher(
    practice: Practice,
    folder: PathBuf,
    day_seconds: u32,
    clock: Clock,
) -> PracticeLauncher {
    Arc::new(move || {
        let (practice, folder, clock) = (Arc::clone(&practice), folder.clone(), clock.clone());
        Box::pin(async move {
            let mut running = practice.lock().await;
            let service = match running.take() {
                Some(service) => service,
                None => service::start(Config {
                    listen: SocketAddr::from(([127, 0, 0, 1], 0)),
                    data_dir: folder,
                    day_seconds,
                    clock,
                })
                .await
                .map_err(|error| error.to_string())?,
            };
            let service = running.insert(service);
            let login = service.practice_login().await.map_err(|error| error.to_string())?;
            Ok(PracticeAccess {
                base_url: service.base_url(),
                practice_url: service.practice_url(),
                api_key: login.api_key,
                api_secret: login.api_secret,
                user_name: login.user_name,
                password: login.password,
            })
        })
    })
}

fn stop(runtime: Runtime, practice: &Practice) {
    runtime.block_on(stop_practice(practice));
    shutdown::shutdown_runtime(runtime);
}

async fn stop_practice(practice: &Practice) {
    if let Some(service) = practice.lock().await.take() {
        service.stop().await;
    }
}

/// Credentials from the environment, read once at the start. Meant for kiosks and tests.
fn credentials(
    handed: &StartupCredentials,
    base_url: Option<&str>,
) -> Result<Option<SignIn>, String> {
    let Some(api_key) = handed.get("POSTROOM_API_KEY") else {
        return Ok(None);
    };
    let needed = |name: &str| {
        let value = handed.get(name).cloned();
        value.ok_or_else(|| format!("{name} is needed beside POSTROOM_API_KEY"))
    };
    let environment = std::env::var("POSTROOM_ENVIRONMENT").ok();
    let environment = match environment.as_deref().filter(|text| !text.is_empty()) {
        None | Some("Production") => Environment::Production,
        Some("Test") => Environment::Test,
        Some(other) => {
            return Err(format!("POSTROOM_ENVIRONMENT is Production or Test, not {other}"));
        }
    };
    Ok(Some(SignIn {
        environment,
        base_url: base_url.unwrap_or_default().to_owned(),
        api_key: api_key.expose().to_owned(),
        api_secret: needed("POSTROOM_API_SECRET")?,
        user_name: needed("POSTROOM_USER")?.expose().to_owned(),
        password: needed("POSTROOM_PASSWORD")?,
    }))
}

fn data_dir(wanted: Option<PathBuf>) -> Result<PathBuf, String> {
    match wanted {
        Some(folder) => Ok(folder),
        None => folders::data_dir()
            .ok_or_else(|| "no data folder was found; name one with --data".to_owned()),
    }
}

fn this_program() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|error| format!("finding this program's own file: {error}"))
}

fn runtime() -> Result<Runtime, String> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("postroom-job")
        .enable_all()
        .build()
        .map_err(|error| format!("starting the threads of the jobs: {error}"))
}
