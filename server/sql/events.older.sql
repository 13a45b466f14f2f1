-- owner: events
-- While processes of the version before run beside this one, they write some events into tables of their own. From the moment
-- that these triggers stand, nothing written there is missing from the log; what came before them is copied under their lock.

create or replace function append_from_older() returns trigger
language plpgsql security definer set search_path = countersign, pg_temp as $$
begin
  case tg_table_name
    when 'connection_changes' then perform append_events(array[connection_event(new)]);
    when 'recipient_changes' then perform append_events(array[recipient_event(new)]);
    else
      perform append_events(array[payment_request_event(new.merchant_id, new.connection_id, c.device_id, new.cursor,
          new.payment_request_id, p.request_id, new.previous_status, new.status, new.late, new.occurred_at)])
        from connections c join payment_requests p on p.merchant_id = c.merchant_id and p.connection_id = c.connection_id
        where c.merchant_id = new.merchant_id and c.connection_id = new.connection_id
          and p.payment_request_id = new.payment_request_id;
  end case;
  return null;
end $$;

grant create on schema countersign to countersign_creator;
alter function append_from_older() owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function append_from_older() from public, countersign_app, countersign_system;

create trigger events_are_appended after insert on payment_request_events
  for each row execute function append_from_older();
create trigger events_are_appended after insert on connection_changes
  for each row execute function append_from_older();
create trigger events_are_appended after insert on recipient_changes
  for each row execute function append_from_older();

do $$
begin
  if exists (select from event_sequencer where not history_complete) then
    perform copy_event_history(history_copied_at - interval '1 hour') from event_sequencer;
    update event_sequencer set history_complete = true;
  end if;
end $$;
