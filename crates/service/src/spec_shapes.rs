//! The objects of section 2 and of the requests of section 4, field by field.

use crate::carriers::{PACKAGE_CODES, SPECIAL_CODES};
use crate::spec::{Field, Shape};
use crate::spec_fields::*;
use crate::tariff::SERVICE_CODES;

/// The most packages per request; the interface specifies no limit.
pub const MOST_PACKAGES: usize = 100;
/// The most values, and the most packages, of a manifest: its form has up to 45 pages then.
pub const MOST_ON_A_MANIFEST: usize = 2000;
/// The most pages of container labels; a hundred 4x6 pages are about one roll.
pub const MOST_CONTAINERS: u64 = 100;
/// The most items of a customs declaration: what a body can hold.
pub const ANY: usize = usize::MAX;

pub static WEIGHT_UNITS: [&str; 4] = ["oz", "lb", "g", "kg"];
pub static LENGTH_UNITS: [&str; 6] = ["in", "cm", "mm", "m", "ft", "yd"];
pub static LABEL_FILE_TYPES: [&str; 6] = ["PDF", "TIF", "ZPL", "PNG", "ZPL2", "JPEG"];
pub static LABEL_SIZES: [&str; 5] = ["4x6", "6x4", "4x8", "7x3", "Letter"];
pub static LABEL_ORIENTATIONS: [&str; 2] = ["Portrait", "Landscape"];
static LABEL_TYPES: [&str; 2] = ["Base64", "Url"];
static REFERENCE_TYPES: [&str; 3] = ["TaxCode", "VATNumber", "ImportExportCode"];
static LEVELS: [&str; 2] = ["Customer", "Partner"];
static ACCOUNT_STATUSES: [&str; 2] = ["Active", "TnCPending"];
static SWITCH: [&str; 2] = ["Enabled", "Disabled"];
static REFUND_STATUSES: [&str; 4] = ["Initiated", "Approved", "Rejected", "Refunded"];
static LIVE_ANIMALS: [&str; 4] = ["Bees", "DayOldPoultry", "AdultBirds", "Other"];
static CONTENT: [&str; 8] = [
    "Documents",
    "Gift",
    "Merchandise",
    "ReturnedGoods",
    "Sample",
    "Other",
    "Humanitarian",
    "DangerousGoods",
];
static RESTRICTIONS: [&str; 6] = [
    "Quarantine",
    "SanitaryInspection",
    "Phytosanitary",
    "Inspection",
    "Other",
    "Phytosanitary Inspection",
];
static EELPFC: [&str; 5] = ["NOEEI3037a", "NOEEI3036", "NOEEI3037h", "NOEEI3037y", "AES_ITN"];
static HAZMAT: [&str; 23] = [
    "AirEligibleEthanol",
    "Class1",
    "Class3",
    "Class7_Radioactive",
    "Class8_Corrosive",
    "Class8_WetBattery",
    "Class9_LithiumGroundOnly",
    "Class9_LithiumReturns",
    "Class9_LithiumMarked",
    "Class9_DryIce",
    "Class9_LithiumUnmarked",
    "Class9_Magnetize",
    "Div4.1",
    "Div5.1",
    "Div5.2",
    "Div6.1",
    "Div6.2",
    "ExceptedQuantityProvision",
    "GroundOnly",
    "ConsumerCommodity",
    "Lighters",
    "LimitedQuantity",
    "SmallQuantityProvision",
];
static FACILITIES: [&str; 4] = ["DNDC", "DDU", "DSCF", "DHUB"];
/// The values of section 2.18, and the short codes used in its sample.
static CONTAINERS: [&str; 13] = [
    "PALLET",
    "SACK",
    "RECEPTACLE",
    "OPEN_DISTRIBUTE_FLAT_TUB_TRAY_BOX",
    "OPEN_DISTRIBUTE_PALLET",
    "OPEN_DISTRIBUTE_HALF_POSTAL_PAKS",
    "OPEN_DISTRIBUTE_HALF_TRAY_BOX",
    "OPEN_DISTRIBUTE_FULL_TRAY_BOX",
    "OPEN_DISTRIBUTE_EMM_TRAY_BOX",
    "OPEN_DISTRIBUTION_FULL_POSTAL_PAKS",
    "TRUCK_BEDLOAD",
    "PT",
    "SK",
];
static STATUSES: [&str; 8] = [
    "PreTransit",
    "InTransit",
    "Delayed",
    "OutForDelivery",
    "DeliveryFailed",
    "Delivered",
    "Cancelled",
    "Other",
];
/// What the practice carriers say; section 3.4 has some more.
static SUB_STATUSES: [&str; 36] = [
    "LabelGenerated",
    "ShippingInfoSentToCarrier",
    "ReadyForPickup",
    "OriginScan",
    "DepartureScan",
    "Arrival",
    "DestinationScan",
    "Damaged",
    "PickupScan",
    "ReceivedByLocalPostOffice",
    "TransferredToLocalPostOffice",
    "ImportScan",
    "ExportScan",
    "CarrierChangedDelivery",
    "ArrivedAtCarrierFacility",
    "DepartedCarrierFacility",
    "PickupDelayed",
    "WeatherDelay",
    "BadDeliveryAddress",
    "OutForDelivery",
    "DeliveryAttempted",
    "Refused",
    "CanNotDeliverToPOBox",
    "Undeliverable",
    "Returning",
    "Returned",
    "Delivered",
    "Delivered to agent",
    "SenderStopped",
    "VoidInfoReceived",
    "Unknown",
    "Pending",
    "Failure",
    "LostPackage",
    "HoldForFutureDelivery",
    "PickupAtCarrierFacility",
];

/// The optional texts of an address that have nothing else to say.
pub const fn id(name: &'static str) -> Field {
    text(name).back().always()
}

const fn ship_date() -> Field {
    time("shipDate")
}

const fn warnings() -> Field {
    objects("Warnings", &ERROR, 0, ANY)
        .back()
        .says("Fields of the request that were ignored (section 7.4). Left out if there are none.")
}

shapes! { SHAPES
    ERROR = "ErrorEntry" "An error, or a warning (sections 7.1 and 7.4)." [
        text("Code").back().always(),
        text("Message").back().always(),
        free("AdditionalInfo").back().always().says(
            "What belongs to the error; the code and message of a carrier if it raised the error.",
        ),
    ]
    ERROR_BODY = "ErrorBody" "The body of every refusal (section 7.1)." [
        number("StatusCode").always(),
        text("TimeStamp").back().always(),
        text("Source").back().always().says("SVC, or the code of the carrier that raised the error."),
        text("Method").back().always(),
        text("Url").back().always(),
        objects("Errors", &ERROR, 1, ANY).back().always(),
    ]
    TOKEN_REQUEST = "TokenRequest" "What a token is made from." [
        text("apiKey").must(),
        text("apiSecret").must(),
        text("userName").must().says("The user name, not the e-mail."),
        text("password").must(),
    ]
    TOKEN = "Token" "A bearer token." [
        text("token").back().always().says("A JWT; valid for one hour."),
    ]
    ACCOUNT = "Account" "An account (section 2.1)." [
        id("id"),
        text("parentAccountId").back(),
        object("parentAccount", &ACCOUNT).back().says("Only in the answer to a sign-up."),
        one_of("level", &LEVELS).back().always(),
        one_of("status", &ACCOUNT_STATUSES).back().always(),
        text("name").back().always(),
        text("logo").back(),
        flag("isAutoBuy").back(),
        number("autoBuyAmount"),
        number("autoBuyThreshold"),
        number("balance"),
        text("currency").back().always(),
        objects("users", &USER, 0, ANY).back(),
        text("visibleAccountNumber").back(),
        text("subscriptionPlan").back().always(),
        time("subscriptionPlanChangeDate").back(),
        time("createdDate").back().always(),
    ]
    BALANCE = "BalanceSummary" "The balance (section 2.2)." [
        one_of("level", &LEVELS).back().always(),
        one_of("status", &ACCOUNT_STATUSES).back().always(),
        text("name").back().always(),
        flag("isAutoBuy").back().always(),
        number("autoBuyAmount").always(),
        number("autoBuyThreshold").always(),
        number("balance").always(),
        text("currency").back().always(),
        object("creditCardPaymentAccountResponse", &CARD).back().always(),
        text("firstName").back().always(),
        text("lastName").back().always(),
        text("emailAddress").back().always(),
        text("subscriptionPlan").back().always(),
        time("subscriptionPlanChangeDate").back().always(),
        time("createdDate").back().always(),
    ]
    CARD = "CreditCard" "The card on file." [
        text("cardHolderName").back().always(),
        text("lastFour").back().always(),
        text("expirationMonth").back().always(),
        text("expirationYear").back().always(),
        flag("active").back().always(),
        flag("default").back().always(),
    ]
    USER = "User" "A user (section 2.3)." [
        id("id"),
        text("role").back().always(),
        flag("isEmailVerified").back().always(),
        text("firstName").back().always(),
        text("lastName").back().always(),
        text("userName").back().always().says("An identifier, not the e-mail."),
        text("email").back().always(),
        time("lastLoginDate").back(),
        time("passwordChangeDate").back().always(),
        time("passwordChangeDueDate").back().always(),
        time("createdDate").back().always(),
        flag("isActivated").back().always(),
        object("account", &ACCOUNT).back().says("Only in the answer to a sign-up."),
    ]
    APP = "App" "An app with its keys (section 2.4)." [
        id("id"),
        id("accountId"),
        id("appId"),
        id("partnerAccountId"),
        text("partnerName").back().always(),
        text("appName").back().always(),
        text("appDescription").back().always(),
        text("apiVersion").back().always(),
        text("helpUrl").back().always(),
        time("dateCreated").back().always(),
        text("apiKey").back().always(),
        text("apiSecret").back().always(),
        text("testApiKey").back().always(),
        text("testApiSecret").back().always(),
        one_of("status", &["Enabled"]).back().always(),
    ]
    SIGN_UP_REQUEST = "SignUpRequest" "A new customer." [
        text("email").must(),
        text("password").must(),
        text("companyName").must(),
        text("firstName").must(),
        text("lastName").must(),
        text("signupKey").says("sk-1 or sk-2, the partner; without it the first. An empty one is refused."),
    ]
    SIGN_UP = "SignUp" "The new account with its keys. It is used once its terms are approved." [
        object("user", &USER).back().always(),
        text("accessToken").back().always(),
        text("refreshToken").back().always(),
        text("apiKey").back().always(),
        object("account", &ACCOUNT).back().always(),
        objects("apps", &APP, 1, ANY).back().always(),
        one_of("status", &["TnCPending"]).back().always(),
    ]
    TERMS_REQUEST = "TermsRequest" "Whose terms are approved." [
        text("accountId").must(),
    ]
    TERMS = "TermsApproved" "The account is active." [
        id("accountId"),
        one_of("result", &["Activated"]).back().always(),
    ]
    TOP_UP_REQUEST = "TopUpRequest" "How much to add from the card on file." [
        amount("balance").must().says("At least 1, in whole cents; otherwise ACCOUNT.BALANCE.VALIDATION_FAILED."),
    ]
    AUTO_BUY_REQUEST = "AutoBuyRequest" "When to recharge." [
        flag("isAutoBuy").must(),
        amount("autoBuyAmount").must().says("At least 1 if isAutoBuy is true; never negative."),
        amount("autoBuyThreshold").must().says("Not negative."),
    ]
    HISTORY_ENTRY = "BalanceHistoryEntry" "A payment event (section 2.5)." [
        id("id"),
        id("accountId"),
        id("transactionId"),
        one_of("eventType", &["OnLabelGenerate", "OnAddFunds", "OnAutoBuy", "OnRefund"]).back().always(),
        one_of("transactionType", &["Debit", "Credit"]).back().always(),
        time("transactionDate").back().always(),
        time("createdDate").back().always(),
        number("originalAmount").always().says("Negative for a debit."),
        number("amount").always(),
        number("balance").always().says("The balance after the entry."),
        text("currency").back().always(),
        text("comments").back().always(),
        text("PaymentTypeId").back().always(),
    ]
    HISTORY_PAGE = "BalanceHistoryPage" "A page of payment events, newest first." [
        objects("results", &HISTORY_ENTRY, 0, ANY).back().always(),
        text("nextPage").back().says("The pageToken of the next page; left out on the last."),
        text("previousPage").back(),
        number("pageSize").always(),
        number("totalResults").always(),
        number("totalPages").always(),
    ]
    ADDRESS = "Address" "An address (section 2.6). In rate, shipment and manifest requests an id alone stands for a stored one." [
        text("id").says("The id of a stored address."),
        text("name").when("Required unless an id alone is given."),
        text("company"),
        text("street1").when("Required unless an id alone is given, or verify is true."),
        text("street2"),
        text("street3"),
        text("city").when("Required unless an id alone is given, or verify is true."),
        text("state").when("Required for rates, shipments and container labels, in countries whose addresses have one."),
        text("zip").when("Required in countries that have postcodes, unless verify is true."),
        text("country").says("A country code, of two or three letters, or the English name; US if left out."),
        text("phone"),
        text("email"),
        flag("save").says("True stores the address and returns an id."),
        flag("verify").says("True checks the address and fills in what follows from the rest."),
        text("source"),
        text("verificationStatus").says("Success or Failed in answers; ignored in requests."),
        flag("isResidential"),
        one_of("referenceType", &REFERENCE_TYPES),
        text("referenceValue"),
        objects("errors", &ERROR, 0, ANY).back().always(),
        time("createdDate").back(),
    ]
    CARRIER = "Carrier" "A carrier that can be configured (section 2.7)." [
        id("id"),
        id("code"),
        text("name").back().always(),
        text("description").back().always(),
        text("logo").back().always(),
        time("createdDate").back().always(),
    ]
    CARRIER_ACCOUNT_REQUEST = "CarrierAccountRequest" "A carrier account to create." [
        text("name").must(),
        text("carrierCode").must().says("One of the codes of GET /Carrier."),
        object("configuration", &CONFIGURATION).must(),
        text("description"),
        text("logo"),
        one_of("status", &SWITCH),
    ]
    CARRIER_ACCOUNT_UPDATE = "CarrierAccountUpdate" "A carrier account to change. What is optional keeps its value if it is left out." [
        text("id").must(),
        text("name").must(),
        text("carrierCode").must().says("The carrier cannot be changed."),
        object("configuration", &CONFIGURATION).must(),
        text("description").says("An empty text clears it."),
        text("logo").says("An empty text clears it."),
        one_of("status", &SWITCH),
    ]
    CONFIGURATION = "CarrierConfiguration" "May be empty, and may have members of the caller's own." [
        text("shipFromAddressId").says("The id of a stored address.").sent(),
        text("ShipFromAddressId").says("How answers spell it; read as well."),
    ]
    CARRIER_ACCOUNT = "CarrierAccount" "A carrier account (section 2.8)." [
        id("id"),
        text("name").back().always(),
        id("carrierCode"),
        object("configuration", &CONFIGURATION).back().always(),
        text("description").back(),
        text("logo").back(),
        one_of("status", &SWITCH).back().always(),
        time("createdDate").back().always(),
        time("modifiedDate").back().always(),
    ]
    CATALOGUE_ENTRY = "CatalogueEntry" "A service or special service of a carrier (section 2.9)." [
        id("id"),
        id("code"),
        text("name").back().always(),
        time("createdDate").back().always(),
    ]
    PACKAGE_TYPE_ENTRY = "PackageTypeEntry" "A package type of a carrier (section 2.9)." [
        id("id"),
        id("code"),
        text("name").back().always(),
        time("createdDate").back().always(),
        number("length").always(),
        number("width").always(),
        number("height").always(),
    ]
    PACKAGE = "Package" "A package (section 2.10)." [
        text("id").always(),
        number("packageNumber").always(),
        one_of("packageType", &PACKAGE_CODES).always().says(
            "Parcel if left out. An unknown one is PACKAGETYPE.NOT_FOUND.",
        ),
        flag("isRectangle").always().says("False for an irregular shape; true if left out."),
        measure("length").always().says("With width and height required for a Parcel."),
        measure("width").always(),
        measure("height").always(),
        one_of("dimensionUnit", &LENGTH_UNITS).always().says("in if left out."),
        measure("weight").must().always().says("Above 0."),
        one_of("weightUnit", &WEIGHT_UNITS).always().says("lb if left out."),
        text("finalPackageType").back().always(),
        number("finalWeight").always(),
        text("finalWeightUnit").back().always(),
        text("finalDimensionUnit").back().always(),
        number("finalVolume").always(),
        flag("oversized").back().always(),
    ]
    SPECIAL_SERVICE_PARAM = "SpecialServiceParam" "What special services need (section 2.13)." [
        text("hazmatDescription"),
        text("hazmatPhone"),
        one_of("hazmatType", &HAZMAT).when("Required for HAZMAT."),
        amount("codAmount").when("Required for COD; above 0 and at most 5000."),
        amount("registeredMailAmount").says("Above 0 and at most 5000."),
        amount("insuranceAmount").when("Required for Insurance; above 0 and at most 5000."),
        one_of("liveAnimalsType", &LIVE_ANIMALS).when("Required for LiveAnimals."),
        one_of("returnsImageType", &["LabelBroker"]),
    ]
    CUSTOMS = "CustomsInfo" "A customs declaration (section 2.14)." [
        objects("customsItem", &CUSTOMS_ITEM, 0, ANY).sent(),
        text("id").sent(),
        loosely("contentType", &CONTENT).sent(),
        text("contentsExplanation").sent(),
        flag("customsCertify").sent(),
        text("customsSigner").sent(),
        text("currency").sent(),
        loosely("nonDeliveryOption", &["Return", "Abandon"]).sent(),
        loosely("restrictionType", &RESTRICTIONS).sent(),
        text("restrictionComments").sent(),
        loosely("eelpfc", &EELPFC).sent(),
        text("aesitn").sent(),
        text("importersContact").sent(),
        text("importersReference").sent(),
        text("exportersContact").sent(),
        text("exportersReference").sent(),
        text("certificateNumber").sent(),
        text("invoiceNumber").sent(),
        text("licenseNumber").sent(),
    ]
    CUSTOMS_ITEM = "CustomsItem" "An item of a customs declaration (section 2.15)." [
        one_of("weightUnit", &WEIGHT_UNITS).sent(),
        text("customsInfoId").sent(),
        text("id").sent(),
        text("description").must().sent(),
        measure("quantity").must().sent().says("Above 0."),
        measure("weight").sent(),
        amount("value").must().sent(),
        text("hsTariffNumber").sent().when("Required to the EU, Norway and Switzerland."),
        text("originCountry").sent().says("A country code."),
        text("itemCode").sent(),
        measure("packageNumber").sent(),
        text("createdDate").sent(),
        text("itemCategory").sent(),
        text("itemSubcategory").sent(),
    ]
    LABEL = "PostageLabel" "The wanted label, and in answers the label (section 2.16)." [
        one_of("labelType", &LABEL_TYPES).always().says("Url if left out."),
        one_of("labelFileType", &LABEL_FILE_TYPES).always().says("PDF if left out."),
        one_of("labelSize", &LABEL_SIZES).always().says("4x6 if left out."),
        one_of("labelOrientation", &LABEL_ORIENTATIONS).always().says("Portrait if left out."),
        text("customText1").says("Not abroad."),
        text("customText2").says("Not abroad."),
        text("customText3"),
        texts("labels", 0, ANY).back().always().says("One entry per label: its URL, or its content in Base64."),
    ]
    BILL_TO = "BillTo" "Who pays the carrier (section 2.17)." [
        one_of("type", &["Sender", "Recipient", "ThirdParty"]).says("Sender if left out."),
        text("account").when("Required for Recipient and ThirdParty."),
        text("zip").when("Required for Recipient and ThirdParty."),
        text("countryCode").when("Required for ThirdParty."),
    ]
    OPTION = "ShipmentOption" "Options of a shipment (section 2.18)." [
        one_of("POST_EntryFacilityType", &FACILITIES).sent(),
        text("POST_EntryFacilityZip").sent(),
        text("POST_ContainerID1").sent(),
        text("POST_ContainerID2").sent(),
        text("POST_ContainerID3").sent(),
        one_of("POST_ContainerType1", &CONTAINERS).sent(),
        one_of("POST_ContainerType2", &CONTAINERS).sent(),
        one_of("POST_ContainerType3", &CONTAINERS).sent(),
        text("locationCode").sent(),
        text("subAccount").sent(),
    ]
    RATE = "Rate" "A price (section 2.19)." [
        id("id"),
        text("carrierAccountName").back().always(),
        id("carrierCode"),
        id("carrierAccountId"),
        one_of("finalService", &SERVICE_CODES).back().always(),
        number("totalFee").always(),
        objects("fees", &FEE, 0, ANY).back().always(),
        text("currency").back().always(),
        number("deliveryDays").always(),
        time("deliveryDate").back().always(),
        flag("deliveryDateGuaranteed").back().always(),
        text("zone").back().always(),
        time("createdDate").back().always(),
    ]
    FEE = "Fee" "A part of a price." [
        number("packageNumber").always(),
        text("type").back().always(),
        number("fee").always(),
        one_of("ratingType", &["DimensionalWeightAndZone", "WeightAndZone"]).back(),
    ]
    RATE_REQUEST = "RateRequest" "What to rate (section 4.5)." [
        object("fromAddress", &ADDRESS).must(),
        object("toAddress", &ADDRESS).must(),
        objects("packages", &PACKAGE, 1, MOST_PACKAGES).must(),
        one_of("service", &SERVICE_CODES).says("All services if left out. An unknown one is SERVICE.NOT_SUPPORTED."),
        text("carrierAccountId").says("All carrier accounts if left out."),
        some_of("specialService", &SPECIAL_CODES).says("Returns has no rate."),
        object("customsInfo", &CUSTOMS).when("Required for an international shipment."),
        object("specialServiceParam", &SPECIAL_SERVICE_PARAM),
    ]
    RATES = "Rates" "The available rates." [
        objects("rates", &RATE, 1, ANY).back().always(),
        warnings(),
    ]
    SHIPMENT_REQUEST = "ShipmentRequest" "What to ship (section 4.6)." [
        object("fromAddress", &ADDRESS).must(),
        object("toAddress", &ADDRESS).must(),
        object("altReturnAddress", &ADDRESS),
        objects("packages", &PACKAGE, 1, MOST_PACKAGES).must(),
        one_of("service", &SERVICE_CODES).must().says("An unknown one is SERVICE.NOT_SUPPORTED."),
        text("carrierAccountId").must(),
        object("customsInfo", &CUSTOMS).when("Required for an international shipment."),
        object("postageLabel", &LABEL),
        ship_date().says("Today or later, at most 30 days ahead; today if left out."),
        some_of("specialService", &SPECIAL_CODES),
        object("specialServiceParam", &SPECIAL_SERVICE_PARAM),
        object("option", &OPTION),
        object("billTo", &BILL_TO),
    ]
    SHIPMENT = "Shipment" "A shipment (section 2.20)." [
        id("id"),
        id("accountId"),
        text("appId").back(),
        object("fromAddress", &ADDRESS).back(),
        object("toAddress", &ADDRESS).back(),
        object("altReturnAddress", &ADDRESS).back(),
        objects("packages", &PACKAGE, 0, ANY).back(),
        objects("rates", &RATE, 0, ANY).back(),
        object("postageLabel", &LABEL).back(),
        free_list("forms"),
        object("tracking", &TRACKING).back().always(),
        texts("specialService", 0, ANY).back(),
        object("specialServiceParam", &SPECIAL_SERVICE_PARAM).back(),
        one_of("refundStatus", &REFUND_STATUSES).back().says("After a refund was requested."),
        text("carrierAccountName").back(),
        id("carrierCode"),
        id("carrierAccountId"),
        one_of("service", &SERVICE_CODES).back(),
        ship_date().back(),
        time("createdDate").back().always(),
        id("transactionId"),
        objects("errors", &ERROR, 0, ANY).back().always(),
        object("billTo", &BILL_TO).back(),
        warnings(),
    ]
    SHIPMENT_PAGE = "ShipmentPage" "A page of shipments, newest first, without Base64 labels." [
        objects("results", &SHIPMENT, 0, ANY).back().always(),
        text("nextPage").back(),
        text("previousPage").back(),
        number("pageSize").always(),
        number("totalResults").always(),
        number("totalPages").always(),
    ]
    REFUND_REQUEST = "RefundRequest" "Which shipment to refund." [
        one_of("key", &["Id", "ShipmentId", "TrackingNumber"]).must(),
        text("value").must(),
    ]
    TRACKING = "Tracking" "Where a package is (section 2.22)." [
        id("trackingNumber"),
        text("trackingBarcodeNumber").back().always(),
        one_of("status", &STATUSES).back().always(),
        one_of("subStatus", &SUB_STATUSES).back().always(),
        text("trackingUrl").back().always(),
        objects("trackingDetails", &TRACKING_DETAIL, 0, ANY).back().always(),
        warnings(),
    ]
    TRACKING_DETAIL = "TrackingDetail" "One scan." [
        text("city").back().always(),
        text("state").back().always(),
        text("zip").back().always(),
        text("country").back().always(),
        time("dateTime").back().always(),
        one_of("status", &STATUSES).back().always(),
        one_of("subStatus", &SUB_STATUSES).back().always(),
    ]
    MANIFEST_REQUEST = "ManifestRequest" "The shipments that a carrier is handed (section 4.7)." [
        object("fromAddress", &ADDRESS).must().says("The state may be missing; the ZIP determines it."),
        text("carrierAccountId").must(),
        one_of("key", &["Id", "ShipmentId", "TrackingNumber", "TransactionId"]).must(),
        texts("value", 1, MOST_ON_A_MANIFEST).must(),
        ship_date().says("The first shipment's if left out; all must share it."),
        flag("async").says("Deprecated. True: the form is ready ten simulated minutes later."),
    ]
    MANIFEST = "Manifest" "A manifest (section 2.21)." [
        id("id"),
        text("appId").back(),
        texts("shipmentIds", 0, ANY).back(),
        texts("trackingNumbers", 0, ANY).back(),
        texts("transactionIds", 0, ANY).back(),
        text("carrierAccountName").back(),
        text("carrierCode").back(),
        text("carrierAccountId").back(),
        object("fromAddress", &ADDRESS).back(),
        time("transactionDate").back(),
        ship_date().back(),
        text("formNumber").back().says("Once the form is generated."),
        text("formUrl").back().says("Once the form is generated."),
        text("message").back().always().says("Deprecated; see messages."),
        text("messageCode").back().always().says("Deprecated; see messages."),
        objects("messages", &MESSAGE, 0, ANY).back().always(),
    ]
    MESSAGE = "ManifestMessage" "The state of a manifest, or a notice." [
        one_of("code", &["MANIFEST_QUEUED", "MANIFEST_GENERATED", "SVC3.FIELD_DEPRECATED"]).back().always(),
        text("description").back().always(),
    ]
    MANIFEST_PAGE = "ManifestPage" "A page of manifests, newest first." [
        objects("results", &MANIFEST, 0, ANY).back().always(),
        text("nextPage").back(),
        text("previousPage").back(),
        number("pageSize").always(),
        number("totalResults").always(),
        number("totalPages").always(),
    ]
    CONTAINER_REQUEST = "ContainerLabelRequest" "Container labels to print (section 4.9)." [
        object("fromAddress", &ADDRESS).must().says("In full; an id alone is not enough."),
        object("toAddress", &ADDRESS).must().says("In full; an id alone is not enough."),
        text("contentCode").must().says("At most 20 characters, on one line."),
        one_of("type", &["ContainerLabel"]).must(),
        text("carrierAccountId").must(),
        whole("pages", 1, MOST_CONTAINERS).says("1 if left out."),
    ]
}
