-- owner: payment-requests
-- expand
-- How many requests name each version of a payee. The sequencer keeps it; requests that are in the index already are entered
-- once more, a little at a time, and counted then.
alter table payment_request_index add column recipient_version_id uuid;
create table recipient_version_counts (
  merchant_id uuid not null,
  recipient_version_id uuid not null,
  count bigint not null,
  last_created_at timestamptz not null,
  primary key (merchant_id, recipient_version_id)
) with (fillfactor = 50);
alter table recipient_version_counts enable row level security;
alter table recipient_version_counts force row level security;
update payment_request_indexer set older_merchant_id = null, older_event_id = null, older_complete = false;
