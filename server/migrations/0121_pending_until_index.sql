-- owner: payment-requests
-- online
create index concurrently if not exists payment_requests_pending_until_idx on payment_requests (pending_until)
  where pending_until is not null;
