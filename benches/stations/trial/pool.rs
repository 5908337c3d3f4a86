//! PgBouncer in transaction mode before the database.

use std::fs;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::super::database_servers::{PASSWORD, as_user};
use super::super::kit::{Failure, PATIENCE};
use super::super::reserved_ports::reserve_port;

/// Ends with its folder when it is dropped.
pub struct Pool {
    pub port: u16,
    child: Child,
    folder: PathBuf,
}

impl Pool {
    /// Starts it before the database on this port.
    pub fn start(database: u16) -> Result<Self, Failure> {
        let port = reserve_port();
        let folder = tempfile::Builder::new().prefix("postroom-pgbouncer-").tempdir()?.keep();
        // It runs as another user, because it refuses root.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777))?;
        let users = folder.join("users.txt");
        fs::write(&users, format!("\"shop\" \"{PASSWORD}\"\n"))?;
        let settings = folder.join("pgbouncer.ini");
        fs::write(
            &settings,
            format!(
                "[databases]\n* = host=127.0.0.1 port={database}\n[pgbouncer]\n\
                 listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n\
                 auth_type = scram-sha-256\nauth_file = {}\npool_mode = transaction\n\
                 default_pool_size = 10\nmax_client_conn = 1000\nlogfile = {}\n",
                users.display(),
                folder.join("log").display()
            ),
        )?;
        let child = as_user("postgres", "pgbouncer")
            .arg("-q")
            .arg(&settings)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("pgbouncer: {error}"))?;
        let mut pool = Self { port, child, folder };
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if pool.child.try_wait()?.is_some() || begun.elapsed() > PATIENCE {
                let log = fs::read_to_string(pool.folder.join("log")).unwrap_or_default();
                return Err(format!("PgBouncer does not answer: {log}").into());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(pool)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
