//! What the top bar shows, and in which order it shortens: first what is also said elsewhere, then
//! words whose icon says the same, never a trouble.

use egui::{FontId, Ui};

use super::{after_this_label, problems};
use crate::base::locale::format;
use crate::base::money::Money;
use crate::desk::kernel::connectivity::Connectivity;
use crate::desk::printing::state::{JobState, PrintJob};
use crate::desk::stations::SharedStatus;
use crate::label::print::Printer;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::command;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::panels::settings::printers::queue::needs_a_person;
use crate::ui::panels::settings::scale;
use crate::ui::tokens::{size, space, text};
use crate::ui::widgets::text::is_old;
use crate::ui::widgets::{Icon, Meaning, age, capital, clock_time, money_words};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    PracticeDay,
    Balance,
    BalanceAge,
    AfterLabel,
    AutoBuy,
    Find,
    Connection,
    Workspace,
    Express,
    Problems,
    Scale,
    Printer,
}

impl Part {
    pub fn is_left(self) -> bool {
        use Part::{AfterLabel, AutoBuy, Balance, BalanceAge, PracticeDay};
        matches!(self, PracticeDay | Balance | BalanceAge | AfterLabel | AutoBuy)
    }
}

/// One piece of the bar, with its shorter forms.
#[derive(Clone, Debug)]
pub struct Piece {
    pub part: Part,
    pub meaning: Meaning,
    pub icon: Icon,
    /// For screen readers, whatever the form.
    pub name: String,
    pub hint: String,
    whole: String,
    /// By the step at which the form is taken: other words, only the icon, or nothing.
    shorter: Vec<(u8, Form)>,
    form: Form,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    Whole,
    Words(String),
    Icon,
    Nothing,
}

/// The steps of shortening, in their order.
mod step {
    pub const AUTO_BUY_OFF: u8 = 1;
    // The Ship panel says it beside Buy.
    pub const AFTER_LABEL: u8 = 2;
    pub const AGE: u8 = 3;
    pub const PAPER: u8 = 4;
    pub const FIND_KEYS: u8 = 5;
    pub const NEXT_DAY_WORDS: u8 = 6;
    pub const SCALE_IN_ORDER: u8 = 7;
    pub const PRINTER_IN_ORDER: u8 = 8;
    pub const AUTO_BUY_ON: u8 = 9;
    pub const BALANCE_WORD: u8 = 10;
    pub const FIND_WORD: u8 = 11;
    pub const ONLINE: u8 = 12;
    pub const EXPRESS: u8 = 13;
    pub const TROUBLE_WORDS: u8 = 14;
    pub const PROBLEMS: u8 = 15;
    pub const LAST: u8 = 15;
}

impl Piece {
    fn new(part: Part, meaning: Meaning, icon: Icon, whole: String) -> Self {
        Self {
            part,
            meaning,
            icon,
            name: whole.clone(),
            hint: String::new(),
            whole,
            shorter: Vec::new(),
            form: Form::Whole,
        }
    }

    fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    fn then(mut self, step: u8, form: Form) -> Self {
        self.shorter.push((step, form));
        self
    }

    /// The words of its present form, empty for an icon; `None` if it is left out.
    pub fn words(&self) -> Option<&str> {
        match &self.form {
            Form::Whole => Some(&self.whole),
            Form::Words(words) => Some(words),
            Form::Icon => Some(""),
            Form::Nothing => None,
        }
    }

    pub fn is_whole(&self) -> bool {
        self.form == Form::Whole
    }

    /// With the gap before it.
    fn width(&self, ui: &Ui) -> f32 {
        let Some(words) = self.words() else {
            return 0.0;
        };
        let own = match self.part {
            Part::Balance => measured(ui, words, text::body_strong()),
            Part::AfterLabel => measured(ui, words, text::body()),
            Part::AutoBuy => measured(ui, words, text::small()),
            Part::PracticeDay => {
                let date = measured(ui, &self.name, text::body());
                date + space::M + button_width(ui, words)
            }
            Part::Find => {
                let keys = match self.is_whole() {
                    true => space::M + measured(ui, &self.hint, text::small()),
                    false => 0.0,
                };
                let icon = size::ICON + ui.spacing().icon_spacing;
                icon + button_width(ui, words) + keys
            }
            Part::BalanceAge
            | Part::Connection
            | Part::Workspace
            | Part::Express
            | Part::Problems
            | Part::Scale
            | Part::Printer => {
                let beside = size::ICON_SMALL + space::XS + 2.0 * space::S;
                beside + measured(ui, words, text::label())
            }
        };
        own + space::M
    }
}

/// Takes shorter forms, step by step, until the pieces fit into the room. `spare` is what the
/// account's name may give in the end, as a negative width.
pub fn shorten(ui: &Ui, pieces: &mut [Piece], room: f32, spare: f32) {
    for step in 1..=step::LAST {
        // Before troubles lose their words, the name of the account is cut.
        let room = match step {
            0..step::EXPRESS => room,
            _ => room - spare,
        };
        if width(ui, pieces) <= room {
            return;
        }
        for piece in &mut *pieces {
            let form = piece.shorter.iter().find(|(at, _)| *at == step);
            if let Some(form) = form.map(|(_, form)| form.clone()) {
                piece.form = form;
            }
        }
    }
}

pub fn width(ui: &Ui, pieces: &[Piece]) -> f32 {
    pieces.iter().map(|piece| piece.width(ui)).sum()
}

pub fn button_width(ui: &Ui, words: &str) -> f32 {
    measured(ui, words, text::body_medium()) + 2.0 * ui.spacing().button_padding.x
}

fn measured(ui: &Ui, words: &str, font: FontId) -> f32 {
    if words.is_empty() {
        return 0.0;
    }
    let ink = egui::Color32::PLACEHOLDER;
    let line = ui.painter().layout_no_wrap(words.to_owned(), font, ink);
    line.size().x.ceil()
}

/// From the left the balance; from the right edge inward the rest.
pub fn pieces(cx: &Cx<'_>) -> Vec<Piece> {
    let keys = command::shortcut_text(&Command::OpenPalette).unwrap_or_default();
    let find = text!("shell-find").to_owned();
    let find = Piece::new(Part::Find, Meaning::Neutral, Icon::Search, find)
        .name(text!("shell-find-name"))
        .hint(keys)
        .then(step::FIND_KEYS, Form::Words(text!("shell-find").to_owned()))
        .then(step::FIND_WORD, Form::Icon);
    let mut pieces: Vec<Piece> = practice_day(cx).into_iter().collect();
    pieces.extend(money(cx));
    pieces.push(find);
    pieces.push(connection(cx));
    pieces.extend(workspace(cx));
    pieces.extend(express(cx));
    pieces.extend(open_problems(cx));
    pieces.extend(scale_piece(cx));
    pieces.extend(printer(cx));
    pieces
}

/// The date in practice, with the button that goes on to the next day.
fn practice_day(cx: &Cx<'_>) -> Option<Piece> {
    cx.state.practice_clock.as_ref()?;
    let short = text!("shell-practice-next-short").to_owned();
    let is_practice = cx.state.environment() == Some(Environment::Practice);
    let next = text!("shell-practice-next").to_owned();
    let date = format::formats().date_of_year(cx.today());
    let piece = Piece::new(Part::PracticeDay, Meaning::Neutral, Icon::Right, next).name(date);
    let piece = piece.hint(text!("shell-practice-day-hint"));
    is_practice.then(|| piece.then(step::NEXT_DAY_WORDS, Form::Words(short)))
}

fn money(cx: &Cx<'_>) -> Vec<Piece> {
    let Some(known) = cx.state.balance.summary.known() else {
        return Vec::new();
    };
    let balance = &known.value;
    let Some(now) = balance.money() else {
        return Vec::new();
    };
    let plain = |part, words| Piece::new(part, Meaning::Neutral, Icon::Balance, words);
    let words = text!("shell-balance", amount = now);
    let short = Form::Words(money_words(now));
    let mut pieces = vec![plain(Part::Balance, words).then(step::BALANCE_WORD, short)];
    if is_old(known.at, known.cached, cx.now) {
        let age = age(known.at, cx.now);
        let name = text!("shell-balance-age-name", age = &age);
        let piece = Piece::new(Part::BalanceAge, Meaning::Neutral, Icon::Clock, age);
        pieces.push(piece.name(name).then(step::TROUBLE_WORDS, Form::Icon));
    }
    // Other panels may show another label.
    let in_sight = matches!(*cx.panel, Panel::Ship | Panel::Rates);
    if let Some(after) = after_this_label(cx.state, now).filter(|_| in_sight) {
        let words = text!("shell-balance-after", amount = after);
        let mut piece = plain(Part::AfterLabel, words);
        if after.amount.is_negative() {
            piece.meaning = Meaning::Warning;
        }
        pieces.push(piece.then(step::AFTER_LABEL, Form::Nothing));
    }
    let auto_buy = match balance.is_auto_buy {
        Some(true) => Some((text!("shell-autobuy-on"), step::AUTO_BUY_ON)),
        Some(false) => Some((text!("shell-autobuy-off"), step::AUTO_BUY_OFF)),
        None => None,
    };
    if let Some((words, step)) = auto_buy {
        let piece = plain(Part::AutoBuy, words.to_owned());
        pieces.push(piece.then(step, Form::Nothing));
    }
    pieces
}

/// How long ago an answer may be without being told.
const RECENT_SECONDS: i64 = 60;

fn connection(cx: &Cx<'_>) -> Piece {
    let plain = |icon, words| Piece::new(Part::Connection, Meaning::Neutral, icon, words);
    match &cx.state.connectivity {
        Connectivity::Unknown => {
            let words = text!("shell-connection-unknown").to_owned();
            plain(Icon::Dot, words).then(step::ONLINE, Form::Nothing)
        }
        Connectivity::Online { last_answer } => {
            let short = text!("shell-connection-online-short");
            let is_recent = cx.now.duration_since(*last_answer).as_secs() < RECENT_SECONDS;
            let words = match is_recent {
                true => short.to_owned(),
                false => text!("shell-connection-online", age = age(*last_answer, cx.now)),
            };
            plain(Icon::Check, words)
                .hint(text!("shell-connection-hint"))
                .then(step::AGE, Form::Words(short.to_owned()))
                .then(step::ONLINE, Form::Nothing)
        }
        Connectivity::Offline { since, trouble } => {
            let since = clock_time(*since, cx.zone);
            let short = text!("shell-connection-offline");
            let words = text!("shell-connection-offline-since", time = since);
            let hint = text!(
                "shell-offline-explained",
                cause = capital(&trouble.cause),
                panel = cx.panel.offline_words()
            );
            Piece { meaning: Meaning::Warning, ..plain(Icon::Warning, words) }
                .hint(hint)
                .then(step::AGE, Form::Words(short.to_owned()))
        }
    }
}

/// Why the orders that several stations share cannot be used or changed.
fn workspace(cx: &Cx<'_>) -> Option<Piece> {
    let status = &cx.state.stations.status;
    let hint = status.trouble()?;
    let words = match status {
        SharedStatus::Open { .. } => text!("stations-bar-reads-only").to_owned(),
        _ if status.question().is_some() => text!("stations-bar-question").to_owned(),
        SharedStatus::Lost { since, .. } => text!(
            "stations-bar-since",
            words = text!("stations-bar"),
            time = clock_time(*since, cx.zone)
        ),
        _ => return None,
    };
    let piece = Piece::new(Part::Workspace, Meaning::Warning, Icon::Warning, words);
    let short = Form::Words(text!("stations-bar-short").to_owned());
    let piece = piece.hint(hint.to_string()).then(step::AGE, short);
    Some(piece.then(step::TROUBLE_WORDS, Form::Icon))
}

/// Shown while express mode is on: the user must always see that a scan may buy.
fn express(cx: &Cx<'_>) -> Option<Piece> {
    let settings = &cx.state.settings;
    if !settings.express {
        return None;
    }
    let limit = Money::new(settings.express_limit, cx.state.currency());
    let short = without_cents(limit);
    let words = text!("shell-express", amount = &short);
    let piece = Piece::new(Part::Express, Meaning::Warning, Icon::Play, words)
        .name(text!("shell-express-name", amount = limit))
        .hint(text!("shell-express-hint"));
    Some(piece.then(step::EXPRESS, Form::Words(short)))
}

fn open_problems(cx: &Cx<'_>) -> Option<Piece> {
    let count = problems(cx.state);
    let words = text!("shell-problems", count = count);
    let piece = Piece::new(Part::Problems, Meaning::Doubt, Icon::Clock, words);
    let piece = piece.then(step::PROBLEMS, Form::Words(count.to_string()));
    (count > 0).then_some(piece)
}

/// The reading of the scale, if there is one or the chosen one is missing.
fn scale_piece(cx: &Cx<'_>) -> Option<Piece> {
    let scales = &cx.state.scale;
    if !scales.is_there(&cx.state.settings.weigh_with) {
        return None;
    }
    let (meaning, words) = scale::scale_status(scales, cx);
    let key = command::shortcut_text(&Command::Weigh).unwrap_or_default();
    let hint = match scales.weight(cx.now) {
        Ok(_) => text!("shell-scale-hint", key = key),
        Err(why) => why.to_string(),
    };
    let name = text!("shell-scale-name", status = &words);
    let piece = Piece::new(Part::Scale, meaning, Icon::Scale, words).name(name).hint(hint);
    Some(match meaning {
        Meaning::Neutral | Meaning::Info | Meaning::Good => {
            piece.then(step::SCALE_IN_ORDER, Form::Nothing)
        }
        _ => piece.then(step::TROUBLE_WORDS, Form::Icon),
    })
}

/// The printer with its paper, or how many there are: which of them a label goes to depends on the
/// label. Then their pending or failed jobs. Whether a printer is on is unknown until it gets a job.
fn printer(cx: &Cx<'_>) -> Option<Piece> {
    let printing = &cx.state.printing;
    let (printer, others) = printing.printers.split_first()?;
    let count =
        |wanted: &dyn Fn(&PrintJob) -> bool| printing.jobs.iter().filter(|job| wanted(job)).count();
    let asking = count(&needs_a_person);
    let waiting = count(&|job| matches!(job.state, JobState::Queued | JobState::Sending));
    let off =
        printing.jobs.iter().find(|job| job.state == JobState::Queued && !job.detail.is_empty());
    let (meaning, words) = match (asking, waiting) {
        (0, 0) if others.is_empty() => (Meaning::Neutral, with_paper(printer)),
        (0, 0) => (Meaning::Neutral, text!("shell-printers", count = printing.printers.len())),
        (0, waiting) => {
            let meaning = match off {
                Some(_) => Meaning::Warning,
                None => Meaning::Info,
            };
            (meaning, text!("shell-printer-waiting", count = waiting))
        }
        (asking, _) => (Meaning::Doubt, text!("shell-printer-asks", count = asking)),
    };
    let hint = match off {
        Some(job) => text!("shell-printer-job", printer = &job.printer.name, detail = &job.detail),
        None if others.is_empty() => text!("shell-printer-hint").to_owned(),
        None => {
            let printers: Vec<String> = printing.printers.iter().map(with_paper).collect();
            text!("shell-printers-hint", printers = printers.join("; "))
        }
    };
    let name = text!("shell-printer-name", status = &words);
    let piece = Piece::new(Part::Printer, meaning, Icon::Printer, words).name(name).hint(hint);
    Some(match meaning {
        Meaning::Neutral if !others.is_empty() => piece.then(step::PRINTER_IN_ORDER, Form::Nothing),
        Meaning::Neutral => piece
            .then(step::PAPER, Form::Words(printer.name.clone()))
            .then(step::PRINTER_IN_ORDER, Form::Nothing),
        _ => piece.then(step::TROUBLE_WORDS, Form::Icon),
    })
}

/// The name and the paper, such as `Zebra, 4 × 6 in`.
fn with_paper(printer: &Printer) -> String {
    let (wide, high) = printer.media_in;
    let [wide, high] = [wide, high].map(|inches| format::formats().decimal(&inches.to_string()));
    text!("shell-printer-paper", printer = &printer.name, width = wide, height = high)
}

/// A whole amount without cents, because the bar has little room.
fn without_cents(money: Money) -> String {
    let words = money_words(money);
    // The separator of the locale with two zeros.
    let zero = format::formats().decimal("0.00");
    words.replacen(zero.trim_start_matches('0'), "", 1)
}
