//! Credentials that kiosks and tests pass in the environment to sign in without a dialog. Other
//! programs of this user can read a process's environment while it runs, and safe code cannot
//! change it. So on Unix the program restarts without these variables and reads them from a pipe.

use std::collections::BTreeMap;
use std::env;
use std::io::Read;

use zeroize::Zeroizing;

use super::secret::Secret;

/// The variables that no other process may see.
pub const SECRETS: [&str; 5] = [
    "POSTROOM_API_KEY",
    "POSTROOM_API_SECRET",
    "POSTROOM_USER",
    "POSTROOM_PASSWORD",
    WORKSPACE_PASSWORD,
];
/// The password of the workspace on a server, where it is not in the address.
pub const WORKSPACE_PASSWORD: &str = "POSTROOM_WORKSPACE_PASSWORD";
/// Set in the restarted program: the credentials are on standard input.
pub(super) const ON_INPUT: &str = "POSTROOM_HANDED_ON_INPUT";
/// Enough for all of them, and less than a pipe holds without a reader.
const LONGEST: u64 = 32 * 1024;

/// Credentials by the names of their variables; empty values count as missing.
#[derive(Debug, Default)]
pub struct StartupCredentials(BTreeMap<String, Secret>);

impl StartupCredentials {
    /// Reads the credentials. Call it once, before anything else reads standard input.
    pub fn read_at_startup() -> Self {
        if env::var_os(ON_INPUT).is_none() {
            return Self::of_environment();
        }
        let mut text = Zeroizing::new(String::new());
        let read = std::io::stdin().take(LONGEST).read_to_string(&mut text);
        match read {
            Ok(_) => Self::parse(&text),
            Err(_) => Self::default(),
        }
    }

    /// With the password that stood in the address of the workspace, if one did.
    pub fn with_workspace_password(mut self, password: Option<Secret>) -> Self {
        let password = password.map(|password| (WORKSPACE_PASSWORD.to_owned(), password));
        self.0.extend(password);
        self
    }

    pub fn get(&self, name: &str) -> Option<&Secret> {
        self.0.get(name)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn of_environment() -> Self {
        let given = SECRETS.iter().filter_map(|name| {
            let value = env::var(name).ok().filter(|value| !value.is_empty())?;
            Some(((*name).to_owned(), Secret::new(value)))
        });
        Self(given.collect())
    }

    /// One `NAME=value` line per value. `None` if a value contains a line break or the text is
    /// longer than `LONGEST`. Only Unix restarts a program in its own process.
    #[cfg(any(unix, test))]
    pub(super) fn written(&self) -> Option<Zeroizing<String>> {
        let mut text = Zeroizing::new(String::new());
        for (name, value) in &self.0 {
            let value = value.expose();
            if value.contains('\n') {
                return None;
            }
            text.push_str(name);
            text.push('=');
            text.push_str(value);
            text.push('\n');
        }
        (text.len() as u64 <= LONGEST).then_some(text)
    }

    fn parse(text: &str) -> Self {
        let lines = text.lines().filter_map(|line| line.split_once('='));
        let known = lines.filter(|(name, _)| SECRETS.contains(name));
        Self(known.map(|(name, value)| (name.to_owned(), Secret::new(value))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handed(values: &[(&str, &str)]) -> StartupCredentials {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), Secret::new(*value));
        StartupCredentials(values.iter().map(owned).collect())
    }

    #[test]
    fn what_is_handed_over_is_read_back() {
        let given = handed(&[("POSTROOM_API_KEY", "a=b = c"), ("POSTROOM_USER", "Zoë")]);
        let back = StartupCredentials::parse(&given.written().unwrap());
        for name in SECRETS {
            let of = |handed: &StartupCredentials| {
                handed.get(name).map(|value| value.expose().to_owned())
            };
            assert_eq!(of(&back), of(&given), "{name}");
        }
        assert!(handed(&[("POSTROOM_USER", "a\nb")]).written().is_none());
        assert!(handed(&[("POSTROOM_USER", &"x".repeat(40_000))]).written().is_none());
        assert!(StartupCredentials::parse("PATH=/bin\nnothing").is_empty());
    }
}
