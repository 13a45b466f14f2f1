/**
 * May the wallet sign what an agent asked for, without asking its user? Judged once more in the transaction of the claim:
 * all that was true when the payment was created must be true still. What a person is asked for needs none of
 * this: the user has acted.
 */
import { hitlRequired } from '@pursestrings/contract/automation-policies/errors'
import { holdAnyConnection, holdConnection } from '../../connections/connections/hold-connection.ts'
import { holdActiveVersions, type ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { pausedBy, Refusal } from '../../platform/refusal.ts'
import { type HeldPolicy, judgeClaim } from '../automation-policies/judge-claim.ts'
import { intentTo, servedPayee } from '../automation-policies/policy-payees.ts'
import type { AgentPaymentRow } from './agent-payments.store.ts'

/** Before the policy, in the order of a create: neither the connection nor the payee changes until the commit. */
export const holdForClaim = async (
  tx: TenantTx,
  { connection_id }: AgentPaymentRow,
  version: ServedVersion,
): Promise<void> => {
  await holdAnyConnection(tx, connection_id, 'shared')
  await holdActiveVersions(tx, [version.recipient_id])
}

/** Of a payment that is held, as are its policy and what holdForClaim holds. */
export const checkClaim = async (
  tx: TenantTx,
  { connection_id, recipient_version_id, amount, status }: AgentPaymentRow,
  policy: HeldPolicy,
  version: ServedVersion,
): Promise<void> => {
  const scope = 'payment.requests.create' as const
  const connection = await holdConnection(tx, connection_id, { how: 'shared', scope })
  if (connection.status === 'paused') throw pausedBy(connection.paused_by)
  const { recipient_id } = version
  servedPayee({ recipient_id, recipient_version_id, version }, await holdActiveVersions(tx, [recipient_id]))
  const { allowed, triggered, rule } = judgeClaim(policy, intentTo(version, amount))
  if (allowed) return
  throw new Refusal(hitlRequired, { details: { triggered_thresholds: triggered, rule, current_status: status } })
}
