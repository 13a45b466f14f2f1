/** The people who run the service sign everybody out of an organization, at once and in every process. */
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { ByOperator } from '../audit-events/by-operator.ts'
import { closeEverySession } from '../credentials/merchant-session.ts'
import type { TenantTx } from '../postgres/transaction.ts'

/** How many were open. */
export const endSessionsAsOperator = async (tx: TenantTx, { actor, reason }: ByOperator): Promise<number> => {
  const sessions = await closeEverySession(tx)
  if (sessions === 0) return 0
  await appendAuditEvent(tx, {
    action: 'merchant_session.all_closed',
    actor,
    target: idOf('mer', tx.merchant_id),
    details: { reason, sessions },
  })
  return sessions
}
