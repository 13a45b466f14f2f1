/**
 * A past week for a demo. The practice ledger begins again eight days ago and takes the demo's payments in ledgers of the
 * days since, so that the service finds each where its request says. What the service wrote down in the last minutes is moved
 * to the same times. Only the owner of a development database can do that; no role of the service can move a time.
 *
 * `begin`, then requests are made and payments queued; `play`, then the service sees them; `finish`.
 */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { Client } from 'pg'
import type { PracticeLedger } from './practice-ledger.ts'

export const PARTS = ['begin', 'play', 'finish'] as const
export type Part = (typeof PARTS)[number]
/** False for a merchant that is not new, whose history is its own, and where nothing was begun. */
export type PastWeek = (part: Part, merchant_id: string) => Promise<boolean>

const DAYS_MS = 8 * 86_400_000

interface Placed {
  readonly connection_id: string
  readonly payment_request_id: string
  readonly transaction_hash: string | null
  readonly began_at: Date
  readonly answered_at: Date
  readonly paid_at: Date
}

/** What was asked for since the beginning, evenly over seven days, by day; those of today end twenty minutes ago. What waits for longer stays where it is. */
const PLACES = `
select connection_id, payment_request_id, transaction_hash, began_at, began_at + answered_after as answered_at,
  began_at + answered_after + interval '6 seconds' as paid_at
from (
  select p.*, make_interval(secs => 12 + power((p.n * 53) % 31, 2)) as answered_after,
    case when p.day = 6 then now() - interval '20 minutes' - (1 - p.part) * interval '3 hours'
      else date_trunc('day', now()) - (6 - p.day) * interval '1 day' + interval '8 hours' + p.part * interval '10 hours'
    end as began_at
  from (
    select r.*, floor((r.n - 1) * 7.0 / r.total) as day,
      (r.n - 1) * 7.0 / r.total - floor((r.n - 1) * 7.0 / r.total) as part
    from (
      select connection_id, payment_request_id, transaction_hash,
        row_number() over (order by created_at, payment_request_id) as n, count(*) over () as total
      from payment_requests
      where merchant_id = $1 and created_at >= $2 and (status <> 'pending' or expires_at < now() + interval '1 hour')) r) p) p`

const MOVE_REQUESTS = `
update payment_requests p set created_at = b.began_at
  from jsonb_to_recordset($2) b (connection_id uuid, payment_request_id uuid, began_at timestamptz)
  where p.merchant_id = $1 and p.connection_id = b.connection_id and p.payment_request_id = b.payment_request_id`

/** The audit log and the payee log keep their times: they are hashed. */
const MOVE_THE_REST = `
create temporary table placed on commit drop as
select * from jsonb_to_recordset('of_placed()') b
  (connection_id uuid, payment_request_id uuid, began_at timestamptz, answered_at timestamptz);
update payment_requests p set changed_at = b.answered_at + interval '9 seconds'
  from placed b where p.merchant_id = of_merchant() and p.connection_id = b.connection_id
    and p.payment_request_id = b.payment_request_id;
update events e set occurred_at =
    case when s.step = 1 then b.began_at else b.answered_at + (s.step - 2) * interval '4 seconds' end
  from placed b, (
    select event_id, row_number() over (partition by subject_id order by cursor) as step from events
    where merchant_id = of_merchant() and kind::text like 'payment\\_request.%') s
  where e.merchant_id = of_merchant() and e.subject_id = b.payment_request_id and s.event_id = e.event_id;
update settlements s set judged_at = b.answered_at + interval '9 seconds' from placed b
  where s.merchant_id = of_merchant() and s.payment_id = b.payment_request_id and s.judged_at is not null;
update merchants set created_at = created_at - interval '9 days' where merchant_id = of_merchant();
update merchant_domains set created_at = created_at - interval '8 days' where merchant_id = of_merchant();
update recipients set created_at = created_at - interval '8 days' where merchant_id = of_merchant();
update recipient_versions set created_at = created_at - interval '8 days', activated_at = activated_at - interval '8 days'
  where merchant_id = of_merchant();
update recipient_evidence set created_at = created_at - interval '8 days' where merchant_id = of_merchant();
update agents set created_at = created_at - interval '8 days' where merchant_id = of_merchant();
update connections set created_at = created_at - interval '7 days' where merchant_id = of_merchant();
delete from payment_request_index where merchant_id = of_merchant();
delete from payment_request_counts where merchant_id = of_merchant();
delete from recipient_version_counts where merchant_id = of_merchant();
select index_payment_requests(array_agg(e.merchant_id), array_agg(e.event_id)) from events e
  where e.merchant_id = of_merchant() and e.kind::text like 'payment\\_request.%';
`

export const pastWeekOn = (owner_url: string, ledger: PracticeLedger): PastWeek => {
  let begun: { merchant: string; at: Date; placed: readonly Placed[] } | undefined
  const parts: Record<Part, (client: Client, merchant: string) => Promise<boolean>> = {
    async begin(client, merchant) {
      const fresh = `select now() as at from merchants where merchant_id = $1 and created_at > now() - interval '15 minutes'`
      const [found] = (await client.query<{ at: Date }>(fresh, [merchant])).rows
      if (found === undefined) return false
      ledger.beginAt(new Date(Date.now() - DAYS_MS))
      begun = { merchant, at: found.at, placed: [] }
      return true
    },
    async play(client, merchant) {
      if (begun?.merchant !== merchant) return false
      const { rows } = await client.query<Placed>(PLACES, [merchant, begun.at])
      begun = { ...begun, placed: rows }
      await client.query(MOVE_REQUESTS, [merchant, JSON.stringify(rows)])
      return true
    },
    async finish(client, merchant) {
      if (begun?.merchant !== merchant) return false
      // Whoever numbers events and enters them waits until this is done.
      await client.query("select pg_advisory_xact_lock(hashtext('index_payment_requests'))")
      const placed = `'${JSON.stringify(begun.placed)}'`
      await client.query(
        MOVE_THE_REST.replaceAll(`'of_placed()'`, placed).replaceAll('of_merchant()', `'${merchant}'::uuid`),
      )
      return true
    },
  }
  return async (part, merchant_id) => {
    const client = new Client({ connectionString: owner_url })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('set local search_path = pursestrings, pg_temp')
      // What keeps everybody else from moving times is off for this transaction alone.
      await client.query('set local session_replication_role = replica')
      const done = await parts[part](client, uuidOf('mer', merchant_id))
      await client.query('commit')
      if (!done) return false
      if (part === 'play')
        ledger.play(new Map(begun?.placed.flatMap(({ transaction_hash: h, paid_at }) => (h ? [[h, paid_at]] : []))))
      if (part === 'finish') begun = undefined
      return true
    } finally {
      await client.end()
    }
  }
}
