/**
 * The people who run the service stop an organization, and let it go on: nobody else lifts it, and neither way leads around
 * the proof of a domain. While it lasts, nothing new can be asked for, and wallets sign nothing that waits.
 */
import { idOf } from '@pursestrings/contract/wire/ids'
import { appendEvent } from '../../delivery/events/append-event.ts'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { readMerchant } from '../../organizations/merchants/merchants.reads.ts'
import { liftSuspension, suspendByOperator } from '../../organizations/merchants/merchants.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { holdVerified } from './domains.store.ts'

export interface By {
  readonly actor: string
  /** The organization reads it in its audit log. */
  readonly reason: string
}

/** Whether it was not so already. */
export const suspendAsOperator = async (tx: TenantTx, { actor, reason }: By): Promise<boolean> => {
  const { merchant_id } = tx
  if (!(await suspendByOperator(tx))) return false
  const data = { suspended_by: 'operator' }
  const target = idOf('mer', merchant_id)
  await appendAuditEvent(tx, { action: 'merchant.suspended', actor, target, details: { reason, ...data } })
  await appendEvent(tx, { kind: 'merchant.suspended', merchant_id, subject_id: merchant_id, data })
  return true
}

/** What it is now: `active` only where a domain is proven. Undefined where the operator had not suspended it. */
export const restoreAsOperator = async (tx: TenantTx, { actor, reason }: By): Promise<string | undefined> => {
  const { merchant_id } = tx
  const proven = (await holdVerified(tx)).length > 0
  if (!(await liftSuspension(tx, proven))) return undefined
  const target = idOf('mer', merchant_id)
  if (proven) {
    await appendAuditEvent(tx, { action: 'merchant.activated', actor, target, details: { reason } })
    await appendEvent(tx, { kind: 'merchant.restored', merchant_id, subject_id: merchant_id, data: {} })
  } else {
    const details = { reason, suspended_by: 'lapse' }
    await appendAuditEvent(tx, { action: 'merchant.suspended', actor, target, details })
  }
  return proven ? 'active' : 'suspended'
}

export const showMerchant = async (tx: TenantTx) => ({
  ...(await readMerchant(tx, tx.merchant_id)),
  verified_domains: await holdVerified(tx),
})
