-- owner: payment-requests
-- expand
-- Until when a request waits, null once it is decided; a trigger keeps it, whoever writes. An index may look at this column
-- where one on the status would have every report rewrite all index entries of its request. The room that is left on each
-- page is for the versions that reports make in place.
alter table payment_requests add column pending_until timestamptz, set (fillfactor = 85);
