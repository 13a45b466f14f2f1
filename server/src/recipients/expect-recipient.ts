/** What every change of a recipient begins with: it exists, and nobody has changed it since it was read (P10). */

import { resourceNotFound, versionConflict } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { bumpRecipient, type RecipientRow, selectRecipient } from './recipients.store.ts'

const conflict = (current: RecipientRow) =>
  new Refusal(versionConflict, { details: { current_version: current.version } })

export const expectRecipient = async (tx: TenantTx, recipient_id: Uuid): Promise<RecipientRow> => {
  const recipient = await selectRecipient(tx, recipient_id)
  if (!recipient) throw new Refusal(resourceNotFound)
  return recipient
}

/** Before slow work, so that a stale call is refused at once. */
export const expectCurrent = (recipient: RecipientRow, version: number): void => {
  if (recipient.version !== version) throw conflict(recipient)
}

/** In the transaction that changes: takes the row, so that two changes of one recipient never mix. */
export const takeRecipient = async (tx: TenantTx, recipient_id: Uuid, version: number): Promise<RecipientRow> => {
  const taken = await bumpRecipient(tx, recipient_id, version)
  if (taken) return taken
  throw conflict(await expectRecipient(tx, recipient_id))
}
