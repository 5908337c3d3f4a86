//! What a batch works on at the moment, each item in a task of its own.

use std::collections::HashMap;

use tokio::task::{self, JoinError, JoinSet};

/// Tasks, each with a name of type `N` that says what it is about.
pub(in crate::desk) struct UnderWay<N, T> {
    tasks: JoinSet<T>,
    names: HashMap<task::Id, N>,
}

impl<N, T: Send + 'static> UnderWay<N, T> {
    pub(in crate::desk) fn new() -> Self {
        Self { tasks: JoinSet::new(), names: HashMap::new() }
    }

    pub(in crate::desk) fn len(&self) -> usize {
        self.tasks.len()
    }

    pub(in crate::desk) fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Called within the runtime.
    pub(in crate::desk) fn spawn(
        &mut self,
        name: N,
        task: impl Future<Output = T> + Send + 'static,
    ) {
        let id = self.tasks.spawn(task).id();
        self.names.insert(id, name);
    }

    /// Waits for the next task that is over; `None` if there is none. The value is missing if the
    /// task panicked: its crash report names the panic, and nothing may be missing in a batch.
    pub(in crate::desk) async fn next(&mut self) -> Option<(N, Option<T>)> {
        loop {
            let joined = self.tasks.join_next_with_id().await?;
            if let Some(ended) = self.ended(joined) {
                return Some(ended);
            }
        }
    }

    /// As [`Self::next`], if one is over already.
    pub(in crate::desk) fn next_if_over(&mut self) -> Option<(N, Option<T>)> {
        loop {
            let joined = self.tasks.try_join_next_with_id()?;
            if let Some(ended) = self.ended(joined) {
                return Some(ended);
            }
        }
    }

    /// Each task has a name, so there is always something to tell.
    fn ended(&mut self, joined: Result<(task::Id, T), JoinError>) -> Option<(N, Option<T>)> {
        let (id, value) = match joined {
            Ok((id, value)) => (id, Some(value)),
            Err(error) => (error.id(), None),
        };
        Some((self.names.remove(&id)?, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_a_panic_was_about_is_known() {
        let mut under_way = UnderWay::new();
        for number in 0..4 {
            under_way.spawn(format!("T{number}"), async move {
                assert_ne!(number, 2, "on purpose");
                number
            });
        }
        let mut ended = Vec::new();
        while let Some(one) = under_way.next().await {
            ended.push(one);
            ended.extend(std::iter::from_fn(|| under_way.next_if_over()));
        }
        ended.sort();
        let wanted = [Some(0), Some(1), None, Some(3)];
        let named = wanted.iter().enumerate().map(|(place, value)| (format!("T{place}"), *value));
        assert_eq!(ended, named.collect::<Vec<_>>());
        assert_eq!(under_way.len(), 0);
    }
}
