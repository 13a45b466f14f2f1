"""Pursestrings for agents in Python: request payments, learn what became of them, check what was signed."""

from ._call import CallOptions
from ._client import AgentClient, AsyncAgentClient
from ._encoding import canonical_json
from ._errors import (
    ApiError,
    PursestringsError,
    CredentialError,
    FactsMismatchError,
    NetworkError,
    OutcomeUnknownError,
    PinRequiredError,
    RateLimitedError,
    RequestTimeoutError,
    ResourceNotFoundError,
    TaskConflictError,
    WebhookVerificationError,
)
from ._facts import PaymentFacts, verify_facts
from ._generated import records
from ._generated.errors import ERRORS, ErrorCode
from ._generated.records import PaymentEvent, PaymentRequest, PaymentStatus, Scope, WebhookMessage
from ._generated.wire import VERSION as __version__
from ._identity import Connected
from ._keys import ServedKey
from ._link import approval_link, wallet_link
from ._outcome import Outcome, outcome_of
from ._request_payment import PaymentAsked
from ._wait import FeedReset, Waited
from ._webhook import VerifiedWebhook, sign_webhook_for_tests, verify_webhook

__all__ = [
    "AgentClient",
    "ApiError",
    "AsyncAgentClient",
    "CallOptions",
    "Connected",
    "PursestringsError",
    "CredentialError",
    "ERRORS",
    "ErrorCode",
    "FactsMismatchError",
    "FeedReset",
    "NetworkError",
    "Outcome",
    "OutcomeUnknownError",
    "PaymentAsked",
    "PaymentEvent",
    "PaymentFacts",
    "PaymentRequest",
    "PaymentStatus",
    "PinRequiredError",
    "RateLimitedError",
    "RequestTimeoutError",
    "ResourceNotFoundError",
    "Scope",
    "ServedKey",
    "TaskConflictError",
    "VerifiedWebhook",
    "Waited",
    "WebhookMessage",
    "WebhookVerificationError",
    "__version__",
    "approval_link",
    "canonical_json",
    "outcome_of",
    "records",
    "sign_webhook_for_tests",
    "verify_facts",
    "verify_webhook",
    "wallet_link",
]
