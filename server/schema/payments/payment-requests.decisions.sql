-- owner: payment-requests
-- What devices sign about payments: what a report is compared with before it is judged, and what is kept of it.

-- The request that a report means, of the device whose token it is, and the active key of that device. Facts never change, so
-- what is read here holds later; whether the key is still active is asked once more. Nothing where there is none or more than
-- one.
create or replace function find_reported_request(of_token bytea, of_request uuid, of_name text, of_connection uuid)
returns table (
  device_id uuid, merchant_id uuid, connection_id uuid, payment_request_id uuid, request_id text, recipient_version_id uuid,
  amount text, created_at timestamptz, expires_at timestamptz, facts_digest bytea, terms text, key jsonb, now timestamptz)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select f.device_id, f.merchant_id, f.connection_id, f.payment_request_id, f.request_id, f.recipient_version_id, f.amount,
    f.created_at, f.expires_at, f.facts_digest, f.terms,
    (select jsonb_build_object('kid', k.kid, 'alg', k.alg, 'jwk', k.jwk) from device_keys k
      where k.device_id = f.device_id and k.status = 'active'),
    clock_timestamp()
  from (
    select p.*, count(*) over () as found from (
      select t.device_id, p.* from (
        select t.device_id, wallet_of(t.device_id) as wallet_id from device_tokens t
        where t.token_hash = of_token and coalesce(t.next_until > now(), true) limit 1) t
      cross join lateral (
        select c.merchant_id, c.connection_id from connections c
        where c.device_id = t.wallet_id and (of_connection is null or c.connection_id = of_connection)) c
      cross join lateral (
        select p.* from payment_requests p
        where p.merchant_id = c.merchant_id and p.connection_id = c.connection_id
          and p.payment_request_id = coalesce(of_request, (
            select named.payment_request_id from payment_requests named where named.merchant_id = c.merchant_id
              and named.connection_id = c.connection_id and named.request_id = of_name))
        limit 1) p
      limit 2) p) f
  where f.found = 1;
end $$;

-- What a receipt shows of the wallet: the decision that the user's device signed, with the key and since when it is the device's.
create or replace function decision_of_receipt(of_merchant uuid, of_connection uuid, of_payment uuid)
returns table (jws text, kid text, device_id uuid, jwk jsonb, bound_at timestamptz)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select d.jws, d.kid, d.device_id, k.jwk, k.created_at from payment_decisions d
  join device_keys k on k.device_id = d.device_id and k.kid = d.kid
  where d.merchant_id = of_merchant and d.connection_id = of_connection and d.payment_id = of_payment and not d.late
  -- The user's own answer, before what the wallet reported later.
  order by d.status not in ('signed', 'approved', 'rejected'), d.recorded_at limit 1;
end $$;

grant create on schema pursestrings to pursestrings_creator;
alter function find_reported_request(bytea, uuid, text, uuid) owner to pursestrings_creator;
alter function decision_of_receipt(uuid, uuid, uuid) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function find_reported_request(bytea, uuid, text, uuid), decision_of_receipt(uuid, uuid, uuid)
  from public, pursestrings_app, pursestrings_system;
grant execute on function decision_of_receipt(uuid, uuid, uuid) to pursestrings_system;
grant execute on function find_reported_request(bytea, uuid, text, uuid)
  to pursestrings_app;

create policy tenant on payment_decisions to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on payment_decisions to pursestrings_app
  using (device_id = device()) with check (device_id = device());
create policy creator on payment_decisions to pursestrings_creator using (true) with check (true);
create trigger decisions_stay before update or delete on payment_decisions for each row execute function refuse_change();
revoke all on payment_decisions from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (merchant_id, connection_id, payment_id, status, device_id, kid, jws, late) on payment_decisions
  to pursestrings_app, pursestrings_creator;
