/** What a device signed about a payment is kept word for word; once for each status. */
import type { Uuid } from '@countersign/contract/wire/ids'
import { sql } from 'kysely'
import type { TenantTx } from '../postgres/transaction.ts'
import type { SignedDecision } from './check-decision.ts'

interface Kept extends SignedDecision {
  readonly connection_id: Uuid
  readonly payment_id: Uuid
  readonly device_id: Uuid
  readonly status: string
  readonly late: boolean
}

export const keepDecision = async (tx: TenantTx, d: Kept): Promise<void> => {
  await sql`insert into payment_decisions (merchant_id, connection_id, payment_id, status, device_id, kid, jws, late)
    values (${tx.merchant_id}, ${d.connection_id}, ${d.payment_id}, ${d.status}, ${d.device_id}, ${d.kid}, ${d.jws},
      ${d.late}) on conflict do nothing`.execute(tx.tables())
}
