-- owner: events
-- expand
alter type event_kind add value 'recipient.version_cooling' before 'recipient.version_activated';
alter type event_kind add value 'recipient.version_suspended' before 'recipient.version_retired';
alter type event_kind add value 'recipient.version_revived' before 'recipient.version_retired';
alter type event_kind add value 'merchant.suspended';
alter type event_kind add value 'merchant.restored';
