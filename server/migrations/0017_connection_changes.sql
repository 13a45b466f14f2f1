-- owner: connections
-- What happened to connections, for those who must learn of it later. Facts: nobody changes or removes them.

create table connection_changes (
  merchant_id uuid not null,
  connection_change_id uuid not null,
  connection_id uuid not null,
  device_id uuid not null,
  change text not null check (change in ('created', 'paused', 'resumed', 'narrowed', 'token_rotated', 'revoked')),
  scopes text[] not null,
  occurred_at timestamptz not null default now(),
  primary key (merchant_id, connection_change_id)
);
create index on connection_changes (merchant_id, connection_id, connection_change_id);
call tenant_table('connection_changes');
call wallet_table('connection_changes');
grant select, insert on connection_changes to countersign_app;
create trigger facts_stay before update or delete on connection_changes for each row execute function refuse_change();
