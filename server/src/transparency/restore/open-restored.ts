/**
 * A restored backup becomes the service again. First, in one transaction: a new epoch, all that was handed out for a short time
 * ends, feeds jump, what was held is freed, and every organization reads of it in its audit log. Then what was revoked since
 * the backup is revoked again, and last the mirror is caught up with: until then no process starts. Run again after a fault, it
 * does all of it once more, which harms nothing.
 */

import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { NoResultError } from 'kysely'
import { revokeCredential } from '../../connections/agents/revoke-credential.ts'
import { forgetConnectKeys } from '../../connections/connect-invitations/connect-keys.ts'
import {
  jumpConnectionCursors,
  revokeDevice,
  revokeForMerchant,
} from '../../connections/connections/revoke-connections.ts'
import { walletOf } from '../../connections/devices/devices.ts'
import { endPairings } from '../../connections/pairing/pairing.ts'
import { jumpFeeds } from '../../delivery/events/append-event.ts'
import { sendPendingAgain } from '../../delivery/webhooks/deliveries/redeliver.ts'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { revokeMerchantKey } from '../../organizations/merchant-keys/merchant-keys.ts'
import { removeMembership } from '../../organizations/merchants/change-membership.ts'
import { allMerchantIds } from '../../organizations/merchants/merchants.reads.ts'
import { revokeApiKey } from '../../organizations/projects/api-keys.ts'
import { endShortLivedCredentials } from '../../platform/credentials/session-grant.ts'
import { freeJobs } from '../../platform/jobs/backlog.ts'
import { type Enqueue, enqueueWith } from '../../platform/jobs/enqueue.ts'
import { beginEpoch, EPOCH_JUMP, readEpoch } from '../../platform/postgres/epoch.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
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

// What was revoked after the backup is revoked again, each as its owner would: whoever follows it hears of it, and the audit log
// names the operator. What the backup does not have can't open anything, and counts as done.

interface Deps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly actor: string
}

type Ids = Readonly<Record<string, Uuid>>
type Redo = (tx: TenantTx, ids: Ids, deps: Deps) => Promise<unknown>

const id = (ids: Ids, name: string): Uuid => {
  const value = ids[name]
  if (value === undefined) throw new Error(`a revocation in the mirror names no ${name}`)
  return value
}

const OF_TENANT: Readonly<Record<string, Redo>> = {
  connection: (tx, ids, { actor }) => revokeForMerchant(tx, { connection_id: id(ids, 'connection_id'), actor }),
  agent_credential: (tx, ids, { actor }) =>
    revokeCredential(tx, { agent_id: id(ids, 'agent_id'), credential_id: id(ids, 'credential_id') }, actor),
  api_key: (tx, ids, { actor }) =>
    revokeApiKey(tx, { project_id: id(ids, 'project_id'), api_key_id: id(ids, 'api_key_id') }, actor),
  merchant_key: (tx, ids, { jobs, actor }) =>
    revokeMerchantKey(tx, jobs, {
      merchant_key_id: id(ids, 'merchant_key_id'),
      actor,
      email: 'The operator of the service, after restoring a backup,',
    }),
  membership: async (tx, ids, { actor }) => {
    const account_id = id(ids, 'account_id')
    if (!(await removeMembership(tx, account_id))) return
    await appendAuditEvent(tx, { action: 'member.removed', actor, target: idOf('mbr', account_id) })
  },
}

const redoDevice = async ({ asSystem, asWallet }: Transactions, device_id: Uuid): Promise<void> => {
  const wallet_id = await asSystem((tx) => walletOf(tx, device_id))
  await asWallet({ device_id, wallet_id }, revokeDevice)
}

/** False where it can't be done as things are, as for the only owner that the backup knows. */
const redoRevocation = async (deps: Deps, { kind, ids: named }: Revocation): Promise<boolean> => {
  const ids = named as Ids
  const redo = OF_TENANT[kind]
  try {
    if (kind === 'device') await redoDevice(deps.transactions, id(ids, 'device_id'))
    else if (redo) await deps.transactions.asTenant(id(ids, 'merchant_id'), (tx) => redo(tx, ids, deps))
    else return false
    return true
  } catch (error) {
    if (error instanceof NoResultError) return true
    if (error instanceof Refusal) return error.entry === resourceNotFound
    throw error
  }
}

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
    for (const merchant_id of await allMerchantIds(tx, 'organization', 'personal')) {
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
