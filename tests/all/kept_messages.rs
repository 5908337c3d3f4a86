//! Messages that are kept and stored, with the texts of the program.

use postroom::base::locale::{Message, TextOf};
use postroom::{message, text};
use serde_json::Value;

#[test]
fn a_stored_message_is_the_same_with_its_arguments() {
    for kept in [
        message!("printing-title-test"),
        message!("printing-title-name-package", name = "Ann {1}", number = "94001", package = 2),
        message!(
            "errors-cause-said",
            cause = (|| text!("errors-code-account-not-active")) as TextOf,
            said = "Account is locked"
        ),
        Message::from((|| text!("errors-code-account-not-found")) as TextOf),
        "{ not a message }".into(),
        "{}".into(),
        Message::from("Label 7"),
    ] {
        let stored = kept.to_stored();
        let read = Message::from_stored(&stored);
        assert_eq!(read, kept);
        assert_eq!(read.as_stored(), kept.as_str());
        assert_eq!(read.to_stored(), stored);
    }
}

/// Its parts follow the language too, so they are stored as messages.
#[test]
fn a_stored_message_has_the_ids_of_its_parts() {
    let kept = message!(
        "errors-cause-said",
        cause = (|| text!("errors-code-account-not-active")) as TextOf,
        said = "Account is locked"
    );
    let stored: Value = serde_json::from_str(&kept.to_stored()).unwrap();
    let cause = &stored["arguments"]["cause"];
    assert_eq!(cause["id"], "errors-code-account-not-active");
}

#[test]
fn a_message_that_no_version_has_any_more_keeps_its_text() {
    let stored = r#"{"text":"Label 7","id":"printing-no-such-id","arguments":{}}"#;
    let read = Message::from_stored(stored);
    assert_eq!(read, "Label 7");
    assert_eq!(read.as_stored(), "Label 7");
}
