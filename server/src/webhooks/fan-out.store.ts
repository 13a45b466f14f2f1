/** Statements with which events become deliveries, any tenant's. */
import { newUuidFor, type Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'
import type { Result } from './webhook-texts.ts'

export interface Listener {
  readonly merchant_id: Uuid
  readonly webhook_endpoint_id: Uuid
  readonly event_types: string[] | null
  readonly active: boolean
}

/** Those that were verified once: what comes while one is disabled is held for it. */
export const selectListeners = async ({ client }: SystemTx, merchants: readonly Uuid[]): Promise<Listener[]> => {
  const text = `select merchant_id, webhook_endpoint_id, event_types, status = 'active' as active
    from webhook_endpoints where merchant_id = any($1::uuid[]) and status in ('active', 'disabled')`
  const { rows } = await client.query<Listener>({ name: 'select_listeners', text, values: [merchants] })
  return rows
}

export interface Due {
  readonly result: Result
  readonly listener: Listener
}

export interface Added {
  readonly merchant_id: Uuid
  readonly webhook_endpoint_id: Uuid
  readonly webhook_delivery_id: Uuid
  readonly status: 'pending' | 'held'
}

const insert = `insert into webhook_deliveries (merchant_id, webhook_delivery_id, webhook_endpoint_id, event_id, event_type,
    occurred_at, payload, status)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[], $8::text[])
  on conflict do nothing
  returning merchant_id, webhook_endpoint_id, webhook_delivery_id, status`

/** What is there already is left out. */
export const insertDeliveries = async ({ client }: SystemTx, due: readonly Due[]): Promise<Added[]> => {
  const column = <T>(of: (d: Due) => T): T[] => due.map(of)
  const values = [
    column(({ result }) => result.merchant_id),
    column(({ result }) => newUuidFor(result.merchant_id)),
    column(({ listener }) => listener.webhook_endpoint_id),
    column(({ result }) => result.event_id),
    column(({ result }) => result.event_type),
    column(({ result }) => result.occurred_at.toISOString()),
    column(({ result }) => result.payload),
    column(({ listener }) => (listener.active ? 'pending' : 'held')),
  ]
  const { rows } = await client.query<Added>({ name: 'insert_deliveries', text: insert, values })
  return rows
}
