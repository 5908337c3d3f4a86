//! The window closes while a job is being sent to a printer. A job of which nothing was sent goes
//! back to the queue, and a job that the printer took is *sent*: the user is asked about neither.

use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::mpsc;

use postroom::base::shutdown;
use postroom::client::TimeOuts;

use super::printing::{any_loopback_address, buy, newest, printer, set_up};
use crate::prelude::*;

/// A port that neither accepts nor refuses connections, like that of a hanging printer: its
/// connection backlog is full.
struct HangingPort {
    address: SocketAddr,
    _listener: tokio::net::TcpListener,
    _waiting: Vec<TcpStream>,
}

impl HangingPort {
    fn new(world: &DeskFixture) -> Self {
        let _inside = world.runtime.enter();
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(any_loopback_address()).unwrap();
        let listener = socket.listen(1).unwrap();
        let address = listener.local_addr().unwrap();
        let mut waiting = Vec::new();
        while let Ok(stream) = TcpStream::connect_timeout(&address, Duration::from_millis(300)) {
            waiting.push(stream);
        }
        Self { address, _listener: listener, _waiting: waiting }
    }
}

fn print(desk: &mut TestDesk) {
    let shipment = buy(desk);
    desk.print(vec![shipment]);
}

fn closed_and_opened(world: &DeskFixture, desk: TestDesk) -> TestDesk {
    world.runtime.block_on(desk.0.close());
    world.open()
}

/// Finding P1: the claim was committed before the connection was established.
#[test]
fn a_job_whose_printer_hangs_while_the_window_closes_waits_in_the_queue() {
    let world = DeskFixture::new();
    let hanging = HangingPort::new(&world);
    let mut desk = world.open_connected();
    set_up(&mut desk, printer(hanging.address));
    print(&mut desk);
    desk.run_until("queued", |state| newest(state).is_some());
    // Long enough for the attempt to be in progress, too short for it to end.
    desk.run_for(Duration::from_millis(300));
    let mut desk = closed_and_opened(&world, desk);
    assert_eq!(newest(desk.state()), Some(JobState::Queued), "no byte left");
    // Once the printer answers, the job is printed without a question.
    let address = hanging.address;
    drop(hanging);
    let sink = FakePrinter::on(address);
    desk.run_until("sent", |state| newest(state) == Some(JobState::Sent));
    let taken = sink.taken();
    let printed: Vec<_> = taken.iter().filter(|bytes| !bytes.is_empty()).collect();
    assert_eq!(printed.len(), 1, "one copy");
}

/// Similar to P1: the printer took every byte and keeps its side of the connection open.
#[test]
fn a_job_that_was_taken_whole_while_the_window_closes_is_sent() {
    let (world, mut desk) = connected_desk();
    let (told, taken) = mpsc::channel();
    let told = Mutex::new(told);
    let sink = FakePrinter::at(any_loopback_address(), move |stream| {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        told.lock().unwrap().send(stream.try_clone().unwrap()).unwrap();
        bytes
    });
    set_up(&mut desk, printer(sink.address));
    print(&mut desk);
    desk.run_until("queued", |state| newest(state).is_some());
    let line = std::cell::OnceCell::new();
    desk.run_until("the last byte at the printer", |_| {
        taken.try_recv().is_ok_and(|stream| line.set(stream).is_ok())
    });
    let desk = closed_and_opened(&world, desk);
    assert_eq!(newest(desk.state()), Some(JobState::Sent));
    drop(line);
}

const BASE_URL: &str = "POSTROOM_HANGING_URL";

/// In the child: the desk is closed while its service accepts every call and answers none.
fn closed_as_child() -> bool {
    let Ok(base_url) = std::env::var(BASE_URL) else {
        return false;
    };
    let mut world = DeskFixture::new();
    let never = Duration::from_secs(600);
    let time_outs = TimeOuts { connect: never, read: never, total: never, money: never };
    let setup = Setup {
        practice: None,
        credentials: Some(SignIn {
            environment: Environment::Test,
            base_url,
            api_key: "key".into(),
            api_secret: Secret::new("the secret"),
            user_name: "clerk".into(),
            password: Secret::new("the password"),
        }),
        ..world.setup()
    };
    let pace = Timing { time_outs, ..pace() };
    let mut desk = TestDesk(Desk::open_paced(setup, pace).unwrap());
    // The parent reports on standard input that the call has arrived.
    let arrived = std::thread::spawn(|| std::io::stdin().read(&mut [0]).unwrap());
    desk.run_until("the call under way", |_| arrived.is_finished());
    world.runtime.block_on(desk.0.close());
    let fresh = tokio::runtime::Builder::new_current_thread().build().unwrap();
    shutdown::shutdown_runtime(std::mem::replace(&mut world.runtime, fresh));
    true
}

/// Finding C15: the window was gone, but the process stayed until the call timed out.
#[test]
fn a_call_that_hangs_does_not_keep_the_process_alive() {
    use std::io::Write;
    if closed_as_child() {
        return;
    }
    let service = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}/v3.1", service.local_addr().unwrap());
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "desk::closing::a_call_that_hangs_does_not_keep_the_process_alive",
            "--nocapture",
        ])
        .env(BASE_URL, base_url)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let (mut stream, _) = service.accept().unwrap();
    // Waits for the call itself, not only for its connection.
    stream.read_exact(&mut [0; 16]).unwrap();
    child.stdin.take().unwrap().write_all(b"!").unwrap();
    let begun = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        // A tenth of the call's timeout.
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(ended.is_some_and(|status| status.success()), "{ended:?}");
    drop(stream);
}
