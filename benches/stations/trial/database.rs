//! The database of the stations: a private PostgreSQL with an empty workspace, and a history of all
//! claims, which the database writes itself.

use postroom::base::secret::Secret;
use postroom::orders::shop_database::ShopDatabaseKind;
use postroom::store::workspace::SharedWorkspace;
use postroom::store::workspace::shared::{WorkspaceAddress, WorkspaceTls};
use tokio::runtime::Runtime;

use super::super::database_servers::{PASSWORD, Server};
use super::super::kit::Failure;

const NAME: &str = "stations";

/// Each change of a claim's owner. It is written with the rights of the owner of the tables, in the
/// transaction that changes the claim.
const HISTORY: &str = "
    CREATE SCHEMA history;
    CREATE TABLE history.claims (
      number bigserial PRIMARY KEY,
      micros bigint NOT NULL,
      order_id text NOT NULL,
      transaction_id text NOT NULL,
      before text,
      after text,
      lease_was_over boolean
    );
    CREATE FUNCTION history.note_claim() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      DECLARE at_micros bigint := extract(epoch FROM clock_timestamp()) * 1000000;
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO history.claims (micros, order_id, transaction_id, after)
            VALUES (at_micros, NEW.order_id, NEW.transaction_id, NEW.station);
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO history.claims (micros, order_id, transaction_id, before)
            VALUES (at_micros, OLD.order_id, OLD.transaction_id, OLD.station);
        ELSIF OLD.station <> NEW.station OR OLD.transaction_id <> NEW.transaction_id
            OR OLD.body <> NEW.body OR OLD.purchase <> NEW.purchase THEN
          INSERT INTO history.claims
              (micros, order_id, transaction_id, before, after, lease_was_over)
            VALUES (at_micros, NEW.order_id, NEW.transaction_id, OLD.station, NEW.station,
              OLD.transaction_id = NEW.transaction_id AND OLD.body = NEW.body
              AND OLD.purchase = NEW.purchase AND NOT EXISTS
                (SELECT FROM postroom.stations WHERE name = OLD.station AND lease_until >= now()));
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER note_claim AFTER INSERT OR UPDATE OR DELETE ON postroom.claims
      FOR EACH ROW EXECUTE FUNCTION history.note_claim();";

pub struct Database {
    pub server: Server,
}

impl Database {
    /// A server with the tables of a workspace.
    ///
    /// # Errors
    /// Why the tables cannot be made.
    pub fn start(settings: &[&str]) -> Result<Self, Failure> {
        let mut arguments = vec!["-c".to_owned(), "max_connections=300".to_owned()];
        for setting in settings {
            arguments.extend(["-c".to_owned(), (*setting).to_owned()]);
        }
        let server = Server::start_anyway(ShopDatabaseKind::Postgres, |_| arguments);
        server.admin(&format!("CREATE DATABASE {NAME}"));
        let database = Self { server };
        let owner = || Some(Secret::new("owner-password"));
        let address = || database.address("owner", database.server.port());
        let runtime = Runtime::new()?;
        runtime.block_on(async {
            SharedWorkspace::prepare(address(), owner()).await?;
            SharedWorkspace::grant(address(), owner(), "shop").await
        })?;
        database.server.admin_in(NAME, HISTORY);
        Ok(database)
    }

    /// The workspace as it is reached on a port.
    pub fn address(&self, user: &str, port: u16) -> WorkspaceAddress {
        WorkspaceAddress {
            host: "127.0.0.1".to_owned(),
            port,
            database: NAME.to_owned(),
            user: user.to_owned(),
            tls: WorkspaceTls::Off,
            ..WorkspaceAddress::default()
        }
    }

    pub fn password() -> Secret {
        Secret::new(PASSWORD)
    }

    /// What a query prints: rows as lines, columns separated by tabs.
    ///
    /// # Errors
    /// What the server says; it may be away.
    pub fn ask(&self, sql: &str) -> Result<String, Failure> {
        Ok(self.server.try_admin_in(NAME, sql)?)
    }

    /// The rows of a query that prints `columns` columns.
    pub fn rows(&self, sql: &str, columns: usize) -> Result<Vec<Vec<String>>, Failure> {
        let printed = self.ask(sql)?;
        let lines = printed.lines().filter(|line| !line.is_empty());
        let rows = lines.map(|line| line.splitn(columns, '\t').map(str::to_owned).collect());
        Ok(rows.collect())
    }
}
