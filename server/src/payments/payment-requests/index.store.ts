/** Statements on the index of requests (server/schema/payments/payment-requests.index.sql). */

import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { PAYMENT_CHANGES, PaymentStatus } from '@pursestrings/protocol/payment-status'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import type { Place } from './payment-requests.store.ts'

export const indexEvents = async (
  { client }: SystemTx,
  events: readonly { merchant_id: Uuid; event_id: Uuid }[],
): Promise<void> => {
  const values = [events.map((e) => e.merchant_id), events.map((e) => e.event_id)]
  await client.query({ name: 'index_payment_requests', text: 'select index_payment_requests($1, $2)', values })
}

export interface StepRow {
  readonly cursor: number
  readonly kind: `payment_request.${(typeof PAYMENT_CHANGES)[number]}`
  readonly occurred_at: Date
  readonly data: {
    readonly status: PaymentStatus
    readonly previous_status: PaymentStatus | null
    readonly reason?: string
    readonly transaction_hash?: string
  }
}

type Of = Place & { readonly payment_request_id: Uuid }

/** In order, up to this moment. */
export const selectHistory = async ({ client }: TenantTx, of: Of): Promise<StepRow[]> => {
  const text = `select cursor::float8 as cursor, kind, occurred_at, data from read_payment_request_history($1, $2, $3)`
  const values = [of.merchant_id, of.connection_id, of.payment_request_id]
  return (await client.query<StepRow>({ name: 'payment_request_history', text, values })).rows
}

/** At most two: where there are two, the name alone does not tell which is meant. */
export const findNamed = async (
  { client, merchant_id }: TenantTx,
  request_id: string,
): Promise<{ connection_id: Uuid }[]> => {
  const text = 'select connection_id, payment_request_id from find_named_payment_requests($1, $2)'
  return (await client.query({ name: 'find_named', text, values: [merchant_id, request_id] })).rows
}
