"""What can go wrong: a refusal of the service, an answer that was lost, facts that do not hold."""

from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Mapping, Optional, Tuple

from ._generated.errors import ERRORS, Retry
from ._generated.records import PaymentRequest


class PursestringsError(Exception):
    """Every error of this package, but for mistakes in a call, which are TypeError or ValueError."""


class NetworkError(PursestringsError):
    """No answer came: the service was not reached, or the connection broke."""


class RequestTimeoutError(PursestringsError):
    """No answer came in time."""


class OutcomeUnknownError(PursestringsError):
    """The answer to a create was lost: it may have been done or not. Unknown is not failed. Make the same call with the
    same idempotency key; it answers with what there is, and does nothing twice.
    """

    def __init__(self, operation: str, idempotency_key: str) -> None:
        super().__init__(
            f"It is not known whether {operation} was done: its answer was lost. Make the same call with the same "
            f"idempotency key ({idempotency_key}); a new key could do it twice."
        )
        self.idempotency_key = idempotency_key


@dataclass(frozen=True)
class Refused:
    code: str
    status: int
    message: str
    request_id: Optional[str]
    doc_url: Optional[str]
    field: Optional[str]
    issues: List[Dict[str, Any]]
    details: Dict[str, Any]
    retry_after_s: Optional[int]


class ApiError(PursestringsError):
    """A refusal of the service: what happened, and what to do next."""

    recovery: str
    """What the caller does next, as a sentence."""
    retry: Retry
    """May the very same call, with the same idempotency key, be sent again?"""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message)
        self.code = refused.code
        self.status = refused.status
        self.message = refused.message
        self.request_id = refused.request_id
        self.doc_url = refused.doc_url
        self.field = refused.field
        self.issues = refused.issues
        self.details = refused.details
        self.retry_after_s = refused.retry_after_s
        known = ERRORS.get(refused.code)
        self.recovery = known.recovery if known else "Read the message; this version of the client doesn't know the code."
        self.retry = known.retry if known else ("safe" if refused.status >= 500 else "never")

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class ResourceNotFoundError(ApiError):
    """Absent, or not visible to you: the two cannot be told apart."""


class CredentialError(ApiError):
    """The credential was missing or isn't valid here."""


class RateLimitedError(ApiError):
    """Too many calls; `retry_after_s` says when to try again."""


def api_error(refused: Refused) -> ApiError:
    if refused.code == "resource_not_found":
        return ResourceNotFoundError(refused)
    if refused.status == 401:
        return CredentialError(refused)
    if refused.status == 429:
        return RateLimitedError(refused)
    return ApiError(refused)


class TaskConflictError(PursestringsError):
    """Nothing new was requested. `payment_request` is what the task requested before, as it is now."""

    def __init__(self, task_ref: str, payment_request: PaymentRequest) -> None:
        # No amount: the request's signature has not been checked yet.
        super().__init__(
            f"This task already requested another amount or payee: request {payment_request['request_id']} is "
            f"{payment_request['status']}. Nothing new was requested. Use that request, name another task, or set "
            "replace=True to take back what is still pending."
        )
        self.task_ref = task_ref
        self.payment_request = payment_request


FactsReason = Literal["digest", "not_signed", "unknown_key", "not_pinned", "signature", "facts", "issuer", "intent"]


class FactsMismatchError(PursestringsError):
    """What is shown is not what the service signed, or nobody you trust signed it. Don't pay."""

    def __init__(self, reason: FactsReason, message: str, thumbprint: Optional[str] = None) -> None:
        super().__init__(f"{message} Don't pay.")
        self.reason = reason
        self.thumbprint = thumbprint
        """Of the key that is not pinned."""


class PinRequiredError(PursestringsError):
    """Nothing is pinned, so nothing can be checked. `served` is what the service shows: compare it, do not believe it."""

    def __init__(self, issuer: str, served: Tuple[Mapping[str, str], ...]) -> None:
        listed = ", ".join(f'"{key["thumbprint"]}"' for key in served)
        what_next = (
            "Compare the thumbprint that it serves with what its operator publishes elsewhere. If they are the same, add "
            f"this line:\n  pinned_keys=[{listed}],"
            if served
            else "It serves no key for payment facts."
        )
        super().__init__(
            f"No key of {issuer} is pinned, so its signatures prove nothing yet: anyone in between could have made them. "
            + what_next
        )
        self.served = served


WebhookReason = Literal["headers", "too_old", "too_new", "signature", "not_json"]


class WebhookVerificationError(PursestringsError):
    """The webhook isn't one that the service sent to you just now. Answer 400."""

    def __init__(self, reason: WebhookReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
