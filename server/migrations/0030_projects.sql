-- owner: projects
-- Projects and the keys that call for them. Of a key only its hash is kept, and four characters to know it by.

create table projects (
  merchant_id uuid not null,
  project_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, project_id)
);
call tenant_table('projects');
grant select, insert on projects to countersign_app;

create table api_keys (
  merchant_id uuid not null,
  project_id uuid not null,
  api_key_id uuid not null,
  name text not null,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, api_key_id),
  foreign key (merchant_id, project_id) references projects (merchant_id, project_id)
);
create index on api_keys (key_hash);
create index on api_keys (merchant_id, project_id, api_key_id);
call tenant_table('api_keys');
grant select, insert, update (revoked_at) on api_keys to countersign_app;
create policy system_reads on api_keys for select to countersign_system using (true);
create policy system_notes_use on api_keys for update to countersign_system using (true) with check (true);
grant select, update (last_used_at) on api_keys to countersign_system;

-- The second lock behind the grants, for the owner too.
create function keep_api_key() returns trigger language plpgsql as $$
begin
  if (new.merchant_id, new.project_id, new.api_key_id, new.name, new.key_hash, new.last_four, new.created_at)
    is distinct from (old.merchant_id, old.project_id, old.api_key_id, old.name, old.key_hash, old.last_four, old.created_at)
  then
    raise exception 'a key never changes' using errcode = 'restrict_violation';
  end if;
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'a revoked key never comes back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_api_key before update on api_keys for each row execute function keep_api_key();

-- What a key opens, as its guard sees it.
create view api_key_credentials with (security_invoker = true) as
  select merchant_id, project_id, api_key_id, key_hash, last_used_at from api_keys where revoked_at is null;
grant select, update (last_used_at) on api_key_credentials to countersign_system;
