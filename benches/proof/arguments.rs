//! The arguments of a run.

use std::fmt;

use crate::kit::Failure;

const SEED: u64 = 20_261_121;

pub struct ProofArgs {
    sections: Vec<String>,
    pub seed: u64,
    /// Duration of the soak.
    pub minutes: u64,
    divide: u64,
    /// Orders and kills of the sections `orders` and `batch`, if they are named.
    pub orders: Option<u64>,
    pub kills: Option<u64>,
}

impl ProofArgs {
    pub fn read(args: impl Iterator<Item = String>, known: &[&str]) -> Result<Self, Failure> {
        let mut wish = Self {
            sections: Vec::new(),
            seed: SEED,
            minutes: 60,
            divide: 1,
            orders: None,
            kills: None,
        };
        let mut args = args;
        while let Some(arg) = args.next() {
            let mut number = || -> Result<u64, Failure> {
                let value = args.next().unwrap_or_default();
                value.parse().map_err(|error| format!("{arg} {value}: {error}").into())
            };
            match arg.as_str() {
                "--seed" => wish.seed = number()?,
                "--minutes" => wish.minutes = number()?.max(1),
                "--divide" => wish.divide = number()?.max(1),
                "--orders" => wish.orders = Some(number()?.max(1)),
                "--kills" => wish.kills = Some(number()?),
                // Cargo passes this to every bench.
                "--bench" => {}
                name if known.contains(&name) => wish.sections.push(arg),
                other => {
                    let known = known.join(", ");
                    return Err(format!(
                        "{other}? There are {known}, --seed, --minutes, --divide, --orders and \
                         --kills"
                    )
                    .into());
                }
            }
        }
        Ok(wish)
    }

    pub fn wants(&self, section: &str, usual: bool) -> bool {
        match self.sections.is_empty() {
            true => usual,
            false => self.sections.iter().any(|name| name == section),
        }
    }

    /// A count of the proof, divided by `--divide`.
    pub fn of(&self, count: u64) -> u64 {
        (count / self.divide).max(1)
    }
}

impl fmt::Display for ProofArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}, counts divided by {}", self.seed, self.divide)
    }
}
