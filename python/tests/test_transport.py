"""How calls are sent, repeated and refused, by both clients, over a real socket."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Dict, List
from urllib.parse import parse_qs, urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from scripted_server import Drip, Drop, Reply, ScriptedServer, Sent, refusal

from pursestrings import (
    AgentClient,
    ApiError,
    CallOptions,
    CredentialError,
    FactsMismatchError,
    FeedReset,
    NetworkError,
    OutcomeUnknownError,
    RateLimitedError,
    RequestTimeoutError,
    ResourceNotFoundError,
)

VECTORS = json.loads((Path(__file__).parents[2] / "tests" / "vectors" / "clients.json").read_text("utf-8"))
TOKEN: str = VECTORS["connection_tokens"][0]["given"]
REQUEST = {"request_id": "r1", "status": "pending"}
CREATE: Dict[str, Any] = {
    "recipient_id": "rcp_1",
    "recipient_version_id": "rcv_1",
    "payment": {"amount": "1"},
    "policy": {"requires_user_approval": True},
}
Using = Callable[..., Any]


def done(**answer: Any) -> Reply:
    return Reply(200, {"ok": True, **answer})


def test_a_read_is_repeated_and_says_who_asks(using: Using, server: ScriptedServer) -> None:
    server.script = [Drop(), refusal(503, "service_unavailable", retry_after="0"), done(payment_request=REQUEST)]
    options = CallOptions(request_id="mine-1")
    read = using(
        lambda client: client.payment_requests.read("a/b", options=options), server.base_url, connection_token=TOKEN
    )
    assert read == {"payment_request": REQUEST}
    assert [sent.path for sent in server.sent] == ["/v1/payment-requests/a%2Fb"] * 3
    assert {sent.headers["authorization"] for sent in server.sent} == {f"Bearer {TOKEN}"}
    assert {sent.headers["x-request-id"] for sent in server.sent} == {"mine-1"}
    assert server.sent[0].headers["user-agent"].startswith("pursestrings-python/")


def test_a_link_that_the_service_sends_is_handed_to_nobody(using: Using, server: ScriptedServer) -> None:
    handed: Dict[str, Any] = {**REQUEST, "metadata": {"handoff": "mine"}}
    sent = {**handed, "handoff": {"uri": "web+stellar:pay?amount=1"}}
    server.script = [done(payment_request=sent), done(payment_requests=[sent, sent], next_cursor=None)]

    def read(client: Any) -> Any:
        return client.payment_requests.read("r1")

    assert using(read, server.base_url, connection_token=TOKEN) == {"payment_request": handed}
    listed = using(lambda client: client.payment_requests.list(), server.base_url, connection_token=TOKEN)
    assert list(listed) == [handed, handed]


LINKS = json.loads((Path(__file__).parents[2] / "tests" / "vectors" / "payment-links.json").read_text("utf-8"))


def test_anothers_signed_request_is_refused(using: Using, server: ScriptedServer) -> None:
    vector = LINKS["links"][0]
    given = {"connection_token": TOKEN, "pinned_keys": vector["pinned_keys"], "audience": LINKS["issuer"]}
    server.otherwise = lambda sent: Reply(200, LINKS["jwks"])

    def verify(client: Any) -> Any:
        return client.verify_facts(vector["request"])

    own = vector["request"]["connection_id"]
    assert using(verify, server.base_url, **given, connection_id=own)["payment"] == vector["request"]["payment"]
    with pytest.raises(FactsMismatchError, match="different connection") as told:
        using(verify, server.base_url, **given, connection_id="con_01k0000000e00800000000000z")
    assert told.value.reason == "intent"


def test_a_request_of_the_same_price_under_another_name_is_no_answer(using: Using, server: ScriptedServer) -> None:
    theirs = LINKS["links"][0]["request"]
    current = {"connection_id": theirs["connection_id"], "token_expires_at": "2999-01-01T00:00:00.000Z"}
    server.otherwise = lambda sent: done(connection=current, payment_request=theirs)

    def ask(client: Any) -> Any:
        named = {name: theirs[name] for name in ("recipient_id", "recipient_version_id")}
        return client.request_payment(task_ref="mine", amount=theirs["payment"]["amount"], **named)

    with pytest.raises(FactsMismatchError, match="a different request") as told:
        using(ask, server.base_url, connection_token=TOKEN)
    assert told.value.reason == "intent"


def test_a_create_is_repeated_with_its_one_key(using: Using, server: ScriptedServer) -> None:
    server.script = [Drop(), Drop(), done(payment_request=REQUEST)]
    using(lambda client: client.payment_requests.create(**CREATE), server.base_url, connection_token=TOKEN)
    keys = {sent.body["idempotency_key"] for sent in server.sent}
    assert len(server.sent) == 3 and len(keys) == 1


def test_a_create_that_may_have_been_done_is_not_said_to_have_failed(using: Using, server: ScriptedServer) -> None:
    server.script = [Drop(), refusal(503, "service_unavailable", retry_after="0"), refusal(429, "rate_limited", retry_after="0")]
    with pytest.raises(OutcomeUnknownError) as told:
        using(
            lambda client: client.payment_requests.create(**CREATE, idempotency_key="order-1"),
            server.base_url,
            connection_token=TOKEN,
        )
    assert told.value.idempotency_key == "order-1" and "order-1" in str(told.value)


def test_a_create_that_was_refused_after_a_lost_answer_was_not_done(using: Using, server: ScriptedServer) -> None:
    server.script = [Drop(), refusal(422, "amount_invalid")]
    with pytest.raises(ApiError) as told:
        using(lambda client: client.payment_requests.create(**CREATE), server.base_url, connection_token=TOKEN)
    assert (told.value.code, told.value.status, told.value.retry) == ("amount_invalid", 422, "never")
    assert told.value.recovery != "" and told.value.request_id == "req_1"


def test_what_could_be_done_twice_is_sent_once(using: Using, server: ScriptedServer) -> None:
    claim = {"connect_key": "0Z77-G2M9-QXC0-4TNK-V8E9", "scopes": ["payment.requests.read"]}
    server.script = [done(agent_token="svc_agent_x", expires_in=600), Drop()]
    with pytest.raises(NetworkError) as told:
        using(
            lambda client: client.connect_invitations.claim(**claim),
            server.base_url,
            private_key=Ed25519PrivateKey.generate(),
            **IDENTITY,
        )
    assert "It may have been done" in str(told.value)
    assert [sent.path for sent in server.sent] == ["/v1/agent-auth/token", "/v1/connect-invitations/claim"]


@pytest.mark.parametrize(
    "status, code, kind",
    [
        (404, "resource_not_found", ResourceNotFoundError),
        (401, "credential_invalid", CredentialError),
        (429, "too_many_pending", RateLimitedError),
        (409, "a_code_of_a_newer_service", ApiError),
    ],
)
def test_refusals_are_typed(using: Using, server: ScriptedServer, status: int, code: str, kind: Any) -> None:
    server.script = [refusal(status, code)]
    with pytest.raises(kind) as told:
        using(lambda client: client.payment_requests.read("r1"), server.base_url, connection_token=TOKEN)
    assert told.value.code == code and len(server.sent) == 1


def test_a_redirect_is_not_followed_and_the_page_of_a_proxy_is_no_answer(using: Using, server: ScriptedServer) -> None:
    for reply in (Reply(302, b"", {"location": f"{server.base_url}/elsewhere"}), Reply(200, b"<html>hello</html>")):
        server.script, server.sent = [reply], []
        with pytest.raises(ApiError) as told:
            using(lambda client: client.payment_requests.read("r1"), server.base_url, connection_token=TOKEN)
        assert told.value.code == "unexpected_answer" and len(server.sent) == 1


def test_an_answer_that_drips_ends_with_the_time_limit(using: Using, server: ScriptedServer) -> None:
    server.script = [Drip()]
    options = CallOptions(timeout_s=0.5, retries=0)
    with pytest.raises(RequestTimeoutError):
        using(
            lambda client: client.payment_requests.read("r1", options=options), server.base_url, connection_token=TOKEN
        )


def test_lists_are_read_page_by_page(using: Using, server: ScriptedServer) -> None:
    server.script = [
        done(payment_requests=[{"request_id": "1"}, {"request_id": "2"}], next_cursor="c2"),
        done(payment_requests=[{"request_id": "3"}], next_cursor=None),
    ]
    found = using(lambda client: client.payment_requests.list(limit=2), server.base_url, connection_token=TOKEN)
    assert [one["request_id"] for one in found] == ["1", "2", "3"]
    assert [sent.path.split("?")[1] for sent in server.sent] == ["limit=2", "limit=2&cursor=c2"]


def test_whoever_follows_is_told_of_a_restore_and_goes_on(server: ScriptedServer) -> None:
    lost = refusal(410, "cursor_reset")
    lost.body["error"].update(resume_from=3, epoch=2)
    server.script = [lost, done(events=[{"cursor": 1000004, "request_id": "r1"}], next_since=1000004, epoch=2)]
    told: List[FeedReset] = []
    with AgentClient(base_url=server.base_url, connection_token=TOKEN) as agent:
        event = next(agent.events.follow(since=5, on_reset=told.append))
        assert (told, event["cursor"]) == ([FeedReset(since=5, resume_from=3, epoch=2)], 1000004)
        assert [parse_qs(urlsplit(sent.path).query)["since"] for sent in server.sent] == [["5"], ["3"]]
        server.script, server.sent = [lost], []
        with pytest.raises(ApiError) as refused:
            next(agent.events.follow(since=5))
    assert refused.value.code == "cursor_reset" and refused.value.details["resume_from"] == 3


def test_mistakes_in_a_call_are_told_before_it_is_made(using: Using, server: ScriptedServer) -> None:
    for do, kind in [
        (lambda client: client.payment_requests.read(".."), ValueError),
        (lambda client: client.payment_requests.read(""), ValueError),
        (lambda client: client.request_payment(task_ref="", amount="1", recipient_id="r", recipient_version_id="v"), ValueError),
        (lambda client: client.request_payment(task_ref="t", amount=1.5, recipient_id="r", recipient_version_id="v"), TypeError),
        (lambda client: client.pairing.start(scopes=["payment.requests.read"]), TypeError),
    ]:
        with pytest.raises(kind):
            using(do, server.base_url, connection_token=TOKEN)
    with pytest.raises(TypeError, match="connection_token"):
        using(lambda client: client.payment_requests.read("r1"), server.base_url)
    assert server.sent == []


def test_printing_a_client_shows_no_secret(server: ScriptedServer) -> None:
    key = Ed25519PrivateKey.generate()
    with AgentClient(server.base_url, connection_token=TOKEN, agent_id="agt_1", kid="k", private_key=key) as client:
        for shown in (repr(client), str(client), repr(client._core), repr(vars(client._core._agent))):
            assert TOKEN not in shown and "Ed25519" not in shown


class Renewing:
    """A service that refuses the old token and renews it for the agent."""

    def __init__(self) -> None:
        self.new: str = TOKEN
        self.renewals = 0
        self.lock = threading.Lock()

    def __call__(self, sent: Sent) -> Reply:
        if sent.path == "/v1/agent-auth/token":
            return done(agent_token="svc_agent_x", expires_in=600)
        if sent.path == "/v1/connections/con_1/rotate-token":
            with self.lock:
                self.renewals += 1
            assert sent.headers["authorization"] == "Bearer svc_agent_x"
            return done(connection={"connection_id": "con_1"}, connection_token="svc_conn_new")
        if sent.headers["authorization"] == "Bearer svc_conn_new":
            return done(payment_request=REQUEST)
        return refusal(401, "credential_invalid")


IDENTITY: Dict[str, Any] = {"connection_id": "con_1", "agent_id": "agt_1", "kid": "k"}


def test_a_token_that_has_ended_is_renewed_once_and_told(using: Using, server: ScriptedServer) -> None:
    service = Renewing()
    server.otherwise = service
    told: list[Any] = []
    read = using(
        lambda client: client.payment_requests.read("r1"),
        server.base_url,
        connection_token=TOKEN,
        private_key=Ed25519PrivateKey.generate(),
        on_renewed_token=told.append,
        **IDENTITY,
    )
    assert read == {"payment_request": REQUEST}
    assert service.renewals == 1 and told[0]["connection_token"] == "svc_conn_new"


def test_threads_that_meet_a_refused_token_renew_it_once(server: ScriptedServer) -> None:
    service = Renewing()
    server.otherwise = service
    key = Ed25519PrivateKey.generate()
    with AgentClient(server.base_url, connection_token=TOKEN, private_key=key, **IDENTITY) as client:
        with ThreadPoolExecutor(8) as pool:
            reads = list(pool.map(lambda _: client.payment_requests.read("r1")["payment_request"]["request_id"], range(16)))
    assert reads == ["r1"] * 16
    assert service.renewals == 1


def test_without_the_agents_key_a_refused_token_is_told(using: Using, server: ScriptedServer) -> None:
    server.otherwise = Renewing()
    with pytest.raises(CredentialError):
        using(lambda client: client.payment_requests.read("r1"), server.base_url, connection_token=TOKEN)
    assert len(server.sent) == 1
