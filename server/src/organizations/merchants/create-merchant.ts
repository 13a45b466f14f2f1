/**
 * A proven mailbox becomes an organization. Grant, organization, membership, audit line and next grant are one
 * transaction: a lost answer leaves an account that signs in again, never a half-made organization.
 */
import { grantSpent } from '@pursestrings/contract/merchants/records'
import { idOf, newUuid } from '@pursestrings/contract/wire/ids'
import { issueSessionGrant, spendSessionGrant } from '../../platform/credentials/session-grant.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refuseMisleadingName } from '../../rules/names/misleading-name.ts'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { insertMembership } from './memberships.store.ts'
import { merchantOnWire } from './merchants.reads.ts'
import { insertMerchant, type MerchantStatus, moveMerchant, selectMerchant, setSuspension } from './merchants.store.ts'

export const createMerchant = (transactions: Transactions, { grant, name }: { grant: string; name: string }) =>
  transactions.asSystem(async (system) => {
    const spent = await spendSessionGrant(system, grant)
    // A grant that already chose an organization opens that one; it cannot found another.
    if (!spent || spent.chosen_merchant !== null) throw new Refusal(grantSpent)
    refuseMisleadingName(name)
    const merchant_id = newUuid()
    const next = await issueSessionGrant(system, spent.account_id, merchant_id, spent)
    const tx = await system.enterTenant(merchant_id)
    const merchant = await insertMerchant(tx, name)
    await insertMembership(tx, spent.account_id, 'owner')
    await appendAuditEvent(tx, {
      action: 'merchant.created',
      actor: idOf('acc', spent.account_id),
      target: idOf('mer', merchant_id),
      details: { name },
    })
    return {
      merchant: merchantOnWire(merchant),
      grant: next.grant,
      expires_at: next.expires_at.toISOString(),
    }
  })

/**
 * The first proof activates a merchant, a later one revives one that was suspended for want of proof; the last one lost
 * suspends it (specification 3).
 */
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
