/**
 * Time is up: what waits past its time becomes expired within seconds, and gives back what its policy had reserved; what a
 * wallet has claimed waits no longer. Readers do not wait for it. Any number of workers do this side by side, one payment in
 * a transaction, its policy held first. What somebody else holds is left for the next sweep.
 */
import { holdPolicyIfFree } from '../automation-policies/hold-policy.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { expireAgentPayment, selectDue } from './agent-payments.store.ts'

interface Deps {
  readonly transactions: Transactions
}

const EVERY_MS = 1_000
const AT_MOST = 500

export const expireAgentPayments = (jobs: Jobs, deps: Deps): void =>
  jobs.every(EVERY_MS, 'expire-agent-payments', async () => {
    await sweepAgentPayments(deps, AT_MOST)
  })

/** How many were expired. */
export const sweepAgentPayments = async ({ transactions }: Deps, at_most: number): Promise<number> => {
  let expired = 0
  for (const { merchant_id, agent_payment_id, policy_id } of await transactions.asSystem((tx) =>
    selectDue(tx, at_most),
  )) {
    const done = await transactions.asTenant(
      merchant_id,
      async (tx) =>
        (policy_id === null || (await holdPolicyIfFree(tx, policy_id))) && expireAgentPayment(tx, agent_payment_id),
    )
    if (done) expired++
  }
  return expired
}
