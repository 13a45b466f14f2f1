-- owner: payment-requests
-- By which words people find requests: of the title, the id and the task, and the amount. Written with a request's first entry
-- in the index, and never again.

-- What the agent calls a request: its `title`, or its words where they are one text.
create or replace function title_of(display text) returns text language plpgsql immutable parallel safe as $$
begin
  return case jsonb_typeof(display::jsonb)
    when 'string' then left(display::jsonb #>> '{}', 512)
    when 'object' then case when jsonb_typeof(display::jsonb -> 'title') = 'string' then left(display::jsonb ->> 'title', 512) end
  end;
exception when data_exception then
  return null;
end $$;

-- Words as people type them, in any script. A number with a point is one word, without the zeros at its end.
create or replace function words_in(said text) returns text[] language sql immutable parallel safe
  return array(
    select distinct left(w.word, 64) from unnest(string_to_array(translate(lower(said), e'\t\r\n', '   '), ' ')) p (part)
    cross join lateral (
      select trim_scale(p.part::numeric)::text as word where p.part ~ '^[0-9]{1,20}[.][0-9]{1,20}$'
      union all
      select w from regexp_split_to_table(p.part, '[^0-9a-z\u0080-\uffff]+') w where p.part !~ '^[0-9]{1,20}[.][0-9]{1,20}$') w
    where w.word <> '' limit 16);

create or replace function request_words(display text, request_id text, task_ref text, amount text) returns text[]
  language sql immutable parallel safe
  return array[trim_scale(amount::numeric)::text] || words_in(request_id) || words_in(task_ref) || words_in(title_of(display));

-- Requests with all of these words, or words that begin so. Each word is counted up to 50. Of the one that the fewest have, and of
-- those the longest, the newest `looks` are looked at: whatever is typed, a search costs no more.
create or replace function find_payment_requests(of_merchant uuid, wanted text, looks int)
returns table (payment_request_id uuid)
language plpgsql stable security definer set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  words text[] := words_in(wanted);
  rarest text;
begin
  if of_merchant is distinct from tenant() then
    raise exception 'requests are found by their merchant' using errcode = 'insufficient_privilege';
  end if;
  select w.word into rarest from unnest(words) w (word) cross join lateral (
    select count(*) as seen from (
      select from payment_request_words x where x.merchant_id = of_merchant
        and x.word >= w.word and x.word < w.word || chr(1114111) limit 50) n) n
  order by n.seen, length(w.word) desc limit 1;
  return query
  select distinct r.payment_request_id from (
    select x.payment_request_id from payment_request_words x where x.merchant_id = of_merchant
      and x.word >= rarest and x.word < rarest || chr(1114111)
    order by x.word desc, x.payment_request_id desc limit looks) r
  where cardinality(words) = 1 or exists (
    select from payment_requests p
    where p.merchant_id = of_merchant and p.payment_request_id = r.payment_request_id and not exists (
      select from unnest(words) w (word) where not exists (
        select from unnest(request_words(p.display, p.request_id, task_ref_of(p.metadata), p.amount)) x (word)
        where starts_with(x.word, w.word))));
end $$;

-- It runs as the role that owns it, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function find_payment_requests(uuid, text, int) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function find_payment_requests(uuid, text, int) from public, pursestrings_app, pursestrings_system;
grant execute on function find_payment_requests(uuid, text, int) to pursestrings_app;

create policy tenant on payment_request_words to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on payment_request_words to pursestrings_creator using (true) with check (true);
revoke all on payment_request_words from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert on payment_request_words to pursestrings_creator;
