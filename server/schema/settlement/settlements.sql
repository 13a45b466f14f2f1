-- owner: settlements
-- What was found out about payments, and who may read it.

create or replace function read_evidence(of_merchant uuid, of_payment uuid)
returns table (evidence jsonb, judged_at timestamptz, findings jsonb)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
begin
  return query
  select s.evidence, s.judged_at, coalesce((
      select jsonb_agg(jsonb_build_object('reason', f.reason, 'transaction_hash', f.transaction_hash, 'seen', f.seen,
        'network_epoch', f.network_epoch, 'found_at', f.found_at) order by f.found_at, f.reason, f.transaction_hash)
      from settlement_findings f where f.merchant_id = of_merchant and f.payment_id = of_payment), '[]')
  from settlements s where s.merchant_id = of_merchant and s.payment_id = of_payment;
end $$;

-- A proof whose signature was checked. What was given up before is looked at again.
create or replace function keep_payer_proof(of_merchant uuid, of_payment uuid, of_transaction text, at_place text,
  by_account text, by_signer text, with_signature text) returns text
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
begin
  if exists (select from payer_proofs f where f.merchant_id = of_merchant and f.payment_id = of_payment
    and f.transaction_hash = of_transaction and f.place = at_place and f.account = by_account and f.signer = by_signer) then return 'kept'; end if;
  if (select count(*) from payer_proofs f where f.merchant_id = of_merchant and f.payment_id = of_payment) >= 16 then
    return 'too_many_payer_proofs';
  end if;
  insert into payer_proofs (merchant_id, payment_id, transaction_hash, place, account, signer, signature)
    values (of_merchant, of_payment, of_transaction, at_place, by_account, by_signer, with_signature)
    on conflict do nothing;
  update settlements s set looked_at = null, done_at = null where s.merchant_id = of_merchant and s.payment_id = of_payment
    and coalesce(s.assurance, '') not in ('chain_observed', 'proven_unpaid');
  return 'kept';
end $$;

-- The merchant decides that a payment which nothing binds was for this one. Whoever appends an event holds its connection first.
create or replace function accept_ledger_match(of_merchant uuid, of_payment uuid, of_transaction text, by_account uuid)
returns text
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
declare
  one settlements;
begin
  select * into one from settlements s where s.merchant_id = of_merchant and s.payment_id = of_payment;
  perform from connections c where c.merchant_id = of_merchant and c.connection_id = one.connection_id for update;
  select * into one from settlements s where s.merchant_id = of_merchant and s.payment_id = of_payment for update;
  if one.assurance = 'merchant_accepted' and one.transaction_hash = of_transaction then return 'repeated'; end if;
  -- A wallet's false word is no reason to refuse what came after it.
  if coalesce(one.assurance, 'disputed') <> 'disputed'
    or one.ledger_match ->> 'transaction_hash' is distinct from of_transaction then
    return 'no_ledger_match';
  end if;
  if exists (select from ledger_claims c where c.network = one.network and c.epoch = one.network_epoch
      and c.transaction_hash = of_transaction and c.place = one.ledger_match ->> 'place') then
    return 'no_ledger_match';
  end if;
  update settlements s set assurance = 'merchant_accepted', accepted_by = by_account, accepted_at = clock_timestamp(),
      transaction_hash = of_transaction, place = s.ledger_match ->> 'place', ledger = (s.ledger_match ->> 'ledger')::bigint,
      closed_at = (s.ledger_match ->> 'closed_at')::bigint, paid_by = s.ledger_match ->> 'paid_by',
      received_units = (s.ledger_match ->> 'received_units')::numeric
    where s.merchant_id = of_merchant and s.payment_id = of_payment returning * into strict one;
  perform tell_of_ledger(one, 'merchant_accepted');
  return 'accepted';
-- By the index: a merchant accepts each payment for one request at most.
exception when unique_violation then
  return 'no_ledger_match';
end $$;

-- What reached the addresses of a payee without a request, and whether another organization's domain lists one of them: never
-- whose. An address that no domain of this organization listed tells nothing, nor does one that its agents found listed elsewhere.
create or replace function read_payee_findings(of_merchant uuid, of_recipient uuid)
returns table (found bigint, findings jsonb, shared_address boolean)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off set jit = off as $$
begin
  return query
  with mine as materialized (
    select distinct v.network, v.address from recipient_versions v
    where v.merchant_id = of_merchant and v.recipient_id = of_recipient and v.vouched_by <> v.recipient_id)
  select
    (select coalesce(sum(c.found), 0)::bigint from mine m cross join lateral (select max(f.number) as found
      from payee_findings f where f.network = m.network and f.payee = m.address) c),
    (select coalesce(jsonb_agg(k.seen || jsonb_build_object('transaction_hash', k.transaction_hash, 'place', k.place)
        order by k.found_at desc, k.transaction_hash, k.place), '[]')
      from (select f.* from mine m join payee_findings f on f.network = m.network and f.payee = m.address
        order by f.found_at desc, f.transaction_hash, f.place limit payee_findings_max()) k),
    exists (select from mine m join recipient_versions o on o.network = m.network and o.address = m.address
      where o.merchant_id <> of_merchant and o.vouched_by <> o.recipient_id);
end $$;

-- For whoever runs the service: addresses that domains of several organizations list.
create or replace function shared_addresses() returns table (network text, address text, merchants uuid[])
language sql stable security definer set search_path = pursestrings, pg_temp
begin atomic
  select v.network, v.address, array_agg(distinct v.merchant_id) from recipient_versions v
  where v.vouched_by <> v.recipient_id
  group by v.network, v.address having count(distinct v.merchant_id) > 1 order by v.network, v.address;
end;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function read_evidence(uuid, uuid) owner to pursestrings_creator;
alter function keep_payer_proof(uuid, uuid, text, text, text, text, text) owner to pursestrings_creator;
alter function accept_ledger_match(uuid, uuid, text, uuid) owner to pursestrings_creator;
alter function read_payee_findings(uuid, uuid) owner to pursestrings_creator;
alter function shared_addresses() owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  read_evidence(uuid, uuid),
  keep_payer_proof(uuid, uuid, text, text, text, text, text),
  accept_ledger_match(uuid, uuid, text, uuid),
  read_payee_findings(uuid, uuid),
  shared_addresses()
  from public, pursestrings_app, pursestrings_system, pursestrings_operator;
grant execute on function shared_addresses() to pursestrings_operator;
grant execute on function
  read_evidence(uuid, uuid),
  keep_payer_proof(uuid, uuid, text, text, text, text, text),
  accept_ledger_match(uuid, uuid, text, uuid),
  read_payee_findings(uuid, uuid)
  to pursestrings_app;

create policy creator on ledger_networks to pursestrings_creator using (true) with check (true);
revoke all on ledger_networks from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (held_by, held_until) on ledger_networks to pursestrings_creator;

create policy creator on ledger_epochs to pursestrings_creator using (true) with check (true);
revoke all on ledger_epochs from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (ended_at) on ledger_epochs to pursestrings_creator;

create policy creator on ledger_anchors to pursestrings_creator using (true) with check (true);
revoke all on ledger_anchors from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, delete on ledger_anchors to pursestrings_creator;

create policy tenant on settlements to pursestrings_app using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on settlements to pursestrings_creator using (true) with check (true);
create trigger verdict_stays before update on settlements for each row
  when (old.assurance in ('chain_observed', 'proven_unpaid')
    and (old.assurance, old.transaction_hash, old.place, old.evidence, old.network_epoch)
      is distinct from (new.assurance, new.transaction_hash, new.place, new.evidence, new.network_epoch))
  execute function refuse_change();
create trigger unpaid_is_given_back after update on settlements for each row
  when (old.assurance is distinct from 'proven_unpaid' and new.assurance = 'proven_unpaid' and new.project_id is not null)
  execute function give_back_unpaid();
create trigger verdict_is_kept before delete on settlements for each row execute function refuse_change();
revoke all on settlements from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update on settlements to pursestrings_creator;

create policy tenant on settlement_findings to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on settlement_findings to pursestrings_creator using (true) with check (true);
create trigger findings_stay before update or delete on settlement_findings
  for each row execute function refuse_change();
revoke all on settlement_findings from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert on settlement_findings to pursestrings_creator;

create policy creator on ledger_claims to pursestrings_creator using (true) with check (true);
create trigger claims_stay before update or delete on ledger_claims for each row execute function refuse_change();
revoke all on ledger_claims from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert on ledger_claims to pursestrings_creator;

create policy tenant on payer_proofs to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on payer_proofs to pursestrings_creator using (true) with check (true);
create trigger proofs_stay before update or delete on payer_proofs for each row execute function refuse_change();
revoke all on payer_proofs from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert on payer_proofs to pursestrings_creator;

create policy creator on payee_findings to pursestrings_creator using (true) with check (true);
revoke all on payee_findings from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, delete on payee_findings to pursestrings_creator;
