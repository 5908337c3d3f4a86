//! The objects of the calls that only this service has.

use crate::faults::KIND_NAMES;
use crate::sim_clock::REAL_DAY_SECONDS;
use crate::spec::{Field, Shape};
use crate::spec_fields::*;
use crate::spec_shapes::{ANY, id};

const fn api_key() -> Field {
    text("apiKey").says("Limits the change to the account with this key, Production or Test.")
}

shapes! { PRACTICE_SHAPES
    CLOCK_CHANGE = "ClockChange" "A change of the simulated clock. An account that is named gets a clock of its own." [
        api_key(),
        whole("dayLength", 1, REAL_DAY_SECONDS as u64).says("Seconds that a simulated day lasts."),
        flag("paused"),
        object("jump", &CLOCK_JUMP).says("Forward only."),
    ]
    CLOCK_JUMP = "ClockJump" "How far the clock goes ahead; at most 366 days at once." [
        measure("days").sent(),
        measure("hours").sent(),
    ]
    CLOCK = "Clock" "The simulated clock." [
        time("now").back().always(),
        number("dayLength").always(),
        flag("paused").back().always(),
    ]
    FAULTS_REQUEST = "FaultsRequest" "One fault, or a list of them with a seed." [
        text("apiKey").says("Limits the faults to the calls with a token of this account."),
        whole("seed", 0, u64::MAX),
        objects("rules", &FAULT, 0, ANY),
        text("call").when("Required unless rules are given. See Fault."),
        one_of("kind", &KIND_NAMES).when("Required unless rules are given."),
        text("code"),
        measure("millis"),
        measure("chance"),
        whole("count", 1, u64::MAX),
    ]
    FAULT = "Fault" "Which calls fail, and how." [
        text("accountId").back().says("The account that it is limited to."),
        text("call").must().always().says(
            "A method (or *) and a path below /v3.1, whose parts may be :id. An asterisk alone is every call.",
        ),
        one_of("kind", &KIND_NAMES).must().always(),
        text("code").when("Required for the kind error: a code of section 7.3."),
        measure("millis").always().says("The delay; at most ten minutes."),
        measure("chance").says("From 0 to 1; every matching call if left out."),
        whole("count", 1, u64::MAX).says("How many calls; one, or without limit if there is a chance."),
    ]
    FAULTS = "Faults" "The pending faults." [
        objects("faults", &FAULT, 0, ANY).back().always(),
        texts("kinds", 0, ANY).back().always(),
        number("seed").always(),
        free("met").back().always().says("How many calls each kind has affected."),
    ]
    ADMIN_CHANGE = "AdminChange" "One change of the administrator. The field that names the subject determines its kind." [
        text("carrier").when("Required for the switches of a carrier."),
        flag("disabled").when("Required for a service and a package type."),
        flag("credentialsRefused"),
        flag("labelsRejected"),
        flag("outage"),
        text("service").when("Required for a service."),
        text("packageType").when("Required for a package type."),
        text("carrierAccountId").when("Required for a carrier account."),
        one_of("status", &["AwaitingApproval", "Disabled", "Approved"]).when("Required for a carrier account."),
        text("accountId"),
        text("apiKey"),
        flag("closed").when("Required for an account."),
        one_of("refunds", &["Approved", "Rejected", "Usual"]).when("Required for the outcome of refunds."),
        text("shipmentId"),
    ]
    ADMIN_CARRIER = "AdminCarrier" "The switches of a carrier." [
        id("code"),
        flag("disabled").back().always(),
        flag("credentialsRefused").back().always(),
        flag("labelsRejected").back().always(),
        flag("outage").back().always(),
        texts("disabledServices", 0, ANY).back().always(),
        texts("disabledPackageTypes", 0, ANY).back().always(),
    ]
    ADMIN_CARRIER_ACCOUNT = "AdminCarrierAccount" "A suspended carrier account." [
        id("id"),
        text("status").back().always(),
    ]
    ADMIN = "Admin" "What the administrator has changed." [
        objects("carriers", &ADMIN_CARRIER, 0, ANY).back().always(),
        objects("carrierAccounts", &ADMIN_CARRIER_ACCOUNT, 0, ANY).back().always(),
        texts("closedAccounts", 0, ANY).back().always(),
        text("refunds").back().always(),
    ]
    ACCOUNTS_FILE = "AccountsFile" "The file of serve --accounts." [
        objects("accounts", &NEW_ACCOUNT, 1, ANY).must(),
    ]
    NEW_ACCOUNT = "NewAccount" "An account that can be used at once: its terms are approved, and it has money, carrier accounts and addresses." [
        text("name").must().says("The company. What is left out follows from it: NAME-key, NAME-secret and so on."),
        text("email"),
        text("apiKey"),
        text("apiSecret"),
        text("testApiKey"),
        text("testApiSecret"),
        text("userName").says("The name if left out."),
        text("password").says("NAME-password if left out."),
        amount("balance").says("500 if left out."),
    ]
    NEW_ACCOUNT_MADE = "PracticeAccount" "The credentials of an account, and its carrier accounts by carrier code." [
        text("name").back().always(),
        id("accountId"),
        text("apiKey").back().always(),
        text("apiSecret").back().always(),
        text("testApiKey").back().always(),
        text("testApiSecret").back().always(),
        text("userName").back().always(),
        text("password").back().always(),
        free("carrierAccounts").back().always(),
        free("testCarrierAccounts").back().always(),
    ]
    SNAPSHOT_REQUEST = "SnapshotRequest" "What to keep." [
        text("apiKey").says("Only the account with this key; everything if left out."),
    ]
    SNAPSHOT = "Snapshot" "The name by which it is brought back." [
        text("snapshot").back().always(),
    ]
    RESET_REQUEST = "ResetRequest" "What to bring back." [
        text("apiKey").says("Only the account with this key; everything if left out."),
        text("snapshot").says("As it was then; as it began if left out."),
    ]
    RESET = "Reset" "How many accounts were brought back." [
        number("accounts").always(),
    ]
    REFILL_REQUEST = "RefillRequest" "Practice money; without a key for every account." [
        api_key(),
        amount("amount").says("Above 0 and in whole cents; 500 if left out."),
    ]
    REFILLED = "Refilled" "The balances after it." [
        objects("balances", &REFILLED_BALANCE, 0, ANY).back().always(),
    ]
    REFILLED_BALANCE = "RefilledBalance" "The balance of one account." [
        id("accountId"),
        number("balance").always(),
    ]
    CALLS_KEPT = "Calls" "The calls of the interface, oldest first, without secrets. The last thousand are kept." [
        number("count").always(),
        objects("calls", &KEPT_CALL, 0, ANY).back().always(),
        number("forgotten").always().says("How many calls are no longer kept."),
    ]
    KEPT_CALL = "Call" "One call and how it ended." [
        number("number").always().says("Counts all calls since the start."),
        time("at").back().always(),
        text("call").back().says("Such as POST /Shipment/Refund; left out if the interface has no such call."),
        text("method").back().always(),
        text("path").back().always(),
        free("query").back().always(),
        text("accountId").back().says("Whose token it had."),
        text("transactionId").back(),
        free("body").back().says("The JSON body, if it has at most 8 kB; what may be a secret is hidden."),
        text("bodyText").back().says("A short body that is no JSON object."),
        number("bodyBytes").always(),
        number("status").always(),
        text("code").back().says("The code of the error."),
        flag("faulty").back().always().says("Whether a fault spoilt the answer; the status is then what the client was meant to see."),
        text("correlationId").back().always(),
    ]
    CALLS_FORGOTTEN = "CallsForgotten" "How many calls were removed from the journal." [
        number("count").always(),
    ]
    CARD_REQUEST = "CardRequest" "Whether cards are declined; without a key those of every account." [
        flag("declines").must(),
        api_key(),
    ]
    CARD_STATE = "CardState" "How many accounts it concerns." [
        flag("declines").back().always(),
        number("accounts").always(),
    ]
}
