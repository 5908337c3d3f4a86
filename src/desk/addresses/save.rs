//! Stores what was typed in the form of an entry. If another station has changed the entry since the
//! form was opened, both changes are kept as far as they are about different things.

use crate::base::locale::Message;
use crate::desk::addresses::sharing::reconcile::{Reconciled, reconcile};
use crate::desk::addresses::sharing::{MetChange, form_of, shared};
use crate::desk::addresses::{Committed, Undo, commit};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::records::contact::{Contact, StoredContact};
use crate::message;
use crate::parcel::address_parts;
use crate::parcel::draft::AddressForm;
use crate::parcel::postcode::restore_zeros;
use crate::store::book::mirror::AddressContent;
use crate::store::book::{BookChange, GroupedRecord};

/// `seen` is the entry as it was when the form was opened; without it the entry is replaced.
pub(super) fn save(
    ctx: &mut Ctx<'_>,
    row: Option<i64>,
    mut form: AddressForm,
    groups: Vec<String>,
    seen: Option<Contact>,
) {
    let name = address_parts::shown_name(&form).to_owned();
    restore_zeros(&mut form);
    commit(ctx, move |book| async move {
        let old = match row {
            Some(row) => book.get_with_groups(row).await?,
            None => None,
        };
        let typed = Typed { form, groups, told: None };
        let Typed { mut form, groups, told } = match (&seen, &old) {
            (Some(seen), Some(old)) => typed.onto(seen, old),
            _ => typed,
        };
        let known = old.as_ref().and_then(|old| StoredContact::read(&old.record));
        if let Some(known) = &known
            && !address_parts::same_words(&known.form, &form)
        {
            // The verification was about the old address.
            form.verification = None;
        }
        let kept = known.unwrap_or_default().with(form);
        let put = kept.put_change(old.as_ref().map(|old| old.record.row), Some(groups));
        let rows = book.change(vec![put]).await?;
        let undo = old.map(|old| Undo {
            text: message!("addresses-undo-changed", name = name),
            steps: vec![BookChange::restore(old)],
        });
        Ok(Committed { row: rows.first().copied(), undo, told })
    });
}

struct Typed {
    form: AddressForm,
    groups: Vec<String>,
    /// What a person has to know.
    told: Option<Message>,
}

impl Typed {
    /// What was typed over `seen`, after others have made `now` of it.
    fn onto(self, seen: &Contact, now: &GroupedRecord) -> Self {
        let content = |form: &AddressForm, groups: &[String]| {
            let kept = StoredContact::from(form.clone());
            let mut groups = groups.to_vec();
            groups.sort();
            AddressContent { json: serde_json::to_string(&kept).unwrap_or_default(), groups }
        };
        let mine = shared(&content(&self.form, &self.groups));
        let base = shared(&content(&seen.form, &seen.groups));
        let theirs =
            shared(&AddressContent { json: now.record.json.clone(), groups: now.groups.clone() });
        if base == theirs {
            return self;
        }
        let Reconciled { content, clash, .. } = reconcile(Some(&mine), Some(&base), Some(&theirs));
        let met = clash.map(|clash| MetChange {
            name: now.record.name.clone(),
            by: now.record.changed_by.clone(),
            clash,
            theirs: None,
        });
        // Without a name it was this computer, where the form is in the way of another window.
        let told = met.filter(|met| !met.by.is_empty()).map(|met| met.message());
        let form = content.as_ref().and_then(|content| form_of(&content.json)).unwrap_or(self.form);
        Self { form, groups: content.map_or(self.groups, |content| content.groups), told }
    }
}
