//! Before the first order: the account, the documents that the arguments name, and the file.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use crate::base::id::{OrderId, TransactionId};
use crate::base::read_limited;
use crate::desk::flows::batch_run::headless::Headless;
use crate::desk::flows::batch_run::waiting::buying_obstacle;
use crate::desk::flows::batch_run::{Early, Step, complain, in_words};
use crate::desk::kernel::connectivity::Connectivity;
use crate::desk::kernel::session::Connection;
use crate::desk::order_batches::settle;
use crate::desk::order_records::import::preview::{Beforehand, ImportPreview};
use crate::desk::order_records::import::reader::{Planned, Reader};
use crate::desk::order_records::import::unattended::{UnattendedImport, UnattendedRefusal};
use crate::desk::order_rules::basis;
use crate::desk::owner::Desk;
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::state::State;
use crate::desk::stations::SharedStatus;
use crate::desk::stations::intent::StationsIntent;
use crate::orders::batch_report::{BatchArguments, BatchGoal, BatchStart, RunEnd};
use crate::orders::order_label::LabelStatus;
use crate::orders::order_row::{is_readable, order_of_row};
use crate::rows::scope::Environment;
use crate::store::workspace::{OrderQuery, OrderState, Workspace};
use crate::tables::read_file::LARGEST_TABLE;

/// For signing in: more than the time limits of its requests together.
const LONGEST_SIGN_IN: Duration = Duration::from_secs(120);
/// For carriers, their catalogs, the presets, and the comparison of a restored journal.
const LONGEST_LOADING: Duration = Duration::from_secs(120);
/// The sender of Ship may be read after the account is open.
const LONGEST_SENDER: Duration = Duration::from_secs(3);
/// For the reports of stations that are open: they look every 10 s.
const LONGEST_REPORTS: Duration = Duration::from_secs(30);

/// Everything that is known before the first order is written.
pub(super) struct Prepared {
    pub import: UnattendedImport,
    pub reader: Reader,
    /// What the import would do as things were a moment ago.
    pub planned: Planned,
    /// The key of the preset for every order of the file.
    pub preset: Option<String>,
    /// Labels that were being bought when the run began.
    pub earlier: Vec<OpenLabel>,
}

/// A label that this computer began to buy.
#[derive(Clone, Debug)]
pub(super) struct OpenLabel {
    pub order: OrderId,
    pub transaction: TransactionId,
}

/// Makes the folder for the labels, and tries whether it takes files: to find that out after the
/// first purchase would be too late.
pub(in crate::desk::flows) fn prepare_folder(arguments: &BatchArguments) -> Result<(), String> {
    let folder = match &arguments.out {
        Some(folder) if !arguments.dry_run => folder,
        _ => return Ok(()),
    };
    let trial = folder.join(format!(".postroom-{}", uuid::Uuid::new_v4()));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&trial, b""))
        .and_then(|()| fs::remove_file(&trial))
        .map_err(|error| format!("--out {}: {error}", folder.display()))
}

pub(super) fn prepare(
    headless: &mut Headless<'_>,
    arguments: &BatchArguments,
    content: Option<Arc<[u8]>>,
    start: &mut BatchStart,
) -> Step<Prepared> {
    let content = match content {
        Some(content) => content,
        None => read_limited::read_file(&arguments.file, LARGEST_TABLE)
            .map(Arc::from)
            .map_err(|error| unreadable(format!("{}: {error}", arguments.file.display())))?,
    };
    let settings = &mut headless.desk.state.settings;
    settings.price_rise_limit_of_run = arguments.price_rise_limit;
    start.price_rise_limit = settings.price_rise_limit();
    let workspace = open_workspace(headless, arguments)?;
    // Signing in settles some of them.
    let earlier = open_labels(headless, workspace.as_ref())?;
    connect(headless, arguments, start)?;
    load(headless)?;
    if arguments.goal == BatchGoal::Buy && !arguments.dry_run {
        check_purchases(headless, arguments)?;
    }
    let documents = &headless.desk.state.order_rules.documents;
    let mapping = match &arguments.mapping {
        None => None,
        Some(name) => {
            let mappings = documents.mappings.iter();
            let mappings = mappings.map(|keyed| (keyed.document.name.as_str(), &keyed.document));
            Some(named("mapping", name, mappings.collect())?.clone())
        }
    };
    let preset = match &arguments.preset {
        None => None,
        Some(name) => {
            let presets = documents.presets.iter();
            let presets = presets.map(|keyed| (keyed.preset.name.as_str(), &keyed.key));
            Some(named("preset", name, presets.collect())?.clone())
        }
    };
    let saved = documents.mappings.clone();
    headless.desk.order_rules(|me, ctx| basis::renew_when_outdated(me, ctx));
    let import = UnattendedImport {
        workspace,
        basis: Arc::clone(&headless.desk.state.order_rules.basis),
        saved,
        mapping,
        beforehand: Beforehand {
            sheet: arguments.sheet.clone(),
            answers: arguments.answers.clone(),
            source: arguments.source.clone(),
        },
        program: headless.desk.decoder.program().to_owned(),
        at: headless.desk.clock.now(),
    };
    let name = start.file.clone();
    let (import, read) = headless.run_job(async move {
        let read = read_and_plan(&import, &name, content).await;
        (import, read)
    })?;
    let (reader, planned) = read.map_err(refused)?;
    start.mapping = name_of_mapping(&planned.preview);
    tell_other_sheets(&planned.preview);
    start.unused_columns.clone_from(&planned.preview.unused_columns);
    if !start.unused_columns.is_empty() {
        complain(&format!("columns that are not used: {}", start.unused_columns.join(", ")));
    }
    Ok(Prepared { import, reader, planned, preset, earlier })
}

fn tell_other_sheets(preview: &ImportPreview) {
    let sheets = preview.sheets.iter().enumerate();
    let others = sheets.filter(|(at, _)| *at != preview.sheet).map(|(_, name)| name.as_str());
    let others: Vec<&str> = others.collect();
    if let Some(read) = preview.sheets.get(preview.sheet)
        && !others.is_empty()
    {
        let others = others.join(", ");
        complain(&format!("sheet {read} is read; {others} left out, --sheet NAME reads another"));
    }
}

async fn read_and_plan(
    import: &UnattendedImport,
    name: &str,
    content: Arc<[u8]>,
) -> Result<(Reader, Planned), UnattendedRefusal> {
    let mut reader = import.read(name, content).await?;
    let planned = import.plan(&reader).await?;
    reader.let_rows_go();
    Ok((reader, planned))
}

pub(super) fn refused(refusal: UnattendedRefusal) -> Early {
    match refusal {
        UnattendedRefusal::Unreadable(reasons) => {
            let reasons: Vec<&str> = reasons.iter().map(|reason| reason.as_str()).collect();
            unreadable(reasons.join("\n"))
        }
        UnattendedRefusal::Unavailable(reason) | UnattendedRefusal::Failed(reason) => {
            Early::End(RunEnd::DataUnavailable { reason: reason.to_string() })
        }
    }
}

fn unreadable(reason: String) -> Early {
    Early::End(RunEnd::FileUnreadable { reason })
}

/// The document with this name. Of two with one name none is meant for certain.
fn named<'a, T>(kind: &str, name: &str, documents: Vec<(&'a str, &'a T)>) -> Step<&'a T> {
    let same = documents.iter().filter(|(of, _)| of.trim() == name.trim());
    let found: Vec<&T> = same.map(|(_, document)| *document).collect();
    let problem = match found.as_slice() {
        [only] => return Ok(only),
        [] => {
            let names: Vec<&str> = documents.iter().map(|(of, _)| *of).collect();
            match names.is_empty() {
                true => format!("there is no {kind} named {name}, and none at all"),
                false => {
                    format!("there is no {kind} named {name}; there are: {}", names.join(", "))
                }
            }
        }
        _ => format!("there is more than one {kind} named {name}"),
    };
    Err(Early::Arguments(problem))
}

/// The name of the mapping, or of the shop or program whose table was recognized.
fn name_of_mapping(preview: &ImportPreview) -> Option<String> {
    let name = preview.mapping.name.as_str();
    Some(name).filter(|name| !name.is_empty()).or(preview.origin).map(str::to_owned)
}

/// The workspace of the account that will be opened.
fn open_workspace(headless: &Headless<'_>, arguments: &BatchArguments) -> Step<Arc<dyn Workspace>> {
    let state = &headless.desk.state;
    let is_practice = match &state.accounts.credentials {
        Some(credentials) => credentials.environment == Environment::Practice,
        None => state.settings.last_environment == Some(Environment::Practice),
    };
    let workspaces = &headless.desk.workspaces;
    let handle = workspaces.in_use(arguments.practice || is_practice);
    Ok(headless.wait_for(handle.open())?)
}

/// The labels that this computer was buying when it was stopped.
fn open_labels(headless: &mut Headless<'_>, workspace: &dyn Workspace) -> Step<Vec<OpenLabel>> {
    let query = OrderQuery {
        states: vec![OrderState::Buying, OrderState::InDoubt],
        limit: u32::MAX,
        ..OrderQuery::default()
    };
    let rows = headless.wait_for(workspace.orders(query))?.rows;
    let station = headless.desk.kernel(|ctx| ctx.station());
    let mut open = Vec::new();
    for row in rows.iter().filter(|row| is_readable(row)) {
        for label in order_of_row(row).labels {
            let is_open = matches!(label.status, LabelStatus::Buying | LabelStatus::InDoubt);
            if is_open && label.station == *station {
                open.push(OpenLabel { order: row.id.clone(), transaction: label.transaction });
            }
        }
    }
    Ok(open)
}

fn connect(
    headless: &mut Headless<'_>,
    arguments: &BatchArguments,
    start: &mut BatchStart,
) -> Step<()> {
    if arguments.practice {
        headless.desk.apply(SignInIntent::TryPractice);
    }
    headless.run_until(LONGEST_SIGN_IN, |desk| {
        !matches!(desk.state.connection, Connection::Connecting { .. })
    });
    headless.check_stop()?;
    let state = &headless.desk.state;
    start.environment = state.environment();
    let reason = match &state.connection {
        Connection::Connected(session) => {
            start.account = Some(session.account_name.clone());
            // Without an answer the account of the last run is opened with what is known of it.
            match &state.connectivity {
                Connectivity::Offline { trouble, .. } => trouble.cause.to_string(),
                _ => return Ok(()),
            }
        }
        Connection::Connecting { .. } => "the service did not answer the sign-in".to_owned(),
        Connection::SignInNeeded {
            trouble: Some(trouble),
            ..
        } => format!("{}: {}", trouble.attempted, trouble.cause),
        Connection::SignInNeeded { trouble: None, .. } | Connection::None => {
            "nobody is signed in. Sign in once in the window and let Postroom keep the keys, or set \
             POSTROOM_API_KEY and the other variables"
                .to_owned()
        }
        Connection::TermsPending { .. } => {
            "the terms of the account are not accepted yet; accept them in the window".to_owned()
        }
    };
    Err(nothing_sent(reason))
}

fn nothing_sent(reason: String) -> Early {
    Early::End(RunEnd::NothingSent { reason })
}

/// Waits for what orders are checked against.
fn load(headless: &mut Headless<'_>) -> Step<()> {
    headless.run_until(LONGEST_LOADING, |desk| {
        is_loaded(&desk.state) && !desk.orders(|_, ctx| settle::is_settling_all(ctx))
    });
    headless.check_stop()?;
    if !headless.desk.state.order_rules.documents.loaded {
        return Err(Early::End(RunEnd::DataUnavailable {
            reason: "the presets and rules cannot be read".to_owned(),
        }));
    }
    headless.run_until(LONGEST_SENDER, |desk| has_sender(&desk.state));
    Ok(())
}

fn is_loaded(state: &State) -> bool {
    let carriers = &state.carriers;
    let loading = carriers.list.is_loading()
        || carriers.accounts.is_loading()
        || carriers.catalogs.is_loading();
    let is_practice = state.environment() == Some(Environment::Practice);
    let has_clock = !is_practice || state.practice_clock.is_some() || state.is_offline();
    let stations = &state.stations;
    let has_reported =
        is_practice || stations.status != SharedStatus::Opening && stations.reports.owed.is_none();
    state.order_rules.documents.loaded && !loading && has_clock && has_reported
}

fn has_sender(state: &State) -> bool {
    let rules = &state.order_rules;
    !rules.documents.shop.profile.sender.is_blank() || !rules.known.sender.is_blank()
}

/// Waits for stations that have to report because the shared orders went back to an older copy, or
/// takes the option as a person's yes.
fn wait_for_reports(headless: &mut Headless<'_>, arguments: &BatchArguments) {
    let state = &headless.desk.state;
    let is_practice = state.environment() == Some(Environment::Practice);
    let stations = &state.stations;
    let Some(missing) = stations.missing_reports().filter(|_| !is_practice) else {
        return;
    };
    complain(&missing.to_string());
    if arguments.without_reports {
        let seen = Box::new(stations.reports.clone());
        headless.desk.apply(StationsIntent::BuyWithoutReports(seen));
    }
    headless.run_until(LONGEST_REPORTS, |desk| desk.state.stations.missing_reports().is_none());
}

/// Whether anything may be bought: a restored journal is compared with the account first, and a
/// shared workspace must be open.
fn check_purchases(headless: &mut Headless<'_>, arguments: &BatchArguments) -> Step<()> {
    wait_for_reports(headless, arguments);
    headless.run_until(LONGEST_LOADING, |desk: &mut Desk| {
        let is_awaited = buying_obstacle(desk).is_some_and(|obstacle| obstacle.passes);
        desk.state.purchases.account_comparison.is_none() && !is_awaited
    });
    headless.check_stop()?;
    let desk = &headless.desk;
    let reason = match (buying_obstacle(desk), &desk.journal) {
        (Some(obstacle), _) => obstacle.reason,
        (None, None) => "the purchase journal cannot be used".to_owned(),
        (None, Some(journal)) => match headless.wait_for(journal.probe()) {
            Ok(()) => return Ok(()),
            Err(error) => in_words(&error),
        },
    };
    Err(Early::End(RunEnd::DataUnavailable { reason }))
}
