"""Checks payment facts: that they are those of the digest, and that the service signed them. Asks nobody."""

from typing import Any, Dict, Iterable, Literal, Mapping, NotRequired, Optional, TypedDict, cast

from ._encoding import base64url, bytes_of_base64, canonical_json, parse_json, sha256_hex
from ._errors import FactsMismatchError
from ._generated.wire import FACTS_JWS_TYPE
from ._keys import FactsKey, KeyTrust, believed, expect_thumbprints, facts_keys_in, is_signed_by, jws_header

FACTS_TYPE = "svc.payment_facts.v2"
_NEEDED = ("rail", "network", "asset", "amount", "to", "decimals")
_OPTIONAL = ("memo", "reference", "method", "contract", "issuer", "chain_id")


class FactsPayee(TypedDict):
    name: str
    domain: str
    standing: NotRequired[Literal["listed"]]
    """An agent found the payee on that domain; a merchant's own says nothing."""


class FactsPayment(TypedDict):
    rail: str
    network: str
    asset: str
    amount: str
    to: str
    decimals: int
    memo: NotRequired[str]
    reference: NotRequired[str]
    """The payment carries the digest of these facts, in this form."""
    method: NotRequired[str]
    """How the payment is made; present where the reference is `authorization_nonce`."""
    contract: NotRequired[str]
    issuer: NotRequired[str]
    chain_id: NotRequired[int]


class PaymentFacts(TypedDict):
    type: Literal["svc.payment_facts.v2"]
    issuer: str
    """The base address of the service that asks."""
    connection_id: str
    request_id: str
    recipient_id: str
    recipient_version_id: str
    payee: FactsPayee
    payment: FactsPayment
    expires_at: str
    terms_digest: NotRequired[str]
    """SHA-256 of what the request says the payment is for, in hexadecimal."""


def payment_facts_of(request: Mapping[str, Any]) -> PaymentFacts:
    """Names every fact, so that nothing else of the given record can slip into what is signed."""
    payment, payee = request["payment"], request["payee"]
    facts: Dict[str, Any] = {
        "type": FACTS_TYPE,
        "issuer": request["issuer"],
        "connection_id": request["connection_id"],
        "request_id": request["request_id"],
        "recipient_id": request["recipient_id"],
        "recipient_version_id": request["recipient_version_id"],
        "payee": {
            "name": payee["name"],
            "domain": payee["domain"],
            **({"standing": "listed"} if payee.get("standing") == "listed" else {}),
        },
        "payment": {
            **{name: payment[name] for name in _NEEDED},
            **{name: payment[name] for name in _OPTIONAL if payment.get(name) is not None},
        },
        "expires_at": request["expires_at"],
        **({"terms_digest": request["terms_digest"]} if request.get("terms_digest") is not None else {}),
    }
    return cast(PaymentFacts, facts)


def facts_text(facts: PaymentFacts) -> str:
    return canonical_json(facts)


def check_digest(request: Mapping[str, Any]) -> PaymentFacts:
    """Recomputes the digest of the facts as they are shown; needs no key."""
    try:
        facts = payment_facts_of(request)
        digest = sha256_hex(facts_text(facts))
    except (KeyError, TypeError, AttributeError):
        raise FactsMismatchError("digest", "The request lacks a payment fact, or one has no form.") from None
    if digest != request.get("facts_digest"):
        raise FactsMismatchError("digest", "The facts don't match their digest.")
    return facts


def verify_facts(
    payment_request: Mapping[str, Any],
    jwks: Mapping[str, Any],
    *,
    pinned_keys: Optional[Iterable[str]],
    issuer: str,
) -> PaymentFacts:
    """The facts, once they are known to be what the service signed. FactsMismatchError otherwise, and PinRequiredError
    where nothing is pinned.

    `jwks` is what `/.well-known/jwks.json` answered, `issuer` the address that the service calls itself by, and
    `pinned_keys` thumbprints (RFC 7638) that you learned in another way.
    """
    return verify_with(payment_request, jwks, KeyTrust(issuer, expect_thumbprints(pinned_keys)))


def verify_with(request: Mapping[str, Any], jwks: Mapping[str, Any], trust: KeyTrust) -> PaymentFacts:
    served = facts_keys_in(jwks)
    trusted = believed(served, trust)
    facts = check_digest(request)
    jws = request.get("facts_jws")
    if not isinstance(jws, str) or jws.count(".") != 2:
        raise FactsMismatchError("not_signed", "The request has no signed facts; read it from the service.")
    header, payload, signature = jws.split(".")
    kid = _kid_in(header)
    candidates = [key for key in trusted if key.kid == kid]
    if not candidates:
        raise _not_trusted(next((key for key in served if key.kid == kid), None), trust.issuer)
    if not any(is_signed_by(key.x, f"{header}.{payload}", signature) for key in candidates):
        raise FactsMismatchError("signature", "The signature of the facts isn't valid.")
    if payload != base64url(facts_text(facts).encode("utf-8")):
        raise FactsMismatchError("facts", "The facts don't match what was signed.")
    # Two services may share a key, such as a trial and the real one.
    if facts["issuer"] != trust.issuer:
        raise FactsMismatchError(
            "issuer",
            f"The request is from the service at {facts['issuer']}, and you trust the one at {trust.issuer}. Only if its "
            "operator says that both are the same service, use the first address as the client's audience.",
        )
    return facts


def _kid_in(header: str) -> str:
    """Exactly the three members, in their one spelling: what else a header says does not count."""
    try:
        kid = parse_json((bytes_of_base64(header) or b"").decode("utf-8")).get("kid")
        if isinstance(kid, str) and header == jws_header(kid, FACTS_JWS_TYPE):
            return kid
    except (ValueError, TypeError, AttributeError, RecursionError):
        pass
    raise FactsMismatchError("signature", "The signed text isn't payment facts.")


def _not_trusted(key: Optional[FactsKey], issuer: str) -> FactsMismatchError:
    if key is None:
        return FactsMismatchError(
            "unknown_key", "The facts are signed with a key that is not among those given; read the keys again."
        )
    word = (
        f"its endorsement is not by a pinned key, or not for {issuer}"
        if "endorsement_jws" in key.jwk
        else "no pinned key endorses it"
    )
    return FactsMismatchError(
        "not_pinned",
        f"The facts are signed with the key {key.thumbprint} (kid {key.kid}), which is not pinned, and {word}. Somebody "
        "between you and the service may have put it there. Only if the operator announced this very key elsewhere, pin "
        f'it: pinned_keys=["{key.thumbprint}"].',
        key.thumbprint,
    )
