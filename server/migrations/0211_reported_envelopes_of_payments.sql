-- owner: agent-payments
-- expand
-- As for payment requests.
alter table agent_payments
  add column unsigned_transaction text,
  add column max_time bigint,
  add column handoff_shown boolean;
