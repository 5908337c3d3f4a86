//! What an import cannot decide for whole columns. An answer changes the mapping, so it holds for all
//! of them, and the rows are read again.

use super::columns::Column;
use crate::base::locale::Message;
use crate::base::measure::{LengthUnit, WeightUnit};
use crate::base::money::Currency;
use crate::desk::orders::import::mapping::{DateOrder, DecimalMark, Mapping, WeightIs};
use crate::message;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuestionKind {
    WeightUnit,
    LengthUnit,
    DecimalMark,
    DateOrder,
    Currency,
    /// Rows of one order each have a weight: of the order, or of a piece?
    WeightIs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    WeightUnit(WeightUnit),
    LengthUnit(LengthUnit),
    DecimalMark(DecimalMark),
    DateOrder(DateOrder),
    Currency(Currency),
    WeightIs(WeightIs),
}

impl Question {
    pub fn text(&self) -> Message {
        let column: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        match self.kind {
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
        }
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
    pub fn text(self) -> Message {
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
        }
    }

    /// Keeps the answer in the mapping.
    pub fn apply(self, mapping: &mut Mapping) {
        match self {
            Self::WeightUnit(unit) => mapping.weight_unit = Some(unit),
            Self::LengthUnit(unit) => mapping.length_unit = Some(unit),
            Self::DecimalMark(mark) => mapping.decimal = Some(mark),
            Self::DateOrder(order) => mapping.dates = Some(order),
            Self::Currency(currency) => currency.code().clone_into(&mut mapping.currency),
            Self::WeightIs(weight_is) => mapping.weight_is = Some(weight_is),
        }
    }
}

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
            Question {
                kind: question.kind,
                columns: columns.map(|(_, heading, _)| heading).collect(),
                examples: question.examples,
                rows: rows.unwrap_or_default(),
                answers: answers(question.kind, home_country, usual),
                is_assumed: question.kind == QuestionKind::Currency,
            }
        });
        questions.collect()
    }
}

/// The possible answers, the most likely one first.
fn answers(kind: QuestionKind, home_country: &str, usual: Currency) -> Vec<Answer> {
    let american = matches!(home_country, "US" | "PR" | "LR" | "MM");
    let order = |us: &[Answer], others: &[Answer]| {
        let answers = if american { us } else { others };
        answers.to_vec()
    };
    match kind {
        QuestionKind::WeightUnit => {
            let [oz, lb, g, kg] = [WeightUnit::Oz, WeightUnit::Lb, WeightUnit::G, WeightUnit::Kg]
                .map(Answer::WeightUnit);
            order(&[lb, oz, g, kg], &[kg, g, lb, oz])
        }
        QuestionKind::LengthUnit => {
            let [inch, ft, cm, mm, m] =
                [LengthUnit::In, LengthUnit::Ft, LengthUnit::Cm, LengthUnit::Mm, LengthUnit::M]
                    .map(Answer::LengthUnit);
            let yd = Answer::LengthUnit(LengthUnit::Yd);
            order(&[inch, cm, mm, ft, m, yd], &[cm, mm, m, inch, ft, yd])
        }
        QuestionKind::DecimalMark => {
            let [point, comma] = [DecimalMark::Point, DecimalMark::Comma].map(Answer::DecimalMark);
            order(&[point, comma], &[comma, point])
        }
        QuestionKind::DateOrder => {
            let [month, day] = [DateOrder::MonthFirst, DateOrder::DayFirst].map(Answer::DateOrder);
            order(&[month, day], &[day, month])
        }
        QuestionKind::Currency => {
            let common = ["USD", "EUR", "GBP", "CAD", "AUD", "MXN", "JPY"];
            let common = common.into_iter().filter_map(Currency::parse);
            let others = common.filter(|currency| *currency != usual);
            std::iter::once(usual).chain(others).map(Answer::Currency).collect()
        }
        QuestionKind::WeightIs => {
            [WeightIs::OfPiece, WeightIs::OfOrder].map(Answer::WeightIs).to_vec()
        }
    }
}
