-- owner: settlements
-- What was found out about payments, and who may read it.

-- What readers are shown, of payments that they were shown already.
create or replace function read_settlements(merchants uuid[], payments uuid[])
returns table (
  payment_id uuid, assurance text, ledger_outcome text, reason text, notes text[], transaction_hash text, place text,
  ledger bigint, closed_at bigint, received_units text, observers text[], sealed_by text[], network_epoch text, retry text,
  simulated boolean, epoch_ended boolean, judged_at timestamptz)
language plpgsql stable security definer set search_path = countersign, pg_temp set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
begin
  return query
  select s.payment_id, s.assurance, s.ledger_outcome, s.reason, s.notes, s.transaction_hash, s.place, s.ledger, s.closed_at,
    s.received_units::text, s.observers, s.sealed_by, s.network_epoch, s.retry, coalesce(e.simulated, false),
    e.ended_at is not null, s.judged_at
  from unnest(merchants, payments) n (merchant_id, payment_id)
  cross join lateral (
    select s.* from settlements s where s.merchant_id = n.merchant_id and s.payment_id = n.payment_id limit 1) s
  left join lateral (
    select e.simulated, e.ended_at from ledger_epochs e where e.network = s.network
      and e.epoch = coalesce(s.network_epoch, s.scan_epoch) limit 1) e on true;
end $$;

create or replace function read_evidence(of_merchant uuid, of_payment uuid)
returns table (evidence jsonb, judged_at timestamptz, findings jsonb)
language plpgsql stable security definer set search_path = countersign, pg_temp set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
begin
  return query
  select s.evidence, s.judged_at, coalesce((
      select jsonb_agg(jsonb_build_object('reason', f.reason, 'transaction_hash', f.transaction_hash, 'seen', f.seen,
        'network_epoch', f.network_epoch, 'found_at', f.found_at) order by f.found_at, f.reason, f.transaction_hash)
      from settlement_findings f where f.merchant_id = of_merchant and f.payment_id = of_payment), '[]')
  from settlements s where s.merchant_id = of_merchant and s.payment_id = of_payment;
end $$;

create or replace function has_observed() returns boolean
language sql stable security definer set search_path = countersign, pg_temp
  return exists (select from ledger_epochs);

-- These run as the role that owns them, which can create nothing else here.
grant create on schema countersign to countersign_creator;
alter function read_settlements(uuid[], uuid[]) owner to countersign_creator;
alter function read_evidence(uuid, uuid) owner to countersign_creator;
alter function has_observed() owner to countersign_creator;
revoke create on schema countersign from countersign_creator;

revoke all on function
  read_settlements(uuid[], uuid[]),
  read_evidence(uuid, uuid),
  has_observed()
  from public, countersign_app, countersign_system;
grant execute on function
  read_settlements(uuid[], uuid[]),
  read_evidence(uuid, uuid),
  has_observed()
  to countersign_app;

comment on table ledger_networks is 'Which process observes a network now.';
create policy creator on ledger_networks to countersign_creator using (true) with check (true);
revoke all on ledger_networks from countersign_app, countersign_system, countersign_creator;
grant select, insert, update (held_by, held_until) on ledger_networks to countersign_creator;

comment on table ledger_epochs is 'A network between two beginnings; its name is the hash of the first ledger that was seen.';
create policy creator on ledger_epochs to countersign_creator using (true) with check (true);
revoke all on ledger_epochs from countersign_app, countersign_system, countersign_creator;
grant select, insert, update (ended_at) on ledger_epochs to countersign_creator;

comment on table ledger_anchors is 'Ledgers that a quorum agreed on.';
create policy creator on ledger_anchors to countersign_creator using (true) with check (true);
revoke all on ledger_anchors from countersign_app, countersign_system, countersign_creator;
grant select, insert, delete on ledger_anchors to countersign_creator;

comment on table settlements is 'What the ledger says of a payment; the status, which is the wallet''s word, stands elsewhere.';
create policy tenant on settlements to countersign_app using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on settlements to countersign_creator using (true) with check (true);
create trigger verdict_stays before update on settlements for each row
  when (old.assurance in ('chain_observed', 'proven_unpaid')
    and (old.assurance, old.transaction_hash, old.place, old.evidence, old.network_epoch)
      is distinct from (new.assurance, new.transaction_hash, new.place, new.evidence, new.network_epoch))
  execute function refuse_change();
create trigger unpaid_is_given_back after update on settlements for each row
  when (old.assurance is distinct from 'proven_unpaid' and new.assurance = 'proven_unpaid' and new.project_id is not null)
  execute function give_back_unpaid();
create trigger verdict_is_kept before delete on settlements for each row execute function refuse_change();
revoke all on settlements from countersign_app, countersign_system, countersign_creator;
grant select, insert, update on settlements to countersign_creator;

comment on table settlement_findings is 'Everything about a payment that did not fit, with what was expected and what was seen.';
create policy tenant on settlement_findings to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on settlement_findings to countersign_creator using (true) with check (true);
create trigger findings_stay before update or delete on settlement_findings
  for each row execute function refuse_change();
revoke all on settlement_findings from countersign_app, countersign_system, countersign_creator;
grant select, insert on settlement_findings to countersign_creator;

comment on table ledger_claims is 'Which payment a movement of money pays for: one at most.';
create policy creator on ledger_claims to countersign_creator using (true) with check (true);
create trigger claims_stay before update or delete on ledger_claims for each row execute function refuse_change();
revoke all on ledger_claims from countersign_app, countersign_system, countersign_creator;
grant select, insert on ledger_claims to countersign_creator;
