/** Attempts that a policy refused: how they are kept and shown. They have no signed facts, so no wallet could pay one. */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { formatUnits } from '@pursestrings/protocol/amount'
import type { PaymentTerms } from '@pursestrings/protocol/payment-terms'
import { type Intent, THRESHOLDS, type Threshold, type Verdict } from '@pursestrings/protocol/policy-judge'
import type { ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import type { HeldPolicy } from '../automation-policies/judge-claim.ts'
import { termsView } from '../automation-policies/policy-view.ts'
import {
  countNotKept,
  insertRefusedAttempt,
  type NewRefusedAttempt,
  type RefusedAttemptRow,
  recentAttempts,
} from './refused-attempts.store.ts'

/** The call that asks a person instead, under the same key: of the two, one payment at most comes to be. */
interface Asked<Connection, Recipient, Version> {
  readonly connection_id: Connection
  readonly recipient_id: Recipient
  readonly recipient_version_id: Version
  readonly amount: string
  readonly purpose?: string | undefined
  readonly terms?: PaymentTerms | undefined
}

export const nextAction = <Connection extends string, Recipient extends string, Version extends string>(
  { connection_id, recipient_id, recipient_version_id, amount, purpose, terms }: Asked<Connection, Recipient, Version>,
  idempotency_key: string,
) => ({
  method: 'POST',
  path: '/v1/agent-payments',
  body: {
    initiator: 'human' as const,
    connection_id,
    recipient_id,
    recipient_version_id,
    amount,
    ...(purpose !== undefined && { purpose }),
    ...(terms !== undefined && { terms }),
    idempotency_key,
  },
})

/** As they were kept. */
export const termsIn = (text: string | null): PaymentTerms | undefined =>
  text === null ? undefined : (JSON.parse(text) as PaymentTerms)

const thresholdView = ({ name, limit, would_be }: ThresholdAt) => ({ name, limit, would_be })

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
    triggered_thresholds: row.thresholds.filter(({ holds }) => !holds).map(thresholdView),
    held_thresholds: row.thresholds.filter(({ holds }) => holds).map(thresholdView),
    next_action:
      row.agent_payment_id === null
        ? nextAction({ ...named, amount, purpose, terms: termsIn(row.terms) }, idempotency_key)
        : null,
    agent_payment_id: row.agent_payment_id === null ? null : idOf('apy', row.agent_payment_id),
    not_kept: row.not_kept,
    created_at: row.refused_at.toISOString(),
  }
}

/**
 * An attempt that its policy refused is kept, so that people can see what was asked and decide. A connection keeps a few a
 * minute and a day: an agent that asks in vain all day fills no table, and what is left out is counted at the newest one.
 */
export const KEPT_A_MINUTE = 10
const KEPT_A_DAY = 200

export const keepRefusedAttempt = async (tx: TenantTx, attempt: NewRefusedAttempt): Promise<void> => {
  const { newest, of_minute, of_day } = await recentAttempts(tx, attempt.connection_id, KEPT_A_DAY)
  const full = of_minute >= KEPT_A_MINUTE || of_day >= KEPT_A_DAY
  if (full && newest !== null) await countNotKept(tx, newest)
  else await insertRefusedAttempt(tx, attempt)
}

// The four thresholds beside one attempt: what was agreed, what the attempt would have made of it, and whether it holds.

export interface ThresholdAt {
  readonly name: Threshold
  /** Null where nothing is agreed, and for the list, which the policy shows. */
  readonly limit: string | null
  readonly would_be: string
  readonly holds: boolean
}

interface Attempt {
  readonly intent: Intent
  readonly recipient_id: Uuid
  readonly now: Date
}

export const thresholdsAt = (
  policy: HeldPolicy | undefined,
  { triggered }: Verdict,
  { intent, recipient_id, now }: Attempt,
): ThresholdAt[] => {
  const terms = policy && termsView(policy)
  const window = terms?.validity_window
  const limits: Record<Threshold, string | null> = {
    single_tx_limit: terms?.single_tx_limit ?? null,
    cumulative_limit: terms?.cumulative_limit ?? null,
    validity_window: window ? `${window.from}/${window.to}` : null,
    allowlist: null,
  }
  const would_be: Record<Threshold, string> = {
    single_tx_limit: formatUnits(intent.units, intent.decimals),
    cumulative_limit: formatUnits((policy?.used ?? 0n) + intent.units, intent.decimals),
    validity_window: (policy?.now ?? now).toISOString(),
    allowlist: idOf('rcp', recipient_id),
  }
  return THRESHOLDS.map((name) => ({
    name,
    limit: limits[name],
    would_be: would_be[name],
    holds: !triggered.includes(name),
  }))
}
