-- owner: agent-payments
-- expand
alter table agent_payments add column claimed_by uuid;
