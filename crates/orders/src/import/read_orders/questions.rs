//! What an import cannot decide for whole columns. An answer changes the mapping, so it holds for all
//! of them, and the rows are read again.

use super::columns::Column;
use crate::message;
use postroom_base::locale::Message;
use postroom_base::measure::{LengthUnit, WeightUnit};
use postroom_base::money::Currency;
use postroom_tables::mapping::{DateOrder, DecimalMark, EqualRows, Mapping, SameNumber, WeightIs};
use postroom_tables::shop_words::{ShopWord, WordColumn};

/// A question about some columns. Each kind is asked once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub kind: QuestionKind,
    /// The headings; of a column without one, its letter.
    pub columns: Vec<String>,
    /// Different cells that it concerns, at most three.
    pub examples: Vec<String>,
    /// The rows that it concerns, in the column where it concerns most.
    pub rows: u64,
    /// The first one is the most likely.
    pub answers: Vec<Answer>,
    /// The first answer is used until the question is answered. Without it, the orders concerned
    /// need attention.
    pub is_assumed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum QuestionKind {
    WeightUnit,
    LengthUnit,
    DecimalMark,
    DateOrder,
    Currency,
    /// Rows of one order each have a weight: of the order, or of a piece?
    WeightIs,
    /// What a word of the shop means for shipping.
    Word(WordColumn, String),
    /// There are items, and no column has their number.
    Pieces,
    /// Rows of one order are equal in every cell.
    EqualRows,
    /// The spreadsheet hides rows.
    HiddenRows,
    /// Orders that are there have the numbers of orders of the file, and other recipients.
    SameNumber,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    WeightUnit(WeightUnit),
    LengthUnit(LengthUnit),
    DecimalMark(DecimalMark),
    DateOrder(DateOrder),
    Currency(Currency),
    WeightIs(WeightIs),
    Word(WordColumn, String, ShopWord),
    OnePieceEach,
    EqualRows(EqualRows),
    /// Whether rows that the spreadsheet hides are orders.
    HiddenRows(bool),
    SameNumber(SameNumber),
}

impl Question {
    pub fn text(&self) -> Message {
        let column: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        match &self.kind {
            QuestionKind::WeightUnit => {
                message!("order-import-question-weight-unit", column = column)
            }
            QuestionKind::LengthUnit => {
                message!("order-import-question-length-unit", column = column)
            }
            QuestionKind::DecimalMark => {
                message!("order-import-question-decimal-mark", column = column)
            }
            QuestionKind::DateOrder => {
                message!("order-import-question-date-order", column = column)
            }
            QuestionKind::Currency => {
                message!("order-import-question-currency", column = column)
            }
            QuestionKind::WeightIs => {
                message!("order-import-question-weight-is", column = column)
            }
            QuestionKind::Word(WordColumn::Status, word) => {
                message!("order-import-question-status", column = column, word = word)
            }
            QuestionKind::Word(WordColumn::Shipping, word) => {
                message!("order-import-question-shipping", column = column, word = word)
            }
            QuestionKind::Word(WordColumn::Item, word) => {
                message!("order-import-question-item", word = word)
            }
            QuestionKind::Pieces => message!("order-import-question-pieces"),
            QuestionKind::EqualRows => message!("order-import-question-equal-rows"),
            QuestionKind::HiddenRows => {
                message!("order-import-question-hidden-rows", rows = self.rows)
            }
            QuestionKind::SameNumber => message!("order-import-question-same-number"),
        }
    }

    /// The arguments of `postroom batch` that answer it.
    pub fn arguments(&self) -> String {
        // In quotes where a shell would take it apart.
        let arguments = self.answers.iter().map(|answer| match answer.argument() {
            words if words.contains(' ') => format!("\"{words}\""),
            word => word,
        });
        arguments.collect::<Vec<_>>().join(", ")
    }

    /// How many rows it concerns, with examples.
    pub fn detail(&self) -> Message {
        message!(
            "order-import-question-detail",
            rows = self.rows,
            examples = self.examples.join(" · ")
        )
    }
}

impl Answer {
    pub fn text(&self) -> Message {
        match self {
            Self::WeightUnit(WeightUnit::Oz) => message!("order-import-question-answer-oz"),
            Self::WeightUnit(WeightUnit::Lb) => message!("order-import-question-answer-lb"),
            Self::WeightUnit(WeightUnit::G) => message!("order-import-question-answer-g"),
            Self::WeightUnit(WeightUnit::Kg) => message!("order-import-question-answer-kg"),
            Self::LengthUnit(LengthUnit::In) => message!("order-import-question-answer-in"),
            Self::LengthUnit(LengthUnit::Cm) => message!("order-import-question-answer-cm"),
            Self::LengthUnit(LengthUnit::Mm) => message!("order-import-question-answer-mm"),
            Self::LengthUnit(LengthUnit::M) => message!("order-import-question-answer-m"),
            Self::LengthUnit(LengthUnit::Ft) => message!("order-import-question-answer-ft"),
            Self::LengthUnit(LengthUnit::Yd) => message!("order-import-question-answer-yd"),
            Self::DecimalMark(DecimalMark::Point) => message!("order-import-question-answer-point"),
            Self::DecimalMark(DecimalMark::Comma) => message!("order-import-question-answer-comma"),
            Self::DateOrder(DateOrder::MonthFirst) => {
                message!("order-import-question-answer-month-first")
            }
            Self::DateOrder(DateOrder::DayFirst) => {
                message!("order-import-question-answer-day-first")
            }
            Self::Currency(currency) => currency.code().into(),
            Self::WeightIs(WeightIs::OfOrder) => message!("order-import-question-answer-of-order"),
            Self::WeightIs(WeightIs::OfPiece) => message!("order-import-question-answer-of-piece"),
            Self::Word(WordColumn::Shipping, _, ShopWord::Ship) => {
                message!("order-import-question-answer-carried")
            }
            Self::Word(WordColumn::Item, _, ShopWord::Ship) => {
                message!("order-import-question-answer-sent")
            }
            Self::Word(WordColumn::Item, ..) => message!("order-import-question-answer-not-sent"),
            Self::Word(_, _, ShopWord::Ship) => message!("order-import-question-answer-ship"),
            Self::Word(_, _, ShopWord::Held) => message!("order-import-question-answer-held"),
            Self::Word(_, _, ShopWord::NotCarried) => {
                message!("order-import-question-answer-not-carried")
            }
            Self::Word(_, _, ShopWord::Closed) => message!("order-import-question-answer-closed"),
            Self::Word(_, _, ShopWord::Canceled) => {
                message!("order-import-question-answer-canceled")
            }
            Self::OnePieceEach => message!("order-import-question-answer-one-piece"),
            Self::EqualRows(EqualRows::Each) => message!("order-import-question-answer-each-row"),
            Self::EqualRows(EqualRows::Same) => message!("order-import-question-answer-same-row"),
            Self::HiddenRows(true) => message!("order-import-question-answer-hidden-in"),
            Self::HiddenRows(false) => message!("order-import-question-answer-hidden-out"),
            Self::SameNumber(SameNumber::Another) => {
                message!("order-import-question-answer-another-order")
            }
            Self::SameNumber(SameNumber::Same) => {
                message!("order-import-question-answer-same-order")
            }
        }
    }

    /// The value of `--answer` of `postroom batch`, such as `weight-unit=lb`. No language changes it.
    pub fn argument(&self) -> String {
        let (name, value) = match self {
            Self::WeightUnit(unit) => ("weight-unit", unit.code()),
            Self::LengthUnit(unit) => ("length-unit", unit.code()),
            Self::DecimalMark(DecimalMark::Point) => ("decimals", "point"),
            Self::DecimalMark(DecimalMark::Comma) => ("decimals", "comma"),
            Self::DateOrder(DateOrder::MonthFirst) => ("dates", "month-first"),
            Self::DateOrder(DateOrder::DayFirst) => ("dates", "day-first"),
            Self::Currency(currency) => ("currency", currency.code()),
            Self::WeightIs(WeightIs::OfOrder) => ("weight-is", "of-order"),
            Self::WeightIs(WeightIs::OfPiece) => ("weight-is", "of-piece"),
            Self::Word(column, word, meaning) => {
                return format!("{}:{word}={}", column.key(), meaning.key());
            }
            Self::OnePieceEach => ("pieces", "1"),
            Self::EqualRows(EqualRows::Each) => ("equal-rows", "each"),
            Self::EqualRows(EqualRows::Same) => ("equal-rows", "same"),
            Self::HiddenRows(true) => ("hidden-rows", "import"),
            Self::HiddenRows(false) => ("hidden-rows", "leave-out"),
            Self::SameNumber(SameNumber::Another) => ("same-number", "another-order"),
            Self::SameNumber(SameNumber::Same) => ("same-number", "same-order"),
        };
        format!("{name}={value}")
    }

    /// The answer that is written as [`Answer::argument`] writes it.
    pub fn parse(argument: &str) -> Option<Self> {
        let (name, value) = argument.split_once('=')?;
        let kinds = match name.split_once(':') {
            Some((column, word)) => {
                let column = WordColumn::ALL.into_iter().find(|it| it.key() == column)?;
                vec![QuestionKind::Word(column, word.to_owned())]
            }
            None if name == "currency" => return Currency::parse(value).map(Self::Currency),
            None => vec![
                QuestionKind::WeightUnit,
                QuestionKind::LengthUnit,
                QuestionKind::DecimalMark,
                QuestionKind::DateOrder,
                QuestionKind::WeightIs,
                QuestionKind::Pieces,
                QuestionKind::EqualRows,
                QuestionKind::HiddenRows,
                QuestionKind::SameNumber,
            ],
        };
        let all = kinds.iter().flat_map(|kind| answers(kind, "US", Currency::USD));
        all.into_iter().find(|answer| answer.argument() == argument)
    }

    /// Keeps the answer in the mapping.
    pub fn apply(&self, mapping: &mut Mapping) {
        match self {
            Self::WeightUnit(unit) => mapping.weight_unit = Some(*unit),
            Self::LengthUnit(unit) => mapping.length_unit = Some(*unit),
            Self::DecimalMark(mark) => mapping.decimal = Some(*mark),
            Self::DateOrder(order) => mapping.dates = Some(*order),
            Self::Currency(currency) => currency.code().clone_into(&mut mapping.currency),
            Self::WeightIs(weight_is) => mapping.weight_is = Some(*weight_is),
            Self::Word(column, word, meaning) => {
                mapping.words.entry(*column).or_default().insert(word.clone(), *meaning);
            }
            Self::OnePieceEach => mapping.one_piece_each = true,
            Self::EqualRows(rows) => mapping.equal_rows = Some(*rows),
            Self::HiddenRows(are_orders) => mapping.hidden_rows = Some(*are_orders),
            Self::SameNumber(is) => mapping.same_number = Some(*is),
        }
    }
}

/// The question about orders whose numbers are taken. Each example has a number and the recipient of
/// the order that is there.
pub fn same_number_question(orders: &[String]) -> Question {
    Question {
        kind: QuestionKind::SameNumber,
        columns: Vec::new(),
        examples: orders.iter().take(3).cloned().collect(),
        rows: orders.len() as u64,
        answers: answers(&QuestionKind::SameNumber, "US", Currency::USD),
        is_assumed: false,
    }
}

/// A column of free texts that is taken for a status asks about no more of its words. Their orders
/// need attention all the same.
const MOST_QUESTIONS: usize = 60;

/// Questions while rows are read.
#[derive(Default)]
pub(super) struct QuestionTally {
    open: Vec<OpenQuestion>,
}

struct OpenQuestion {
    kind: QuestionKind,
    /// Place and heading of each column, and the rows whose cell the question concerns.
    columns: Vec<(usize, String, u64)>,
    examples: Vec<String>,
}

impl OpenQuestion {
    fn count_rows(&mut self, at: usize, heading: &str, rows: u64) {
        let mut columns = self.columns.iter_mut();
        match columns.find(|(known, ..)| *known == at) {
            Some((.., known)) => *known += rows,
            None => self.columns.push((at, heading.to_owned(), rows)),
        }
    }

    fn add_example(&mut self, cell: &str) {
        if self.examples.len() < 3 && self.examples.iter().all(|known| known != cell) {
            self.examples.push(cell.to_owned());
        }
    }
}

impl QuestionTally {
    /// Counts rows that the question concerns; `cell` is an example.
    pub fn count(&mut self, kind: QuestionKind, column: &Column<'_>, cell: &str, rows: u64) {
        if let Some(question) = self.question(kind) {
            question.count_rows(column.at, &column.heading, rows);
            question.add_example(cell);
        }
    }

    /// Counts rows that a question about no column concerns.
    pub fn count_rows(&mut self, kind: QuestionKind, example: &str, rows: u64) {
        if let Some(question) = self.question(kind) {
            question.count_rows(usize::MAX, "", rows);
            question.add_example(example);
        }
    }

    /// Adds the questions of later rows.
    pub fn add(&mut self, later: Self) {
        for other in later.open {
            if let Some(question) = self.question(other.kind) {
                for (at, heading, rows) in &other.columns {
                    question.count_rows(*at, heading, *rows);
                }
                for cell in &other.examples {
                    question.add_example(cell);
                }
            }
        }
    }

    /// The question of this kind, which is asked from now on.
    fn question(&mut self, kind: QuestionKind) -> Option<&mut OpenQuestion> {
        if self.open.iter().all(|question| question.kind != kind) {
            if self.open.len() >= MOST_QUESTIONS {
                return None;
            }
            let kind = kind.clone();
            self.open.push(OpenQuestion { kind, columns: Vec::new(), examples: Vec::new() });
        }
        let mut open = self.open.iter_mut();
        open.find(|question| question.kind == kind)
    }

    /// The questions in the order of their columns.
    pub fn into_questions(mut self, home_country: &str, usual: Currency) -> Vec<Question> {
        for question in &mut self.open {
            question.columns.sort_by_key(|(at, ..)| *at);
        }
        self.open.sort_by_key(|question| question.columns.first().map(|(at, ..)| *at));
        let questions = self.open.into_iter().map(|question| {
            let rows = question.columns.iter().map(|(.., rows)| *rows).max();
            let columns = question.columns.into_iter();
            let answers = answers(&question.kind, home_country, usual);
            Question {
                is_assumed: matches!(
                    question.kind,
                    QuestionKind::Currency | QuestionKind::HiddenRows
                ),
                kind: question.kind,
                columns: columns.map(|(_, it, _)| it).filter(|it| !it.is_empty()).collect(),
                examples: question.examples,
                rows: rows.unwrap_or_default(),
                answers,
            }
        });
        questions.collect()
    }
}

/// The possible answers, the most likely one first: in the United States others than elsewhere.
fn answers(kind: &QuestionKind, home_country: &str, usual: Currency) -> Vec<Answer> {
    use DateOrder::{DayFirst, MonthFirst};
    use DecimalMark::{Comma, Point};
    use LengthUnit::{Cm, Ft, In, M, Mm, Yd};
    use WeightUnit::{G, Kg, Lb, Oz};
    let is_american = matches!(home_country, "US" | "PR" | "LR" | "MM");
    match (kind, is_american) {
        (QuestionKind::WeightUnit, true) => [Lb, Oz, G, Kg].map(Answer::WeightUnit).to_vec(),
        (QuestionKind::WeightUnit, false) => [Kg, G, Lb, Oz].map(Answer::WeightUnit).to_vec(),
        (QuestionKind::LengthUnit, true) => {
            [In, Cm, Mm, Ft, M, Yd].map(Answer::LengthUnit).to_vec()
        }
        (QuestionKind::LengthUnit, false) => {
            [Cm, Mm, M, In, Ft, Yd].map(Answer::LengthUnit).to_vec()
        }
        (QuestionKind::DecimalMark, true) => [Point, Comma].map(Answer::DecimalMark).to_vec(),
        (QuestionKind::DecimalMark, false) => [Comma, Point].map(Answer::DecimalMark).to_vec(),
        (QuestionKind::DateOrder, true) => [MonthFirst, DayFirst].map(Answer::DateOrder).to_vec(),
        (QuestionKind::DateOrder, false) => [DayFirst, MonthFirst].map(Answer::DateOrder).to_vec(),
        (QuestionKind::Currency, _) => {
            let common = ["USD", "EUR", "GBP", "CAD", "AUD", "MXN", "JPY"];
            let common = common.into_iter().filter_map(Currency::parse);
            let others = common.filter(|currency| *currency != usual);
            std::iter::once(usual).chain(others).map(Answer::Currency).collect()
        }
        (QuestionKind::WeightIs, _) => {
            [WeightIs::OfPiece, WeightIs::OfOrder].map(Answer::WeightIs).to_vec()
        }
        (QuestionKind::Word(column, word), _) => {
            let meanings = column.meanings().iter();
            meanings.map(|meaning| Answer::Word(*column, word.clone(), *meaning)).collect()
        }
        (QuestionKind::Pieces, _) => vec![Answer::OnePieceEach],
        (QuestionKind::EqualRows, _) => {
            [EqualRows::Each, EqualRows::Same].map(Answer::EqualRows).to_vec()
        }
        (QuestionKind::SameNumber, _) => {
            [SameNumber::Another, SameNumber::Same].map(Answer::SameNumber).to_vec()
        }
        (QuestionKind::HiddenRows, _) => [false, true].map(Answer::HiddenRows).to_vec(),
    }
}
