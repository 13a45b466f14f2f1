"""The one way to the service: JSON, retries where they are safe, typed errors. A credential is asked for at every try."""

import json
import re
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Protocol, Sequence, Tuple
from urllib.parse import quote

from ._call import CallOptions
from ._encoding import parse_json
from ._errors import ApiError, PursestringsError, NetworkError, OutcomeUnknownError, Refused, RequestTimeoutError, api_error
from ._flow import Answer, Exchange, Flow, Pause
from ._generated.operations import OperationFacts
from ._generated.wire import VERSION
from ._retry import leaves_unknown, pause_after

RETRIES = 2
_ID_NEVER = re.compile(r"\.{0,2}")
MAY_HAVE_BEEN_DONE = " It may have been done: check before you send it again."


class Credential(Protocol):
    def header(self) -> Flow[str]:
        """The value of `authorization`."""
        ...

    def renew(self, value: str) -> bool:
        """Called once, after a 401 to the value that was sent; true where the call is to be made once more."""
        ...


class Answered(NamedTuple):
    data: Any
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Outgoing:
    operation: OperationFacts
    path: str
    query: Tuple[Tuple[str, str], ...]
    wait_s: float
    body: Callable[[], Optional[Dict[str, Any]]]
    """Made for each try where that matters."""
    idempotency_key: Optional[str]
    repeatable: bool
    """May a lost try be sent again?"""


def outgoing_of(operation: OperationFacts, ids: Sequence[str], given: Dict[str, Any]) -> Outgoing:
    fields = {name: value for name, value in given.items() if value is not None}
    in_query = fields if operation.method == "GET" else {name: fields[name] for name in operation.query if name in fields}
    body = {name: value for name, value in fields.items() if name not in in_query}
    key: Optional[str] = None
    if operation.idempotency == "key":
        key = body.get("idempotency_key") or str(uuid.uuid4())
        body["idempotency_key"] = key
    path = operation.path
    for one in ids:
        before, _, rest = path.partition("{")
        path = before + quote(_expect_id(operation, one), safe="") + rest.partition("}")[2]
    wait = in_query.get("wait")
    sends = operation.takes_input and (not operation.query or bool(body))
    return Outgoing(
        operation=operation,
        path=path,
        query=tuple(pair for name, value in in_query.items() for pair in _pairs(name, value)),
        wait_s=float(wait) if isinstance(wait, (int, float)) else 0.0,
        body=lambda: body if sends else None,
        idempotency_key=key,
        repeatable=operation.idempotency != "none",
    )


def _expect_id(operation: OperationFacts, given: object) -> str:
    """An id that is empty, `.` or `..` would name another path."""
    if isinstance(given, str) and not _ID_NEVER.fullmatch(given):
        return given
    raise ValueError(f"{operation.id}: an identifier must be a non-empty string")


def _pairs(name: str, value: Any) -> List[Tuple[str, str]]:
    values = value if isinstance(value, (list, tuple)) else [value]
    return [(name, ("true" if one else "false") if isinstance(one, bool) else str(one)) for one in values]


def send(
    outgoing: Outgoing, credential: Optional[Credential], options: Optional[CallOptions], retries: int
) -> Flow[Answered]:
    options = options or CallOptions()
    allowed = retries if options.retries is None else options.retries
    unknown = renewed = False
    retry = 0
    while True:
        header = (yield from credential.header()) if credential else None
        answer: Optional[Answer] = None
        try:
            got: Answer = yield _exchange_of(outgoing, header, options)
            answer = got
            return _read(got)
        except PursestringsError as failure:
            if isinstance(failure, ApiError) and failure.status == 401 and credential and header and not renewed:
                renewed = True
                if credential.renew(header):
                    continue
            unknown = unknown or leaves_unknown(failure)
            should_retry = answer.headers.get("x-should-retry") if answer else None
            may = outgoing.repeatable and retry < allowed
            wait_s = pause_after(failure, retry, should_retry) if may else None
            if wait_s is None:
                raise _last_word(failure, unknown, outgoing) from failure.__cause__
            retry += 1
        yield Pause(wait_s)


def _last_word(failure: PursestringsError, unknown: bool, outgoing: Outgoing) -> PursestringsError:
    """A create that may have been done is not said to have failed, whatever its last try heard."""
    definite = isinstance(failure, ApiError) and failure.status < 500 and failure.status not in (408, 429)
    if unknown and not definite and outgoing.idempotency_key is not None:
        return OutcomeUnknownError(outgoing.operation.id, outgoing.idempotency_key)
    if outgoing.operation.idempotency == "none" and isinstance(failure, (NetworkError, RequestTimeoutError)):
        return type(failure)(f"{failure}{MAY_HAVE_BEEN_DONE}")
    return failure


def _exchange_of(outgoing: Outgoing, header: Optional[str], options: CallOptions) -> Exchange:
    operation = outgoing.operation
    body = None if operation.method == "GET" else outgoing.body()
    headers = {"accept": "application/json", "user-agent": f"pursestrings-python/{VERSION}"}
    if header is not None:
        headers["authorization"] = header
    if body is not None:
        headers["content-type"] = "application/json"
    if options.request_id is not None:
        headers["x-request-id"] = options.request_id
    content = None if body is None else json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8")
    return Exchange(operation.method, outgoing.path, outgoing.query, headers, content, options.timeout_s, outgoing.wait_s)


def _read(answer: Answer) -> Answered:
    """Both envelopes of the service, `ok` and `success`: the answer without its wrapping, or the refusal."""
    try:
        found = parse_json(answer.text)
    except (ValueError, RecursionError):
        found = None
    # What is no JSON object, such as the page of a proxy, says nothing.
    found = found if isinstance(found, dict) else None
    if found is None or not 200 <= answer.status < 300:
        raise api_error(_refusal_in(answer, found or {}))
    if found.get("success") is True:
        return Answered(_without_links(found.get("data")), answer.headers)
    return Answered(_without_links({name: value for name, value in found.items() if name != "ok"}), answer.headers)


def _without_links(data: Any) -> Any:
    """A link that was sent is nobody's signed word, so it is handed to nobody: `wallet_link` builds one from checked facts."""
    for value in [data, *_object(data).values()]:
        for record in value if isinstance(value, list) else [value]:
            _object(record).pop("handoff", None)
    return data


def _refusal_in(answer: Answer, found: Dict[str, Any]) -> Refused:
    error = _object(found.get("error"))
    named = ("code", "message", "request_id", "field", "issues", "details", "doc_url")
    details = {**_object(error.get("details")), **{name: value for name, value in error.items() if name not in named}}
    issues = error.get("issues", details.get("issues"))
    silent = f"The service, or something before it, answered {answer.status} without saying why."
    return Refused(
        code=_text(error.get("code")) or "unexpected_answer",
        status=answer.status,
        message=_text(error.get("message")) or silent,
        request_id=_text(error.get("request_id")) or _text(found.get("request_id")) or answer.headers.get("x-request-id"),
        doc_url=_text(error.get("doc_url")) or _text(details.get("doc_url")),
        field=_text(error.get("field")) or _text(details.get("field")),
        issues=[one for one in issues if isinstance(one, dict)] if isinstance(issues, list) else [],
        details=details,
        retry_after_s=_retry_after(answer.headers.get("retry-after")),
    )


def _retry_after(said: Optional[str]) -> Optional[int]:
    """Seconds, or a date that is still to come."""
    if said is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", said):
        return int(said)
    try:
        left = parsedate_to_datetime(said) - datetime.now(timezone.utc)
    except (ValueError, TypeError):
        return None
    return max(0, -int(-left.total_seconds() // 1))


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None


def _object(value: Any) -> Dict[str, Any]:
    return value if isinstance(value, dict) else {}
