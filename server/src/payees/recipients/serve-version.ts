/** The moments at which a version begins, pauses or ceases to serve. One serves at a time, and the merchant learns of each. */
import type { RecallReason, RecipientVersionStatus, RetiredReason } from '@pursestrings/contract/recipients/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import { appendEvent } from '../../delivery/events/append-event.ts'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { SystemTx, TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { readDomain } from '../domains/domains.reads.ts'
import { needsTwo } from './payee-approvals.store.ts'
import { moveVersion, type RecipientVersionRow, selectSuspended, selectVersion } from './recipient-versions.store.ts'
import { clearActiveVersion, type RecipientRow, selectRecipient, setActiveVersion } from './recipients.store.ts'
import { takeRecipient } from './recipients.ts'

const now = sql<Date>`now()`

/** Who activated a version, or approved it. */
export type People = Pick<Parameters<typeof moveVersion>[3], 'requested_by' | 'requested_at' | 'approved_by'>

/** The recipient's row must be held by the caller, so that two versions never begin at once. */
export const beginServing = async (
  tx: TenantTx,
  recipient: RecipientRow,
  next: RecipientVersionRow,
  actor: string,
  people: People = {},
) => {
  const { recipient_id, active_version_id: previous } = recipient
  const replaced = { status: 'retired', retired_at: now, retired_reason: 'replaced' } as const
  if (previous !== null) await moveVersion(tx, previous, ['active'], replaced)
  for (const { recipient_version_id } of await selectSuspended(tx, { recipient_id })) {
    await moveVersion(tx, recipient_version_id, ['suspended'], replaced)
  }
  const recipient_version = await moveVersion(
    tx,
    next.recipient_version_id,
    ['verified', 'awaiting_approval', 'cooling'],
    {
      status: 'active',
      activated_at: now,
      ...people,
    },
  )
  if (!recipient_version)
    throw new Error('a version was activated that is neither verified, awaiting approval nor cooling')
  const served = await setActiveVersion(tx, recipient_id, next.recipient_version_id)
  await record(tx, actor, next, 'activated', { previous_version_id: previous })
  return { recipient: served, recipient_version }
}

/** Its domain is not proven now. Whether it served until then. */
export const suspendServing = async (tx: TenantTx, version: RecipientVersionRow, actor: string): Promise<boolean> => {
  const { recipient_id, recipient_version_id } = version
  await clearActiveVersion(tx, recipient_id, recipient_version_id)
  if (!(await moveVersion(tx, recipient_version_id, ['active'], { status: 'suspended' }))) return false
  await record(tx, actor, version, 'suspended')
  return true
}

/** With new evidence, which the database looks for. The recipient's row must be held, and no other version be active. */
export const resumeServing = async (
  tx: TenantTx,
  recipient: RecipientRow,
  version: RecipientVersionRow,
  actor: string,
): Promise<RecipientRow | undefined> => {
  const { recipient_version_id } = version
  if (recipient.active_version_id !== null) return undefined
  if (!(await moveVersion(tx, recipient_version_id, ['suspended'], { status: 'active' }))) return undefined
  const served = await setActiveVersion(tx, recipient.recipient_id, recipient_version_id)
  await record(tx, actor, version, 'revived')
  return served
}

interface End {
  readonly from: readonly RecipientVersionStatus[]
  readonly reason: RetiredReason
  readonly recall_reason?: RecallReason
  readonly note?: string | undefined
  readonly actor: string
}

/** For good. The recipient's row must be held. Undefined where it stands elsewhere. */
export const ceaseServing = async (
  tx: TenantTx,
  version: RecipientVersionRow,
  { from, reason, recall_reason, note, actor }: End,
): Promise<RecipientVersionRow | undefined> => {
  await clearActiveVersion(tx, version.recipient_id, version.recipient_version_id)
  const retired = await moveVersion(tx, version.recipient_version_id, from, {
    status: 'retired',
    retired_reason: reason,
    ...(recall_reason !== undefined && { recall_reason }),
  })
  if (retired) await record(tx, actor, version, 'retired', {}, { reason, recall_reason, note })
  return retired
}

/** It has begun to cool off: whoever did not want this has the time to hold it. */
export const recordCooling = (tx: TenantTx, version: RecipientVersionRow, actor: string): Promise<void> =>
  record(tx, actor, version, 'cooling')

const record = async (
  tx: TenantTx,
  actor: string,
  { recipient_id, recipient_version_id, address }: RecipientVersionRow,
  change: 'cooling' | 'activated' | 'suspended' | 'revived' | 'retired',
  { previous_version_id = null }: { previous_version_id?: RecipientRow['active_version_id'] } = {},
  why: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  await appendEvent(tx, {
    kind: `recipient.version_${change}`,
    merchant_id: tx.merchant_id,
    subject_id: recipient_id,
    data: {
      recipient_version_id,
      previous_version_id,
      ...(why.reason !== undefined && { retired_reason: why.reason }),
    },
  })
  await appendAuditEvent(tx, {
    action: `recipient_version.${change}`,
    actor,
    target: idOf('rcv', recipient_version_id),
    details: { address, ...why },
  })
}

// A version whose day of cooling off is over begins to serve, if its domain still stands and everybody could see in the payee log
// that it was coming.

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
