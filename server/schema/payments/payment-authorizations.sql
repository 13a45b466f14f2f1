-- owner: payment-authorizations
-- What a wallet signed is kept once, for the device that claimed the payment, whatever races for it.

-- Within the caller's own rights and tenant. What is kept already is compared, whatever has become of the payment meanwhile.
create or replace function keep_authorization(of_merchant uuid, of_connection uuid, of_payment uuid, by_device uuid,
  with_sealed bytea, until timestamptz) returns text language plpgsql as $$
declare
  kept bytea;
begin
  if until <= clock_timestamp() then return 'authorization_erased'; end if;
  insert into payment_authorizations (merchant_id, payment_id, connection_id, sealed, device_id, kept_until)
    select of_merchant, of_payment, of_connection, with_sealed, by_device, until
    where exists (select from payment_requests p where p.merchant_id = of_merchant and p.connection_id = of_connection
        and p.payment_request_id = of_payment and p.status in ('signed', 'broadcasted', 'confirmed')
        and p.decided_by = by_device)
      or exists (select from agent_payments p where p.merchant_id = of_merchant and p.agent_payment_id = of_payment
        and p.status in ('approved', 'submitted', 'settled') and p.claimed_by = by_device)
    on conflict do nothing;
  select a.sealed into kept from payment_authorizations a
    where a.merchant_id = of_merchant and a.payment_id = of_payment and a.device_id = by_device;
  return case when kept = with_sealed then 'kept'
    when exists (select from payment_authorizations a where a.merchant_id = of_merchant and a.payment_id = of_payment)
      then 'authorization_fixed'
    else 'authorization_too_early' end;
end $$;

revoke all on function keep_authorization(uuid, uuid, uuid, uuid, bytea, timestamptz)
  from public, pursestrings_app, pursestrings_system;
grant execute on function keep_authorization(uuid, uuid, uuid, uuid, bytea, timestamptz) to pursestrings_app;

create policy tenant on payment_authorizations to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on payment_authorizations to pursestrings_system using (true);
create trigger facts_stay before update on payment_authorizations for each row execute function refuse_change();
create trigger authorizations_stay before delete on payment_authorizations for each row
  when (old.kept_until > now()) execute function refuse_change();
revoke all on payment_authorizations from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (merchant_id, payment_id, connection_id, sealed, device_id, kept_until) on payment_authorizations
  to pursestrings_app;
grant select (merchant_id, payment_id, kept_until), delete on payment_authorizations to pursestrings_system;
