-- owner: merchants
-- Organizations, and which accounts may open them.

create table merchants (
  merchant_id uuid not null,
  name text not null,
  status text not null check (status in ('pending', 'active', 'suspended')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (merchant_id)
);
call tenant_table('merchants');
grant select, insert, update (name, status, version) on merchants to countersign_app;
create policy system on merchants for select to countersign_system using (true);
grant select on merchants to countersign_system;

create table memberships (
  merchant_id uuid not null,
  account_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, account_id)
);
create index on memberships (account_id);
call tenant_table('memberships');
grant select, insert on memberships to countersign_app;
create policy system on memberships for select to countersign_system using (true);
grant select on memberships to countersign_system;
