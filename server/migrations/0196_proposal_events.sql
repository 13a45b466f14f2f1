-- owner: events
-- expand
alter type event_kind add value 'automation_policy.proposed' before 'automation_policy.consented';
alter type event_kind add value 'automation_policy.declined' before 'automation_policy.consented';
alter type event_kind add value 'automation_policy.proposal_withdrawn' before 'automation_policy.consented';
