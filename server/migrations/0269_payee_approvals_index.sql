-- owner: recipients
-- online
create index concurrently if not exists recipient_versions_waiting_idx on recipient_versions (merchant_id, recipient_version_id)
  where status in ('awaiting_approval', 'cooling')
