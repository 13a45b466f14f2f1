/**
 * Proofs are looked at again by ourselves (H12). A domain that stays unproven for a day lapses, and with it every version
 * that it vouched for is suspended, in one transaction: no request can be pinned to a payee whose domain is lost.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import { dueDomains } from '../domains/domains.reads.ts'
import { noteLostProof, stillProven } from '../domains/still-proven.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Outside } from '../outside/create-outside.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { vouchedPayees } from './vouched-payees.ts'

interface Deps {
  readonly transactions: Transactions
  readonly outside: Outside
}

const PER_SWEEP_MAX = 500

export const reproveDomains = async (jobs: Jobs, { transactions, outside }: Deps): Promise<void> => {
  await jobs.work('domain-reproofs', () =>
    transactions.asSystem(async (tx) => {
      for (const due of await dueDomains(tx, PER_SWEEP_MAX)) await jobs.enqueue(tx, 'domain-reproof', due)
    }),
  )
  await jobs.work('domain-reproof', async ({ merchant_id, domain_id }: { merchant_id: Uuid; domain_id: Uuid }) => {
    const { ok, seen, domain } = await stillProven({ transactions, outside }, { merchant_id, domain_id })
    if (ok || domain?.status !== 'verified') return
    await transactions.asTenant(merchant_id, async (tx) => {
      if (await noteLostProof(tx, jobs, domain, seen)) await vouchedPayees.suspend(tx, domain_id, 'domain-reproof')
    })
  })
}
