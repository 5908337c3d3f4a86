//! Finds the parameters and the words of a statement: enough of the lexical rules of each database
//! to know what is a string, a quoted name or a comment.

use super::{Parameter, Piece, SqlStatement, StatementProblem};
use crate::shop_database::ShopDatabaseKind;

pub struct Scanner<'a> {
    rest: &'a str,
    kind: ShopDatabaseKind,
    statement: SqlStatement,
    /// After a semicolon only spaces and comments may follow.
    ended: bool,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str, kind: ShopDatabaseKind) -> Self {
        Self {
            rest: text,
            kind,
            statement: SqlStatement { pieces: Vec::new(), words: Vec::new() },
            ended: false,
        }
    }

    pub fn statement(mut self) -> Result<SqlStatement, StatementProblem> {
        if self.rest.contains('\0') {
            return Err(StatementProblem::NulCharacter);
        }
        while let Some(letter) = self.rest.chars().next() {
            self.take_next(letter)?;
        }
        Ok(self.statement)
    }

    fn take_next(&mut self, letter: char) -> Result<(), StatementProblem> {
        if letter.is_whitespace() {
            return self.push(letter.len_utf8());
        }
        if let Some(length) = self.comment_length()? {
            return self.push(length);
        }
        if letter == ';' {
            // It is left out: a query may become part of another one.
            self.ended = true;
            self.skip(1);
            return Ok(());
        }
        if self.ended {
            return Err(StatementProblem::SeveralStatements);
        }
        match letter {
            '\'' => self.push_quoted('\'', self.kind == ShopDatabaseKind::MySql),
            '"' => self.push_quoted('"', self.kind == ShopDatabaseKind::MySql),
            '`' if self.kind != ShopDatabaseKind::Postgres => self.push_quoted('`', false),
            '[' if self.kind == ShopDatabaseKind::SqliteFile => {
                let length = self.rest.find(']').ok_or(StatementProblem::OpenQuote)? + 1;
                self.push(length)
            }
            '$' if self.kind == ShopDatabaseKind::Postgres => self.take_dollar(),
            '$' | '@' if self.kind == ShopDatabaseKind::SqliteFile => Err(self.placeholder()),
            '?' if self.kind != ShopDatabaseKind::Postgres => Err(self.placeholder()),
            ':' => self.take_colon(),
            letter if is_in_word(letter) => self.take_word(),
            letter => self.push(letter.len_utf8()),
        }
    }

    /// The length of the comment that begins here.
    fn comment_length(&self) -> Result<Option<usize>, StatementProblem> {
        let is_line = match self.kind {
            ShopDatabaseKind::MySql => {
                // Without a space, two hyphens are two minus signs.
                let spaced = self.rest.strip_prefix("--").map(|rest| rest.chars().next());
                spaced
                    .is_some_and(|next| next.is_none_or(|it| it.is_whitespace() || it.is_control()))
                    || self.rest.starts_with('#')
            }
            _ => self.rest.starts_with("--"),
        };
        if is_line {
            return Ok(Some(self.rest.find('\n').unwrap_or(self.rest.len())));
        }
        if !self.rest.starts_with("/*") {
            return Ok(None);
        }
        let is_mysql = self.kind == ShopDatabaseKind::MySql;
        if is_mysql && (self.rest.starts_with("/*!") || self.rest.starts_with("/*M!")) {
            return Err(StatementProblem::RunComment);
        }
        let mut depth = 0_usize;
        let mut at = 0;
        while let Some(rest) = self.rest.get(at..).filter(|rest| !rest.is_empty()) {
            if rest.starts_with("/*") && (depth == 0 || self.kind == ShopDatabaseKind::Postgres) {
                depth += 1;
                at += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Ok(Some(at));
                }
            } else {
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        Err(StatementProblem::OpenComment)
    }

    /// A string or a quoted name. A doubled quote belongs to it; so does what follows a backslash
    /// if the database takes it for an escape.
    fn push_quoted(&mut self, quote: char, has_escapes: bool) -> Result<(), StatementProblem> {
        let mut letters = self.rest.char_indices().skip(1).peekable();
        while let Some((at, letter)) = letters.next() {
            if has_escapes && letter == '\\' {
                letters.next();
            } else if letter == quote {
                if letters.peek().is_some_and(|(_, next)| *next == quote) {
                    letters.next();
                } else {
                    return self.push(at + quote.len_utf8());
                }
            }
        }
        Err(StatementProblem::OpenQuote)
    }

    /// `$$ … $$` and `$tag$ … $tag$` are strings of PostgreSQL.
    fn take_dollar(&mut self) -> Result<(), StatementProblem> {
        let after = self.rest.get(1..).unwrap_or_default();
        if after.starts_with(|next: char| next.is_ascii_digit()) {
            return Err(self.placeholder());
        }
        let tag = after.split('$').next().unwrap_or_default();
        let is_tag = tag.chars().all(|letter| is_in_word(letter) && letter != '$');
        if !is_tag || !after.contains('$') {
            return self.push(1);
        }
        let quote = self.rest.get(..tag.len() + 2).unwrap_or_default();
        let body = self.rest.get(quote.len()..).unwrap_or_default();
        let end = body.find(quote).ok_or(StatementProblem::OpenQuote)?;
        self.push(quote.len() + end + quote.len())
    }

    fn take_colon(&mut self) -> Result<(), StatementProblem> {
        if self.rest.starts_with("::") {
            return self.push(2);
        }
        let after = self.rest.get(1..).unwrap_or_default();
        let is_in_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let length = after.find(|letter| !is_in_name(letter)).unwrap_or(after.len());
        let name = after.get(..length).unwrap_or_default();
        if name.is_empty() || name.starts_with(|letter: char| letter.is_ascii_digit()) {
            return self.push(1);
        }
        let parameter = Parameter::of_name(name)
            .ok_or_else(|| StatementProblem::UnknownParameter(name.to_owned()))?;
        self.statement.pieces.push(Piece::Parameter(parameter));
        self.skip(1 + length);
        Ok(())
    }

    fn take_word(&mut self) -> Result<(), StatementProblem> {
        let length = self.rest.find(|letter| !is_in_word(letter)).unwrap_or(self.rest.len());
        let word = self.rest.get(..length).unwrap_or_default().to_uppercase();
        self.push(length)?;
        let has_escapes = self.kind == ShopDatabaseKind::Postgres && word == "E";
        if has_escapes && self.rest.starts_with('\'') {
            return self.push_quoted('\'', true);
        }
        self.statement.words.push(word);
        Ok(())
    }

    /// The placeholder that begins here, for the message.
    fn placeholder(&self) -> StatementProblem {
        let mut letters = self.rest.chars();
        let mut text: String = letters.next().into_iter().collect();
        text.extend(letters.take_while(|letter| is_in_word(*letter)));
        StatementProblem::Placeholder(text)
    }

    fn push(&mut self, length: usize) -> Result<(), StatementProblem> {
        let text = self.rest.get(..length).unwrap_or_default();
        match self.statement.pieces.last_mut() {
            Some(Piece::Text(before)) => before.push_str(text),
            _ => self.statement.pieces.push(Piece::Text(text.to_owned())),
        }
        self.skip(length);
        Ok(())
    }

    fn skip(&mut self, length: usize) {
        self.rest = self.rest.get(length..).unwrap_or_default();
    }
}

/// Numbers count as words: what follows a digit directly is no parameter.
fn is_in_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}
