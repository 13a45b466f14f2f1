"""The clients of an agent: it proves itself, gets connected, requests payments and learns what became of them."""

from decimal import Decimal
from types import TracebackType
from typing import Any, AsyncIterator, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Type, Union

import httpx

from ._call import CallOptions
from ._connect import TIMEOUT_S as CONNECT_TIMEOUT_S
from ._core import AgentCore
from ._drivers import AsyncDriver, Driver
from ._facts import PaymentFacts
from ._generated.records import ConnectInvitation, PairingStartAnswer, PaymentEvent, Scope
from ._generated.resources import (
    AgentOperations,
    AsyncAgentOperations,
    AsyncEvents,
    AsyncPaymentRequests,
    Events,
    PaymentRequests,
)
from ._identity import Connected, PrivateKey
from ._keys import ServedKey
from ._profile import read_profile
from ._request_payment import PaymentAsked, Wanted, amount_text
from ._wait import FeedReset, Following, Waited, latest_cursor, wait_for_paid

TIMEOUT_S = 30.0
WAIT_S = 300.0


class AgentPaymentRequests(PaymentRequests):
    def __init__(self, driver: Driver, core: AgentCore) -> None:
        super().__init__(driver)
        self._core = core

    def wait_for_paid(
        self, request_id: str, *, timeout_s: float = WAIT_S, accept_reported: bool = False
    ) -> Waited:
        """Waits for the ledger's word, where the service looks at the ledger; only `paid` is success. What has not ended in time is
        `still_waiting`, never `failed`. With `accept_reported` the wallet's word ends the wait, as `reported`.
        """
        return self._driver.run(wait_for_paid(self._core, request_id, timeout_s, accept_reported))


class AgentEvents(Events):
    def __init__(self, driver: Driver, core: AgentCore) -> None:
        super().__init__(driver)
        self._core = core

    def follow(
        self,
        *,
        since: int = 0,
        on_interruption: Optional[Callable[[Exception], Any]] = None,
        on_reset: Optional[Callable[[FeedReset], Any]] = None,
    ) -> Iterator[PaymentEvent]:
        """Every event once, in order, for as long as you iterate; keep `cursor` to go on later. If the service was restored from
        a backup and lost events that you have seen, `on_reset` is told, and what is new follows; without it, `cursor_reset` is
        raised.
        """
        following = Following(self._core, since, on_interruption, on_reset)
        while True:
            yield from self._driver.run(following.next())

    def latest(self, *, options: Optional[CallOptions] = None) -> int:
        """The cursor at the end of the feed."""
        return self._driver.run(latest_cursor(self._core, options))


class AsyncAgentPaymentRequests(AsyncPaymentRequests):
    def __init__(self, driver: AsyncDriver, core: AgentCore) -> None:
        super().__init__(driver)
        self._core = core

    async def wait_for_paid(
        self, request_id: str, *, timeout_s: float = WAIT_S, accept_reported: bool = False
    ) -> Waited:
        """Waits for the ledger's word, where the service looks at the ledger; only `paid` is success. What has not ended in time is
        `still_waiting`, never `failed`. With `accept_reported` the wallet's word ends the wait, as `reported`.
        """
        return await self._driver.run(wait_for_paid(self._core, request_id, timeout_s, accept_reported))


class AsyncAgentEvents(AsyncEvents):
    def __init__(self, driver: AsyncDriver, core: AgentCore) -> None:
        super().__init__(driver)
        self._core = core

    async def follow(
        self,
        *,
        since: int = 0,
        on_interruption: Optional[Callable[[Exception], Any]] = None,
        on_reset: Optional[Callable[[FeedReset], Any]] = None,
    ) -> AsyncIterator[PaymentEvent]:
        """Every event once, in order, for as long as you iterate; keep `cursor` to go on later. If the service was restored from
        a backup and lost events that you have seen, `on_reset` is told, and what is new follows; without it, `cursor_reset` is
        raised.
        """
        following = Following(self._core, since, on_interruption, on_reset)
        while True:
            for event in await self._driver.run(following.next()):
                yield event

    async def latest(self, *, options: Optional[CallOptions] = None) -> int:
        """The cursor at the end of the feed."""
        return await self._driver.run(latest_cursor(self._core, options))


def _wanted(
    task_ref: str,
    amount: Union[str, Decimal],
    recipient_id: str,
    recipient_version_id: str,
    replace: bool,
    more: Dict[str, Any],
) -> Wanted:
    fields = {"recipient_version_id": recipient_version_id, **more}
    return Wanted(task_ref, amount_text(amount), recipient_id, fields, replace)


def _from_profile(name: Optional[str]) -> Dict[str, Any]:
    profile = read_profile(name)
    connection = profile.get("connection") or {}
    return {
        "base_url": profile["base_url"],
        "audience": profile.get("audience"),
        "pinned_keys": profile.get("pinned_keys"),
        "wallet_url": profile.get("wallet_url"),
        "connection_token": connection.get("connection_token"),
        "connection_id": connection.get("connection_id"),
    }


class AgentClient(AgentOperations):
    """Blocks until there is an answer; threads may share one. `AsyncAgentClient` is the same with `await`."""

    payment_requests: AgentPaymentRequests
    events: AgentEvents

    def __init__(
        self,
        base_url: str,
        *,
        connection_token: Optional[str] = None,
        connection_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        kid: Optional[str] = None,
        private_key: Optional[PrivateKey] = None,
        pinned_keys: Optional[Iterable[str]] = None,
        audience: Optional[str] = None,
        wallet_url: Optional[str] = None,
        timeout_s: float = TIMEOUT_S,
        retries: Optional[int] = None,
        on_renewed_token: Optional[Callable[[Connected], Any]] = None,
        http: Optional[httpx.Client] = None,
    ) -> None:
        """`connection_token` is that of a connection made before; `connect` and `pair` set it themselves. With
        `connection_id`, `agent_id`, `kid` and `private_key`, a token that ends soon or has ended is renewed by itself, and
        `on_renewed_token` gets the new one to save. `audience` is the service's own URL, if that isn't
        `base_url`. `pinned_keys` are thumbprints of the keys that the service signs payment facts with.
        `wallet_url` is where its operator serves a wallet: read it from `service.read` once, and keep it with the keys.
        """
        self._core = AgentCore(
            base_url,
            connection_token=connection_token,
            connection_id=connection_id,
            agent_id=agent_id,
            kid=kid,
            private_key=private_key,
            pinned_keys=pinned_keys,
            audience=audience,
            wallet_url=wallet_url,
            retries=retries,
            on_renewed_token=on_renewed_token,
        )
        self._driver = Driver(self._core, self._core.base_url, timeout_s, http)
        super().__init__(self._driver)
        self.payment_requests = AgentPaymentRequests(self._driver, self._core)
        self.events = AgentEvents(self._driver, self._core)

    @classmethod
    def from_profile(cls, name: Optional[str] = None) -> "AgentClient":
        """With the connection that the `pursestrings` command keeps (default: profile `default`)."""
        return cls(**_from_profile(name))

    def request_payment(
        self,
        *,
        task_ref: str,
        amount: Union[str, Decimal],
        recipient_id: str,
        recipient_version_id: str,
        replace: bool = False,
        expires_at: Optional[str] = None,
        transaction_id: Optional[str] = None,
        display: Optional[Dict[str, Any]] = None,
        metadata: Optional[Dict[str, Any]] = None,
        options: Optional[CallOptions] = None,
    ) -> PaymentAsked:
        """Requests a payment. One task asks once, however often this is called; another amount for it is a
        TaskConflictError. `task_ref` says what the payment is for, the same at every try. `replace` asks again for a task
        whose request is pending with another amount or payee, or has ended unpaid: what is pending is canceled first, and
        what the user has approved is never replaced.
        """
        more = {"expires_at": expires_at, "transaction_id": transaction_id, "display": display, "metadata": metadata}
        wanted = _wanted(task_ref, amount, recipient_id, recipient_version_id, replace, more)
        return self._driver.run(self._core.request_payment(wanted, options))

    def connect(
        self,
        connect_key: str,
        scopes: Sequence[Scope],
        *,
        on_claimed: Optional[Callable[[ConnectInvitation], Any]] = None,
        timeout_s: float = CONNECT_TIMEOUT_S,
    ) -> Connected:
        """Claims a Connect Key, waits for the user and uses the connection from then on."""
        return self._driver.run(self._core.connect(connect_key, scopes, on_claimed, timeout_s))

    def pair(
        self, scopes: Sequence[Scope], show: Callable[[PairingStartAnswer], Any], *, timeout_s: float = CONNECT_TIMEOUT_S
    ) -> Connected:
        """Pairs by a short code that `show` gets to show, waits for the user and uses the connection from then on."""
        return self._driver.run(self._core.pair(scopes, show, timeout_s))

    def approval_link(self, request_id: str) -> Optional[str]:
        """Where the person finds the request: see `approval_link`. None without `wallet_url`."""
        return self._core.approval_link(request_id)

    def use_connection(self, connection_token: str, connection_id: Optional[str] = None) -> None:
        self._core.use_connection(connection_token, connection_id)

    def verify_facts(self, payment_request: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> PaymentFacts:
        """The facts that the service signed. FactsMismatchError otherwise; PinRequiredError where nothing is pinned."""
        return self._driver.run(self._core.verify_facts(payment_request, options))

    def trusted_keys(self, *, options: Optional[CallOptions] = None) -> List[ServedKey]:
        """The keys that count now: those that are pinned, and those that they endorse. Save their thumbprints."""
        return self._driver.run(self._core.trusted_keys(options))

    def close(self) -> None:
        self._driver.close()

    def __enter__(self) -> "AgentClient":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], value: Optional[BaseException], where: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._core.base_url}>"


class AsyncAgentClient(AsyncAgentOperations):
    """As AgentClient, with `await`; tasks of one event loop may share one."""

    payment_requests: AsyncAgentPaymentRequests
    events: AsyncAgentEvents

    def __init__(
        self,
        base_url: str,
        *,
        connection_token: Optional[str] = None,
        connection_id: Optional[str] = None,
        agent_id: Optional[str] = None,
        kid: Optional[str] = None,
        private_key: Optional[PrivateKey] = None,
        pinned_keys: Optional[Iterable[str]] = None,
        audience: Optional[str] = None,
        wallet_url: Optional[str] = None,
        timeout_s: float = TIMEOUT_S,
        retries: Optional[int] = None,
        on_renewed_token: Optional[Callable[[Connected], Any]] = None,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        """As AgentClient; `on_renewed_token` may be async."""
        self._core = AgentCore(
            base_url,
            connection_token=connection_token,
            connection_id=connection_id,
            agent_id=agent_id,
            kid=kid,
            private_key=private_key,
            pinned_keys=pinned_keys,
            audience=audience,
            wallet_url=wallet_url,
            retries=retries,
            on_renewed_token=on_renewed_token,
        )
        self._driver = AsyncDriver(self._core, self._core.base_url, timeout_s, http)
        super().__init__(self._driver)
        self.payment_requests = AsyncAgentPaymentRequests(self._driver, self._core)
        self.events = AsyncAgentEvents(self._driver, self._core)

    @classmethod
    def from_profile(cls, name: Optional[str] = None) -> "AsyncAgentClient":
        """With the connection that the `pursestrings` command keeps (default: profile `default`)."""
        return cls(**_from_profile(name))

    async def request_payment(
        self,
        *,
        task_ref: str,
        amount: Union[str, Decimal],
        recipient_id: str,
        recipient_version_id: str,
        replace: bool = False,
        expires_at: Optional[str] = None,
        transaction_id: Optional[str] = None,
        display: Optional[Dict[str, Any]] = None,
        metadata: Optional[Dict[str, Any]] = None,
        options: Optional[CallOptions] = None,
    ) -> PaymentAsked:
        """As AgentClient.request_payment."""
        more = {"expires_at": expires_at, "transaction_id": transaction_id, "display": display, "metadata": metadata}
        wanted = _wanted(task_ref, amount, recipient_id, recipient_version_id, replace, more)
        return await self._driver.run(self._core.request_payment(wanted, options))

    async def connect(
        self,
        connect_key: str,
        scopes: Sequence[Scope],
        *,
        on_claimed: Optional[Callable[[ConnectInvitation], Any]] = None,
        timeout_s: float = CONNECT_TIMEOUT_S,
    ) -> Connected:
        """Claims a Connect Key, waits for the user and uses the connection from then on."""
        return await self._driver.run(self._core.connect(connect_key, scopes, on_claimed, timeout_s))

    async def pair(
        self, scopes: Sequence[Scope], show: Callable[[PairingStartAnswer], Any], *, timeout_s: float = CONNECT_TIMEOUT_S
    ) -> Connected:
        """Pairs by a short code that `show` gets to show, waits for the user and uses the connection from then on."""
        return await self._driver.run(self._core.pair(scopes, show, timeout_s))

    def approval_link(self, request_id: str) -> Optional[str]:
        """Where the person finds the request: see `approval_link`. None without `wallet_url`."""
        return self._core.approval_link(request_id)

    def use_connection(self, connection_token: str, connection_id: Optional[str] = None) -> None:
        self._core.use_connection(connection_token, connection_id)

    async def verify_facts(
        self, payment_request: Mapping[str, Any], *, options: Optional[CallOptions] = None
    ) -> PaymentFacts:
        """The facts that the service signed. FactsMismatchError otherwise; PinRequiredError where nothing is pinned."""
        return await self._driver.run(self._core.verify_facts(payment_request, options))

    async def trusted_keys(self, *, options: Optional[CallOptions] = None) -> List[ServedKey]:
        """The keys that count now: those that are pinned, and those that they endorse. Save their thumbprints."""
        return await self._driver.run(self._core.trusted_keys(options))

    async def close(self) -> None:
        await self._driver.close()

    async def __aenter__(self) -> "AsyncAgentClient":
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], value: Optional[BaseException], where: Optional[TracebackType]
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._core.base_url}>"
