/** Changes of an organization: its name, and the limits that an operator gives it. */
import { agentsStopped } from '@pursestrings/contract/agents/records'
import { resourceNotFound, versionConflict } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refuseMisleadingName } from '../../rules/names/misleading-name.ts'
import { appendAuditEvent, type ByOperator } from '../audit-events/append-audit-event.ts'
import {
  areAgentsStopped,
  holdLimits,
  type LimitsRow,
  renameMerchant as rename,
  selectMerchant,
  setAgentsStopped,
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
