-- owner: payment-requests
-- expand
-- Which revision of its transaction context a request was created with.
alter table payment_requests add column context_revision integer;
