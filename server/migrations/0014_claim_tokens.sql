-- owner: credentials
-- Short tokens with which a claimant asks after its invitation and exchanges it. Neither approval nor authority.

create table claim_tokens (
  merchant_id uuid not null,
  connect_invitation_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (merchant_id, connect_invitation_id)
);
create index on claim_tokens (token_hash);
create index on claim_tokens (expires_at);
call tenant_table('claim_tokens');
grant select, insert on claim_tokens to countersign_app;
create policy system on claim_tokens to countersign_system using (true) with check (true);
grant select, delete on claim_tokens to countersign_system;
