//! The recipient of a row.

use super::Reader;
use postroom_parcel::draft::AddressForm;
use postroom_tables::recipient::{AddressReader, read_contacts};
use postroom_tables::sheet::SheetRow;

pub(super) use postroom_tables::recipient::{Recipient, fill_blanks, is_same_recipient, one_line};

impl<'a> Reader<'a> {
    pub(super) fn read_recipient(&self, row: &'a SheetRow, rank: u8) -> Recipient {
        let Self { columns, home_country, countries, .. } = self;
        AddressReader { columns, home_country, countries }.read(row, rank)
    }

    pub(super) fn read_contacts(&self, row: &SheetRow, form: &mut AddressForm) {
        read_contacts(self.columns, row, form);
    }
}
