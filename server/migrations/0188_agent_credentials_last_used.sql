-- owner: agents
-- expand
-- When the key last signed an assertion, to the minute.
alter table agent_credentials add column last_used_at timestamptz;
