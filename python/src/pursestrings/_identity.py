"""Who the agent is: it signs a new assertion for each short token, and its key is never sent."""

import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Optional, Union

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from ._encoding import base64url
from ._flow import Exclusive, Flow, Tell
from ._generated.operations import OPERATIONS
from ._generated.records import ConnectInvitationsExchangeAnswer
from ._generated.wire import ASSERTION_TYP
from ._transport import Outgoing, outgoing_of, send

LIFETIME_S = 60
MARGIN_S = 30
"""A token this close to its end is not begun with."""

Connected = ConnectInvitationsExchangeAnswer
PrivateKey = Union[str, bytes, Ed25519PrivateKey]


def private_key_of(given: PrivateKey) -> Ed25519PrivateKey:
    if isinstance(given, Ed25519PrivateKey):
        return given
    try:
        key = load_pem_private_key(given.encode("ascii") if isinstance(given, str) else given, password=None)
        if isinstance(key, Ed25519PrivateKey):
            return key
    except Exception:
        # The reason could quote the key.
        pass
    raise ValueError('private_key must be an Ed25519 private key: PEM (PKCS #8, "BEGIN PRIVATE KEY") or a key object')


@dataclass(frozen=True)
class Identity:
    agent_id: str
    kid: str
    key: Ed25519PrivateKey = field(repr=False)
    audience: str

    def assertion(self) -> str:
        issued = int(time.time())
        header = {"alg": "EdDSA", "kid": self.kid, "typ": ASSERTION_TYP}
        claims = {
            "iss": self.agent_id,
            "sub": self.agent_id,
            "aud": self.audience,
            "iat": issued,
            "exp": issued + LIFETIME_S,
            "jti": secrets.token_urlsafe(16),
        }
        signed = ".".join(base64url(json.dumps(part).encode("utf-8")) for part in (header, claims))
        return f"{signed}.{base64url(self.key.sign(signed.encode('ascii')))}"


class AgentToken:
    """Obtained with a new assertion when it is needed, and again when it ends."""

    def __init__(self, identity: Optional[Identity], retries: int) -> None:
        self._identity, self._retries = identity, retries
        self._token: Optional[str] = None
        self._until = 0.0

    def header(self) -> Flow[str]:
        if self._current() is None:
            yield Exclusive("agent", self._exchange())
        return f"Bearer {self._token}"

    def renew(self, value: str) -> bool:
        if value == f"Bearer {self._token}":
            self._token = None
        return True

    def _current(self) -> Optional[str]:
        return self._token if time.monotonic() < self._until else None

    def _exchange(self) -> Flow[None]:
        identity = self._identity
        if identity is None:
            raise TypeError("This call needs agent_id, kid and private_key.")
        if self._current() is not None:
            return
        operation, assertion = OPERATIONS["agent_auth.token"], identity.assertion
        made = outgoing_of(operation, [], {})
        # Each opens once, so every try has its own; that is also what makes a lost try repeatable.
        outgoing = Outgoing(
            operation, made.path, made.query, 0.0, lambda: {"assertion": assertion()}, None, repeatable=True
        )
        answered = yield from send(outgoing, None, None, self._retries)
        self._token = str(answered.data["agent_token"])
        self._until = time.monotonic() + float(answered.data["expires_in"]) - MARGIN_S


class ConnectionToken:
    """Held where printing does not reach it; renewed after it was refused, where that is possible."""

    def __init__(
        self,
        token: Optional[str],
        renewal: Callable[[], Optional[Flow[Connected]]],
        on_renewed: Optional[Callable[[Connected], Any]],
    ) -> None:
        self._token, self._renewal, self._on_renewed = token, renewal, on_renewed
        self._refused: Optional[str] = None

    def use(self, token: str) -> None:
        self._token = token

    def header(self) -> Flow[str]:
        if self._token is None:
            raise TypeError("This call needs a connection token: give connection_token, or call connect first.")
        if self._refused == f"Bearer {self._token}":
            yield from self.replace(self._refused)
        return f"Bearer {self._token}"

    def renew(self, value: str) -> bool:
        possible = self._renewal() is not None
        if possible:
            self._refused = value
        return possible

    def replace(self, old: str) -> Flow[None]:
        renewed = yield Exclusive("connection", self._replace(old))
        # Called after the lock is released, because the callback may make calls.
        if renewed is not None and self._on_renewed:
            yield Tell(self._on_renewed, renewed)

    def current(self) -> str:
        return f"Bearer {self._token}"

    def _replace(self, old: str) -> Flow[Optional[Connected]]:
        # Another call may have renewed it while this one waited for its turn.
        renewal = self._renewal() if old == f"Bearer {self._token}" else None
        renewed = (yield from renewal) if renewal is not None else None
        if renewed is not None:
            self._token = renewed["connection_token"]
        self._refused = None
        return renewed
