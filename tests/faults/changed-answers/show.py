"""The Python client, a call per line of input, in one process; answers with what a program shows of it: the facts that
`verify_facts` gave, the link made from them, and what an error says.
"""

import json
import os
import sys
from typing import Any, Dict, Iterable, List

import httpx

from pursestrings import AgentClient, wallet_link

http = httpx.Client()


def shown(agent: AgentClient, requests: Iterable[Any]) -> List[Dict[str, Any]]:
    found = []
    for request in requests:
        facts = agent.verify_facts(request)
        told = {"request_id": facts["request_id"], "payment": facts["payment"], "payee": facts["payee"]}
        found.append({**told, "link": wallet_link(facts)})
    return found


def run(asked: Dict[str, Any]) -> List[Dict[str, Any]]:
    agent = AgentClient(asked["base_url"], http=http, retries=0, **{**json.loads(os.environ["AGENT"]), **(asked.get("by") or {})})
    what, given = asked["what"], asked.get("given") or {}
    if what == "read":
        return shown(agent, [agent.payment_requests.read(given["request_id"])["payment_request"]])
    if what == "list":
        return shown(agent, agent.payment_requests.list(status=["confirmed"]))
    if what == "cancel":
        return shown(agent, [agent.payment_requests.cancel(given["request_id"])["payment_request"]])
    if what == "wait":
        outcome = agent.payment_requests.wait_for_paid(given["request_id"], timeout_s=0.2)
        return shown(agent, [outcome.request] if outcome.request else [])
    return shown(agent, [agent.request_payment(**given).payment_request])


for line in sys.stdin:
    answer: Dict[str, Any] = {"text": ""}
    try:
        answer["json"] = run(json.loads(line))
    except Exception as failure:
        answer["text"] = str(failure)
    print(json.dumps(answer), flush=True)
