-- owner: settlements
-- expand
-- Agent payments are watched as payment requests are. The project names them; a payment request has none.
alter table settlements add column project_id uuid;
-- How often the ledger was told of, which names the event of an agent payment.
alter table settlements add column told integer not null default 0;
