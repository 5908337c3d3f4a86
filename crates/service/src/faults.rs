//! Injected faults: matching calls are delayed, cut off, repeated or answered wrongly, before or
//! after they take effect. This shows how a client handles every unknown outcome of a real network.
//!
//! A rule has a call pattern, a kind, and either a count of calls it applies to or a chance. The
//! practice panel, `/practice/faults` and the file of `serve --faults` all create such rules.
//! Chance is computed from the seed, the rule's number and the count of calls it has matched, so
//! the same calls in the same order get the same faults.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::fail::{Code, Fail};
use super::fields::Fields;
use super::spec_practice_shapes;

const MODULE: &str = "PRACTICE";
const LONGEST_DELAY_MS: f64 = 600_000.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The call is not carried out, except that a delayed one is, later.
    Before,
    After,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultAction {
    Delay(When),
    Cut(When),
    CutMidReply,
    /// 503, with a Retry-After header if the rule has a delay.
    Unavailable(When),
    Internal(When),
    /// 502 with the HTML page of a proxy.
    ProxyPage(When),
    /// 200 with a JSON content type and random bytes.
    Noise(When),
    /// A complete response whose JSON is truncated.
    Truncated,
    /// The response has the transaction id of another transaction.
    WrongReply,
    /// The response is sent in small pieces.
    Drip,
    /// The connection is cut at once, and the call is carried out later.
    Late,
    /// The call is carried out twice; the response is that of the second.
    Duplicate,
    /// The call is carried out and answered, and carried out once more later.
    DuplicateLate,
    /// The call is refused without `key` and `value` in the query, which section 4.7 can be read to
    /// require.
    KeyRequired,
    /// Not carried out: 200 with the HTML page of a network that requires a sign-in.
    PortalPage,
    Error,
}

macro_rules! kinds {
    ($(($name:literal, $act:expr),)+) => {
        /// All kinds by name. With `before_commit` the call is not carried out, except after a delay.
        const KINDS: [(&str, FaultAction); 22] = [$(($name, $act)),+];
        pub static KIND_NAMES: [&str; 22] = [$($name),+];
    };
}

kinds! {
    ("delay_before_commit", FaultAction::Delay(When::Before)),
    ("delay_after_commit", FaultAction::Delay(When::After)),
    ("cut_before_commit", FaultAction::Cut(When::Before)),
    ("cut_after_commit", FaultAction::Cut(When::After)),
    ("cut_mid_reply", FaultAction::CutMidReply),
    ("unavailable_before_commit", FaultAction::Unavailable(When::Before)),
    ("unavailable_after_commit", FaultAction::Unavailable(When::After)),
    ("internal_before_commit", FaultAction::Internal(When::Before)),
    ("internal_after_commit", FaultAction::Internal(When::After)),
    ("garbage_before_commit", FaultAction::ProxyPage(When::Before)),
    ("garbage_after_commit", FaultAction::ProxyPage(When::After)),
    ("noise_before_commit", FaultAction::Noise(When::Before)),
    ("noise_after_commit", FaultAction::Noise(When::After)),
    ("truncated_reply", FaultAction::Truncated),
    ("wrong_reply", FaultAction::WrongReply),
    ("drip", FaultAction::Drip),
    ("late", FaultAction::Late),
    ("duplicate", FaultAction::Duplicate),
    ("duplicate_late", FaultAction::DuplicateLate),
    ("key_required", FaultAction::KeyRequired),
    ("portal_page", FaultAction::PortalPage),
    ("error", FaultAction::Error),
}

/// A rule: which fault applies to which calls.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Increases with every rule of a run, of an account's own rules with each of those; its chance is
    /// computed from it.
    number: u64,
    /// The account whose calls it is limited to.
    account: Option<String>,
    /// `POST /Shipment`, `GET /Shipment/:id/Label`, `* /Shipment`, or `*`.
    call: String,
    kind: &'static str,
    act: FaultAction,
    /// The error code of the kind `error`: any code of section 7.3.
    code: Option<Code>,
    delay: Duration,
    /// The probability that a matching call gets the fault, 0 to 1; `None` means every call.
    chance: Option<f64>,
    /// How many more calls it applies to; `None` means no limit.
    left: Option<u64>,
    seen: u64,
}

/// The fault that one call gets.
#[derive(Clone, Debug)]
pub struct Fault {
    pub act: FaultAction,
    pub code: Option<Code>,
    pub delay: Duration,
    /// Random number for other random details of the fault.
    pub dice: u64,
}

#[derive(Default)]
struct Plan {
    seed: u64,
    given: BTreeMap<Option<String>, u64>,
    rules: Vec<Rule>,
    met: BTreeMap<&'static str, u64>,
}

#[derive(Default)]
pub struct Faults(Mutex<Plan>);

#[derive(Debug, thiserror::Error)]
pub enum FaultsError {
    #[error("reading the faults in {path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("the faults in {path} are not JSON: {source}")]
    NotJson { path: PathBuf, source: serde_json::Error },
    #[error("the faults in {path} cannot be used: {source}")]
    Rule { path: PathBuf, source: Fail },
}

impl Faults {
    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Loads a file of `{"seed": …, "rules": […]}`, or of one rule.
    pub fn load(&self, path: &Path) -> Result<(), FaultsError> {
        let text = std::fs::read(path)
            .map_err(|source| FaultsError::File { path: path.to_owned(), source })?;
        let value: Value = serde_json::from_slice(&text)
            .map_err(|source| FaultsError::NotJson { path: path.to_owned(), source })?;
        if value.get("apiKey").is_some() {
            let words =
                "apiKey is for POST /practice/faults; a file is read before there are accounts.";
            let source = Fail::bad_request(MODULE, words);
            return Err(FaultsError::Rule { path: path.to_owned(), source });
        }
        self.add_rules(&value, None)
            .map_err(|source| FaultsError::Rule { path: path.to_owned(), source })
    }

    /// Adds one rule, or a list of rules with a seed. On an error none is added.
    pub fn add_rules(&self, value: &Value, account: Option<&str>) -> Result<(), Fail> {
        let fields = Fields::new(MODULE, &spec_practice_shapes::FAULTS_REQUEST, value)?;
        let Some(list) = fields.objects("rules")? else {
            let rule = rule(&fields, &["apiKey"], account)?;
            self.plan().add(rule);
            return Ok(());
        };
        known(&fields, &["seed", "rules", "apiKey"])?;
        let seed = fields.whole("seed")?.map(|seed| {
            seed.map_err(|_| Fail::bad_request(MODULE, "seed must be a whole number from 0."))
        });
        let seed = seed.transpose()?;
        let rules =
            list.iter().map(|fields| rule(fields, &[], account)).collect::<Result<Vec<_>, _>>()?;
        let mut plan = self.plan();
        plan.seed = seed.unwrap_or(plan.seed);
        for rule in rules {
            plan.add(rule);
        }
        Ok(())
    }

    /// Drops every rule; the counts of injected faults stay.
    pub fn forget(&self) {
        self.plan().rules.clear();
    }

    /// How many calls got each kind of fault since the start.
    pub fn injected_counts(&self) -> BTreeMap<&'static str, u64> {
        self.plan().met.clone()
    }

    /// The rules that are limited to this account, or to none.
    pub fn rules_of(&self, account: Option<&str>) -> Vec<Rule> {
        let plan = self.plan();
        plan.rules.iter().filter(|rule| rule.account.as_deref() == account).cloned().collect()
    }

    pub fn set_rules_of(&self, account: Option<&str>, rules: Vec<Rule>) {
        let mut plan = self.plan();
        plan.rules.retain(|rule| rule.account.as_deref() != account);
        plan.given.remove(&account.map(str::to_owned));
        for rule in rules {
            let number = rule.number + 1;
            let given = plan.given.entry(rule.account.clone()).or_default();
            *given = number.max(*given);
            plan.rules.push(rule);
        }
    }

    /// Whether it matters whose call it is.
    pub fn has_rules_of_accounts(&self) -> bool {
        self.plan().rules.iter().any(|rule| rule.account.is_some())
    }

    pub fn take(&self, method: &str, path: &str, account: Option<&str>) -> Option<Fault> {
        self.plan().take(method, path, account)
    }

    pub fn show(&self) -> Value {
        let plan = self.plan();
        let met: Map<String, Value> =
            plan.met.iter().map(|(kind, count)| ((*kind).to_owned(), (*count).into())).collect();
        json!({
            "faults": plan.rules.iter().map(show).collect::<Vec<_>>(),
            "kinds": KIND_NAMES, "seed": plan.seed, "met": met,
        })
    }
}

impl Plan {
    fn add(&mut self, mut rule: Rule) {
        let given = self.given.entry(rule.account.clone()).or_default();
        rule.number = *given;
        *given += 1;
        self.rules.push(rule);
    }

    /// The fault of the first rule that matches and whose chance applies. Every matching rule
    /// counts the call, so that the outcome of one rule does not change another's.
    fn take(&mut self, method: &str, path: &str, account: Option<&str>) -> Option<Fault> {
        let mut taken = None;
        for rule in &mut self.rules {
            let is_others = rule.account.is_some() && rule.account.as_deref() != account;
            if is_others || !matches(&rule.call, method, path) {
                continue;
            }
            let dice = mix(self.seed ^ mix((rule.number << 40) ^ rule.seen));
            rule.seen += 1;
            if taken.is_some() || rule.chance.is_some_and(|chance| unit(dice) >= chance) {
                continue;
            }
            rule.left = rule.left.map(|left| left.saturating_sub(1));
            *self.met.entry(rule.kind).or_default() += 1;
            taken = Some(Fault {
                act: rule.act,
                code: rule.code.clone(),
                delay: rule.delay,
                dice: mix(dice),
            });
        }
        self.rules.retain(|rule| rule.left != Some(0));
        taken
    }
}

/// One step of SplitMix64: maps any number to a pseudorandom one.
pub fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Maps a random number to a fraction from 0 to just under 1.
fn unit(dice: u64) -> f64 {
    (dice >> 11) as f64 / (1u64 << 53) as f64
}

/// Reads a rule; `beside` are the fields that may stand beside its own.
fn rule(fields: &Fields<'_>, beside: &[&str], account: Option<&str>) -> Result<Rule, Fail> {
    let own = spec_practice_shapes::FAULT.in_requests().map(|field| field.name);
    known(fields, &own.chain(beside.iter().copied()).collect::<Vec<_>>())?;
    let kind = fields.need_one_of("kind")?;
    let act = KINDS.iter().find(|(name, _)| *name == kind);
    let &(kind, act) = act.ok_or_else(|| fields.missing("kind"))?;
    let call = fields.need_text("call")?;
    if !is_pattern(&call) {
        let words = "call must be *, or a method (or *) and a path, such as POST /Shipment.";
        return Err(Fail::bad_request(MODULE, words));
    }
    let millis = fields.measure("millis")?.unwrap_or(0.0);
    let chance = fields.measure("chance")?;
    if chance.is_some_and(|chance| chance > 1.0) {
        return Err(Fail::bad_request(MODULE, "chance must be from 0 to 1."));
    }
    // By default a rule with a chance has no limit, and one without applies to one call.
    let left = match fields.whole("count")? {
        None => chance.is_none().then_some(1),
        Some(count) => Some(
            count
                .map_err(|_| Fail::bad_request(MODULE, "count must be a whole number above 0."))?,
        ),
    };
    Ok(Rule {
        number: 0,
        account: account.map(str::to_owned),
        call,
        kind,
        act,
        code: error_code(fields, kind)?,
        delay: Duration::from_secs_f64(millis.clamp(0.0, LONGEST_DELAY_MS) / 1000.0),
        chance,
        left,
        seen: 0,
    })
}

/// Rejects unknown fields, which are probably misspelled.
fn known(fields: &Fields<'_>, names: &[&str]) -> Result<(), Fail> {
    match fields.names().find(|name| !names.contains(name)) {
        Some(stranger) => Err(Fail::bad_request(
            MODULE,
            format!("{stranger:?} is not known here; there are {}.", names.join(", ")),
        )),
        None => Ok(()),
    }
}

/// The code that the kind `error` requires. With it, a client can also be tested with codes whose
/// condition the interface does not define.
fn error_code(fields: &Fields<'_>, kind: &str) -> Result<Option<Code>, Fail> {
    match (kind, fields.text("code")?) {
        ("error", None) => Err(fields.missing("code")),
        ("error", Some(text)) => Code::listed(&text).map(Some).ok_or_else(|| {
            Fail::invalid(
                MODULE,
                format!("code cannot be {text:?}; allowed: the codes of section 7.3."),
            )
        }),
        (_, Some(_)) => Err(Fail::bad_request(MODULE, "code goes with the kind error only.")),
        (_, None) => Ok(None),
    }
}

fn show(rule: &Rule) -> Value {
    json!({
        "accountId": rule.account, "call": rule.call, "kind": rule.kind, "code": rule.code.as_ref().map(Code::as_str),
        "millis": rule.delay.as_millis() as u64, "chance": rule.chance, "count": rule.left,
    })
}

fn is_pattern(call: &str) -> bool {
    let path = call.trim().split_once(' ').map(|(_, path)| path.trim());
    call.trim() == "*" || path.is_some_and(|path| path.starts_with('/') && !path.contains(' '))
}

fn matches(wanted: &str, method: &str, path: &str) -> bool {
    if wanted.trim() == "*" {
        return true;
    }
    let Some((wanted_method, wanted_path)) = wanted.trim().split_once(' ') else {
        return false;
    };
    let (mut wanted_parts, mut parts) = (wanted_path.trim().split('/'), path.split('/'));
    let same = loop {
        match (wanted_parts.next(), parts.next()) {
            (None, None) => break true,
            (Some(w), Some(p)) if w.starts_with(':') || w.eq_ignore_ascii_case(p) => {}
            _ => break false,
        }
    };
    same && (wanted_method == "*" || wanted_method.eq_ignore_ascii_case(method))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_match_by_method_and_path() {
        for (wanted, method, path, same) in [
            ("POST /Shipment", "POST", "/shipment", true),
            ("POST /Shipment", "GET", "/Shipment", false),
            ("POST /Shipment", "POST", "/Shipment/Refund", false),
            ("* /Shipment", "GET", "/Shipment", true),
            ("GET /Shipment/:id/Label", "GET", "/Shipment/7/Label", true),
            ("*", "GET", "/Carrier", true),
        ] {
            assert_eq!(matches(wanted, method, path), same, "{wanted} {method} {path}");
        }
    }

    fn drawn(seed: u64, chance: f64) -> Vec<bool> {
        let faults = Faults::default();
        let rule = json!({"call": "POST /Shipment", "kind": "drip", "chance": chance});
        let other = json!({"call": "GET /Carrier", "kind": "late", "chance": 0.5});
        faults.add_rules(&json!({"seed": seed, "rules": [rule, other]}), None).unwrap();
        (0..1000)
            .map(|call| {
                // Calls that match only the other rule must not change the outcome.
                if call % 3 == 0 {
                    faults.take("GET", "/Carrier", None);
                }
                faults.take("POST", "/Shipment", None).is_some()
            })
            .collect()
    }

    #[test]
    fn one_seed_draws_one_row_of_faults() {
        let (first, again, other) = (drawn(7, 0.3), drawn(7, 0.3), drawn(8, 0.3));
        assert_eq!(first, again);
        assert_ne!(first, other);
        let met = first.iter().filter(|met| **met).count();
        assert!((250..350).contains(&met), "{met} of 1000 at 0.3");
        assert!(!drawn(7, 0.0).contains(&true));
        assert!(!drawn(7, 1.0).contains(&false));
    }

    #[test]
    fn what_is_not_a_rule_is_refused_whole() {
        let faults = Faults::default();
        let good = json!({"call": "*", "kind": "late", "millis": 5});
        for (bad, word) in [
            (json!({"call": "*", "kind": "earthquake"}), "kind"),
            (json!({"call": "*"}), "kind"),
            (json!({"kind": "late"}), "call"),
            (json!({"call": "Shipment", "kind": "late"}), "call"),
            (json!({"call": "*", "kind": "late", "chance": 1.5}), "chance"),
            (json!({"call": "*", "kind": "late", "count": 0}), "count"),
            (json!({"call": "*", "kind": "late", "chanse": 1}), "chanse"),
            (json!({"call": "*", "kind": "error"}), "code"),
            (json!({"call": "*", "kind": "late", "code": "X"}), "code"),
        ] {
            let error = faults.add_rules(&json!({"rules": [good, bad]}), None).unwrap_err();
            assert!(error.message.contains(word), "{bad}: {error}");
        }
        assert!(faults.add_rules(&json!({"seed": -1, "rules": []}), None).is_err());
        assert!(faults.plan().rules.is_empty());
        faults.add_rules(&json!({"rules": [good]}), None).unwrap();
        assert!(faults.take("GET", "/Carrier", None).is_some());
        assert!(faults.take("GET", "/Carrier", None).is_none(), "used up");
        assert_eq!(faults.injected_counts(), BTreeMap::from([("late", 1)]));
    }
}
