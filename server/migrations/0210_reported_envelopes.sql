-- owner: payment-requests
-- expand
-- The unsigned envelope that a wallet signs, once it was found to pay the request; until when a ledger takes it; and whether
-- the wallet showed the request to another wallet, which may then pay as well.
alter table payment_requests
  add column unsigned_transaction text,
  add column max_time bigint,
  add column handoff_shown boolean;
