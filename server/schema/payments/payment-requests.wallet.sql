-- owner: payment-requests
-- Reports of wallets, many at once, in one statement of the caller's. As creates, it runs as a role of its own: the hash of
-- a device's token says whose requests an item may name. One item's refusal is its verdict, never an exception.

-- Whether a request has ended without its wallet, so that a transaction named later is kept as evidence.
create or replace function ended_without_wallet(stands payment_status, reason text)
returns boolean language sql immutable parallel safe
  return stands = 'expired'
    or stands = 'failed' and coalesce(reason in ('canceled_by_agent', 'recipient_recalled'), false);

-- What a report does to a request, by nothing but where it stands, which transaction it has, what is reported and which
-- transactions were named too late already; those are null unless it ended without its wallet.
create or replace function judge_payment_report(
  stands payment_status, known text, reported payment_status, named text, late_hashes text[])
returns text language sql immutable parallel safe return (
  case
    when named is null and needs_transaction_hash(reported) then 'transaction_hash_required'
    when reported = stands and named = known then 'repeated'
    when named = any (late_hashes) then 'repeated_late'
    when named is not null and cardinality(late_hashes) < late_reports_max() then 'late'
    when reported = stands and named is null then 'repeated'
    when reported = stands and named <> known then 'transaction_hash_fixed'
    when not payment_status_may_follow(stands, reported) then 'invalid_transition'
    when named <> known then 'transaction_hash_fixed'
    else 'moved'
  end);

-- An event with what the report said.
create or replace function as_reported(one new_event, named text, reason text) returns new_event
  language sql immutable parallel safe
  return row(one.kind, one.merchant_id, one.event_id, one.occurred_at, one.subject_id, one.connection_id, one.cursor,
    one.data || jsonb_strip_nulls(jsonb_build_object('transaction_hash', named, 'reason', reason)), one.for_merchant,
    one.device_id, one.project_id)::new_event;

-- Which request each report means: the id on the wire is ours or the agent's own, which two connections of a wallet may both
-- use. Reports of one request take turns.
create or replace function find_reported(reports payment_report[]) returns setof found_report language sql stable as $$
  select i.ordinality::integer, t.device_id, case when t.last_used_on < current_date then t.device_id end,
    case when t.device_id is null then 'credential_invalid' when p.found is null then 'resource_not_found'
      when p.found > 1 then 'request_id_ambiguous' end,
    case when p.found = 1 then p.merchant_id end,
    case when p.found = 1 then p.connection_id end,
    case when p.found = 1 then p.payment_request_id end,
    case when p.found = 1 then
      row_number() over (partition by p.connection_id, p.payment_request_id order by i.ordinality) end::integer
  from unnest(reports) with ordinality i
  left join lateral (
    select t.device_id, t.last_used_on, wallet_of(t.device_id) as wallet_id from device_tokens t
    where t.token_hash = i.token_hash and coalesce(t.next_until > now(), true) limit 1) t on true
  left join lateral (
    select f.*, count(*) over () as found from (
      select p.* from connections c cross join lateral (
        select p.merchant_id, p.connection_id, p.payment_request_id from payment_requests p
        where p.merchant_id = c.merchant_id and p.connection_id = c.connection_id
          and p.payment_request_id = coalesce(i.payment_request_id, (
            select named.payment_request_id from payment_requests named where named.merchant_id = c.merchant_id
              and named.connection_id = c.connection_id and named.request_id = i.request_id))
        limit 1) p
      where c.device_id = t.wallet_id and (i.connection_id is null or c.connection_id = i.connection_id)
      limit 2) f
    limit 1) p on true
$$;

-- What the reports of one turn meet, and what becomes of them. Named in `spelt` is the transaction as its network spells it.
create or replace function judge_reports(meant found_report[], reports payment_report[], this_turn integer,
  judged_at timestamptz, lower_case_networks text[])
returns table (
  item integer, merchant_id uuid, connection_id uuid, payment_request_id uuid, reporter uuid, reported payment_status,
  reason text, fresh_id uuid, more jsonb, request_place tid, written payment_status, known text, request_id text,
  known_reason text, handoff_shown boolean, connection_place tid, device_id uuid, last_cursor bigint,
  has_rejections boolean, spelt text, stands payment_status, verdict text, is_kept boolean)
language sql stable as $$
  with standing as materialized (
    select i.*, p.*, c.*, n.*,
      case when v.network = any (lower_case_networks) then replace(lower(i.named), '0x', '') else i.named end as spelt,
      case when n.is_barred or n.is_ended or c.is_unsigned then array(
        select l.transaction_hash from late_reports l where l.merchant_id = i.merchant_id
          and l.connection_id = i.connection_id and l.payment_request_id = i.payment_request_id) end as late_hashes
    from unnest(meant, reports) i (item, reporter, unnoted_id, verdict, merchant_id, connection_id, payment_request_id,
      turn, token_hash, wanted_id, wanted_name, wanted_connection, reported, named, reason, fresh_id, more)
    cross join lateral (
      select p.ctid as request_place, p.status as written, p.expires_at, p.transaction_hash as known, p.request_id,
        p.recipient_version_id, p.reason as known_reason, p.handoff_shown, p.decided_by
      from payment_requests p where p.merchant_id = i.merchant_id and p.connection_id = i.connection_id
        and p.payment_request_id = i.payment_request_id limit 1) p
    cross join lateral (
      select c.ctid as connection_place, c.device_id, c.last_cursor, c.rejected_at <> '{}' as has_rejections,
        c.decision_required_at is not null and i.more->'decision' is null as is_unsigned
      from connections c where c.merchant_id = i.merchant_id and c.connection_id = i.connection_id limit 1) c
    cross join lateral (
      select s.network, s.recalled_at, s.verified from payee_standings s
      where s.merchant_id = i.merchant_id and s.recipient_version_id = p.recipient_version_id limit 1) v
    -- No one may sign while the service does not vouch for the payee.
    cross join lateral (
      select w.stands, w.stands = 'pending' and i.reported = 'signed' and not v.verified as is_barred,
        ended_without_wallet(w.stands,
          case when p.written = 'pending' then 'recipient_recalled' else p.known_reason end) as is_ended,
        -- It was active when the signature was checked, and may have been replaced or revoked since.
        i.more->'decision' is null or exists (select from device_keys k where k.device_id = i.reporter
          and k.kid = i.more#>>'{decision,kid}' and k.status = 'active') as has_key
      from (select payment_status_at(p.written, p.expires_at, v.recalled_at, judged_at) as stands) w) n
    where i.turn = this_turn)
  select s.item, s.merchant_id, s.connection_id, s.payment_request_id, s.reporter, s.reported, s.reason, s.fresh_id, s.more,
    s.request_place, s.written, s.known, s.request_id, s.known_reason, s.handoff_shown, s.connection_place, s.device_id,
    s.last_cursor, s.has_rejections, s.spelt, s.stands, j.verdict,
    -- A transaction that a wallet names is kept, whatever becomes of its report.
    j.verdict = 'late' or (s.is_barred or j.verdict = 'decision_signature_required') and s.spelt is not null
      and s.spelt is distinct from s.known and s.spelt <> all (s.late_hashes)
      and cardinality(s.late_hashes) < late_reports_max()
  from standing s cross join lateral (
    select judge_payment_report(s.stands, s.known, s.reported, s.spelt, case when s.is_ended then s.late_hashes end)
      as verdict) r
  cross join lateral (
    select case when s.is_barred then 'recipient_suspended' when not s.has_key then 'device_key_unknown'
      when s.is_unsigned and r.verdict = 'moved' then 'decision_signature_required'
      -- Of two devices of one wallet that are about to pay, only one may go on.
      when r.verdict = 'repeated' and s.reported = 'signed' and s.spelt is null and s.decided_by <> s.reporter
        then 'invalid_transition'
      else r.verdict end as verdict) j
$$;

-- Judges and writes the reports of one turn, with their events. Its caller holds the connections.
create or replace function write_reports(meant found_report[], reports payment_report[], this_turn integer,
  judged_at timestamptz, lower_case_networks text[])
returns table (item integer, verdict text, stands payment_status, merchant_id uuid, connection_id uuid, fresh_id uuid,
  is_rejection boolean, is_noted boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with judged as materialized (select * from judge_reports(meant, reports, this_turn, judged_at, lower_case_networks)),
  moved as (
    update payment_requests p set status = m.next, transaction_hash = m.transaction_hash, reason = m.reason,
      changed_at = case when m.next = p.status then p.changed_at else clock_timestamp() end,
      unsigned_transaction = coalesce(p.unsigned_transaction, m.envelope->>'unsigned_transaction'),
      max_time = coalesce(p.max_time, (m.envelope->>'max_time')::bigint),
      handoff_shown = coalesce(p.handoff_shown or m.shown, p.handoff_shown, m.shown),
      device_signed = case when p.status = 'pending' and m.next in ('signed', 'rejected')
        then m.envelope->'decision' is not null else p.device_signed end,
      decided_by = coalesce(p.decided_by, m.decided_by)
    from (
      select d.request_place, d.reported as next, coalesce(d.spelt, d.known) as transaction_hash, d.reason,
        d.more as envelope, (d.more->>'handoff_shown')::boolean as shown,
        case when d.written = 'pending' then d.reporter end as decided_by
      from judged d where d.verdict = 'moved'
      union all
      -- Time, or a recall, is written down before what came after it.
      select d.request_place, d.stands, null, case d.stands when 'failed' then 'recipient_recalled' end, null,
        (d.more->>'handoff_shown')::boolean, null
      from judged d where d.verdict = 'late' and d.written = 'pending'
      union all
      -- That another wallet may pay, too, is never forgotten, whatever else is known already.
      select d.request_place, d.written, d.known, d.known_reason, null, true, null
      from judged d where (d.more->>'handoff_shown')::boolean and d.handoff_shown is not true
        and (d.verdict in ('repeated', 'repeated_late') or d.verdict = 'late' and d.written <> 'pending')) m
    where p.ctid = m.request_place),
  kept as (
    insert into late_reports (merchant_id, late_report_id, connection_id, payment_request_id, reported_status,
      transaction_hash, reason)
    select d.merchant_id, in_slot_of(d.fresh_id, d.merchant_id), d.connection_id, d.payment_request_id, d.reported, d.spelt,
      d.reason
    from judged d where d.is_kept),
  proven as (
    insert into payment_decisions (merchant_id, connection_id, payment_id, status, device_id, kid, jws, late)
    select d.merchant_id, d.connection_id, d.payment_request_id, d.reported, d.reporter, d.more#>>'{decision,kid}',
      d.more#>>'{decision,jws}', d.verdict <> 'moved'
    from judged d where d.more->'decision' is not null and (d.verdict = 'moved' or d.is_kept)
    on conflict do nothing),
  news as materialized (
    select d.*, e.*, d.last_cursor + row_number() over (partition by d.connection_id order by d.item, e.is_late) as cursor
    from judged d cross join lateral (
      select d.written as previous, d.reported as next, false as is_late, true as is_report where d.verdict = 'moved'
      union all select d.written, d.stands, false, false where d.verdict = 'late' and d.written = 'pending'
      union all select d.stands, d.stands, true, true where d.is_kept) e),
  appended as materialized (
    select append_events(array_agg(as_reported(payment_request_event(n.merchant_id, n.connection_id, n.device_id, n.cursor,
      n.payment_request_id, n.request_id, n.previous, n.next, n.is_late, null),
      case when n.is_report then n.spelt end, case when n.is_report then n.reason end) order by n.item, n.is_late))
    from news n),
  counted as (
    update connections c set last_cursor = k.last_cursor, pending_count = c.pending_count - k.decided
    from (
      select n.connection_place, max(n.cursor) as last_cursor,
        count(*) filter (where n.previous = 'pending' and not n.is_late) as decided
      from news n group by n.connection_place) k
    where c.ctid = k.connection_place)
  select d.item, d.verdict, d.stands, d.merchant_id, d.connection_id, d.fresh_id, d.reported = 'rejected',
    -- The user's decision counts for the connection where it is a rejection, or ends a row of them.
    d.verdict = 'moved' and d.written = 'pending' and (d.has_rejections
      or bool_or(d.reported = 'rejected') over (partition by d.connection_id))
  from judged d cross join appended order by d.item;
end $$;

-- Every look is by a whole key for one item at a time, and what was found is changed where it stands (ctid): the planner has
-- nothing to choose, also on a database that was analysed while it was empty. Without JIT, since the scans that are turned
-- off look dear. One plan serves any number of reports: to plan each statement takes as long as to run it. These settings hold
-- for the functions above, too.
create or replace function report_payment_requests(reports payment_report[], lower_case_networks text[],
  rejections_max integer, rejections_within_s integer)
returns table (
  item integer, verdict text, stands payment_status, unnoted_device_id uuid, merchant_id uuid, source jsonb,
  connection_id uuid, payment_request_id uuid, request_id text, recipient_version_id uuid, created_at timestamptz,
  expires_at timestamptz, status payment_status, amount text, idempotency_key text, facts_digest bytea, transaction_id text,
  context_revision integer, display text, metadata text, terms text, transaction_hash text, reason text, device_signed boolean,
  payee_verified boolean, repeated boolean, late_reports json, ledger json)
language plpgsql security definer set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  meant found_report[];
  verdicts text[];
  standings payment_status[] := array_fill(null::payment_status, array[cardinality(reports)]);
  judged_at timestamptz;
  judged record;
  pauses new_event[];
begin
  select array_agg(f order by f.item), array_agg(f.verdict order by f.item) into meant, verdicts from find_reported(reports) f;
  -- Whoever moves a request holds its connection first, in one order: what is seen from here on stays until the commit. A
  -- repeated report has held it, too, so that it never acknowledges what is not replicated yet.
  perform from (select distinct f.merchant_id as m, f.connection_id as c from unnest(meant) f order by 1, 2) k
    cross join lateral (select from connections c where c.merchant_id = k.m and c.connection_id = k.c for update) held;
  judged_at := clock_timestamp();

  -- Reports of one request take turns, each judged by what the one before has left.
  for this_turn in 1 .. (select coalesce(max(f.turn), 0) from unnest(meant) f) loop
    pauses := null;
    for judged in select * from write_reports(meant, reports, this_turn, judged_at, lower_case_networks) loop
      verdicts[judged.item] := judged.verdict;
      standings[judged.item] := judged.stands;
      if judged.is_noted then
        pauses := pauses || note_decision(judged.merchant_id, judged.connection_id, judged.is_rejection,
          in_slot_of(judged.fresh_id, judged.merchant_id), rejections_max, rejections_within_s);
      end if;
    end loop;
    if pauses is not null then perform append_events(pauses); end if;
  end loop;
  return query
  select i.item, i.verdict, i.stands, i.unnoted_id, t.* from unnest(verdicts, standings, meant)
    i (verdict, stands, item, reporter, unnoted_id, found_verdict, merchant_id, connection_id, payment_request_id, turn)
  left join lateral (
    select t.* from payment_requests_shown t where t.merchant_id = i.merchant_id and t.connection_id = i.connection_id
      and t.payment_request_id = i.payment_request_id limit 1) t on true;
end $$;

-- They belong to the role as which they run, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function find_reported(payment_report[]) owner to pursestrings_creator;
alter function judge_reports(found_report[], payment_report[], integer, timestamptz, text[]) owner to pursestrings_creator;
alter function write_reports(found_report[], payment_report[], integer, timestamptz, text[]) owner to pursestrings_creator;
alter function report_payment_requests(payment_report[], text[], integer, integer) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  find_reported(payment_report[]),
  judge_reports(found_report[], payment_report[], integer, timestamptz, text[]),
  write_reports(found_report[], payment_report[], integer, timestamptz, text[]),
  report_payment_requests(payment_report[], text[], integer, integer)
  from public, pursestrings_app, pursestrings_system;
grant execute on function report_payment_requests(payment_report[], text[], integer, integer) to pursestrings_app;
