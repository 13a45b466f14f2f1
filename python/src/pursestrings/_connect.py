"""How an agent gets a connection: with a user's Connect Key, or by pairing; both wait for the user in the wallet."""

import time
from typing import Any, Callable, Optional, Sequence

from ._errors import RequestTimeoutError
from ._flow import Flow, Pause, Tell
from ._generated.records import ConnectInvitationsExchangeAnswer, Scope
from ._request_payment import Asks

TIMEOUT_S = 600.0
POLL_S = 2.0
PAIRING_POLL_S = 5.0


def connect_with_key(
    asks: Asks,
    connect_key: str,
    scopes: Sequence[Scope],
    on_claimed: Optional[Callable[[Any], Any]],
    timeout_s: float,
) -> Flow[ConnectInvitationsExchangeAnswer]:
    fields = {"connect_key": connect_key, "scopes": list(scopes)}
    claimed = (yield from asks.answered("connect_invitations.claim", [], fields, None)).data
    if on_claimed:
        yield Tell(on_claimed, claimed["connect_invitation"])
    token = {"claim_token": claimed["claim_token"]}
    id_ = claimed["connect_invitation"]["connect_invitation_id"]
    end = time.monotonic() + timeout_s
    while True:
        read = yield from asks.answered("connect_invitations.read", [id_], token, None)
        if read.data["connect_invitation"]["status"] != "pending":
            break
        yield from _wait_for_user(end, POLL_S, timeout_s)
    # A rejection or an expiry arrives here too, as an error.
    exchanged = yield from asks.answered("connect_invitations.exchange", [id_], token, None)
    connected: ConnectInvitationsExchangeAnswer = exchanged.data
    return connected


def connect_by_pairing(
    asks: Asks, scopes: Sequence[Scope], show: Callable[[Any], Any], timeout_s: float
) -> Flow[ConnectInvitationsExchangeAnswer]:
    started = (yield from asks.answered("pairing.start", [], {"scopes": list(scopes)}, None)).data
    yield Tell(show, started)
    id_ = started["pairing_session"]["pairing_session_id"]
    end = time.monotonic() + timeout_s
    while True:
        read = yield from asks.answered("pairing.read", [id_], {}, None)
        if read.data["pairing_session"]["status"] != "pending":
            break
        yield from _wait_for_user(end, PAIRING_POLL_S, timeout_s)
    exchanged = yield from asks.answered("pairing.exchange", [id_], {}, None)
    connected: ConnectInvitationsExchangeAnswer = exchanged.data
    return connected


def _wait_for_user(end: float, poll_s: float, timeout_s: float) -> Flow[None]:
    if time.monotonic() >= end:
        raise RequestTimeoutError(f"The user has not decided within {timeout_s:g} seconds.")
    yield Pause(min(poll_s, max(0.0, end - time.monotonic())))
