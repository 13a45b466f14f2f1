"""Requests a payment and says what became of it. Run it again with the same task: nothing is asked twice.

    python examples/pay.py order-1042 12.5
"""

import sys

from pursestrings import AgentClient, ApiError, OutcomeUnknownError

task_ref, amount = sys.argv[1:3]

with AgentClient.from_profile() as agent:
    payee = next(agent.connections.list_recipients())
    try:
        asked = agent.request_payment(
            task_ref=task_ref,
            amount=amount,
            recipient_id=payee["recipient_id"],
            recipient_version_id=payee["active_version_id"],
        )
    except OutcomeUnknownError:
        # The answer was lost and may have been a yes. The same task finds the same request, so running again is safe.
        sys.exit("not known yet: run me again")
    except ApiError as error:
        sys.exit(f"refused with {error.code}: {error.recovery}")

    facts = agent.verify_facts(asked.payment_request)
    what = f"{facts['payment']['amount']} {facts['payment']['asset']} to {facts['payee']['name']}"
    print(f"{'requested before' if asked.replayed else 'requested'}: {what}", flush=True)
    outcome = agent.payment_requests.wait_for_paid(asked.payment_request["request_id"]).outcome
    print("not known yet: run me again" if outcome == "still_waiting" else outcome)
