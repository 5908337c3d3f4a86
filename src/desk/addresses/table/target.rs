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

    /// Guesses the meaning of a column from its heading.
    pub fn guess(heading: &str) -> Self {
        let plain = plain_name(heading);
        // Shops name the party too: "Ship to name", "Recipient city", "Ciudad de entrega".
        let before = PARTIES_BEFORE.iter().map(|word| plain.strip_prefix(word));
        let after = PARTIES_AFTER.iter().map(|word| plain.strip_suffix(word));
        let bare = before
            .chain(after)
            .flatten()
            .find(|rest| !rest.is_empty())
            .unwrap_or(&plain);
        let known = |word: &str| WORDS.iter().find(|(_, words)| words.contains(&word));
        known(&plain)
            .or_else(|| known(bare))
            .map_or(Self::Skip, |(target, _)| *target)
    }
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
        ],
    ),
    (
        Target::Email,
        &[
            "email",
            "emailaddress",
            "mail",
            "correo",
            "correoelectronico",
        ],
    ),
    (
        Target::Residential,
        &[
            "residential",
            "isresidential",
            "home",
            "residencial",
            "esresidencial",
        ],
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
