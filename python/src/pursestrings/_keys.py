"""Which of the keys that a service serves can be believed. They come over the channel whose contents they are to prove, so
none counts because it is served: it counts if its thumbprint is pinned, or if a key that counts signed for it.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ._encoding import base64url, bytes_of_base64, canonical_json, parse_json
from ._errors import PinRequiredError

ENDORSEMENT_TYPE = "svc.key_endorsement.v1"
ENDORSEMENT_JWS_TYPE = "svc-key-endorsement+jws"
KEYS_MAX = 64
"""More are not looked at: a service replaces a key now and then, and a set is not a way to keep a client busy."""
CHAIN_MAX = 64
"""From a pinned key over keys that endorse each other to the last one: a key a week, for more than a year."""
SKEW = timedelta(seconds=300)
_THUMBPRINT = re.compile(r"[A-Za-z0-9_-]{43}")
_KID = re.compile(r"[!-~]{1,160}")


class ServedKey(NamedTuple):
    kid: str
    thumbprint: str
    """RFC 7638, SHA-256, in base64url."""


@dataclass(frozen=True)
class KeyTrust:
    issuer: str
    """What the service calls itself: its address."""
    pinned_keys: Tuple[str, ...]


@dataclass(frozen=True)
class FactsKey:
    kid: str
    thumbprint: str
    x: str
    jwk: Mapping[str, Any]


def expect_thumbprints(given: Optional[Iterable[str]]) -> Tuple[str, ...]:
    pinned = (given,) if isinstance(given, str) else tuple(given or ())
    if all(isinstance(one, str) and _THUMBPRINT.fullmatch(one) for one in pinned):
        return pinned
    raise ValueError("pinned_keys must be a list of key thumbprints (RFC 7638): 43 letters, digits, - or _ each")


def jws_header(kid: str, typ: str) -> str:
    """The one header of every JWS of the service: these three members, in canonical JSON."""
    return base64url(canonical_json({"alg": "EdDSA", "kid": kid, "typ": typ}).encode("utf-8"))


def is_signed_by(public_key: str, text: str, signature: str) -> bool:
    raw, signed = bytes_of_base64(public_key), bytes_of_base64(signature)
    # One spelling of a signature: a last letter with stray bits would decode to the same bytes.
    if raw is None or signed is None or len(raw) != 32 or len(signed) != 64 or base64url(signed) != signature:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signed, text.encode("utf-8"))
    except (InvalidSignature, ValueError):
        return False
    return True


def facts_keys_in(jwks: Mapping[str, Any]) -> List[FactsKey]:
    """The keys for payment facts in a set, each with its thumbprint; being listed here says nothing about trust."""
    listed = jwks.get("keys") if isinstance(jwks, Mapping) else None
    found = [_facts_key(one) for one in (listed if isinstance(listed, list) else [])[:KEYS_MAX]]
    return [key for key in found if key is not None]


def _facts_key(jwk: Any) -> Optional[FactsKey]:
    if not isinstance(jwk, dict) or jwk.get("kty") != "OKP" or jwk.get("crv") != "Ed25519":
        return None
    x, kid = jwk.get("x"), jwk.get("kid")
    if not isinstance(x, str) or not isinstance(kid, str) or not _KID.fullmatch(kid):
        return None
    # A key has one purpose; what is not for facts does not sign facts.
    if any(name in jwk and jwk[name] != value for name, value in (("alg", "EdDSA"), ("use", "sig"), ("purpose", "facts"))):
        return None
    try:
        text = canonical_json({"crv": "Ed25519", "kty": "OKP", "x": x})
    except TypeError:
        return None
    return FactsKey(kid, base64url(sha256(text.encode("utf-8")).digest()), x, jwk)


def believed(served: Sequence[FactsKey], trust: KeyTrust) -> List[FactsKey]:
    """The keys that count; PinRequiredError where nothing is pinned."""
    if not trust.pinned_keys:
        raise PinRequiredError(
            trust.issuer, tuple({"kid": key.kid, "thumbprint": key.thumbprint} for key in served)
        )
    found = [key for key in served if key.thumbprint in trust.pinned_keys]
    newest = found[:]
    for _ in range(CHAIN_MAX):
        newest = [key for key in served if key not in found and _is_endorsed(key, newest, trust.issuer)]
        if not newest:
            break
        found += newest
    return found


def _is_endorsed(key: FactsKey, by: Sequence[FactsKey], issuer: str) -> bool:
    """Did one of these keys sign for this one, with all its members, for this service, from a time that has come?"""
    endorsed: Dict[str, Any] = {name: value for name, value in key.jwk.items() if name != "endorsement_jws"}
    jws = key.jwk.get("endorsement_jws")
    if not isinstance(jws, str) or endorsed.get("purpose") != "facts" or jws.count(".") != 2:
        return False
    header, payload, signature = jws.split(".")
    try:
        not_before = parse_json((bytes_of_base64(payload) or b"").decode("utf-8")).get("not_before")
        if datetime.fromisoformat(not_before) > datetime.now(timezone.utc) + SKEW:
            return False
        # Written again and compared: no second member of a name, no other order, no other spelling gets through.
        text = canonical_json({"type": ENDORSEMENT_TYPE, "issuer": issuer, "jwk": endorsed, "not_before": not_before})
    except (ValueError, TypeError, AttributeError, RecursionError):
        # A set may hold anything, also what cannot be written in canonical JSON: nobody signed for that.
        return False
    if payload != base64url(text.encode("utf-8")):
        return False
    return any(
        header == jws_header(one.kid, ENDORSEMENT_JWS_TYPE) and is_signed_by(one.x, f"{header}.{payload}", signature)
        for one in by
    )
