//! A keyring with blocking calls, as on Windows and macOS: a fake one that can refuse, lose
//! items, hang, panic or wait for the user.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, mpsc};

use postroom::store::secret::blocking::{Blocking, BlockingKeyring};
use postroom::store::secret::{KeyringTimeouts, Readiness, SecretError, SecretStore};

use crate::prelude::*;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mood {
    #[default]
    Well,
    ReadOnly,
    Unreadable,
    Forgetful,
    /// Every call waits until the test lets it continue.
    Waits,
    FallsOver,
}

#[derive(Debug, Default)]
struct Inside {
    mood: Mutex<Mood>,
    items: Mutex<HashMap<String, Secret>>,
    entered: AtomicUsize,
    open: Mutex<bool>,
    gate: Condvar,
}

#[derive(Debug)]
struct Wooden {
    inside: Arc<Inside>,
    may_ask: bool,
}

impl Inside {
    fn enter(&self, writes: bool) -> Result<Mood, SecretError> {
        self.entered.fetch_add(1, Ordering::SeqCst);
        let mood = *self.mood.lock().unwrap();
        match mood {
            Mood::Waits => {
                let open = self.open.lock().unwrap();
                drop(self.gate.wait_while(open, |open| !*open).unwrap());
            }
            Mood::FallsOver => panic!("the drawer fell over"),
            Mood::ReadOnly if writes => return Err(SecretError::Refused("no room".into())),
            _ => {}
        }
        Ok(mood)
    }

    fn open_gate(&self) {
        *self.open.lock().unwrap() = true;
        self.gate.notify_all();
    }

    fn len(&self) -> usize {
        self.items.lock().unwrap().len()
    }
}

impl BlockingKeyring for Wooden {
    fn put(&self, item: &str, label: &str, secret: &Secret) -> Result<(), SecretError> {
        assert!(label.starts_with("Postroom"), "{label}");
        let kept = match self.inside.enter(true)? {
            Mood::Forgetful => Secret::default(),
            _ => secret.clone(),
        };
        self.inside.items.lock().unwrap().insert(item.into(), kept);
        Ok(())
    }

    fn get(&self, item: &str) -> Result<Option<Secret>, SecretError> {
        if self.inside.enter(false)? == Mood::Unreadable {
            return Err(SecretError::Refused("it cannot be read".into()));
        }
        Ok(self.inside.items.lock().unwrap().get(item).cloned())
    }

    fn remove(&self, item: &str) -> Result<(), SecretError> {
        self.inside.enter(true)?;
        self.inside.items.lock().unwrap().remove(item);
        Ok(())
    }

    fn may_ask(&self) -> bool {
        self.may_ask
    }
}

const LONG: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(200);

fn keyring(
    mood: Mood,
    may_ask: bool,
    patience: KeyringTimeouts,
) -> (Blocking<Wooden>, Arc<Inside>) {
    let inside = Arc::new(Inside::default());
    *inside.mood.lock().unwrap() = mood;
    let wooden = Wooden { inside: Arc::clone(&inside), may_ask };
    (Blocking::over(wooden, patience), inside)
}

fn patient(mood: Mood) -> (Blocking<Wooden>, Arc<Inside>) {
    let patience = KeyringTimeouts { call: LONG, question: LONG };
    keyring(mood, false, patience)
}

#[tokio::test]
async fn secrets_go_in_and_come_out() {
    let (keyring, inside) = patient(Mood::Well);
    assert_eq!(keyring.probe().await.unwrap(), Readiness::Ready);
    assert_eq!(inside.len(), 0, "the trial stays");
    assert_eq!(keyring.get("a").await.unwrap(), None);
    for text in ["first", "second"] {
        let secret = Secret::new(text);
        keyring.put("a", "Postroom: A", &secret).await.unwrap();
        assert_eq!(keyring.get("a").await.unwrap(), Some(secret));
    }
    let other = Secret::new("kept");
    keyring.put("b", "Postroom: B", &other).await.unwrap();
    keyring.remove("a").await.unwrap();
    keyring.remove("a").await.unwrap();
    assert_eq!(keyring.get("a").await.unwrap(), None);
    assert_eq!(keyring.get("b").await.unwrap(), Some(other));
}

#[tokio::test]
async fn a_keyring_that_opens_and_then_refuses_is_found_out() {
    for (mood, words) in [
        (Mood::ReadOnly, "no room"),
        (Mood::Unreadable, "cannot be read"),
        (Mood::Forgetful, "didn’t return"),
        (Mood::FallsOver, "interrupted"),
    ] {
        let (keyring, inside) = patient(mood);
        let refused = keyring.probe().await.unwrap_err();
        assert!(refused.to_string().contains(words), "{mood:?}: {refused}");
        assert_eq!(inside.len(), 0, "{mood:?}: the trial stays");
        // A failure is not permanent.
        *inside.mood.lock().unwrap() = Mood::Well;
        assert_eq!(keyring.probe().await.unwrap(), Readiness::Ready);
    }
}

#[tokio::test]
async fn a_call_that_hangs_ends_in_time_and_takes_one_thread() {
    let patience = KeyringTimeouts { call: SHORT, question: LONG };
    let (keyring, inside) = keyring(Mood::Waits, false, patience);
    let secret = Secret::new("s");
    for _ in 0..3 {
        let late = keyring.put("a", "Postroom: A", &secret).await;
        assert!(matches!(late, Err(SecretError::TimedOut)), "{late:?}");
        let late = keyring.probe().await;
        assert!(matches!(late, Err(SecretError::TimedOut)), "{late:?}");
    }
    assert_eq!(inside.entered.load(Ordering::SeqCst), 1);
    inside.open_gate();
    // The next call waits for the hanging one to end, and sees its effect.
    let found = loop {
        match keyring.get("a").await {
            Err(SecretError::TimedOut) => {}
            other => break other.unwrap(),
        }
    };
    assert_eq!(found, Some(secret));
}

/// The time limit of a prompt applies to calls that may prompt, and not to the probe, which never
/// does.
#[tokio::test]
async fn a_person_has_longer_than_a_call() {
    let patience = KeyringTimeouts { call: SHORT, question: LONG };
    let secret = Secret::new("s");
    for trial in [true, false] {
        let (keyring, inside) = keyring(Mood::Waits, true, patience);
        let person = async {
            tokio::time::sleep(3 * SHORT).await;
            inside.open_gate();
        };
        if trial {
            let (late, ()) = tokio::join!(keyring.probe(), person);
            assert!(matches!(late, Err(SecretError::TimedOut)), "{late:?}");
        } else {
            let asked = keyring.put("a", "Postroom: A", &secret);
            let (outcome, ()) = tokio::join!(asked, person);
            outcome.unwrap();
            assert_eq!(keyring.get("a").await.unwrap(), Some(secret.clone()));
        }
    }
}

#[test]
fn the_program_ends_while_a_question_is_open() {
    let patience = KeyringTimeouts { call: SHORT, question: SHORT };
    let (keyring, inside) = keyring(Mood::Waits, true, patience);
    let (ended, wait) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let late = runtime.block_on(keyring.get("a"));
        assert!(matches!(late, Err(SecretError::TimedOut)), "{late:?}");
        drop(runtime);
        ended.send(()).unwrap();
    });
    let outcome = wait.recv_timeout(LONG);
    inside.open_gate();
    outcome.expect("the runtime waited for the open question");
}
