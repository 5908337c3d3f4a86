//! `postroom serve` and `postroom-service`: runs only the practice service, until Ctrl-C or SIGTERM.

use std::ffi::OsString;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jiff::Timestamp;
use lexopt::prelude::*;
use serde_json::{Value, json};

use super::{Config, Extras, Limits, StartError, start_with};
use postroom_base::clock::Clock;
use postroom_base::folders;
use postroom_base::secret::Secret;
use postroom_base::{private, shutdown};

/// The open file limit to request; the system may allow less.
const FILES: u64 = 2_048;
const USUAL_PORT: u16 = 8331;

/// What the arguments after `serve` are.
pub const HELP: &str = "
  --listen ADDRESS     where to listen; 127.0.0.1:8331 if left out
  --port N             the same for 127.0.0.1; 0 is any free port
  --data DIR           the folder of the database
  --day-seconds N      how long a simulated day lasts; 86400 is real time
  --seed N             a new world whose ids, numbers, tokens and labels follow from N. Without --data it
                       is in a temporary folder and ends with the service
  --fixed-clock TIME   all clocks stand at this time, such as 2026-03-02T18:00:00Z
  --accounts FILE      makes the accounts of a JSON file: {\"accounts\": [{\"name\": \"orders\"}]}
  --ready-file PATH    writes the address and the credentials there once connections are accepted
  --faults FILE        the faults to inject
  --allow-remote       allows an address that other computers reach; needs the next one too
  --admin-password-file FILE
                       the password of the page at / and of the practice calls (user name: admin)
";

/// The arguments of the command.
#[derive(Default)]
pub struct Options {
    listen: Option<SocketAddr>,
    port: Option<u16>,
    data: Option<PathBuf>,
    day_seconds: Option<u32>,
    seed: Option<u64>,
    fixed_clock: Option<Timestamp>,
    accounts: Option<PathBuf>,
    ready_file: Option<PathBuf>,
    faults: Option<PathBuf>,
    allow_remote: bool,
    admin_password_file: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
enum ServeError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(
        "{listen} can be reached from other computers, and whoever reaches the service may change \
             it. Give --allow-remote and --admin-password-file if that is wanted"
    )]
    Remote { listen: SocketAddr },
    #[error("--seed makes a new world, but {path} has one already")]
    WorldExists { path: PathBuf },
    #[error("the password in {path} is empty")]
    NoPassword { path: PathBuf },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("starting the runtime: {0}")]
    Runtime(std::io::Error),
    #[error("there is no folder for the data; name one with --data")]
    NoFolder,
}

impl Options {
    /// Reads the arguments; `None` if the help was asked for.
    ///
    /// # Errors
    /// Fails on an argument that does not exist or has a value that cannot be read.
    pub fn read(args: impl IntoIterator<Item = OsString>) -> Result<Option<Self>, lexopt::Error> {
        let mut parser = lexopt::Parser::from_args(args);
        let mut options = Self::default();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("listen") => options.listen = Some(parser.value()?.parse()?),
                Long("port") => options.port = Some(parser.value()?.parse()?),
                Long("data") => options.data = Some(parser.value()?.into()),
                Long("day-seconds") => options.day_seconds = Some(parser.value()?.parse()?),
                Long("seed") => options.seed = Some(parser.value()?.parse()?),
                Long("fixed-clock") => options.fixed_clock = Some(parser.value()?.parse()?),
                Long("accounts") => options.accounts = Some(parser.value()?.into()),
                Long("ready-file") => options.ready_file = Some(parser.value()?.into()),
                Long("faults") => options.faults = Some(parser.value()?.into()),
                Long("allow-remote") => options.allow_remote = true,
                Long("admin-password-file") => {
                    options.admin_password_file = Some(parser.value()?.into());
                }
                Long("help") | Short('h') => return Ok(None),
                other => return Err(other.unexpected()),
            }
        }
        match (options.listen, options.port) {
            (Some(_), Some(_)) => Err("--listen has a port already".into()),
            _ => Ok(Some(options)),
        }
    }

    fn address(&self) -> SocketAddr {
        let port = self.port.unwrap_or(USUAL_PORT);
        self.listen.unwrap_or(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port))
    }

    fn admin_password(&self) -> Result<Option<Secret>, ServeError> {
        let Some(path) = &self.admin_password_file else {
            return Ok(None);
        };
        let text = std::fs::read_to_string(path)
            .map_err(|source| ServeError::File { path: path.clone(), source })?;
        match text.trim() {
            "" => Err(ServeError::NoPassword { path: path.clone() }),
            password => Ok(Some(Secret::new(password.to_owned()))),
        }
    }
}

/// Runs the service until [`shutdown::wait_for_signal`]. Prints exactly `listening on
/// http://127.0.0.1:8331/v3.1` on standard output once it accepts connections. Failures go to
/// standard error under the name of the `program`, with exit code 1. Without `--allow-remote` and a
/// password only a loopback address is listened on: whoever reaches the service may also change its
/// clock, its money and its faults.
pub fn serve_blocking(program: &str, options: &Options) -> ExitCode {
    match serve(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The error message of a failing command, so it goes to standard error.
            let _ = writeln!(std::io::stderr(), "{program}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(options: &Options) -> Result<(), ServeError> {
    let listen = options.address();
    let admin_password = options.admin_password()?;
    let is_protected = options.allow_remote && admin_password.is_some();
    if !listen.ip().is_loopback() && !is_protected {
        return Err(ServeError::Remote { listen });
    }
    let world = Folder::of(options)?;
    // At most two files per connection, and some for the database.
    if let Err(error) = rlimit::increase_nofile_limit(FILES) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::Runtime)?;
    runtime.block_on(async {
        let config = Config {
            listen,
            data_dir: world.path.clone(),
            day_seconds: options.day_seconds.unwrap_or(86_400),
            clock: options.fixed_clock.map_or(Clock::System, Clock::manual),
        };
        let extras = Extras {
            seed: options.seed,
            admin_password,
            accounts: options.accounts.clone(),
            faults: options.faults.clone(),
            is_temporary: world.is_temporary,
        };
        let (service, accounts) = start_with(config, Limits::default(), extras).await?;
        if let Some(path) = &options.ready_file
            && let Err(source) =
                write_ready(path, &service.base_url(), &service.practice_url(), accounts)
        {
            service.stop().await;
            return Err(ServeError::File { path: path.clone(), source });
        }
        let mut out = std::io::stdout();
        if writeln!(out, "listening on {}", service.base_url()).and_then(|()| out.flush()).is_err()
        {
            // If nobody reads standard output, the service is still useful.
            tracing::warn!("the address could not be printed");
        }
        shutdown::wait_for_signal().await;
        service.stop().await;
        Ok(())
    })
}

/// The file appears complete, so a test that waits for it can read it at once.
fn write_ready(
    path: &Path,
    base: &str,
    practice: &str,
    accounts: Vec<Value>,
) -> std::io::Result<()> {
    let ready = json!({"baseUrl": base, "practiceUrl": practice, "accounts": accounts});
    private::write_bytes(path, format!("{ready:#}\n").as_bytes())
}

/// Where the database is. A temporary one is removed at the end.
struct Folder {
    path: PathBuf,
    is_temporary: bool,
}

impl Folder {
    fn of(options: &Options) -> Result<Self, ServeError> {
        let folder = |path| Self { path, is_temporary: false };
        match (&options.data, options.seed) {
            (Some(path), Some(_)) if path.join(super::FILE_NAME).exists() => {
                Err(ServeError::WorldExists { path: path.clone() })
            }
            (Some(path), _) => Ok(folder(path.clone())),
            (None, None) => folders::data_dir()
                .map(|data| folder(data.join("practice")))
                .ok_or(ServeError::NoFolder),
            (None, Some(_)) => {
                let name =
                    format!("postroom-practice-{}-{}", std::process::id(), uuid::Uuid::new_v4());
                Ok(Self { path: std::env::temp_dir().join(name), is_temporary: true })
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_temporary
            && let Err(error) = std::fs::remove_dir_all(&self.path)
        {
            tracing::warn!(%error, "the temporary world stays");
        }
    }
}
