//! Virtual time and its tasks: one thread, no waiting. When no task is ready, the clock jumps to
//! the next alarm.

use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The owner of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The program: its tasks are dropped at a crash.
    Program,
    /// The network, the service and the user: their tasks continue.
    World,
}

#[derive(Clone)]
pub struct VirtualClock(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    now: Duration,
    /// Orders alarms of the same moment, and numbers tasks.
    count: u64,
    alarms: BTreeMap<(Duration, u64), Waker>,
    ready: Arc<Ready>,
    begun: Vec<(Side, Work)>,
}

#[derive(Default)]
struct Ready(Mutex<VecDeque<u64>>);

struct Bell {
    task: u64,
    ready: Arc<Ready>,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        held(&self.ready.0).push_back(self.task);
    }
}

impl VirtualClock {
    pub fn new() -> Self {
        Self(Arc::default())
    }

    pub fn now(&self) -> Duration {
        held(&self.0).now
    }

    pub fn sleep(&self, time: Duration) -> Nap {
        Nap { pulse: self.clone(), time, alarm: None }
    }

    pub fn begin(&self, side: Side, work: impl Future<Output = ()> + Send + 'static) {
        held(&self.0).begun.push((side, Box::pin(work)));
    }

    /// Runs until nothing is left to happen before `end`. `died` is called after every poll of a
    /// task; when it returns true, the program's tasks are dropped immediately.
    pub fn run(&self, end: Duration, mut died: impl FnMut() -> bool) {
        let mut tasks: BTreeMap<u64, (Side, Work, Waker)> = BTreeMap::new();
        let ready = Arc::clone(&held(&self.0).ready);
        loop {
            self.take_begun(&mut tasks, &ready);
            let next = held(&ready.0).pop_front();
            let Some(task) = next else {
                if self.jump(end) {
                    continue;
                }
                // Breaks a reference cycle: the tasks own the model, and the model owns this.
                let left = std::mem::take(&mut held(&self.0).begun);
                drop(left);
                break;
            };
            let Some((_, work, waker)) = tasks.get_mut(&task) else {
                continue;
            };
            let mut context = Context::from_waker(waker);
            let ended = work.as_mut().poll(&mut context).is_ready();
            if ended {
                tasks.remove(&task);
            }
            if died() {
                // Tasks that the program had started and that were never polled are dropped too.
                held(&self.0).begun.retain(|(side, _)| *side == Side::World);
                tasks.retain(|_, (side, _, _)| *side == Side::World);
            }
        }
    }

    fn take_begun(&self, tasks: &mut BTreeMap<u64, (Side, Work, Waker)>, ready: &Arc<Ready>) {
        let mut inner = held(&self.0);
        for (side, work) in std::mem::take(&mut inner.begun) {
            inner.count += 1;
            let task = inner.count;
            let bell = Bell { task, ready: Arc::clone(ready) };
            tasks.insert(task, (side, work, Waker::from(Arc::new(bell))));
            held(&ready.0).push_back(task);
        }
    }

    /// Jumps to the next alarm; false if there is none before the end.
    fn jump(&self, end: Duration) -> bool {
        let mut inner = held(&self.0);
        let Some(((time, _), waker)) = inner.alarms.pop_first() else {
            return false;
        };
        if time > end {
            return false;
        }
        inner.now = inner.now.max(time);
        waker.wake();
        true
    }
}

pub struct Nap {
    pulse: VirtualClock,
    time: Duration,
    alarm: Option<(Duration, u64)>,
}

impl Future for Nap {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let pulse = self.pulse.clone();
        let mut inner = held(&pulse.0);
        match self.alarm {
            Some((until, _)) if inner.now >= until => Poll::Ready(()),
            Some(alarm) => {
                inner.alarms.insert(alarm, context.waker().clone());
                Poll::Pending
            }
            None => {
                inner.count += 1;
                let alarm = (inner.now + self.time, inner.count);
                self.alarm = Some(alarm);
                inner.alarms.insert(alarm, context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Drop for Nap {
    fn drop(&mut self) {
        if let Some(alarm) = self.alarm {
            held(&self.pulse.0).alarms.remove(&alarm);
        }
    }
}

/// Ignores poisoning: no code here leaves the content of a lock half changed.
pub fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}
