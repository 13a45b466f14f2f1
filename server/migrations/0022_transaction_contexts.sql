-- owner: transaction-contexts
-- What payments are about, in words. A revision is written once; the device is the connection's, so that the wallet sees
-- the contexts of all its connections without being any tenant.

create table transaction_contexts (
  merchant_id uuid not null,
  connection_id uuid not null,
  transaction_id text not null,
  revision integer not null check (revision > 0),
  device_id uuid not null,
  words jsonb not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, connection_id, transaction_id, revision),
  foreign key (merchant_id, connection_id) references connections
);
create index on transaction_contexts (device_id, transaction_id);
call tenant_table('transaction_contexts');
call wallet_table('transaction_contexts');
grant select, insert on transaction_contexts to countersign_app;
create trigger revisions_stay before update or delete on transaction_contexts
  for each row execute function refuse_change();
