-- owner: audit-events
-- online
create index concurrently if not exists audit_events_by_target on audit_events (merchant_id, target, audit_event_id);
