//! A session with the accessibility bus of a desktop, and a client on it that sees what a screen
//! reader sees.

use std::collections::HashMap;
use std::future::poll_fn;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::pin::Pin;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use atspi::proxy::accessible::AccessibleProxy;
use atspi::proxy::action::ActionProxy;
use atspi::proxy::bus::{BusProxy, StatusProxy};
use atspi::proxy::cache::CacheProxy;
use atspi::proxy::component::ComponentProxy;
use atspi::proxy::text::TextProxy;
use atspi::{CacheItem, Interface, ObjectRefOwned, Role, State};
use futures_core::Stream;
use tokio::runtime::Runtime;
use zbus::proxy::CacheProperties;
use zbus::zvariant::OwnedValue;
use zbus::{Connection, MatchRule, Message, MessageStream, connection};

use super::super::journeys::folder;

/// How long the desktop or the window may take. This waits, it does not measure.
const PATIENCE: Duration = Duration::from_secs(60);
const LAUNCHER: &str = "/usr/libexec/at-spi-bus-launcher";
const ROOT: &str = "/org/a11y/atspi/accessible/root";

/// A session bus with the accessibility bus beside it, separate from those of the machine.
pub struct Session {
    parts: Vec<Child>,
    address: String,
    runtime_dir: PathBuf,
}

impl Session {
    pub fn start() -> Self {
        use std::os::unix::fs::DirBuilderExt;
        let runtime_dir = folder("accessible");
        std::fs::DirBuilder::new().mode(0o700).create(&runtime_dir).unwrap();
        let mut session = Self { parts: Vec::new(), address: String::new(), runtime_dir };
        let bus = ["--session", "--nofork", "--print-address=1"];
        let said = session.begin("dbus-daemon", &bus, Stdio::piped()).unwrap();
        let mut address = String::new();
        BufReader::new(said).read_line(&mut address).unwrap();
        session.address = address.trim().to_owned();
        let wanted = ["--launch-immediately", "--a11y=1", "--screen-reader=1"];
        session.begin(LAUNCHER, &wanted, Stdio::null());
        session
    }

    /// What a program of this session finds in its environment.
    pub fn environment(&self) -> [(&'static str, String); 2] {
        [
            ("DBUS_SESSION_BUS_ADDRESS", self.address.clone()),
            ("XDG_RUNTIME_DIR", self.runtime_dir.to_str().unwrap().to_owned()),
        ]
    }

    fn begin(
        &mut self,
        program: &str,
        arguments: &[&str],
        output: Stdio,
    ) -> Option<std::process::ChildStdout> {
        let mut command = Command::new(program);
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "AT_SPI_BUS_ADDRESS"] {
            command.env_remove(name);
        }
        let mut part = command
            .args(arguments)
            .envs(self.environment())
            .stdout(output)
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{program}: {error}; .ci/run installs it"));
        let said = part.stdout.take();
        self.parts.push(part);
        said
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        for part in self.parts.iter_mut().rev() {
            // Asked to end, not killed: the launcher has started the accessibility bus, and ends it.
            let id = part.id().to_string();
            if Command::new("kill").arg(id).status().is_err() {
                let _ = part.kill();
            }
            let _ = part.wait();
        }
        let _ = std::fs::remove_dir_all(&self.runtime_dir);
    }
}

/// One object of the tree, in reading order.
#[derive(Clone, Debug)]
pub struct Thing {
    pub path: String,
    pub parent: String,
    pub role: Role,
    pub name: String,
    pub description: String,
    item: CacheItem,
}

impl Thing {
    fn of(item: CacheItem) -> Self {
        Self {
            path: item.object.path_as_str().to_owned(),
            parent: item.parent.path_as_str().to_owned(),
            role: item.role,
            // The crate calls the description "name".
            name: item.short_name.clone(),
            description: item.name.clone(),
            item,
        }
    }

    pub fn is(&self, state: State) -> bool {
        self.item.states.contains(state)
    }

    pub fn has(&self, interface: Interface) -> bool {
        self.item.ifaces.contains(interface)
    }

    /// For the message of a failing test.
    pub fn words(&self) -> String {
        format!("{} “{}”", self.role, self.name)
    }
}

/// A client on the accessibility bus.
pub struct Reader {
    runtime: Runtime,
    bus: Connection,
    window: ObjectRefOwned,
    announcements: MessageStream,
}

impl Reader {
    /// Waits until a program is registered, which it is as soon as its window is there.
    pub fn attach(session: &Session) -> Self {
        let runtime = Runtime::new().unwrap();
        let (bus, announcements) = runtime.block_on(connected(session));
        let start = Instant::now();
        let window = loop {
            let found = runtime.block_on(async {
                let registry = accessible(&bus, "org.a11y.atspi.Registry", ROOT).await?;
                registry.get_children().await
            });
            if let Ok([program]) = found.as_deref() {
                break program.clone();
            }
            assert!(start.elapsed() < PATIENCE, "no program: {found:?}");
            thread::sleep(Duration::from_millis(100));
        };
        Self { runtime, bus, window, announcements }
    }

    fn program(&self) -> &str {
        self.window.name_as_str().unwrap()
    }

    /// The whole tree as the program hands it to a screen reader, in reading order.
    pub fn things(&self) -> Vec<Thing> {
        let items = self.runtime.block_on(async {
            let cache = CacheProxy::builder(&self.bus)
                .destination(self.program())?
                .cache_properties(CacheProperties::No)
                .build()
                .await?;
            cache.get_items().await
        });
        let mut inside: HashMap<String, Vec<Thing>> = HashMap::new();
        for thing in items.unwrap().into_iter().map(Thing::of) {
            if thing.path != ROOT {
                inside.entry(thing.parent.clone()).or_default().push(thing);
            }
        }
        let mut children = |path: &str| {
            let mut things = inside.remove(path).unwrap_or_default();
            things.sort_by_key(|thing| std::cmp::Reverse(thing.item.index));
            things
        };
        let mut open = children(ROOT);
        let mut ordered = Vec::new();
        while let Some(thing) = open.pop() {
            open.extend(children(&thing.path));
            ordered.push(thing);
        }
        ordered
    }

    /// The names and roles from the root of the desktop down, asked of each object by itself.
    pub fn walk(&self) -> Vec<(String, Role)> {
        self.runtime.block_on(async {
            let mut seen = Vec::new();
            let mut open = vec![(self.program().to_owned(), ROOT.to_owned())];
            while let Some((program, path)) = open.pop() {
                let Ok(object) = accessible(&self.bus, &program, &path).await else {
                    continue;
                };
                let (Ok(name), Ok(role), Ok(inside)) =
                    (object.name().await, object.get_role().await, object.get_children().await)
                else {
                    continue;
                };
                seen.push((name, role));
                let inside = inside.iter().rev();
                open.extend(inside.map(|child| {
                    let program = child.name_as_str().unwrap().to_owned();
                    (program, child.path_as_str().to_owned())
                }));
            }
            seen
        })
    }

    /// Waits for an object.
    pub fn find(&self, what: &str, is_it: impl Fn(&Thing) -> bool) -> Thing {
        let start = Instant::now();
        loop {
            let things = self.things();
            if let Some(found) = things.iter().find(|thing| is_it(thing)) {
                return found.clone();
            }
            let seen: Vec<String> = things.iter().map(Thing::words).collect();
            assert!(start.elapsed() < PATIENCE, "never read {what}; read: {}", seen.join(" | "));
            thread::sleep(Duration::from_millis(100));
        }
    }

    pub fn named(&self, role: Role, name: &str) -> Thing {
        let what = format!("{role} “{name}”");
        self.find(&what, |thing| thing.role == role && thing.name == name)
    }

    /// Waits until a text is read anywhere.
    pub fn wait_for(&self, text: &str) {
        self.find(text, |thing| thing.name.contains(text));
    }

    /// Does what a screen reader does when the user activates the object.
    pub fn activate(&self, thing: &Thing) {
        assert!(self.do_action(thing).unwrap(), "{} cannot be activated", thing.words());
    }

    /// Activates a control. Looked for again while the panel still changes, as in [`Self::focus`].
    pub fn activate_named(&self, role: Role, name: &str) {
        let start = Instant::now();
        loop {
            let thing = self.named(role, name);
            match self.do_action(&thing) {
                Ok(done) => return assert!(done, "{} cannot be activated", thing.words()),
                Err(error) => assert!(start.elapsed() < PATIENCE, "{name}: {error}"),
            }
            thread::sleep(Duration::from_millis(200));
        }
    }

    fn do_action(&self, thing: &Thing) -> zbus::Result<bool> {
        self.runtime.block_on(async {
            let action = ActionProxy::builder(&self.bus)
                .destination(self.program())?
                .path(thing.path.as_str())?
                .cache_properties(CacheProperties::No)
                .build()
                .await?;
            action.do_action(0).await
        })
    }

    /// Gives the keyboard to a control. Asked again while the panel still changes: what comes above
    /// a control may make it another object.
    pub fn focus(&self, role: Role, name: &str) -> Thing {
        let start = Instant::now();
        loop {
            let thing = self.named(role, name);
            let _ = self.grab_focus(&thing);
            thread::sleep(Duration::from_millis(200));
            let now = self.things();
            let there = |it: &&Thing| it.is(State::Focused) && it.role == role && it.name == name;
            if let Some(focused) = now.iter().find(there) {
                return focused.clone();
            }
            let focused: Vec<String> =
                now.iter().filter(|it| it.is(State::Focused)).map(Thing::words).collect();
            assert!(start.elapsed() < PATIENCE, "{name}: {focused:?}");
        }
    }

    fn grab_focus(&self, thing: &Thing) -> zbus::Result<bool> {
        self.runtime.block_on(async {
            let component = ComponentProxy::builder(&self.bus)
                .destination(self.program())?
                .path(thing.path.as_str())?
                .cache_properties(CacheProperties::No)
                .build()
                .await?;
            component.grab_focus().await
        })
    }

    /// The text of a field.
    pub fn text(&self, thing: &Thing) -> String {
        let text = self.runtime.block_on(async {
            let text = TextProxy::builder(&self.bus)
                .destination(self.program())?
                .path(thing.path.as_str())?
                .cache_properties(CacheProperties::No)
                .build()
                .await?;
            text.get_text(0, -1).await
        });
        text.unwrap()
    }

    /// The next announcement that contains these words.
    pub fn heard(&mut self, words: &str) -> String {
        let announcements = &mut self.announcements;
        let heard = self.runtime.block_on(async {
            let said = async {
                loop {
                    let next = poll_fn(|cx| Pin::new(&mut *announcements).poll_next(cx)).await;
                    let said = announced(&next.unwrap().unwrap());
                    if said.contains(words) {
                        return said;
                    }
                }
            };
            tokio::time::timeout(PATIENCE, said).await
        });
        heard.unwrap_or_else(|_| panic!("never heard “{words}”"))
    }
}

/// The words of an announcement.
fn announced(message: &Message) -> String {
    type Announcement = (String, i32, i32, OwnedValue, HashMap<String, OwnedValue>);
    let body = message.body();
    let (.., words, _): Announcement = body.deserialize().unwrap();
    String::try_from(words).unwrap()
}

async fn accessible<'a>(
    bus: &Connection,
    program: &'a str,
    path: &'a str,
) -> zbus::Result<AccessibleProxy<'a>> {
    AccessibleProxy::builder(bus)
        .destination(program)?
        .path(path)?
        .cache_properties(CacheProperties::No)
        .build()
        .await
}

/// Connects to the accessibility bus of the session, and listens to announcements from then on.
async fn connected(session: &Session) -> (Connection, MessageStream) {
    let desktop =
        connection::Builder::address(session.address.as_str()).unwrap().build().await.unwrap();
    let start = Instant::now();
    let address = loop {
        let enabled = async {
            let status = StatusProxy::new(&desktop).await?;
            Ok::<_, zbus::Error>(
                status.is_enabled().await? && status.screen_reader_enabled().await?,
            )
        };
        let enabled = enabled.await;
        if matches!(enabled, Ok(true)) {
            let bus = BusProxy::new(&desktop).await.unwrap();
            break bus.get_address().await.unwrap();
        }
        assert!(start.elapsed() < PATIENCE, "no accessibility: {enabled:?}");
        thread::sleep(Duration::from_millis(50));
    };
    let bus = connection::Builder::address(address.as_str()).unwrap().build().await.unwrap();
    let rule = MatchRule::builder()
        .msg_type(zbus::message::Type::Signal)
        .interface("org.a11y.atspi.Event.Object")
        .unwrap()
        .member("Announcement")
        .unwrap()
        .build();
    let announcements = MessageStream::for_match_rule(rule, &bus, None).await.unwrap();
    (bus, announcements)
}
