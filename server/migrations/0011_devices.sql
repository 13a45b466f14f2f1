-- owner: devices
-- Wallet apps. A device belongs to no merchant: it sees what is its own, whichever merchant it concerns.

-- Lets a device see the rows that name it, beside the tenant's policy where the table has one.
create procedure wallet_table(name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy wallet on %s to countersign_app
    using (device_id = device()) with check (device_id = device())', name);
end $$;
revoke execute on procedure wallet_table(regclass) from public;

create table devices (
  device_id uuid primary key,
  name text not null,
  platform text not null,
  public_key bytea check (octet_length(public_key) = 32),
  created_at timestamptz not null default now()
);
call wallet_table('devices');
grant select, insert on devices to countersign_app;
