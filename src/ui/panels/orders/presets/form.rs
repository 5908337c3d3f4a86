//! The form of one preset, as typed. What a preset shares with a draft is kept in a draft, so that
//! the fields of the wizard can edit it.

use egui::Id;

use crate::api::value::Service;
use crate::base::id::CarrierAccountId;
use crate::base::measure::WeightUnit;
use crate::desk::orders::DocumentKind;
use crate::orders::overtaken::{Difference, differences, merged, versions_of};
use crate::parcel::draft::{CustomsItemForm, Draft, PackageForm};
use crate::parcel::preset::{KeyedPreset, Preset, PresetField, ServiceChoice};
use crate::text;
use crate::ui::parts::draft_guide::Progress;

/// The parts that a preset may say or leave open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartsSaid {
    pub package: bool,
    pub from: bool,
    pub options: bool,
    pub customs: bool,
    pub label: bool,
}

/// How the rate is chosen, without what is typed for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChoiceKind {
    #[default]
    Cheapest,
    Named,
    CheapestWithin,
    FastestUnder,
}

impl ChoiceKind {
    pub const ALL: [Self; 4] =
        [Self::Cheapest, Self::Named, Self::CheapestWithin, Self::FastestUnder];

    pub fn words(self) -> &'static str {
        match self {
            Self::Cheapest => text!("presets-choice-cheapest"),
            Self::Named => text!("presets-choice-named"),
            Self::CheapestWithin => text!("presets-choice-within"),
            Self::FastestUnder => text!("presets-choice-under"),
        }
    }
}

/// How the rate is chosen, with what is typed for each way.
#[derive(Debug, Default)]
pub struct RateChoiceForm {
    pub kind: ChoiceKind,
    pub service: Option<Service>,
    pub days: String,
    pub amount: String,
}

#[derive(Debug, Default)]
pub struct PresetForm {
    /// The key of the preset that is changed; `None` for a new one.
    pub key: Option<String>,
    /// The revision that was opened.
    pub revision: i64,
    /// The preset as it was opened.
    before: Preset,
    pub name: String,
    pub digit: Option<u8>,
    /// Sender, first package, options, customs and label are those of the preset, also while the
    /// preset leaves them open.
    pub draft: Draft,
    pub says: PartsSaid,
    /// The weight of the packaging, and its unit.
    pub packaging: (String, WeightUnit),
    pub choice: RateChoiceForm,
    pub account: Option<CarrierAccountId>,
    pub printer: Option<String>,
    pub progress: Progress,
    /// Fields of its own that lost the keyboard focus once.
    touched: Vec<PresetField>,
    /// The special services are unfolded.
    pub services: bool,
    /// Saving was asked for, and its answer is not on screen yet.
    saving: bool,
}

impl PresetForm {
    pub fn of_keyed(keyed: &KeyedPreset) -> Self {
        Self {
            key: Some(keyed.key.clone()),
            revision: keyed.revision,
            ..Self::of_preset(&keyed.preset)
        }
    }

    /// A form for a new preset that begins like this one.
    pub fn of_preset(preset: &Preset) -> Self {
        let mut draft = Draft::default();
        if let Some(package) = &preset.package {
            draft.packages = vec![package.clone()];
        }
        if let Some(from) = &preset.from {
            draft.from = from.clone();
        }
        if let Some(options) = &preset.options {
            draft.options = options.clone();
        }
        if let Some(customs) = &preset.customs {
            draft.customs = customs.clone();
        }
        if draft.customs.items.is_empty() {
            draft.customs.items.push(open_item());
        }
        if let Some(label) = &preset.label {
            draft.label = label.clone();
        }
        let mut form = Self {
            before: preset.clone(),
            name: preset.name.clone(),
            digit: preset.key,
            says: PartsSaid {
                package: preset.package.is_some(),
                from: preset.from.is_some(),
                options: preset.options.is_some(),
                customs: preset.customs.is_some(),
                label: preset.label.is_some(),
            },
            packaging: (preset.packaging_weight.clone(), preset.packaging_weight_unit),
            account: preset.account.clone(),
            printer: preset.printer.clone(),
            services: preset.special_services().next().is_some(),
            progress: Progress {
                form: Some(Id::unique(("preset", uuid::Uuid::new_v4()))),
                ..Progress::default()
            },
            draft,
            ..Self::default()
        };
        match &preset.service {
            ServiceChoice::Cheapest => {}
            ServiceChoice::Named(service) => {
                form.choice.kind = ChoiceKind::Named;
                form.choice.service = Some(service.clone());
            }
            ServiceChoice::CheapestWithin { days } => {
                form.choice.kind = ChoiceKind::CheapestWithin;
                form.choice.days = days.to_string();
            }
            ServiceChoice::FastestUnder { amount } => {
                form.choice.kind = ChoiceKind::FastestUnder;
                form.choice.amount.clone_from(amount);
            }
        }
        form
    }

    /// What the form says.
    pub fn preset(&self) -> Preset {
        let draft = &self.draft;
        let package = draft.packages.first().cloned();
        let mut customs = draft.customs.clone();
        if customs.items.first().is_some_and(says_nothing) {
            customs.items.remove(0);
        }
        Preset {
            name: self.name.trim().to_owned(),
            package: package.filter(|_| self.says.package).map(|package| PackageForm {
                carried_over: false,
                weighed: None,
                ..package
            }),
            packaging_weight: self.packaging.0.trim().to_owned(),
            packaging_weight_unit: self.packaging.1,
            service: self.service_choice(),
            account: self.account.clone(),
            from: self.says.from.then(|| draft.from.clone()),
            options: self.says.options.then(|| draft.options.clone()),
            customs: self.says.customs.then_some(customs),
            label: self.says.label.then(|| draft.label.clone()),
            printer: self.printer.clone(),
            key: self.digit,
        }
    }

    /// A number of days that cannot be read counts as none.
    fn service_choice(&self) -> ServiceChoice {
        match self.choice.kind {
            ChoiceKind::Cheapest => ServiceChoice::Cheapest,
            ChoiceKind::Named => {
                let service = self.choice.service.clone();
                ServiceChoice::Named(service.unwrap_or_else(|| Service::parse("")))
            }
            ChoiceKind::CheapestWithin => ServiceChoice::CheapestWithin {
                days: self.choice.days.trim().parse().unwrap_or_default(),
            },
            ChoiceKind::FastestUnder => {
                ServiceChoice::FastestUnder { amount: self.choice.amount.trim().to_owned() }
            }
        }
    }

    /// Remembers that one of its own fields was left.
    pub fn leave(&mut self, field: PresetField) {
        if !self.was_left(field) {
            self.touched.push(field);
        }
    }

    pub fn was_left(&self, field: PresetField) -> bool {
        self.touched.contains(&field)
    }

    /// Saving was asked for.
    pub fn begin_saving(&mut self) {
        self.saving = true;
    }

    /// Whether something is typed that is not saved.
    pub fn is_changed(&self) -> bool {
        self.preset() != self.before
    }

    /// Follows what the workspace has now: a change of another computer is taken over unless
    /// something is typed. Returns false if the preset is gone and the form has nothing to keep.
    pub fn follow(&mut self, presets: &[KeyedPreset]) -> bool {
        let now = self.preset();
        let Some(key) = &self.key else {
            let saved = |keyed: &&KeyedPreset| self.saving && keyed.preset == now;
            if let Some(keyed) = presets.iter().find(saved) {
                self.take(keyed);
            }
            return true;
        };
        let Some(keyed) = presets.iter().find(|keyed| keyed.key == *key) else {
            let is_changed = self.is_changed();
            // Saving adds it again.
            self.key = None;
            return is_changed;
        };
        if keyed.revision != self.revision && keyed.preset == now {
            self.take(keyed);
        } else if keyed.revision != self.revision && !self.is_changed() {
            *self = Self::of_keyed(keyed);
        }
        true
    }

    /// The preset that is being typed in, as another computer changed it meanwhile.
    pub fn overtaken_by<'a>(&self, presets: &'a [KeyedPreset]) -> Option<&'a KeyedPreset> {
        let mut presets = presets.iter();
        let mine = presets.find(|keyed| Some(&keyed.key) == self.key.as_ref());
        mine.filter(|keyed| keyed.revision != self.revision)
    }

    /// What differs between the form and the version of the other computer.
    pub fn differences(&self, theirs: &KeyedPreset) -> Vec<Difference> {
        let versions = versions_of(&self.before, &theirs.preset, &self.preset());
        differences(DocumentKind::Preset, &versions, |_| None)
    }

    /// Makes what is typed a change of the other computer's version, of which the rest stays.
    pub fn rebase(&mut self, theirs: &KeyedPreset) {
        let mine = merged(&self.before, &theirs.preset, &self.preset());
        *self = Self {
            key: Some(theirs.key.clone()),
            revision: theirs.revision,
            before: theirs.preset.clone(),
            ..Self::of_preset(&mine)
        };
    }

    /// What the form says is what the workspace has.
    fn take(&mut self, keyed: &KeyedPreset) {
        self.key = Some(keyed.key.clone());
        self.revision = keyed.revision;
        self.before = keyed.preset.clone();
        self.saving = false;
    }
}

/// An item that says nothing: not even the country of origin that a new item of a draft has.
pub fn open_item() -> CustomsItemForm {
    CustomsItemForm { origin_country: String::new(), ..CustomsItemForm::default() }
}

pub fn says_nothing(item: &CustomsItemForm) -> bool {
    let texts = [
        &item.description,
        &item.hs_tariff_number,
        &item.origin_country,
        &item.weight,
        &item.value,
    ];
    texts.iter().all(|text| text.trim().is_empty())
}

#[cfg(test)]
mod tests;
