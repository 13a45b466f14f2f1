/** What was found out about payments, for those who show them. */

import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { formatUnits } from '@pursestrings/protocol/amount'
import type pg from 'pg'
import type { LedgerSettlement, SettlementsOf } from '../../payments/payment-requests/ledger-settlement.ts'
import type { PayeeFinding } from './payee-findings.ts'

/** Of every Stellar asset. */
const DECIMALS = 7

interface SettlementRow {
  readonly payment_id: Uuid
  readonly assurance: LedgerSettlement['assurance']
  readonly ledger_outcome: string
  readonly reason: string | null
  readonly notes: LedgerSettlement['notes']
  readonly transaction_hash: string | null
  readonly place: string | null
  readonly ledger: number | null
  readonly closed_at: number | null
  readonly received_units: string | null
  readonly observers: string[]
  readonly sealed_by: string[]
  readonly network_epoch: string | null
  readonly retry: string | null
  readonly simulated: boolean
  readonly epoch_ended: boolean
  readonly judged_at: Date | null
  readonly bound_by: string | null
  readonly paid_by: string | null
  readonly ledger_match: MatchRow | null
  readonly accepted_by: Uuid | null
  readonly accepted_at: Date | null
}

interface MatchRow {
  readonly transaction_hash: string
  readonly place: string
  readonly named_before_close: boolean
  readonly rivals: number
}

const NONE: ReadonlyMap<Uuid, LedgerSettlement> = new Map()

/** Where no ledger was ever looked at, nothing is asked. */
export const settlementsFrom =
  (pool: pg.Pool, observed: boolean): SettlementsOf =>
  async (payments) => {
    if (!observed || payments.length === 0) return NONE
    const text = `select *, ledger::float8 as ledger, closed_at::float8 as closed_at from read_settlements($1, $2)`
    const values = [payments.map((p) => p.merchant_id), payments.map((p) => p.payment_id)]
    const { rows } = await pool.query<SettlementRow>({ name: 'read_settlements', text, values })
    return new Map(rows.map((row) => [row.payment_id, settlementFrom(row)]))
  }

const settlementFrom = (row: SettlementRow): LedgerSettlement => ({
  assurance: row.assurance,
  notes: row.notes,
  shown: {
    ledger_outcome: row.ledger_outcome,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.bound_by !== null && { bound_by: row.bound_by }),
    ...(row.paid_by !== null && { paid_by: row.paid_by }),
    ...(row.ledger_match !== null && { ledger_match: matchView(row.ledger_match) }),
    ...(row.accepted_by !== null && { accepted_by: idOf('acc', row.accepted_by) }),
    ...(row.accepted_at !== null && { accepted_at: row.accepted_at.toISOString() }),
    ...(row.transaction_hash !== null && { transaction_hash: row.transaction_hash }),
    ...(row.place !== null && { place: row.place }),
    ...(row.ledger !== null && { ledger: row.ledger }),
    ...(row.closed_at !== null && { closed_at: new Date(row.closed_at * 1000).toISOString() }),
    ...(row.received_units !== null && { received_amount: formatUnits(BigInt(row.received_units), DECIMALS) }),
    ...(row.judged_at !== null && { observers: row.observers, sealed_by: row.sealed_by }),
    ...(row.network_epoch !== null && { network_epoch: row.network_epoch, epoch_ended: row.epoch_ended }),
    ...(row.retry !== null && { retry: row.retry }),
    ...(row.simulated && { simulated: true }),
  },
})

const matchView = ({ transaction_hash, place, named_before_close, rivals }: MatchRow) => ({
  transaction_hash,
  place,
  named_before_close,
  rivals,
})

interface EvidenceRow {
  readonly evidence: object | null
  readonly judged_at: Date | null
  readonly findings: readonly FoundRow[]
}

interface FoundRow {
  readonly reason: string
  readonly transaction_hash: string
  readonly seen: object
  readonly network_epoch: string | null
  readonly found_at: string
}

/** Of a payment that its reader was shown already. */
export const evidenceFrom = (pool: pg.Pool) => async (merchant_id: Uuid, payment_id: Uuid) => {
  const text = 'select * from read_evidence($1, $2)'
  const { rows } = await pool.query<EvidenceRow>({ name: 'read_evidence', text, values: [merchant_id, payment_id] })
  const { evidence, judged_at, findings } = rows[0] ?? { evidence: null, judged_at: null, findings: [] }
  return {
    ...(judged_at !== null && { judged_at: judged_at.toISOString() }),
    ...(evidence !== null && { proof: evidence }),
    findings: findings.map(findingView),
  }
}

interface PayeeFindingsRow {
  readonly found: number
  readonly findings: PayeeFinding[]
  readonly shared_address: boolean
}

/** Of a payee that its reader was shown already. */
export const payeeFindingsFrom = (pool: pg.Pool) => async (merchant_id: Uuid, recipient_id: Uuid) => {
  const text = 'select found::float8 as found, findings, shared_address from read_payee_findings($1, $2)'
  const values = [merchant_id, recipient_id]
  const { rows } = await pool.query<PayeeFindingsRow>({ name: 'read_payee_findings', text, values })
  return rows[0] ?? { found: 0, findings: [], shared_address: false }
}

export type EvidenceOf = ReturnType<typeof evidenceFrom>

const findingView = ({ reason, transaction_hash, seen, network_epoch, found_at }: FoundRow) => ({
  reason,
  ...(transaction_hash !== '' && { transaction_hash }),
  seen,
  ...(network_epoch !== null && { network_epoch }),
  found_at: new Date(found_at).toISOString(),
})
