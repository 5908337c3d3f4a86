//! The arguments of a run.

use std::fmt;

use crate::kit::Failure;

const SEED: u64 = 20_261_121;

pub struct StationArgs {
    pub stations: usize,
    pub orders: u64,
    pub kills: u64,
    pub seed: u64,
    /// One of the sections; `None` for all.
    pub only: Option<String>,
    pub pgbouncer: bool,
    /// Rows of the section `claim`.
    pub rows: u64,
    /// The time in which labels are counted in the section `growth`.
    pub seconds: u64,
    /// For so many seconds a transaction is held open in the section `held`.
    pub held: u64,
    /// For so many seconds a station is hostile in the section `hostile`.
    pub siege: u64,
}

impl StationArgs {
    pub fn read(args: impl Iterator<Item = String>, sections: &[&str]) -> Result<Self, Failure> {
        let mut wish = Self {
            stations: 10,
            orders: 10_000,
            kills: 100,
            seed: SEED,
            only: None,
            pgbouncer: false,
            rows: 1_000_000,
            seconds: 60,
            held: 300,
            siege: 600,
        };
        let mut args = args;
        while let Some(arg) = args.next() {
            let mut number = || -> Result<u64, Failure> {
                let value = args.next().unwrap_or_default();
                let number = value.parse();
                number.map_err(|error| format!("{arg} {value}: {error}").into())
            };
            match arg.as_str() {
                "--stations" => wish.stations = usize::try_from(number()?)?.max(2),
                "--orders" => wish.orders = number()?.max(1),
                "--kills" => wish.kills = number()?,
                "--seed" => wish.seed = number()?,
                "--rows" => wish.rows = number()?.max(100_000),
                "--seconds" => wish.seconds = number()?.max(5),
                "--held" => wish.held = number()?.max(10),
                "--siege" => wish.siege = number()?.max(10),
                "--pgbouncer" => wish.pgbouncer = true,
                "--only" => {
                    let section = args.next().unwrap_or_default();
                    if !sections.contains(&section.as_str()) {
                        let sections = sections.join(", ");
                        return Err(format!("--only {section}? There are {sections}").into());
                    }
                    wish.only = Some(section);
                }
                // Cargo passes this to every bench.
                "--bench" => {}
                other => {
                    return Err(format!(
                        "{other}? There are --stations, --orders, --kills, --seed, --rows, \
                         --seconds, --held, --siege, --only and --pgbouncer"
                    )
                    .into());
                }
            }
        }
        Ok(wish)
    }

    pub fn wants(&self, section: &str) -> bool {
        let mut only = self.only.iter();
        self.only.is_none() || only.any(|name| name == section)
    }
}

impl fmt::Display for StationArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = match self.pgbouncer {
            true => "through PgBouncer",
            false => "directly",
        };
        write!(
            f,
            "{} stations {way}, {} orders, {} kills, seed {}",
            self.stations, self.orders, self.kills, self.seed
        )
    }
}
