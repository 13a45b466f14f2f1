/** Payments and refused attempts as one list, and who decided about each. */
import type { AgentPayment, RefusedAttempt } from '@pursestrings/sdk'
import { standingOf } from '@pursestrings/ui/standing'
import type { Look } from '../frame/Facts.tsx'

export type Item =
  | { readonly kind: 'payment'; readonly payment: AgentPayment }
  | { readonly kind: 'attempt'; readonly attempt: RefusedAttempt }

const createdAt = (item: Item): string => (item.kind === 'payment' ? item.payment.created_at : item.attempt.created_at)

/** Newest first. */
export const itemsOf = (page: {
  readonly agent_payments: readonly AgentPayment[]
  readonly refused_attempts: readonly RefusedAttempt[]
}): Item[] =>
  [
    ...page.agent_payments.map((payment) => ({ kind: 'payment' as const, payment })),
    ...page.refused_attempts.map((attempt) => ({ kind: 'attempt' as const, attempt })),
  ].toSorted((a, b) => createdAt(b).localeCompare(createdAt(a)))

export const rowOf = (item: Item) => {
  if (item.kind === 'payment') {
    const { id, payment, payee, policy, created_at } = item.payment
    return {
      id,
      amount: payment.amount,
      asset: payment.asset,
      to: payee.name,
      look: standingOf(item.payment),
      policy_id: policy.policy_id,
      created_at,
    }
  }
  const { id, amount, asset, payee, policy_id, created_at } = item.attempt
  return { id, amount, asset, to: payee.name, look: lookOfAttempt(item.attempt), policy_id, created_at }
}

export const lookOfAttempt = ({ agent_payment_id }: RefusedAttempt): Look =>
  agent_payment_id === null ? 'needs_approval' : 'handed_over'

/** Rules by which no limit was looked at. */
const SILENT = ['no_policy', 'not_opted_in', 'paused', 'withdrawn', 'asset_mismatch', 'unknown_network'] as const
type Silent = (typeof SILENT)[number]

export const silentRule = ({ rule }: RefusedAttempt): Silent | undefined => SILENT.find((one) => one === rule)
