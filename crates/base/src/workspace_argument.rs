//! The password in `--workspace postgres://user:password@host`. It is taken out of the arguments
//! before anything reads them, and out of those of the restarted program, because other programs can
//! read the arguments of a process.

use std::ffi::OsString;

use url::Url;
use zeroize::Zeroizing;

use super::secret::Secret;

const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// The arguments without the passwords in addresses of PostgreSQL, and the last of these.
pub fn without_passwords(
    args: impl IntoIterator<Item = OsString>,
) -> (Vec<OsString>, Option<Secret>) {
    let mut password = None;
    let args = args.into_iter().map(|argument| {
        let Some((bare, found)) = argument.to_str().and_then(split) else {
            return argument;
        };
        password = Some(found);
        bare.into()
    });
    let args = args.collect();
    (args, password)
}

/// The argument without its password. `None` if it has none.
fn split(argument: &str) -> Option<(String, Secret)> {
    let at = SCHEMES.iter().find_map(|scheme| argument.find(scheme))?;
    let (before, address) = argument.split_at_checked(at)?;
    let mut address = Url::parse(address).ok()?;
    let password = percent_encoding::percent_decode_str(address.password()?);
    let password = Zeroizing::new(password.decode_utf8().ok()?.into_owned());
    address.set_password(None).ok()?;
    Some((format!("{before}{address}"), Secret::new(password.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_taken_out_of_the_arguments() {
        let given = [
            "--practice",
            "--workspace=postgres://ana:p%40ss@db.example:6432/shop?tls=off",
            "postgresql://bo@db",
        ];
        let (args, password) = without_passwords(given.map(OsString::from));
        let wanted = [
            "--practice",
            "--workspace=postgres://ana@db.example:6432/shop?tls=off",
            "postgresql://bo@db",
        ];
        assert_eq!(args, wanted.map(OsString::from));
        assert_eq!(password.unwrap().expose(), "p@ss");
    }
}
