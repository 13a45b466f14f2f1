"""What became of a payment request. "Paid" is the ledger's word alone; the wallet's `confirmed` is `reported` at most."""

from typing import Any, Literal, Mapping

Outcome = Literal[
    "paid", "unpaid", "rejected", "expired", "canceled", "failed", "disputed", "reported", "still_waiting"
]
BY_SERVICE = ("canceled_by_agent", "recipient_recalled")
NOBODY_CAN_TELL = ("history_gone", "ledger_reset", "unreadable_transaction")


def outcome_of(payment_request: Mapping[str, Any], observed: bool = False) -> Outcome:
    """`observed`: the service looks for payments on this request's network, so the wallet's word is not the last one."""
    status, assurance = payment_request["status"], payment_request["settlement"]["assurance"]
    if assurance == "chain_observed":
        return "paid"
    if assurance == "disputed":
        return "disputed"
    if status == "rejected":
        return "rejected"
    if status == "failed":
        return "canceled" if payment_request.get("reason") in BY_SERVICE else "failed"
    if assurance == "proven_unpaid":
        return "unpaid"
    if assurance == "merchant_accepted":
        return "reported"
    if observed and not _has_ledger_ended(payment_request):
        return "still_waiting"
    if status == "confirmed":
        return "reported"
    return "expired" if status == "expired" else "still_waiting"


def _has_ledger_ended(payment_request: Mapping[str, Any]) -> bool:
    """Whether nothing more comes from the ledger by itself. A payment that fits and isn't bound ends the wait of the wallet that
    named it. Somebody else's ends no wait before the time is over: anybody could send one.
    """
    settlement = payment_request["settlement"]
    match, reason = settlement.get("ledger_match"), settlement.get("reason")
    if reason in NOBODY_CAN_TELL:
        return True
    if payment_request["status"] == "expired":
        return match is not None
    return match is not None and match["transaction_hash"] == payment_request.get("transaction_hash")
