-- owner: members
-- expand
create table member_invitations (
  merchant_id uuid not null,
  member_invitation_id uuid not null,
  email text not null,
  role text not null check (role in ('viewer', 'developer', 'admin', 'owner')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'withdrawn', 'expired')),
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (merchant_id, member_invitation_id)
);
create unique index member_invitations_pending_idx on member_invitations (merchant_id, email) where status = 'pending';
create index member_invitations_email_idx on member_invitations (email) where status = 'pending';
alter table member_invitations enable row level security;
alter table member_invitations force row level security;
