-- owner: payment-requests
-- Which payments name which transaction, over all tenants and both surfaces, late reports included: a transaction that a
-- second payment of the same network names is a finding that all sides are told. Nothing is told but that it is repeated.
-- Written by triggers where a transaction is named, so that nobody can forget it; a create writes nothing here.

create table named_transactions (
  network text not null,
  transaction_hash text not null,
  -- A payment request or an agent payment.
  payment_id uuid not null,
  primary key (network, transaction_hash, payment_id)
);
create index on named_transactions (payment_id);
alter table named_transactions enable row level security;
alter table named_transactions force row level security;
create policy creator on named_transactions to countersign_creator using (true) with check (true);
grant select, insert on named_transactions to countersign_creator;
create trigger facts_stay before update or delete on named_transactions for each row execute function refuse_change();

grant select (merchant_id, recipient_version_id, network) on recipient_versions to countersign_creator;
grant select (merchant_id, agent_payment_id, recipient_version_id) on agent_payments to countersign_creator;
create policy creator on recipient_versions for select to countersign_creator using (true);
create policy creator on agent_payments for select to countersign_creator using (true);

-- Hexadecimal digits mean the same in both cases; other alphabets tell them apart.
create function name_transaction(of_merchant uuid, of_version uuid, named text, payment uuid) returns void
language sql begin atomic
  insert into named_transactions (network, transaction_hash, payment_id)
  select v.network, case when named ~ '^(0[xX])?[0-9a-fA-F]+$' then lower(named) else named end, payment
  from recipient_versions v where v.merchant_id = of_merchant and v.recipient_version_id = of_version
  on conflict do nothing;
end;

create function note_transaction_of_request() returns trigger
language plpgsql security definer set search_path = countersign, pg_temp as $$
begin
  perform name_transaction(new.merchant_id, p.recipient_version_id, new.transaction_hash, p.payment_request_id)
    from payment_requests p where p.merchant_id = new.merchant_id and p.connection_id = new.connection_id
      and p.payment_request_id = new.payment_request_id;
  return null;
end $$;

create function note_transaction_of_payment() returns trigger
language plpgsql security definer set search_path = countersign, pg_temp as $$
begin
  perform name_transaction(new.merchant_id, p.recipient_version_id, new.transaction_hash, p.agent_payment_id)
    from agent_payments p where p.merchant_id = new.merchant_id and p.agent_payment_id = new.agent_payment_id;
  return null;
end $$;

-- Of these payments, those that share a transaction with another.
create function payments_with_repeated_transactions(payment_ids uuid[]) returns setof uuid
language sql stable security definer set search_path = countersign, pg_temp begin atomic
  select distinct mine.payment_id from named_transactions mine
  where mine.payment_id = any (payment_ids) and exists (
    select from named_transactions other where other.network = mine.network
      and other.transaction_hash = mine.transaction_hash and other.payment_id <> mine.payment_id);
end;

grant create on schema countersign to countersign_creator;
alter function name_transaction(uuid, uuid, text, uuid) owner to countersign_creator;
alter function note_transaction_of_request() owner to countersign_creator;
alter function note_transaction_of_payment() owner to countersign_creator;
alter function payments_with_repeated_transactions(uuid[]) owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function name_transaction(uuid, uuid, text, uuid), note_transaction_of_request(),
  note_transaction_of_payment(), payments_with_repeated_transactions(uuid[]) from public;
grant execute on function payments_with_repeated_transactions(uuid[]) to countersign_app;

create trigger transaction_is_noted after update on payment_requests for each row
  when (new.transaction_hash is not null and old.transaction_hash is distinct from new.transaction_hash)
  execute function note_transaction_of_request();
create trigger transaction_is_noted after insert on late_reports
  for each row execute function note_transaction_of_request();
create trigger transaction_is_noted after insert on agent_payment_events for each row
  when (new.transaction_hash is not null) execute function note_transaction_of_payment();
