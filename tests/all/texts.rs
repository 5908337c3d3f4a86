//! The messages of `assets/language/`: each one that the program names exists, in every language,
//! with the same arguments, and each one that exists is named.

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;
use postroom::base::search_text::folded;
use postroom::ui::command::{COMMANDS, keys_of_everywhere};
use postroom::ui::guide::guide;
use postroom::ui::settings_card::SettingsCard;
use pulldown_cmark::{Event, Options, Parser, Tag};
use regex::Regex;

use postroom::base::geography::countries;

use crate::prelude::*;
use crate::source_files::{files_below, root, source_folders};

/// The arguments of each message, by its id.
type Messages = BTreeMap<String, BTreeSet<String>>;

/// The messages of one language.
fn messages(language: &str) -> Messages {
    let mut messages = Messages::new();
    for file in files_below(&root().join("assets/language").join(language), "ftl") {
        let source = fs::read_to_string(&file).unwrap();
        let resource = parser::parse(source)
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", file.display()));
        for entry in resource.body {
            let Entry::Message(message) = entry else {
                assert!(!matches!(entry, Entry::Junk { .. }), "{}", file.display());
                continue;
            };
            assert!(message.attributes.is_empty(), "{}", message.id.name);
            let mut arguments = BTreeSet::new();
            arguments_of(message.value.as_ref().unwrap(), &mut arguments);
            let id = message.id.name;
            let twice = messages.insert(id.clone(), arguments);
            assert!(twice.is_none(), "{id} is twice in {language}");
        }
    }
    messages
}

fn arguments_of(pattern: &Pattern<String>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            match expression {
                Expression::Inline(inline) => argument_of(inline, found),
                Expression::Select { selector, variants } => {
                    argument_of(selector, found);
                    for variant in variants {
                        arguments_of(&variant.value, found);
                    }
                }
            }
        }
    }
}

fn argument_of(inline: &InlineExpression<String>, found: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            found.insert(id.name.clone());
        }
        InlineExpression::Placeable { expression } => {
            if let Expression::Inline(inline) = expression.as_ref() {
                argument_of(inline, found);
            }
        }
        InlineExpression::StringLiteral { .. } => {}
        other => panic!("a message contains only arguments and text: {other:?}"),
    }
}

/// The arguments of each use of a message in the source, with the file.
fn uses() -> Vec<(String, BTreeSet<String>, String)> {
    let start = Regex::new(r#"\b(?:text|message)!\(\s*"([^"]+)""#).unwrap();
    let mut uses = Vec::new();
    let files =
        source_folders().into_iter().flat_map(|folder| files_below(&root().join(folder), "rs"));
    for file in files {
        let source = fs::read_to_string(&file).unwrap();
        let code: String = source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .map(|line| format!("{line}\n"))
            .collect();
        for found in start.captures_iter(&code) {
            let rest = &code[found.get(0).unwrap().end()..];
            let name = file.strip_prefix(root()).unwrap().display().to_string();
            uses.push((found[1].to_owned(), named_arguments(rest), name));
        }
    }
    uses
}

/// The names before `=` at the top level of a macro call, from after its first argument to its
/// closing parenthesis.
fn named_arguments(rest: &str) -> BTreeSet<String> {
    let mut depth = 0;
    let mut in_string = false;
    let mut names = BTreeSet::new();
    let mut word = String::new();
    let mut letters = rest.chars().peekable();
    let mut at_start = false;
    while let Some(letter) = letters.next() {
        if in_string {
            match letter {
                '\\' => {
                    letters.next();
                }
                '"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match letter {
            '"' => in_string = true,
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                at_start = true;
                word.clear();
            }
            '=' if depth == 0 && at_start && letters.peek() != Some(&'=') => {
                names.insert(word.trim().to_owned());
                at_start = false;
            }
            _ if at_start => word.push(letter),
            _ => {}
        }
    }
    names
}

#[test]
fn every_text_that_the_program_names_is_in_the_catalog_with_its_arguments() {
    let english = messages("en");
    let mut wrong = Vec::new();
    for (id, arguments, file) in uses() {
        match english.get(&id) {
            None => wrong.push(format!("{file}: {id} is in no file of assets/language/en")),
            Some(known) if *known != arguments => {
                wrong.push(format!("{file}: {id} has {arguments:?}, its message {known:?}"))
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_message_is_used() {
    // The names of countries are named by their codes.
    let codes = countries().iter().map(|country| country.a2.to_lowercase());
    let names = codes.map(|code| format!("countries-{code}"));
    let used: BTreeSet<String> = uses().into_iter().map(|(id, ..)| id).chain(names).collect();
    let idle: Vec<String> = messages("en").into_keys().filter(|id| !used.contains(id)).collect();
    assert!(idle.is_empty(), "{idle:#?}");
}

#[test]
fn every_language_has_every_message_with_the_same_arguments() {
    let english = messages("en");
    let spanish = messages("es");
    let mut wrong = Vec::new();
    for (id, arguments) in &english {
        match spanish.get(id) {
            None => wrong.push(format!("{id} is missing in es")),
            Some(other) if other != arguments => {
                wrong.push(format!("{id} has {arguments:?} in en and {other:?} in es"));
            }
            Some(_) => {}
        }
    }
    for language in ["es", "en-GB"] {
        for (id, arguments) in messages(language) {
            if english.get(&id) != Some(&arguments) {
                wrong.push(format!("{id} of {language} is not as in en"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Parts of words as British English spells them.
const BRITISH: [&str; 5] = ["cancell", "catalogue", "colour", "grey", "centre"];

#[test]
fn what_is_spelled_otherwise_in_british_english_is_listed() {
    let british = messages("en-GB");
    let american =
        Regex::new(r"(?i)\b(canceled|canceling|catalogs?|colors?|gray|centers?)\b").unwrap();
    let mut wrong = Vec::new();
    for file in files_below(&root().join("assets/language/en"), "ftl") {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let Some((id, text)) = line.split_once(" = ") else {
                continue;
            };
            let text = text.replace("$colors", "");
            if american.is_match(&text) && !line.starts_with('#') && !british.contains_key(id) {
                wrong.push(line.to_owned());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let listed = fs::read_to_string(root().join("assets/language/en-GB/spelling.ftl")).unwrap();
    // The words of a message with several forms are in the lines after its first.
    let whole = |line: &&str| line.contains(" = ") && !line.ends_with("->");
    for line in listed.lines().filter(whole) {
        let text = line.split_once(" = ").unwrap().1.to_lowercase();
        let is_british = BRITISH.iter().any(|british| text.contains(british));
        assert!(is_british, "{line}");
    }
}

/// The words in bold in the glossary's section of a language.
fn words_never_used(heading: &str) -> Vec<String> {
    let glossary = fs::read_to_string(root().join("assets/language/GLOSSARY.md")).unwrap();
    let section = glossary.split_once(heading).unwrap().1;
    let section = section.split("\n## ").next().unwrap();
    let bold = Regex::new(r"\*\*([^*]+)\*\*").unwrap();
    let words = bold.captures_iter(section);
    words.map(|found| found[1].to_owned()).collect()
}

/// Each line of a text in a catalog that contains a word, or a longer one that begins with it.
fn lines_with(language: &str, word: &str) -> Vec<String> {
    let pattern = format!(r"(?i)\b{}", regex::escape(word));
    let pattern = Regex::new(&pattern).unwrap();
    let mut lines = Vec::new();
    for file in files_below(&root().join("assets/language").join(language), "ftl") {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let text = match line.split_once(" = ") {
                Some((_, text)) => text,
                None if line.starts_with('#') => "",
                None => line,
            };
            if pattern.is_match(text) {
                lines.push(format!("{word}: {line}"));
            }
        }
    }
    lines
}

#[test]
fn no_text_has_a_word_that_the_glossary_forbids() {
    let mut wrong = Vec::new();
    for (heading, languages) in
        [("## English", ["en", "en-GB"].as_slice()), ("## Español", &["es"])]
    {
        let words = words_never_used(heading);
        assert!(words.len() > 3, "{heading}: {words:?}");
        for language in languages {
            let found = words.iter().flat_map(|word| lines_with(language, word));
            wrong.extend(found);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_forms_of_a_number_are_those_of_the_language() {
    // English and Spanish both tell one from other; Spanish also knows many (a million of).
    let allowed = ["zero", "one", "two", "few", "many", "other"];
    for language in ["en", "es"] {
        for file in files_below(&root().join("assets/language").join(language), "ftl") {
            let resource = parser::parse(fs::read_to_string(&file).unwrap()).unwrap();
            for entry in resource.body {
                let Entry::Message(message) = entry else {
                    continue;
                };
                for element in &message.value.unwrap().elements {
                    let PatternElement::Placeable {
                        expression: Expression::Select { variants, .. },
                    } = element
                    else {
                        continue;
                    };
                    for variant in variants {
                        if let VariantKey::Identifier { name } = &variant.key {
                            assert!(
                                allowed.contains(&name.as_str()),
                                "{}: {name}",
                                message.id.name
                            );
                        }
                    }
                }
            }
        }
    }
}

/// The guide in each language.
const GUIDES: [&str; 2] = ["docs/user-guide.md", "docs/guia-de-uso.md"];

/// The headings, paragraphs, items and rows of a file, in their order, each with its first words.
fn blocks(file: &str) -> Vec<(String, String)> {
    let source = fs::read_to_string(root().join(file)).unwrap();
    let mut blocks: Vec<(String, String)> = Vec::new();
    for event in Parser::new_ext(&source, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                blocks.push((level.to_string(), String::new()))
            }
            Event::Start(Tag::Paragraph) => blocks.push(("paragraph".to_owned(), String::new())),
            Event::Start(Tag::Item) => blocks.push(("item".to_owned(), String::new())),
            Event::Start(Tag::TableRow) => blocks.push(("row".to_owned(), String::new())),
            Event::Text(words) | Event::Code(words) => {
                if let Some((_, first)) = blocks.last_mut().filter(|(_, first)| first.len() < 60) {
                    first.push_str(&words);
                }
            }
            _ => {}
        }
    }
    // What stands before the first page is about the file itself.
    let first = blocks.iter().position(|(kind, _)| kind == "h2").unwrap();
    blocks.split_off(first)
}

/// W34: the guide says the same in both languages: a page, a paragraph or a row of the one has its
/// counterpart in the other, at the same place.
#[test]
fn the_guide_has_the_same_parts_in_each_language() {
    let [english, spanish] = GUIDES.map(blocks);
    for (ours, theirs) in english.iter().zip(&spanish) {
        assert_eq!(ours.0, theirs.0, "beside each other: {ours:?} and {theirs:?}");
    }
    assert_eq!(english.len(), spanish.len());
}

/// W73: the list of keys in the guide lacked a key and said that Ctrl+1… follow the side bar.
#[test]
fn the_keys_of_the_guide_are_those_of_the_commands() {
    let keys: Vec<String> = keys_of_everywhere().map(|(keys, _)| keys).collect();
    for (guide, heading) in GUIDES.into_iter().zip(["### Everywhere", "### En todas partes"]) {
        let source = fs::read_to_string(root().join(guide)).unwrap();
        let (_, below) = source.split_once(heading).unwrap();
        let rows = below.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
        let rows = rows.take_while(|line| line.starts_with('|'));
        let written: Vec<&str> = rows.filter_map(|row| row.split(" | ").next()).collect();
        let written: Vec<&str> = written.iter().map(|it| it.trim_start_matches("| ")).collect();
        assert_eq!(written, keys, "{guide}");
    }
}

/// W35: whatever the palette opens has words of people in both languages, and no line of the lists is for
/// a thing that does not exist.
#[test]
fn each_command_and_setting_has_search_words_in_each_language() {
    let commands = COMMANDS.iter().map(|entry| entry.command.key());
    let things: BTreeSet<String> =
        commands.chain(SettingsCard::ALL.map(SettingsCard::key)).collect();
    let sections = guide().sections.iter().map(|it| format!("Section({})", it.key));
    let sections: BTreeSet<String> = sections.collect();
    for language in ["en", "es"] {
        let file = root().join("assets/search").join(language).with_extension("txt");
        let source = fs::read_to_string(file).unwrap();
        let lines = source.lines().filter(|line| !line.starts_with('#'));
        let lines = lines.filter_map(|line| line.split_once(" = "));
        let words: BTreeMap<&str, &str> = lines.collect();
        for thing in &things {
            assert!(words.contains_key(thing.as_str()), "{language}: no words for {thing}");
        }
        for (key, phrases) in words {
            let exists = key == "ignored" || things.contains(key) || sections.contains(key);
            assert!(exists, "{language}: {key} is nothing");
            for phrase in phrases.split(", ") {
                assert_eq!(
                    phrase,
                    folded(phrase).trim(),
                    "{language}, {key}: lower case, no accents"
                );
            }
        }
    }
}
