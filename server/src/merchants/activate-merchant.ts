/**
 * The first proof activates a merchant, a later one revives one that was suspended for want of proof; the last one lost
 * suspends it (spec 3).
 */
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { type MerchantStatus, moveMerchant, selectMerchant, setSuspension } from './merchants.store.ts'

export const activateMerchant = async (
  tx: TenantTx,
  actor: string,
): Promise<{ status: MerchantStatus; restored: boolean }> => {
  const restored = await moveMerchant(tx, 'suspended', 'active')
  if (restored || (await moveMerchant(tx, 'pending', 'active'))) {
    await appendAuditEvent(tx, { action: 'merchant.activated', actor, target: idOf('mer', tx.merchant_id) })
  }
  return { status: (await selectMerchant(tx, tx.merchant_id))?.status ?? 'pending', restored }
}

/** Whether it was active until now. */
export const suspendMerchant = async (tx: TenantTx, actor: string): Promise<boolean> => {
  const suspended = await moveMerchant(tx, 'active', 'suspended')
  if (suspended) {
    await appendAuditEvent(tx, { action: 'merchant.suspended', actor, target: idOf('mer', tx.merchant_id) })
  }
  return suspended
}

/** Whether it was not so already. */
export const suspendByOperator = async (tx: TenantTx): Promise<boolean> =>
  (await setSuspension(tx, 'suspended', 'operator')) !== undefined

/** Without a proven domain it stays suspended until there is one. False where the operator had not suspended it. */
export const liftSuspension = async (tx: TenantTx, proven: boolean): Promise<boolean> =>
  (await (proven ? setSuspension(tx, 'active', null) : setSuspension(tx, 'suspended', 'lapse'))) !== undefined

export const isActiveMerchant = async (tx: TenantTx): Promise<boolean> =>
  (await selectMerchant(tx, tx.merchant_id))?.status === 'active'
