-- owner: audit-events
-- Append-only: the application may add and read, nobody may change or remove.

comment on table audit_events is 'What people and agents did to a tenant''s records. Append-only.';
create policy tenant on audit_events to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create trigger time_is_now before insert on audit_events for each row execute function time_is_now('occurred_at');
create trigger facts_stay before update or delete on audit_events for each row execute function refuse_change();
revoke all on audit_events from countersign_app, countersign_system, countersign_creator;
grant select, insert (merchant_id, audit_event_id, action, actor, target, details) on audit_events to countersign_app;
