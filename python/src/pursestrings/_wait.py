"""Waits until the ledger has spoken of a payment request, and says no more than is known: what has not ended in time is
`still_waiting`, never `failed`, since a wallet may have signed or sent it already.
"""

import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional

from ._call import CallOptions
from ._errors import ApiError, PursestringsError
from ._flow import Flow, Pause, Tell
from ._generated.records import PaymentEvent, PaymentRequest
from ._generated.wire import EVENTS_LIMIT_MAX, EVENTS_WAIT_MAX_S
from ._outcome import Outcome, outcome_of
from ._request_payment import Asks, read_request
from ._retry import pause_after

LAST_S = 1.0
"""Below this a long poll is not worth its while."""
CALL_S_MAX = 30.0
GRACE_S = 2.0
"""What a call may take beyond the time that is left."""
EMPTY_S_MIN = 0.25
QUICK_TRIES = 2
"""A short break, as of a restart, is not to be noticed: the first pauses are shorter than those of a call."""


@dataclass(frozen=True)
class Waited:
    outcome: Outcome
    """Only `paid` is success."""
    request: Optional[PaymentRequest]
    """As it was last read; None where the service could not be asked at all."""


@dataclass(frozen=True)
class EventsPage:
    events: List[PaymentEvent]
    next_since: int


@dataclass(frozen=True)
class FeedReset:
    """Events after `resume_from`, up to `since`, are lost; what comes next has larger cursors."""

    since: int
    """The cursor of the last event seen."""
    resume_from: int
    """The last event that the service still has."""
    epoch: int
    """Grows with every restore."""


def reset_in(failure: Exception, since: int) -> Optional[FeedReset]:
    """What the failure says of a restore; None where it is another one."""
    if not isinstance(failure, ApiError) or failure.code != "cursor_reset":
        return None
    return FeedReset(since, int(failure.details["resume_from"]), int(failure.details["epoch"]))


def is_lost_cursor(failure: Exception) -> bool:
    """The feed no longer has what was read."""
    return isinstance(failure, ApiError) and failure.code in ("cursor_reset", "cursor_ahead")


def latest_cursor(asks: Asks, options: Optional[CallOptions]) -> Flow[int]:
    """Where the feed ends now: the cursor to follow from when only what is new matters."""
    answered = yield from asks.answered("events.list", [], {"since": "latest", "limit": 1}, options)
    return int(answered.data["next_since"])


def poll(asks: Asks, fields: Dict[str, Any], options: Optional[CallOptions]) -> Flow[EventsPage]:
    """It may be answered early and empty, as by a service that is about to stop: then the next one waits a little."""
    began = time.monotonic()
    answered = yield from asks.answered("events.list", [], {"changes": "all", **fields}, options)
    page = EventsPage(answered.data["events"], int(answered.data["next_since"]))
    if not page.events:
        yield Pause(max(0.0, began + EMPTY_S_MIN - time.monotonic()))
    return page


def is_observed(asks: Asks, request: PaymentRequest, options: CallOptions) -> Flow[bool]:
    """Whether the service looks for payments on the network of this request."""
    answered = yield from asks.answered("service.read", [], {}, options)
    network = request["payment"]["network"]
    return any(one["network"] == network and one["ledger"] is not None for one in answered.data["service"]["networks"])


def wait_for_paid(asks: Asks, request_id: str, timeout_s: float, accept_reported: bool) -> Flow[Waited]:
    end = time.monotonic() + timeout_s

    def left() -> float:
        return max(0.0, end - time.monotonic())

    def each() -> CallOptions:
        return CallOptions(timeout_s=min(CALL_S_MAX, left() + GRACE_S), retries=0)

    request: Optional[PaymentRequest] = None
    since: Optional[int] = None
    observed: Optional[bool] = False if accept_reported else None
    failures = 0
    while True:
        last = left() == 0
        try:
            # Before the read: what happens between the two is then still to come in the feed.
            if since is None:
                since = yield from latest_cursor(asks, each())
            request = yield from read_request(asks, request_id, each())
            # Before the wallet's last word it makes no difference, and isn't asked.
            if observed is None and request["status"] in ("confirmed", "expired"):
                observed = yield from is_observed(asks, request, each())
            failures = 0
            outcome = outcome_of(request, observed is not False)
            if outcome != "still_waiting" or last:
                return Waited(outcome, request)
            while left() >= LAST_S:
                wait = min(EVENTS_WAIT_MAX_S, int(left()))
                page = yield from poll(asks, {"since": since, "wait": wait}, each())
                since = page.next_since
                if any(event["request_id"] == request_id for event in page.events):
                    break
            pause_s = left() if left() < LAST_S else 0.0
        except PursestringsError as failure:
            if is_lost_cursor(failure):
                # Restored from a backup, and perhaps not opened again yet: the request itself tells how it stands now.
                since = None
                continue
            again_s = pause_after(failure, failures)
            failures += 1
            if again_s is None:
                raise
            if last:
                return Waited("still_waiting", request)
            pause_s = min(again_s, left())
        yield Pause(pause_s)


class Following:
    """Follows the feed by long polls: every event once, in order, across restarts, lost connections and 5xx."""

    def __init__(
        self,
        asks: Asks,
        since: int,
        on_interruption: Optional[Callable[[Exception], Any]],
        on_reset: Optional[Callable[[FeedReset], Any]],
    ) -> None:
        self._asks, self._on_interruption, self._on_reset = asks, on_interruption, on_reset
        self.since = since
        self._failures = 0

    def next(self) -> Flow[List[PaymentEvent]]:
        fields = {"since": self.since, "wait": EVENTS_WAIT_MAX_S, "limit": EVENTS_LIMIT_MAX}
        try:
            page = yield from poll(self._asks, fields, CallOptions(retries=0))
        except PursestringsError as failure:
            reset = reset_in(failure, self.since) if self._on_reset else None
            if reset and self._on_reset:
                yield Tell(self._on_reset, reset)
                self.since = reset.resume_from
                return []
            again_s = pause_after(failure, self._failures - QUICK_TRIES)
            self._failures += 1
            if again_s is None:
                raise
            caught = failure
        else:
            self._failures = 0
            fresh = [event for event in page.events if event["cursor"] > self.since]
            self.since = max(self.since, page.next_since)
            return fresh
        if self._on_interruption:
            yield Tell(self._on_interruption, caught)
        yield Pause(again_s)
        return []
