/** The moment a version begins or ceases to serve: one serves, the one before is retired, and payers can learn of it. */
import { idOf } from '@countersign/contract/wire/ids'
import { sql } from 'kysely'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { appendEvent } from '../events/append-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { moveVersion, type RecipientVersionRow } from './recipient-versions.store.ts'
import { clearActiveVersion, type RecipientRow, setActiveVersion } from './recipients.store.ts'

const now = sql<Date>`now()`

/** The recipient's row must be held by the caller, so that two versions never begin at once. */
export const beginServing = async (tx: TenantTx, recipient: RecipientRow, next: RecipientVersionRow, actor: string) => {
  const { recipient_id, active_version_id: previous } = recipient
  if (previous !== null) await moveVersion(tx, previous, ['active'], { status: 'retired', retired_at: now })
  const recipient_version = await moveVersion(tx, next.recipient_version_id, ['verified', 'cooling'], {
    status: 'active',
    activated_at: now,
  })
  if (!recipient_version) throw new Error('a version was activated that is neither verified nor cooling')
  const served = await setActiveVersion(tx, recipient_id, next.recipient_version_id)
  await record(tx, actor, next, 'version_activated', previous)
  return { recipient: served, recipient_version }
}

export const ceaseServing = async (tx: TenantTx, version: RecipientVersionRow, actor: string): Promise<void> => {
  const retired = await moveVersion(tx, version.recipient_version_id, ['verified', 'cooling', 'active'], {
    status: 'retired',
    retired_at: now,
  })
  if (!retired) return
  await clearActiveVersion(tx, version.recipient_id, version.recipient_version_id)
  await record(tx, actor, version, 'version_retired', null)
}

const record = async (
  tx: TenantTx,
  actor: string,
  { recipient_id, recipient_version_id, address }: RecipientVersionRow,
  change: 'version_activated' | 'version_retired',
  previous_version_id: RecipientRow['active_version_id'],
): Promise<void> => {
  await appendEvent(tx, {
    kind: `recipient.${change}`,
    merchant_id: tx.merchant_id,
    subject_id: recipient_id,
    data: { recipient_version_id, previous_version_id },
  })
  await appendAuditEvent(tx, {
    action: `recipient_${change === 'version_activated' ? 'version.activated' : 'version.retired'}`,
    actor,
    target: idOf('rcv', recipient_version_id),
    details: { address },
  })
}
