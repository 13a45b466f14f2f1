-- owner: events
-- expand
alter type event_kind add value 'agent_payment.chain_observed' before 'connection.created';
alter type event_kind add value 'agent_payment.disputed' before 'connection.created';
alter type event_kind add value 'agent_payment.proven_unpaid' before 'connection.created';
alter type event_kind add value 'agent_payment.ledger_finding' before 'connection.created';
