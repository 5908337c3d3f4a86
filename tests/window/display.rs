//! A virtual display and the program on it; both end with the test.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::client::Client;
use super::journeys::folder;
use crate::reserved_ports::reserve_port;

/// A private Xvfb, which chooses a free display number itself, and optionally a Wayland compositor
/// that draws into it.
#[derive(Debug)]
pub struct Display {
    server: Child,
    name: String,
    weston: Option<Weston>,
}

/// Its socket is in a private folder, so that no other compositor is found.
#[derive(Debug)]
struct Weston {
    process: Child,
    runtime_dir: PathBuf,
}

/// The name of the compositor's socket.
const SOCKET: &str = "postroom-test";

/// The variables that decide on which display a program opens its window.
const VARIABLES: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

impl Display {
    pub fn start() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1366x768x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is needed for this test: apt-get install xvfb");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Self { server, name: format!(":{}", number.trim()), weston: None }
    }

    /// X11, and Wayland if `POSTROOM_WAYLAND` is set.
    pub fn each() -> impl Iterator<Item = Self> {
        [|| Some(Self::start()), || Self::wayland(1)].into_iter().filter_map(|start| start())
    }

    /// The X11 server's name, as in `DISPLAY`.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn is_wayland(&self) -> bool {
        self.weston.is_some()
    }

    /// A Wayland compositor, without X11 for the program. `None` if `POSTROOM_WAYLAND` is not set:
    /// `.ci/run` sets it and installs weston.
    pub fn wayland(scale: u32) -> Option<Self> {
        std::env::var_os("POSTROOM_WAYLAND")?;
        let mut display = Self::start();
        let runtime_dir = folder("wayland");
        make_private(&runtime_dir);
        let process = Command::new("weston")
            .args(["--backend=x11-backend.so", "--no-config", "--idle-time=0"])
            // Not --use-pixman: that renderer of weston 10 may crash with a window larger than the
            // screen, and always crashes at a scale of 2.
            .arg(format!("--width={}", 1366 / scale))
            .arg(format!("--height={}", 768 / scale))
            .arg(format!("--scale={scale}"))
            .arg(format!("--socket={SOCKET}"))
            .env("DISPLAY", &display.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_RUNTIME_DIR", &runtime_dir)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("weston is needed for this test: apt-get install weston");
        let weston = display.weston.insert(Weston { process, runtime_dir });
        let socket = weston.runtime_dir.join(SOCKET);
        for _ in 0..600 {
            if socket.exists() {
                return Some(display);
            }
            let ended = weston.process.try_wait().unwrap();
            assert!(ended.is_none(), "weston ended: {ended:?}");
            thread::sleep(Duration::from_millis(50));
        }
        panic!("weston did not listen within 30 s");
    }

    /// The program, which finds no display other than this one.
    pub fn program(&self) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_postroom"));
        for name in VARIABLES {
            program.env_remove(name);
        }
        match &self.weston {
            Some(weston) => {
                program.env("WAYLAND_DISPLAY", SOCKET).env("XDG_RUNTIME_DIR", &weston.runtime_dir)
            }
            None => program.env("DISPLAY", &self.name),
        };
        program
    }

    /// Starts the program and waits until its window responds.
    pub fn open(&self, data: &Path, arguments: &[&str]) -> Window {
        self.open_with(data, arguments, &[])
    }

    pub fn open_with(
        &self,
        data: &Path,
        arguments: &[&str],
        environment: &[(&str, String)],
    ) -> Window {
        let address = format!("127.0.0.1:{}", reserve_port());
        let mut program = self
            .program()
            .arg("--data")
            .arg(data)
            .args(arguments)
            .env("EGUI_INSPECTION", &address)
            .envs(environment.iter().map(|(name, value)| (*name, value.as_str())))
            .spawn()
            .unwrap();
        for _ in 0..600 {
            if let Some(client) = Client::connect(&address) {
                return Window { program, client };
            }
            thread::sleep(Duration::from_millis(50));
        }
        program.kill().unwrap();
        let ended = program.wait().unwrap();
        panic!("the window did not answer within 30 s ({ended})");
    }

    /// Ends the compositor like a crash.
    pub fn kill_compositor(&mut self) {
        let weston = self.weston.as_mut().unwrap();
        weston.process.kill().unwrap();
        weston.process.wait().unwrap();
    }

    /// Presses keys as a keyboard does. Under X11 without a window manager no window has the focus,
    /// so the window gets it first. Under Wayland the compositor's own window gets it, and the
    /// newest window in the compositor has the keyboard.
    pub fn keys(&self, window: &Window, keys: &[&str]) {
        let pid = window.program.id().to_string();
        let search: &[&str] = if self.is_wayland() {
            &["--class", "weston"]
        } else {
            &["--all", "--pid", &pid, "--name", "Postroom"]
        };
        let done = Command::new("xdotool")
            .args(["search", "--sync", "--onlyvisible"])
            .args(search)
            .args(["windowfocus", "--sync", "key"])
            .args(keys)
            .env("DISPLAY", &self.name)
            .status()
            .expect("xdotool is needed for this test: apt-get install xdotool");
        assert!(done.success(), "xdotool: {done}");
    }

    /// Gives the window the keyboard, as a window manager does, and returns its place on the screen.
    pub fn focus_window(&self, window: &Window) -> (i32, i32) {
        let pid = window.program.id().to_string();
        let search = ["search", "--sync", "--onlyvisible", "--all", "--pid", &pid];
        let focus = ["--name", "Postroom", "windowfocus", "--sync"];
        let place =
            self.xdotool(&[&search[..], &focus, &["getwindowgeometry", "--shell"]].concat());
        let number = |name: &str| {
            let mut lines = place.lines();
            let line = lines.find_map(|line| line.strip_prefix(name));
            line.unwrap().parse().unwrap()
        };
        (number("X="), number("Y="))
    }

    /// Mouse and keyboard, as the display server receives them; returns what was written.
    pub fn xdotool(&self, arguments: &[&str]) -> String {
        let done = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.name)
            .output()
            .expect("xdotool is needed for this test: apt-get install xdotool");
        assert!(done.status.success(), "xdotool {arguments:?}: {done:?}");
        String::from_utf8(done.stdout).unwrap()
    }

    /// A photograph of the whole screen, whoever drew it.
    pub fn photograph(&self, file: &Path) {
        let done = Command::new("import")
            .args(["-window", "root"])
            .arg(file)
            .env("DISPLAY", &self.name)
            .status()
            .expect("import is needed for this test: apt-get install imagemagick");
        assert!(done.success(), "import: {done}");
    }
}

/// Private to this user, as a session's runtime folder is.
fn make_private(folder: &Path) {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().mode(0o700).create(folder).unwrap();
}

impl Drop for Weston {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.runtime_dir);
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // First the compositor, which draws into the server.
        drop(self.weston.take());
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

pub struct Window {
    program: Child,
    pub client: Client,
}

impl Window {
    /// Ends the program like a power cut: no destructor, no flush.
    pub fn kill_dash_nine(mut self) {
        self.program.kill().unwrap();
        self.program.wait().unwrap();
    }

    /// Waits until the program ends by itself; returns its exit code.
    pub fn end(mut self) -> Option<i32> {
        exit_code(&mut self.program)
    }
}

/// Runs a program whose window cannot open; returns its exit code and standard error.
pub fn until_ended(program: &mut Command) -> (Option<i32>, String) {
    let mut program = program.stderr(Stdio::piped()).spawn().unwrap();
    let code = exit_code(&mut program);
    let mut said = String::new();
    program.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (code, said)
}

fn exit_code(program: &mut Child) -> Option<i32> {
    for _ in 0..600 {
        if let Some(ended) = program.try_wait().unwrap() {
            return ended.code();
        }
        thread::sleep(Duration::from_millis(50));
    }
    program.kill().unwrap();
    panic!("the program did not end within 30 s");
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
