/**
 * The people who run the service give one organization other limits than all have, wider or narrower. They hold from the next
 * create on, in every process, since the statement that creates reads them.
 */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { ByOperator } from '../audit-events/by-operator.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { holdLimits, type LimitsRow, updateLimits } from './merchants.store.ts'

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
