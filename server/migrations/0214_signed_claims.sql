-- owner: agent-payments
-- expand
-- As for payment requests.
alter table agent_payments add column device_signed boolean;
