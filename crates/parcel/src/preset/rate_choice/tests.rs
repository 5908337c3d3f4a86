use super::*;
use crate::hidden_services::set_offered;

/// Service, cents, days, account. Negative cents: no price.
type Row = (&'static str, i64, Option<f64>, &'static str);

fn rate((service, cents, days, account): Row) -> Rate {
    Rate {
        final_service: Some(Service::parse(service)),
        carrier_code: Some("POST-eVS".to_owned()),
        carrier_account_id: Some(CarrierAccountId::new(account)),
        total_fee: (cents >= 0).then(|| Amount::from_cents(cents)),
        delivery_days: days,
        ..Rate::default()
    }
}

fn rates(rows: &[Row]) -> Vec<Rate> {
    rows.iter().copied().map(rate).collect()
}

fn wanting(service: ServiceChoice) -> Preset {
    Preset { service, ..Preset::default() }
}

fn within(days: u16) -> ServiceChoice {
    ServiceChoice::CheapestWithin { days }
}

fn under(amount: &str) -> ServiceChoice {
    ServiceChoice::FastestUnder { amount: amount.to_owned() }
}

/// The place of the chosen rate in the list, or the sentence.
fn chosen(preset: &Preset, rates: &[Rate], hidden: &HiddenServices) -> Result<usize, String> {
    match choose_rate(preset, rates, hidden) {
        Ok(rate) => Ok(rates.iter().position(|it| std::ptr::eq(it, rate)).unwrap()),
        Err(why) => Err(why.in_words().to_string()),
    }
}

const FOUR: [Row; 4] = [
    ("GroundAdvantage", 790, Some(5.0), "a"),
    ("PriorityMail", 1140, Some(2.0), "a"),
    ("PriorityMailExpress", 3210, Some(1.0), "a"),
    ("MediaMail", 410, Some(4.0), "a"),
];

#[test]
fn each_choice_takes_the_rate_it_asks_for() {
    let cases: &[(&str, ServiceChoice, &[Row], usize)] = &[
        ("the cheapest, not the restricted", ServiceChoice::Cheapest, &FOUR, 0),
        ("a restricted one by name", ServiceChoice::Named(Service::MediaMail), &FOUR, 3),
        ("by name", ServiceChoice::Named(Service::PriorityMail), &FOUR, 1),
        ("within two days", within(2), &FOUR, 1),
        ("exactly within", within(5), &FOUR, 0),
        ("within one day", within(1), &FOUR, 2),
        ("the fastest under an amount", under("$20"), &FOUR, 1),
        ("the amount itself is under it", under("32.10"), &FOUR, 2),
        (
            "of equally cheap ones the faster",
            ServiceChoice::Cheapest,
            &[("Ground", 900, Some(4.0), "a"), ("ParcelSelect", 900, Some(2.0), "a")],
            1,
        ),
        (
            "days unknown are not faster",
            ServiceChoice::Cheapest,
            &[("Ground", 900, None, "a"), ("ParcelSelect", 900, Some(9.0), "a")],
            1,
        ),
        (
            "then the first of the list",
            ServiceChoice::Cheapest,
            &[
                ("Ground", 950, Some(1.0), "a"),
                ("ParcelSelect", 900, Some(2.0), "a"),
                ("SecondDayAir", 900, Some(2.0), "a"),
            ],
            1,
        ),
        (
            "of equally fast ones the cheaper",
            under("50"),
            &[("Ground", 900, Some(2.0), "a"), ("ParcelSelect", 800, Some(2.0), "a")],
            1,
        ),
        (
            "a rate without a price is not the cheapest",
            ServiceChoice::Cheapest,
            &[("Ground", -1, Some(2.0), "a"), ("ParcelSelect", 800, None, "a")],
            1,
        ),
        (
            "a rate without days is not within any",
            within(9),
            &[("Ground", 100, None, "a"), ("ParcelSelect", 800, Some(3.0), "a")],
            1,
        ),
        (
            "a rate without days is not the fastest",
            under("50"),
            &[("Ground", 100, None, "a"), ("ParcelSelect", 800, Some(8.0), "a")],
            1,
        ),
        (
            "a negative number of days is no number of days",
            under("50"),
            &[("Ground", 100, Some(-1.0), "a"), ("ParcelSelect", 800, Some(8.0), "a")],
            1,
        ),
        (
            "the cheaper account of a named service",
            ServiceChoice::Named(Service::Ground),
            &[("Ground", 900, Some(2.0), "a"), ("Ground", 800, Some(2.0), "b")],
            1,
        ),
    ];
    for (case, service, rows, place) in cases {
        let found = chosen(&wanting(service.clone()), &rates(rows), &HiddenServices::new());
        assert_eq!(found, Ok(*place), "{case}");
    }
}

#[test]
fn only_the_account_of_the_preset_counts() {
    let rows = rates(&[
        ("Ground", 500, Some(2.0), "a"),
        ("Ground", 900, Some(2.0), "B-1"),
        ("NextDayAir", 2900, Some(1.0), "B-1"),
    ]);
    let none = HiddenServices::new();
    for (service, account, place) in [
        (ServiceChoice::Cheapest, "b-1", 1),
        (ServiceChoice::Named(Service::NextDayAir), "B-1", 2),
        (within(3), "B-1", 1),
        (under("99"), "B-1", 2),
    ] {
        let mut preset = wanting(service);
        preset.account = Some(CarrierAccountId::new(account));
        assert_eq!(chosen(&preset, &rows, &none), Ok(place), "{preset:?}");
    }
}

#[test]
fn a_hidden_service_is_chosen_only_by_its_name() {
    let rows = rates(&FOUR);
    let mut hidden = HiddenServices::new();
    set_offered(&mut hidden, "POST-eVS", &Service::GroundAdvantage, false);
    let named = wanting(ServiceChoice::Named(Service::GroundAdvantage));
    assert_eq!(chosen(&named, &rows, &hidden), Ok(0));
    assert_eq!(chosen(&wanting(ServiceChoice::Cheapest), &rows, &hidden), Ok(1));
    assert_eq!(chosen(&wanting(within(9)), &rows, &hidden), Ok(1));
    set_offered(&mut hidden, "POST-eVS", &Service::PriorityMailExpress, false);
    assert_eq!(chosen(&wanting(under("99")), &rows, &hidden), Ok(1));
}

#[test]
fn prices_of_another_currency_are_not_compared() {
    let mut rows = rates(&[("Ground", 900, Some(2.0), "a"), ("NextDayAir", 100, Some(1.0), "a")]);
    rows[1].currency = Some("EUR".to_owned());
    let none = HiddenServices::new();
    for (service, place) in [
        (ServiceChoice::Cheapest, 0),
        (within(3), 0),
        (under("50"), 0),
        (under("$50"), 0),
        (under("€50"), 1),
    ] {
        let preset = wanting(service);
        assert_eq!(chosen(&preset, &rows, &none), Ok(place), "{preset:?}");
    }
    let no_pounds = chosen(&wanting(under("£50")), &rows, &none).unwrap_err();
    let words = "No rate costs at most £50.00. The cheapest: Ground, $9.00, 2 days";
    assert_eq!(no_pounds, words);
}

#[test]
fn why_there_is_none_and_what_comes_nearest() {
    let cases: &[(ServiceChoice, &str, &[Row], &str)] = &[
        (ServiceChoice::Cheapest, "", &[], "No carrier gave a rate for this parcel"),
        (
            ServiceChoice::Cheapest,
            "z",
            &FOUR,
            "No rate is of the carrier account that the preset names. The cheapest of the others: \
             Ground Advantage, $7.90, 5 days",
        ),
        (
            ServiceChoice::Cheapest,
            "z",
            &FOUR[3..],
            "No rate is of the carrier account that the preset names",
        ),
        (
            ServiceChoice::Named(Service::NextDayAir),
            "",
            &FOUR,
            "No carrier offers Next Day Air for this parcel. The cheapest: Ground Advantage, \
             $7.90, 5 days",
        ),
        (
            ServiceChoice::Named(Service::NextDayAir),
            "",
            &FOUR[3..],
            "No carrier offers Next Day Air for this parcel",
        ),
        (
            ServiceChoice::Cheapest,
            "",
            &FOUR[3..],
            "There are only rates that a preset must name: of services that you hide or that take \
             certain goods only. The cheapest: Media Mail, $4.10, 4 days",
        ),
        (
            ServiceChoice::Cheapest,
            "",
            &[("MediaMail", -1, None, "a")],
            "There are only rates that a preset must name: of services that you hide or that take \
             certain goods only",
        ),
        (
            ServiceChoice::Cheapest,
            "",
            &[("Ground", -1, Some(1.0), "a")],
            "No rate that fits the preset has a price",
        ),
        (
            ServiceChoice::Named(Service::Ground),
            "",
            &[("Ground", -1, Some(1.0), "a")],
            "No rate that fits the preset has a price",
        ),
        (
            within(1),
            "",
            &FOUR[..2],
            "No rate takes at most 1 day. The fastest: Priority Mail, $11.40, 2 days",
        ),
        (
            within(0),
            "",
            &FOUR,
            "No rate takes at most 0 days. The fastest: Priority Mail Express, $32.10, 1 day",
        ),
        (
            within(3),
            "",
            &[("Ground", 900, None, "a"), ("ParcelSelect", 800, None, "a")],
            "No rate that fits the preset says how many days it takes. The cheapest: Parcel \
             Select, $8.00",
        ),
        (
            within(3),
            "",
            &[("Ground", -1, Some(1.0), "a")],
            "No rate that fits the preset has a price",
        ),
        (
            under("7.89"),
            "",
            &FOUR,
            "No rate costs at most $7.89. The cheapest: Ground Advantage, $7.90, 5 days",
        ),
        (
            under("10"),
            "",
            &[("Ground", 900, None, "a"), ("ParcelSelect", 1800, Some(1.0), "a")],
            "No rate that fits the preset says how many days it takes. The cheapest: Ground, $9.00",
        ),
        (
            under("50"),
            "",
            &[("Ground", -1, Some(1.0), "a")],
            "No rate that fits the preset has a price",
        ),
        (under("ten"), "", &FOUR, "The preset’s amount “ten” can’t be read"),
        (under("0"), "", &FOUR, "The preset’s amount “0” can’t be read"),
        (under(" "), "", &FOUR, "The preset’s amount “” can’t be read"),
    ];
    for (service, account, rows, words) in cases {
        let mut preset = wanting(service.clone());
        if !account.is_empty() {
            preset.account = Some(CarrierAccountId::new(*account));
        }
        let found = chosen(&preset, &rates(rows), &HiddenServices::new());
        assert_eq!(found, Err((*words).to_owned()), "{preset:?}");
    }
}

#[test]
fn a_price_of_zero_or_below_is_left_out_and_named() {
    let mut rows = rates(&[
        ("GroundAdvantage", 0, Some(1.0), "a"),
        ("PriorityMail", 100, Some(1.0), "a"),
        ("Ground", 447, Some(2.0), "a"),
    ]);
    rows[1].total_fee = Some(Amount::from_cents(-100));
    let none = HiddenServices::new();
    for service in [ServiceChoice::Cheapest, within(3), under("50")] {
        let preset = wanting(service);
        assert_eq!(chosen(&preset, &rows, &none), Ok(2), "{preset:?}");
    }
    let words = "Left out, because a price of 0 or below is never taken without a person: Ground \
                 Advantage, $0.00, 1 day";
    assert_eq!(left_out(&rows).unwrap(), words);
    assert_eq!(left_out(&rows[2..]), None);
    for service in [
        ServiceChoice::Cheapest,
        ServiceChoice::Named(Service::PriorityMail),
        within(3),
        under("50"),
    ] {
        let preset = wanting(service);
        let why = chosen(&preset, &rows[1..2], &none).unwrap_err();
        let words = "A price of 0 or below is never taken without a person. If it’s right, choose it \
                     in Ship: Priority Mail, −$1.00, 1 day";
        assert_eq!(why, words, "{preset:?}");
    }
}
