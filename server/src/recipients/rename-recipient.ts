/** Another name for a payee. Requests that exist keep the one that they were signed with. */
import { recipientRetired } from '@countersign/contract/recipients/errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import type { Wake } from '../wake/wake.ts'
import { clearName, looksLike } from './clear-name.ts'
import { takeRecipient } from './expect-recipient.ts'
import { setName } from './recipients.store.ts'
import { RENAMED_TOPIC } from './renamed-topic.ts'

interface Rename {
  readonly recipient_id: Uuid
  readonly name: string
  readonly version: number
  readonly account_id: Uuid
}

export const renameRecipient = async (tx: TenantTx, wake: Pick<Wake, 'notify'>, rename: Rename) => {
  const { recipient_id, name } = rename
  const before = await takeRecipient(tx, recipient_id, rename.version)
  if (before.retired_at !== null) throw new Refusal(recipientRetired)
  const name_skeleton = await clearName(tx, name, recipient_id)
  const recipient = await setName(tx, before, { name, name_skeleton }).catch((error: { code?: string }) => {
    // Another recipient took the name since we looked.
    throw error.code === '23505' ? looksLike(name) : error
  })
  await appendAuditEvent(tx, {
    action: 'recipient.renamed',
    actor: idOf('acc', rename.account_id),
    target: idOf('rcp', recipient_id),
    details: { from: before.name, to: name },
  })
  tx.afterCommit(() => wake.notify(RENAMED_TOPIC))
  return { recipient }
}
