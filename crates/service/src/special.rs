//! Special services and their parameters (sections 2.12 and 2.13).

use serde_json::{Map, Value};

use super::carriers::{Carrier, SPECIAL_SERVICES};
use super::fail::{self, Code, Fail};
use super::fields::Fields;
use super::warnings::kept;
use postroom_base::money::Amount;
use postroom_base::text;

/// The most that can be insured or collected, in cents; the interface specifies no limit.
const MOST_CENTS: i64 = 500_000;

#[derive(Clone, Debug, Default)]
pub struct Specials {
    pub codes: Vec<&'static str>,
    pub insured: Amount,
    pub collected: Amount,
    /// The parameters as sent, for the response, without unknown fields.
    pub param: Option<Value>,
}

impl Specials {
    /// Reads `specialService` and `specialServiceParam`; wrong parameters fail with `code`.
    pub fn read(fields: &Fields<'_>, code: Code) -> Result<Self, Fail> {
        let mut codes: Vec<&'static str> = Vec::new();
        for text in fields.texts("specialService")? {
            let known =
                SPECIAL_SERVICES.iter().find(|(known, _)| *known == text).map(|(known, _)| *known);
            let known = known.ok_or_else(|| {
                Fail::new(
                    fail::SPECIALSERVICE_NOT_SUPPORTED,
                    format!("There is no special service {text:?}."),
                )
            })?;
            if codes.contains(&known) {
                return Err(Fail::new(
                    fail::SPECIALSERVICE_VALIDATION_FAILED,
                    format!("{known} is named twice."),
                ));
            }
            codes.push(known);
        }
        if codes.contains(&"Returns") && fields.module != "SHIPMENT" {
            return Err(Fail::new(
                fail::SPECIALSERVICE_VALIDATION_FAILED,
                text!("practice-service-returns-no-rate"),
            ));
        }
        let mut specials = Self { codes, ..Self::default() };
        let param = fields.object("specialServiceParam")?;
        if let Some(param) = &param {
            specials.param = fields.raw("specialServiceParam").map(kept::params);
            let wrong = |fail: Fail| {
                if fail.code.status() == 422 { Fail::new(code.clone(), fail.message) } else { fail }
            };
            param.one_of("hazmatType").map_err(wrong)?;
            param.one_of("liveAnimalsType").map_err(wrong)?;
            param.one_of("returnsImageType").map_err(wrong)?;
            param.text("hazmatDescription")?;
            param.text("hazmatPhone")?;
        }
        let amount = |name: &str| -> Result<Option<Amount>, Fail> {
            let Some(amount) =
                param.as_ref().map(|param| param.amount(name)).transpose()?.flatten()
            else {
                return Ok(None);
            };
            if amount <= Amount::ZERO || amount > Amount::from_cents(MOST_CENTS) {
                return Err(Fail::new(
                    code.clone(),
                    format!("specialServiceParam.{name} must be above 0 and at most 5000."),
                ));
            }
            Ok(Some(amount))
        };
        let has = |name: &str| specials.codes.contains(&name);
        let needs = |service: &str, name: &str, given: bool| {
            if has(service) && !given {
                Err(Fail::new(code.clone(), format!("{service} needs specialServiceParam.{name}.")))
            } else {
                Ok(())
            }
        };
        let (insured, collected) = (amount("insuranceAmount")?, amount("codAmount")?);
        amount("registeredMailAmount")?;
        needs("Insurance", "insuranceAmount", insured.is_some())?;
        needs("COD", "codAmount", collected.is_some())?;
        needs("HAZMAT", "hazmatType", given(specials.param.as_ref(), "hazmatType"))?;
        needs("LiveAnimals", "liveAnimalsType", given(specials.param.as_ref(), "liveAnimalsType"))?;
        specials.insured = insured.unwrap_or_default();
        specials.collected = collected.unwrap_or_default();
        Ok(specials)
    }

    pub fn has(&self, code: &str) -> bool {
        self.codes.contains(&code)
    }

    /// Checks that the carrier offers the services and that they can be combined.
    pub fn check(&self, carrier: &Carrier, domestic: bool) -> Result<(), Fail> {
        for code in &self.codes {
            if !carrier.special_services.contains(code) {
                let words =
                    text!("practice-service-not-offered", carrier = carrier.name, service = *code);
                return Err(Fail::new(fail::SPECIALSERVICE_NOT_SUPPORTED, words));
            }
        }
        let invalid = |words: &str| Err(Fail::new(fail::SPECIALSERVICE_VALIDATION_FAILED, words));
        if self.has("AdultSignature") && self.has("SignatureConfirmation") {
            return invalid(text!("practice-service-two-signatures"));
        }
        if self.has("RegisteredMail") && (self.has("Insurance") || self.has("CertifiedMail")) {
            return invalid(text!("practice-service-registered"));
        }
        if self.has("SundayDelivery") && self.has("HolidayDelivery") {
            return invalid(text!("practice-service-two-days"));
        }
        if !domestic
            && self.codes.iter().any(|code| {
                !matches!(
                    *code,
                    "Insurance"
                        | "RegisteredMail"
                        | "Tracking"
                        | "Returns"
                        | "SignatureConfirmation"
                )
            })
        {
            return invalid(text!("practice-service-special-domestic"));
        }
        Ok(())
    }
}

fn given(param: Option<&Value>, name: &str) -> bool {
    param
        .and_then(Value::as_object)
        .map(|map: &Map<String, Value>| map.contains_key(name))
        .unwrap_or(false)
}
