//! Presets as the workspace keeps them, and how a command names one.

use super::Preset;
use crate::message;
use postroom_base::locale::Message;

/// A preset of the workspace.
#[derive(Clone, Debug, Default)]
pub struct KeyedPreset {
    pub key: String,
    pub revision: i64,
    /// Presets are listed by this number, then by name.
    pub rank: i64,
    /// The station and the person that changed it last.
    pub changed_by: String,
    pub preset: Preset,
}

/// How a command names a preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PresetPick {
    /// The key in the workspace.
    Key(String),
    /// The digit that chooses it with Ctrl+Alt.
    Digit(u8),
}

/// The preset that is named, or why there is none. Of two with one digit the first is meant; only
/// two computers that save at the same time can make such.
pub fn find_preset<'a>(
    presets: &'a [KeyedPreset],
    pick: &PresetPick,
) -> Result<&'a KeyedPreset, Message> {
    let is_meant = |keyed: &&KeyedPreset| match pick {
        PresetPick::Key(key) => keyed.key == *key,
        PresetPick::Digit(digit) => keyed.preset.key == Some(*digit),
    };
    presets.iter().find(is_meant).ok_or_else(|| match pick {
        PresetPick::Key(_) => message!("presets-pick-gone"),
        PresetPick::Digit(digit) => message!("presets-pick-no-digit", digit = digit.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_is_found_by_key_and_by_digit() {
        let keyed = |key: &str, digit| KeyedPreset {
            key: key.to_owned(),
            preset: Preset { key: digit, ..Preset::default() },
            ..KeyedPreset::default()
        };
        let presets = [keyed("a", None), keyed("b", Some(3)), keyed("c", Some(3))];
        let found = |pick| {
            let found = find_preset(&presets, &pick);
            found.map(|keyed| keyed.key.clone()).map_err(|words| words.to_string())
        };
        for (pick, expected) in [
            (PresetPick::Key("a".to_owned()), Ok("a")),
            (PresetPick::Digit(3), Ok("b")),
            (
                PresetPick::Digit(4),
                Err("No preset has the key Ctrl+Alt+4. Give it to one in Orders, Presets."),
            ),
            (PresetPick::Key("d".to_owned()), Err("This preset no longer exists")),
        ] {
            let expected = expected.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(found(pick.clone()), expected, "{pick:?}");
        }
    }
}
