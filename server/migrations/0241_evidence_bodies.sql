-- owner: recipients
-- expand
-- What a domain's file said when it was read, if it is short: the evidence has its digest.
alter table recipient_evidence add column body text check (octet_length(body) <= 16384);
