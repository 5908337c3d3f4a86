//! Private database servers, each in a folder of its own and only on 127.0.0.1, started where
//! `POSTROOM_DATABASES` is set (`.ci/run` sets it). Their data is set up and looked at with the
//! programs that come with them, so that nothing is checked with the code under test.

// Clippy's exception for tests covers only `#[test]` functions, not the helpers they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use postroom::base::secret::Secret;
use postroom::orders::shop_database::{ShopDatabase, ShopDatabaseKind, TlsMode};

use super::reserved_ports::reserve_port;

/// The password of the shop's user, to be found nowhere else.
pub const PASSWORD: &str = "canary-Pa55:word/@";

const PATIENCE: Duration = Duration::from_secs(60);

pub struct Server {
    kind: ShopDatabaseKind,
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
    /// More arguments for the server.
    arguments: Vec<String>,
}

impl Server {
    /// `None`, with the reason on standard output, where `POSTROOM_DATABASES` is not set.
    pub fn start(kind: ShopDatabaseKind) -> Option<Self> {
        Self::start_with(kind, |_| Vec::new())
    }

    /// `prepare` is called with the folder before the first start, and returns more arguments.
    pub fn start_with(
        kind: ShopDatabaseKind,
        prepare: impl FnOnce(&Path) -> Vec<String>,
    ) -> Option<Self> {
        if std::env::var_os("POSTROOM_DATABASES").is_none() {
            println!("not run: POSTROOM_DATABASES is not set, and no database server is started");
            return None;
        }
        Some(Self::start_anyway(kind, prepare))
    }

    /// The same whether `POSTROOM_DATABASES` is set or not.
    pub fn start_anyway(
        kind: ShopDatabaseKind,
        prepare: impl FnOnce(&Path) -> Vec<String>,
    ) -> Self {
        // Kept until the process ends: a server that is stopped for a while gets its port again.
        let port = reserve_port();
        let folder = tempfile::Builder::new()
            .prefix(&format!("postroom-{kind:?}-"))
            .tempdir()
            .unwrap()
            .keep();
        // The server runs as another user, because it refuses root.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        let mut server = Self { kind, arguments: prepare(&folder), folder, port, child: None };
        server.make_data();
        server.start_again();
        server.admin(&server.users());
        server
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn make_data(&self) {
        let data = self.data();
        let mut command = match self.kind {
            ShopDatabaseKind::Postgres => {
                let mut command = as_user("postgres", &postgres_program("initdb"));
                command.args(["-A", "scram-sha-256", "-U", "owner", "--no-sync", "-E", "UTF8"]);
                command.arg("--locale=C").arg("-D").arg(data);
                let password = self.folder.join("owner");
                fs::write(&password, "owner-password").unwrap();
                command.arg(format!("--pwfile={}", password.display()));
                command
            }
            _ => {
                let mut command = as_user("mysql", "mariadb-install-db");
                command.args(["--no-defaults", "--skip-test-db"]);
                command.arg("--auth-root-authentication-method=normal");
                command.arg(format!("--datadir={}", data.display()));
                command
            }
        };
        // MariaDB clears away the temporary files of other servers in the same folder.
        command.env("TMPDIR", &self.folder);
        let made = command.stdout(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{said}");
    }

    /// Starts the server and waits until it answers.
    pub fn start_again(&mut self) {
        assert!(self.child.is_none(), "it runs");
        self.spawn();
        let begun = Instant::now();
        while self.try_admin("SELECT 1").is_err() {
            if begun.elapsed() > PATIENCE {
                panic!("it does not answer: {}", self.log());
            }
            // What belonged to a server that was killed may still hold its memory.
            let child = self.child.as_mut().unwrap();
            if child.try_wait().unwrap().is_some() {
                self.spawn();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn spawn(&mut self) {
        let data = self.data();
        let mut command = match self.kind {
            ShopDatabaseKind::Postgres => {
                let mut command = as_user("postgres", &postgres_program("postgres"));
                command.arg("-D").arg(data).args(["-h", "127.0.0.1", "-c", "fsync=off"]);
                command.arg("-p").arg(self.port.to_string());
                command.arg("-k").arg(&self.folder);
                command
            }
            _ => {
                let mut command = as_user("mysql", "mariadbd");
                command.args(["--no-defaults", "--bind-address=127.0.0.1"]);
                command.arg(format!("--datadir={}", data.display()));
                command.arg(format!("--port={}", self.port));
                command.arg(format!("--socket={}", self.socket().display()));
                command.arg(format!("--pid-file={}", self.folder.join("pid").display()));
                command.args(["--innodb-flush-log-at-trx-commit=2", "--skip-log-bin"]);
                command
            }
        };
        let log = fs::File::create(self.folder.join("log")).unwrap();
        let child = command
            .args(&self.arguments)
            .env("TMPDIR", &self.folder)
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        self.child = Some(child);
    }

    /// What the server has written since it was started.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap()
    }

    fn socket(&self) -> PathBuf {
        self.folder.join("socket")
    }

    /// Stops the server in order; connections are ended at once.
    pub fn stop(&mut self) {
        let signal = match self.kind {
            ShopDatabaseKind::Postgres => "-INT",
            _ => "-TERM",
        };
        self.end(signal);
    }

    /// Ends the server without giving it a chance to do anything more.
    pub fn kill(&mut self) {
        self.end("-KILL");
        // What belongs to a server that was killed ends by itself a moment later.
        std::thread::sleep(Duration::from_millis(300));
    }

    fn end(&mut self, signal: &str) {
        let Some(mut child) = self.child.take() else { return };
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        child.wait().unwrap();
    }

    fn users(&self) -> String {
        match self.kind {
            ShopDatabaseKind::Postgres => format!(
                "CREATE ROLE shop LOGIN PASSWORD '{PASSWORD}';
                 CREATE SCHEMA IF NOT EXISTS public;
                 GRANT ALL ON SCHEMA public TO shop;"
            ),
            _ => format!(
                "CREATE DATABASE shop CHARACTER SET utf8mb4;
                 CREATE USER shop@'127.0.0.1' IDENTIFIED BY '{PASSWORD}';
                 GRANT SELECT, INSERT, UPDATE ON shop.* TO shop@'127.0.0.1';"
            ),
        }
    }

    /// Runs statements as the owner of everything, and returns what was printed: rows as lines,
    /// columns separated by tabs.
    pub fn admin(&self, sql: &str) -> String {
        self.try_admin(sql).unwrap_or_else(|said| panic!("{said}"))
    }

    /// The same in another database of PostgreSQL.
    pub fn admin_in(&self, database: &str, sql: &str) -> String {
        let done = self.try_admin_in(database, sql);
        done.unwrap_or_else(|said| panic!("{said}"))
    }

    fn try_admin(&self, sql: &str) -> Result<String, String> {
        self.try_admin_in("postgres", sql)
    }

    /// The same, with the reason if it cannot be done.
    pub fn try_admin_in(&self, database: &str, sql: &str) -> Result<String, String> {
        let mut command = match self.kind {
            ShopDatabaseKind::Postgres => {
                let mut command = self.owner_program("psql", database);
                command.args(["-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1"]);
                command.args(["-c", sql]);
                command
            }
            _ => {
                let mut command = Command::new("mariadb");
                command.args(["--no-defaults", "--user=root", "--batch", "--skip-column-names"]);
                command.arg("--default-character-set=utf8mb4");
                command.arg(format!("--socket={}", self.socket().display()));
                command.arg("-e").arg(format!("USE mysql; {sql}"));
                command
            }
        };
        let output = command.stdin(Stdio::null()).output().unwrap();
        match output.status.success() {
            true => Ok(String::from_utf8(output.stdout).unwrap().trim_end().to_owned()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    /// A copy of a database of PostgreSQL.
    pub fn dump(&self, database: &str) -> Dump {
        let dump = |arguments: &[&str]| {
            let mut command = self.owner_program("pg_dump", database);
            let output = command.args(arguments).stderr(Stdio::inherit()).output().unwrap();
            assert!(output.status.success());
            output.stdout
        };
        Dump {
            whole: dump(&["--schema=postroom", "--clean", "--if-exists"]),
            rows: dump(&["--schema=postroom", "--data-only", "--exclude-table=postroom.format"]),
        }
    }

    /// Makes the tables anew with what was in them.
    pub fn restore(&self, database: &str, dump: &Dump) {
        self.run_script(database, &dump.whole);
    }

    /// Puts the rows back into the same tables.
    pub fn restore_rows(&self, database: &str, dump: &Dump) {
        let tables =
            "orders, order_details, documents, claims, stations, addresses, address_sequence"
                .replace(", ", ", postroom.");
        let empty = format!("TRUNCATE postroom.{tables};\n");
        self.run_script(database, &[empty.as_bytes(), &dump.rows].concat());
    }

    /// Runs the statements in one transaction.
    pub fn run_script(&self, database: &str, script: &[u8]) {
        let mut command = self.owner_program("psql", database);
        command.args(["-X", "-q", "-1", "-v", "ON_ERROR_STOP=1"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(script).unwrap();
        assert!(child.wait().unwrap().success());
    }

    fn owner_program(&self, name: &str, database: &str) -> Command {
        let mut command = Command::new(name);
        command.env("PGPASSWORD", "owner-password");
        command.args(["-U", "owner", "-d", database, "-h", "127.0.0.1"]);
        command.arg("-p").arg(self.port.to_string());
        command
    }

    /// The same in the shop's database.
    pub fn shop(&self, sql: &str) -> String {
        match self.kind {
            ShopDatabaseKind::Postgres => self.admin(sql),
            _ => self.admin(&format!("USE shop; {sql}")),
        }
    }

    /// Makes tables that the shop's user may read and change.
    pub fn make(&self, sql: &str) {
        self.shop(sql);
        if self.kind == ShopDatabaseKind::Postgres {
            self.admin("GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO shop");
        }
    }

    pub fn database(&self) -> ShopDatabase {
        self.database_behind(self.port)
    }

    /// The database as it is reached through a proxy.
    pub fn database_behind(&self, port: u16) -> ShopDatabase {
        ShopDatabase {
            name: "Test shop".to_owned(),
            kind: self.kind,
            host: "127.0.0.1".to_owned(),
            port,
            database: match self.kind {
                ShopDatabaseKind::Postgres => "postgres".to_owned(),
                _ => "shop".to_owned(),
            },
            user: "shop".to_owned(),
            tls: TlsMode::Off,
            statement_seconds: 5,
            ..ShopDatabase::default()
        }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The process of the server.
    pub fn pid(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    pub fn connects(&self) -> bool {
        TcpStream::connect(("127.0.0.1", self.port)).is_ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.child.is_some() {
            self.end("-KILL");
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A copy of the tables of Postroom.
pub struct Dump {
    whole: Vec<u8>,
    rows: Vec<u8>,
}

pub fn password() -> Secret {
    Secret::new(PASSWORD)
}

/// A program run as this user, if the tests run as root. The server replaces the process that is
/// started, so signals reach it.
pub fn as_user(user: &str, program: &str) -> Command {
    let is_root = fs::metadata("/proc/self").is_ok_and(|found| {
        use std::os::unix::fs::MetadataExt;
        found.uid() == 0
    });
    if !is_root {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", user, "--regid", user, "--clear-groups", "--", program]);
    command.current_dir("/");
    command
}

/// PostgreSQL's own programs are in a folder of its version.
fn postgres_program(name: &str) -> String {
    let versions = fs::read_dir("/usr/lib/postgresql");
    let paths = versions.into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = paths
        .map(|version| version.path().join("bin").join(name))
        .filter(|path| path.exists())
        .collect();
    paths.sort();
    let newest = paths.pop().map(|path| path.display().to_string());
    newest.unwrap_or_else(|| name.to_owned())
}

/// Makes an authority and a certificate of it for 127.0.0.1.
pub fn make_certificates(folder: &Path) {
    let openssl = |arguments: &[&str]| {
        let made = Command::new("openssl").args(arguments).current_dir(folder).output().unwrap();
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{said}");
    };
    let new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    let authority = ["req", "-x509", "-days", "2", "-subj", "/CN=Test authority"];
    openssl(&[&authority[..], &new_key[..], &["-keyout", "ca.key", "-out", "ca.pem"]].concat());
    let request = ["req", "-subj", "/CN=127.0.0.1", "-keyout", "server.key"];
    openssl(&[&request[..], &new_key[..], &["-out", "server.csr"]].concat());
    fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1\n").unwrap();
    let sign = ["x509", "-req", "-days", "2", "-in", "server.csr", "-extfile", "names"];
    let with = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"];
    openssl(&[&sign[..], &with[..], &["-out", "server.pem"]].concat());
    // The server must own its key.
    let owned = Command::new("chown").args(["postgres", "server.key"]).current_dir(folder).status();
    let _ = owned;
    let private = fs::Permissions::from_mode(0o600);
    fs::set_permissions(folder.join("server.key"), private).unwrap();
}
