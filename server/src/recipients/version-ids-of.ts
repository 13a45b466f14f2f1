/** Every version of a payee, for those who look for what was pinned to any of them. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'
import { selectVersionIds } from './recipient-versions.store.ts'

export const versionIdsOf = (tx: SystemTx, merchants: readonly Uuid[], recipient_id: Uuid): Promise<Uuid[]> =>
  selectVersionIds(tx, merchants, recipient_id)
