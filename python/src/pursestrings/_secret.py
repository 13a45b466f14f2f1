"""The format of a secret: a mistyped one, or one of another kind, raises at once, without showing it."""

import re
import zlib

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_KIND = re.compile(r"svc_([a-z]+)_")
_FORM = re.compile(r"svc_[a-z]+_[0-9a-hjkmnp-tv-z]{3}_[0-9A-Za-z]{49}")
_CHECKSUM_LENGTH = 6


def expect_connection_token(given: object) -> str:
    if isinstance(given, str) and given.startswith("svc_conn_") and _is_secret(given):
        return given
    found = _KIND.match(given) if isinstance(given, str) else None
    other = found is not None and found[1] != "conn"
    why = f"that is another kind (svc_{found[1]}_…)" if found and other else "that isn't one, or it is mistyped"
    raise ValueError(f"connection_token must be a connection token (svc_conn_…): {why}.")


def _is_secret(text: str) -> bool:
    if not _FORM.fullmatch(text):
        return False
    crc = zlib.crc32(text[:-_CHECKSUM_LENGTH].encode("ascii"))
    figures = ""
    for _ in range(_CHECKSUM_LENGTH):
        crc, rest = divmod(crc, 62)
        figures = _ALPHABET[rest] + figures
    return text.endswith(figures)
