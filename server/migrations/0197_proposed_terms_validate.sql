-- owner: automation-policies
-- expand
alter table automation_policies validate constraint proposed_beside_terms_in_force;
alter table automation_policy_changes validate constraint automation_policy_changes_change_check;
