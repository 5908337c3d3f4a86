//! Writes a row of a shape in one line.

use crate::spec::{Field, Kind, Need, Shape, Side};

const fn field(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, words: "", side: Side::Both, need: Need::Never, always: false }
}

pub const fn text(name: &'static str) -> Field {
    field(name, Kind::Text)
}

pub const fn time(name: &'static str) -> Field {
    field(name, Kind::Time)
}

pub const fn flag(name: &'static str) -> Field {
    field(name, Kind::Flag)
}

pub const fn measure(name: &'static str) -> Field {
    field(name, Kind::Measure)
}

pub const fn amount(name: &'static str) -> Field {
    field(name, Kind::Amount)
}

pub const fn whole(name: &'static str, least: u64, most: u64) -> Field {
    field(name, Kind::Whole(least, most))
}

pub const fn number(name: &'static str) -> Field {
    field(name, Kind::Number).back()
}

pub const fn one_of(name: &'static str, values: &'static [&'static str]) -> Field {
    field(name, Kind::OneOf(values))
}

pub const fn loosely(name: &'static str, values: &'static [&'static str]) -> Field {
    field(name, Kind::Loosely(values))
}

pub const fn some_of(name: &'static str, values: &'static [&'static str]) -> Field {
    field(name, Kind::SomeOf(values))
}

pub const fn texts(name: &'static str, least: usize, most: usize) -> Field {
    field(name, Kind::Texts(least, most))
}

pub const fn object(name: &'static str, shape: &'static Shape) -> Field {
    field(name, Kind::Object(shape))
}

pub const fn objects(
    name: &'static str,
    shape: &'static Shape,
    least: usize,
    most: usize,
) -> Field {
    field(name, Kind::Objects(shape, least, most))
}

pub const fn free(name: &'static str) -> Field {
    field(name, Kind::Free)
}

pub const fn free_list(name: &'static str) -> Field {
    field(name, Kind::FreeList).back()
}

impl Field {
    /// Required in requests.
    pub const fn must(mut self) -> Self {
        self.need = Need::Always;
        self
    }

    /// Required in requests in some cases.
    pub const fn when(mut self, words: &'static str) -> Self {
        self.need = Need::Sometimes;
        self.words = words;
        self
    }

    pub const fn says(mut self, words: &'static str) -> Self {
        self.words = words;
        self
    }

    /// Only in requests.
    pub const fn sent(mut self) -> Self {
        self.side = Side::Request;
        self
    }

    /// Only in answers.
    pub const fn back(mut self) -> Self {
        self.side = Side::Answer;
        self
    }

    /// In every answer that has the object.
    pub const fn always(mut self) -> Self {
        self.always = true;
        self
    }
}
