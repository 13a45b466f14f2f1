-- owner: events
-- expand
alter type event_kind add value 'connect_invitation.pending';
alter type event_kind add value 'connect_invitation.approved';
alter type event_kind add value 'connect_invitation.exchanged';
alter type event_kind add value 'connect_invitation.rejected';
alter type event_kind add value 'connect_invitation.expired';
