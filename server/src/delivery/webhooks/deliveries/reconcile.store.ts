/**
 * Statements that find events without deliveries, any tenant's. An event is missing where an endpoint that was verified when
 * it happened, and wants its type, has no delivery of it.
 */
import { NIL_UUID } from '@pursestrings/contract/wire/ids'
import type { SystemTx } from '../../../platform/postgres/transaction.ts'
import type { Sequenced } from '../../events/append-event.ts'
import { type EventPlace, eventsAfter, type PlacedEvent } from '../../events/events.reads.ts'

interface Window {
  /** Events younger than this may still be on their way. */
  readonly lag_s: number
  readonly at_most: number
  /** The types that this service tells. */
  readonly event_types: readonly string[]
}

export interface Reconciled {
  /** Data of the jobs that fan these events out. */
  readonly missing: readonly Sequenced[]
  /** There is more to look at. */
  readonly more: boolean
}

/** The next events; the place moves on with the caller's transaction. Undefined while another worker is at it. */
export const reconcileNext = async (
  tx: SystemTx,
  { lag_s, at_most, event_types }: Window,
): Promise<Reconciled | undefined> => {
  const held = await tx.client.query<EventPlace & { until: string; far: boolean; caught_up: boolean }>(
    `select reconciled_to::text as at, after_id as event_id,
       least(now() - make_interval(secs => $1), reconciled_to + interval '1 hour')::text as until,
       now() - make_interval(secs => $1) > reconciled_to + interval '1 hour' as far,
       now() - make_interval(secs => $1) <= reconciled_to as caught_up
     from webhook_reconciliation for update skip locked`,
    [lag_s],
  )
  const [from] = held.rows
  if (from === undefined) return undefined
  if (from.caught_up) return { missing: [], more: false }
  const page = await eventsAfter(tx, from, { until: from.until, at_most })
  const missing = await selectMissing(
    tx,
    page.filter(({ kind }) => event_types.includes(kind)),
  )
  const last = page.length === at_most ? page.at(-1) : undefined
  const to = last ?? { at: from.until, event_id: NIL_UUID }
  await tx.client.query('update webhook_reconciliation set reconciled_to = $1::timestamptz, after_id = $2', [
    to.at,
    to.event_id,
  ])
  return { missing, more: last !== undefined || from.far }
}

const selectMissing = async ({ client }: SystemTx, events: readonly PlacedEvent[]): Promise<Sequenced[]> => {
  const text = `select p.merchant_id, array[p.event_id] as event_ids
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) p (merchant_id, event_id, kind, occurred_at)
    where exists (select from webhook_endpoints w
      where w.merchant_id = p.merchant_id and w.status in ('active', 'disabled') and w.verified_at <= p.occurred_at
        and (w.event_types is null or p.kind = any(w.event_types))
        and not exists (select from webhook_deliveries d where d.merchant_id = p.merchant_id
          and d.webhook_endpoint_id = w.webhook_endpoint_id and d.event_id = p.event_id))`
  const column = <T>(of: (event: PlacedEvent) => T): T[] => events.map(of)
  const values = [column((e) => e.merchant_id), column((e) => e.event_id), column((e) => e.kind), column((e) => e.at)]
  return (await client.query<Sequenced>({ name: 'events_without_deliveries', text, values })).rows
}
