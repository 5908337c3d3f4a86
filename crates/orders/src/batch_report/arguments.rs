//! The arguments of `postroom batch`.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::import::read_orders::Answer;
use postroom_base::money::Amount;

/// For `postroom --help`.
pub const BATCH_HELP: &str = "\
postroom batch FILE         import the orders of a file, and rate or buy their labels
  --map NAME                the column mapping; without it the columns are recognized
  --sheet NAME              the sheet of a spreadsheet; without it the one that was open
  --answer QUESTION=ANSWER  answers a question that a refusal names; can be repeated
  --source NAME             the name of the shop, to tell two shops of one kind apart
  --preset NAME             for every order; without it the rules choose
  --rate                    get rates
  --buy                     get rates and buy; needs --out
  --out DIR                 save the labels there
  --price-rise AMOUNT       the most that a label may be charged above its quote, else the run
                            stops; without it that of the settings
  --dry-run                 change and buy nothing; say what would be done
  --data DIR                the data folder, as for the window
  --base-url URL            the server of Test and Production, for this run
  --ca FILE                 trust these PEM certificates too, for this run
  --workspace URL           the orders of several computers, as for the window
  --without-reports         buy although stations have not reported what they bought since the
                            orders went back to an older copy; it may be paid for twice
  --practice                use the practice service
                            (docs/batch.md has its output and its exit codes)
postroom watch FOLDER       the same for each file that comes into a folder, until it is ended;
                            the options of postroom batch but --dry-run
";

/// How far the orders are to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BatchGoal {
    #[default]
    Import,
    Rate,
    Buy,
}

impl BatchGoal {
    /// The word in the report.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Rate => "rate",
            Self::Buy => "buy",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchArguments {
    pub file: PathBuf,
    pub mapping: Option<String>,
    pub sheet: Option<String>,
    pub answers: Vec<Answer>,
    pub source: Option<String>,
    pub preset: Option<String>,
    pub goal: BatchGoal,
    /// Where labels are saved. Always given for a purchase that is no dry run.
    pub out: Option<PathBuf>,
    pub dry_run: bool,
    /// The most that a label may be charged above its quote before the run stops.
    pub price_rise_limit: Option<Amount>,
    pub data: Option<PathBuf>,
    pub base_url: Option<String>,
    pub ca: Option<PathBuf>,
    pub workspace: Option<String>,
    pub practice: bool,
    /// A person buys although stations have not reported after the shared orders went back.
    pub without_reports: bool,
}

/// Reads what follows the word `batch`.
///
/// # Errors
/// One line that names the argument. Nothing is guessed: money depends on what is meant.
pub fn parse_batch_arguments(
    args: impl IntoIterator<Item = OsString>,
) -> Result<BatchArguments, String> {
    parse_arguments(args, "FILE", "the batch needs a file: postroom batch FILE")
}

/// Reads what follows the word `watch`: a batch whose file is a folder.
///
/// # Errors
/// As [`parse_batch_arguments`].
pub fn parse_watch_arguments(
    args: impl IntoIterator<Item = OsString>,
) -> Result<BatchArguments, String> {
    let needed = "the watch needs a folder: postroom watch FOLDER";
    let read = parse_arguments(args, "FOLDER", needed)?;
    match read.dry_run {
        true => Err("--dry-run is for one file: postroom batch FILE --dry-run".to_owned()),
        false => Ok(read),
    }
}

fn parse_arguments(
    args: impl IntoIterator<Item = OsString>,
    file_word: &str,
    file_needed: &str,
) -> Result<BatchArguments, String> {
    let mut parser = lexopt::Parser::from_args(args);
    let mut file = None;
    let mut goal = None;
    let mut read = BatchArguments::default();
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Value(value) => set_once(&mut file, PathBuf::from(value), file_word)?,
            Long("map") => set_once(&mut read.mapping, text_of(&mut parser, "--map")?, "--map")?,
            Long("preset") => {
                let name = text_of(&mut parser, "--preset")?;
                set_once(&mut read.preset, name, "--preset")?;
            }
            Long("sheet") => {
                let name = text_of(&mut parser, "--sheet")?;
                set_once(&mut read.sheet, name, "--sheet")?;
            }
            Long("source") => {
                let name = text_of(&mut parser, "--source")?;
                set_once(&mut read.source, name, "--source")?;
            }
            Long("answer") => {
                let text = text_of(&mut parser, "--answer")?;
                let answer = Answer::parse(&text);
                read.answers.push(answer.ok_or(format!("--answer {text} answers no question"))?);
            }
            Long("price-rise") => {
                let text = text_of(&mut parser, "--price-rise")?;
                let limit = text.trim().parse::<Amount>().ok().filter(|it| !it.is_negative());
                let limit =
                    limit.ok_or(format!("--price-rise {text} is no amount of 0 or more"))?;
                set_once(&mut read.price_rise_limit, limit, "--price-rise")?;
            }
            Long("rate") => set_goal(&mut goal, BatchGoal::Rate)?,
            Long("buy") => set_goal(&mut goal, BatchGoal::Buy)?,
            Long("out") => set_once(&mut read.out, path_of(&mut parser, "--out")?, "--out")?,
            Long("dry-run") => read.dry_run = true,
            Long("data") => set_once(&mut read.data, path_of(&mut parser, "--data")?, "--data")?,
            Long("base-url") => {
                let url = text_of(&mut parser, "--base-url")?;
                set_once(&mut read.base_url, url, "--base-url")?;
            }
            Long("ca") => set_once(&mut read.ca, path_of(&mut parser, "--ca")?, "--ca")?,
            Long("workspace") => {
                let address = text_of(&mut parser, "--workspace")?;
                set_once(&mut read.workspace, address, "--workspace")?;
            }
            Long("practice") => read.practice = true,
            Long("without-reports") => read.without_reports = true,
            other => return Err(other.unexpected().to_string()),
        }
    }
    read.goal = goal.unwrap_or_default();
    read.file = file.ok_or(file_needed)?;
    if read.file.as_os_str().is_empty() {
        return Err(format!("{file_word} is empty"));
    }
    match (read.goal, &read.out) {
        (BatchGoal::Buy, None) if !read.dry_run => {
            Err("--buy needs --out DIR, where the labels are saved".to_owned())
        }
        (BatchGoal::Import | BatchGoal::Rate, Some(_)) => {
            Err("--out is only for labels, which --buy makes".to_owned())
        }
        _ => Ok(read),
    }
}

fn in_words(error: lexopt::Error) -> String {
    error.to_string()
}

fn text_of(parser: &mut lexopt::Parser, name: &str) -> Result<String, String> {
    let text = value_of(parser, name)?.string().map_err(in_words)?;
    given(text.trim().is_empty(), name)?;
    Ok(text)
}

fn path_of(parser: &mut lexopt::Parser, name: &str) -> Result<PathBuf, String> {
    let path = value_of(parser, name)?;
    given(path.is_empty(), name)?;
    Ok(path.into())
}

/// Refuses the next option as a value. With `--out $DIR --dry-run` and no such variable, `--dry-run`
/// would be the folder, and the labels would be bought.
fn value_of(parser: &mut lexopt::Parser, name: &str) -> Result<OsString, String> {
    if let Some(value) = parser.optional_value() {
        return Ok(value);
    }
    let value = parser.value().map_err(in_words)?;
    match value.to_string_lossy() {
        text if text.starts_with('-') => {
            Err(format!("{name} is followed by {text}; write {name}={text} if this is its value"))
        }
        _ => Ok(value),
    }
}

/// A variable that is not set leaves an empty argument.
fn given(is_empty: bool, name: &str) -> Result<(), String> {
    if is_empty { Err(format!("{name} is empty")) } else { Ok(()) }
}

fn set_once<T>(place: &mut Option<T>, value: T, name: &str) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("{name} is given twice")),
    }
}

fn set_goal(goal: &mut Option<BatchGoal>, wanted: BatchGoal) -> Result<(), String> {
    match goal.replace(wanted) {
        Some(other) if other != wanted => Err("--rate and --buy exclude each other".to_owned()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &[&str]) -> Result<BatchArguments, String> {
        parse_batch_arguments(line.iter().map(OsString::from))
    }

    #[test]
    fn arguments_are_understood() {
        let orders = || BatchArguments { file: "orders.csv".into(), ..BatchArguments::default() };
        for (line, wanted) in [
            (&["orders.csv"][..], orders()),
            (
                &["orders.csv", "--rate", "--map", "My shop"],
                BatchArguments {
                    goal: BatchGoal::Rate,
                    mapping: Some("My shop".to_owned()),
                    ..orders()
                },
            ),
            (
                &["--buy", "--out=labels", "--preset=Small box", "orders.csv"],
                BatchArguments {
                    goal: BatchGoal::Buy,
                    out: Some("labels".into()),
                    preset: Some("Small box".to_owned()),
                    ..orders()
                },
            ),
            (
                &["orders.csv", "--buy", "--buy", "--dry-run"],
                BatchArguments { goal: BatchGoal::Buy, dry_run: true, ..orders() },
            ),
            (
                &["orders.csv", "--price-rise", "1.25"],
                BatchArguments { price_rise_limit: Some(Amount::from_cents(125)), ..orders() },
            ),
            (
                &["orders.csv", "--map=-x"],
                BatchArguments { mapping: Some("-x".to_owned()), ..orders() },
            ),
            (
                &["--", "--buy"],
                BatchArguments { file: "--buy".into(), ..BatchArguments::default() },
            ),
            (
                &[
                    "orders.csv",
                    "--practice",
                    "--data",
                    "d",
                    "--base-url",
                    "https://a.test",
                    "--ca",
                    "c.pem",
                ],
                BatchArguments {
                    practice: true,
                    data: Some("d".into()),
                    base_url: Some("https://a.test".to_owned()),
                    ca: Some("c.pem".into()),
                    ..orders()
                },
            ),
        ] {
            assert_eq!(parsed(line), Ok(wanted), "{line:?}");
        }
    }

    #[test]
    fn what_is_not_clear_is_refused_and_named() {
        for (line, error) in [
            (&[][..], "the batch needs a file: postroom batch FILE"),
            (&["--rate"], "the batch needs a file: postroom batch FILE"),
            (&[""], "FILE is empty"),
            (&["a.csv", "b.csv"], "FILE is given twice"),
            (&["a.csv", "--buy"], "--buy needs --out DIR, where the labels are saved"),
            (&["a.csv", "--rate", "--buy", "--out", "l"], "--rate and --buy exclude each other"),
            (&["a.csv", "--rate", "--out", "l"], "--out is only for labels, which --buy makes"),
            (&["a.csv", "--out", "l"], "--out is only for labels, which --buy makes"),
            (&["a.csv", "--map", "A", "--map", "A"], "--map is given twice"),
            (&["a.csv", "--preset", " "], "--preset is empty"),
            (&["a.csv", "--buy", "--out", ""], "--out is empty"),
            (
                &["a.csv", "--buy", "--out", "--dry-run"],
                "--out is followed by --dry-run; write --out=--dry-run if this is its value",
            ),
            (
                &["a.csv", "--map", "-x"],
                "--map is followed by -x; write --map=-x if this is its value",
            ),
            (&["a.csv", "--map="], "--map is empty"),
            (&["a.csv", "--map"], "missing argument for option '--map'"),
            (&["a.csv", "--pay"], "invalid option '--pay'"),
            (&["a.csv", "-b"], "invalid option '-b'"),
            (&["a.csv", "--price-rise=-1"], "--price-rise -1 is no amount of 0 or more"),
            (&["a.csv", "--price-rise", "much"], "--price-rise much is no amount of 0 or more"),
            (&["a.csv", "--buy=yes"], "unexpected argument for option '--buy': \"yes\""),
        ] {
            assert_eq!(parsed(line), Err(error.to_owned()), "{line:?}");
        }
    }

    #[test]
    fn a_watch_has_the_arguments_of_a_batch() {
        let parsed = |line: &[&str]| parse_watch_arguments(line.iter().map(OsString::from));
        let arguments = BatchArguments {
            file: "in".into(),
            goal: BatchGoal::Buy,
            out: Some("labels".into()),
            ..BatchArguments::default()
        };
        assert_eq!(parsed(&["in", "--buy", "--out", "labels"]), Ok(arguments));
        for (line, error) in [
            (&[][..], "the watch needs a folder: postroom watch FOLDER"),
            (&["a", "b"], "FOLDER is given twice"),
            (&["a", "--dry-run"], "--dry-run is for one file: postroom batch FILE --dry-run"),
        ] {
            assert_eq!(parsed(line), Err(error.to_owned()), "{line:?}");
        }
    }

    #[test]
    fn the_help_names_each_argument() {
        for name in [
            "--map",
            "--sheet",
            "--answer",
            "--source",
            "--preset",
            "--rate",
            "--buy",
            "--out",
            "--price-rise",
            "--dry-run",
            "--data",
            "--base-url",
            "--ca",
            "--practice",
            "--without-reports",
        ] {
            assert!(BATCH_HELP.contains(&format!("  {name} ")), "{name}");
        }
    }
}
