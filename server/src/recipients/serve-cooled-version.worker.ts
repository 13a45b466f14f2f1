/**
 * A version whose day of cooling off is over begins to serve, if its domain still stands and everybody could see in the payee log
 * that it was coming.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import { readDomain } from '../domains/domains.reads.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import { takeRecipient } from './expect-recipient.ts'
import { needsTwo } from './payee-approvals.store.ts'
import { selectVersion } from './recipient-versions.store.ts'
import { selectRecipient } from './recipients.store.ts'
import { beginServing } from './serve-version.ts'

const LOOK_AGAIN_S = 3600
/** Witnesses are back in minutes, as a rule. */
const UNPUBLISHED_AGAIN_S = 60

interface Cooled {
  readonly merchant_id: Uuid
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
}

interface Deps {
  readonly transactions: Transactions
  /** Whether everybody could see in the payee log that it was coming. */
  readonly isPublished: (tx: SystemTx, cooled: Cooled) => Promise<boolean>
}

export const serveCooledVersions = (jobs: Jobs, { transactions, isPublished }: Deps): Promise<void> =>
  jobs.work('cooled-recipient-version', async (job: Cooled) => {
    const { merchant_id, recipient_id, recipient_version_id } = job
    const published = await transactions.asSystem((tx) => isPublished(tx, job))
    await transactions.asTenant(merchant_id, async (tx) => {
      const recipient = await selectRecipient(tx, recipient_id)
      const version = await selectVersion(tx, recipient_id, recipient_version_id)
      if (!recipient || version?.status !== 'cooling' || version.vouched_by === null) return
      if ((await readDomain(tx, version.vouched_by))?.status !== 'verified') return
      const lookAgain = (after_s: number) =>
        jobs.enqueue(tx, 'cooled-recipient-version', { merchant_id, recipient_id, recipient_version_id }, { after_s })
      if (version.approved_by === null && (await needsTwo(tx))) {
        // It began to cool off before two were needed. Whoever approves it asks for this job again; so does a return to one.
        await lookAgain(LOOK_AGAIN_S)
        return
      }
      if (!published) {
        await lookAgain(UNPUBLISHED_AGAIN_S)
        return
      }
      const held = await takeRecipient(tx, recipient_id, recipient.version)
      await beginServing(tx, held, version, 'cooled-recipient-version')
    })
  })
