//! The tables of a workspace on PostgreSQL. All are in the schema `postroom`, so a database that has
//! other tables can be used.

/// One step of the tables. Steps only add: a station that knows fewer steps goes on reading and
/// writing, unless the step says that it must not.
#[derive(Debug)]
pub struct Step {
    /// Statements, divided by semicolons.
    pub sql: &'static str,
    /// Stations that know fewer steps than this may only read. It never falls.
    pub oldest_writer: i32,
}

/// The row that is listed and claimed is small; the order itself and its words are beside it, so
/// that a change of state does not write them again. A table whose rows change often leaves room
/// in each page for the next version of a row, and is cleaned early.
pub const STEPS: &[Step] = &[
    Step {
        oldest_writer: 1,
        sql: "
        CREATE TABLE postroom.orders (
          position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          id text NOT NULL UNIQUE,
          revision bigint NOT NULL,
          source text COLLATE \"C\" NOT NULL,
          number text COLLATE \"C\" NOT NULL,
          state text NOT NULL,
          recipient text COLLATE \"C\" NOT NULL,
          ship_by text COLLATE \"C\",
          preset text,
          changed timestamptz NOT NULL,
          changed_by text NOT NULL,
          UNIQUE (source, number)
        ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02,
                autovacuum_analyze_scale_factor = 0.02);
        CREATE INDEX orders_by_number ON postroom.orders (number);
        CREATE INDEX orders_by_state ON postroom.orders (state, position);
        CREATE INDEX orders_by_change ON postroom.orders USING brin (changed);
        CREATE INDEX orders_by_recipient ON postroom.orders (lower(recipient), position);
        CREATE TABLE postroom.order_details (
          position bigint PRIMARY KEY,
          json text NOT NULL,
          words tsvector NOT NULL
        );
        CREATE INDEX order_details_by_word ON postroom.order_details USING gin (words);
        CREATE TABLE postroom.documents (
          kind text NOT NULL,
          key text NOT NULL,
          name text NOT NULL,
          rank bigint NOT NULL,
          json text NOT NULL,
          revision bigint NOT NULL,
          changed timestamptz NOT NULL,
          changed_by text NOT NULL,
          PRIMARY KEY (kind, key)
        );
        CREATE TABLE postroom.stations (
          name text PRIMARY KEY,
          lease_until timestamptz NOT NULL,
          version text NOT NULL,
          first_seen timestamptz NOT NULL DEFAULT now()
        ) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 50);
        CREATE TABLE postroom.claims (
          order_id text PRIMARY KEY,
          transaction_id text NOT NULL UNIQUE,
          station text NOT NULL,
          purchase text NOT NULL,
          body bytea NOT NULL,
          wanted_by text,
          wanted_since timestamptz
        ) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 50);
        CREATE INDEX claims_by_station ON postroom.claims (station);
        ",
    },
    // The address book. Whoever may write orders may write it.
    Step {
        oldest_writer: 1,
        sql: "
        CREATE TABLE postroom.addresses (
          key text COLLATE \"C\" PRIMARY KEY,
          sequence bigint NOT NULL UNIQUE,
          revision bigint NOT NULL,
          json text NOT NULL,
          groups text NOT NULL,
          is_removed boolean NOT NULL,
          changed timestamptz NOT NULL,
          changed_by text NOT NULL
        );
        CREATE INDEX addresses_by_text ON postroom.addresses (md5(json)) WHERE NOT is_removed;
        CREATE TABLE postroom.address_sequence (
          one boolean PRIMARY KEY DEFAULT true CHECK (one),
          last bigint NOT NULL
        ) WITH (fillfactor = 10, autovacuum_vacuum_threshold = 50);
        INSERT INTO postroom.address_sequence (last) VALUES (0);
        DO $$
          DECLARE station text;
          BEGIN
            FOR station IN
              SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END
              FROM pg_class, aclexplode(relacl)
              WHERE pg_class.oid = 'postroom.orders'::regclass AND privilege_type = 'INSERT'
            LOOP
              EXECUTE 'GRANT SELECT, INSERT, UPDATE
                ON postroom.addresses, postroom.address_sequence TO ' || station;
            END LOOP;
          END $$;
        ",
    },
    // Claims that somebody asks for. A station looks for its own before each send, and must not read
    // every claim that it has ever had: while a dump runs, these are not cleaned.
    Step {
        oldest_writer: 1,
        sql: "CREATE INDEX IF NOT EXISTS claims_wanted ON postroom.claims (station)
          WHERE wanted_by IS NOT NULL",
    },
    // The text of an order is written again with its rate, its claim and its label, and is then about
    // twice as long. With room for that in its page, its indexes are not written with it. Pages that
    // are full stay as they are.
    Step {
        oldest_writer: 1,
        sql: "ALTER TABLE postroom.order_details SET (fillfactor = 50,
          autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)",
    },
    // An index keeps 2,700 bytes of a row, and a customer may write a longer name. The number is kept
    // as a hash, the name as its beginning. Older stations find numbers as before.
    Step {
        oldest_writer: 1,
        sql: "
        DROP INDEX IF EXISTS postroom.orders_by_number;
        CREATE INDEX orders_by_number ON postroom.orders USING hash (number);
        DROP INDEX IF EXISTS postroom.orders_by_recipient;
        CREATE INDEX orders_by_recipient ON postroom.orders (left(lower(recipient), 200), position);
        ",
    },
    // What tells that the database was put back to an older copy. Each claim counts as a purchase of its
    // station. `tables` is where the station knows its purchases to be: tables that a dump was restored
    // into have another oid, so every row in them says by itself that its station has to report. The
    // type is not `regclass`, which a dump writes as a name.
    Step {
        oldest_writer: 1,
        sql: "
        ALTER TABLE postroom.stations
          ADD COLUMN IF NOT EXISTS purchases bigint NOT NULL DEFAULT 0,
          ADD COLUMN IF NOT EXISTS tables oid NOT NULL DEFAULT 'postroom.claims'::regclass,
          ADD COLUMN IF NOT EXISTS report_wanted_by text,
          ADD COLUMN IF NOT EXISTS report_wanted_since timestamptz;
        ",
    },
];

/// Prepares an empty database. `format` has one row.
pub const BEGINNING: &str = "
    CREATE SCHEMA IF NOT EXISTS postroom;
    CREATE TABLE IF NOT EXISTS postroom.format (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      version integer NOT NULL,
      oldest_writer integer NOT NULL,
      workspace text NOT NULL DEFAULT gen_random_uuid()::text
    );
    INSERT INTO postroom.format (version, oldest_writer) VALUES (0, 0) ON CONFLICT DO NOTHING;
    ";
