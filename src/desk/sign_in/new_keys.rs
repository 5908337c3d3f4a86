//! The keys of a newly created account. The service reports them only once, so the user must be
//! able to save them. They are held in memory only, until they are copied or kept in the keyring or the vault.

use crate::api::user::App;
use crate::base::secret::Secret;
use crate::rows::scope::Environment;
use crate::text;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewKeys {
    pub user_name: String,
    /// The test keys first: the account opens with them.
    pub pairs: Vec<KeyPair>,
    /// A person has copied them all, so they may be forgotten.
    pub copied: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPair {
    pub environment: Environment,
    pub key: String,
    pub secret: Secret,
}

impl NewKeys {
    /// The key pairs in the response; missing ones are left out.
    pub fn of_app(app: &App, user_name: &str) -> Self {
        let pair = |environment, key: &Option<String>, secret: &Secret| {
            let key = key.clone().filter(|key| !key.is_empty())?;
            Some(KeyPair { environment, key, secret: secret.clone() })
        };
        Self {
            user_name: user_name.to_owned(),
            pairs: [
                pair(Environment::Test, &app.test_api_key, &app.test_api_secret),
                pair(Environment::Production, &app.api_key, &app.api_secret),
            ]
            .into_iter()
            .flatten()
            .collect(),
            copied: false,
        }
    }

    /// All of them with their names, one a line, for a password manager.
    pub fn as_text(&self) -> Secret {
        let mut text = format!("{}: {}\n", text!("connect-user-name"), self.user_name);
        for pair in &self.pairs {
            let title = match pair.environment {
                Environment::Production => text!("connect-keys-production"),
                Environment::Test | Environment::Practice => text!("connect-keys-test"),
            };
            let (key, secret) = (text!("connect-api-key"), text!("connect-api-secret"));
            text.push_str(&format!(
                "{title}\n{key}: {}\n{secret}: {}\n",
                pair.key,
                pair.secret.expose()
            ));
        }
        Secret::new(text)
    }
}
