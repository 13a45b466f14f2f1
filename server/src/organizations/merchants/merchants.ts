/** An organization: how it begins, is renamed, gets limits of its own, is activated and suspended. */
import { agentsStopped } from '@pursestrings/contract/agents/records'
import { grantSpent } from '@pursestrings/contract/merchants/records'
import { resourceNotFound, versionConflict } from '@pursestrings/contract/transport-errors'
import { idOf, newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import { issueSessionGrant, spendSessionGrant } from '../../platform/credentials/session-grant.ts'
import type { SystemTx, TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refuseMisleadingName } from '../../rules/names/misleading-name.ts'
import { appendAuditEvent, type ByOperator } from '../audit-events/append-audit-event.ts'
import { insertMembership } from './memberships.store.ts'
import { merchantOnWire } from './merchants.reads.ts'
import {
  areAgentsStopped,
  holdLimits,
  insertMerchant,
  type LimitsRow,
  type MerchantStatus,
  moveMerchant,
  renameMerchant as rename,
  selectMerchant,
  setAgentsStopped,
  setSuspension,
  updateLimits,
} from './merchants.store.ts'

// A rename that never overwrites a change it has not seen.

interface Rename {
  readonly merchant_id: Uuid
  readonly name: string
  readonly version: number
  readonly account_id: Uuid
}

export const renameMerchant = async (tx: TenantTx, { merchant_id, name, version, account_id }: Rename) => {
  const before = await selectMerchant(tx, merchant_id)
  if (!before) throw new Refusal(resourceNotFound)
  refuseMisleadingName(name)
  const merchant = await rename(tx, merchant_id, name, version)
  if (!merchant) {
    const now = await selectMerchant(tx, merchant_id)
    throw new Refusal(versionConflict, { details: { current_version: now?.version } })
  }
  await appendAuditEvent(tx, {
    action: 'merchant.renamed',
    actor: idOf('acc', account_id),
    target: idOf('mer', merchant_id),
    details: { from: before.name, to: name },
  })
  return merchant
}

// Who changes agents asks here, and holds the organization before them.

export const markAgentsStopped = setAgentsStopped

export const refuseWhileAgentsStopped = async (tx: TenantTx): Promise<void> => {
  if (await areAgentsStopped(tx)) throw new Refusal(agentsStopped)
}

/**
 * The people who run the service give one organization other limits than all have, wider or narrower. They hold from the next
 * create on, in every process, since the statement that creates reads them.
 */
export interface LimitsChange {
  /** Null: the limit of all again. */
  readonly creates_per_minute_max?: number | null
  readonly pending_max?: number | null
}

/** What holds now. Undefined where there is no such organization. */
export const changeLimitsAsOperator = async (
  tx: SystemTx,
  merchant_id: Uuid,
  change: LimitsChange,
  { actor, reason }: ByOperator,
): Promise<LimitsRow | undefined> => {
  const before = await holdLimits(tx, merchant_id)
  if (before === undefined) return undefined
  const after = { ...before, ...change }
  const changed = (Object.keys(after) as (keyof LimitsRow)[]).filter((name) => after[name] !== before[name])
  if (changed.length === 0) return after
  await updateLimits(tx, merchant_id, after)
  const difference = changed.map((name) => [name, { from: before[name], to: after[name] }])
  await appendAuditEvent(await tx.enterTenant(merchant_id), {
    action: 'merchant.limits_changed',
    actor,
    target: idOf('mer', merchant_id),
    details: { reason, ...Object.fromEntries(difference) },
  })
  return after
}

// A proven mailbox becomes an organization. Grant, organization, membership, audit line and next grant are one
// transaction: a lost answer leaves an account that signs in again, never a half-made organization.

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
