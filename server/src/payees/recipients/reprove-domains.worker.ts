/**
 * Proofs are looked at again by ourselves. A domain that stays unproven for a day lapses, and with it every version
 * that it vouched for is suspended, in one transaction: no request can be pinned to a payee whose domain is lost.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Egress } from '../../platform/egress/create-egress.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { dueDomains, readDomain } from '../domains/domains.reads.ts'
import { noteLostProof, stillProven } from '../domains/still-proven.ts'
import { evidenceOf, findVoucher } from './find-voucher.ts'
import { vouchedPayees } from './read-payees.ts'
import { insertEvidence, type RecipientVersionRow, selectVouchedVersions } from './recipient-versions.store.ts'
import { holdRecipient } from './recipients.store.ts'
import { resumeServing } from './serve-version.ts'

interface ReproveDomainsDeps {
  readonly transactions: Transactions
  readonly egress: Egress
}

const PER_SWEEP_MAX = 500

export const reproveDomains = async (jobs: Jobs, { transactions, egress }: ReproveDomainsDeps): Promise<void> => {
  await jobs.work('domain-reproofs', () =>
    transactions.asSystem(async (tx) => {
      for (const due of await dueDomains(tx, PER_SWEEP_MAX)) await jobs.enqueue(tx, 'domain-reproof', due)
    }),
  )
  await jobs.work('domain-reproof', async ({ merchant_id, domain_id }: { merchant_id: Uuid; domain_id: Uuid }) => {
    const { ok, seen, domain } = await stillProven({ transactions, egress }, { merchant_id, domain_id })
    if (ok || domain?.status !== 'verified') return
    await transactions.asTenant(merchant_id, async (tx) => {
      if (await noteLostProof(tx, jobs, domain, seen)) await vouchedPayees.suspend(tx, domain_id, 'domain-reproof')
    })
  })
}

// A domain is proven again: what it vouched for before comes back by itself, if the domain still lists the same facts. What
// was cooling off goes on with it.

interface ReviveVersionsDeps {
  readonly transactions: Transactions
  readonly egress: Egress
  readonly now: () => Date
}

interface Proven {
  readonly merchant_id: Uuid
  readonly domain_id: Uuid
}

export const reviveVersions = (jobs: Jobs, deps: ReviveVersionsDeps): Promise<void> =>
  jobs.work('proven-domain', async ({ merchant_id, domain_id }: Proven) => {
    const { transactions, now } = deps
    const { domain, suspended } = await transactions.asTenant(merchant_id, async (tx) => {
      for (const { recipient_id, recipient_version_id, activates_at } of await selectVouchedVersions(tx, domain_id, [
        'cooling',
      ])) {
        const after_s = Math.max(0, ((activates_at?.getTime() ?? 0) - now().getTime()) / 1000)
        const job = { merchant_id, recipient_id, recipient_version_id }
        await jobs.enqueue(tx, 'cooled-recipient-version', job, { after_s })
      }
      return {
        domain: await readDomain(tx, domain_id),
        suspended: await selectVouchedVersions(tx, domain_id, ['suspended']),
      }
    })
    if (domain?.status !== 'verified') return
    for (const version of suspended) await revive(deps, { merchant_id, domain_id, domain: domain.domain, version })
  })

const revive = async (
  { transactions, egress }: ReviveVersionsDeps,
  { merchant_id, domain_id, domain, version }: Proven & { domain: string; version: RecipientVersionRow },
): Promise<void> => {
  const { finding } = await findVoucher(egress, domain, version)
  if (!finding) return
  const { recipient_id, recipient_version_id } = version
  await transactions.asTenant(merchant_id, async (tx) => {
    const recipient = await holdRecipient(tx, recipient_id)
    if (!recipient || (await readDomain(tx, domain_id))?.status !== 'verified') return
    const { found_in } = finding
    const proof = evidenceOf(version, domain, finding)
    await insertEvidence(tx, { recipient_version_id, source_id: domain_id, found_in, ...proof })
    await resumeServing(tx, recipient, version, 'proven-domain')
  })
}
