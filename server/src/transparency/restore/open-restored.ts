/**
 * A restored backup becomes the service again. First, in one transaction: a new epoch, all that was handed out for a short time
 * ends, feeds jump, what was held is freed, and every organization reads of it in its audit log. Then what was revoked since
 * the backup is revoked again, and last the mirror is caught up with: until then no process starts. Run again after a fault, it
 * does all of it once more, which harms nothing.
 */
import { idOf } from '@pursestrings/contract/wire/ids'
import { forgetConnectKeys } from '../../connections/connect-invitations/connect-keys.ts'
import { jumpConnectionCursors } from '../../connections/connections/revoke-connections.ts'
import { endPairings } from '../../connections/pairing/pairing.ts'
import { jumpFeeds } from '../../delivery/events/append-event.ts'
import { sendPendingAgain } from '../../delivery/webhooks/deliveries/redeliver.ts'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { allMerchantIds } from '../../organizations/merchants/merchants.reads.ts'
import { endShortLivedCredentials } from '../../platform/credentials/session-grant.ts'
import { enqueueWith } from '../../platform/jobs/enqueue.ts'
import { freeJobs } from '../../platform/jobs/free-jobs.ts'
import { beginEpoch, EPOCH_JUMP, readEpoch } from '../../platform/postgres/epoch.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { redoRevocation } from './redo-revocations.ts'
import {
  catchUp,
  type HeadReader,
  headPath,
  NEWEST_HEAD,
  type Revocation,
  readHead,
  type ServiceHead,
  selectHead,
} from './service-head.ts'

export class RestoreFault extends Error {}

/** What opening would do. */
export interface Plan {
  readonly from_epoch: number
  readonly to_epoch: number
  readonly there: ServiceHead | undefined
  /** In the order in which they were made. */
  readonly revocations: readonly Revocation[]
}

export const planOpening = async (transactions: Transactions, reader: HeadReader | undefined): Promise<Plan> => {
  const there = reader && (await readHead(reader, NEWEST_HEAD))
  const { epoch, number } = await transactions.asSystem(async ({ client }) => ({
    ...(await readEpoch(client)),
    ...(await selectHead(client)),
  }))
  const revocations = reader && there ? await revokedSince(reader, there, number) : []
  // Beyond what the mirror knows: an earlier restore may itself be lost.
  return { from_epoch: epoch, to_epoch: Math.max(epoch, there?.epoch ?? 0) + 1, there, revocations }
}

const revokedSince = async (reader: HeadReader, newest: ServiceHead, number: number): Promise<Revocation[]> => {
  const heads: ServiceHead[] = []
  let head = newest
  for (;;) {
    if (head.number > number) heads.unshift(head)
    if (head.previous <= number) return heads.flatMap(({ revocations }) => revocations)
    const before = await readHead(reader, headPath(head.previous))
    if (!before)
      throw new RestoreFault(`LOG_MIRROR lacks ${headPath(head.previous)}: what it lists can't be revoked again`)
    head = before
  }
}

export interface Opened {
  readonly sessions: number
  /** Revocations that the rules of today refuse: somebody must look at them. */
  readonly refused: readonly Revocation[]
  readonly deliveries: number
  readonly jobs: number
}

export const openRestored = async (
  transactions: Transactions,
  { from_epoch, to_epoch, there, revocations }: Plan,
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<Opened> => {
  const opened = await transactions.asSystem(async (tx) => {
    await beginEpoch(tx, to_epoch, reason)
    const sessions = await endShortLivedCredentials(tx)
    await forgetConnectKeys(tx)
    await endPairings(tx)
    const by = (to_epoch - from_epoch) * EPOCH_JUMP
    await jumpFeeds(tx, by)
    await jumpConnectionCursors(tx, by)
    const jobs = await freeJobs(tx)
    const deliveries = await sendPendingAgain(tx)
    for (const merchant_id of await allMerchantIds(tx)) {
      const tenant = await tx.enterTenant(merchant_id)
      await appendAuditEvent(tenant, {
        action: 'service.restored',
        actor,
        target: idOf('mer', merchant_id),
        details: { epoch: to_epoch, reason },
      })
    }
    return { sessions, deliveries, jobs }
  })
  const jobs = enqueueWith({ notify: () => {} })
  const refused: Revocation[] = []
  for (const revocation of revocations) {
    if (!(await redoRevocation({ transactions, jobs, actor }, revocation))) refused.push(revocation)
  }
  if (there) {
    const listed = there.revocations.length > 0 ? there.number : there.previous
    await transactions.asSystem((tx) => catchUp(tx, { number: there.number, listed }))
  }
  return { ...opened, refused }
}
