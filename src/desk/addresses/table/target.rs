//! The meaning of the columns of an address table, guessed from their headings.

use crate::base::geography::plain_name;
use crate::text;

/// The meaning of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    #[default]
    Skip,
    Name,
    FirstName,
    LastName,
    Company,
    Street1,
    Street2,
    Street3,
    City,
    State,
    Zip,
    Country,
    Phone,
    Email,
    Residential,
    Groups,
}

impl Target {
    pub const ALL: [Self; 16] = [
        Self::Skip,
        Self::Name,
        Self::FirstName,
        Self::LastName,
        Self::Company,
        Self::Street1,
        Self::Street2,
        Self::Street3,
        Self::City,
        Self::State,
        Self::Zip,
        Self::Country,
        Self::Phone,
        Self::Email,
        Self::Residential,
        Self::Groups,
    ];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skip => text!("addresses-import-skip-column"),
            Self::Name => text!("addresses-field-name"),
            Self::FirstName => text!("addresses-field-first-name"),
            Self::LastName => text!("addresses-field-last-name"),
            Self::Company => text!("addresses-field-company"),
            Self::Street1 => text!("addresses-field-street"),
            Self::Street2 => text!("addresses-field-street-2"),
            Self::Street3 => text!("addresses-field-street-3"),
            Self::City => text!("addresses-field-city"),
            Self::State => text!("addresses-field-state"),
            Self::Zip => text!("addresses-field-zip"),
            Self::Country => text!("addresses-field-country"),
            Self::Phone => text!("addresses-field-phone"),
            Self::Email => text!("addresses-field-email"),
            Self::Residential => text!("addresses-residential"),
            Self::Groups => text!("addresses-field-groups"),
        }
    }

    /// Guesses the meaning of a column from its heading. A heading may offer alternatives, such as
    /// "Town/City" or "ZIP or postal code"; those that are known must agree.
    pub fn guess(heading: &str) -> Self {
        let plain = plain_name(heading);
        if let Some(target) = named(&plain) {
            return target;
        }
        let words = heading.to_lowercase().replace(" or ", "/").replace(" o ", "/");
        let mut known =
            words.split(['/', '(', ')', '|', ',', ':']).filter_map(|part| named(&plain_name(part)));
        match known.next() {
            Some(target) if known.all(|other| other == target) => target,
            _ => Self::Skip,
        }
    }
}

/// The meaning of a heading in the spelling of [`plain_name`].
fn named(plain: &str) -> Option<Target> {
    // Shops name the party too: "Ship to name", "Recipient city", "Ciudad de entrega".
    let before = PARTIES_BEFORE.iter().map(|word| plain.strip_prefix(word));
    let after = PARTIES_AFTER.iter().map(|word| plain.strip_suffix(word));
    let bare = before.chain(after).flatten().find(|rest| !rest.is_empty()).unwrap_or(plain);
    let known = |word: &str| WORDS.iter().find(|(_, words)| words.contains(&word));
    let found = known(plain).or_else(|| known(bare));
    found.map(|(target, _)| *target)
}

/// Whether a heading is "St", which is the street in some tables and the state in others.
pub(super) fn is_street_or_state(heading: &str) -> bool {
    let plain = plain_name(heading);
    let bare = PARTIES_BEFORE.iter().find_map(|word| plain.strip_prefix(word));
    plain == "st" || bare == Some("st")
}

const PARTIES_BEFORE: [&str; 9] = [
    "shipto",
    "shipping",
    "recipient",
    "receiver",
    "delivery",
    "destinatario",
    "entrega",
    "envio",
    "to",
];

const PARTIES_AFTER: [&str; 4] = ["deldestinatario", "destinatario", "deentrega", "deenvio"];

/// Headings of each column, as [`plain_name`] writes them.
const WORDS: [(Target, &[&str]); 15] = [
    (
        Target::Name,
        &[
            "name",
            "fullname",
            "contact",
            "contactname",
            "attention",
            "attn",
            "customer",
            "customername",
            "nombre",
            "nom",
            "person",
            "recipient",
            "receiver",
            "nombrecompleto",
            "nombreyapellido",
            "nombreyapellidos",
            "contacto",
            "cliente",
            "destinatario",
            "addressee",
            "consignee",
            "custname",
        ],
    ),
    (
        Target::FirstName,
        &[
            "firstname",
            "givenname",
            "first",
            "vorname",
            "prenom",
            "nombres",
            "primernombre",
            "fname",
            "forename",
        ],
    ),
    (
        Target::LastName,
        &[
            "lastname",
            "surname",
            "familyname",
            "last",
            "nachname",
            "apellido",
            "apellidos",
            "lname",
        ],
    ),
    (
        Target::Company,
        &[
            "company",
            "companyname",
            "organization",
            "organisation",
            "business",
            "firma",
            "empresa",
            "societe",
            "compania",
            "organizacion",
            "negocio",
            "razonsocial",
            "org",
        ],
    ),
    (
        Target::Street1,
        &[
            "street",
            "street1",
            "address",
            "address1",
            "addressline1",
            "line1",
            "streetaddress",
            "strasse",
            "straße",
            "adresse",
            "rue",
            "calle",
            "direccion",
            "calleynumero",
            "direccion1",
            "domicilio",
            "linea1",
            "addr",
            "addr1",
            "addrline1",
            "add1",
            "str",
            "str1",
            "streetline1",
            "streetaddress1",
            "streetaddressline1",
            "mailingaddress",
        ],
    ),
    (
        Target::Street2,
        &[
            "street2",
            "address2",
            "addressline2",
            "line2",
            "apt",
            "apartment",
            "suite",
            "unit",
            "calle2",
            "direccion2",
            "linea2",
            "apartamento",
            "interior",
            "piso",
            "addr2",
            "addrline2",
            "add2",
            "str2",
            "streetline2",
            "streetaddress2",
            "streetaddressline2",
            "aptsuite",
            "aptunit",
            "ste",
            "aptno",
            "aptnumber",
            "unitnumber",
            "suitenumber",
        ],
    ),
    (
        Target::Street3,
        &[
            "street3",
            "address3",
            "addressline3",
            "line3",
            "calle3",
            "direccion3",
            "linea3",
            "addr3",
            "addrline3",
            "add3",
            "str3",
            "streetline3",
            "streetaddress3",
        ],
    ),
    (
        Target::City,
        &[
            "city",
            "town",
            "locality",
            "ort",
            "stadt",
            "ville",
            "ciudad",
            "localidad",
            "municipio",
            "poblacion",
            "towncity",
            "citytown",
            "cityname",
            "suburb",
            "posttown",
        ],
    ),
    (
        Target::State,
        &[
            "state",
            "province",
            "region",
            "county",
            "stateprovince",
            "bundesland",
            "estado",
            "provincia",
            "estadoprovincia",
            "prov",
            "stateregion",
            "statecode",
            "stateorprovince",
        ],
    ),
    (
        Target::Zip,
        &[
            "zip",
            "zipcode",
            "postcode",
            "postalcode",
            "postal",
            "plz",
            "codepostal",
            "cp",
            "codigopostal",
            "codpostal",
            "codigozip",
            "zipno",
            "zip5",
            "zippostal",
            "zippostalcode",
            "postzip",
            "pincode",
            "eircode",
            "pcode",
        ],
    ),
    (
        Target::Country,
        &[
            "country",
            "countrycode",
            "land",
            "pays",
            "pais",
            "codigodepais",
            "codigopais",
            "ctry",
            "cntry",
            "countryname",
            "countryregion",
            "nation",
            "countryiso",
        ],
    ),
    (
        Target::Phone,
        &[
            "phone",
            "phonenumber",
            "telephone",
            "tel",
            "mobile",
            "cell",
            "telefon",
            "telefono",
            "numerodetelefono",
            "celular",
            "movil",
            "ph",
            "phoneno",
            "telno",
            "telephonenumber",
            "mobilenumber",
            "mobilephone",
            "cellphone",
            "mob",
        ],
    ),
    (Target::Email, &["email", "emailaddress", "mail", "correo", "correoelectronico", "emailid"]),
    (
        Target::Residential,
        &["residential", "isresidential", "home", "residencial", "esresidencial"],
    ),
    (
        Target::Groups,
        &[
            "groups",
            "group",
            "tags",
            "tag",
            "category",
            "categories",
            "labels",
            "grupos",
            "grupo",
            "etiquetas",
            "categoria",
            "categorias",
        ],
    ),
];
