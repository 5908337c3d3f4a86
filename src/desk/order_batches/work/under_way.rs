//! The orders that a batch works on at the moment, each in a task of its own.

use std::collections::HashMap;

use tokio::task::{self, JoinError, JoinSet};

use crate::base::id::OrderId;
use crate::desk::kernel::batch_job::{BatchRow, RowState};

/// Which order a task is about.
pub(super) struct OrderName {
    pub id: OrderId,
    /// As in [`BatchRow::subject`].
    pub subject: String,
}

impl OrderName {
    pub fn row(&self, state: RowState) -> BatchRow {
        BatchRow::new(self.id.as_str(), self.subject.as_str(), state)
    }
}

/// What came of a task. A panic ends there, and its crash report names it; its order must not be
/// missing in the batch all the same.
pub(super) type Ended<T> = Result<T, OrderName>;

pub(super) struct UnderWay<T> {
    tasks: JoinSet<T>,
    names: HashMap<task::Id, OrderName>,
}

impl<T: Send + 'static> UnderWay<T> {
    pub fn new() -> Self {
        Self { tasks: JoinSet::new(), names: HashMap::new() }
    }

    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    pub fn spawn(&mut self, name: OrderName, task: impl Future<Output = T> + Send + 'static) {
        let id = self.tasks.spawn(task).id();
        self.names.insert(id, name);
    }

    /// Waits for the next order that is over; `None` if there is none under way.
    pub async fn next(&mut self) -> Option<Ended<T>> {
        loop {
            let joined = self.tasks.join_next_with_id().await?;
            if let Some(ended) = self.ended(joined) {
                return Some(ended);
            }
        }
    }

    /// As [`Self::next`], if one is over already.
    pub fn next_if_over(&mut self) -> Option<Ended<T>> {
        loop {
            let joined = self.tasks.try_join_next_with_id()?;
            if let Some(ended) = self.ended(joined) {
                return Some(ended);
            }
        }
    }

    /// Each task has a name, so there is always something to tell.
    fn ended(&mut self, joined: Result<(task::Id, T), JoinError>) -> Option<Ended<T>> {
        match joined {
            Ok((id, value)) => {
                self.names.remove(&id);
                Some(Ok(value))
            }
            Err(error) => self.names.remove(&error.id()).map(Err),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_order_whose_task_panics_is_named() {
        let mut under_way = UnderWay::new();
        for number in 0..4 {
            let name =
                OrderName { id: OrderId::new(number.to_string()), subject: format!("T{number}") };
            under_way.spawn(name, async move {
                assert_ne!(number, 2, "on purpose");
                number
            });
        }
        let (mut values, mut lost) = (Vec::new(), Vec::new());
        while let Some(ended) = under_way.next().await {
            let mut ended = Some(ended);
            while let Some(one) = ended.take() {
                match one {
                    Ok(value) => values.push(value),
                    Err(name) => lost.push((name.id.as_str().to_owned(), name.subject)),
                }
                ended = under_way.next_if_over();
            }
        }
        values.sort_unstable();
        assert_eq!(values, [0, 1, 3]);
        assert_eq!(lost, [("2".to_owned(), "T2".to_owned())]);
        assert_eq!(under_way.len(), 0);
    }
}
