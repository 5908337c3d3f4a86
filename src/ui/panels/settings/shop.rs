//! The shop: who sends its orders, and what packing slips and pick lists say. It belongs to the
//! workspace, so every computer of the shop has the same.

use egui::{Id, Ui};

use crate::desk::order_rules::intent::OrderRuleIntent;
use crate::desk::orders::DocumentKind;
use crate::label::print::measure;
use crate::orders::documents::DocumentEdit;
use crate::orders::papers::paper::PaperSize;
use crate::orders::shop_profile::ShopProfile;
use crate::parcel::draft::Field as At;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::parts::address_fields::fields_ui;
use crate::ui::parts::draft_guide::{Guide, Progress};
use crate::ui::parts::overtaken::{Version, undecided_ui};
use crate::ui::tokens::space;
use crate::ui::widgets::{
    Button, Card, Field, Meaning, band_ui, check_ui, combo_ui, hint_ui, label_ui, muted_ui,
};

#[derive(Default)]
pub struct ShopViewState {
    form: Option<ShopForm>,
}

struct ShopForm {
    /// The profile that the form was filled from.
    before: ShopProfile,
    profile: ShopProfile,
    address: Progress,
}

impl ShopForm {
    fn of_profile(profile: &ShopProfile) -> Self {
        Self {
            before: profile.clone(),
            profile: profile.clone(),
            address: Progress {
                form: Some(Id::unique("address of the shop")),
                ..Progress::default()
            },
        }
    }

    fn is_changed(&self) -> bool {
        self.over(&self.before) != self.before
    }
}

impl ShopViewState {
    /// Takes the stored profile, unless something was typed that is not saved.
    fn follow(&mut self, stored: &ShopProfile) -> &mut ShopForm {
        let is_outdated = |form: &ShopForm| !form.is_changed() && form.before != *stored;
        if self.form.as_ref().is_some_and(is_outdated) {
            self.form = None;
        }
        let form = self.form.get_or_insert_with(|| ShopForm::of_profile(stored));
        if form.over(stored) == *stored {
            // It was saved.
            form.before = stored.clone();
            form.profile = stored.clone();
        }
        form
    }

    /// Takes the path of the logo that was chosen.
    pub fn logo_chosen(&mut self, path: String) {
        if let Some(form) = &mut self.form {
            form.profile.logo = path;
        }
    }
}

pub(super) fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShopViewState) {
    let documents = &cx.state.order_rules.documents;
    Card::new(text!("order-printing-shop")).show_ui(ui, |ui| {
        if !documents.loaded {
            return muted_ui(ui, text!("order-printing-shop-loading"));
        }
        let stored = documents.shop.profile.clone();
        let response = muted_ui(ui, text!("order-printing-shop-explained"));
        let decided = undecided_ui(ui, cx, |it| it.kind == DocumentKind::Shop);
        if decided == Some(Version::Theirs) {
            local.form = None;
        }
        let form = local.follow(&stored);
        papers_ui(ui, cx, &mut form.profile, &stored.logo);
        sender_ui(ui, form);
        ui.add_space(space::S);
        ui.horizontal(|ui| {
            let unchanged = (!form.is_changed()).then(|| text!("order-printing-shop-unchanged"));
            let save = Button::primary(text!("order-printing-shop-save"));
            if save.disabled_because(unchanged).show_ui(ui).clicked() {
                // What other cards changed meanwhile stays.
                let profile = form.over(&stored);
                let write = DocumentEdit::WriteShop(Box::new(profile));
                cx.ask(OrderRuleIntent::Document(write));
            }
            let discard = Button::quiet(text!("order-printing-shop-discard"));
            if form.is_changed() && discard.show_ui(ui).clicked() {
                *form = ShopForm::of_profile(&stored);
            }
        });
        response
    });
}

impl ShopForm {
    /// The stored profile with the fields of this form.
    fn over(&self, stored: &ShopProfile) -> ShopProfile {
        let mine = &self.profile;
        ShopProfile {
            sender: mine.sender.clone(),
            name: mine.name.clone(),
            slip_text: mine.slip_text.clone(),
            logo: mine.logo.clone(),
            paper: mine.paper.clone(),
            slip_prices: mine.slip_prices,
            slip_hides_note: mine.slip_hides_note,
            slips_with_labels: mine.slips_with_labels,
            ..stored.clone()
        }
    }
}

fn papers_ui(ui: &mut Ui, cx: &mut Cx<'_>, profile: &mut ShopProfile, stored_logo: &str) {
    Field::new(text!("order-printing-shop-name"))
        .explain(text!("order-printing-shop-name-explained"))
        .show_ui(ui, &mut profile.name);
    Field::new(text!("order-printing-shop-text"))
        .explain(text!("order-printing-shop-text-explained"))
        .rows(3)
        .show_ui(ui, &mut profile.slip_text);
    Field::new(text!("order-printing-shop-logo"))
        .explain(text!("order-printing-shop-logo-explained"))
        .show_ui(ui, &mut profile.logo);
    let choose = Button::secondary(text!("order-printing-shop-logo-choose"))
        .name(text!("order-printing-file-logo"))
        .compact()
        .disabled_because(cx.files_busy);
    if choose.show_ui(ui).clicked() {
        cx.choose_file(FileAction::ShopLogo);
    }
    if profile.logo == stored_logo && cx.state.order_rules.documents.refuses_logo {
        let question = text!("order-printing-shop-logo-unconfirmed");
        band_ui(ui, Meaning::Warning, question, None);
        let allow = Button::secondary(text!("shop-database-allow"))
            .name(text!("order-printing-shop-logo-allow"))
            .compact();
        if allow.show_ui(ui).clicked() {
            cx.ask(OrderRuleIntent::AllowLogo);
        }
    }
    let sizes = PaperSize::ALL.map(|size| (size.name(), paper_words(size)));
    let mut paper = PaperSize::named(&profile.paper).name();
    let width = (ui.available_width() * 0.5).floor();
    if combo_ui(ui, text!("order-printing-shop-paper"), width, &mut paper, &sizes) {
        profile.paper = paper.to_owned();
    }
    check_ui(ui, text!("order-printing-shop-slips-with-labels"), &mut profile.slips_with_labels);
    check_ui(ui, text!("order-printing-shop-prices"), &mut profile.slip_prices);
    let mut has_note = !profile.slip_hides_note;
    if check_ui(ui, text!("order-printing-shop-note"), &mut has_note) {
        profile.slip_hides_note = !has_note;
    }
}

fn paper_words(size: PaperSize) -> String {
    match size {
        PaperSize::Letter => text!("order-printing-paper-letter", size = measure((8.5, 11.0))),
        PaperSize::A4 => text!("order-printing-paper-a4").to_owned(),
        PaperSize::Label4x6 => text!("order-printing-paper-label").to_owned(),
    }
}

fn sender_ui(ui: &mut Ui, form: &mut ShopForm) {
    label_ui(ui, text!("order-printing-shop-sender"));
    hint_ui(ui, text!("order-printing-shop-sender-explained"));
    let mut guide = Guide { problems: &[], progress: &mut form.address };
    fields_ui(ui, &mut guide, &mut form.profile.sender, At::From);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> ShopProfile {
        ShopProfile { name: name.to_owned(), ..ShopProfile::default() }
    }

    #[test]
    fn what_is_typed_stays_until_it_is_saved() {
        let mut local = ShopViewState::default();
        local.follow(&named("Mugs"));
        // Another computer changed it before anything was typed.
        assert_eq!(local.follow(&named("Cups")).profile.name, "Cups");
        local.follow(&named("Cups")).profile.name = "Cups & Mugs".to_owned();
        // Another card changed the profile meanwhile: both are kept.
        let stored = ShopProfile { scan_buys: true, ..named("Cups") };
        let form = local.follow(&stored);
        assert!(form.is_changed());
        let written = form.over(&stored);
        assert_eq!((written.name.as_str(), written.scan_buys), ("Cups & Mugs", true));
        // Saved: the form takes what was written.
        let form = local.follow(&written);
        assert!(!form.is_changed(), "{:?}", form.before);
        assert_eq!(form.profile, written);
    }
}
