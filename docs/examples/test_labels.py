# pytest. POSTROOM_SERVICE is the program: POSTROOM_SERVICE=./postroom-service pytest test_labels.py
import json, os, subprocess, time, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen
import pytest


def call(method, url, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    headers["Content-Type"] = "application/json"
    try:
        with urlopen(Request(url, data, headers, method=method)) as answer:
            return answer.status, json.load(answer)
    except HTTPError as refusal:
        return refusal.code, json.load(refusal)


@pytest.fixture(scope="session")
def service(tmp_path_factory):
    ready = tmp_path_factory.mktemp("practice") / "ready.json"
    server = subprocess.Popen(
        [os.environ["POSTROOM_SERVICE"], "--seed", "7", "--fixed-clock", "2026-03-02T18:00:00Z",
         "--port", "0", "--ready-file", ready])
    while not ready.exists():
        assert server.poll() is None, "the service did not start"
        time.sleep(0.01)
    yield json.loads(ready.read_text())
    server.terminate()
    server.wait()


@pytest.fixture
def shop(service):
    """An account that only this test has."""
    _, account = call("POST", service["practiceUrl"] + "/accounts", {"name": f"shop-{uuid.uuid4()}"})
    login = {name: account[name] for name in ("apiKey", "apiSecret", "userName", "password")}
    _, answer = call("POST", service["baseUrl"] + "/Account/Token", login)
    return account, {"Authorization": "Bearer " + answer["token"]}


ADDRESS = {"name": "Jane Sample", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118"}


def test_a_label_is_bought_once(service, shop):
    account, token = shop
    order = {"fromAddress": ADDRESS, "toAddress": ADDRESS, "service": "PriorityMail",
             "packages": [{"weight": 1, "length": 8, "width": 6, "height": 4}],
             "carrierAccountId": account["carrierAccounts"]["POST-eVS"]}
    # The carrier is down for the first call of this account.
    call("POST", service["practiceUrl"] + "/faults", {
        "apiKey": account["apiKey"], "call": "POST /Shipment", "kind": "unavailable_before_commit"})
    url = service["baseUrl"] + "/Shipment"
    assert call("POST", url, order, transactionId="order-1", **token)[0] == 503
    status, shipment = call("POST", url, order, transactionId="order-1", **token)
    assert status == 200 and shipment["tracking"]["status"] == "PreTransit"
    assert call("POST", url, order, transactionId="order-1", **token)[0] == 422

    _, journal = call("GET", service["practiceUrl"] + f"/calls?apiKey={account['apiKey']}&call=POST%20/Shipment")
    assert [entry["status"] for entry in journal["calls"]] == [503, 200, 422]
