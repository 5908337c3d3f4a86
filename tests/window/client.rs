//! A client for egui's inspection protocol: reads the accessibility tree of the running window, and
//! clicks and types by the names in it.

use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use egui::accesskit::{Action, ActionRequest, Node, NodeId, TreeId, TreeUpdate};
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_inspection::protocol::{Request, Response, read_handshake, read_message, write_message};

/// How long a text or control may take to appear. Generous: this waits, it does not measure.
const PATIENCE: Duration = Duration::from_secs(40);

pub struct Client {
    stream: TcpStream,
}

impl Client {
    pub fn connect(address: &str) -> Option<Self> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        read_handshake(&stream).ok()?;
        Some(Self { stream })
    }

    fn ask(&mut self, request: &Request) -> Response {
        write_message(&self.stream, request).unwrap();
        read_message(&self.stream).unwrap()
    }

    pub fn tree(&mut self) -> TreeUpdate {
        for _ in 0..50 {
            if let Response::Tree { accesskit: Some(tree), .. } = self.ask(&Request::GetTree) {
                return tree;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("the window has no accessibility tree");
    }

    /// The names and values of all nodes, in the order in which they were drawn.
    pub fn names(&mut self) -> Vec<String> {
        let tree = self.tree();
        let nodes = tree.nodes.iter();
        nodes.filter_map(|(_, node)| name_of(node)).collect()
    }

    /// Every name and value on screen, for a failing test's message.
    pub fn text_on_screen(&mut self) -> String {
        let mut lines = self.names();
        lines.dedup();
        lines.join(" | ")
    }

    /// Waits until a name or value contains the text.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |names| names.iter().any(|name| name.contains(text)));
    }

    pub fn wait_until(&mut self, what: &str, holds: impl Fn(&[String]) -> bool) {
        let start = Instant::now();
        loop {
            if holds(&self.names()) {
                return;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "never saw {what:?}; on screen: {}",
                self.text_on_screen()
            );
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Waits for the text and returns the first name or value that contains it.
    pub fn read(&mut self, text: &str) -> String {
        self.wait_for(text);
        let tree = self.tree();
        tree.nodes.iter().filter_map(|(_, node)| name_of(node)).find(|n| n.contains(text)).unwrap()
    }

    /// Scrolls a control into view and clicks its center with the pointer.
    pub fn click(&mut self, name: &str) {
        let start = Instant::now();
        let target_node = loop {
            if let Some((id, _)) = self.control(name) {
                break id;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "nothing to click named {name:?}; on screen: {}",
                self.text_on_screen()
            );
            thread::sleep(Duration::from_millis(100));
        };
        self.events(vec![Event::AccessKitActionRequest(ActionRequest {
            action: Action::ScrollIntoView,
            target_tree: TreeId::ROOT,
            target_node,
            data: None,
        })]);
        self.settle();
        let (_, position) = self.control(name).unwrap();
        self.events(vec![Event::PointerMoved(position)]);
        for pressed in [true, false] {
            self.events(vec![Event::PointerButton {
                pos: position,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            }]);
        }
        self.settle();
    }

    /// Waits for a control; returns its center, in points of the window.
    pub fn center(&mut self, name: &str) -> Pos2 {
        let start = Instant::now();
        loop {
            if let Some((_, position)) = self.control(name) {
                return position;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "no control named {name:?}; on screen: {}",
                self.text_on_screen()
            );
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// The name and the value of the control that has the keyboard.
    pub fn focused(&mut self) -> Option<(String, String)> {
        let tree = self.tree();
        let (_, node) = tree.nodes.iter().find(|(id, _)| *id == tree.focus)?;
        let value = node.value().unwrap_or_default().to_owned();
        Some((node.label()?.to_owned(), value))
    }

    pub fn wait_for_focus(&mut self, name: &str) {
        let start = Instant::now();
        while self.focused().is_none_or(|(focused, _)| focused != name) {
            assert!(
                start.elapsed() < PATIENCE,
                "{name:?} never had the keyboard, but {:?}; on screen: {}",
                self.focused(),
                self.text_on_screen()
            );
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Clicks a field and replaces its content.
    pub fn fill(&mut self, name: &str, text: &str) {
        self.click(name);
        self.press(Key::A, Modifiers::COMMAND);
        self.events(vec![Event::Text(text.to_owned())]);
        self.settle();
    }

    pub fn press(&mut self, key: Key, modifiers: Modifiers) {
        for pressed in [true, false] {
            self.events(vec![Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers,
            }]);
        }
        self.settle();
    }

    /// Pixels of the screen per point of the layout.
    pub fn pixels_per_point(&mut self) -> f32 {
        match self.ask(&Request::GetTree) {
            Response::Tree { pixels_per_point, .. } => pixels_per_point,
            other => panic!("no tree: {other:?}"),
        }
    }

    pub fn screenshot(&mut self, file: &Path) {
        match self.ask(&Request::GetScreenshot { pixels_per_point: None }) {
            Response::Screenshot(png) => std::fs::write(file, png.bytes).unwrap(),
            other => panic!("no screenshot: {other:?}"),
        }
    }

    fn settle(&mut self) {
        self.ask(&Request::Settle { max_steps: 8 });
    }

    fn events(&mut self, events: Vec<Event>) {
        match self.ask(&Request::ApplyEvents { events }) {
            Response::Done => {}
            other => panic!("the window refused input: {other:?}"),
        }
    }

    /// The first enabled node with exactly this name that can be clicked or focused, and its
    /// center. Plain text with the same name does not count.
    fn control(&mut self, name: &str) -> Option<(NodeId, Pos2)> {
        let tree = self.tree();
        let (id, node) =
            tree.nodes.iter().find(|(_, node)| is_control(node) && named(&tree, node, name))?;
        let bounds = node.bounds()?;
        #[allow(clippy::cast_possible_truncation)]
        let middle = Pos2::new(
            ((bounds.x0 + bounds.x1) / 2.0) as f32,
            ((bounds.y0 + bounds.y1) / 2.0) as f32,
        );
        Some((*id, middle))
    }
}

fn is_control(node: &Node) -> bool {
    !node.is_disabled()
        && (node.supports_action(Action::Click) || node.supports_action(Action::Focus))
}

/// Matches the node's own label and those of its `labelled_by` nodes.
fn named(tree: &TreeUpdate, node: &Node, name: &str) -> bool {
    let by_id = |id: &NodeId| tree.nodes.iter().find(|(other, _)| other == id);
    node.label() == Some(name)
        || node
            .labelled_by()
            .iter()
            .filter_map(by_id)
            .any(|(_, label)| label.label().or(label.value()) == Some(name))
}

fn name_of(node: &Node) -> Option<String> {
    match (node.label(), node.value()) {
        (Some(label), Some(value)) => Some(format!("{label}: {value}")),
        (Some(text), None) | (None, Some(text)) => Some(text.to_owned()),
        (None, None) => None,
    }
}
