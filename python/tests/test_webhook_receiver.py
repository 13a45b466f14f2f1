"""The example receives what the service sends: signed 204, the challenge 200, altered 400, each event once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx

from pursestrings import sign_webhook_for_tests

ROOT = Path(__file__).parents[1]
SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="


def test_the_example_receiver() -> None:
    environment = {**os.environ, "WEBHOOK_SECRETS": SECRET, "PORT": "0", "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-B", str(ROOT / "examples" / "webhook_receiver.py")]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as receiver:
        assert receiver.stdout is not None
        try:
            port = receiver.stdout.readline().split()[-1]
            event = json.dumps({"type": "payment_request.confirmed", "timestamp": "", "data": {"request_id": "r1"}})
            observed = event.replace("confirmed", "chain_observed")
            challenge = json.dumps({"type": "webhook_endpoint.challenge", "timestamp": "", "data": {"challenge": "c1"}})

            def post(body: str, sent: str, id_: str = "evt_1") -> httpx.Response:
                headers = sign_webhook_for_tests(body, SECRET, id=id_)
                return httpx.post(f"http://127.0.0.1:{port}/", content=sent, headers=headers, timeout=30)

            assert [post(event, event).status_code for _ in range(2)] == [204, 204]
            assert post(event, event.replace("r1", "r2")).status_code == 400
            answered = post(challenge, challenge)
            assert (answered.status_code, answered.json()) == (200, {"challenge": "c1"})
            assert post(observed, observed, "evt_2").status_code == 204
        finally:
            receiver.terminate()
        assert receiver.stdout.read().splitlines() == [
            'payment_request.confirmed {"request_id": "r1"}',
            'payment_request.chain_observed {"request_id": "r1"}',
            "deliver: r1",
        ]
