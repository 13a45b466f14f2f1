/**
 * A domain is proven again: what it vouched for before comes back by itself, if the domain still lists the same facts. What
 * was cooling off goes on with it.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import { readDomain } from '../domains/domains.reads.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Outside } from '../outside/create-outside.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { evidenceOf } from './evidence.ts'
import { findVoucher } from './find-voucher.ts'
import { insertEvidence, type RecipientVersionRow, selectVouchedVersions } from './recipient-versions.store.ts'
import { holdRecipient } from './recipients.store.ts'
import { resumeServing } from './serve-version.ts'

interface Deps {
  readonly transactions: Transactions
  readonly outside: Outside
  readonly now: () => Date
}

interface Proven {
  readonly merchant_id: Uuid
  readonly domain_id: Uuid
}

export const reviveVersions = (jobs: Jobs, deps: Deps): Promise<void> =>
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
  { transactions, outside }: Deps,
  { merchant_id, domain_id, domain, version }: Proven & { domain: string; version: RecipientVersionRow },
): Promise<void> => {
  const { finding } = await findVoucher(outside, domain, version)
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
