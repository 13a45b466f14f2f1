/**
 * Pays what agents asked for within limits that the person agreed to, one after the other: what waits at the service, of policies that
 * were agreed to on this very device. Whatever is not clearly within them is left for the person.
 */
import type { AgentPayment, AutomationPolicy, WalletClient } from '@pursestrings/sdk'
import type { AgreedPolicy } from './agreed-policy.ts'
import type { PayInput, PayResult } from './payer.ts'

export interface DueDeps {
  readonly wallet: {
    readonly agentPayments: Pick<WalletClient['agentPayments'], 'list'>
    readonly automationPolicies: Pick<WalletClient['automationPolicies'], 'read'>
  }
  /** What was agreed to on this device; undefined where nothing was. */
  agreed(policy_id: string): AgreedPolicy | undefined
  /** Asked before each payment, and by the one that signs: false as soon as the person said stop. */
  mayPay(policy_id: string): boolean
  pay(input: PayInput, asked: AgentPayment): Promise<PayResult>
}

export interface Due {
  readonly agent_payment: AgentPayment
  /** Undefined where nothing came of it for now: `failure` says why, and the next round tries again. */
  readonly result: PayResult | undefined
  readonly failure?: unknown
}

const READ_MAX = 100

export async function payDue(deps: DueDeps, signal?: AbortSignal): Promise<readonly Due[]> {
  const { wallet } = deps
  const waiting = await wallet.agentPayments.list({ status: 'intent_created' }, { signal }).toArray({ limit: READ_MAX })
  const policies = new Map<string, AutomationPolicy>()
  const paid: Due[] = []
  // The oldest was asked for first.
  for (const agent_payment of waiting.toReversed()) {
    const { id, connection_id, facts_digest, initiator, policy } = agent_payment
    const { policy_id, allowed_without_asking } = policy
    if (initiator !== 'agent' || policy_id === null || !allowed_without_asking) continue
    const within = deps.agreed(policy_id)
    if (within === undefined || !deps.mayPay(policy_id) || signal?.aborted) continue
    const now = policies.get(policy_id) ?? (await wallet.automationPolicies.read(policy_id, { signal }))
    policies.set(policy_id, now)
    // Agreed to again on another device: this one does not know the new terms.
    if (now.status !== 'active' || now.consent?.policy_digest !== within.policy_digest) continue
    const input = { request_id: id, connection_id, kind: 'agent_payment', facts_digest, within, signal } as const
    // One that fails keeps no other from being paid.
    const due = await deps.pay(input, agent_payment).then(
      (result) => ({ result }),
      (failure: unknown) => ({ result: undefined, failure }),
    )
    paid.push({ agent_payment, ...due })
  }
  return paid
}
