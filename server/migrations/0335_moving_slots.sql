-- owner: credentials
-- expand
-- Slots that are on their way to another cell, or that live there by now. Empty unless an operator moves slots.
create table moving_slots (
  slot smallint not null,
  -- `moving`: copied while it is used here. `frozen`: nothing changes here. `away`: it lives in another cell. `arrived`: it lives
  -- here since a moment ago, and whoever looked just before that may not have found its credentials.
  state text not null check (state in ('moving', 'frozen', 'away', 'arrived')),
  changed_at timestamptz not null default now(),
  primary key (slot)
);
