-- owner: recipients
-- What makes a payee trustworthy is held by the database, whoever writes: a version begins as a draft, moves only along the
-- table of moves, serves only with evidence of a domain that is proven now, and not before its cooling off is over by the
-- clock of the very statement. Times are the database's own.

-- How long an organization lets new addresses wait now: a day, unless it chose longer.
create or replace function merchant_cooling_off(of_merchant uuid) returns interval language sql stable as $$
  select make_interval(secs => coalesce((
    select case when c.lowers_at <= now() then c.lowers_to_s else c.cooling_off_s end
    from recipient_cooling_off c where c.merchant_id = of_merchant), cooling_off_default_s()))
$$;

-- A longer time counts at once. A shorter one waits for as long as the present one.
create or replace function cooling_off_lowers_late() returns trigger language plpgsql as $$
declare
  present integer := cooling_off_default_s();
  waits boolean := false;
begin
  if tg_op = 'UPDATE' then
    present := case when old.lowers_at <= now() then old.lowers_to_s else old.cooling_off_s end;
    waits := old.lowers_at is not distinct from new.lowers_at and old.lowers_to_s is not distinct from new.lowers_to_s
      and new.lowers_at > now();
  elsif exists (select from recipient_cooling_off c where c.merchant_id = new.merchant_id) then
    -- A conflict makes it an update, which the update's trigger judges.
    return new;
  end if;
  if new.cooling_off_s < present or new.lowers_to_s >= new.cooling_off_s
    or new.lowers_at < now() + make_interval(secs => new.cooling_off_s) and not waits
  then
    raise exception 'a shorter cooling off waits for as long as the present one' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Whether a second person must approve what is to be paid: where an organization chose that, until it has gone back.
create or replace function payee_changes_need_two(of_merchant uuid) returns boolean language sql stable as $$
  select exists (select from payee_change_approvals a where a.merchant_id = of_merchant
    and (a.lowers_at is null or a.lowers_at > now()))
$$;

-- From when on somebody may be the second person, and null for who is no owner or admin. Who became one after two were needed
-- waits for the cooling-off time: else one person could add a helper and use them at once. The membership stays until the commit.
create or replace function approves_payees_from(of_merchant uuid, person uuid) returns timestamptz language sql volatile as $$
  select case when coalesce(m.approver_since, m.created_at) <= a.required_since
      then a.required_since else coalesce(m.approver_since, m.created_at) + merchant_cooling_off(of_merchant) end
    from memberships m left join payee_change_approvals a on a.merchant_id = m.merchant_id
    where m.merchant_id = of_merchant and m.account_id = person and m.role in ('owner', 'admin') for share of m
$$;

-- Somebody still asks for it: not too long ago, and they could ask now.
create or replace function payee_request_stands(of_merchant uuid, person uuid, at timestamptz) returns boolean
  language sql stable as $$
  select coalesce(at > now() - approval_lifetime(), false) and exists (select from memberships m
    where m.merchant_id = of_merchant and m.account_id = person and m.role in ('owner', 'admin'))
$$;

-- Whether a version would be paid elsewhere than its payee was last: never, where nothing was; always, where that was recalled,
-- even at the same address, since a thief may have it.
create or replace function payee_moves(v recipient_versions) returns boolean language sql stable as $$
  select exists (select from (select o.* from recipient_versions o where o.merchant_id = v.merchant_id
      and o.recipient_id = v.recipient_id and o.activated_at is not null order by o.activated_at desc limit 1) last
    where last.recalled_at is not null or (last.network, last.asset, last.address, last.memo, last.contract, last.issuer)
      is distinct from (v.network, v.asset, v.address, v.memo, v.contract, v.issuer))
$$;

-- Whether somebody has just confirmed with a passkey, in that session or in any. Passkey and person must have been there for the
-- cooling-off time: otherwise whoever steals a session could add a passkey, or a member who has one, and use it at once.
create or replace function confirms_payee_moves(of_merchant uuid, person uuid, in_session uuid default null) returns boolean
  language sql stable as $$
  select exists (select from merchant_sessions s join memberships m using (merchant_id, account_id)
    where s.merchant_id = of_merchant and s.account_id = person and s.session_id = coalesce(in_session, s.session_id)
      and s.closed_at is null and s.passkey_proven_at > now() - step_up_lifetime()
      and s.passkey_since <= now() - merchant_cooling_off(of_merchant)
      and m.role in ('owner', 'admin')
      and coalesce(m.approver_since, m.created_at) <= now() - merchant_cooling_off(of_merchant))
$$;

create or replace function payee_approvers(of_merchant uuid) returns integer language sql stable as $$
  select count(*)::int from memberships m where m.merchant_id = of_merchant and m.role in ('owner', 'admin')
$$;

-- Two people are needed at once. One is enough again once a second person agrees, or after some days: else an
-- organization that shrank to one person could never change a payee again.
create or replace function payee_approvals_change() returns trigger language plpgsql as $$
declare
  refused text;
begin
  if tg_op = 'INSERT' and exists (select from payee_change_approvals a where a.merchant_id = new.merchant_id) then
    -- A conflict makes it an update, which the update's trigger judges.
    return new;
  end if;
  if tg_op = 'INSERT' or old.lowers_at <= now() then
    if payee_approvers(new.merchant_id) < 2 then
      refused := 'two people are needed only where two could approve';
    end if;
    new.required_since := now();
    new.lowers_at := null;
    new.lowers_asked_by := null;
    new.lowers_approved_by := null;
  else
    new.required_since := old.required_since;
    if new.lowers_asked_by is null then
      new.lowers_at := null;
    elsif old.lowers_asked_by is null then
      new.lowers_at := now() + approvals_return_after();
    else
      new.lowers_at := case when new.lowers_approved_by is null then old.lowers_at else now() end;
    end if;
    if new.lowers_asked_by is not null and old.lowers_asked_by is not null
      and new.lowers_asked_by <> old.lowers_asked_by
    then
      refused := 'who asked for one person is written once';
    elsif new.lowers_approved_by is not null and not coalesce(old.lowers_asked_by <> new.lowers_approved_by
        and approves_payees_from(new.merchant_id, new.lowers_approved_by) <= now(), false)
    then
      refused := 'another owner or admin approves a return to one person';
    end if;
  end if;
  if refused is not null then raise exception '%', refused using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;

-- A payee that an agent found on a domain is vouched for by its own listing, and by nothing else; such a listing counts for a day.
create or replace function is_listing(v recipient_versions) returns boolean language sql immutable
  return v.vouched_by is not distinct from v.recipient_id;

create or replace function listing_of(of_merchant uuid, of_recipient uuid, out listed boolean, out fresh boolean)
language sql stable as $$
  select r.listed_by is not null, coalesce(r.listing_seen_at > now() - listing_lasts(), false)
    from recipients r where r.merchant_id = of_merchant and r.recipient_id = of_recipient
$$;

-- Whether the listing is gone, or nobody has seen it for too long; never of a merchant's own payees.
create or replace function listing_is_stale(r recipients) returns boolean language sql stable
  return r.listed_by is not null
    and (r.active_version_id is null or coalesce(r.listing_seen_at <= now() - listing_lasts(), true));

-- A listing was seen when this transaction brings the evidence: not later than now, not much before, and never before it was gone.
create or replace function listing_moves() returns trigger language plpgsql as $$
begin
  if new.listing_seen_at is distinct from old.listing_seen_at and not coalesce(
      new.listing_seen_at <= clock_timestamp() and new.listing_seen_at > clock_timestamp() - interval '5 minutes'
      and new.listing_seen_at > coalesce(greatest(old.listing_seen_at, old.listing_gone_at), '-infinity')
      and exists (select from recipient_evidence e where e.merchant_id = new.merchant_id
        and e.source_id = new.recipient_id and e.created_at = now()
        and e.recipient_version_id in (select v.recipient_version_id from recipient_versions v
          where v.merchant_id = new.merchant_id and v.recipient_id = new.recipient_id)), false)
  then
    raise exception 'a listing is seen only with evidence of this moment' using errcode = 'insufficient_privilege';
  end if;
  if new.listing_gone_at is distinct from old.listing_gone_at then new.listing_gone_at := clock_timestamp(); end if;
  return new;
end $$;

create or replace function recipient_version_begins() returns trigger language plpgsql as $$
begin
  if new.number > 1 and (select l.listed from listing_of(new.merchant_id, new.recipient_id) l) then
    raise exception 'a listed payee has one version' using errcode = 'insufficient_privilege';
  end if;
  if new.status <> 'draft' or coalesce(new.vouched_by::text, new.activates_at::text, new.activated_at::text,
      new.retired_at::text, new.suspended_at::text, new.retired_reason, new.recalled_at::text, new.recall_reason,
      new.requested_by::text, new.requested_at::text, new.approved_by::text, new.approved_at::text) is not null
  then
    raise exception 'a recipient version begins as a draft' using errcode = 'insufficient_privilege';
  end if;
  new.created_at := now();
  return new;
end $$;

create or replace function recipient_version_moves() returns trigger language plpgsql as $$
declare
  moves constant boolean := new.status <> old.status;
  asks constant boolean := (new.requested_by, new.requested_at) is distinct from (old.requested_by, old.requested_at);
  approves constant boolean := new.approved_by is distinct from old.approved_by;
  listing constant record := listing_of(new.merchant_id, new.recipient_id);
  refused text;
begin
  if new.vouched_by is not null and is_listing(new) <> listing.listed then
    refused := 'a listed payee is vouched for by its listing alone, and no other payee is';
  elsif moves and not recipient_version_may_follow(old.status, new.status) then
    refused := 'a recipient version does not go from ' || old.status || ' to ' || new.status;
  elsif new.vouched_by is distinct from old.vouched_by and new.status <> 'verified' then
    refused := 'another domain vouches only while a version is verified';
  elsif new.status in ('verified', 'awaiting_approval', 'cooling', 'active') and not exists (select from recipient_evidence e
      where e.merchant_id = new.merchant_id and e.recipient_version_id = new.recipient_version_id
        and e.source_id = new.vouched_by)
  then
    refused := 'a recipient version is ' || new.status || ' only with evidence of the domain that vouches for it';
  elsif moves and new.status in ('awaiting_approval', 'cooling', 'active') and not (listing.listed and listing.fresh)
      and not exists (select from merchant_domains d
      where d.merchant_id = new.merchant_id and d.domain_id = new.vouched_by and d.status = 'verified')
  then
    refused := 'the domain that vouches is not proven';
  elsif moves and new.status = 'cooling' and not coalesce(
      new.activates_at >= now() + greatest(cooling_off_of(new.network), merchant_cooling_off(new.merchant_id)), false)
  then
    refused := 'a recipient version cools off for its whole time';
  elsif asks and (approves or new.requested_by is null or old.status not in ('verified', 'awaiting_approval')
      or new.status not in ('awaiting_approval', 'cooling', 'active'))
  then
    refused := 'who asked for a version is written when it is activated';
  elsif moves and new.status = 'awaiting_approval' and new.requested_by is null then
    refused := 'a version waits for approval only where somebody asked for it';
  elsif approves and not coalesce(old.approved_by is null and old.status in ('awaiting_approval', 'cooling')
      and new.status in ('cooling', 'active') and new.approved_by <> old.requested_by
      and approves_payees_from(new.merchant_id, new.approved_by) <= now()
      and payee_request_stands(new.merchant_id, old.requested_by, old.requested_at), false)
  then
    refused := 'another owner or admin than who asked approves a version';
  elsif moves and new.status in ('cooling', 'active') and old.status <> 'suspended' and new.approved_by is null
      and not listing.listed and payee_changes_need_two(new.merchant_id)
  then
    refused := 'a second person approves a version first';
  elsif moves and new.status = 'active' and old.status in ('verified', 'awaiting_approval')
      and (cooling_off_of(new.network) is not null or payee_moves(new)
        and not confirms_payee_moves(new.merchant_id, coalesce(new.approved_by, new.requested_by)))
  then
    refused := 'a recipient version cools off first';
  elsif moves and new.status = 'active' and old.status = 'cooling' and old.activates_at > clock_timestamp() then
    refused := 'a recipient version is still cooling off';
  elsif moves and new.status = 'active' and old.status = 'suspended' and not exists (select from recipient_evidence e
      where e.merchant_id = new.merchant_id and e.recipient_version_id = new.recipient_version_id
        and e.source_id = new.vouched_by and e.created_at >= old.suspended_at)
  then
    refused := 'a suspended version serves again only with new evidence';
  elsif new.retired_reason = 'recalled' and old.activated_at is null then
    refused := 'only a version that has served is recalled';
  elsif not moves and new.retired_reason is distinct from old.retired_reason
      and not (new.status = 'retired' and new.retired_reason = 'recalled')
  then
    refused := 'why a version was retired is written once';
  end if;
  if refused is not null then raise exception '%', refused using errcode = 'insufficient_privilege'; end if;
  if not (moves and new.status = 'cooling') then new.activates_at := old.activates_at; end if;
  new.requested_at := case when asks then now() else old.requested_at end;
  new.approved_at := case when approves then now() else old.approved_at end;
  new.activated_at := case when moves and new.status = 'active' then coalesce(old.activated_at, now())
    else old.activated_at end;
  new.suspended_at := case when not moves then old.suspended_at when new.status = 'suspended' then now() end;
  new.retired_at := case when moves and new.status = 'retired' then now() else old.retired_at end;
  new.retired_reason := case when new.status = 'retired' then coalesce(new.retired_reason, 'replaced') end;
  if old.retired_reason is not distinct from 'recalled' or new.retired_reason is distinct from 'recalled' then
    new.recalled_at := old.recalled_at;
    new.recall_reason := old.recall_reason;
  else
    new.recalled_at := clock_timestamp();
  end if;
  return new;
end $$;

revoke all on function
  cooling_off_lowers_late(),
  listing_moves(),
  payee_approvals_change(),
  recipient_version_begins(),
  recipient_version_moves()
  from public, pursestrings_app, pursestrings_system;

create policy tenant on recipients to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on recipients for select to pursestrings_system using (true);
create policy creator on recipients to pursestrings_creator using (true) with check (true);
revoke all on recipients from pursestrings_app, pursestrings_system, pursestrings_creator;
create trigger listing_moves before update on recipients for each row
  when ((old.listing_seen_at, old.listing_gone_at) is distinct from (new.listing_seen_at, new.listing_gone_at))
  execute function listing_moves();
grant select, insert (merchant_id, recipient_id, name, name_skeleton, listed_by), update (active_version_id, version, name,
  name_skeleton, retired_at, listing_seen_at, listing_gone_at) on recipients to pursestrings_app;
grant select on recipients to pursestrings_system;
grant select, update (version) on recipients to pursestrings_creator;

create policy tenant on recipient_versions to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on recipient_versions for select to pursestrings_system using (true);
create policy creator on recipient_versions for select to pursestrings_creator using (true);
create trigger facts_are_fixed before update on recipient_versions for each row
  when ((old.merchant_id, old.recipient_version_id, old.recipient_id, old.number, old.rail, old.network, old.asset,
         old.address, old.memo, old.contract, old.issuer, old.decimals, old.chain_id, old.reference, old.created_at)
    is distinct from
        (new.merchant_id, new.recipient_version_id, new.recipient_id, new.number, new.rail, new.network, new.asset,
         new.address, new.memo, new.contract, new.issuer, new.decimals, new.chain_id, new.reference, new.created_at))
  execute function refuse_change();
create trigger facts_stay before delete on recipient_versions for each row execute function refuse_change();
create trigger facts_stay_all before truncate on recipient_versions execute function refuse_change();
create trigger begins_as_a_draft before insert on recipient_versions
  for each row execute function recipient_version_begins();
create trigger moves_are_allowed before update on recipient_versions
  for each row execute function recipient_version_moves();
revoke all on recipient_versions from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (merchant_id, recipient_version_id, recipient_id, number, rail, network, asset, address, memo,
  contract, issuer, decimals, chain_id, reference, status), update (status, vouched_by, activates_at, activated_at, retired_at,
  suspended_at, retired_reason, recalled_at, recall_reason, requested_by, requested_at, approved_by) on recipient_versions
  to pursestrings_app;
grant select on recipient_versions to pursestrings_system;
-- Whole: the payee log holds what it pays to.
grant select on recipient_versions to pursestrings_creator;

create policy tenant on recipient_cooling_off to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on recipient_cooling_off for select to pursestrings_system using (true);
create policy creator on recipient_cooling_off for select to pursestrings_creator using (true);
create trigger lowers_late before insert or update on recipient_cooling_off
  for each row execute function cooling_off_lowers_late();
create trigger facts_stay before delete on recipient_cooling_off for each row execute function refuse_change();
revoke all on recipient_cooling_off from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (cooling_off_s, lowers_to_s, lowers_at) on recipient_cooling_off to pursestrings_app;
grant select on recipient_cooling_off to pursestrings_system, pursestrings_creator;

create policy tenant on payee_change_approvals to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on payee_change_approvals for select to pursestrings_system using (true);
create trigger lowers_by_two before insert or update on payee_change_approvals
  for each row execute function payee_approvals_change();
create trigger facts_stay before delete on payee_change_approvals for each row execute function refuse_change();
revoke all on payee_change_approvals from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (merchant_id), update (lowers_at, lowers_asked_by, lowers_approved_by) on payee_change_approvals
  to pursestrings_app;
grant select on payee_change_approvals to pursestrings_system;

create policy tenant on recipient_former_names to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on recipient_former_names for select to pursestrings_system using (true);
create trigger names_stay before update or delete on recipient_former_names
  for each row execute function refuse_change();
create trigger time_is_now before insert on recipient_former_names for each row execute function time_is_now('created_at');
revoke all on recipient_former_names from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (merchant_id, recipient_id, name, name_skeleton) on recipient_former_names to pursestrings_app;
grant select on recipient_former_names to pursestrings_system;

-- Whether the service still vouches for a version, by what is true at this moment. One that was replaced or whose payee was
-- retired stays payable for requests that name it; no version of a suspended organization does. A listed one is vouched for only
-- while it serves: nobody looks at its listing after that.
create or replace view payee_standings with (security_invoker = true) as
  select v.merchant_id, v.recipient_version_id, v.network, v.recalled_at,
    v.recalled_at is null and v.status <> 'suspended'
      and (coalesce(d.status = 'verified', false) or is_listing(v) and v.status = 'active')
      and coalesce(m.status = 'active', false) as verified
  from recipient_versions v
  left join merchants m on m.merchant_id = v.merchant_id
  left join merchant_domains d on d.merchant_id = v.merchant_id and d.domain_id = v.vouched_by;
revoke all on payee_standings from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on payee_standings to pursestrings_app, pursestrings_system, pursestrings_creator;

create policy tenant on recipient_evidence to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on recipient_evidence for select to pursestrings_creator using (true);
create trigger facts_stay before update or delete on recipient_evidence for each row execute function refuse_change();
create trigger time_is_now before insert on recipient_evidence for each row execute function time_is_now('created_at');
revoke all on recipient_evidence from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (merchant_id, evidence_id, recipient_version_id, source_id, found_in, document, digest, body) on
  recipient_evidence to pursestrings_app;
grant select (merchant_id, evidence_id, recipient_version_id, source_id, document, digest, created_at) on recipient_evidence
  to pursestrings_creator;
