"""Does what flows ask for: over httpx, in threads or in an event loop."""

import asyncio
import inspect
import threading
import time
from typing import Any, AsyncIterator, Dict, Iterator, List, NoReturn, Optional, Sequence, Tuple, TypeVar

import httpx

from ._call import CallOptions
from ._errors import NetworkError, RequestTimeoutError
from ._flow import Answer, Effect, Exchange, Exclusive, Flow, Pause, Tell

T = TypeVar("T")
ANSWER_BYTES_MAX = 16 * 1024 * 1024
"""No answer of the service comes near: what is larger is not read to its end."""


class Caller:
    """What a driver knows of its client: how a call becomes a flow."""

    def call(
        self, operation: str, ids: Sequence[str], fields: Dict[str, Any], options: Optional[CallOptions]
    ) -> Flow[Any]:
        raise NotImplementedError

    def page(
        self, operation: str, ids: Sequence[str], fields: Dict[str, Any], options: Optional[CallOptions]
    ) -> Flow[Tuple[List[Any], Optional[str]]]:
        raise NotImplementedError


class _Reading:
    """Counts time and bytes of one answer. httpx limits each wait by itself; a slow drip would pass that."""

    def __init__(self, base_url: str, exchange: Exchange, timeout_s: float) -> None:
        self.limit_s = (exchange.timeout_s if exchange.timeout_s is not None else timeout_s) + exchange.wait_s
        self.end = time.monotonic() + self.limit_s
        self.what = f"{exchange.method} {exchange.path}"
        self.base_url = base_url
        self.chunks: List[bytes] = []
        self.size = 0

    def take(self, chunk: bytes) -> None:
        self.size += len(chunk)
        if self.size > ANSWER_BYTES_MAX:
            raise NetworkError(f"{self.what}: the answer from {self.base_url} is too large.")
        if time.monotonic() > self.end:
            raise RequestTimeoutError(f"{self.what}: no answer within {self.limit_s:g} seconds.")
        self.chunks.append(chunk)

    def answer(self, response: httpx.Response) -> Answer:
        return Answer(response.status_code, response.headers, b"".join(self.chunks).decode("utf-8", "replace"))

    def failed(self, cause: Exception) -> NoReturn:
        if isinstance(cause, (httpx.TimeoutException, asyncio.TimeoutError)):
            raise RequestTimeoutError(f"{self.what}: no answer within {self.limit_s:g} seconds.") from cause
        reason = str(cause) or type(cause).__name__
        raise NetworkError(f"{self.what}: no answer from {self.base_url}: {reason}.") from cause


def _sent(base_url: str, exchange: Exchange, limit_s: float) -> Dict[str, Any]:
    return {
        "url": base_url + exchange.path,
        "params": list(exchange.query) or None,
        "headers": exchange.headers,
        "content": exchange.body,
        "timeout": limit_s,
        # An answer from elsewhere is not the service's, and a credential goes nowhere else.
        "follow_redirects": False,
    }


class Driver:
    def __init__(self, caller: Caller, base_url: str, timeout_s: float, http: Optional[httpx.Client]) -> None:
        self._caller, self._base_url, self._timeout_s = caller, base_url, timeout_s
        self._own = http is None
        self._http = httpx.Client() if http is None else http
        self._locks = {"agent": threading.Lock(), "connection": threading.Lock()}

    def run(self, flow: Flow[T]) -> T:
        try:
            effect = next(flow)
            while True:
                try:
                    value = self._do(effect)
                except Exception as failure:
                    effect = flow.throw(failure)
                else:
                    effect = flow.send(value)
        except StopIteration as stop:
            result: T = stop.value
            return result
        finally:
            flow.close()

    def _do(self, effect: Effect) -> Any:
        if isinstance(effect, Exchange):
            return self._exchange(effect)
        if isinstance(effect, Pause):
            return time.sleep(effect.seconds)
        if isinstance(effect, Exclusive):
            with self._locks[effect.lock]:
                return self.run(effect.flow)
        return effect.listener(effect.given)

    def _exchange(self, exchange: Exchange) -> Answer:
        reading = _Reading(self._base_url, exchange, self._timeout_s)
        sent = _sent(self._base_url, exchange, reading.limit_s)
        try:
            with self._http.stream(exchange.method, **sent) as response:
                for chunk in response.iter_bytes():
                    reading.take(chunk)
                return reading.answer(response)
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as cause:
            reading.failed(cause)

    def call(
        self, operation: str, ids: Sequence[str], fields: Dict[str, Any], options: Optional[CallOptions]
    ) -> Any:
        return self.run(self._caller.call(operation, ids, fields, options))

    def pages(
        self, operation: str, ids: Sequence[str], fields: Dict[str, Any], options: Optional[CallOptions]
    ) -> Iterator[Any]:
        while True:
            items, cursor = self.run(self._caller.page(operation, ids, fields, options))
            yield from items
            if cursor is None:
                return
            fields = {**fields, "cursor": cursor}

    def close(self) -> None:
        if self._own:
            self._http.close()


class AsyncDriver:
    def __init__(self, caller: Caller, base_url: str, timeout_s: float, http: Optional[httpx.AsyncClient]) -> None:
        self._caller, self._base_url, self._timeout_s = caller, base_url, timeout_s
        self._own = http is None
        self._http = httpx.AsyncClient() if http is None else http
        self._locks = {"agent": asyncio.Lock(), "connection": asyncio.Lock()}

    async def run(self, flow: Flow[T]) -> T:
        try:
            effect = next(flow)
            while True:
                try:
                    value = await self._do(effect)
                except Exception as failure:
                    effect = flow.throw(failure)
                else:
                    effect = flow.send(value)
        except StopIteration as stop:
            result: T = stop.value
            return result
        finally:
            flow.close()

    async def _do(self, effect: Effect) -> Any:
        if isinstance(effect, Exchange):
            return await self._exchange(effect)
        if isinstance(effect, Pause):
            return await asyncio.sleep(effect.seconds)
        if isinstance(effect, Exclusive):
            async with self._locks[effect.lock]:
                return await self.run(effect.flow)
        told = effect.listener(effect.given)
        return await told if inspect.isawaitable(told) else told

    async def _exchange(self, exchange: Exchange) -> Answer:
        reading = _Reading(self._base_url, exchange, self._timeout_s)
        try:
            return await asyncio.wait_for(self._read(exchange, reading), reading.limit_s)
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, asyncio.TimeoutError) as cause:
            reading.failed(cause)

    async def _read(self, exchange: Exchange, reading: _Reading) -> Answer:
        sent = _sent(self._base_url, exchange, reading.limit_s)
        async with self._http.stream(exchange.method, **sent) as response:
            async for chunk in response.aiter_bytes():
                reading.take(chunk)
            return reading.answer(response)

    async def call(
        self, operation: str, ids: Sequence[str], fields: Dict[str, Any], options: Optional[CallOptions]
    ) -> Any:
        return await self.run(self._caller.call(operation, ids, fields, options))

    async def pages(
        self, operation: str, ids: Sequence[str], fields: Dict[str, Any], options: Optional[CallOptions]
    ) -> AsyncIterator[Any]:
        while True:
            items, cursor = await self.run(self._caller.page(operation, ids, fields, options))
            for item in items:
                yield item
            if cursor is None:
                return
            fields = {**fields, "cursor": cursor}

    async def close(self) -> None:
        if self._own:
            await self._http.aclose()
