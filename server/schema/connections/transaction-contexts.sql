-- owner: transaction-contexts
-- What payments are about, in words. A revision is written once.

create policy tenant on transaction_contexts to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on transaction_contexts to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy creator on transaction_contexts for select to pursestrings_creator using (true);
create trigger revisions_stay before update or delete on transaction_contexts
  for each row execute function refuse_change();
revoke all on transaction_contexts from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert on transaction_contexts to pursestrings_app;
grant select on transaction_contexts to pursestrings_creator;
