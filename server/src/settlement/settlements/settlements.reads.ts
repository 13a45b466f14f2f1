/** What was found out about payments, for those who show them. */

import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { PayeeFinding } from './payee-findings.ts'

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
