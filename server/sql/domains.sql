-- owner: domains
-- Domains that merchants prove.

comment on table merchant_domains is
  'Domains that merchants prove. The challenge is public by its nature and so is kept in clear.';
create policy tenant on merchant_domains to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on merchant_domains for select to countersign_system using (true);
revoke all on merchant_domains from countersign_app, countersign_system, countersign_creator;
grant select, insert, update (status, method, challenge, challenge_expires_at, verified_at, failing_since) on
  merchant_domains to countersign_app;
grant select on merchant_domains to countersign_system;
