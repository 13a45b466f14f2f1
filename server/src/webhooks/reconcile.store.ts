/**
 * Statements that find events without deliveries, any tenant's. An event is missing where an endpoint that was verified when
 * it happened, and wants its type, has no delivery of it.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'

/** As text, since a place in time has microseconds. */
interface Place {
  readonly at: string
  readonly id: Uuid
  readonly cursor: number
}

interface Page {
  readonly seen: number
  readonly last: Place | null
  /** Data of the jobs that fan these events out. */
  readonly missing: object[]
}

interface Source {
  readonly name: 'payment_request_events' | 'connection_changes' | 'recipient_changes'
  readonly id: string
  readonly cursor: string
  /** The id under which the event is delivered, as `webhook-texts` gives it. */
  readonly event_id: string
  readonly event_type: string
  readonly job: string
}

const changesOf = (resource: 'connection' | 'recipient'): Source => ({
  name: `${resource}_changes`,
  id: `e.${resource}_change_id`,
  cursor: '0::bigint',
  event_id: `e.${resource}_change_id`,
  event_type: `'${resource}.' || e.change`,
  job: "'change_id', p.id",
})

export const SOURCES: readonly Source[] = [
  {
    name: 'payment_request_events',
    id: 'e.connection_id',
    cursor: 'e.cursor',
    event_id: `(left(encode(sha256(convert_to(e.connection_id::text, 'UTF8')), 'hex'), 16)
      || lpad(to_hex(e.cursor), 16, '0'))::uuid`,
    event_type: `'payment_request.' || case when e.late then 'late_report' else e.status::text end`,
    job: "'connection_id', p.id, 'from', p.cursor, 'to', p.cursor",
  },
  changesOf('connection'),
  changesOf('recipient'),
]

const missingIn = ({ name, id, cursor, event_id, event_type, job }: Source): string => `
  with page as materialized (
    select e.merchant_id, e.occurred_at, ${id} as id, ${cursor} as cursor, ${event_id} as event_id,
      ${event_type} as event_type
    from ${name} e
    where e.occurred_at >= $1::timestamptz and e.occurred_at < $2::timestamptz
      and (e.occurred_at, ${id}, ${cursor}) > ($1::timestamptz, $3::uuid, $4::bigint)
    order by e.occurred_at, ${id}, ${cursor} limit $5
  )
  select (select count(*)::int from page) as seen,
    (select jsonb_build_object('at', p.occurred_at::text, 'id', p.id, 'cursor', p.cursor) from page p
      order by p.occurred_at desc, p.id desc, p.cursor desc limit 1) as last,
    (select coalesce(jsonb_agg(jsonb_build_object('source', '${name}', 'merchant_id', p.merchant_id, ${job})), '[]')
      from page p where exists (select from webhook_endpoints w
        where w.merchant_id = p.merchant_id and w.status in ('active', 'disabled') and w.verified_at <= p.occurred_at
          and (w.event_types is null or p.event_type = any(w.event_types))
          and not exists (select from webhook_deliveries d where d.merchant_id = p.merchant_id
            and d.webhook_endpoint_id = w.webhook_endpoint_id and d.event_id = p.event_id))) as missing`

interface Window {
  /** Events younger than this may still be on their way. */
  readonly lag_s: number
  readonly at_most: number
}

export interface Reconciled {
  readonly missing: readonly object[]
  /** There is more to look at. */
  readonly more: boolean
}

/** The next events of a source; the place moves on with the caller's transaction. Undefined while another worker is at it. */
export const reconcileNext = async (
  { client }: SystemTx,
  source: Source,
  { lag_s, at_most }: Window,
): Promise<Reconciled | undefined> => {
  const held = await client.query<Place & { until: string; far: boolean; caught_up: boolean }>(
    `select reconciled_to::text as at, after_id as id, after_cursor::float8 as cursor,
       least(now() - make_interval(secs => $2), reconciled_to + interval '1 hour')::text as until,
       now() - make_interval(secs => $2) > reconciled_to + interval '1 hour' as far,
       now() - make_interval(secs => $2) <= reconciled_to as caught_up
     from webhook_reconciliation where source = $1 for update skip locked`,
    [source.name, lag_s],
  )
  const [from] = held.rows
  if (from === undefined) return undefined
  if (from.caught_up) return { missing: [], more: false }
  const values = [from.at, from.until, from.id, from.cursor, at_most]
  const { rows } = await client.query<Page>({ name: `reconcile_${source.name}`, text: missingIn(source), values })
  const { seen, last, missing } = rows[0] as Page
  const full = seen === at_most && last !== null
  const to = full ? last : { at: from.until, id: NONE, cursor: 0 }
  await client.query(
    `update webhook_reconciliation set reconciled_to = $2::timestamptz, after_id = $3, after_cursor = $4
     where source = $1`,
    [source.name, to.at, to.id, to.cursor],
  )
  return { missing, more: full || from.far }
}

const NONE = '00000000-0000-0000-0000-000000000000' as Uuid
