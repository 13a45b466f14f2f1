/** Whether a recipient of this merchant has such a version. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { selectVersion } from './recipient-versions.store.ts'

export const hasVersion = async (tx: TenantTx, recipient_id: Uuid, recipient_version_id: Uuid): Promise<boolean> =>
  (await selectVersion(tx, recipient_id, recipient_version_id)) !== undefined
