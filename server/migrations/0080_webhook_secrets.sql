-- owner: webhooks
-- Every secret of an endpoint signs until its own date, however often it is rotated: the ones before the current one stand
-- in a list, newest last, each with the key that sealed it, the sealed bytes in base64 and its end.
alter table webhook_endpoints add column previous_secrets jsonb not null default '[]'
  check (jsonb_typeof(previous_secrets) = 'array' and jsonb_array_length(previous_secrets) <= 5);
update webhook_endpoints set previous_secrets = jsonb_build_array(jsonb_build_object('key_id', previous_secret_key_id,
    'sealed', translate(encode(previous_secret_sealed, 'base64'), E'\n', ''), 'until', previous_secret_until))
  where previous_secret_until is not null;
alter table webhook_endpoints
  drop column previous_secret_key_id, drop column previous_secret_sealed, drop column previous_secret_until;
