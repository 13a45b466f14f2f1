/** What a recall would stop, and what it would come too late for. */
import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { hasVersion } from '../recipients/has-version.ts'
import { Refusal } from '../refusal.ts'
import { countOfVersion } from './payment-requests.store.ts'

export const previewRecall = async (
  tx: TenantTx,
  { recipient_id, recipient_version_id }: { recipient_id: Uuid; recipient_version_id: Uuid },
) => {
  if (!(await hasVersion(tx, recipient_id, recipient_version_id))) throw new Refusal(resourceNotFound)
  return countOfVersion(tx, recipient_version_id)
}
