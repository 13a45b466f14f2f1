/** Statements with which events become deliveries, any tenant's. */
import { newUuidFor, type Uuid } from '@countersign/contract/wire/ids'
import type { LoggedEvent } from '../../events/event-on-wire.ts'
import type { SystemTx } from '../../postgres/transaction.ts'

export interface Listener {
  readonly merchant_id: Uuid
  readonly webhook_endpoint_id: Uuid
  readonly event_types: string[] | null
  readonly active: boolean
  readonly verified_at: Date
}

/** Those that were verified once: what comes while one is disabled is held for it. */
export const selectListeners = async ({ client }: SystemTx, merchants: readonly Uuid[]): Promise<Listener[]> => {
  const text = `select merchant_id, webhook_endpoint_id, event_types, verified_at, status = 'active' as active
    from webhook_endpoints where merchant_id = any($1::uuid[]) and status in ('active', 'disabled')`
  const { rows } = await client.query<Listener>({ name: 'select_listeners', text, values: [merchants] })
  return rows
}

export interface Due {
  readonly event: LoggedEvent
  /** Made once, and the same at every attempt. */
  readonly payload: string
  /** The id of what it is about. */
  readonly about: string
  readonly listener: Listener
}

const insert = `with added as (
    insert into webhook_deliveries (merchant_id, webhook_delivery_id, webhook_endpoint_id, event_id, event_type, occurred_at,
      payload, status, about)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[],
      $8::text[], $9::text[])
    on conflict do nothing
    returning merchant_id, webhook_delivery_id, webhook_endpoint_id, status)
  insert into webhook_due (merchant_id, webhook_delivery_id, webhook_endpoint_id)
  select merchant_id, webhook_delivery_id, webhook_endpoint_id from added where status = 'pending'`

/** Due at once, or held for an endpoint that is disabled. What is there already is left out. */
export const insertDeliveries = async ({ client }: SystemTx, due: readonly Due[]): Promise<void> => {
  const column = <T>(of: (d: Due) => T): T[] => due.map(of)
  const values = [
    column(({ event }) => event.merchant_id),
    column(({ event }) => newUuidFor(event.merchant_id)),
    column(({ listener }) => listener.webhook_endpoint_id),
    column(({ event }) => event.event_id),
    column(({ event }) => event.kind),
    column(({ event }) => event.occurred_at.toISOString()),
    column(({ payload }) => payload),
    column(({ listener }) => (listener.active ? 'pending' : 'held')),
    column(({ about }) => about),
  ]
  await client.query({ name: 'insert_deliveries', text: insert, values })
}
