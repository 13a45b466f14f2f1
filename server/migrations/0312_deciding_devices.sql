-- owner: payment-requests
-- expand
-- Of several devices of one wallet, one decides: a claim of another is no repetition.
alter table payment_requests add column decided_by uuid;
