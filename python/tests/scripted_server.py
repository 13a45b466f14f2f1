"""A real HTTP server on this machine that answers as it is told, or not at all, and keeps what it was sent."""

import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Union


class Sent(NamedTuple):
    method: str
    path: str
    headers: Dict[str, str]
    body: Any


class Reply(NamedTuple):
    status: int
    body: Any
    headers: Dict[str, str] = {}


class Drop:
    """Closes the connection without an answer."""


class Drip:
    """Sends a byte now and then, and never the last one."""


Next = Union[Reply, Drop, Drip, Callable[[Sent], Reply]]


class ScriptedServer:
    def __init__(self) -> None:
        self.sent: List[Sent] = []
        self.script: List[Next] = []
        self.otherwise: Optional[Callable[[Sent], Reply]] = None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self) -> None:
                raw = self.rfile.read(int(self.headers.get("content-length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                sent = Sent(self.command, self.path, headers, json.loads(raw) if raw else None)
                outer.sent.append(sent)
                following = outer.script.pop(0) if outer.script else outer.otherwise
                if following is None or isinstance(following, Drop):
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                elif isinstance(following, Drip):
                    self._drip()
                else:
                    self._answer(following if isinstance(following, Reply) else following(sent))

            do_GET = do_POST = do_PATCH = do_DELETE = handle_any

            def _answer(self, reply: Reply) -> None:
                data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
                self.send_response(reply.status)
                for name, value in {"content-length": str(len(data)), **reply.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            def _drip(self) -> None:
                self.send_response(200)
                self.send_header("content-length", "1000000")
                self.end_headers()
                try:
                    while True:
                        self.wfile.write(b" ")
                        time.sleep(0.05)
                except OSError:
                    self.close_connection = True

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base_url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def refusal(status: int, code: str, **headers: str) -> Reply:
    error = {"code": code, "message": f"said {code}", "request_id": "req_1", "doc_url": "https://x.example"}
    return Reply(status, {"ok": False, "error": error}, {name.replace("_", "-"): value for name, value in headers.items()})
