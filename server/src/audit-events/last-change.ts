/** Who changed a thing last, where that is among the organization's latest changes. */
import type { TenantTx } from '../postgres/transaction.ts'
import { selectAuditEvents } from './audit-events.store.ts'

const LOOKED_AT = 200

export const lastChangeOf = async (
  tx: TenantTx,
  targets: readonly string[],
): Promise<{ changed_by?: string; changed_at?: string }> => {
  const latest = await selectAuditEvents(tx, {}, LOOKED_AT)
  const last = latest.find(({ target }) => targets.includes(target))
  return last ? { changed_by: last.actor, changed_at: new Date(last.occurred_at).toISOString() } : {}
}
