"""What a caller may say about one call."""

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class CallOptions:
    timeout_s: Optional[float] = None
    """Per try."""
    retries: Optional[int] = None
    """How often a lost or refused try may be repeated, where that is safe."""
    request_id: Optional[str] = None
    """Sent as X-Request-Id: 1 to 160 letters, digits, `.`, `_` or `-`."""
