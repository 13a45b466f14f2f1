-- owner: recipients
-- expand
-- Who activated a version, and who approved it where two people are needed. No row is an organization where one is enough.
alter table recipient_versions
  drop constraint recipient_versions_status_check,
  add constraint recipient_versions_status_check
    check (status in ('draft', 'verified', 'awaiting_approval', 'cooling', 'active', 'suspended', 'retired')) not valid,
  add column requested_by uuid,
  add column requested_at timestamptz,
  add column approved_by uuid,
  add column approved_at timestamptz;

create table payee_change_approvals (
  merchant_id uuid not null,
  required_since timestamptz not null default now(),
  lowers_at timestamptz,
  lowers_asked_by uuid,
  lowers_approved_by uuid,
  primary key (merchant_id),
  check ((lowers_at is null) = (lowers_asked_by is null)),
  check (lowers_approved_by is null or lowers_asked_by is not null)
);
alter table payee_change_approvals enable row level security;
alter table payee_change_approvals force row level security;
