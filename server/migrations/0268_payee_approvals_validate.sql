-- owner: recipients
-- expand
alter table recipient_versions validate constraint recipient_versions_status_check;
