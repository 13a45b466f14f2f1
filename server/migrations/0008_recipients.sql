-- owner: recipients
-- Payees, their versions and the evidence for them. What a version pays to is written once.

create table recipients (
  merchant_id uuid not null,
  recipient_id uuid not null,
  name text not null,
  name_skeleton text not null,
  active_version_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (merchant_id, recipient_id),
  unique (merchant_id, name_skeleton)
);
call tenant_table('recipients');
grant select, insert, update (active_version_id, version) on recipients to countersign_app;

create table recipient_versions (
  merchant_id uuid not null,
  recipient_version_id uuid not null,
  recipient_id uuid not null,
  number integer not null,
  rail text not null,
  network text not null,
  asset text not null,
  address text not null,
  memo text,
  contract text,
  issuer text,
  decimals integer not null,
  chain_id integer,
  created_at timestamptz not null default now(),
  status text not null check (status in ('draft', 'verified', 'cooling', 'active', 'retired')),
  vouched_by uuid,
  activates_at timestamptz,
  activated_at timestamptz,
  retired_at timestamptz,
  primary key (merchant_id, recipient_version_id),
  unique (merchant_id, recipient_id, number),
  foreign key (merchant_id, recipient_id) references recipients
);
-- At most one version of a recipient serves, whatever races for it.
create unique index one_active_version on recipient_versions (merchant_id, recipient_id) where status = 'active';
call tenant_table('recipient_versions');
grant select, insert, update (status, vouched_by, activates_at, activated_at, retired_at) on recipient_versions
  to countersign_app;
create trigger facts_are_fixed before update on recipient_versions for each row
  when ((old.merchant_id, old.recipient_version_id, old.recipient_id, old.number, old.rail, old.network, old.asset,
         old.address, old.memo, old.contract, old.issuer, old.decimals, old.chain_id, old.created_at)
    is distinct from
        (new.merchant_id, new.recipient_version_id, new.recipient_id, new.number, new.rail, new.network, new.asset,
         new.address, new.memo, new.contract, new.issuer, new.decimals, new.chain_id, new.created_at))
  execute function refuse_change();
create trigger facts_stay before delete on recipient_versions for each row execute function refuse_change();
create trigger facts_stay_all before truncate on recipient_versions execute function refuse_change();

create table recipient_evidence (
  merchant_id uuid not null,
  evidence_id uuid not null,
  recipient_version_id uuid not null,
  source_id uuid not null,
  found_in text not null,
  document text not null,
  digest text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, evidence_id),
  foreign key (merchant_id, recipient_version_id) references recipient_versions
);
create index on recipient_evidence (merchant_id, recipient_version_id, evidence_id);
call tenant_table('recipient_evidence');
grant select, insert on recipient_evidence to countersign_app;
create trigger facts_stay before update or delete on recipient_evidence for each row execute function refuse_change();

-- What payers must learn of later: a version began or ceased to serve.
create table recipient_changes (
  merchant_id uuid not null,
  recipient_change_id uuid not null,
  recipient_id uuid not null,
  change text not null check (change in ('version_activated', 'version_retired')),
  recipient_version_id uuid not null,
  previous_version_id uuid,
  occurred_at timestamptz not null default now(),
  primary key (merchant_id, recipient_change_id)
);
call tenant_table('recipient_changes');
grant select, insert on recipient_changes to countersign_app;
