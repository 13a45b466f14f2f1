/**
 * Time is up: what waits past its time becomes expired within seconds, and gives back what its policy had reserved. Readers
 * do not wait for it. Any number of workers do this side by side, one payment in a transaction: what is given back holds
 * one policy at a time.
 */
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { expireAgentPayment, selectDue } from './agent-payments.store.ts'

interface Means {
  readonly transactions: Transactions
}

const EVERY_MS = 1_000
const AT_MOST = 500

export const expireAgentPayments = (jobs: Jobs, means: Means): void =>
  jobs.every(EVERY_MS, 'expire-agent-payments', async () => {
    await sweepAgentPayments(means, AT_MOST)
  })

/** How many were expired. */
export const sweepAgentPayments = async ({ transactions }: Means, at_most: number): Promise<number> => {
  let expired = 0
  for (const { merchant_id, agent_payment_id } of await transactions.asSystem((tx) => selectDue(tx, at_most))) {
    if (await transactions.asTenant(merchant_id, (tx) => expireAgentPayment(tx, agent_payment_id))) expired++
  }
  return expired
}
