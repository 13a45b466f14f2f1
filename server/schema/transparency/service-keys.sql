-- owner: service-keys
-- Keys of the service only move on, and a public part is never deleted: what a key signed must verify for as long as it is kept.

create or replace function service_keys_move_on() returns trigger
language plpgsql set search_path = pursestrings, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'next' or (old.state = 'retired' and old.purpose = 'webhook') then return old; end if;
    raise exception 'the public part of a key that has signed is kept' using errcode = 'restrict_violation';
  end if;
  if old.compromised_at is distinct from new.compromised_at and (old.compromised_at is not null or new.state <> 'retired') then
    raise exception 'a key that was stolen never counts again' using errcode = 'restrict_violation';
  end if;
  -- Whoever has an operator's login can end a signing key and let the next one sign, but can't overwrite what a key is.
  if not pg_has_role(current_user, 'pursestrings_system', 'member')
    and not (old.purpose <> 'webhook' and old.compromised_at is null and new.compromised_at is not null
      and (old.state = 'current' or (new.sealed, new.sealed_by) = (old.sealed, old.sealed_by)))
    and not ((old.state, new.state) = ('next', 'current') and (new.sealed, new.sealed_by) = (old.sealed, old.sealed_by)) then
    raise exception 'an operator marks a signing key as compromised, and changes no other' using errcode = 'insufficient_privilege';
  end if;
  if (old.state, new.state) in (('next', 'next'), ('next', 'current'), ('current', 'current'), ('current', 'retired'),
      ('retired', 'retired')) then
    return new;
  end if;
  raise exception 'a key never becomes % after %', new.state, old.state using errcode = 'restrict_violation';
end $$;

create trigger moves_on before update or delete on service_keys for each row execute function service_keys_move_on();
create trigger facts_stay before update of purpose, kid, number, public_jwk, made_at on service_keys
  for each row execute function refuse_change();
revoke all on service_keys from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert (purpose, kid, public_jwk, sealed, sealed_by, state, not_before, not_after),
  update (sealed, sealed_by, state, not_before, not_after, compromised_at), delete on service_keys
  to pursestrings_system, pursestrings_operator;

create trigger facts_stay before update or delete on service_key_changes for each row execute function refuse_change();
revoke all on service_key_changes from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert (purpose, kid, change, actor, reason) on service_key_changes to pursestrings_system;
grant insert (purpose, kid, change, actor, reason) on service_key_changes to pursestrings_operator;
