-- owner: recipients
-- expand
-- A version can be suspended and recalled, a payee renamed and retired. Former names are kept: requests were signed with them.
alter table recipient_versions
  drop constraint recipient_versions_status_check,
  add constraint recipient_versions_status_check
    check (status in ('draft', 'verified', 'cooling', 'active', 'suspended', 'retired')) not valid,
  add column suspended_at timestamptz,
  add column retired_reason text
    check (retired_reason in ('replaced', 'discarded', 'held', 'recalled', 'recipient_retired')),
  add column recalled_at timestamptz,
  add column recall_reason text check (recall_reason in ('compromised', 'mistake'));
alter table recipients add column retired_at timestamptz;

create table recipient_former_names (
  merchant_id uuid not null,
  recipient_id uuid not null,
  name text not null,
  name_skeleton text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, recipient_id, name)
);
alter table recipient_former_names enable row level security;
alter table recipient_former_names force row level security;
