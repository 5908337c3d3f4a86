//! The application window, on the eframe side. [`Window`] draws everything; this module connects it
//! to the desk, the display and program exit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use eframe::{NativeOptions, Renderer};
use egui::ViewportBuilder;
use egui::epaint::text::{FallbackRequest, FontInsert, FontProvider};
use egui_system_font_provider::SystemFontProvider;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::dialogs::NativeChooser;
use super::opening::OpeningDesk;
use super::refused_start::{RefusedStart, RefusedStartAnswer};
use super::window::Window;
use super::window_place::WindowPlace;
use super::{display, instance};
use crate::base::clock::{Clock, Stopwatch, desk_zone};
use crate::base::crash;
use crate::base::folders::UserFolders;
use crate::base::restart;
use crate::base::startup_credentials::StartupCredentials;
use crate::desk::kernel::session::Connection;
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::{Desk, DeskError};
use crate::text;

/// Repaint interval of an idle window, so that the displayed ages of data stay current.
const IDLE_REPAINT_INTERVAL: Duration = Duration::from_secs(60);

/// How many panicking frames in a row are retried before the window closes.
const MOST_FAULTS: u32 = 3;

/// Starts opening the desk; the receiver becomes true once the first frame is shown. The
/// error is a message for the user.
pub type Begin = Box<dyn FnOnce(watch::Receiver<bool>) -> Result<OpeningDesk, String>>;

/// What the start of the program passes to [`run`].
/// For desktops that ask the window for it: X11 and Windows. Drawn from `assets/icon/postroom.svg` with
/// `rsvg-convert -w 64 -h 64`.
const ICON: &[u8] = include_bytes!("../../assets/icon/postroom-64.png");

pub struct Options {
    pub clock: Clock,
    pub data_dir: PathBuf,
    /// Starts the practice environment at once, as a click on "Try it now" would.
    pub practice: bool,
    /// A table of orders to import once an account is on screen.
    pub open: Option<PathBuf>,
    /// Prints when frames were drawn and how much memory is used.
    pub timings: bool,
    /// Started together with the process.
    pub started: Stopwatch,
}

/// Opens the desk and its window, and returns when the window is closed. If the window cannot open,
/// a line on standard error says what to do; if the desk cannot, also a window. `handed` is needed
/// only for a second attempt on another display or with another folder, and is dropped as soon as the
/// desk is open.
///
/// No thread may start before the display has responded: the X library reads its table of compose
/// sequences then, and does so four times as fast in a single-threaded program.
pub fn run(options: Options, begin: Begin, handed: StartupCredentials) -> ExitCode {
    if instance::raise_open_window(&options.data_dir, options.open.as_deref()) {
        report(text!("shell-start-already-open"));
        return ExitCode::from(instance::ALREADY_OPEN);
    }
    let (seen, shown) = watch::channel(false);
    let opening = Arc::new(Mutex::new(None));
    let desk_trouble = Arc::new(Mutex::new(None));
    let (desk_of_window, begun) = (Arc::clone(&opening), Arc::clone(&opening));
    let (refused, unbegun) = (Arc::clone(&desk_trouble), Arc::clone(&desk_trouble));
    let told = shown.clone();
    let begin = move |window: ViewportBuilder| {
        match begin(told) {
            Ok(opening) => *locked(&begun) = Some(opening),
            Err(words) => *locked(&unbegun) = Some((words, false)),
        }
        window
    };
    let (data_dir, open) = (options.data_dir.clone(), options.open.clone());
    let place = WindowPlace::read(&data_dir);
    let native = NativeOptions { window_builder: Some(Box::new(begin)), ..native_options(place) };
    let trouble = quiet_panics_until(shown.clone());
    let unopened = Arc::new(Mutex::new(Some(handed)));
    let opened = Arc::clone(&unopened);
    let again = Arc::new(Mutex::new(None));
    let wanted = Arc::clone(&again);
    let folder = data_dir.clone();
    let outcome = catch_unwind(AssertUnwindSafe(move || {
        eframe::run_native(
            "Postroom",
            native,
            Box::new(move |creation| {
                let opening = locked(&desk_of_window).take().ok_or("there is no desk")?;
                match App::open(creation, options, opening, place, &seen) {
                    Ok(app) => {
                        locked(&opened).take();
                        Ok(Box::new(app) as Box<dyn eframe::App>)
                    }
                    Err(error) => {
                        let (words, in_use) =
                            (words_of(&error), matches!(*error, DeskError::InUse));
                        *locked(&refused) = Some((words.clone(), in_use));
                        if in_use {
                            return Err(error.into());
                        }
                        report(&words);
                        let start = RefusedStart::new(words, &folder);
                        Ok(Box::new(RefusedApp { start, seen, again: wanted }))
                    }
                }
            }),
        )
    }));
    if let Some(opening) = locked(&opening).take() {
        opening.give_up();
    }
    let refusal = locked(&desk_trouble).take();
    if matches!(outcome, Ok(Ok(()))) && refusal.is_some() {
        if let (Some(folder), Some(handed)) = (locked(&again).take(), locked(&unopened).take()) {
            restart::restart_process(&handed, |again| {
                again.arg("--data").arg::<PathBuf>(folder);
            });
        }
        return ExitCode::FAILURE;
    }
    let reason = match outcome {
        Ok(Ok(())) => return ExitCode::SUCCESS,
        _ if *shown.borrow() => {
            report(text!("shell-start-window-stopped"));
            return ExitCode::FAILURE;
        }
        Ok(Err(error)) => match refusal {
            Some((words, in_use)) => {
                let raises = || instance::raise_starting_window(&data_dir, open.as_deref());
                return report_refusal(&words, in_use, raises);
            }
            None => reason_of(&error),
        },
        Err(panic) => {
            let kept = locked(&trouble).take();
            kept.unwrap_or_else(|| crash::panic_message(&*panic))
        }
    };
    let reason = reason.lines().next().unwrap_or_default();
    if let Some(handed) = locked(&unopened).take() {
        display::try_x11_instead(&handed, reason, report);
    }
    report(&display::no_window(reason));
    ExitCode::FAILURE
}

fn native_options(place: WindowPlace) -> NativeOptions {
    let mut viewport = ViewportBuilder::default().with_title("Postroom").with_app_id("postroom");
    if let Ok(icon) = eframe::icon_data::from_png_bytes(ICON) {
        viewport = viewport.with_icon(icon);
    }
    NativeOptions {
        viewport: place.apply_to(viewport),
        // Features of other crates could otherwise choose another renderer.
        renderer: Renderer::Glow,
        // Dithering hides banding in color gradients. This window has none, and without a graphics
        // card dithering costs time for each pixel.
        dithering: false,
        // See `SystemFonts`.
        system_font_fallback: false,
        ..NativeOptions::default()
    }
}

/// The desk did not open. If another program has it and is still starting, its window is raised
/// instead.
fn report_refusal(words: &str, in_use: bool, raises: impl FnOnce() -> bool) -> ExitCode {
    if in_use && raises() {
        report(text!("shell-start-already-open"));
    } else {
        report(words);
    }
    let code = ExitCode::from(instance::ALREADY_OPEN);
    if in_use { code } else { ExitCode::FAILURE }
}

/// Describes the error without the list of OpenGL configurations that were requested.
fn reason_of(error: &eframe::Error) -> String {
    match error {
        eframe::Error::NoGlutinConfigs(_, cause) => {
            text!("shell-start-no-opengl", cause = cause.to_string())
        }
        other => other.to_string(),
    }
}

/// The window where the desk could not be opened.
struct RefusedApp {
    start: RefusedStart,
    seen: watch::Sender<bool>,
    /// The folder to start again with.
    again: Arc<Mutex<Option<PathBuf>>>,
}

impl eframe::App for RefusedApp {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.seen.send_replace(true);
        let Some(answer) = self.start.show_ui(ui) else {
            return;
        };
        if let RefusedStartAnswer::Start(folder) = answer {
            *locked(&self.again) = Some(folder);
        }
        ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}

struct App {
    window: Window,
    /// Taken when the window closes.
    desk: Option<Desk>,
    runtime: Handle,
    clock: Clock,
    timings: Option<Timings>,
    /// Whether a first frame was drawn. `shown` turns true once the display has received it.
    drawn: bool,
    shown: watch::Sender<bool>,
    /// Frames in a row that panicked.
    faults: u32,
    data_dir: PathBuf,
    system_fonts: SystemFonts,
    place: WindowPlace,
    /// Files that later starts of the program were to open.
    handed_over: Arc<Mutex<Vec<PathBuf>>>,
    /// The file that tells later starts of the program where this window listens.
    _note: Option<JoinHandle<Option<instance::Note>>>,
}

/// The typefaces of the system, for letters that those of the program lack. Listing them takes the
/// processor from the start of the window, so that begins after the first frame, or with the first
/// such letter.
#[derive(Clone, Default)]
struct SystemFonts(Arc<OnceLock<SystemFontProvider>>);

impl SystemFonts {
    fn list(&self) -> &SystemFontProvider {
        self.0.get_or_init(SystemFontProvider::new)
    }
}

impl FontProvider for SystemFonts {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        self.list().font_for(request)
    }
}

/// State of the `--timings` output: one line per frame, and each other line once.
struct Timings {
    started: Stopwatch,
    frames: u64,
    ready_told: bool,
}

impl App {
    fn open(
        creation: &eframe::CreationContext<'_>,
        options: Options,
        opening: OpeningDesk,
        place: WindowPlace,
        shown: &watch::Sender<bool>,
    ) -> Result<Self, Box<DeskError>> {
        let system_fonts = SystemFonts::default();
        creation.egui_ctx.add_font_provider(Arc::new(system_fonts.clone()));
        // The window prepares itself while the desk opens.
        let mut window = Window::new(&creation.egui_ctx, desk_zone());
        let runtime = opening.runtime();
        let mut desk = opening.wait(&creation.egui_ctx)?;
        if options.practice {
            desk.apply(SignInIntent::TryPractice);
        }
        window.local.settings.data_dir = Some(options.data_dir.clone());
        if let Some(file) = options.open {
            window.open_table(file);
        }
        let blank = rfd::AsyncFileDialog::new().set_parent(creation);
        let chooser = NativeChooser::new(blank, runtime.clone());
        let awake = creation.egui_ctx.clone();
        let folders = UserFolders::of_system();
        let files = &mut window.local.files;
        files.use_chooser(Box::new(chooser), folders, move || awake.request_repaint());
        Ok(Self {
            window,
            desk: Some(desk),
            runtime,
            clock: options.clock,
            timings: options.timings.then_some(Timings {
                started: options.started,
                frames: 0,
                ready_told: false,
            }),
            drawn: false,
            shown: shown.clone(),
            faults: 0,
            data_dir: options.data_dir,
            system_fonts,
            place,
            handed_over: Arc::default(),
            _note: None,
        })
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        let Some(desk) = &mut self.desk else {
            return;
        };
        if self.drawn && !*self.shown.borrow() {
            self.shown.send_replace(true);
            if let Some(timings) = &self.timings {
                timings.say("first frame");
            }
            self.system_fonts.list();
            let (data_dir, forward) = (self.data_dir.clone(), ctx.clone());
            let inbox = Arc::clone(&self.handed_over);
            // Writing the note waits for the disk.
            self._note = Some(self.runtime.spawn_blocking(move || {
                let raise = move |open| {
                    locked(&inbox).extend(open);
                    come_forward(&forward);
                };
                instance::listen(&data_dir, raise)
                    .inspect_err(|error| tracing::warn!(%error, "a second start cannot be noticed"))
                    .ok()
            }));
        }
        for file in locked(&self.handed_over).drain(..) {
            self.window.open_table(file);
        }
        self.place.follow(ctx);
        desk.tick();
        let wake =
            desk.next_wake().map_or(IDLE_REPAINT_INTERVAL, |due| due.min(IDLE_REPAINT_INTERVAL));
        ctx.request_repaint_after(wake);
        if let Some(timings) = &mut self.timings {
            timings.before_frame(desk);
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let Some(desk) = &mut self.desk else {
            return;
        };
        let watch = Stopwatch::start();
        let (window, now) = (&mut self.window, self.clock.now());
        // Panels are guarded one by one; this catches panics in the frame around them.
        let drawn = catch_unwind(AssertUnwindSafe(|| window.show_ui(ui, desk.state(), now)));
        match drawn {
            Ok(intents) => {
                self.faults = 0;
                intents.into_iter().for_each(|intent| desk.apply(intent));
            }
            Err(_) if self.faults < MOST_FAULTS => {
                self.faults += 1;
                ui.ctx().request_repaint();
            }
            // The window cannot be drawn: closing it in order saves the draft and the journal.
            Err(_) => ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close),
        }
        if !self.drawn {
            self.drawn = true;
            // One more frame, to learn when this one was passed to the display.
            ui.ctx().request_repaint();
        }
        if let Some(timings) = &mut self.timings {
            timings.after_frame(watch.elapsed());
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.place.write(&self.data_dir);
        if let Some(desk) = self.desk.take() {
            self.runtime.block_on(desk.close());
        }
    }
}

impl Timings {
    fn before_frame(&mut self, desk: &Desk) {
        let state = desk.state();
        let connected = matches!(state.connection, Connection::Connected(_));
        let known =
            state.balance.summary.value().is_some() && state.carriers.catalogs.value().is_some();
        if connected && known && !self.ready_told {
            self.ready_told = true;
            self.say("ready");
            if let Some(megabytes) = resident_megabytes() {
                print_line(&format!("resident memory: {megabytes} MB"));
            }
        }
    }

    fn after_frame(&mut self, spent: Duration) {
        self.frames += 1;
        let millis = spent.as_secs_f64() * 1000.0;
        print_line(&format!("frame {}: {millis:.1} ms", self.frames));
    }

    fn say(&self, what: &str) {
        let millis = self.started.elapsed().as_secs_f64() * 1000.0;
        print_line(&format!("{what}: {millis:.0} ms since the process began"));
    }
}

/// Restores the window and raises it. Where the desktop does not let a program raise its own window
/// (Wayland never does), the desktop marks the window as wanting attention.
fn come_forward(ctx: &egui::Context) {
    use egui::ViewportCommand::{Focus, Minimized, RequestUserAttention, Visible};
    ctx.send_viewport_cmd(Visible(true));
    ctx.send_viewport_cmd(Minimized(false));
    ctx.send_viewport_cmd(Focus);
    ctx.send_viewport_cmd(RequestUserAttention(egui::UserAttentionType::Informational));
    ctx.request_repaint();
}

/// Stores a panic's message instead of printing it until the first frame is shown: the windowing
/// crates panic if a library is missing, and [`display::no_window`] explains that better.
fn quiet_panics_until(shown: watch::Receiver<bool>) -> Arc<Mutex<Option<String>>> {
    let kept = Arc::new(Mutex::new(None));
    let keep = Arc::clone(&kept);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if *shown.borrow() {
            usual(info);
        } else {
            *locked(&keep) = Some(crash::panic_message(info.payload()));
        }
    }));
    kept
}

fn words_of(error: &DeskError) -> String {
    let mut words = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        words = format!("{words}: {cause}");
        source = cause.source();
    }
    words
}

#[cfg(target_os = "linux")]
fn resident_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(not(target_os = "linux"))]
fn resident_megabytes() -> Option<u64> {
    None
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}

fn print_line(line: &str) {
    use std::io::Write;
    // A closed standard output must not stop the program.
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn report(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "postroom: {line}");
}
