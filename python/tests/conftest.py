import asyncio
import inspect
from typing import Any, Callable, Iterator

import pytest
from scripted_server import ScriptedServer

from pursestrings import AgentClient, AsyncAgentClient

Make = Callable[..., Any]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    running = ScriptedServer()
    yield running
    running.close()


@pytest.fixture(params=["sync", "async"])
def using(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Makes a client of either kind, does something with it, and gives what came of it."""

    def sync(do: Callable[[Any], Any], *given: Any, **named: Any) -> Any:
        with AgentClient(*given, **named) as client:
            result = do(client)
            return list(result) if inspect.isgenerator(result) else result

    def in_loop(do: Callable[[Any], Any], *given: Any, **named: Any) -> Any:
        async def main() -> Any:
            async with AsyncAgentClient(*given, **named) as client:
                result = do(client)
                if inspect.isasyncgen(result):
                    return [one async for one in result]
                return await result if inspect.isawaitable(result) else result

        return asyncio.run(main())

    return sync if request.param == "sync" else in_loop
