/** Statements of whoever sends, any tenant's; `health.store` has those on how an endpoint is doing. */
import type { WebhookDeliveryStatus, WebhookErrorKind } from '@pursestrings/contract/webhook-deliveries/records'
import type { WebhookEndpointStatus } from '@pursestrings/contract/webhook-endpoints/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx } from '../../../platform/postgres/transaction.ts'
import { FAILURES_BEFORE_REST } from '../endpoints/health.store.ts'
import { type SealedSecrets, STILL_SIGNING } from '../endpoints/webhook-secret.ts'

export interface DeliveryKey {
  readonly merchant_id: Uuid
  readonly webhook_delivery_id: Uuid
}

export interface EndpointKey {
  readonly merchant_id: Uuid
  readonly webhook_endpoint_id: Uuid
}

export interface Claimed extends DeliveryKey, EndpointKey {
  /** Which lease of the delivery this is. */
  readonly claim: number
  readonly event_id: Uuid
  readonly payload: string
  /** Null: it was deleted. */
  readonly status: WebhookDeliveryStatus | null
  readonly step: number
  /** Null: it was deleted. */
  readonly endpoint_status: WebhookEndpointStatus | null
  /** Null: its secrets change without it. */
  readonly endpoint_version: number | null
  readonly failures_in_a_row: number
}

export interface Bounds {
  /** Who claims. */
  readonly worker: Uuid
  readonly at_most: number
  /** How many of an endpoint, and of a tenant, the worker may have leased at once. */
  readonly per_endpoint: number
  readonly per_tenant: number
  readonly lease_s: number
  /** How many of a tenant it has leased. */
  readonly held: ReadonlyMap<Uuid, number>
}

export const claimDue = async ({ client }: SystemTx, bounds: Bounds): Promise<Claimed[]> => {
  const { worker, at_most, per_endpoint, per_tenant, lease_s, held } = bounds
  const text = 'select * from claim_webhook_deliveries($1, $2, $3, $4, $5, $6, $7, $8)'
  const busy = [[...held.keys()], [...held.values()]]
  const values = [worker, at_most, per_endpoint, per_tenant, FAILURES_BEFORE_REST, lease_s, ...busy]
  return (await client.query<Claimed>({ name: 'claim_webhook_deliveries', text, values })).rows
}

const keysOf = (keys: readonly DeliveryKey[]) => [
  keys.map((k) => k.merchant_id),
  keys.map((k) => k.webhook_delivery_id),
]
const KEYS = 'unnest($1::uuid[], $2::uuid[]) k (merchant_id, webhook_delivery_id)'

/** What was not begun goes to whoever claims next. */
export const giveBack = async ({ client }: SystemTx, claimed: readonly Claimed[]): Promise<void> => {
  const text = `update webhook_due q set state = 'ready', holder = null, due_at = now()
    from unnest($1::uuid[], $2::uuid[], $3::int[]) k (merchant_id, webhook_delivery_id, claim)
    where q.merchant_id = k.merchant_id and q.webhook_delivery_id = k.webhook_delivery_id and q.claim = k.claim
      and q.state = 'leased'`
  await client.query(text, [...keysOf(claimed), claimed.map((c) => c.claim)])
}

/** Nothing is to be sent of these any more. */
export const dropDue = async ({ client }: SystemTx, keys: readonly DeliveryKey[]): Promise<void> => {
  const text = `delete from webhook_due q using ${KEYS}
    where q.merchant_id = k.merchant_id and q.webhook_delivery_id = k.webhook_delivery_id`
  await client.query(text, keysOf(keys))
}

/** The endpoint was deleted: there is nobody left to send to. */
export const failDeliveries = async ({ client }: SystemTx, keys: readonly DeliveryKey[]): Promise<void> => {
  const text = `update webhook_deliveries d set status = 'failed', next_attempt_at = null from ${KEYS}
    where d.merchant_id = k.merchant_id and d.webhook_delivery_id = k.webhook_delivery_id and d.status = 'pending'`
  await client.query(text, keysOf(keys))
}

/**
 * Whatever is pending for an endpoint that is not active waits for a recovery. In one statement: a delivery that is added
 * meanwhile is held and not due, or neither.
 */
export const holdDeliveries = async (
  { client }: SystemTx,
  { merchant_id, webhook_endpoint_id }: EndpointKey,
): Promise<void> => {
  const text = `with held as (
      delete from webhook_due where state in ('ready', 'leased', 'waiting') and webhook_endpoint_id = $2 and merchant_id = $1
      returning webhook_delivery_id)
    update webhook_deliveries d set status = 'held', next_attempt_at = null from held h
    where d.merchant_id = $1 and d.webhook_delivery_id = h.webhook_delivery_id and d.status = 'pending'`
  await client.query(text, [merchant_id, webhook_endpoint_id])
}

export interface SealedEndpoint extends SealedSecrets {
  readonly url: string
  readonly version: number
}

export const selectSealedEndpoints = async (
  { client }: SystemTx,
  keys: readonly EndpointKey[],
): Promise<SealedEndpoint[]> => {
  const text = `select e.webhook_endpoint_id, e.url, e.version, e.secret_key_id, e.secret_sealed,
      ${STILL_SIGNING} as previous_secrets
    from unnest($1::uuid[], $2::uuid[]) k (merchant_id, webhook_endpoint_id)
    join webhook_endpoints e using (merchant_id, webhook_endpoint_id)`
  const values = [keys.map((k) => k.merchant_id), keys.map((k) => k.webhook_endpoint_id)]
  return (await client.query<SealedEndpoint>({ name: 'select_sealed_endpoints', text, values })).rows
}

export interface AttemptRecord extends DeliveryKey {
  readonly claim: number
  readonly attempted_at: Date
  readonly latency_ms: number
  readonly status_code: number | null
  readonly error_kind: WebhookErrorKind | null
  readonly status: WebhookDeliveryStatus
  readonly step: number
  readonly delay_s: number
}

export const insertAttempts = async ({ client }: SystemTx, records: readonly AttemptRecord[]): Promise<void> => {
  const text = 'select record_webhook_attempts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)'
  const column = <T>(of: (record: AttemptRecord) => T): T[] => records.map(of)
  const values = [
    column((r) => r.merchant_id),
    column((r) => r.webhook_delivery_id),
    column((r) => r.claim),
    column((r) => r.attempted_at.toISOString()),
    column((r) => r.latency_ms),
    column((r) => r.status_code),
    column((r) => r.error_kind),
    column((r) => r.status),
    column((r) => r.step),
    column((r) => r.delay_s),
  ]
  await client.query({ name: 'record_webhook_attempts', text, values })
}
