/**
 * Which payments name a transaction that another payment of the same network names, too, whosever it is (migration 0052).
 * Asked only for payments that can have named one: those that still wait cost nothing.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'

export type RepeatedTransactions = (payments: readonly Named[]) => Promise<ReadonlySet<Uuid>>

interface Named {
  readonly payment_id: Uuid
  readonly status: string
  readonly transaction_hash: string | null
}

const NOBODY_YET: ReadonlySet<string> = new Set(['pending', 'signed', 'intent_created', 'approved'])
const NONE: ReadonlySet<Uuid> = new Set()
const text = 'select payments_with_repeated_transactions($1) as payment_id'

export const repeatedTransactions =
  (pool: pg.Pool): RepeatedTransactions =>
  async (payments) => {
    const input = payments.filter((p) => p.transaction_hash !== null || !NOBODY_YET.has(p.status))
    if (input.length === 0) return NONE
    const values = [input.map((p) => p.payment_id)]
    const { rows } = await pool.query<{ payment_id: Uuid }>({ name: 'repeated_transactions', text, values })
    return new Set(rows.map((row) => row.payment_id))
  }
