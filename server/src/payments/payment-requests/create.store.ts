/** The one statement that creates: items in as JSON, verdicts out as rows. */
import type { PausedBy } from '@pursestrings/contract/connections/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { Source } from '../../connections/connections/connections.reads.ts'
import { runDurably } from '../../platform/postgres/commit.ts'
import type { ShownRequest } from './payment-request-view.ts'

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
  readonly terms: string | null
}

type Replay = Omit<ShownRequest, 'created_at' | 'expires_at' | 'facts_digest'> &
  Readonly<Record<'created_at' | 'expires_at' | 'facts_digest', string>>

export interface Verdict {
  readonly verdict: string
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly source: Source
  readonly payment_request_id: Uuid
  readonly created_at: Date
  readonly context_revision: number | null
  /** The request that the key had made, as it is now; JSON of its row. */
  readonly replay: Replay | null
  readonly paused_by: PausedBy | null
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

const text = `select r.*,
  case when r.verdict = 'replayed'
    then replayed_payment_request(($1::json -> (r.item - 1) ->> 'token_hash')::bytea, r.payment_request_id) end as replay,
  case when r.verdict in ('too_many_pending', 'too_many_creates') then limit_of_its_own(r.merchant_id, r.verdict) end as own_limit
  from create_payment_requests(array(select i from json_populate_recordset(null::new_payment_request, $1::json) i), $2, $3, $4) r`

/** As JSON writes bytea. */
export const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

const rowOf = ({ token_hash, intent_digest, facts_digest, ...item }: NewPaymentRequest) => ({
  ...item,
  token_hash: hexOf(token_hash),
  intent_digest: hexOf(intent_digest),
  facts_digest: facts_digest && hexOf(facts_digest),
})

export const insertPaymentRequests =
  (pool: pg.Pool, { pending_max, wallet_pending_max, minute_max }: CreateLimits) =>
  async (items: readonly NewPaymentRequest[]): Promise<Verdict[]> => {
    const values = [JSON.stringify(items.map(rowOf)), pending_max, wallet_pending_max, minute_max]
    const rows = await runDurably<Verdict & { item: number }>(pool, { name: 'create_payment_requests', text, values })
    const verdicts: Verdict[] = []
    for (const { item, ...verdict } of rows) verdicts[item - 1] = verdict
    return verdicts
  }

export const rowOfReplay = (replay: Replay): ShownRequest => ({
  ...replay,
  created_at: new Date(replay.created_at),
  expires_at: new Date(replay.expires_at),
  facts_digest: Buffer.from(replay.facts_digest.slice(2), 'hex'),
})
