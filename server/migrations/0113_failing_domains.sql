-- owner: events
-- expand
alter type event_kind add value 'merchant_domain.failing' before 'merchant_domain.lapsed';
