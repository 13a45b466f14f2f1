"""Decides whether a try is repeated, and after how long. The same rule as the TypeScript SDK's."""

import random
from typing import Optional

from ._errors import ApiError, NetworkError, RequestTimeoutError

FIRST_PAUSE_S = 0.5
PAUSE_S_MAX = 8.0
JITTER = 0.25
RETRY_AFTER_S_MAX = 60
"""If the service asks for a longer wait than this, we raise instead of waiting."""
WAITS_FOR_PEOPLE = "too_many_pending"
"""The user has to answer requests first: to ask again soon only wears people down."""


def pause_before(retry: int, chance: Optional[float] = None) -> float:
    """Half a second, doubling to eight, minus up to a quarter: clients that failed together don't return together."""
    share = random.random() if chance is None else chance
    # An exponent without bounds would end as a number that is too large for a float.
    return min(PAUSE_S_MAX, FIRST_PAUSE_S * 2.0 ** min(retry, 16)) * (1 - JITTER * share)


def pause_after(failure: BaseException, retry: int, should_retry: Optional[str] = None) -> Optional[float]:
    """Seconds to wait before the next try; None where there is none."""
    if isinstance(failure, (NetworkError, RequestTimeoutError)):
        return pause_before(retry)
    if not isinstance(failure, ApiError):
        return None
    if should_retry == "false" or (should_retry != "true" and not _passing(failure)):
        return None
    if failure.retry_after_s is None:
        return pause_before(retry)
    return None if failure.retry_after_s > RETRY_AFTER_S_MAX else float(failure.retry_after_s)


def _passing(failure: ApiError) -> bool:
    return (failure.status in (408, 429) or failure.status >= 500) and failure.code != WAITS_FOR_PEOPLE


# Refusals of a service that cannot answer which say that it did nothing.
_NOTHING_CHANGED = frozenset({"service_unavailable", "overloaded"})


def leaves_unknown(failure: BaseException) -> bool:
    """Whether the service may have done what it was asked, although no answer said so."""
    if isinstance(failure, ApiError):
        return failure.status >= 500 and failure.code not in _NOTHING_CHANGED
    return isinstance(failure, (NetworkError, RequestTimeoutError))
