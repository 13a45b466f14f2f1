"""Checks a webhook (Standard Webhooks 1.0) over the exact bytes that arrived, before anything reads them."""

import base64
import hmac
import re
import time
from hashlib import sha256
from typing import Any, Dict, Mapping, NamedTuple, Optional, Sequence, Union, cast

from ._encoding import bytes_of_base64, parse_json
from ._errors import WebhookVerificationError
from ._generated.records import WebhookMessage
from ._generated.wire import WEBHOOK_TOLERANCE_S

_STAMP = re.compile(r"[0-9]{1,15}")


class VerifiedWebhook(NamedTuple):
    id: str
    """The same at every attempt: keep it, and skip what you have handled."""
    message: WebhookMessage


def verify_webhook(
    raw_body: Union[str, bytes],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_s: int = WEBHOOK_TOLERANCE_S,
    now: Optional[float] = None,
) -> VerifiedWebhook:
    """`raw_body` is the body as it came: one that was parsed and written again has other bytes and is refused. Several
    secrets are tried in turn, as during a rotation. WebhookVerificationError for what did not come from the service.
    A webhook says that there is something to look at; read the request.
    """
    body = _body_of(raw_body)
    id_, stamp, signatures = (_header_in(headers, f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id_ or not signatures or not stamp or not _STAMP.fullmatch(stamp):
        raise WebhookVerificationError("headers", "webhook-id, webhook-timestamp or webhook-signature is missing.")
    age_s = int(time.time() if now is None else now) - int(stamp)
    if age_s > tolerance_s:
        raise WebhookVerificationError("too_old", f"Signed {age_s} seconds ago.")
    if -age_s > tolerance_s:
        raise WebhookVerificationError("too_new", f"Signed {-age_s} seconds from now.")
    signed = f"{id_}.{stamp}.".encode("utf-8", "surrogatepass") + body
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        if _signs_one(secret, signed, signatures):
            return VerifiedWebhook(id_, _message_in(body))
    raise WebhookVerificationError("signature", "The signature doesn't match: the secret or the body is different.")


def sign_webhook_for_tests(body: str, secret: str, *, id: str, now: Optional[float] = None) -> Dict[str, str]:
    """The headers that the service would send, for tests of a receiver."""
    stamp = str(int(time.time() if now is None else now))
    digest = hmac.new(_key_of(secret), f"{id}.{stamp}.{body}".encode("utf-8"), sha256).digest()
    signature = base64.b64encode(digest).decode("ascii")
    return {"webhook-id": id, "webhook-timestamp": stamp, "webhook-signature": f"v1,{signature}"}


def _signs_one(secret: str, signed: bytes, signatures: str) -> bool:
    expected = base64.b64encode(hmac.new(_key_of(secret), signed, sha256).digest())
    # Compared as texts: one spelling of a signature counts.
    return any(
        hmac.compare_digest(f"v1,{expected.decode('ascii')}".encode("ascii"), entry.encode("utf-8", "surrogatepass"))
        for entry in signatures.split(" ")
    )


def _key_of(secret: str) -> bytes:
    key = bytes_of_base64(secret[6:] if secret.startswith("whsec_") else secret)
    # An empty key would let anybody sign.
    if key is None or len(key) < 16:
        raise ValueError("a webhook secret is `whsec_` and base64, as it was shown")
    return key


def _body_of(raw: Any) -> bytes:
    if isinstance(raw, str):
        return raw.encode("utf-8")
    if isinstance(raw, (bytes, bytearray, memoryview)):
        return bytes(raw)
    raise TypeError("verify_webhook needs the raw body, str or bytes; a parsed one no longer has the bytes that were signed")


def _header_in(headers: Mapping[str, str], name: str) -> Optional[str]:
    found = [value for key, value in headers.items() if key.lower() == name]
    return found[0] if len(found) == 1 and isinstance(found[0], str) else None


def _message_in(body: bytes) -> WebhookMessage:
    try:
        message = parse_json(body.decode("utf-8"))
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise WebhookVerificationError("not_json", "The body is signed, but isn't a JSON object.")
    return cast(WebhookMessage, message)
