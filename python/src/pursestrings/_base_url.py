"""Where the service is: https, or http on this machine."""

import re
from urllib.parse import urlsplit

_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]+")
_LOOPBACK = re.compile(r"localhost|127(\.[0-9]{1,3}){3}|::1|.+\.localhost")
_PATH = re.compile(r"[A-Za-z0-9/._~%-]*")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def base_of(given: str, name: str = "base_url") -> str:
    """In one spelling, without a slash at its end: it is also what the service calls itself."""
    try:
        url = urlsplit(given)
        port = url.port
    except (ValueError, AttributeError, TypeError):
        raise ValueError(f"{name} must be an http or https address without user, query or fragment") from None
    host = (url.hostname or "").lower()
    odd = "@" in url.netloc or "?" in given or "#" in given or not _PATH.fullmatch(url.path) or ".." in url.path
    if url.scheme not in _DEFAULT_PORTS or odd or not _HOST.fullmatch(host):
        raise ValueError(f"{name} must be an http or https address without user, query or fragment")
    if url.scheme == "http" and not _LOOPBACK.fullmatch(host):
        raise ValueError(f"{name} must be https: {host} is not this machine, and http hides no secret on the way")
    shown = f"[{host}]" if ":" in host else host
    place = shown if port in (None, _DEFAULT_PORTS[url.scheme]) else f"{shown}:{port}"
    return f"{url.scheme}://{place}{url.path}".rstrip("/")
