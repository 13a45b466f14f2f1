-- owner: merchants
-- The slot of a merchant and of a device, which all that belongs to them carries in the last 15 bits of its id. Columns, so
-- that a later split into cells can select by them; generated, so that they cannot differ from the id.

create function slot_of(id uuid) returns smallint language sql immutable strict parallel safe
  return (get_byte(uuid_send(id), 14) & 127) * 256 + get_byte(uuid_send(id), 15);
grant execute on function slot_of(uuid) to public;

alter table merchants add column slot smallint not null generated always as (slot_of(merchant_id)) stored;
alter table devices add column slot smallint not null generated always as (slot_of(device_id)) stored;
