-- owner: domains
-- expand
-- Since when a domain is proven without a break; every look moves verified_at.
alter table merchant_domains add column verified_since timestamptz;
update merchant_domains set verified_since = coalesce(verified_at, created_at) where status = 'verified';
