/** Statements of whoever sends, any tenant's; `health.store` has those on how an endpoint is doing. */

import type { WebhookErrorKind } from '@countersign/contract/webhook-deliveries/records'
import type { WebhookDeliveryStatus } from '@countersign/contract/webhook-deliveries/states'
import type { WebhookEndpointStatus } from '@countersign/contract/webhook-endpoints/states'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../../postgres/transaction.ts'
import { type SealedSecrets, STILL_SIGNING } from '../endpoints/signing-secrets.ts'

export interface DeliveryKey {
  readonly merchant_id: Uuid
  readonly webhook_delivery_id: Uuid
}

export interface DueDelivery extends DeliveryKey, SealedSecrets {
  readonly event_id: Uuid
  readonly payload: string
  readonly status: WebhookDeliveryStatus
  readonly step: number
  readonly url: string
  /** Null: it was deleted. */
  readonly endpoint_status: WebhookEndpointStatus | null
  readonly failures_in_a_row: number
}

const keysOf = (keys: readonly DeliveryKey[]) => [
  keys.map((k) => k.merchant_id),
  keys.map((k) => k.webhook_delivery_id),
]
const KEYS = 'unnest($1::uuid[], $2::uuid[]) k (merchant_id, webhook_delivery_id)'

export const selectDue = async ({ client }: SystemTx, keys: readonly DeliveryKey[]): Promise<DueDelivery[]> => {
  const text = `select d.merchant_id, d.webhook_delivery_id, d.webhook_endpoint_id, d.event_id, d.payload, d.status, d.step,
      e.url, e.status as endpoint_status, e.failures_in_a_row, e.secret_key_id, e.secret_sealed,
      ${STILL_SIGNING} as previous_secrets
    from ${KEYS} join webhook_deliveries d using (merchant_id, webhook_delivery_id)
    left join webhook_endpoints e using (merchant_id, webhook_endpoint_id)`
  const { rows } = await client.query<DueDelivery>({ name: 'select_due_deliveries', text, values: keysOf(keys) })
  return rows
}

/** The endpoint was deleted: there is nobody left to send to. */
export const failDeliveries = async ({ client }: SystemTx, keys: readonly DeliveryKey[]): Promise<void> => {
  const text = `update webhook_deliveries d set status = 'failed', next_attempt_at = null from ${KEYS}
    where d.merchant_id = k.merchant_id and d.webhook_delivery_id = k.webhook_delivery_id and d.status = 'pending'`
  await client.query({ name: 'fail_deliveries', text, values: keysOf(keys) })
}

export interface EndpointKey {
  readonly merchant_id: Uuid
  readonly webhook_endpoint_id: Uuid
}

/** Whatever is pending for an endpoint that is not active waits for a recovery. */
export const holdDeliveries = async (
  { client }: SystemTx,
  { merchant_id, webhook_endpoint_id }: EndpointKey,
): Promise<void> => {
  const text = `update webhook_deliveries set status = 'held', next_attempt_at = null
    where merchant_id = $1 and webhook_endpoint_id = $2 and status = 'pending'`
  await client.query(text, [merchant_id, webhook_endpoint_id])
}

export interface AttemptRecord extends DeliveryKey {
  readonly attempted_at: string
  readonly latency_ms: number
  readonly status_code: number | null
  readonly error_kind: WebhookErrorKind | null
  readonly status: WebhookDeliveryStatus
  readonly step: number
  readonly delay_s: number
  /** The job was still the sender's when it came back. */
  readonly mine: boolean
}

// A success counts whoever brings it; what follows a failure is decided by the one who holds the job.
const record = `with r as (
    select * from jsonb_to_recordset($1::jsonb) as r (merchant_id uuid, webhook_delivery_id uuid, attempted_at timestamptz,
      latency_ms int, status_code int, error_kind text, status text, step int, delay_s float8, mine boolean)
  ), changed as (
    update webhook_deliveries d set attempts = d.attempts + 1, step = case when r.mine then r.step else d.step end,
      status = case when r.status = 'delivered' or (r.mine and d.status = 'pending') then r.status else d.status end,
      next_attempt_at = case
        when r.status = 'delivered' then null
        when not r.mine then d.next_attempt_at
        when d.status = 'pending' and r.status = 'pending' then now() + r.delay_s * interval '1s' end,
      delivered_at = case when r.status = 'delivered' then coalesce(d.delivered_at, now()) else d.delivered_at end
    from r where d.merchant_id = r.merchant_id and d.webhook_delivery_id = r.webhook_delivery_id
    returning d.merchant_id, d.webhook_delivery_id, d.attempts, d.status
  ), kept as (
    insert into webhook_attempts (merchant_id, webhook_delivery_id, attempt, attempted_at, latency_ms, status_code,
      error_kind)
    select merchant_id, webhook_delivery_id, c.attempts, r.attempted_at, r.latency_ms, r.status_code, r.error_kind
    from changed c join r using (merchant_id, webhook_delivery_id)
  )
  select webhook_delivery_id from changed where status = 'pending'`

/** Keeps attempts under the next number of their delivery; answers with the deliveries that are pending then. */
export const insertAttempts = async (
  { client }: SystemTx,
  records: readonly AttemptRecord[],
): Promise<ReadonlySet<Uuid>> => {
  const values = [JSON.stringify(records)]
  const { rows } = await client.query<DeliveryKey>({ name: 'insert_attempts', text: record, values })
  return new Set(rows.map((row) => row.webhook_delivery_id))
}
