"""Takes webhooks with nothing but the standard library: checks each over the bytes that came, and answers the challenge.
It speaks plain HTTP and belongs behind a reverse proxy that terminates TLS.

    WEBHOOK_SECRETS='whsec_…' PORT=3000 python examples/webhook_receiver.py
"""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Optional, Set

from pursestrings import WebhookVerificationError, verify_webhook

# Two while a secret is rotated, with a space between.
SECRETS = os.environ["WEBHOOK_SECRETS"].split(" ")
BODY_BYTES_MAX = 256 * 1024
# Yours is a table: it must survive a restart.
handled: Set[str] = set()
# Two attempts of one event can arrive at the same moment.
handling = threading.Lock()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        size = int(self.headers.get("content-length") or 0)
        if size > BODY_BYTES_MAX:
            return self.answer(413)
        try:
            id_, message = verify_webhook(self.rfile.read(size), dict(self.headers.items()), SECRETS)
        except WebhookVerificationError:
            return self.answer(400)
        if message["type"] == "webhook_endpoint.challenge":
            return self.answer(200, json.dumps({"challenge": message["data"]["challenge"]}).encode())
        # The same event comes again where our answer was lost. What it says is a hint: read the record before you act.
        with handling:
            if id_ not in handled:
                print(f"{message['type']} {json.dumps(message['data'])}", flush=True)
                # The ledger shows the payment, bound to this request. `confirmed` is only the wallet's word.
                if message["type"] == "payment_request.chain_observed":
                    print(f"deliver: {message['data']['request_id']}", flush=True)
            handled.add(id_)
        self.answer(204)

    def answer(self, status: int, body: Optional[bytes] = None) -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, format: str, *args: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"listening on {server.server_address[1]}", flush=True)
server.serve_forever()
