"""What every client of the service must decide alike: the files that the tests of the other clients read too."""

import json
from pathlib import Path
from typing import Any, Dict, List, Optional

import pytest

from pursestrings import (
    FactsMismatchError,
    PinRequiredError,
    WebhookVerificationError,
    approval_link,
    canonical_json,
    outcome_of,
    verify_facts,
    verify_webhook,
    wallet_link,
)
from pursestrings._base_url import base_of
from pursestrings._encoding import plain_amount
from pursestrings._errors import Refused, api_error
from pursestrings._request_payment import names_of
from pursestrings._retry import leaves_unknown, pause_after
from pursestrings._secret import expect_connection_token

FOLDER = Path(__file__).parents[2] / "tests" / "vectors"
VECTORS: Dict[str, List[Dict[str, Any]]] = json.loads((FOLDER / "clients.json").read_text("utf-8"))
OUTCOMES: List[Dict[str, Any]] = json.loads((FOLDER / "outcomes.json").read_text("utf-8"))["outcomes"]
LINKS: Dict[str, Any] = json.loads((FOLDER / "payment-links.json").read_text("utf-8"))


def by_name(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", VECTORS[kind], ids=[one["what"] for one in VECTORS[kind]])


def test_canonical_json() -> None:
    for vector in VECTORS["canonical"]:
        assert canonical_json(vector["value"]) == vector["text"]


@pytest.mark.parametrize("vector", OUTCOMES, ids=[one["what"] for one in OUTCOMES])
def test_what_became_of_a_request(vector: Dict[str, Any]) -> None:
    assert outcome_of(vector["request"], vector["observed"]) == vector["outcome"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", {"\ud800": 1}, {1: 2}, {"a": {1, 2}}, 10**400])
def test_what_json_cannot_carry_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        canonical_json(value)


@by_name("facts")
def test_signed_facts(vector: Dict[str, Any]) -> None:
    reason: Optional[str] = None
    try:
        given = {"pinned_keys": vector["pinned_keys"], "issuer": vector["issuer"]}
        facts = verify_facts(vector["request"], vector["jwks"], **given)
        assert facts["payment"]["to"] == vector["request"]["payment"]["to"]
    except PinRequiredError as failure:
        reason = "pin_required"
        assert failure.served[0]["thumbprint"] in str(failure)
    except FactsMismatchError as failure:
        reason = failure.reason
        assert str(failure).endswith("Don't pay.")
    assert reason == vector["refused"]


@pytest.mark.parametrize("vector", LINKS["links"], ids=[one["what"] for one in LINKS["links"]])
def test_links_are_built_from_signed_facts(vector: Dict[str, Any]) -> None:
    reason: Optional[str] = None
    link: Optional[str] = None
    try:
        given = {"pinned_keys": vector["pinned_keys"], "issuer": LINKS["issuer"]}
        link = wallet_link(verify_facts(vector["request"], LINKS["jwks"], **given))
    except PinRequiredError:
        reason = "pin_required"
    except FactsMismatchError as failure:
        reason = failure.reason
    assert [link, reason] == [vector["link"], vector["refused"]]


def test_links_for_approval_name_the_request_and_nothing_else() -> None:
    for vector in VECTORS["approval_links"]:
        if vector["link"] is None:
            with pytest.raises(ValueError, match="wallet_url must be"):
                approval_link(vector["wallet_url"], vector["request_id"])
        else:
            assert approval_link(vector["wallet_url"], vector["request_id"]) == vector["link"]


@by_name("webhooks")
@pytest.mark.parametrize("as_bytes", [False, True])
def test_webhooks(vector: Dict[str, Any], as_bytes: bool) -> None:
    body = vector["body"].encode("utf-8") if as_bytes else vector["body"]
    reason: Optional[str] = None
    try:
        id_, message = verify_webhook(body, vector["headers"], vector["secrets"], now=vector["now"])
        assert (id_, message["type"]) == ("evt_1", "payment_request.signed")
    except WebhookVerificationError as failure:
        reason = failure.reason
    assert reason == vector["refused"]


def test_the_names_of_a_task() -> None:
    for vector in VECTORS["tasks"]:
        names = names_of(**vector["task"])
        assert {"idempotency_key": names.idempotency_key, "request_id": names.request_id} == vector["names"]


def test_what_is_repeated_when_and_what_leaves_the_outcome_open() -> None:
    for vector in VECTORS["retries"]:
        failure = api_error(
            Refused(vector["code"], vector["status"], "", None, None, None, [], {}, vector.get("retry_after_s"))
        )
        pause_s = pause_after(failure, 0, vector.get("should_retry"))
        assert [vector, pause_s is not None, leaves_unknown(failure)] == [vector, vector["repeated"], vector["unknown"]]
        if "after_s" in vector:
            assert pause_s == vector["after_s"]


def test_addresses_of_a_service() -> None:
    for vector in VECTORS["base_urls"]:
        if vector["base"] is None:
            with pytest.raises(ValueError):
                base_of(vector["given"])
        else:
            assert base_of(vector["given"]) == vector["base"]


def test_connection_tokens_and_amounts() -> None:
    for vector in VECTORS["connection_tokens"]:
        if vector["accepted"]:
            assert expect_connection_token(vector["given"]) == vector["given"]
            continue
        with pytest.raises(ValueError) as told:
            expect_connection_token(vector["given"])
        assert vector["given"] == "" or vector["given"] not in str(told.value)
    for vector in VECTORS["same_amounts"]:
        assert (plain_amount(vector["a"]) == plain_amount(vector["b"])) is vector["same"]
