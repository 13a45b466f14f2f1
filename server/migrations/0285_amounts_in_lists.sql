-- owner: payment-requests
-- expand
-- Lists are narrowed by amount, too. Requests that are in the index already are entered once more, a little at a time.
alter table payment_request_index add column amount numeric;
update payment_request_indexer set older_merchant_id = null, older_event_id = null, older_complete = false;
