/** What is known of payments of both kinds beyond their own rows (server/schema/payments/payment-requests.shown.sql). */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import type pg from 'pg'
import type { Source } from '../../connections/connections/connections.reads.ts'
import type { LedgerSettlement } from './ledger-settlement.ts'
import type { Place } from './payment-requests.store.ts'

/** As the wire shows it. */
interface LateReport {
  readonly reported_status: PaymentStatus
  readonly transaction_hash: string
  readonly reason?: string
  readonly reported_at: string
}

export interface Beside {
  /** Who asked. */
  readonly source: Source
  /** Whether another payment of the same network names its transaction, whosever it is. */
  readonly repeated: boolean
  readonly late_reports: LateReport[] | null
  readonly ledger: LedgerSettlement | null
}

/** In their order; of payments that their reader was shown already. */
export type BesideOf = (payments: readonly (Place & { readonly payment_id: Uuid })[]) => Promise<readonly Beside[]>

export const besideFrom =
  (pool: pg.Pool): BesideOf =>
  async (payments) => {
    if (payments.length === 0) return []
    const text = 'select source, repeated, late_reports, ledger from read_beside($1, $2, $3)'
    const values = [
      payments.map((p) => p.merchant_id),
      payments.map((p) => p.connection_id),
      payments.map((p) => p.payment_id),
    ]
    return (await pool.query<Beside>({ name: 'read_beside', text, values })).rows
  }
