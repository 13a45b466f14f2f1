-- owner: domains
-- Domains that merchants prove. The challenge is published by its nature and so is kept in clear.

create table merchant_domains (
  merchant_id uuid not null,
  domain_id uuid not null,
  domain text not null,
  status text not null check (status in ('pending', 'verified', 'lapsed')),
  method text not null check (method in ('dns', 'https')),
  challenge text not null,
  challenge_expires_at timestamptz not null,
  verified_at timestamptz,
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (merchant_id, domain_id),
  unique (merchant_id, domain),
  check (status = 'pending' or verified_at is not null)
);
create index on merchant_domains (verified_at) where status = 'verified';
call tenant_table('merchant_domains');
grant select, insert, update (status, method, challenge, challenge_expires_at, verified_at, failing_since) on merchant_domains
  to countersign_app;
create policy system on merchant_domains for select to countersign_system using (true);
grant select on merchant_domains to countersign_system;
