-- owner: events
-- expand
alter type event_kind add value 'payment_request.chain_observed' before 'agent_payment.intent_created';
alter type event_kind add value 'payment_request.disputed' before 'agent_payment.intent_created';
alter type event_kind add value 'payment_request.proven_unpaid' before 'agent_payment.intent_created';
alter type event_kind add value 'payment_request.ledger_finding' before 'agent_payment.intent_created';
