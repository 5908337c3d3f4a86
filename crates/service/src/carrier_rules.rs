//! What an administrator has disabled or lets fail at the carriers.

use rusqlite::Connection;

use super::carriers::Carrier;
use super::fail::{self, Code, Fail};
use postroom_base::text;

/// The subject of the setting that applies to every refund.
pub const ALL: &str = "*";

/// What is disabled or failing at the carriers, loaded once per request.
#[derive(Clone, Debug, Default)]
pub struct Rules(Vec<(String, String)>);

impl Rules {
    pub fn load(conn: &Connection) -> Result<Self, Fail> {
        let rows = conn
            .prepare_cached(
                "SELECT kind, subject FROM admin
                 WHERE kind IN ('carrier', 'credentials', 'labels', 'outage', 'service', 'package')",
            )?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(Self(rows))
    }

    pub fn has(&self, kind: &str, subject: &str) -> bool {
        self.0.iter().any(|(known, of)| known == kind && of == subject)
    }

    pub fn has_value(&self, kind: &str, carrier: &Carrier, value: &str) -> bool {
        // Usually nothing is disabled; then skip formatting the subject.
        !self.0.is_empty() && self.has(kind, &format!("{}/{value}", carrier.code))
    }

    pub fn carrier(&self, carrier: &Carrier) -> Result<(), Fail> {
        refuse_if(self.has("carrier", carrier.code), fail::CARRIER_NOT_ACTIVE, || {
            text!("practice-service-carrier-disabled", carrier = carrier.name)
        })
    }

    pub fn service(&self, carrier: &Carrier, code: &str) -> Result<(), Fail> {
        refuse_if(self.has_value("service", carrier, code), fail::SERVICE_NOT_ACTIVE, || {
            text!("practice-service-service-disabled", service = code, carrier = carrier.name)
        })
    }

    pub fn package_type(&self, carrier: &Carrier, code: &str) -> Result<(), Fail> {
        refuse_if(self.has_value("package", carrier, code), fail::PACKAGETYPE_NOT_ACTIVE, || {
            text!("practice-service-package-disabled", package = code, carrier = carrier.name)
        })
    }

    /// Fails when the carrier cannot be reached: it has an outage or refuses the credentials.
    pub fn check_reachable(&self, carrier: &'static Carrier) -> Result<(), Fail> {
        if self.has("outage", carrier.code) {
            let words = text!("practice-service-carrier-silent", carrier = carrier.name);
            let fail = Fail::new(fail::SHIPMENT_OPERATION_FAILED, words);
            return Err(fail.of_carrier(carrier.code, "E-503", "No answer within the time limit"));
        }
        if self.has("credentials", carrier.code) {
            let words = text!("practice-service-carrier-refused", carrier = carrier.name);
            let fail = Fail::new(fail::CARRIER_AUTHENTICATION_FAILED, words);
            return Err(fail.of_carrier(carrier.code, "E-401", "Unknown customer number or key"));
        }
        Ok(())
    }

    /// Fails when the carrier rejects label requests. Checked last in a purchase.
    pub fn check_labels_accepted(&self, carrier: &'static Carrier) -> Result<(), Fail> {
        if !self.has("labels", carrier.code) {
            return Ok(());
        }
        let words = text!("practice-service-label-rejected", carrier = carrier.name);
        let fail = Fail::new(fail::SHIPMENT_LABEL_VALIDATION_FAILED, words);
        Err(fail.of_carrier(carrier.code, "E-117", "Label request rejected"))
    }
}

fn refuse_if(is_off: bool, code: Code, words: impl FnOnce() -> String) -> Result<(), Fail> {
    if is_off { Err(Fail::new(code, words())) } else { Ok(()) }
}

/// The outcome set for refunds that start now; `None` leaves it to chance.
pub fn refund_outcome(conn: &Connection) -> Result<Option<String>, Fail> {
    let mut rows =
        conn.prepare_cached("SELECT state FROM admin WHERE kind = 'refund' AND subject = ?1")?;
    let found = rows.query_map([ALL], |row| row.get(0))?.next();
    Ok(found.transpose()?)
}
