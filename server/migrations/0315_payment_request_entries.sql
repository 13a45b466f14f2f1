-- owner: payment-requests
-- expand
-- Lists of requests are read through a view of the table's owner (server/sql/payment-requests.index.sql), to whom the table's
-- policies would otherwise apply. The application's own rights on the table are as before.
alter table payment_request_index no force row level security;
