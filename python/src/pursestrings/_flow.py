"""What the clients do is written once, as generators that say what they need: an exchange, a pause, a turn of their own.
A driver does it, with or without `await`.
"""

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Generator, Literal, Mapping, Optional, Tuple, TypeVar, Union

T = TypeVar("T")


@dataclass(frozen=True)
class Exchange:
    """One request and its answer."""

    method: str
    path: str
    query: Tuple[Tuple[str, str], ...]
    headers: Dict[str, str] = field(repr=False)
    body: Optional[bytes] = field(repr=False)
    timeout_s: Optional[float]
    wait_s: float
    """A call that lets the service wait needs that much longer."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Exclusive:
    """One at a time: others that come meanwhile wait, and then see what the first one got."""

    lock: Literal["agent", "connection"]
    flow: "Generator[Any, Any, Any]"


@dataclass(frozen=True)
class Tell:
    """Calls the user's function; one that is async is awaited where that is possible."""

    listener: Callable[..., Any]
    given: Any


Effect = Union[Exchange, Pause, Exclusive, Tell]
Flow = Generator[Effect, Any, T]
