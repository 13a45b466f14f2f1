# Made by `npm run generate`; do not edit.
"""Names and limits of the wire that the client signs, sends or checks."""

VERSION = "0.1.0"
TERMINAL = frozenset(("confirmed", "failed", "expired", "rejected"))
"""The statuses that nothing follows."""
ASSERTION_TYP = "svc-agent-assertion+jwt"
ASSERTION_LIFETIME_S_MAX = 120
CREDENTIAL_PROOF_PREFIX = "svc.credential_proof.v1:"
FACTS_JWS_TYPE = "svc-payment-facts+jws"
EVENTS_LIMIT_MAX = 500
EVENTS_WAIT_MAX_S = 30
WEBHOOK_TOLERANCE_S = 300
