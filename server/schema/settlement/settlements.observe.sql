-- owner: settlements
-- What the observer of the ledger writes. It never moves a request's status, which is the wallet's word. A verdict, its
-- claim, its findings, its event and how far the ledger was read are one transaction, made by the one process that holds
-- the network.

-- Whether this process looks at the network now. Whoever held it and fell silent is followed by another.
create or replace function hold_ledger(of_network text, holder uuid, for_s integer) returns boolean
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  insert into ledger_networks (network) values (of_network) on conflict do nothing;
  update ledger_networks n set held_by = holder, held_until = clock_timestamp() + make_interval(secs => for_s)
    where n.network = of_network and (n.held_by is null or n.held_by = holder or n.held_until < clock_timestamp());
  return found;
end $$;

-- Held until the commit, so that no other process takes over in between.
create or replace function keep_ledger(of_network text, holder uuid) returns void language plpgsql as $$
begin
  perform from ledger_networks n where n.network = of_network and n.held_by = holder for update;
  if not found then raise exception 'another process observes %', of_network using errcode = 'lock_not_available'; end if;
end $$;

create or replace function release_ledger(of_network text, holder uuid) returns void
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  update ledger_networks n set held_by = null, held_until = null where n.network = of_network and n.held_by = holder;
end $$;

create or replace function keep_anchor(of_network text, holder uuid, of_epoch text, is_simulated boolean, at_sequence bigint,
  with_hash text, at_time bigint) returns void
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  perform keep_ledger(of_network, holder);
  insert into ledger_epochs (network, epoch, simulated) values (of_network, of_epoch, is_simulated) on conflict do nothing;
  insert into ledger_anchors (network, epoch, sequence, hash, closed_at)
    values (of_network, of_epoch, at_sequence, with_hash, at_time) on conflict do nothing;
  -- The first one tells epochs apart for good; of the others, as many as a request can last.
  delete from ledger_anchors a where a.network = of_network and a.epoch = of_epoch and a.closed_at < at_time - 9 * 86400
    and a.sequence > (select min(f.sequence) from ledger_anchors f where f.network = of_network and f.epoch = of_epoch);
end $$;

create or replace function read_anchors(of_network text)
returns table (epoch text, simulated boolean, sequence bigint, hash text, closed_at bigint)
language plpgsql stable security definer set search_path = pursestrings, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select e.epoch, e.simulated, a.sequence, a.hash, a.closed_at from ledger_epochs e
  join ledger_anchors a on a.network = e.network and a.epoch = e.epoch
  where e.network = of_network and e.ended_at is null order by a.sequence;
end $$;

-- New payments on observed networks, and old ones with news: those are looked at next.
create or replace function watch_payments(merchants uuid[], event_ids uuid[], networks text[]) returns void
language plpgsql security definer set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
begin
  with news as materialized (
    select e.* from unnest(merchants, event_ids) n (merchant_id, event_id) cross join lateral (
      select e.merchant_id, e.connection_id, e.subject_id, e.kind, e.occurred_at, e.data from events e
      where e.merchant_id = n.merchant_id and e.event_id = n.event_id limit 1) e
    where e.kind in ('payment_request.pending', 'payment_request.signed', 'payment_request.broadcasted',
      'payment_request.confirmed', 'payment_request.failed', 'payment_request.rejected',
      'agent_payment.intent_created', 'agent_payment.approved', 'agent_payment.submitted', 'agent_payment.settled',
      'agent_payment.failed', 'agent_payment.rejected')),
  named as materialized (
    select t.merchant_id, t.subject_id, min(t.occurred_at) filter (where t.data ? 'transaction_hash') as named_at,
      min(t.occurred_at) filter (where t.kind in ('payment_request.confirmed', 'agent_payment.settled')) as confirmed_at,
      bool_or(t.kind not in ('payment_request.pending', 'agent_payment.intent_created')) as is_decided
    from news t group by t.merchant_id, t.subject_id),
  begun as (
    -- The update below sees no row of this statement: what was named meanwhile is written with the row.
    insert into settlements (merchant_id, payment_id, connection_id, network, payee, project_id, named_at, confirmed_at)
    select t.merchant_id, t.subject_id, t.connection_id, v.network, v.address, p.project_id, n.named_at, n.confirmed_at
    from news t join named n on n.merchant_id = t.merchant_id and n.subject_id = t.subject_id
    cross join lateral (
      (select p.recipient_version_id, null::uuid as project_id from payment_requests p
        where t.kind = 'payment_request.pending' and p.merchant_id = t.merchant_id
          and p.connection_id = t.connection_id and p.payment_request_id = t.subject_id limit 1)
      union all
      (select p.recipient_version_id, p.project_id from agent_payments p where t.kind = 'agent_payment.intent_created'
          and p.merchant_id = t.merchant_id and p.agent_payment_id = t.subject_id limit 1)) p
    cross join lateral (
      select v.network, v.address from recipient_versions v where v.merchant_id = t.merchant_id
        and v.recipient_version_id = p.recipient_version_id limit 1) v
    where v.network = any (networks)
    order by t.merchant_id, t.subject_id on conflict do nothing)
  update settlements s set looked_at = null, named_at = coalesce(s.named_at, n.named_at),
      confirmed_at = coalesce(s.confirmed_at, n.confirmed_at)
  from named n
  -- Said so that only the primary key can serve: an index of what is open looks cheap as long as nobody has counted its rows.
  where n.is_decided and s.merchant_id = n.merchant_id and s.payment_id = n.subject_id
    and coalesce(s.done_at, 'infinity') = 'infinity'
    and (s.looked_at is not null or s.named_at is null and n.named_at is not null
      or s.confirmed_at is null and n.confirmed_at is not null);
end $$;

-- An agent payment's status in the words of payment requests: what a wallet says of either is judged alike. A
-- canceled one was denied by no one.
create or replace function as_payment_status(status agent_payment_status) returns payment_status
  language sql immutable parallel safe return (
    case status
      when 'intent_created' then 'pending' when 'approved' then 'signed' when 'submitted' then 'broadcasted'
      when 'settled' then 'confirmed' when 'canceled' then 'expired' else status::text
    end)::payment_status;

-- Open payments of the payees that were not looked at for the longest time, with what is asked for and what wallets say.
-- Those of `without` are being looked at: however many they are, they leave the others their turn. Those of `seen` were looked at
-- without a word in their rows: they wait for news, or for the others. `noted`: the last look is on record, not long ago, and need not
-- be written again: no more wait than a round reads, so that nobody waits behind those whose looks are remembered elsewhere.
create or replace function read_watched(of_network text, payees_max integer, each_max integer, within_s double precision,
  without text[], seen text[], noted_s integer)
returns table (
  merchant_id uuid, payment_id uuid, connection_id uuid, request_id text, facts_digest bytea, created_at timestamptz,
  expires_at timestamptz, status payment_status, reason text, reported_hash text, named_at timestamptz,
  confirmed_at timestamptz, proofs jsonb,
  doubts text[], matched_hash text, matched_place text, amount text, address text, asset text, issuer text, contract text,
  memo text, decimals integer, reference text, assurance text, ledger_outcome text, paid_hash text, paid_place text,
  ledger_reason text, envelope_until bigint, handoff_shown boolean, scan_epoch text, scan_whole boolean, scan_from bigint,
  scan_through bigint, scan_closed_at bigint, noted boolean)
language plpgsql stable security definer set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
begin
  return query
  with front as (
    select s.payee, coalesce(s.looked_at, '-infinity') as looked_at from settlements s
    where s.network = of_network and s.done_at is null and s.payee <> all (without)
      and (s.looked_at is null or s.looked_at < clock_timestamp() - make_interval(secs => within_s))
    order by s.looked_at nulls first limit 1000)
  select s.merchant_id, s.payment_id, s.connection_id, p.request_id, p.facts_digest, p.created_at, p.expires_at, p.status,
    p.reason, p.transaction_hash, s.named_at, s.confirmed_at, proofs_of(s.merchant_id, s.payment_id),
    array(select f.transaction_hash from settlement_findings f where f.merchant_id = s.merchant_id
      and f.payment_id = s.payment_id and f.reason = 'source_disagreement'),
    s.ledger_match ->> 'transaction_hash', s.ledger_match ->> 'place', p.amount, v.address, v.asset, v.issuer, v.contract,
    v.memo, v.decimals, v.reference, s.assurance, s.ledger_outcome, s.transaction_hash, s.place, s.reason, p.max_time,
    p.handoff_shown, s.scan_epoch, s.scan_whole, s.scan_from, s.scan_through, s.scan_closed_at,
    (select count(*) < 1000 from front) and coalesce(s.looked_at > clock_timestamp() - make_interval(secs => noted_s), false)
  from (
    select due.payee from (select f.payee, min(f.looked_at) as looked_at from front f group by f.payee) due
    where due.looked_at = '-infinity' or due.payee <> all (seen)
    order by due.looked_at limit payees_max) n
  cross join lateral (
    select s.* from settlements s where s.network = of_network and s.payee = n.payee and s.done_at is null
    order by s.looked_at nulls first, s.payment_id limit each_max) s
  cross join lateral (
    (select p.request_id, p.facts_digest, p.created_at, p.expires_at, p.status, p.reason, p.transaction_hash, p.amount,
        p.max_time, p.handoff_shown, p.recipient_version_id
      from payment_requests p where s.project_id is null and p.merchant_id = s.merchant_id
        and p.connection_id = s.connection_id and p.payment_request_id = s.payment_id limit 1)
    union all
    (select wire_id('apy', p.agent_payment_id), p.facts_digest, p.created_at, p.expires_at, as_payment_status(p.status),
        p.reason, p.transaction_hash, p.amount, p.max_time, p.handoff_shown, p.recipient_version_id
      from agent_payments p where s.project_id is not null and p.merchant_id = s.merchant_id
        and p.agent_payment_id = s.payment_id limit 1)) p
  cross join lateral (
    select v.address, v.asset, v.issuer, v.contract, v.memo, v.decimals, v.reference from recipient_versions v
    where v.merchant_id = s.merchant_id and v.recipient_version_id = p.recipient_version_id limit 1) v;
end $$;

create or replace function proofs_of(of_merchant uuid, of_payment uuid) returns jsonb
language sql stable return (
  select coalesce(jsonb_agg(jsonb_build_object('proof_id', f.proof_id, 'transaction_hash', f.transaction_hash,
    'place', f.place, 'account', f.account, 'signer', f.signer, 'signature', f.signature) order by f.proof_id), '[]')
  from payer_proofs f where f.merchant_id = of_merchant and f.payment_id = of_payment);

-- Whose the digests are that transactions carry, whatever became of those payments.
create or replace function read_references(digests bytea[]) returns table (facts_digest bytea, payment_id uuid)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query select d.digest, p.payment_id from unnest(digests) d (digest) cross join lateral (
    select r.payment_request_id as payment_id from payment_requests r where r.facts_digest = d.digest
    union all select a.agent_payment_id from agent_payments a where a.facts_digest = d.digest) p;
end $$;

create or replace function read_claims(of_network text, of_epoch text, hashes text[])
returns table (transaction_hash text, place text, payment_id uuid)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query select c.transaction_hash, c.place, c.payment_id from unnest(hashes) h (hash)
    join ledger_claims c on c.network = of_network and c.epoch = of_epoch and c.transaction_hash = h.hash;
end $$;

create or replace function ledger_words(one settlements, reported_hash text) returns jsonb
  language sql immutable parallel safe return
    jsonb_strip_nulls(jsonb_build_object('transaction_hash', one.transaction_hash, 'reason', one.reason,
      'assurance', coalesce(one.assurance, case when reported_hash is null then 'none' else 'wallet_reported' end)));

-- What the ledger shows, as an event in the feeds of the merchant, the wallet, and the connection or project. The
-- status stays.
create or replace function tell_of_ledger(one settlements, change text) returns void language plpgsql as $$
declare
  given bigint;
  wallet uuid;
  nth integer;
begin
  if one.project_id is not null then
    update settlements s set ledger_events = s.ledger_events + 1 where s.merchant_id = one.merchant_id and s.payment_id = one.payment_id
      returning s.ledger_events into strict nth;
    -- After what wallets can say of it, so that no two events have one id.
    perform append_events(array[row(('agent_payment.' || change)::event_kind, one.merchant_id,
        event_id_at(one.payment_id, 500000 + nth + epoch_jump()), null, one.payment_id, one.connection_id, null,
        jsonb_build_object('status', p.status, 'previous_status', p.status) || ledger_words(one, p.transaction_hash),
        true, p.device_id, one.project_id)::new_event])
      from agent_payments p where p.merchant_id = one.merchant_id and p.agent_payment_id = one.payment_id;
    return;
  end if;
  update connections c set last_cursor = c.last_cursor + 1
    where c.merchant_id = one.merchant_id and c.connection_id = one.connection_id
    returning c.last_cursor, c.device_id into strict given, wallet;
  perform append_events(array[row(('payment_request.' || change)::event_kind, one.merchant_id, null, null, one.payment_id,
      one.connection_id, given,
      jsonb_build_object('status', p.status, 'previous_status', p.status)
        || jsonb_strip_nulls(jsonb_build_object('request_id', p.request_id)) || ledger_words(one, p.transaction_hash),
      true, wallet, null)::new_event])
    from payment_requests p where p.merchant_id = one.merchant_id and p.connection_id = one.connection_id
      and p.payment_request_id = one.payment_id;
end $$;

-- Which payment has the claim to a place in the ledger: the first that asks.
create or replace function claim_place(of_network text, of_epoch text, claim jsonb, of_payment uuid) returns uuid
language plpgsql as $$
declare
  claimer uuid;
begin
  insert into ledger_claims (network, epoch, transaction_hash, place, payment_id)
    values (of_network, of_epoch, claim ->> 'transaction_hash', claim ->> 'place', of_payment) on conflict do nothing;
  select c.payment_id into strict claimer from ledger_claims c where c.network = of_network and c.epoch = of_epoch
    and c.transaction_hash = claim ->> 'transaction_hash' and c.place = claim ->> 'place';
  return claimer;
end $$;

-- How many of the findings are new and have an event.
create or replace function keep_findings(one settlements, findings jsonb, of_epoch text) returns integer
language plpgsql as $$
declare
  finding jsonb;
  added integer := 0;
begin
  for finding in select f from jsonb_array_elements(findings) f loop
    insert into settlement_findings (merchant_id, payment_id, reason, transaction_hash, seen, network_epoch)
      select one.merchant_id, one.payment_id, finding ->> 'reason', finding ->> 'transaction_hash', finding -> 'seen',
        of_epoch
      where (select count(*) from settlement_findings f where f.merchant_id = one.merchant_id
        and f.payment_id = one.payment_id) < findings_max()
      on conflict do nothing;
    if found and (finding ->> 'has_event')::boolean then added := added + 1; end if;
  end loop;
  return added;
end $$;

-- What the ledger says of a payment from now on. What was proven stays as it was proven; later finds are findings.
create or replace function with_verdict(one settlements, says jsonb, is_claimed boolean, of_epoch text) returns settlements
language plpgsql as $$
begin
  if coalesce(one.assurance, '') in ('chain_observed', 'proven_unpaid')
    or one.assurance = 'merchant_accepted' and not is_claimed then return one; end if;
  return jsonb_populate_record(one, jsonb_build_object('transaction_hash', null, 'place', null, 'ledger', null, 'closed_at', null,
      'received_units', null, 'bound_by', null, 'paid_by', null) || case when is_claimed then '{"ledger_match": null}' else '{}' end::jsonb
    || says || jsonb_build_object('assurance', coalesce(says ->> 'assurance', one.assurance), 'network_epoch', of_epoch,
      'judged_at', clock_timestamp()));
end $$;

-- A look and what it found are one version of the row, beside the old one where only the look is new.
create or replace function write_settlement(one settlements) returns void language plpgsql as $$
begin
  update settlements s set (looked_at, done_at, scan_epoch, scan_whole, scan_from, scan_through, scan_closed_at, assurance,
      ledger_outcome, reason, notes, transaction_hash, place, ledger, closed_at, received_units, observers, sealed_by,
      network_epoch, retry, evidence, judged_at, bound_by, paid_by, ledger_match)
    = row (one.looked_at, one.done_at, one.scan_epoch, one.scan_whole, one.scan_from, one.scan_through, one.scan_closed_at,
      one.assurance, one.ledger_outcome, one.reason, one.notes, one.transaction_hash, one.place, one.ledger, one.closed_at,
      one.received_units, one.observers, one.sealed_by, one.network_epoch, one.retry, one.evidence, one.judged_at,
      one.bound_by, one.paid_by, one.ledger_match)
    where s.merchant_id = one.merchant_id and s.payment_id = one.payment_id;
end $$;

-- What was found out about payments, all or nothing. A claim that another payment has already is a finding, and the rest
-- of that verdict is left for the next look.
create or replace function settle_payments(of_network text, holder uuid, of_epoch text, of_payee text, verdicts jsonb,
  unwanted jsonb)
returns table (payment_id uuid, connection_id uuid, outcome text)
language plpgsql security definer set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  v jsonb;
  one settlements;
  before text;
  new_findings integer;
begin
  perform keep_ledger(of_network, holder);
  -- Whoever appends an event holds its connection, in one order. Nobody waits for those of which there is nothing to say.
  perform from (select distinct (x ->> 'merchant_id')::uuid as m, (x ->> 'connection_id')::uuid as c
      from jsonb_array_elements(verdicts) x where x ? 'says' or jsonb_array_length(x -> 'findings') > 0 order by 1, 2) k
    cross join lateral (select from connections c where c.merchant_id = k.m and c.connection_id = k.c for update) held;
  for v in select x from jsonb_array_elements(verdicts) x loop
    select * into one from settlements s where s.merchant_id = (v ->> 'merchant_id')::uuid
      and s.payment_id = (v ->> 'payment_id')::uuid for update;
    if one.done_at is not null then continue; end if;
    before := one.assurance;
    payment_id := one.payment_id;
    connection_id := one.connection_id;
    outcome := 'looked';
    if v ? 'claim' and claim_place(of_network, of_epoch, v -> 'claim', one.payment_id) <> one.payment_id then
      outcome := 'already_claimed';
      return next;
      continue;
    end if;
    new_findings := keep_findings(one, v -> 'findings', of_epoch);
    one := jsonb_populate_record(one, coalesce((select jsonb_object_agg('scan_' || k, x) from jsonb_each(v -> 'scan') e (k, x)), '{}'));
    one.looked_at := clock_timestamp();
    one.done_at := case when (v ->> 'done')::boolean then clock_timestamp() end;
    if v ? 'says' then one := with_verdict(one, v -> 'says', v ? 'claim', of_epoch); end if;
    perform write_settlement(one);
    if one.assurance is distinct from before then
      outcome := one.assurance;
      perform tell_of_ledger(one, one.assurance);
    elsif new_findings > 0 then
      outcome := 'ledger_finding';
      perform tell_of_ledger(one, 'ledger_finding');
    end if;
    return next;
  end loop;
  perform keep_payee_findings(of_network, of_epoch, of_payee, unwanted);
end $$;

-- What strangers send: each gets the next number of the payee, and the newest are kept. The network is held, so numbers are
-- given one after the other.
create or replace function keep_payee_findings(of_network text, of_epoch text, of_payee text, unwanted jsonb) returns void
language plpgsql as $$
declare
  last bigint := coalesce((select max(f.number) from payee_findings f
    where f.network = of_network and f.payee = of_payee), 0);
begin
  insert into payee_findings (network, payee, network_epoch, transaction_hash, place, seen, number)
    select of_network, of_payee, of_epoch, u ->> 'transaction_hash', u ->> 'place', u - 'transaction_hash' - 'place',
      last + row_number() over ()
    from jsonb_array_elements(unwanted) u
    where not exists (select from payee_findings f where f.network = of_network and f.payee = of_payee
      and f.network_epoch = of_epoch and f.transaction_hash = u ->> 'transaction_hash' and f.place = u ->> 'place')
    on conflict do nothing;
  delete from payee_findings f where f.network = of_network and f.payee = of_payee and f.number <= (
    select max(k.number) from payee_findings k where k.network = of_network and k.payee = of_payee)
    - payee_findings_max();
end $$;

-- The network has begun again. What was proven stays, and shows of which time it is; what is open is read from the start.
create or replace function end_epoch(of_network text, holder uuid, of_epoch text)
returns table (payment_id uuid, connection_id uuid)
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  one settlements;
begin
  perform keep_ledger(of_network, holder);
  update ledger_epochs e set ended_at = clock_timestamp()
    where e.network = of_network and e.epoch = of_epoch and e.ended_at is null;
  if not found then return; end if;
  for one in
    select s.* from settlements s where s.network = of_network and s.done_at is null
    order by s.merchant_id, s.connection_id, s.payment_id
  loop
    perform from connections c where c.merchant_id = one.merchant_id and c.connection_id = one.connection_id for update;
    update settlements s set scan_epoch = null, scan_whole = null, scan_from = null, scan_through = null,
        scan_closed_at = null, looked_at = null, ledger_match = case when s.assurance is null then null else s.ledger_match end,
        reason = case when s.assurance is null then 'ledger_reset' else s.reason end,
        ledger_outcome = case when s.assurance is null then 'unknown' else s.ledger_outcome end
      where s.merchant_id = one.merchant_id and s.payment_id = one.payment_id returning * into strict one;
    insert into settlement_findings (merchant_id, payment_id, reason, transaction_hash, seen, network_epoch)
      values (one.merchant_id, one.payment_id, 'ledger_reset', '', jsonb_build_object('ended', of_epoch), of_epoch)
      on conflict do nothing;
    if found then perform tell_of_ledger(one, 'ledger_finding'); end if;
    payment_id := one.payment_id;
    connection_id := one.connection_id;
    return next;
  end loop;
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function hold_ledger(text, uuid, integer) owner to pursestrings_creator;
alter function keep_ledger(text, uuid) owner to pursestrings_creator;
alter function release_ledger(text, uuid) owner to pursestrings_creator;
alter function keep_anchor(text, uuid, text, boolean, bigint, text, bigint) owner to pursestrings_creator;
alter function read_anchors(text) owner to pursestrings_creator;
alter function watch_payments(uuid[], uuid[], text[]) owner to pursestrings_creator;
alter function proofs_of(uuid, uuid) owner to pursestrings_creator;
alter function read_references(bytea[]) owner to pursestrings_creator;
alter function claim_place(text, text, jsonb, uuid) owner to pursestrings_creator;
alter function keep_findings(settlements, jsonb, text) owner to pursestrings_creator;
alter function with_verdict(settlements, jsonb, boolean, text) owner to pursestrings_creator;
alter function write_settlement(settlements) owner to pursestrings_creator;
alter function keep_payee_findings(text, text, text, jsonb) owner to pursestrings_creator;
alter function read_watched(text, integer, integer, double precision, text[], text[], integer) owner to pursestrings_creator;
alter function read_claims(text, text, text[]) owner to pursestrings_creator;
alter function as_payment_status(agent_payment_status) owner to pursestrings_creator;
alter function ledger_words(settlements, text) owner to pursestrings_creator;
alter function tell_of_ledger(settlements, text) owner to pursestrings_creator;
alter function settle_payments(text, uuid, text, text, jsonb, jsonb) owner to pursestrings_creator;
alter function end_epoch(text, uuid, text) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  hold_ledger(text, uuid, integer),
  keep_ledger(text, uuid),
  release_ledger(text, uuid),
  keep_anchor(text, uuid, text, boolean, bigint, text, bigint),
  read_anchors(text),
  watch_payments(uuid[], uuid[], text[]),
  read_watched(text, integer, integer, double precision, text[], text[], integer),
  read_claims(text, text, text[]),
  proofs_of(uuid, uuid),
  read_references(bytea[]),
  claim_place(text, text, jsonb, uuid),
  keep_findings(settlements, jsonb, text),
  with_verdict(settlements, jsonb, boolean, text),
  write_settlement(settlements),
  keep_payee_findings(text, text, text, jsonb),
  as_payment_status(agent_payment_status),
  ledger_words(settlements, text),
  tell_of_ledger(settlements, text),
  settle_payments(text, uuid, text, text, jsonb, jsonb),
  end_epoch(text, uuid, text)
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  hold_ledger(text, uuid, integer),
  release_ledger(text, uuid),
  keep_anchor(text, uuid, text, boolean, bigint, text, bigint),
  read_anchors(text),
  watch_payments(uuid[], uuid[], text[]),
  read_watched(text, integer, integer, double precision, text[], text[], integer),
  read_claims(text, text, text[]),
  read_references(bytea[]),
  settle_payments(text, uuid, text, text, jsonb, jsonb),
  end_epoch(text, uuid, text)
  to pursestrings_system;
