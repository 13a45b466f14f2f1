-- owner: transaction-contexts
-- What payments are about, in words. A revision is written once.

comment on table transaction_contexts is
  'What payments are about, in words, revision by revision. The device is that of the connection.';
create policy tenant on transaction_contexts to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on transaction_contexts to countersign_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy creator on transaction_contexts for select to countersign_creator using (true);
create trigger revisions_stay before update or delete on transaction_contexts
  for each row execute function refuse_change();
revoke all on transaction_contexts from countersign_app, countersign_system, countersign_creator;
grant select, insert on transaction_contexts to countersign_app;
grant select on transaction_contexts to countersign_creator;
