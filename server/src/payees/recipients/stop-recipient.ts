/**
 * Ways to stop a payee or a version. None needs to know the recipient's version: whoever stops something is not to be told to
 * read first. Each can be repeated, and says how things stand.
 */
import type { RecallReason, RecipientVersionStatus, RetiredReason } from '@pursestrings/contract/recipients/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { writeLetter } from '../../organizations/merchant-accounts/letters.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { type Check, Refusal, unfit } from '../../platform/refusal.ts'
import { type RecipientVersionRow, selectLivingVersions, selectVersion } from './recipient-versions.store.ts'
import { bumpHeld, holdRecipient, markRetired } from './recipients.store.ts'
import { expectRecipient } from './recipients.ts'
import { ceaseServing } from './serve-version.ts'
import { wrongState } from './verify-recipient.ts'

/** A recall says why, and nothing else has the same reasons; a note is for whoever activated what is held. */
export const checkStop: Check = ({ body: { action, reason, note }, failed }) => {
  if (failed) return
  if ((action === 'recall') !== (reason !== undefined)) {
    throw unfit('reason', action === 'recall' ? 'is required for `recall`' : 'is only for `recall`')
  }
  if (action !== 'hold' && note !== undefined) throw unfit('note', 'is only for `hold`')
}

/** A payee is renamed or retired; who renames it says which one they saw. */
export const checkChange: Check = ({ body: { name, status, version }, failed }) => {
  if (failed) return
  if ((name === undefined) === (status === undefined)) throw unfit('body', 'must have either `name` or `status`')
  if ((name === undefined) !== (version === undefined)) {
    throw unfit('version', name === undefined ? 'is only for `name`' : 'is required for `name`')
  }
}

interface Named {
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
  readonly account_id: Uuid
}

const holdBoth = async (tx: TenantTx, { recipient_id, recipient_version_id }: Named): Promise<RecipientVersionRow> => {
  if (!(await holdRecipient(tx, recipient_id))) throw new Refusal(resourceNotFound)
  const version = await selectVersion(tx, recipient_id, recipient_version_id)
  if (!version) throw new Refusal(resourceNotFound)
  return version
}

interface Stop {
  readonly from: readonly RecipientVersionStatus[]
  readonly reason: RetiredReason
  readonly recall_reason?: RecallReason
  /** In the words of who stops it. */
  readonly note?: string | undefined
}

const stop = async (tx: TenantTx, named: Named, how: Stop) => {
  const version = await holdBoth(tx, named)
  const { recipient_id } = named
  if (version.retired_reason === how.reason) {
    return { recipient: await expectRecipient(tx, recipient_id), recipient_version: version, stopped: false }
  }
  const actor = idOf('acc', named.account_id)
  const recipient_version = await ceaseServing(tx, version, { ...how, actor })
  if (!recipient_version) throw wrongState(version)
  return { recipient: await bumpHeld(tx, recipient_id), recipient_version, stopped: true }
}

export const discardVersion = (tx: TenantTx, named: Named) =>
  stop(tx, named, { from: ['draft', 'verified'], reason: 'discarded' })

/** Who activated it learns why, unless it is themselves. */
export const holdVersion = async (
  tx: TenantTx,
  { jobs, portal_url }: { readonly jobs: Enqueue; readonly portal_url: string },
  named: Named & { readonly by: string; readonly note: string | undefined },
) => {
  const { note } = named
  const held = await stop(tx, named, { from: ['awaiting_approval', 'cooling'], reason: 'held', note })
  const { requested_by, number } = held.recipient_version
  if (held.stopped && requested_by !== null && requested_by !== named.account_id) {
    const { name } = held.recipient
    await writeLetter(tx, jobs, {
      to: idOf('acc', requested_by),
      subject: `Version ${number} of ${name} was stopped`,
      text: `${named.by} said no to version ${number} of ${name}, which you activated. It will never be paid.

Reason: ${note ?? 'none was given'}

${portal_url}/recipients/${idOf('rcp', named.recipient_id)}
`,
    })
  }
  return held
}

/** Any that served, also one that was replaced: requests that name it may wait still. Their events follow by a worker. */
export const recallVersion = async (tx: TenantTx, jobs: Enqueue, named: Named & { readonly reason: RecallReason }) => {
  const version = await holdBoth(tx, named)
  if (version.activated_at === null) throw wrongState(version)
  const recalled = await stop(tx, named, {
    from: ['active', 'suspended', 'retired'],
    reason: 'recalled',
    recall_reason: named.reason,
  })
  if (recalled.stopped) {
    const { merchant_id } = tx
    const { recipient_version_id } = named
    await jobs.enqueue(tx, 'recalled-recipient-version', { merchant_id, recipient_version_id })
  }
  return recalled
}

export const retireRecipient = async (
  tx: TenantTx,
  { recipient_id, account_id }: Pick<Named, 'recipient_id' | 'account_id'>,
) => {
  const recipient = await holdRecipient(tx, recipient_id)
  if (!recipient) throw new Refusal(resourceNotFound)
  if (recipient.retired_at !== null) return { recipient }
  const actor = idOf('acc', account_id)
  for (const version of await selectLivingVersions(tx, recipient_id)) {
    await ceaseServing(tx, version, { from: [version.status], reason: 'recipient_retired', actor })
  }
  await appendAuditEvent(tx, {
    action: 'recipient.retired',
    actor,
    target: idOf('rcp', recipient_id),
    details: { name: recipient.name },
  })
  await markRetired(tx, recipient_id)
  return { recipient: await bumpHeld(tx, recipient_id) }
}
