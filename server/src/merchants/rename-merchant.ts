/** A rename that never overwrites a change it has not seen (P10). */

import { resourceNotFound, versionConflict } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { refuseMisleadingName } from '../names/misleading-name.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { renameMerchant as rename, selectMerchant } from './merchants.store.ts'

interface Rename {
  readonly merchant_id: Uuid
  readonly name: string
  readonly version: number
  readonly account_id: Uuid
}

export const renameMerchant = async (tx: TenantTx, { merchant_id, name, version, account_id }: Rename) => {
  const before = await selectMerchant(tx, merchant_id)
  if (!before) throw new Refusal(resourceNotFound)
  refuseMisleadingName(name)
  const merchant = await rename(tx, merchant_id, name, version)
  if (!merchant) {
    const now = await selectMerchant(tx, merchant_id)
    throw new Refusal(versionConflict, { details: { current_version: now?.version } })
  }
  await appendAuditEvent(tx, {
    action: 'merchant.renamed',
    actor: idOf('acc', account_id),
    target: idOf('mer', merchant_id),
    details: { from: before.name, to: name },
  })
  return merchant
}
