-- owner: merchants
-- expand
-- Who suspended an organization: a lapsed domain, which a new proof lifts, or the service's operator, who alone lifts it.
-- Null for those that were suspended before this was kept: by a lapse.
alter table merchants add column suspended_by text;
