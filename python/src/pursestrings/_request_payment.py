"""Requests a payment so that one task never asks twice, whatever amount or payee a second try names: the idempotency key and
the request's id follow from the connection and the task alone. Another intent for the task is refused with the request
that is there. `replace` takes that one back first; what follows it has a key made from its id, so two who replace at the
same moment meet at one key. What comes back is checked against what was asked and against its own digest.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Dict, Optional, Protocol, Union

from ._call import CallOptions
from ._encoding import canonical_json, plain_amount, sha256_hex
from ._errors import ApiError, FactsMismatchError, ResourceNotFoundError, TaskConflictError
from ._facts import check_digest
from ._flow import Flow
from ._generated.records import PaymentRequest
from ._generated.wire import TERMINAL
from ._transport import Answered

ROUNDS = 10
"""Others may replace at the same time; after this many tries we raise with the current request."""


class Asks(Protocol):
    def answered(
        self, operation: str, ids: "list[str]", fields: Dict[str, Any], options: Optional[CallOptions]
    ) -> Flow[Answered]:
        ...


@dataclass(frozen=True)
class PaymentAsked:
    payment_request: PaymentRequest
    replayed: bool
    """It had been requested before; this is that request, as it is now."""
    idempotency_key: str


@dataclass(frozen=True)
class Names:
    idempotency_key: str
    request_id: str


@dataclass(frozen=True)
class Wanted:
    task_ref: str
    amount: str
    recipient_id: str
    fields: Dict[str, Any]
    replace: bool


def amount_text(amount: Union[str, Decimal]) -> str:
    """Exact decimal text. A float is refused: 0.1 + 0.2 is not 0.3."""
    if isinstance(amount, Decimal) and amount.is_finite():
        return format(amount, "f")
    if isinstance(amount, str):
        return amount
    raise TypeError("amount must be exact: a text such as '12.5', or a Decimal")


def names_of(connection_id: str, task_ref: str, after: Optional[str] = None) -> Names:
    task = {"type": "svc.task.v1", "connection_id": connection_id, "task_ref": task_ref}
    digest = sha256_hex(canonical_json({**task, "after": after} if after is not None else task))
    return Names(f"task-{digest}", f"task-{digest[:32]}")


def request_payment(asks: Asks, connection_id: str, wanted: Wanted, options: Optional[CallOptions]) -> Flow[PaymentAsked]:
    asked = yield from _ask(asks, names_of(connection_id, wanted.task_ref), wanted, options)
    rounds = 0
    while asked.replayed:
        asked = yield from _newest(asks, connection_id, wanted.task_ref, asked, options)
        check_digest(asked.payment_request)
        same = _is_same(asked.payment_request, wanted)
        if same and not (wanted.replace and _is_unpaid(asked.payment_request)):
            return asked
        if not wanted.replace or rounds == ROUNDS:
            raise TaskConflictError(wanted.task_ref, asked.payment_request)
        ended = yield from _take_back(asks, asked.payment_request, options)
        if not _is_unpaid(ended):
            raise TaskConflictError(wanted.task_ref, ended)
        asked = yield from _ask(asks, names_of(connection_id, wanted.task_ref, ended["request_id"]), wanted, options)
        rounds += 1
    check_digest(asked.payment_request)
    if _is_same(asked.payment_request, wanted):
        return asked
    raise FactsMismatchError("intent", "The request has a different payee or amount.")


def _ask(asks: Asks, names: Names, wanted: Wanted, options: Optional[CallOptions]) -> Flow[PaymentAsked]:
    fields = {
        **wanted.fields,
        "metadata": {**(wanted.fields.get("metadata") or {}), "task_ref": wanted.task_ref},
        "recipient_id": wanted.recipient_id,
        "request_id": names.request_id,
        "payment": {"amount": wanted.amount},
        "policy": {"requires_user_approval": True},
        "idempotency_key": names.idempotency_key,
    }
    try:
        answered = yield from asks.answered("payment_requests.create", [], fields, options)
    except ApiError as failure:
        # The same task, worded otherwise than the first time (3.5, then 3.50): what was asked then stands.
        if failure.code != "idempotency_key_reused":
            raise
        request = yield from read_request(asks, names.request_id, options)
        return PaymentAsked(_expect_named(request, names.request_id), True, names.idempotency_key)
    replayed = answered.headers.get("idempotency-replayed") == "true"
    request = _expect_named(answered.data["payment_request"], names.request_id)
    return PaymentAsked(request, replayed, names.idempotency_key)


def _expect_named(request: PaymentRequest, request_id: str) -> PaymentRequest:
    """Another's request of the same price to the same payee is signed, too."""
    if request["request_id"] == request_id:
        return request
    raise FactsMismatchError("intent", "The answer is about a different request.")


def read_request(asks: Asks, request_id: str, options: Optional[CallOptions]) -> Flow[PaymentRequest]:
    answered = yield from asks.answered("payment_requests.read", [request_id], {}, options)
    found: PaymentRequest = answered.data["payment_request"]
    return found


def _newest(
    asks: Asks, connection_id: str, task_ref: str, first: PaymentAsked, options: Optional[CallOptions]
) -> Flow[PaymentAsked]:
    """What followed it, if it was replaced. Only what has ended is ever replaced."""
    found = first
    while found.payment_request["status"] in TERMINAL:
        names = names_of(connection_id, task_ref, found.payment_request["request_id"])
        try:
            request = yield from read_request(asks, names.request_id, options)
        except ResourceNotFoundError:
            break
        found = PaymentAsked(_expect_named(request, names.request_id), True, names.idempotency_key)
    return found


def _take_back(asks: Asks, request: PaymentRequest, options: Optional[CallOptions]) -> Flow[PaymentRequest]:
    """The request as it is after that: the user may have decided meanwhile."""
    if request["status"] != "pending":
        return request
    try:
        answered = yield from asks.answered("payment_requests.cancel", [request["request_id"]], {}, options)
    except ApiError as failure:
        if failure.code != "invalid_transition":
            raise
        return (yield from read_request(asks, request["request_id"], options))
    canceled: PaymentRequest = answered.data["payment_request"]
    return canceled


def _is_unpaid(request: PaymentRequest) -> bool:
    """It has ended, and nobody has named a transaction for it."""
    status = request["status"]
    return status in TERMINAL and status != "confirmed" and "transaction_hash" not in request


def _is_same(request: PaymentRequest, wanted: Wanted) -> bool:
    same_amount = plain_amount(request["payment"]["amount"]) == plain_amount(wanted.amount)
    # This client asks for nothing that an address sells.
    plain = request.get("terms_digest") is None
    return request["recipient_id"] == wanted.recipient_id and same_amount and plain
