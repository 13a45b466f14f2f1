-- owner: automation-policies
-- expand
-- Terms that a project proposes stand beside those that the user consented to, which stay in force meanwhile.
alter table automation_policies
  add column proposed jsonb,
  add constraint proposed_beside_terms_in_force check (proposed is null or status in ('active', 'paused')) not valid;
alter table automation_policy_changes
  add column proposed jsonb,
  drop constraint automation_policy_changes_change_check,
  add constraint automation_policy_changes_change_check check (change in ('created', 'renamed', 'narrowed', 'widened',
    'proposed', 'declined', 'proposal_withdrawn', 'consented', 'paused', 'resumed', 'withdrawn')) not valid;
