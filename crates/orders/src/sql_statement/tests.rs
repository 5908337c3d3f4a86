use super::*;
use ShopDatabaseKind::{MySql, Postgres, SqliteFile};

/// The statement as PostgreSQL and SQLite number its parameters, and as MySQL writes them.
fn rendered(text: &str, kind: ShopDatabaseKind) -> Result<String, StatementProblem> {
    let statement = SqlStatement::parse(text, kind)?;
    Ok(statement.rendered(|position| match kind {
        Postgres => format!("${}", position + 1),
        MySql => "?".to_owned(),
        SqliteFile => format!("?{}", position + 1),
    }))
}

#[test]
fn a_parameter_is_found_where_the_database_would_read_one() {
    for (kind, text, wanted) in [
        (Postgres, "SELECT :number", "SELECT $1"),
        (MySql, "SELECT :number", "SELECT ?"),
        (SqliteFile, "SELECT :number", "SELECT ?1"),
        (Postgres, "SELECT a WHERE n=:number", "SELECT a WHERE n=$1"),
        (Postgres, "SELECT (:number)", "SELECT ($1)"),
        (Postgres, "SELECT :NUMBER, :Number", "SELECT $1, $2"),
        (Postgres, "SELECT :number::int8", "SELECT $1::int8"),
        (Postgres, "SELECT x::text, y ::  text", "SELECT x::text, y ::  text"),
        (Postgres, "SELECT a::number FROM t", "SELECT a::number FROM t"),
        (Postgres, "SELECT a[1 : 2], f(x := 1)", "SELECT a[1 : 2], f(x := 1)"),
        (MySql, "SELECT @a := :number", "SELECT @a := ?"),
        (Postgres, "SELECT t[1:2]", "SELECT t[1:2]"),
        (
            Postgres,
            "UPDATE o SET t = :tracking_number, c=:carrier||:service WHERE n = :number",
            "UPDATE o SET t = $1, c=$2||$3 WHERE n = $4",
        ),
        (Postgres, "SELECT 'ü'||:number||'é'", "SELECT 'ü'||$1||'é'"),
        (Postgres, "SELECT :number\r\n", "SELECT $1\r\n"),
    ] {
        assert_eq!(rendered(text, kind).as_deref(), Ok(wanted), "{kind:?}");
    }
}

#[test]
fn a_colon_in_a_string_a_name_or_a_comment_is_none() {
    for (kinds, text) in [
        (vec![Postgres, MySql, SqliteFile], "SELECT ':number'"),
        (vec![Postgres, MySql, SqliteFile], "SELECT 'it''s :number'"),
        (vec![Postgres, MySql, SqliteFile], "SELECT '' ':number' ''"),
        (vec![Postgres, MySql, SqliteFile], r#"SELECT "a "":number" FROM t"#),
        (vec![Postgres, MySql, SqliteFile], "SELECT 1 -- it's :number\n, 2"),
        (vec![Postgres, MySql, SqliteFile], "SELECT 1 -- :number"),
        (vec![Postgres, MySql, SqliteFile], "SELECT 1 /* ' :number */"),
        (vec![Postgres, MySql, SqliteFile], "SELECT 1 /* -- */, 2 /**/"),
        // Only PostgreSQL nests comments.
        (vec![Postgres], "SELECT 1 /* /* */ :number */"),
        (vec![Postgres], "SELECT $$ ' :number $$"),
        (vec![Postgres], "SELECT $a$ $$ :number $b$ $a$"),
        (vec![Postgres], "SELECT $größe$ :number $größe$"),
        (vec![Postgres], r"SELECT E'it\'s :number'"),
        (vec![Postgres], r"SELECT e'\\', E'\' :number'"),
        (vec![Postgres, SqliteFile], r"SELECT '\', 'a :number'"),
        (vec![MySql], r"SELECT 'it\'s :number'"),
        (vec![MySql], r#"SELECT "it\"s :number""#),
        (vec![MySql, SqliteFile], "SELECT `a:number` FROM t"),
        (vec![MySql], "SELECT 1 # it's :number"),
        (vec![MySql], "SELECT 1 --\n"),
        (vec![SqliteFile], "SELECT [a:number] FROM t"),
    ] {
        for kind in kinds {
            assert_eq!(rendered(text, kind).as_deref(), Ok(text), "{kind:?}");
        }
    }
    // The same characters are something else elsewhere.
    for (kind, text, wanted) in [
        (MySql, "SELECT 5--:number", "SELECT 5--?"),
        (MySql, "SELECT 1 /* /* */, :number", "SELECT 1 /* /* */, ?"),
        (Postgres, "SELECT a #> b, :number", "SELECT a #> b, $1"),
        (Postgres, r"SELECT '\', :number", r"SELECT '\', $1"),
        (Postgres, r"SELECT nE '\', :number", r"SELECT nE '\', $1"),
        (Postgres, "SELECT a$b, :number, c$b", "SELECT a$b, $1, c$b"),
        (Postgres, "SELECT a ? 'b', :number", "SELECT a ? 'b', $1"),
        (Postgres, "SELECT t[:number]", "SELECT t[$1]"),
        (MySql, r"SELECT `\`, :number", r"SELECT `\`, ?"),
    ] {
        assert_eq!(rendered(text, kind).as_deref(), Ok(wanted), "{kind:?}");
    }
}

#[test]
fn a_statement_that_cannot_be_meant_is_refused() {
    use StatementProblem as Problem;
    let placeholder = |text: &str| Problem::Placeholder(text.to_owned());
    let unknown = |name: &str| Problem::UnknownParameter(name.to_owned());
    for (kind, text, wanted) in [
        (Postgres, "", Problem::Empty),
        (Postgres, " -- only a comment", Problem::Empty),
        (Postgres, ";", Problem::Empty),
        (Postgres, "SELECT 'a", Problem::OpenQuote),
        (Postgres, "SELECT 'a''", Problem::OpenQuote),
        (Postgres, r"SELECT E'\'", Problem::OpenQuote),
        (MySql, r"SELECT '\'", Problem::OpenQuote),
        (MySql, "SELECT `a", Problem::OpenQuote),
        (SqliteFile, "SELECT [a", Problem::OpenQuote),
        (Postgres, "SELECT $a$ b $$", Problem::OpenQuote),
        (Postgres, "SELECT 1 /* a", Problem::OpenComment),
        (Postgres, "SELECT 1 /* /* */", Problem::OpenComment),
        (MySql, "SELECT 1 /*", Problem::OpenComment),
        (MySql, "SELECT 1 /*! :number */", Problem::RunComment),
        (MySql, "SELECT 1 /*M! :number */", Problem::RunComment),
        (Postgres, "SELECT 1\0 WHERE x", Problem::NulCharacter),
        (Postgres, "SELECT :orders", unknown("orders")),
        (Postgres, "SELECT :number2", unknown("number2")),
        (Postgres, "SELECT a[1:n]", unknown("n")),
        (Postgres, "SELECT $1", placeholder("$1")),
        (MySql, "SELECT ?", placeholder("?")),
        (SqliteFile, "SELECT ?12, 1", placeholder("?12")),
        (SqliteFile, "SELECT @number", placeholder("@number")),
        (SqliteFile, "SELECT $number", placeholder("$number")),
        (Postgres, "SELECT 1; SELECT 2", Problem::SeveralStatements),
        (Postgres, "SELECT 1;; :number", Problem::SeveralStatements),
        (Postgres, "SELECT 1; 'a'", Problem::SeveralStatements),
    ] {
        let found = rendered(text, kind);
        assert_eq!(found, Err(wanted), "{kind:?} {text}");
    }
}

#[test]
fn a_semicolon_at_the_end_is_left_out() {
    for (text, wanted) in [
        ("SELECT 1;", "SELECT 1"),
        ("SELECT 1 ; ;\n", "SELECT 1  \n"),
        ("SELECT 1; -- the order\n", "SELECT 1 -- the order\n"),
        ("SELECT ';' /* ; */;", "SELECT ';' /* ; */"),
    ] {
        assert_eq!(rendered(text, Postgres).as_deref(), Ok(wanted));
    }
}

#[test]
fn a_query_reads_and_names_the_number() {
    use StatementProblem as Problem;
    for (text, wanted) in [
        ("SELECT * FROM o WHERE n = :number;", None),
        ("  with x as (select 1) select * from x where n=:number", None),
        ("(SELECT 1 WHERE 'a' = :number)", None),
        ("/* orders */ SELECT 1 WHERE 'a' = :number", None),
        ("SELECT 'into' WHERE 'a' = :number", None),
        ("SELECT * FROM o", Some(Problem::OrderMissing)),
        ("SELECT ':number'", Some(Problem::OrderMissing)),
        ("DELETE FROM o WHERE n = :number", Some(Problem::NotAQuery)),
        ("CALL f(:number)", Some(Problem::NotAQuery)),
        ("SELECT a INTO b FROM o WHERE n = :number", Some(Problem::Into)),
        ("SELECT 1 WHERE a = :number AND b = :cost", Some(Problem::NoValueHere(Parameter::Cost))),
    ] {
        let found = SqlStatement::parse_query(text, Postgres);
        assert_eq!(found.err(), wanted, "{text}");
    }
    let verify = "SELECT 1 FROM o WHERE t = :tracking_number AND id = :transaction_id";
    assert!(SqlStatement::parse_verify_query(verify, Postgres).is_ok());
    let found = SqlStatement::parse_verify_query("SELECT :carrier", Postgres);
    assert_eq!(found, Err(Problem::OrderMissing));
}

#[test]
fn a_change_names_its_order() {
    use StatementProblem as Problem;
    for (text, wanted) in [
        ("UPDATE o SET t = :tracking_number WHERE n = :number", None),
        ("insert into s values (:transaction_id, :tracking_number)", None),
        ("WITH x AS (SELECT 1) UPDATE o SET t = 1 WHERE n = :number", None),
        ("UPDATE o SET t = :number", Some(Problem::WhereMissing)),
        ("UPDATE o SET t = 'WHERE' || :number", Some(Problem::WhereMissing)),
        ("UPDATE o SET t = :tracking_number WHERE n = 1", Some(Problem::OrderMissing)),
        ("SELECT 1 WHERE n = :number", Some(Problem::NotAChange)),
        ("WITH x AS (SELECT :number) SELECT 1", Some(Problem::NotAChange)),
        ("DELETE FROM o WHERE n = :number", Some(Problem::NotAChange)),
        ("DROP TABLE o", Some(Problem::NotAChange)),
        ("BEGIN", Some(Problem::NotAChange)),
    ] {
        let found = SqlStatement::parse_change(text, Postgres);
        assert_eq!(found.err(), wanted, "{text}");
    }
}

/// Whatever is typed, nothing of it is lost or changed: pieces of statements, joined at random.
#[test]
fn the_text_is_kept_to_the_letter() {
    let parts = [
        "'", "''", "\"", "`", "[", "]", "$", "$$", "$a$", "\\", "E'", "/*", "*/", "--", "#", "\n",
        " ", ":", "::", ":number", "ü", "日", "?", "a", "1", "(", "/*!", "@", "-",
    ];
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 33).unwrap()
    };
    let mut read = 0;
    for _ in 0..60_000 {
        let length = 1 + random() % 9;
        let text: String = (0..length).map(|_| parts[random() % parts.len()]).collect();
        for kind in [Postgres, MySql, SqliteFile] {
            let Ok(statement) = SqlStatement::parse(&text, kind) else {
                continue;
            };
            read += 1;
            assert_eq!(statement.rendered(|_| ":number".to_owned()), text, "{kind:?}");
        }
    }
    assert!(read > 10_000, "only {read} were statements");
}
