-- owner: audit-events
-- Append-only: the application may add and read; no one may change or remove.

-- What the records that the log names are called now, each looked up by its own key. Ids are unique over all tables.
create or replace function record_names(ids uuid[]) returns table (id uuid, name text)
  language sql stable as $$
  select merchant_id, name from merchants where merchant_id = tenant() and merchant_id = any(ids)
  union all
  select domain_id, domain from merchant_domains where merchant_id = tenant() and domain_id = any(ids)
  union all
  select recipient_id, name from recipients where merchant_id = tenant() and recipient_id = any(ids)
  union all
  select v.recipient_version_id, r.name || ', version ' || v.number
    from recipient_versions v join recipients r using (merchant_id, recipient_id)
    where v.merchant_id = tenant() and v.recipient_version_id = any(ids)
  union all
  select agent_id, name from agents where merchant_id = tenant() and agent_id = any(ids)
  union all
  select c.credential_id, c.kid || ' of ' || a.name
    from agent_credentials c join agents a using (merchant_id, agent_id)
    where c.merchant_id = tenant() and c.credential_id = any(ids)
  union all
  select c.connection_id, a.name from connections c join agents a using (merchant_id, agent_id)
    where c.merchant_id = tenant() and c.connection_id = any(ids)
  union all
  select project_id, name from projects where merchant_id = tenant() and project_id = any(ids)
  union all
  select api_key_id, name from api_keys where merchant_id = tenant() and api_key_id = any(ids)
  union all
  select policy_id, name from automation_policies where merchant_id = tenant() and policy_id = any(ids)
  union all
  select webhook_endpoint_id, url from webhook_endpoints where merchant_id = tenant() and webhook_endpoint_id = any(ids)
  union all
  select merchant_key_id, name from merchant_keys where merchant_id = tenant() and merchant_key_id = any(ids)
  union all
  select member_invitation_id, email from member_invitations
    where merchant_id = tenant() and member_invitation_id = any(ids)
$$;

create policy tenant on audit_events to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy operator on audit_events to pursestrings_operator
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on audit_events for select to pursestrings_creator using (true);
create trigger time_is_now before insert on audit_events for each row execute function time_is_now('occurred_at');
create trigger facts_stay before update or delete on audit_events for each row execute function refuse_change();
revoke all on audit_events from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert (merchant_id, audit_event_id, action, actor, target, details) on audit_events to pursestrings_app;
grant select, insert (merchant_id, audit_event_id, action, actor, target, details) on audit_events
  to pursestrings_operator;
-- Read by the functions that give events their places in a tree.
grant select on audit_events to pursestrings_creator;
