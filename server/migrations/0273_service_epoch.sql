-- owner: postgres
-- expand
-- Which history this database holds. It begins with 1 and grows when a restored backup is opened.
create table service_epoch (
  epoch integer not null check (epoch > 0),
  began_at timestamptz not null default clock_timestamp(),
  reason text not null,
  primary key (epoch)
);
insert into service_epoch (epoch, reason) values (1, 'the first history');
