-- owner: connect-invitations
-- expand
-- Whether the connection that comes of an approval requires signed decisions.
alter table connect_invitations add column decision_required boolean not null default false;
