"""Against the real service, with the profile that `pursestrings demo` made and the test wallet of the command line.

`npm run e2e -- tests/e2e/clients.test.ts` starts both and runs this; by itself pytest skips it.
"""

import asyncio
import json
import os
import subprocess
import threading
import uuid
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional

import pytest

from pursestrings import (
    AgentClient,
    ApiError,
    AsyncAgentClient,
    FactsMismatchError,
    PaymentAsked,
    PinRequiredError,
    ResourceNotFoundError,
    TaskConflictError,
    verify_facts,
)

CLI = os.environ.get("PURSESTRINGS_TEST_CLI", "")
pytestmark = pytest.mark.skipif(CLI == "", reason="needs a running service: npm run e2e -- tests/e2e/clients.test.ts")
Using = Callable[..., Any]


def pursestrings(*words: str) -> Any:
    done = subprocess.run([os.environ["PURSESTRINGS_TEST_NODE"], CLI, *words, "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def profile() -> Dict[str, Any]:
    found: Dict[str, Any] = json.loads((Path(os.environ["PURSESTRINGS_CONFIG_DIR"]) / "default.json").read_text("utf-8"))
    return found


def settings(**more: Any) -> Dict[str, Any]:
    kept = profile()
    return {
        "base_url": kept["base_url"],
        "pinned_keys": kept["pinned_keys"],
        "connection_token": kept["connection"]["connection_token"],
        **more,
    }


def payee() -> Dict[str, Any]:
    kept = profile()["payee"]
    return {"recipient_id": kept["recipient_id"], "recipient_version_id": kept["recipient_version_id"]}


def new_task() -> str:
    return f"python-{uuid.uuid4()}"


def approve(request_id: str) -> None:
    pursestrings("wallet", "approve", request_id)


def test_a_request_is_approved_and_paid_and_every_fact_is_checked() -> None:
    with AgentClient.from_profile() as agent:
        since = agent.events.latest()
        asked = agent.request_payment(task_ref=new_task(), amount="12.5", **payee(), display={"title": "Ink"})
        request_id = asked.payment_request["request_id"]
        assert (asked.replayed, asked.payment_request["status"]) == (False, "pending")
        facts = agent.verify_facts(asked.payment_request)
        assert (facts["payment"]["amount"], facts["payee"]["domain"]) == ("12.5", "shop.localhost")
        threading.Timer(0.5, approve, [request_id]).start()
        ended = agent.payment_requests.wait_for_paid(request_id, timeout_s=120)
        assert ended.outcome == "paid" and ended.request is not None and "transaction_hash" in ended.request
        seen: List[str] = []
        for event in agent.events.follow(since=since):
            # What the ledger shows may come before the wallet's last word.
            if event["request_id"] == request_id and event["type"] == f"payment_request.{event['status']}":
                seen.append(event["status"])
            if seen[-1:] == ["confirmed"]:
                break
        assert seen == ["pending", "signed", "broadcasted", "confirmed"]
        listed = next(agent.payment_requests.list(limit=1))
        assert listed["request_id"] == request_id
        assert payee()["recipient_id"] in [one["recipient_id"] for one in agent.connections.list_recipients()]


def test_the_same_with_await() -> None:
    async def main() -> None:
        async with AsyncAgentClient.from_profile() as agent:
            since = await agent.events.latest()
            asked = await agent.request_payment(task_ref=new_task(), amount=Decimal("0.50"), **payee())
            request_id = asked.payment_request["request_id"]
            assert (await agent.verify_facts(asked.payment_request))["payment"]["amount"] == "0.50"
            waiting = asyncio.create_task(agent.payment_requests.wait_for_paid(request_id, timeout_s=120))
            await asyncio.get_running_loop().run_in_executor(None, approve, request_id)
            assert (await waiting).outcome == "paid"
            seen: List[str] = []
            async for event in agent.events.follow(since=since):
                if event["request_id"] == request_id and event["type"] == f"payment_request.{event['status']}":
                    seen.append(event["status"])
                if seen[-1:] == ["confirmed"]:
                    break
            assert seen == ["pending", "signed", "broadcasted", "confirmed"]
            async for one in agent.payment_requests.list(limit=1):
                assert one["request_id"] == request_id
                break
            assert [key.thumbprint for key in await agent.trusted_keys()] == profile()["pinned_keys"]

    asyncio.run(main())


def test_one_task_asks_once_however_the_amount_is_spelled(using: Using) -> None:
    task = new_task()

    def ask(amount: str, **more: Any) -> PaymentAsked:
        asked: PaymentAsked = using(
            lambda agent: agent.request_payment(task_ref=task, amount=amount, **payee(), **more), **settings()
        )
        return asked

    first = ask("3.5")
    for amount in ("3.5", "3.50"):
        again = ask(amount)
        assert (again.replayed, again.payment_request["request_id"]) == (True, first.payment_request["request_id"])
        assert again.payment_request["payment"]["amount"] == "3.5"
    with pytest.raises(TaskConflictError) as told:
        ask("4")
    assert told.value.payment_request["request_id"] == first.payment_request["request_id"]
    replaced = ask("4", replace=True)
    assert replaced.payment_request["payment"]["amount"] == "4" and not replaced.replayed
    old = using(lambda agent: agent.payment_requests.read(first.payment_request["request_id"]), **settings())
    assert (old["payment_request"]["status"], old["payment_request"]["reason"]) == ("failed", "canceled_by_agent")
    assert ask("4.0").payment_request["request_id"] == replaced.payment_request["request_id"]
    using(lambda agent: agent.payment_requests.cancel(replaced.payment_request["request_id"]), **settings())


def test_one_task_from_python_and_from_the_command_line_is_one_request(using: Using) -> None:
    task = new_task()
    asked = using(lambda agent: agent.request_payment(task_ref=task, amount="1.25", **payee()), **settings())
    again = pursestrings("requests", "create", "--amount", "1.250", "--task", task)
    assert again["payment_request"]["request_id"] == asked.payment_request["request_id"]
    assert again["replayed"] is True
    using(lambda agent: agent.payment_requests.cancel(asked.payment_request["request_id"]), **settings())


def test_a_request_that_nobody_answers_is_waited_for_and_not_failed(using: Using) -> None:
    asked = using(lambda agent: agent.request_payment(task_ref=new_task(), amount="1", **payee()), **settings())
    request_id = asked.payment_request["request_id"]
    ended = using(lambda agent: agent.payment_requests.wait_for_paid(request_id, timeout_s=1.5), **settings())
    assert ended.outcome == "still_waiting" and ended.request["status"] == "pending"
    canceled = using(lambda agent: agent.payment_requests.cancel(request_id), **settings())
    assert canceled["payment_request"]["status"] == "failed"
    ended = using(lambda agent: agent.payment_requests.wait_for_paid(request_id), **settings())
    assert ended.outcome == "canceled"


def test_facts_are_checked_offline_and_an_altered_amount_is_refused(using: Using) -> None:
    kept = settings()
    asked = using(lambda agent: agent.request_payment(task_ref=new_task(), amount="2", **payee()), **kept)
    jwks = using(lambda agent: agent.facts_keys.read(), **kept)
    trust = {"pinned_keys": kept["pinned_keys"], "issuer": kept["base_url"]}
    request = asked.payment_request
    assert verify_facts(request, jwks, **trust)["payment"]["amount"] == "2"
    altered = {**request, "payment": {**request["payment"], "amount": "200"}}
    with pytest.raises(FactsMismatchError) as told:
        verify_facts(altered, jwks, **trust)
    assert told.value.reason == "digest"
    with pytest.raises(PinRequiredError):
        using(lambda agent: agent.verify_facts(request), **settings(pinned_keys=None))
    with pytest.raises(FactsMismatchError) as told:
        using(lambda agent: agent.verify_facts(request), **settings(pinned_keys=["A" * 43]))
    assert told.value.reason == "not_pinned"
    using(lambda agent: agent.payment_requests.cancel(request["request_id"]), **kept)


def test_an_agent_connects_with_a_connect_key_and_its_token_is_renewed(using: Using) -> None:
    kept = profile()
    agent_key = {
        "agent_id": kept["agent"]["agent_id"],
        "kid": kept["agent"]["kid"],
        "private_key": Path(kept["agent"]["key_file"]).read_text("utf-8"),
    }
    key = pursestrings("wallet", "connect-key")["connect_key"]["key"]
    claimed: List[str] = []

    def on_claimed(invitation: Any) -> None:
        claimed.append(invitation["connect_invitation_id"])
        pursestrings("wallet", "invitations", "approve", invitation["connect_invitation_id"])

    connected = using(
        lambda agent: agent.connect(key, ["payment.requests.read"], on_claimed=on_claimed),
        base_url=kept["base_url"],
        **agent_key,
    )
    assert len(claimed) == 1 and connected["connection"]["scopes"] == ["payment.requests.read"]
    connection_id = connected["connection"]["connection_id"]
    renewed = using(lambda agent: agent.connections.rotate_token(connection_id), base_url=kept["base_url"], **agent_key)
    token = renewed["connection_token"]
    current = using(lambda agent: agent.connections.read("current"), base_url=kept["base_url"], connection_token=token)
    assert current["connection"]["connection_id"] == connection_id
    # Once the new one has been used, the old one is refused, and the client renews it by itself.
    told: List[Dict[str, Any]] = []
    read = using(
        lambda agent: agent.connections.read("current"),
        base_url=kept["base_url"],
        connection_token=connected["connection_token"],
        connection_id=connection_id,
        on_renewed_token=told.append,
        **agent_key,
    )
    assert read["connection"]["connection_id"] == connection_id and len(told) == 1
    with pytest.raises(ApiError) as refused:
        using(
            lambda agent: agent.request_payment(task_ref=new_task(), amount="1", **payee()),
            base_url=kept["base_url"],
            connection_token=told[0]["connection_token"],
        )
    assert refused.value.code == "scope_missing"
    using(
        lambda agent: agent.connections.revoke("current"),
        base_url=kept["base_url"],
        connection_token=told[0]["connection_token"],
    )


def test_what_is_somebody_elses_is_not_found(using: Using) -> None:
    with pytest.raises(ResourceNotFoundError) as told:
        using(lambda agent: agent.payment_requests.read("nobody-has-this"), **settings())
    assert told.value.doc_url is not None and told.value.request_id is not None
