/** The one statement that creates: items in as columns, verdicts out as rows (migration 0072). */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { Source } from '../../connections/connections/connections.reads.ts'
import { runDurably } from '../../platform/postgres/commit.ts'

export interface NewPaymentRequest {
  readonly token_hash: Buffer
  readonly payment_request_id: Uuid
  readonly request_id: string | null
  readonly idempotency_key: string
  readonly idempotency_digest: string
  readonly intent_digest: Buffer
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
  readonly amount: string
  /** Null when there is no such version: only an authenticated caller learns so. */
  readonly facts_digest: Buffer | null
  readonly expires_at: string
  readonly transaction_id: string | null
  readonly display: string | null
  readonly metadata: string | null
}

export interface Verdict {
  readonly verdict: string
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly source: Source
  readonly payment_request_id: Uuid
  readonly created_at: Date
  readonly context_revision: number | null
  readonly paused_by: 'wallet' | 'rejections' | null
  /** Seconds until the connection may create again, where that is what was refused. */
  readonly retry_after: number | null
  /** The limit that refused, where it is one of the organization's own. */
  readonly own_limit: number | null
}

/** What keeps a wallet from being worn down. */
export interface CreateLimits {
  /** Of one connection. */
  readonly pending_max: number
  /** Of all connections of a wallet together. */
  readonly wallet_pending_max: number
  /** Creates of one connection within a minute. */
  readonly minute_max: number
}

const COLUMNS = [
  'token_hash',
  'payment_request_id',
  'request_id',
  'idempotency_key',
  'idempotency_digest',
  'intent_digest',
  'recipient_id',
  'recipient_version_id',
  'amount',
  'facts_digest',
  'expires_at',
  'transaction_id',
  'display',
  'metadata',
] as const satisfies readonly (keyof NewPaymentRequest)[]

const text = `select item, verdict, merchant_id, connection_id, source, payment_request_id, created_at, paused_by, retry_after,
  -- Looked up only for a request that was made and names a transaction.
  case when verdict = 'created' and ($12::text[])[item] is not null
    then pinned_context(merchant_id, connection_id, payment_request_id) end as context_revision,
  case when verdict in ('too_many_pending', 'too_many_creates') then limit_of_its_own(merchant_id, verdict) end as own_limit
  from create_payment_requests($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`

export const insertPaymentRequests =
  (pool: pg.Pool, { pending_max, wallet_pending_max, minute_max }: CreateLimits) =>
  async (items: readonly NewPaymentRequest[]): Promise<Verdict[]> => {
    const columns = COLUMNS.map((column) => items.map((item) => item[column]))
    const values = [...columns, pending_max, wallet_pending_max, minute_max]
    const rows = await runDurably<Verdict & { item: number }>(pool, { name: 'create_payment_requests', text, values })
    const verdicts: Verdict[] = []
    for (const { item, ...verdict } of rows) verdicts[item - 1] = verdict
    return verdicts
  }
