-- owner: audit-events
-- online
create index concurrently if not exists audit_events_by_action on audit_events (merchant_id, action, audit_event_id);
