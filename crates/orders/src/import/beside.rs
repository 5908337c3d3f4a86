//! Work on very many rows or orders, done by several threads.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread::{Builder, available_parallelism, scope};

/// Fewer are done faster than a thread is started and its results are put together.
const LEAST: usize = 2_000;
/// More threads would mostly wait for memory.
const MOST_PARTS: usize = 4;

/// In how many parts this computer works on so many rows or orders; at least one.
pub fn usual_parts(count: usize) -> usize {
    let processors = available_parallelism().map_or(1, NonZero::get);
    processors.min(MOST_PARTS).min(count / LEAST).max(1)
}

/// Does the work on each of the inputs in a thread of its own, and returns the results in the same
/// order.
pub fn each_beside<I: Send, O: Send>(inputs: Vec<I>, work: impl Fn(I) -> O + Sync) -> Vec<O> {
    let mut inputs = inputs.into_iter();
    let Some(first) = inputs.next() else {
        return Vec::new();
    };
    let work = &work;
    scope(|threads| {
        let others: Vec<_> = inputs.map(|input| threads.spawn(move || work(input))).collect();
        let mut done = vec![work(first)];
        for other in others {
            match other.join() {
                Ok(output) => done.push(output),
                // As if this thread had done it.
                Err(panic) => resume_unwind(panic),
            }
        }
        done
    })
}

/// A value of so many parts that the thread that draws would stand still while it frees them. Another
/// thread does it.
#[derive(Debug)]
pub struct FreedBeside<T: Send + 'static>(Option<T>);

impl<T: Send + 'static> FreedBeside<T> {
    pub fn new(value: T) -> Self {
        Self(Some(value))
    }

    pub fn into_inner(mut self) -> Option<T> {
        self.0.take()
    }
}

impl<T: Send + 'static> Drop for FreedBeside<T> {
    fn drop(&mut self) {
        if let Some(value) = self.0.take() {
            // Without another thread it is freed here.
            let _ = Builder::new().spawn(move || drop(value));
        }
    }
}
