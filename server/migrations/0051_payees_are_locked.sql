-- owner: recipients
-- What makes a payee trustworthy is held by the database, whoever writes: a version begins as a draft, moves only along the
-- table of moves, serves only with evidence of a domain that is proven now, and not before its cooling off is over by the
-- clock of the very statement. Times are the database's own. A recipient points at a version of its own that serves.

-- The table of moves, as RECIPIENT_VERSION_NEXT in the contract has it; a test holds the two against each other.
create function recipient_version_may_follow(previous text, next text) returns boolean
  language sql immutable parallel safe return (
    case previous
      when 'draft' then next in ('verified', 'retired')
      when 'verified' then next in ('cooling', 'active', 'retired')
      when 'cooling' then next in ('active', 'retired')
      when 'active' then next = 'retired'
      else false
    end);

-- COOLING_OFF_S of the contract, and null where a network has none; a test holds them against each other.
create function cooling_off_of(network text) returns interval language sql immutable parallel safe
  return (case when network = 'stellar_testnet' then null else interval '24 hours' end);

create function recipient_version_begins() returns trigger language plpgsql as $$
begin
  if new.status <> 'draft' or coalesce(new.vouched_by::text, new.activates_at::text, new.activated_at::text,
      new.retired_at::text) is not null
  then
    raise exception 'a recipient version begins as a draft' using errcode = 'insufficient_privilege';
  end if;
  new.created_at := now();
  return new;
end $$;
create trigger begins_as_a_draft before insert on recipient_versions
  for each row execute function recipient_version_begins();

create function recipient_version_moves() returns trigger language plpgsql as $$
declare
  moves constant boolean := new.status <> old.status;
  refused text;
begin
  if moves and not recipient_version_may_follow(old.status, new.status) then
    refused := 'a recipient version does not go from ' || old.status || ' to ' || new.status;
  elsif new.vouched_by is distinct from old.vouched_by and new.status <> 'verified' then
    refused := 'another domain vouches only while a version is verified';
  elsif new.status in ('verified', 'cooling', 'active') and not exists (select from recipient_evidence e
      where e.merchant_id = new.merchant_id and e.recipient_version_id = new.recipient_version_id
        and e.source_id = new.vouched_by)
  then
    refused := 'a recipient version is ' || new.status || ' only with evidence of the domain that vouches for it';
  elsif moves and new.status in ('cooling', 'active') and not exists (select from merchant_domains d
      where d.merchant_id = new.merchant_id and d.domain_id = new.vouched_by and d.status = 'verified')
  then
    refused := 'the domain that vouches is not proven';
  elsif moves and new.status = 'cooling' and not coalesce(
      new.activates_at >= now() + cooling_off_of(new.network), cooling_off_of(new.network) is null)
  then
    refused := 'a recipient version cools off for its whole time';
  elsif moves and new.status = 'active' and old.status = 'verified' and cooling_off_of(new.network) is not null then
    refused := 'a recipient version of this network cools off first';
  elsif moves and new.status = 'active' and old.status = 'cooling' and old.activates_at > clock_timestamp() then
    refused := 'a recipient version is still cooling off';
  end if;
  if refused is not null then raise exception '%', refused using errcode = 'insufficient_privilege'; end if;
  if not (moves and new.status = 'cooling') then new.activates_at := old.activates_at; end if;
  new.activated_at := case when moves and new.status = 'active' then now() else old.activated_at end;
  new.retired_at := case when moves and new.status = 'retired' then now() else old.retired_at end;
  return new;
end $$;
create trigger moves_are_allowed before update on recipient_versions
  for each row execute function recipient_version_moves();
revoke all on function recipient_version_begins(), recipient_version_moves() from public;

-- What a tenant may say of a new version is its facts, and of a new recipient its name.
revoke insert on recipient_versions, recipients from countersign_app;
grant insert (merchant_id, recipient_version_id, recipient_id, number, rail, network, asset, address, memo, contract, issuer,
  decimals, chain_id, status) on recipient_versions to countersign_app;
grant insert (merchant_id, recipient_id, name, name_skeleton) on recipients to countersign_app;

-- Looked at when the transaction ends: the old version is retired before the new one is named.
alter table recipients add column active_status text
  generated always as (case when active_version_id is not null then 'active' end) stored;
alter table recipient_versions
  add constraint standing_of_version unique (merchant_id, recipient_id, recipient_version_id, status);
alter table recipients add constraint active_version_is_its_own_and_serves
  foreign key (merchant_id, recipient_id, active_version_id, active_status)
  references recipient_versions (merchant_id, recipient_id, recipient_version_id, status)
  deferrable initially deferred;

-- Times of what is evidence are the database's: nobody is granted the column, and the low-volume tables force it besides.
create function time_is_now() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'occurred_at' then new.occurred_at := now(); else new.created_at := now(); end if;
  return new;
end $$;
revoke all on function time_is_now() from public;
create trigger time_is_now before insert on audit_events for each row execute function time_is_now('occurred_at');
create trigger time_is_now before insert on recipient_changes for each row execute function time_is_now('occurred_at');
create trigger time_is_now before insert on recipient_evidence for each row execute function time_is_now('created_at');

create trigger facts_stay before update or delete on audit_events for each row execute function refuse_change();
create trigger facts_stay before update or delete on recipient_changes for each row execute function refuse_change();

do $$
declare
  evidence record;
begin
  for evidence in select * from (values ('audit_events', 'occurred_at'), ('recipient_evidence', 'created_at'),
    ('recipient_changes', 'occurred_at'), ('connection_changes', 'occurred_at'), ('late_reports', 'reported_at'),
    ('automation_policy_changes', 'occurred_at'), ('agent_payment_events', 'occurred_at')) t (name, at)
  loop
    execute format('revoke insert on %I from countersign_app', evidence.name);
    execute format('grant insert (%s) on %I to countersign_app', (select string_agg(quote_ident(a.attname), ', ')
      from pg_attribute a where a.attrelid = evidence.name::regclass and a.attnum > 0 and not a.attisdropped
        and a.attname <> evidence.at), evidence.name);
  end loop;
end $$;
