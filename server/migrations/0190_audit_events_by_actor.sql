-- owner: audit-events
-- online
create index concurrently if not exists audit_events_by_actor on audit_events (merchant_id, actor, audit_event_id);
