"""Texts of bytes and the one text of a JSON value (RFC 8785)."""

import base64
import binascii
import json
import math
import re
from decimal import Decimal
from hashlib import sha256
from typing import Any, List, Optional


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def bytes_of_base64(text: str) -> Optional[bytes]:
    """Standard or URL alphabet, padded or not; None for what is neither."""
    plain = text.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def sha256_hex(text: str) -> str:
    return sha256(text.encode("utf-8")).hexdigest()


def parse_json(text: str) -> Any:
    """JSON and nothing more: Python would also read NaN and Infinity."""

    def refuse(word: str) -> Any:
        raise ValueError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


def canonical_json(value: Any) -> str:
    """What JSON cannot carry is a TypeError, never dropped: two values must not share one hash."""
    return _write(value, "$", 0)


# Far deeper than anything of ours, and the same in every client.
_DEPTH_MAX = 128


def _write(value: Any, path: str, depth: int) -> str:
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        return _quote(value, path)
    if isinstance(value, (int, float)):
        return _number(value, path)
    if depth == _DEPTH_MAX and isinstance(value, (list, tuple, dict)):
        raise TypeError(f"no canonical JSON for more than {_DEPTH_MAX} levels at {path}")
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_write(item, f"{path}[{i}]", depth + 1) for i, item in enumerate(value)) + "]"
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"no canonical JSON for a key that is no text at {path}")
        quoted = {key: _quote(key, path) for key in value}
        members: List[str] = sorted(value, key=_code_units)
        written = (f"{quoted[key]}:{_write(value[key], f'{path}[{quoted[key]}]', depth + 1)}" for key in members)
        return "{" + ",".join(written) + "}"
    raise TypeError(f"no canonical JSON for {type(value).__name__} at {path}")


def _code_units(key: str) -> bytes:
    """The order of RFC 8785 is that of UTF-16."""
    return key.encode("utf-16-be")


def _quote(text: str, path: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise TypeError(f"no canonical JSON for a lone surrogate at {path}") from None
    return json.dumps(text, ensure_ascii=False)


def _number(value: float, path: str) -> str:
    """As ECMAScript writes it, which RFC 8785 takes over: every number is a double, in its shortest form."""
    try:
        double = float(value)
    except OverflowError:
        double = math.inf
    if not math.isfinite(double):
        raise TypeError(f"no canonical JSON for {value} at {path}")
    if double == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(double)).normalize().as_tuple()
    assert isinstance(exponent, int)
    figures = "".join(map(str, digits))
    point = len(figures) + exponent
    if 0 < point <= 21:
        text = figures.ljust(point, "0") if exponent >= 0 else f"{figures[:point]}.{figures[point:]}"
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{figures}"
    else:
        mantissa = figures[0] + (f".{figures[1:]}" if len(figures) > 1 else "")
        text = f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return ("-" if sign else "") + text


_AMOUNT_ZEROS = re.compile(r"\.?0+$")


def plain_amount(amount: str) -> str:
    """`3.5` and `3.50` are one amount."""
    return _AMOUNT_ZEROS.sub("", amount) if "." in amount else amount
