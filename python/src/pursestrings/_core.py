"""What both clients share: the credentials of one agent, its calls as flows, and what it keeps between them."""

import time
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, TypeVar, cast

from ._base_url import base_of
from ._call import CallOptions
from ._connect import connect_by_pairing, connect_with_key
from ._drivers import Caller
from ._errors import PursestringsError, FactsMismatchError
from ._facts import PaymentFacts, verify_with
from ._flow import Flow
from ._generated.operations import OPERATIONS
from ._generated.records import Connection, Scope
from ._identity import AgentToken, Connected, ConnectionToken, Identity, PrivateKey, private_key_of
from ._keys import KeyTrust, ServedKey, believed, expect_thumbprints, facts_keys_in
from ._link import approval_link
from ._request_payment import PaymentAsked, Wanted, request_payment
from ._secret import expect_connection_token
from ._transport import RETRIES, Answered, Credential, outgoing_of, send

T = TypeVar("T")
RENEWED_BEFORE = timedelta(days=30)
"""A third of the 90 days that a connection token lives."""
KEYS_KEPT_S = 300.0
"""As long as the service lets its keys be kept."""


class Bearer:
    def __init__(self, token: object) -> None:
        if not isinstance(token, str) or token == "":
            raise ValueError("claim_token must be a non-empty string")
        self._token = token

    def header(self) -> Flow[str]:
        yield from ()
        return f"Bearer {self._token}"

    def renew(self, value: str) -> bool:
        return False


class AgentCore(Caller):
    def __init__(
        self,
        base_url: str,
        *,
        connection_token: Optional[str],
        connection_id: Optional[str],
        agent_id: Optional[str],
        kid: Optional[str],
        private_key: Optional[PrivateKey],
        pinned_keys: Optional[Iterable[str]],
        audience: Optional[str],
        wallet_url: Optional[str],
        retries: Optional[int],
        on_renewed_token: Optional[Callable[[Connected], Any]],
    ) -> None:
        self.base_url = base_of(base_url)
        self._wallet_url = wallet_url
        self._retries = RETRIES if retries is None else retries
        issuer = audience if audience is not None else self.base_url
        self._trust = KeyTrust(issuer, expect_thumbprints(pinned_keys))
        identity = (
            Identity(agent_id, kid, private_key_of(private_key), issuer)
            if agent_id is not None and kid is not None and private_key is not None
            else None
        )
        self._renews = identity is not None
        self._agent = AgentToken(identity, self._retries)
        token = None if connection_token is None else expect_connection_token(connection_token)
        self._connection = ConnectionToken(token, self._renewal, on_renewed_token)
        self._known_id = connection_id
        self._confirmed_id: Optional[str] = None
        """As the service names it for this very token; the task's names follow from it."""
        self._jwks: Optional[Tuple[Mapping[str, Any], float]] = None

    def approval_link(self, request_id: str) -> Optional[str]:
        return None if self._wallet_url is None else approval_link(self._wallet_url, request_id)

    def answered(
        self, operation: str, ids: Sequence[str], fields: Dict[str, Any], options: Optional[CallOptions]
    ) -> Flow[Answered]:
        facts = OPERATIONS[operation]
        given = {name: value for name, value in fields.items() if name != "claim_token"}
        credential: Optional[Credential] = None
        if facts.credential == "claim_token":
            credential = Bearer(fields.get("claim_token"))
        elif facts.credential is not None:
            credential = self._agent if facts.credential == "agent_token" else self._connection
        return (yield from send(outgoing_of(facts, ids, given), credential, options, self._retries))

    def call(
        self, operation: str, ids: Sequence[str], fields: Dict[str, Any], options: Optional[CallOptions]
    ) -> Flow[Any]:
        return (yield from self.answered(operation, ids, fields, options)).data

    def page(
        self, operation: str, ids: Sequence[str], fields: Dict[str, Any], options: Optional[CallOptions]
    ) -> Flow[Tuple[List[Any], Optional[str]]]:
        answer = yield from self.call(operation, ids, fields, options)
        cursor = answer.get("next_cursor")
        return answer[OPERATIONS[operation].page], cursor if isinstance(cursor, str) else None

    def use_connection(self, token: str, connection_id: Optional[str]) -> None:
        self._connection.use(expect_connection_token(token))
        self._known_id, self._confirmed_id = connection_id, None

    def connect(
        self,
        connect_key: str,
        scopes: Sequence[Scope],
        on_claimed: Optional[Callable[[Any], Any]],
        timeout_s: float,
    ) -> Flow[Connected]:
        return self._used((yield from connect_with_key(self, connect_key, scopes, on_claimed, timeout_s)))

    def pair(self, scopes: Sequence[Scope], show: Callable[[Any], Any], timeout_s: float) -> Flow[Connected]:
        return self._used((yield from connect_by_pairing(self, scopes, show, timeout_s)))

    def _used(self, connected: Connected) -> Connected:
        self.use_connection(connected["connection_token"], connected["connection"]["connection_id"])
        return connected

    def request_payment(self, wanted: Wanted, options: Optional[CallOptions]) -> Flow[PaymentAsked]:
        if wanted.task_ref == "":
            raise ValueError("task_ref must name the task, the same at every try")
        connection_id = yield from self._connection_id(options)
        return (yield from request_payment(self, connection_id, wanted, options))

    def _connection_id(self, options: Optional[CallOptions]) -> Flow[str]:
        if self._confirmed_id is None:
            connection: Connection = (yield from self.call("connections.read", ["current"], {}, options))["connection"]
            # What was given is not replaced by what is answered.
            self._known_id = self._known_id or connection["connection_id"]
            yield from self._renew_in_time(connection)
            self._confirmed_id = connection["connection_id"]
        return self._confirmed_id

    def _renew_in_time(self, connection: Connection) -> Flow[None]:
        expires = datetime.fromisoformat(connection["token_expires_at"])
        if not self._renews or expires - datetime.now(timezone.utc) > RENEWED_BEFORE:
            return
        try:
            yield from self._connection.replace(self._connection.current())
        except PursestringsError:
            # One that cannot be renewed now still works; what is refused later is renewed then.
            pass

    def _renewal(self) -> Optional[Flow[Connected]]:
        if self._known_id is None or not self._renews:
            return None
        return self.call("connections.rotate_token", [self._known_id], {}, None)

    def verify_facts(self, request: Mapping[str, Any], options: Optional[CallOptions]) -> Flow[PaymentFacts]:
        facts = yield from self._with_fresh_keys(lambda jwks: verify_with(request, jwks, self._trust), options)
        # Another's request at the same payee is signed, too; to pay it would pay for them.
        if self._known_id is not None and facts["connection_id"] != self._known_id:
            raise FactsMismatchError("intent", "The request is of a different connection.")
        return facts

    def trusted_keys(self, options: Optional[CallOptions]) -> Flow[List[ServedKey]]:
        def look(jwks: Mapping[str, Any]) -> List[ServedKey]:
            trusted = believed(facts_keys_in(jwks), self._trust)
            if trusted:
                return [ServedKey(key.kid, key.thumbprint) for key in trusted]
            raise FactsMismatchError(
                "not_pinned",
                f"None of the keys that {self._trust.issuer} serves is pinned or endorsed by a pinned one: somebody may be "
                "between you and the service.",
            )

        return (yield from self._with_fresh_keys(look, options))

    def _with_fresh_keys(
        self, look: Callable[[Mapping[str, Any]], T], options: Optional[CallOptions]
    ) -> Flow[T]:
        """The service may have replaced its key since they were read."""
        kept = self._jwks is not None and self._jwks[1] > time.monotonic()
        try:
            return look((yield from self._keys(options)))
        except FactsMismatchError as failure:
            if not kept or failure.reason not in ("unknown_key", "not_pinned"):
                raise
        self._jwks = None
        return look((yield from self._keys(options)))

    def _keys(self, options: Optional[CallOptions]) -> Flow[Mapping[str, Any]]:
        if self._jwks is None or self._jwks[1] <= time.monotonic():
            jwks = yield from self.call("facts_keys.read", [], {}, options)
            self._jwks = (cast(Mapping[str, Any], jwks), time.monotonic() + KEYS_KEPT_S)
        return self._jwks[0]
