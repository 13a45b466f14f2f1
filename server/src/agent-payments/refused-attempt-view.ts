/** A refused attempt as the wire shows it. It has no signed facts: there is nothing here that a wallet could pay. */
import { idOf } from '@countersign/contract/wire/ids'
import type { ServedVersion } from '../recipients/find-served-version.ts'
import { nextAction } from './next-action.ts'
import type { RefusedAttemptRow } from './refused-attempts.store.ts'
import type { ThresholdAt } from './thresholds-at.ts'

const shown = ({ name, limit, would_be }: ThresholdAt) => ({ name, limit, would_be })

export const refusedAttemptView = (row: RefusedAttemptRow, version: ServedVersion) => {
  const { amount, idempotency_key } = row
  const named = {
    connection_id: idOf('con', row.connection_id),
    recipient_id: idOf('rcp', version.recipient_id),
    recipient_version_id: idOf('rcv', row.recipient_version_id),
  }
  const purpose = row.purpose ?? undefined
  return {
    id: idOf('apr', row.refused_attempt_id),
    project_id: idOf('prj', row.project_id),
    ...named,
    payee: { name: version.name, domain: version.domain },
    network: version.network,
    asset: version.asset,
    amount,
    ...(purpose !== undefined && { purpose }),
    policy_id: row.policy_id === null ? null : idOf('pol', row.policy_id),
    policy_version: row.policy_version,
    rule: row.rule,
    triggered_thresholds: row.thresholds.filter(({ holds }) => !holds).map(shown),
    held_thresholds: row.thresholds.filter(({ holds }) => holds).map(shown),
    next_action: row.agent_payment_id === null ? nextAction({ ...named, amount, purpose }, idempotency_key) : null,
    agent_payment_id: row.agent_payment_id === null ? null : idOf('apy', row.agent_payment_id),
    not_kept: row.not_kept,
    created_at: row.refused_at.toISOString(),
  }
}
