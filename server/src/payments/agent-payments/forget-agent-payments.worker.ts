/** What time ends: payments that nobody decided, and refused attempts after 90 days. */
import { REFUSED_ATTEMPT_KEPT_DAYS } from '@pursestrings/contract/agent-payments/records'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { holdPolicyIfFree } from '../automation-policies/judge-claim.ts'
import { expireAgentPayment, selectDue } from './agent-payments.store.ts'
import { deleteRefusedAttempts } from './refused-attempts.store.ts'

// Time is up: what waits past its time becomes expired within seconds, and gives back what its policy had reserved; what a
// wallet has claimed waits no longer. Readers do not wait for it. Any number of workers do this side by side, one payment in
// a transaction, its policy held first. What somebody else holds is left for the next sweep.

interface Deps {
  readonly transactions: Transactions
}

const DUE = `exists (select from agent_payments where status = 'intent_created' and expires_at <= now())`
const AT_MOST = 500

export const expireAgentPayments = (jobs: Jobs, deps: Deps): void =>
  jobs.attend('expire-agent-payments', { due: DUE }, async () =>
    (await sweepAgentPayments(deps, AT_MOST)) === AT_MOST ? 'all' : 'none',
  )

/** How many were expired. */
const sweepAgentPayments = async ({ transactions }: Deps, at_most: number): Promise<number> => {
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

// Attempts that were refused long ago are forgotten: nobody decides about them any more, and every table has a bound.

const AT_ONCE = 1_000

export const forgetRefusedAttempts = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('refused-attempts', async () => {
    const old = { older_than_days: REFUSED_ATTEMPT_KEPT_DAYS, at_most: AT_ONCE }
    while ((await transactions.asSystem((tx) => deleteRefusedAttempts(tx, old))) === AT_ONCE);
  })
